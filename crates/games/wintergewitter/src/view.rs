//! What lies on the table, as one viewer may know it. Everything here is made from the redacted position.

mod battle;
#[cfg(test)]
mod tests;

use crate::Winter;
use crate::data::{Area, Nation, RingArmy, ScenarioId, UnitId};
use crate::sheet::{WAITING, air_space};
use crate::state::{Place, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::facets::Acts;
use kessel_kernel::view::{
    CalendarView, CounterView, Detail, FaceView, FactorView, LayerView, MarkerView, SpaceView, TrackRole, TrackView,
    TurnView, View,
};
use kessel_kernel::{Offers, Seen, Side};

/// Makes a layer of its id, name, meaning and spaces.
type MakeLayer<'a> = dyn Fn(&str, &str, &str, &dyn Fn(SpaceId) -> bool) -> LayerView + 'a;

impl Winter {
    /// The view of a position.
    pub(crate) fn view_of(&self, seen: &Seen<State>, detail: Detail) -> View {
        let state = &*self.ready(seen);
        View {
            game: self.info.id.clone(),
            scenario: state.scenario.word().into(),
            viewer: seen.viewer(),
            turn: self.turn_view(state),
            to_act: self.to_act(state),
            spaces: self.space_views(state),
            counters: self.counter_views(state),
            tracks: self.track_views(state),
            battle: self.battle_view(state),
            calendar: detail.whole(|| self.calendar_views(state)),
            layers: self.layer_views(state, detail),
            offers: Offers::default(),
            outcome: state.ending(),
        }
    }

    fn turn_view(&self, state: &State) -> TurnView {
        let scenario = self.data.scenario(state.scenario);
        let line = state.step().line();
        let phase = state.phase_id();
        TurnView {
            number: self.turn_of(state),
            of: u32::from(scenario.last - scenario.first) + 1,
            label: self.data.turn(state.turn).name.clone(),
            side: Some(state.phasing).filter(|_| matches!(state.step(), crate::sequence::Step::Player(..))),
            phase_name: state.phase_title(),
            phase,
            case: line.case.id().into(),
        }
    }

    fn space_views(&self, state: &State) -> Vec<SpaceView> {
        let map = &self.data.map;
        let view = |hex: SpaceId| {
            let places = [map.kumsky, map.christea];
            let control = places.iter().position(|at| *at == hex).map(|n| state.control[n]).or(self.holder(state, hex));
            SpaceView { id: self.hex_id(hex).into(), control, markers: self.marker_views(state, hex) }
        };
        map.board.hexes().map(view).collect()
    }

    fn marker_views(&self, state: &State, hex: SpaceId) -> Vec<MarkerView> {
        let mut markers = Vec::new();
        let mut add = |kind: &str, text: String, toward: Option<String>| {
            markers.push(MarkerView { kind: kind.into(), text, toward })
        };
        if Side::BOTH.iter().any(|side| state.entrenched[side.index()].contains(hex)) {
            add("entrenchment", "entrenched".into(), None);
        }
        for zone in state.zones.iter().filter(|zone| zone.hex == hex) {
            add("interdiction", format!("interdiction {}", zone.points), None);
        }
        for near in self.data.map.board.neighbors(hex) {
            if self.data.map.sides[near.edge].bridge || self.bridged(state, near.edge) {
                let stands = self.bridged(state, near.edge);
                let (kind, text) = if stands { ("bridge", "bridge") } else { ("bridge-out", "bridge destroyed") };
                add(kind, text.into(), Some(self.hex_id(near.space).to_owned()));
            }
        }
        markers
    }

    fn counter_views(&self, state: &State) -> Vec<CounterView> {
        let mut counters: Vec<CounterView> =
            self.data.unit_ids().filter_map(|unit| self.unit_view(state, unit)).collect();
        for (n, shadow) in state.shadows.iter().enumerate() {
            counters.push(self.shadow_view(shadow, n));
        }
        for air in self.data.air_ids() {
            let (plane, at) = (self.data.plane(air), state.air[air.index()]);
            if self.has_box(plane.side, at) {
                let factor = |name: &str, value: u8| FactorView { name: name.into(), value: value.to_string() };
                counters.push(CounterView {
                    id: plane.id.clone(),
                    side: Some(plane.side),
                    at: air_space(plane.side, at),
                    kind: "air".into(),
                    face: FaceView {
                        name: plane.name.clone(),
                        nation: if plane.side == Side::Axis { "german" } else { "soviet" }.into(),
                        symbol: "air".into(),
                        factors: vec![
                            factor("air-to-air", plane.attack),
                            factor("defence", plane.defence),
                            factor("bombs", plane.bombs),
                            factor("proficiency", plane.proficiency),
                        ],
                        ..FaceView::default()
                    },
                    ..CounterView::default()
                });
            }
        }
        counters
    }

    /// The spaces where counters of a side lie.
    pub(crate) fn spaces_of(&self, state: &State, side: Side) -> Vec<String> {
        let units = self.data.unit_ids().filter(|unit| self.data.info(*unit).side == side);
        let units = units.filter_map(|unit| self.unit_space(state, unit)).map(str::to_owned);
        let shadows = state.shadows.iter().filter(|shadow| shadow.side == side);
        let shadows = shadows.map(|shadow| self.hex_id(shadow.hex).to_owned());
        let air = self.data.air_ids().filter(|air| self.data.plane(*air).side == side);
        let air = air.map(|air| state.air[air.index()]).filter(|at| self.has_box(side, *at));
        units.chain(shadows).chain(air.map(|at| air_space(side, at))).collect()
    }

    /// The space where a unit lies; nowhere if it is no part of this game.
    fn unit_space(&self, state: &State, unit: UnitId) -> Option<&str> {
        match state.unit(unit).place {
            Place::At(hex) => Some(self.hex_id(hex)),
            Place::Entering(_) | Place::Away(_) | Place::Setup | Place::Dead => {
                Some(WAITING[self.data.info(unit).side.index()].0)
            }
            _ => None,
        }
    }

    fn unit_view(&self, state: &State, unit: UnitId) -> Option<CounterView> {
        let own = state.unit(unit);
        let info = self.data.info(unit);
        let at = self.unit_space(state, unit)?.to_owned();
        let face = info.face(own.points);
        let factor = |name: &str, value: u8| FactorView { name: name.into(), value: value.to_string() };
        let mut factors = vec![factor("strength", own.points)];
        factors.extend(info.range.map(|range| factor("range", range)));
        factors.extend([
            factor("movement", face.movement),
            factor("proficiency", face.proficiency),
            factor("stacking", face.stacking),
        ]);
        Some(CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at,
            kind: "unit".into(),
            face: FaceView {
                name: info.name.clone(),
                nation: serde_json::to_value(info.nation)
                    .ok()
                    .and_then(|v| v.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                symbol: serde_json::to_value(info.kind)
                    .ok()
                    .and_then(|v| v.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                size: serde_json::to_value(info.size)
                    .ok()
                    .and_then(|v| v.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                factors,
                steps: Some(own.points),
                max_steps: Some(info.full.strength),
                formation: self.data.group(info.formation).name.clone(),
            },
            hidden: false,
            flags: self.unit_flags(state, unit),
        })
    }

    fn unit_flags(&self, state: &State, unit: UnitId) -> Vec<String> {
        let own = state.unit(unit);
        let flags = [
            ("disrupted", own.disrupted),
            ("fired", own.fired),
            ("moved-marker", own.moved),
            ("organic", own.supply == Supply::Organic),
            ("out-of-supply", own.supply == Supply::Out),
            ("construction", state.digging.contains(unit) || state.memory.digging.contains(unit)),
            ("reserve", self.in_reserve(state, unit)),
            ("ring", self.ground.ring.contains(unit) && !state.pocket.freed.contains(unit)),
            ("done", state.memory.moved.contains(unit)),
            ("dead", own.place == Place::Dead),
            ("on-march", state.march.as_ref().is_some_and(|march| march.movers.iter().any(|m| m.unit == unit))),
            ("attacking", state.fight.as_ref().is_some_and(|fight| fight.attackers.contains(unit))),
            ("lead", state.fight.as_ref().is_some_and(|fight| fight.leads.contains(&Some(unit)))),
            ("gun", state.fight.as_ref().is_some_and(|f| f.guns.contains(unit) || f.defence.contains(unit))),
        ];
        flags.into_iter().filter(|(_, yes)| *yes).map(|(word, _)| word.to_owned()).collect()
    }

    /// A stack of which the viewer knows only that it is there.
    fn shadow_view(&self, shadow: &crate::state::Shadow, n: usize) -> CounterView {
        let words = ["disrupted", "fired", "moved-marker", "construction"];
        let mut flags: Vec<String> =
            words.iter().zip(shadow.marks).filter(|(_, yes)| *yes).map(|(w, _)| (*w).to_owned()).collect();
        match shadow.supply {
            Supply::Regular => {}
            Supply::Organic => flags.push("organic".into()),
            Supply::Out => flags.push("out-of-supply".into()),
        }
        CounterView {
            id: format!("?{n}"),
            side: Some(shadow.side),
            at: self.hex_id(shadow.hex).into(),
            kind: "unit".into(),
            face: FaceView {
                name: if shadow.stack { "hidden units".into() } else { "a hidden unit".into() },
                nation: if shadow.side == Side::Axis { "german" } else { "soviet" }.into(),
                symbol: "unknown".into(),
                ..FaceView::default()
            },
            hidden: true,
            flags,
        }
    }

    fn track_views(&self, state: &State) -> Vec<TrackView> {
        let [german, soviet] = self.victory_points(state, false);
        let track = |id: &str, name: &str, value: i32, note: String| TrackView {
            id: id.into(),
            name: name.into(),
            value: Some(value),
            note,
            most: None,
            role: if id == "standing" { TrackRole::Score } else { TrackRole::Other },
            range: None,
        };
        let first = state.initiative.first.map_or("nobody yet".to_owned(), |side| Winter::side_name(side).to_owned());
        let info = self.data.turn(state.turn);
        let (level, word, score) = self.verdict(state);
        let _ = level;
        let mut tracks = vec![
            track("mandate", "Mandated attacks owed", state.initiative.owed.into(), first.clone()),
            track("streak", "Initiative in a row", state.initiative.streak.into(), first),
            track("vp-german", "German victory points", german, String::new()),
            track("vp-soviet", "Soviet victory points", soviet, String::new()),
            track(
                "standing",
                "If it ended now",
                score,
                if state.ended.is_some() || !state.switches.fog { word.into() } else { String::new() },
            ),
            track(
                "weather",
                "Weather",
                0,
                format!("{:?}, {} roads", info.weather, if info.icy { "icy" } else { "dry" }).to_lowercase(),
            ),
            track(
                "entrenchments",
                "Entrenchments",
                (state.entrenched[0].len() + state.entrenched[1].len()) as i32,
                format!("of {}", self.data.entrenchments),
            ),
        ];
        tracks
            .extend(self.ground_tracks(state).into_iter().map(|(id, name, value, note)| track(id, name, value, note)));
        tracks
    }

    /// What is still to come: nothing of earlier turns, nobody who is here, no release of who is free.
    fn calendar_views(&self, state: &State) -> Vec<CalendarView> {
        let scenario = self.data.scenario(state.scenario);
        let mut lines = Vec::new();
        for turn in state.turn.max(scenario.first)..=scenario.last {
            let info = self.data.turn(turn);
            let number = u32::from(turn - scenario.first) + 1;
            let mut add = |side, text: String| lines.push(CalendarView { turn: number, side, text, counter: None });
            add(None, format!("{}: {:?}{}", info.name, info.weather, if info.icy { ", icy roads" } else { "" }));
            for arrival in &info.arrivals {
                // The track is open to both; where an enemy is who has come is not.
                let waits = |unit: &&UnitId| match state.unit(**unit).place {
                    Place::Later | Place::Entering(_) => true,
                    Place::Unknown => turn > state.turn,
                    _ => false,
                };
                let names: Vec<&str> = arrival.units.iter().filter(waits).map(|unit| self.unit_name(*unit)).collect();
                if !names.is_empty() {
                    let side = arrival.units.first().map(|unit| self.side(*unit));
                    add(side, format!("arrive: {}", names.join(", ")));
                }
            }
            for id in &info.releases {
                let reserve = scenario.reserves.iter().enumerate().find(|(_, reserve)| reserve.id == *id);
                if let Some((_, reserve)) = reserve.filter(|(n, _)| state.reserves & (1 << n) != 0) {
                    add(Some(Side::Soviet), format!("released: {}", reserve.name));
                }
            }
        }
        lines
    }

    fn layer_views(&self, state: &State, detail: Detail) -> Vec<LayerView> {
        let layer = |id: &str, name: &str, case: &str, covers: &dyn Fn(SpaceId) -> bool| {
            let covered = || self.data.map.board.hexes().filter(|hex| covers(*hex));
            LayerView {
                id: id.into(),
                name: name.into(),
                case: case.into(),
                spaces: detail.whole(|| covered().map(|hex| self.hex_id(hex).to_owned()).collect()),
                ..LayerView::default()
            }
        };
        let interdicted = |hex| self.interdicted(state, hex) > 0;
        let mut layers = vec![layer("interdiction", "Interdiction zones", "4.4", &interdicted)];
        for side in Side::BOTH {
            let name = format!("{} zones of control", if side == Side::Axis { "Axis" } else { "Soviet" });
            layers.push(layer(&format!("zone-{}", side.word()), &name, "10", &|hex| state.in_zone(side, hex)));
            let open = self.passable(state, side);
            let name = format!("{} supply can be traced", if side == Side::Axis { "Axis" } else { "Soviet" });
            layers.push(layer(&format!("supply-{}", side.word()), &name, "14.2", &|hex| open.contains(hex)));
        }
        self.trigger_layers(state, &layer, &mut layers);
        layers
    }

    /// 19.1.1.p, 19.3.3.b, 19.3.3.c: where coming near has consequences: reserves that are seen, and the distances from the Pocket.
    fn trigger_layers(&self, state: &State, layer: &MakeLayer<'_>, layers: &mut Vec<LayerView>) {
        let waiting: Vec<SpaceId> =
            self.own(Side::Soviet).filter(|u| self.in_reserve(state, *u)).filter_map(|u| state.at(u)).collect();
        let reach = self.data.charts.pocket.reserve_reach;
        let near = |hex| waiting.iter().any(|at| self.distance(*at, hex) <= reach);
        layers.push(layer("reserves", "An enemy here frees a reserve", "19.1.1.p", &near));
        let points = &self.data.charts.points;
        for (id, name, case, far) in [
            ("pocket-far", "Near the Pocket: a point", "19.3.3.b", points.far_distance),
            ("pocket-near", "Close to the Pocket: another", "19.3.3.c", points.near_distance),
        ] {
            layers.push(layer(id, name, case, &|hex| (1..=far).contains(&self.data.map.to_pocket[hex])));
        }
    }

    /// What the scenario counts on the ground, and who waits for what.
    fn ground_tracks(&self, state: &State) -> Vec<(&'static str, &'static str, i32, String)> {
        let mut tracks = Vec::new();
        let german = |unit: UnitId| self.data.info(unit).nation == Nation::German;
        match state.scenario {
            ScenarioId::WeAreComing => {
                let points = self.across(state, Area::AcrossAksai, |_| true).0 as i32;
                tracks.push(("across", "Stacking points across the Aksai", points, "50 and 75 count (19.1.3)".into()));
            }
            ScenarioId::LastGasp => {
                let points = self.across(state, Area::AcrossMyshkova, german).0 as i32;
                let note = "50 and 100 count (19.2.3)".to_owned();
                tracks.push(("across", "German stacking points across the Myshkova", points, note));
            }
            ScenarioId::WinterStorm | ScenarioId::MaximumEffort => {
                let near = self.own(Side::Axis).filter(|u| self.is_relief(*u)).filter_map(|u| state.at(u));
                let closest = near.map(|hex| self.data.map.to_pocket[hex]).min().unwrap_or(u8::MAX);
                let note = "18 and 5 hexes count (19.3.3)".to_owned();
                tracks.push(("closest", "Hexes from the Pocket to the nearest Germans", closest.into(), note));
            }
        }
        let reserves = self.data.scenario(state.scenario).reserves.iter().enumerate();
        let held: Vec<&str> =
            reserves.filter(|(n, _)| state.reserves & (1 << n) != 0).map(|(_, r)| r.name.as_str()).collect();
        tracks.push(("reserves", "Reserves not released", held.len() as i32, held.join(", ")));
        let attacked: Vec<&str> = RingArmy::ALL
            .into_iter()
            .filter(|army| state.pocket.attacked[*army as usize])
            .map(RingArmy::name)
            .collect();
        tracks.push(("ring", "Ring armies attacked", attacked.len() as i32, attacked.join(", ")));
        tracks
    }
}
