//! 19.1.3, 19.2.3, 19.3.3, 20.4 Victory, and what is noted on the way to it.

use crate::Winter;
use crate::data::{Area, Crossing, Nation, UnitId};
use crate::sets::UnitSet;
use crate::state::{Ending, Place, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// 3.1.7: the turn ends: attacks that were not made cost points (6.2.c); after the last turn the game is decided.
pub(crate) fn end_turn(game: &Winter, state: &mut State, _: &mut Dice, log: &mut Log) {
    if let Some(first) = state.initiative.first {
        let unmade = std::mem::take(&mut state.initiative.owed);
        let sum = &mut state.score.unmade[first.index()];
        *sum = sum.saturating_add(unmade.into());
        if unmade > 0 {
            let case = if first == Side::Axis { Case("19.3.3.i") } else { Case("19.3.3.f") };
            log.add(|| {
                Event::note(case, format!("{} leaves {unmade} mandated attacks unmade", Winter::side_name(first)))
            });
        }
    }
    if state.turn >= game.data.scenario(state.scenario).last {
        game.finish(state, log);
    } else {
        state.turn += 1;
    }
}

impl Winter {
    /// R75: who had the last unit in 2428 and 4831; the Rumanian VII Corps in 4831 brings Group Christea (19.1.2.r).
    pub(crate) fn note_control(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        let map = &self.data.map;
        let Some(which) = [map.kumsky, map.christea].iter().position(|at| *at == hex) else { return };
        let side = self.side(unit);
        if state.control[which] != side {
            state.control[which] = side;
            log.add(|| {
                let text = format!("{} controls {}", Winter::side_name(side), self.hex_name(hex));
                Event::new(Case("19.1.3.a"), What::Control { at: self.hex_id(hex).into(), side: Some(side) }, text)
            });
        }
        let group = self.data.group(self.data.info(unit).formation);
        let seventh = group.id == "7C"
            || group.corps.is_some_and(|corps| self.data.group(self.data.info(corps).formation).id == "7C");
        if which == 1 && seventh && state.christea.is_none() {
            state.christea = Some(state.turn + 1);
        }
    }

    /// 19.3.3.b, 19.3.3.c, 5.1.b, 19.1.1.ac: how near German units have come, noted at once.
    pub(crate) fn note_approach(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        if self.data.info(unit).nation != Nation::German || self.ground.sixth.contains(unit) {
            return;
        }
        let far = self.data.map.to_pocket[hex];
        let (points, pocket) = (&self.data.charts.points, &self.data.charts.pocket);
        let score = &mut state.score;
        let approaches = [
            (points.far_distance, Case("19.3.3.b"), &mut score.eighteen),
            (points.near_distance, Case("19.3.3.c"), &mut score.five),
        ];
        for (limit, case, noted) in approaches {
            if far <= limit && !*noted {
                *noted = true;
                log.add(|| Event::note(case, format!("a German unit stands within {limit} hexes of the Pocket")));
            }
        }
        if far <= pocket.thunderclap_reach && !state.pocket.near {
            let near = |u: &UnitId| self.is_relief(*u) && !self.ground.convoys.contains(*u);
            let here =
                |u: &UnitId| state.at(*u).is_some_and(|at| self.data.map.to_pocket[at] <= pocket.thunderclap_reach);
            let close =
                self.own(Side::Axis).filter(near).filter(here).map(|u| u16::from(self.stacking_value(state, u)));
            state.pocket.near = close.sum::<u16>() >= u16::from(pocket.thunderclap_points);
        }
        self.measure(state, hex);
    }

    /// 16.3.g, 19.3.3.e: a convoy in the Pocket has arrived.
    pub(crate) fn note_convoy(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        if !self.ground.convoys.contains(unit) || !self.data.map.is_in(hex, Area::Pocket) {
            return;
        }
        self.put(state, unit, Place::Arrived);
        state.score.convoys += 1;
        log.add(|| Event::note(Case("19.3.3.e"), format!("{} reaches the Pocket", self.unit_name(unit))));
    }

    /// R105: the corridor and the link, looked at whenever something has moved.
    pub(crate) fn note_lines(&self, state: &mut State, log: &mut Log) {
        if !state.score.corridor && state.initiative.first.is_some() && self.has_corridor(state) {
            state.score.corridor = true;
            log.add(|| Event::note(Case("19.3.3.d"), "a corridor to the Pocket is open"));
        }
        self.note_link(state, log);
    }

    /// R76: a way from the Pocket to the Axis edge.
    pub(crate) fn has_corridor(&self, state: &State) -> bool {
        self.axis_way(state, &self.ground.gates, &self.ground.axis_edge)
    }

    /// The stacking points of these units across a line (R97): what lies up, convoys never.
    pub(crate) fn across(&self, state: &State, area: Area, keep: impl Fn(UnitId) -> bool) -> (u32, bool) {
        let there = |u: &UnitId| {
            state.at(*u).is_some_and(|hex| self.data.map.is_in(hex, area)) && !self.ground.convoys.contains(*u)
        };
        let units: UnitSet = self.own(Side::Axis).filter(|u| keep(*u)).filter(there).collect();
        (units.iter().map(|u| u32::from(self.stacking_value(state, u))).sum(), !units.is_empty())
    }

    /// 19.3.3.h, R80: German points below their original strength, whole fifties.
    pub(crate) fn german_losses(&self, state: &State) -> u32 {
        let counts = |unit: &UnitId| {
            let info = self.data.info(*unit);
            info.nation == Nation::German
                && matches!(state.unit(*unit).place, Place::At(_) | Place::Away(_) | Place::Dead | Place::Lost)
        };
        let lost = |unit: UnitId| u32::from(self.data.info(unit).full.strength.saturating_sub(state.unit(unit).points));
        self.own(Side::Axis).filter(counts).map(lost).sum()
    }

    /// The points of both sides as they stand: German, Soviet. `over` adds what exists only at the end (R79).
    pub(crate) fn victory_points(&self, state: &State, over: bool) -> [i32; 2] {
        let score = &state.score;
        let worth = &self.data.charts.points;
        let times = |count: u8, points: u8| i32::from(count) * i32::from(points);
        let corridor = over && self.has_corridor(state);
        let mut german = times(score.eighteen.into(), worth.far) + times(score.five.into(), worth.near);
        german += times(score.convoys, worth.convoy);
        german += i32::from(score.unmade[1]) * i32::from(worth.unmade_attack);
        german +=
            if corridor { worth.corridor_at_end.into() } else { times(score.corridor.into(), worth.corridor_opened) };
        let mut soviet = i32::from(score.unmade[0]) * i32::from(worth.unmade_attack);
        let opened = score.corridor || corridor;
        if over {
            soviet += (self.german_losses(state) / u32::from(worth.lost_strength)) as i32;
            soviet += times((state.pocket.since.is_some() && !opened).into(), worth.thunderclap); // 19.3.3.j
        }
        let groups = &self.data.scenario(state.scenario).groups;
        let used = groups.iter().enumerate().filter(|(n, _)| state.switches.groups & (1 << n) != 0);
        soviet += used.map(|(_, group)| i32::from(group.points)).sum::<i32>(); // 20.4
        [german, soviet]
    }

    fn finish(&self, state: &mut State, log: &mut Log) {
        let (level, word, score) = self.verdict(state);
        let winner = match level.signum() {
            1 => Some(Side::Axis),
            -1 => Some(Side::Soviet),
            _ => None,
        };
        log.add(|| Event::new(Case("3.1.7"), What::End { winner, level: word.into() }, self.verdict_words(state)));
        state.ended = Some(Ending { winner, level, word: word.into(), score });
    }

    /// How the position would be judged now: level (positive for the Axis), its word, and the count behind it.
    pub(crate) fn verdict(&self, state: &State) -> (i8, &'static str, i32) {
        let Some(mark) = self.data.scenario(state.scenario).crossing else {
            let [german, soviet] = self.victory_points(state, true);
            let net = german - soviet;
            let (level, word) = self.margin(net);
            return (level, word, net);
        };
        let (points, any) = self.counted(state, mark);
        let least = |limit: Option<u16>| limit.is_some_and(|limit| points >= limit.into());
        let level = if (mark.town && state.control[0] == Side::Axis) || least(mark.decisive) {
            2 // 19.1.3.a, 19.2.3.a
        } else if least(Some(mark.marginal)) {
            if mark.town { 0 } else { 1 } // 19.1.3.b, 19.1.3.e; 19.2.3.b
        } else if mark.few.map_or(any, |few| points >= few.into()) {
            -1 // 19.1.3.d, 19.2.3.d
        } else {
            -2 // 19.1.3.c, 19.2.3.c
        };
        self.short(state, level, mark.town, points as i32)
    }

    /// The verdict in a sentence: the level, and what it rests on.
    pub(crate) fn verdict_words(&self, state: &State) -> String {
        let (_, word, _) = self.verdict(state);
        let mut capital = word.chars();
        let word: String = capital.next().into_iter().flat_map(char::to_uppercase).chain(capital).collect();
        format!("{word}: {}", self.reasons(state).join("; "))
    }

    /// What counts for it now, one by one.
    fn reasons(&self, state: &State) -> Vec<String> {
        let mut reasons = match self.data.scenario(state.scenario).crossing {
            Some(mark) => self.crossing_reasons(state, mark),
            None => self.point_reasons(state),
        };
        for side in Side::BOTH {
            let unmade = state.score.unmade[side.index()];
            if unmade > 0 {
                reasons.push(format!("attacks that {} owed and did not make: {unmade}", Winter::side_name(side)));
            }
        }
        reasons
    }

    /// 19.1.3, 19.2.3: the town, and the stacking points beyond the river.
    fn crossing_reasons(&self, state: &State, mark: Crossing) -> Vec<String> {
        let (points, _) = self.counted(state, mark);
        let mut reasons = Vec::new();
        if mark.town {
            let holder = if state.control[0] == Side::Axis { "German" } else { "Soviet" };
            reasons.push(format!("{} is {holder}", self.hex_name(self.data.map.kumsky)));
        }
        let river = if mark.area == Area::AcrossAksai { "the Aksai" } else { "the Myshkova" };
        let whose = if mark.german { "German stacking points" } else { "stacking points" };
        let marks = match mark.decisive {
            Some(decisive) => format!("{} and {decisive} count", mark.marginal),
            None => format!("{} count", mark.marginal),
        };
        reasons.push(format!("{points} {whose} are across {river}, where {marks}"));
        reasons
    }

    /// 19.3.3: the points of both, as they stand.
    fn point_reasons(&self, state: &State) -> Vec<String> {
        let score = &state.score;
        let [german, soviet] = self.victory_points(state, true);
        let mut reasons = vec![format!("{german} German points against {soviet}")];
        let mut noted = |yes: bool, words: &str| reasons.extend(yes.then(|| words.to_owned()));
        noted(score.five, "Germans came within five hexes of the Pocket");
        noted(score.eighteen && !score.five, "Germans came within eighteen hexes of the Pocket");
        noted(score.corridor, "a corridor was opened");
        noted(state.pocket.since.is_some() && !score.corridor, "Thunderclap was ordered and no corridor opened");
        if score.convoys > 0 {
            reasons.push(format!("convoys in the Pocket: {}", score.convoys));
        }
        reasons.push(format!("German strength points lost: {}", self.german_losses(state)));
        reasons
    }

    /// 19.1.3, 19.2.3: the stacking points that count in a short scenario, and whether anybody is there.
    pub(crate) fn counted(&self, state: &State, mark: Crossing) -> (u32, bool) {
        let counts = |unit: UnitId| !mark.german || self.data.info(unit).nation == Nation::German;
        self.across(state, mark.area, counts)
    }

    /// 19.3.3.k: the level of a net total.
    fn margin(&self, net: i32) -> (i8, &'static str) {
        let margin = &self.data.charts.margin;
        let levels = [
            (margin.german_decisive, 3, "German decisive victory"),
            (margin.german_significant, 2, "German significant victory"),
            (margin.german_marginal, 1, "German marginal victory"),
            (margin.draw, 0, "draw"),
            (margin.soviet_marginal, -1, "Soviet marginal victory"),
            (margin.soviet_significant, -2, "Soviet significant victory"),
        ];
        let reached = levels.into_iter().find(|(least, _, _)| net >= i32::from(*least));
        reached.map_or((-3, "Soviet decisive victory"), |(_, level, word)| (level, word))
    }

    /// R115: attacks not made lower the result of a short scenario.
    fn short(&self, state: &State, level: i8, tie: bool, score: i32) -> (i8, &'static str, i32) {
        let ladder: &[i8] = if tie { &[-2, -1, 0, 1, 2] } else { &[-2, -1, 1, 2] };
        let step = i32::from(self.data.charts.short_forfeit);
        let lost = |side: Side| if step == 0 { 0 } else { i32::from(state.score.unmade[side.index()]) / step };
        let at = ladder.iter().position(|l| *l == level).unwrap_or(0) as i32;
        let moved = (at - lost(Side::Axis) + lost(Side::Soviet)).clamp(0, ladder.len() as i32 - 1);
        let level = ladder[moved as usize];
        let word = match level {
            2 => "German decisive victory",
            1 => "German marginal victory",
            0 => "tie",
            -1 => "Soviet marginal victory",
            _ => "Soviet decisive victory",
        };
        (level, word, score)
    }
}
