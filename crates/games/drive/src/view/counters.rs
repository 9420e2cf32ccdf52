//! The counters with their faces and states (2.6 to 2.15, 11.7).

use crate::Drive;
use crate::data::{Factor, Nation, UnitId, UnitKind, UnitSize};
use crate::facts::off_map;
use crate::sets::UnitSet;
use crate::state::{Frame, Place, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::{CounterView, FaceView};
use kessel_kit::show::{chosen, factor};

/// The box beside the map for units that are to be set up, due or held back (8.1).
pub(crate) const WAITING: &str = "waiting";

impl Drive {
    pub(super) fn counter_views(&self, seen: &State) -> Vec<CounterView> {
        let mut hidden = [0u32; 2];
        // Backs come after all faces: a back among faces would tell between which units it lies.
        let (mut views, mut backs) = (Vec::new(), Vec::new());
        let south = self.southern_rifles(seen);
        for unit in self.data.unit_ids() {
            let place = seen.units[unit.index()].place;
            let side = self.side(unit);
            if place == Place::Out || (side == Side::Soviet && place == Place::ToCome && !south.contains(unit)) {
                continue;
            }
            if seen.veiled.contains(unit) {
                let Place::At(hex) = place else { continue };
                hidden[side.index()] += 1;
                backs.push(self.hidden_view(side, hidden[side.index()], hex));
                continue;
            }
            views.push(CounterView {
                id: self.unit_id(unit).into(),
                side: Some(side),
                at: self.whereabouts(seen, unit).into(),
                kind: "unit".into(),
                face: self.face_view(seen, unit),
                hidden: false,
                flags: self.flags(seen, unit),
            });
        }
        views.append(&mut backs);
        views
    }

    /// 8.5: the rifle divisions that may still come to the south map in this turn. They are of the pool, so they have no box of the
    /// track, but they wait beside the map like the others.
    fn southern_rifles(&self, seen: &State) -> UnitSet {
        let extras = &self.data.charts.extras;
        let this_turn = extras.south_rifles_per_turn.saturating_sub(seen.south.this_turn);
        let left = this_turn.min(extras.south_rifles.saturating_sub(seen.south.came));
        let pool = self.data.pool(UnitKind::Rifle).unit_ids();
        pool.filter(|unit| self.is_south_rifle(seen, *unit)).take(left.into()).collect()
    }

    /// The hex, or the place off the map; Axis units of the track wait in their box once they are due.
    fn whereabouts(&self, seen: &State, unit: UnitId) -> &str {
        let place = seen.units[unit.index()].place;
        let due = self.arrival(seen.scenario, unit).is_some_and(|turn| turn <= seen.turn);
        match place {
            Place::At(hex) => self.hex_id(hex),
            Place::Setup | Place::Waiting => WAITING,
            Place::ToCome if due && !seen.phase().is_setup() => WAITING,
            // 8.5: of the Soviets still to come only those are shown that may come in the south.
            Place::ToCome if self.side(unit) == Side::Soviet => WAITING,
            _ => off_map(place),
        }
    }

    /// A unit under the top one: only that it is there.
    fn hidden_view(&self, side: Side, number: u32, hex: SpaceId) -> CounterView {
        let nation = if side == Side::Axis { "german" } else { "soviet" };
        CounterView {
            id: format!("{}-hidden-{number}", side.word()),
            side: Some(side),
            at: self.hex_id(hex).into(),
            kind: "unit".into(),
            face: FaceView { nation: nation.into(), ..FaceView::default() },
            hidden: true,
            flags: Vec::new(),
        }
    }

    /// The designation that shows: an untried unit has none but its kind.
    pub(crate) fn shown_name(&self, seen: &State, unit: UnitId) -> &str {
        match seen.units[unit.index()].face {
            Some(face) => &self.data.faces[face.index()].id,
            None => &self.data.info(unit).name,
        }
    }

    fn face_view(&self, seen: &State, unit: UnitId) -> FaceView {
        let info = self.data.info(unit);
        let u = &seen.units[unit.index()];
        let word = |f: Factor| match f {
            Factor::Number(n) => n.to_string(),
            Factor::Die => "?".into(),
            Factor::Untried => "U".into(),
        };
        FaceView {
            name: self.shown_name(seen, unit).into(),
            nation: nation_word(info.nation, info.kind).into(),
            symbol: symbol(info.kind).into(),
            size: if info.size == UnitSize::Corps { "XXX" } else { "XX" }.into(),
            factors: vec![
                factor("attack", word(self.attack_factor(seen, unit))),
                factor("defence", word(self.defence_factor(seen, unit))),
                factor("movement", info.movement),
            ],
            steps: Some(u.steps),
            max_steps: Some(info.steps()),
            formation: self.army_word(u.army).unwrap_or_default().into(),
        }
    }

    fn flags(&self, seen: &State, unit: UnitId) -> Vec<String> {
        if seen.at(unit).is_none() {
            return Vec::new();
        }
        let supply = self.supply_of(seen, unit);
        let u = &seen.units[unit.index()];
        let fights = |attack: bool| {
            let fight = seen.fight();
            fight.is_some_and(|fight| if attack { fight.units } else { fight.defenders }.contains(unit))
                || (attack && seen.muster().is_some_and(|muster| muster.units.contains(unit)))
        };
        // What was done on the way counts until the player turn is over.
        let phase = seen.phase();
        let moved_now = phase.side() == Some(self.side(unit)) && (phase.is_movement() || seen.order.moves(false));
        let pile = seen.at(unit).map_or(0, |hex| seen.units_at(hex).count());
        chosen(&[
            ("on-march", matches!(seen.frames.top(), Frame::March(march) if march.units.contains(&unit))),
            ("attacking", fights(true)),
            ("defending", fights(false)),
            ("unsupplied", supply == Supplied::Out),
            ("coastal", supply == Supplied::Coastal),
            ("aerial", supply == Supplied::Aerial),
            ("frozen", self.is_frozen(seen, unit)),
            ("rooted", seen.rooted.contains(unit)),
            ("held", self.held_army(seen, unit).is_some()),
            ("repulsed", moved_now && seen.stopped.contains(unit)),
            ("moved", moved_now && u.spent > 0),
            ("assaulted", moved_now && seen.assaulted.contains(unit)),
            ("attacked", seen.attacked.contains(unit)),
            ("retreated", seen.refugees.contains(unit)),
            ("top", pile > 1 && seen.tops.contains(unit)),
        ])
    }
}

fn nation_word(nation: Nation, kind: UnitKind) -> &'static str {
    match nation {
        Nation::Soviet => "soviet",
        Nation::German if kind == UnitKind::Luftwaffe => "luftwaffe",
        Nation::German => "german",
        Nation::Romanian => "romanian",
        Nation::Hungarian => "hungarian",
        Nation::Italian => "italian",
    }
}

const fn symbol(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Panzer | UnitKind::TankCorps => "armour",
        UnitKind::Motorised => "motorised",
        UnitKind::MechanisedCorps => "mechanised",
        UnitKind::Flak => "anti-aircraft",
        UnitKind::Mountain => "mountain",
        UnitKind::Cavalry | UnitKind::CavalryCorps => "cavalry",
        UnitKind::TankDestroyer => "anti-tank",
        UnitKind::Artillery | UnitKind::HeavyCannon => "artillery",
        UnitKind::FortifiedArea => "fortress",
        UnitKind::NavalGarrison => "naval",
        UnitKind::Infantry | UnitKind::Jaeger | UnitKind::Security | UnitKind::Luftwaffe | UnitKind::Rifle => {
            "infantry"
        }
    }
}
