//! How the scenarios are won: what ends a game at once, points kept turn by turn, and the count at the end.

use crate::Roads;
use crate::data::{CityLevel, LevelId, MajorCity, Nation, Score, Terrain, VictoryEvent};
use crate::state::{Ended, Manstein, Offensive, Spaces, State, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// The events that one hex decides.
const STALINGRAD_HEX_TAKEN: &str = "stalingrad-hex-taken";
const KOTELNIKOVO_LOST: &str = "kotelnikovo-lost";

impl Roads {
    // ------------------------------------------------------------- the ends of player turns

    /// What the end of the Soviet player turn brings.
    pub(crate) fn end_soviet_turn(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        self.note_conditions(state, log);
        self.soviet_turn_fortress(state, log);
        // 11.2.2: markers lifted from under Axis units are available again.
        for offensive in &mut state.offensives {
            if *offensive == Offensive::Lifted {
                *offensive = Offensive::InBox;
            }
        }
        if self.fortress_open(state) {
            self.keep_score(state, "unsealed-soviet", log);
        }
        self.return_pressed(state, Side::Soviet, log);
        self.victory_now(state, log);
    }

    /// What the end of the Axis player turn brings.
    pub(crate) fn end_axis_turn(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        self.note_conditions(state, log);
        self.axis_turn_fortress(state, log);
        if self.fortress_open(state) {
            self.keep_score(state, "unsealed-axis", log);
        }
        if self.scenario(state).victory.score("pocket-sealed").is_some()
            && !self.stalingrad_fed(state)
            && self.sealed(state)
        {
            self.keep_score(state, "pocket-sealed", log);
        }
        self.return_pressed(state, Side::Axis, log);
        self.victory_now(state, log);
        self.decided(state, log, |event| event.id == "pocket-open");
    }

    /// What the end of a game turn brings: decisive victories of a date, points for it, and after the last turn the count.
    pub(crate) fn end_game_turn(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        let (turn, last) = (state.turn, self.scenario(state).last_turn.0);
        // S3.y: at the end of that turn, and at once.
        self.decided(state, log, |event| event.turn.is_some_and(|date| date.0 == turn));
        if state.ended.is_some() {
            return;
        }
        // S3.v9, R113
        let late = self.scenario(state).victory.score("stalingrad-late").and_then(|score| score.after);
        if late.is_some_and(|after| turn > after.0) && !self.stalingrad_is_soviet(state) {
            self.keep_score(state, "stalingrad-late", log);
        }
        if turn >= last {
            self.final_count(state, log);
        }
    }

    /// Adds the points of one occurrence.
    fn keep_score(&self, state: &mut State, id: &str, log: &mut Log) {
        let Some(score) = self.scenario(state).victory.score(id) else { return };
        let before = state.score;
        state.score += i16::from(score.points);
        let after = state.score;
        log.add(|| {
            let text = format!("Victory points: {:+} ({})", score.points, words(id));
            self.track_event(score_case(score), "victory-points", before.into(), after.into(), text)
        });
    }

    // ------------------------------------------------------------- victories without points

    /// Does something end the game at once? Asked after every capture.
    pub(crate) fn victory_now(&self, state: &mut State, log: &mut Log) {
        self.decided(state, log, |event| event.at_once && event.id != "pocket-open");
    }

    /// Ends the game if one of the scenario's events holds, the first that does.
    fn decided(&self, state: &mut State, log: &mut Log, asked: impl Fn(&VictoryEvent) -> bool) {
        if state.ended.is_some() {
            return;
        }
        let events = &self.scenario(state).victory.events;
        if let Some(event) = events.iter().find(|event| asked(event) && self.holds(state, event)) {
            self.finish(state, event.level, None, event_case(event), log);
        }
    }

    /// The hexes of which the Soviets need only one for this event; none if it is about something else.
    pub(crate) fn decisive_hexes(&self, state: &State, event: &VictoryEvent) -> &[SpaceId] {
        let map = self.map(state);
        match event.id.as_str() {
            // S2.v2
            STALINGRAD_HEX_TAKEN => map.stalingrad_hexes(),
            // The introductory scenario.
            KOTELNIKOVO_LOST => map.places.kotelnikovo.as_slice(),
            _ => &[],
        }
    }

    /// Has it happened?
    fn holds(&self, state: &State, event: &VictoryEvent) -> bool {
        let map = self.map(state);
        let soviet = |hex: Option<SpaceId>| hex.is_some_and(|hex| state.controller(hex) == Side::Soviet);
        match event.id.as_str() {
            STALINGRAD_HEX_TAKEN | KOTELNIKOVO_LOST => {
                self.decisive_hexes(state, event).iter().any(|hex| state.controller(*hex) == Side::Soviet)
            }
            // S2.v3: the fortress never declared. S3.v2: no major city lost, at any time.
            "stalingrad-supplied" => {
                let untouched = match event.turn {
                    None => !state.fortress.ever,
                    Some(_) => {
                        state.successes == 0 && !map.cities.iter().any(|city| self.city_is(state, city, Side::Soviet))
                    }
                };
                untouched && self.stalingrad_fed(state)
            }
            // S3.v1
            "stalingrad-and-rostov" => self.stalingrad_is_soviet(state) && soviet(map.places.rostov),
            // S4.v2
            "new-major-city" => self.new_major_city(state) && !self.major_city_lost(state),
            // The introductory scenario.
            "pocket-open" => self.fortress_open(state),
            "relief-on-row-10" => {
                let row = event.row.unwrap_or(0);
                let far = state.field.occupied(Side::Axis).iter().filter(|hex| map.spaces[*hex].row >= row);
                far.into_iter().any(|hex| self.holds_supplied(state, Side::Axis, hex))
            }
            "otherwise" => true,
            _ => false,
        }
    }

    /// Are all hexes of a major city under a side's control?
    fn city_is(&self, state: &State, city: &MajorCity, side: Side) -> bool {
        city.hexes.iter().all(|hex| state.controller(*hex) == side)
    }

    /// Was a major city a side's before the first move?
    fn city_was(&self, state: &State, city: &MajorCity, side: Side) -> bool {
        city.hexes.iter().all(|hex| self.scenario(state).control(*hex) == Some(side))
    }

    /// S4.v2: have the Soviets taken a major city that was not theirs?
    fn new_major_city(&self, state: &State) -> bool {
        let mut cities = self.map(state).cities.iter();
        cities.any(|city| self.city_was(state, city, Side::Axis) && self.city_is(state, city, Side::Soviet))
    }

    /// S4.v1, S4.v2: have they lost one that was, at any time, retaken or not (R153)?
    pub(crate) fn major_city_lost(&self, state: &State) -> bool {
        let mut cities = self.map(state).cities.iter();
        state.recaptures != 0
            || cities.any(|city| self.city_was(state, city, Side::Soviet) && !self.city_is(state, city, Side::Soviet))
    }

    /// Does a supplied unit of the side stand in the hex (R132)?
    fn holds_supplied(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        state.field.holder(hex) == Some(side) && state.field.stack(hex).any(|unit| self.in_supply(state, unit))
    }

    // ------------------------------------------------------------- the count

    /// After the last turn: an event of the end, the cities (S4), or the points.
    fn final_count(&self, state: &mut State, log: &mut Log) {
        self.decided(state, log, |event| !event.at_once && event.turn.is_none());
        if state.ended.is_some() {
            return;
        }
        let victory = &self.scenario(state).victory;
        if !victory.cities.is_empty() {
            if let Some(line) = self.city_line(state) {
                let (majors, cities) = self.city_count(state);
                log.add(|| {
                    Event::note(Case("S4.v5"), format!("Gained by the Axis: major cities {majors}, cities {cities}"))
                });
                self.finish(state, line.level, None, city_case(line.case.as_deref()), log);
            }
            return;
        }
        let points = self.victory_points(state, Some(&mut *log));
        if let Some(level) = self.scenario(state).level(points) {
            let case = self.level_case(state);
            self.finish(state, level, Some(points), case, log);
        }
    }

    /// The line of the victory levels that the count of cities gives. S4.v1, R153: who has lost a major city has not won decisively,
    /// even if he has retaken it or taken another for it.
    pub(crate) fn city_line(&self, state: &State) -> Option<&CityLevel> {
        let (majors, cities) = self.city_count(state);
        let traded = majors < 1 && self.major_city_lost(state);
        let (majors, cities) = if traded { (1, cities.min(1)) } else { (majors, cities) };
        let mut lines = self.scenario(state).victory.cities.iter();
        lines.find(|row| row.majors.contains(majors) && row.cities.contains(cities))
    }

    /// S4.v3 to S4.v7: major cities and cities that the Axis has retaken, those that it has lost deducted (S4.v5).
    pub(crate) fn city_count(&self, state: &State) -> (i16, i16) {
        let map = self.map(state);
        let mut majors = 0;
        for city in &map.cities {
            if self.city_was(state, city, Side::Soviet) && self.city_is(state, city, Side::Axis) {
                majors += 1;
            } else if self.city_was(state, city, Side::Axis) && self.city_is(state, city, Side::Soviet) {
                majors -= 1;
            }
        }
        let mut cities = 0;
        for hex in map.board.hexes().filter(|hex| map.spaces[*hex].terrain == Terrain::City) {
            match (self.scenario(state).control(hex), state.controller(hex)) {
                (Some(Side::Soviet), Side::Axis) => cities += 1,
                (Some(Side::Axis), Side::Soviet) => cities -= 1,
                _ => {}
            }
        }
        (majors, cities)
    }

    /// The points as they would be if the game ended now: those kept so far and those of the end. With a log, each line is noted.
    pub(crate) fn victory_points(&self, state: &State, mut log: Option<&mut Log>) -> i16 {
        let mut total = state.score;
        for score in &self.scenario(state).victory.scores {
            let points = self.score_now(state, score);
            if points == 0 {
                continue;
            }
            total += points;
            if let Some(log) = log.as_deref_mut() {
                log.add(|| {
                    Event::note(score_case(score), format!("Victory points: {points:+} ({})", words(&score.id)))
                });
            }
        }
        total
    }

    /// What a line of the count is worth at the end; 0 for those kept turn by turn.
    fn score_now(&self, state: &State, score: &Score) -> i16 {
        let map = self.map(state);
        let each = i16::from(score.points);
        let points = match score.id.as_str() {
            "hexes-2" | "hexes-4" | "hexes-5" => self.hex_points(state, score),
            "beyond-chir" => each * self.held_in(state, score, Side::Soviet),
            "between-chir-don" => each * self.held_in(state, score, Side::Axis),
            "dnieper-bend" => each * self.held_in(state, score, Side::Soviet),
            "fortress-level" => {
                let level = if state.fortress.marker.is_some() { state.fortress.level } else { 0 };
                each * i16::from(level)
            }
            "stavka-supports" => each * self.box_of(state, SupportBox::Stavka).len() as i16,
            // S5.v1 counts a city with an Axis unit out of supply, too.
            "major-city" => {
                let counts = |city: &&MajorCity| {
                    self.city_is(state, city, Side::Soviet)
                        || score.case.as_deref() == Some("S5.v1")
                            && city.hexes.iter().all(|hex| self.is_cut_off(state, *hex))
                };
                each * map.cities.iter().filter(counts).count() as i16
            }
            // S3.v4, R114
            "major-city-oos" => {
                let dry = |hex: &SpaceId| !self.supplied_hex(state, Side::Axis, Nation::German, *hex);
                let counts = |city: &&MajorCity| self.city_is(state, city, Side::Axis) && city.hexes.iter().all(dry);
                each * map.cities.iter().filter(counts).count() as i16
            }
            "manstein-dismissed" => each * i16::from(state.okh.manstein == Manstein::Dismissed),
            _ => 0,
        };
        match score.most {
            Some(most) => points.clamp(-i16::from(most), i16::from(most)),
            None => points,
        }
    }

    /// R114: Axis units stand there, and none of them is in supply.
    fn is_cut_off(&self, state: &State, hex: SpaceId) -> bool {
        state.field.holder(hex) == Some(Side::Axis) && !self.holds_supplied(state, Side::Axis, hex)
    }

    /// Points for listed hexes that Soviet units occupy: in supply, or, if that is worth something, out of supply (S2.v14: each once).
    fn hex_points(&self, state: &State, score: &Score) -> i16 {
        let value = |hex: &SpaceId| {
            if state.field.holder(*hex) != Some(Side::Soviet) {
                0
            } else if self.holds_supplied(state, Side::Soviet, *hex) {
                i16::from(score.points)
            } else {
                score.oos.map_or(0, i16::from)
            }
        };
        score.hexes.iter().map(value).sum()
    }

    /// How many hexes of a region a side occupies with a supplied unit. S2.v8: without those that are listed for themselves; the
    /// Dnieper bend has them, too (S3.v7).
    fn held_in(&self, state: &State, score: &Score, side: Side) -> i16 {
        let Some(region) = score.region else { return 0 };
        let scenario = self.scenario(state);
        let mut held = *state.field.occupied(side);
        if score.id == "beyond-chir" {
            let listed: Spaces = scenario.victory.scores.iter().flat_map(|other| other.hexes.iter().copied()).collect();
            held -= listed;
        }
        let region = scenario.map.region(region);
        held.iter().filter(|hex| region.contains(*hex) && self.holds_supplied(state, side, *hex)).count() as i16
    }

    // ------------------------------------------------------------- the end

    /// Ends the game. The sequence sees it and asks nobody any more.
    pub(crate) fn finish(&self, state: &mut State, level: LevelId, points: Option<i16>, case: Case, log: &mut Log) {
        if state.ended.is_some() {
            return;
        }
        state.ended = Some(Ended { level, points });
        log.add(|| {
            let level = &self.scenario(state).victory.levels[level.index()];
            let text = match points {
                Some(points) => format!("{} with {points} victory points", level.name),
                None => level.name.clone(),
            };
            Event::new(case, What::End { winner: level.winner, level: level_word(&level.id).into() }, text)
        });
    }

    /// The case of the levels by points.
    fn level_case(&self, state: &State) -> Case {
        Case(match self.scenario(state).id.as_str() {
            "uranus" => "S2.v12",
            "campaign" => "S3.v10",
            _ => "S5.v1",
        })
    }

    /// The case that decided.
    pub(crate) fn deciding_case(&self, state: &State, ended: Ended) -> Case {
        if ended.points.is_some() {
            return self.level_case(state);
        }
        let victory = &self.scenario(state).victory;
        let by_cities = || {
            let line = self.city_line(state);
            line.filter(|line| line.level == ended.level).map(|line| city_case(line.case.as_deref()))
        };
        let event = victory.events.iter().find(|event| event.level == ended.level && self.holds(state, event));
        event.map(event_case).or_else(by_cities).unwrap_or(Case("S0.h"))
    }
}

/// `axis-decisive` is `decisive`, whoever has won.
pub(crate) fn level_word(id: &str) -> &str {
    id.strip_prefix("axis-").or_else(|| id.strip_prefix("soviet-")).unwrap_or(id)
}

/// An id in words.
fn words(id: &str) -> String {
    id.replace('-', " ")
}

/// The case of an event; the introductory scenario's are its player aid's (S1.a).
fn event_case(event: &VictoryEvent) -> Case {
    Case(match event.case.as_deref() {
        Some("S2.v2") => "S2.v2",
        Some("S2.v3") => "S2.v3",
        Some("S3.v1") => "S3.v1",
        Some("S3.v2") => "S3.v2",
        Some("S4.v2") => "S4.v2",
        _ => "S1.a",
    })
}

/// The case of a line of cities.
fn city_case(case: Option<&str>) -> Case {
    Case(match case {
        Some("S4.v3") => "S4.v3",
        Some("S4.v4") => "S4.v4",
        Some("S4.v6") => "S4.v6",
        Some("S4.v7") => "S4.v7",
        _ => "S4.v1",
    })
}

/// The case of a score.
fn score_case(score: &Score) -> Case {
    const CASES: [&str; 17] = [
        "S2.v4", "S2.v5", "S2.v6", "S2.v7", "S2.v8", "S2.v9", "S2.v10", "S2.v11", "S2.v13", "S3.v3", "S3.v4", "S3.v5",
        "S3.v6", "S3.v7", "S3.v8", "S3.v9", "S5.v1",
    ];
    let found = CASES.into_iter().find(|case| score.case.as_deref() == Some(*case));
    Case(found.unwrap_or("S0.h"))
}

#[cfg(test)]
mod tests;
