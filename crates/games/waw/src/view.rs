//! What lies on the table for one viewer, made from what he may know.

use crate::Waw;
use crate::clock::turn_label;
use crate::data::{ClassId, Colour, Nation, Sky, SupplyLevel};
use crate::field::Field;
use crate::fix::{TON, tenths};
use crate::state::{Contact, Life, NONE, State};
use kessel_kernel::view::{
    CalendarView, CounterView, Detail, FaceView, FactorView, LayerView, LineView, MarkerView, SpaceView, TrackRole,
    TrackView, TurnView,
};
use kessel_kernel::{Case, Offers, Reminder, Side, ToAct, View, Viewer};

pub(crate) const SKIES: [&str; 5] = ["clear", "light", "moderate", "heavy", "storm"];
pub(crate) const GROUNDS: [&str; 5] = ["normal", "light-mud", "light-freeze", "hard-freeze", "deep-snow"];

impl Waw {
    pub(crate) fn view_of(&self, seen: &State, viewer: Viewer, detail: Detail) -> View {
        let stage = self.stage(seen);
        let turn = seen.turn.min(stage.scenario.turns);
        let mut counters: Vec<CounterView> =
            (0..seen.units.len() as u16).filter_map(|unit| self.counter(seen, unit)).collect();
        counters.extend(self.contact_counters(seen));
        View {
            game: self.info.id.clone(),
            scenario: stage.scenario.id.word().into(),
            viewer,
            turn: TurnView {
                number: turn.into(),
                of: stage.scenario.turns.into(),
                label: turn_label(stage.scenario, turn),
                side: None,
                phase: if seen.over { "over" } else { "planning" }.into(),
                phase_name: if seen.over { "Game over" } else { "Planning" }.into(),
                case: "5.0.b".into(),
            },
            to_act: if seen.over { ToAct::Nobody } else { ToAct::Both },
            spaces: self.space_views(seen),
            counters,
            tracks: self.track_views(seen, viewer),
            battle: None,
            calendar: detail.whole(|| self.calendar(seen, viewer)),
            layers: self.layers(seen, viewer, detail),
            offers: Offers::default(),
            outcome: stage.ending(seen),
        }
    }

