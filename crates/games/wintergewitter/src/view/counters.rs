//! Units, what is seen of hidden ones, and aircraft.

use crate::Winter;
use crate::data::UnitId;
use crate::sheet::{WAITING, air_space};
use crate::state::{Place, State, Supply};
use kessel_kernel::Side;
use kessel_kernel::view::{CounterView, FaceView, FactorView};
use kessel_kit::tree::word;

impl Winter {
    pub(super) fn counter_views(&self, state: &State) -> Vec<CounterView> {
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
    pub(super) fn spaces_of(&self, state: &State, side: Side) -> Vec<String> {
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
                nation: word(&info.nation),
                symbol: word(&info.kind),
                size: word(&info.size),
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
}