    fn counter(&self, seen: &State, unit: u16) -> Option<CounterView> {
        let stage = self.stage(seen);
        let (now, info) = (&seen.units[unit as usize], stage.info(unit));
        if !now.here() {
            return None;
        }
        let factor = |name: &str, value: String| FactorView { name: name.into(), value };
        let mut factors = if info.is_artillery() {
            vec![
                factor("barrage", tenths(stage.left(seen, unit, info.full.barrage))),
                factor("support", tenths(stage.left(seen, unit, info.full.support))),
                factor("defence", tenths(now.defence)),
            ]
        } else {
            vec![factor("attack", tenths(now.attack)), factor("defence", tenths(now.defence))]
        };
        if info.full.armour > 0 {
            factors.push(factor("armour", tenths(stage.left(seen, unit, info.full.armour))));
        }
        factors.push(factor("antitank", tenths(stage.left(seen, unit, info.full.antitank))));
        factors.push(factor("quality", stage.quality_of(now).to_string()));
        factors.push(factor("fatigue", now.fatigue.to_string()));
        factors.push(factor("disorganization", now.disorder.to_string()));
        if stage.unreadable(seen, unit) {
            factors.iter_mut().for_each(|factor| factor.value = "?".into());
        }
        let face = FaceView { factors, ..self.face(seen, unit) };
        Some(CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at: stage.hex_name(now.at).into(),
            kind: if info.hq.is_some() { "hq" } else { "unit" }.into(),
            face,
            hidden: false,
            flags: self.flags(seen, unit),
        })
    }

    fn face(&self, seen: &State, unit: u16) -> FaceView {
        let stage = self.stage(seen);
        let info = stage.info(unit);
        FaceView {
            name: info.name.clone(),
            nation: nation(info.nation, info.colour).into(),
            symbol: stage.data.class(info.class).symbol.clone(),
            size: match (info.hq.is_some(), info.striped, stage.coarse()) {
                (true, _, _) => "HQ",
                (false, true, false) => "I",
                (false, true, true) | (false, false, false) => "II",
                (false, false, true) => "III",
            }
            .into(),
            formation: stage.scenario.formations[info.formation.index()].name.clone(),
            ..FaceView::default()
        }
    }

    fn flags(&self, seen: &State, unit: u16) -> Vec<String> {
        let stage = self.stage(seen);
        let (now, info) = (&seen.units[unit as usize], stage.info(unit));
        let mut flags: Vec<&str> = Vec::new();
        match now.level {
            SupplyLevel::Attack => flags.push("attack-supply"),
            SupplyLevel::General => {}
            SupplyLevel::Defensive => flags.push("defensive-supply"),
            SupplyLevel::Minimal => flags.push("minimal-supply"),
            SupplyLevel::None => flags.push("no-supply"),
        }
        if now.fatigue >= 6 {
            flags.push("tired");
        }
        if now.disorder >= 6 {
            flags.push("disorganized");
        }
        match seen.works_at(now.at) {
            Some(w) if w.fortified => flags.push("fortified"),
            Some(_) => flags.push("dug-in"),
            None => {}
        }
        if now.order.moves() {
            flags.push("moving");
        }
        if now.carrier != NONE {
            flags.push("riding");
        }
        if info.is_artillery() && now.still <= stage.preparation(seen, unit) {
            flags.push("setting-up");
        }
        if seen.leaders.contains(&unit) {
            flags.push("leader");
        }
        flags.into_iter().map(str::to_owned).collect()
    }

    /// 8.5: enemy markers as far as they are known. An unnamed one is called by its hex.
    fn contact_counters(&self, seen: &State) -> Vec<CounterView> {
        let mut all = Vec::new();
        let (mut at, mut n) = (NONE, 0);
        for contact in &seen.contacts {
            n = if contact.at == at { n + 1 } else { 1 };
            at = contact.at;
            all.push(self.contact_counter(seen, contact, n));
        }
        all
    }

    fn contact_counter(&self, seen: &State, contact: &Contact, n: usize) -> CounterView {
        let (stage, side) = (self.stage(seen), contact.side);
        let hex = stage.hex_name(contact.at);
        let letter = if side == Side::Axis { 'A' } else { 'S' };
        let factor = |name: &str, v: i64| FactorView { name: name.into(), value: tenths(v) };
        let numbers = || {
            vec![
                factor("attack", contact.seems[0]),
                factor("defence", contact.seems[1]),
                factor("antitank", contact.seems[2]),
                factor("armour", contact.seems[3]),
            ]
        };
        let (id, mut face) = if contact.unit != NONE {
            let mut face = self.face(seen, contact.unit);
            face.factors = numbers();
            face.factors.push(FactorView { name: "quality".into(), value: contact.quality.to_string() });
            (stage.info(contact.unit).id.clone(), face)
        } else if contact.kind != NONE {
            let class = stage.data.class(ClassId(contact.kind as u8));
            let face = FaceView {
                name: class.name.clone(),
                symbol: class.symbol.clone(),
                factors: numbers(),
                ..FaceView::default()
            };
            (format!("{letter}?{hex}-{n}"), face)
        } else {
            (format!("{letter}?{hex}-{n}"), FaceView { name: "?".into(), ..FaceView::default() })
        };
        if face.nation.is_empty() {
            face.nation = if side == Side::Axis { "german" } else { "soviet" }.into();
        }
        let flags = match contact.works {
            Some((true, _)) => vec!["fortified".to_owned()],
            Some((false, _)) => vec!["dug-in".to_owned()],
            None => Vec::new(),
        };
        CounterView {
            id,
            side: Some(side),
            at: hex.into(),
            kind: "unit".into(),
            face,
            hidden: contact.level < 2,
            flags,
        }
    }

    /// Objectives with their owners, positions and rubble.
    fn space_views(&self, seen: &State) -> Vec<SpaceView> {
        let stage = self.stage(seen);
        let mut spaces: std::collections::BTreeMap<u16, SpaceView> = std::collections::BTreeMap::new();
        let mut add = |hex: u16, marker: Option<MarkerView>| {
            let space = spaces.entry(hex).or_insert_with(|| SpaceView {
                id: stage.hex_name(hex).into(),
                control: None,
                markers: Vec::new(),
            });
            space.markers.extend(marker);
        };
        for place in &stage.scenario.objectives {
            add(place.hex.0, None);
        }
        for works in &seen.works {
            let (kind, word) = if works.fortified { ("fortified", "Fortified") } else { ("dug-in", "Dug in") };
            add(
                works.at,
                Some(MarkerView { kind: kind.into(), text: format!("{word} for {} points", works.size), toward: None }),
            );
        }
        for hex in seen.rubble.iter() {
            add(hex, Some(MarkerView { kind: "rubble".into(), text: "Rubble".into(), toward: None }));
        }
        for place in &stage.scenario.objectives {
            if let Some(space) = spaces.get_mut(&place.hex.0) {
                space.control = Some(seen.owner(place.hex.0));
            }
        }
        spaces.into_values().collect()
    }

    pub(crate) fn track_views(&self, seen: &State, viewer: Viewer) -> Vec<TrackView> {
        let stage = self.stage(seen);
        let [axis, soviet] = stage.totals(seen);
        let (side, level) = stage.level(seen);
        let track = |id: &str, name: &str, value: i64, note: String, role| TrackView {
            id: id.into(),
            name: name.into(),
            value: Some(value as i32),
            note,
            role,
            ..TrackView::default()
        };
        let mut tracks = vec![
            track("lead", "Soviet lead", soviet - axis, format!("{level} {side} victory so far"), TrackRole::Score),
            track("points-axis", "Axis points", axis, String::new(), TrackRole::Goal),
            track("points-soviet", "Soviet points", soviet, String::new(), TrackRole::Goal),
            track("sky", "Sky", seen.sky().into(), SKIES[usize::from(seen.sky()).min(4)].into(), TrackRole::Other),
            track("temperature", "Temperature (F)", i64::from(seen.temperature()) / 4, String::new(), TrackRole::Other),
            track("ground", "Ground", seen.ground[0] as i64, GROUNDS[seen.ground[0] as usize].into(), TrackRole::Other),
        ];
        for side in Side::BOTH.into_iter().filter(|s| viewer.knows(*s) || seen.over) {
            let names = ["infantry", "armour", "engineer", "artillery", "antitank", "antiaircraft"];
            for (name, points) in names.iter().zip(seen.pools[side.index()]) {
                let id = format!("replacements-{}-{name}", side.word());
                tracks.push(track(
                    &id,
                    &format!("{side} replacements: {name}"),
                    points.into(),
                    String::new(),
                    TrackRole::Other,
                ));
            }
        }
        tracks
    }

    /// 25.1: own reinforcements, and the weather foretold (24.4).
    fn calendar(&self, seen: &State, viewer: Viewer) -> Vec<CalendarView> {
        let stage = self.stage(seen);
        let mut days = Vec::new();
        for unit in 0..seen.units.len() as u16 {
            let (now, info) = (&seen.units[unit as usize], stage.info(unit));
            if now.life == Life::Later && now.due > 0 && viewer.knows(info.side) {
                let text = format!("{} arrives at {}", info.name, stage.place_name(stage.entry(seen, unit)));
                days.push(CalendarView { turn: now.due.into(), side: Some(info.side), text, counter: None });
            }
        }
        let today = stage.scenario.day(seen.turn.max(1));
        for turn in seen.turn..=stage.scenario.turns {
            if stage.scenario.day(turn) - today >= crate::weather::FORECAST_DAYS {
                break;
            }
            let n = turn as usize - 1;
            let sky = Sky::ALL[usize::from(seen.sky[n]).min(4)];
            let text = format!("{} sky, {}F", SKIES[sky as usize], seen.temperature[n] / 4);
            days.push(CalendarView { turn: turn.into(), side: None, text, counter: None });
        }
        days.sort_by_key(|day| day.turn);
        days
    }

    /// Ownership, supply lines.
    fn layers(&self, seen: &State, viewer: Viewer, detail: Detail) -> Vec<LayerView> {
        let stage = self.stage(seen);
        let mut layers: Vec<LayerView> = Side::BOTH
            .iter()
            .map(|side| {
                let mine = (0..stage.theater.hexes as u16).filter(|h| seen.owner(*h) == *side);
                LayerView {
                    id: format!("ground-{}", side.word()),
                    name: format!("Ground believed {side}"),
                    case: "18.6.c".into(),
                    spaces: detail.whole(|| mine.map(|h| stage.hex_name(h).to_owned()).collect()),
                    ..LayerView::default()
                }
            })
            .collect();
        if let Some(side) = viewer.side() {
            layers.push(LayerView {
                id: format!("supply-{}", side.word()),
                name: "Supply lines".into(),
                case: "19.41".into(),
                lines: detail.whole(|| self.supply_lines(seen, side)),
                ..LayerView::default()
            });
        }
        layers
    }

    /// 19.41: how each unit of a side is supplied.
    fn supply_lines(&self, seen: &State, side: Side) -> Vec<LineView> {
        let stage = self.stage(seen);
        let field = Field::with_contacts(&stage, seen, side);
        let lines = stage.lines(seen, &field, side, |hex| seen.owner(hex));
        let words = ["green", "blue", "yellow", "red", "black"];
        let of = |unit: u16| LineView {
            kind: if lines[unit as usize].band < 4 { "chain" } else { "broken" }.into(),
            path: vec![stage.hex_name(seen.units[unit as usize].at).to_owned()],
            stops: Vec::new(),
            text: format!("{}: {} line", stage.info(unit).name, words[usize::from(lines[unit as usize].band)]),
        };
        let units = (0..seen.units.len() as u16).filter(|u| seen.units[*u as usize].here() && stage.side(*u) == side);
        units.map(of).collect()
    }

    /// 8.1 of the dossier: what a player should think of before he commits.
    pub(crate) fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let stage = self.stage(seen);
        let mut all = Vec::new();
        let mut add = |case: &'static str, text: String, at: Option<String>| {
            all.push(Reminder { case: Case(case), text, mandatory: false, stake: true, at });
        };
        if self.is_commanded(seen, side, &Default::default()) {
            let text =
                "Your staff commands everything: no order of your own is carried out until you take the duty back";
            add("3.3.a", text.into(), None);
        }
        let ready = (0..stage.squadrons.len())
            .filter(|n| stage.squadrons[*n].side == side && seen.squadrons[*n].ready <= seen.turn)
            .count();
        if ready > 0 && stage.may_fly(seen, side) {
            add("17.0", format!("{ready} squadrons can fly"), None);
        }
        if stage.hour(seen).morning {
            let tons: i64 = (0..seen.units.len() as u16)
                .filter(|u| stage.info(*u).hq.is_some() && stage.side(*u) == side)
                .map(|u| seen.units[u as usize].tons / TON)
                .sum();
            add("19.3.a", format!("Supply Levels can be set this morning; headquarters hold {tons} tons"), None);
        }
        let points: u16 = seen.pools[side.index()].iter().sum();
        if points > 0 {
            add("26.1", format!("{points} replacement points are unused"), None);
        }
        for place in &stage.scenario.objectives {
            let hex = place.hex.0;
            let threatened = seen.owner(hex) == side
                && seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 1)
                && !seen.units.iter().any(|u| u.at == hex);
            if threatened {
                add("27.1", format!("{} is open to the enemy", place.name), Some(stage.hex_name(hex).into()));
            }
        }
        all
    }
}

fn nation(nation: Nation, colour: Colour) -> &'static str {
    match (nation, colour) {
        (_, Colour::SovietGuard) => "guards",
        (_, Colour::Luftwaffe) => "luftwaffe",
        (_, Colour::WaffenSs) => "ss",
        (Nation::Soviet, _) => "soviet",
        (Nation::German, _) => "german",
        (Nation::Romanian, _) => "romanian",
        (Nation::Hungarian, _) => "hungarian",
        (Nation::Italian, _) => "italian",
    }
}
