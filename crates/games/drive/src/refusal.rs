//! What the sentences of refusals name, and how it is said. The sentences themselves stand at the rules.

mod hints;

use crate::Drive;
use crate::data::{Terrain, UnitId};
use crate::sets::UnitSet;
use crate::state::{Frame, Muster, Order, State};
use hints::{said_of, where_it_comes, why_not_in_this_order};
use kessel_board::SpaceId;
use kessel_kernel::facets::Refuses;
use kessel_kernel::{No, Side};

/// How a check asks the rules of this game, one by one.
pub(crate) type Consult = kessel_kernel::Consult<Why>;
/// What a check gives back.
pub(crate) type Verdict = Result<(), No<Why>>;

kessel_kit::nouns! {
    /// What the sentences of this game name: what the action named, what lies open or is the asker's own, so that a 'no' tells nothing new. What is
    /// written on after a gap is a hint: what the player could do instead, or when.
    pub enum Noun in (game: Drive, state: State, case) {
        by id {
            /// A unit.
            Unit(unit: UnitId) => game.unit_name(unit).into(),
            /// A hex.
            Hex(hex: SpaceId) => game.hex_name(hex),
            /// A side.
            Side(side: Side) => side.to_string(),
            /// An order of phases.
            Order(order: Order) => said_of(order).into(),
            /// A number.
            Number(number: u8) => number.to_string(),
        }
        by name {
            /// A unit by its number: counters of one pile look alike.
            Id(unit: UnitId) => game.unit_id(unit).into(),
            /// The first counter of a unit's pile.
            FirstOfPile(unit: UnitId) => game.first_of_its_pile(state, unit).into(),
            /// How many more wait to be set up.
            Others(unit: UnitId) => game.others_to_place(state, unit),
            /// Where a unit's group stands.
            SetUp(unit: UnitId) => game.where_it_sets_up(state, unit),
            /// When a frozen army is free.
            Wakes(unit: UnitId) => game.when_it_wakes(state, unit),
            /// When an Axis army is released.
            Released(unit: UnitId) => game.when_released(state, unit),
            /// When a unit comes.
            Comes(unit: UnitId) => game.when_it_comes(state, unit),
            /// Where it may come in.
            Entry => where_it_comes(case).into(),
            /// What must still be withdrawn.
            Owed => game.still_owed(state.duty),
            /// Why an order of phases is not open.
            OrderHint => why_not_in_this_order(case).into(),
            /// Points that the marching group has left.
            PointsLeft => game.points_words(state),
            /// The ports.
            Ports => game.port_names(),
            /// What keeps mobile assaults out of a hex.
            Cover(hex: SpaceId) => game.cover_of(state, hex).into(),
            /// Why nobody beside a hex can attack it.
            Hindrance(hex: SpaceId) => game.hindrance(state, hex),
            /// What must be done before anything else can be.
            Now => game.first_things_first(state),
        }
    }
}

impl Drive {
    /// How many more of a side wait to be set up.
    fn others_to_place(&self, state: &State, unit: UnitId) -> String {
        match self.to_place(state, self.side(unit)).count() {
            0 | 1 => String::new(),
            n => format!(", and {} more", n - 1),
        }
    }

    /// What must be done before anything else can be.
    fn first_things_first(&self, state: &State) -> String {
        let target = || state.fight().map_or_else(String::new, |fight| self.hex_name(fight.target));
        match state.frames.top() {
            Frame::Phase(phase) => format!("that does not belong to this phase: {}", phase.step().name),
            Frame::March(_) => "a group is on the move: it must finish first".into(),
            Frame::Muster(muster) => {
                let at = self.hex_name(muster.target);
                format!("an assault on {at} is being put together: it must be fought, or taken back, first")
            }
            Frame::Fight(_) => format!("{} is being fought for", target()),
            Frame::Reply if state.fight().is_none() => "aerial supply is dropped now, or not: `done`".into(),
            Frame::Reply => format!("the assault on {} waits for the defender's support, or his `done`", target()),
            Frame::Retreat(_) => format!("the defenders of {} must retreat first", target()),
            Frame::Losses(1) => format!("the attackers of {} must lose a step first", target()),
            Frame::Losses(n) => format!("the attackers of {} must lose {n} steps first", target()),
            Frame::Advance => format!("who advances into {} must be settled first; `done` ends it", target()),
            Frame::Excess { hex, .. } => format!("a unit must be removed from {} first", self.hex_name(*hex)),
            Frame::Taman => "the two divisions of Taman come now, or wait: `done`".into(),
        }
    }

    /// Where a unit's group stands, if that can be said in a few words (12.1, 12.3).
    fn where_it_sets_up(&self, state: &State, unit: UnitId) -> String {
        let Some(group) = self.group_of(state, unit) else { return String::new() };
        if group.hexes.len() <= 10 {
            let hexes: Vec<&str> = group.hexes.iter().map(|hex| self.hex_id(*hex)).collect();
            return format!(": {} stands in {}", group.name, hexes.join(", "));
        }
        match (group.side, group.id.as_str()) {
            (Side::Axis, "A") => ": it begins anywhere west of the start line".into(),
            (Side::Axis, _) => format!(": it begins in the area of {}", group.name),
            (Side::Soviet, "destroyers") => ": it begins in a northern town or city behind the front line".into(),
            (Side::Soviet, _) => ": it begins on the start line or east of it".into(),
        }
    }

    /// What keeps mobile assaults out of a hex (9.25).
    fn cover_of(&self, state: &State, hex: SpaceId) -> &'static str {
        let space = &self.data.map.spaces[hex];
        if space.is_city() {
            return "it is a city";
        }
        if self.is_fortified(state, hex) {
            return "its fortifications stand";
        }
        match space.terrain {
            Terrain::Forest => "it is forest",
            Terrain::Hills => "it is hills",
            Terrain::Mountain => "it is mountains",
            Terrain::Marsh => "it is marsh",
            Terrain::Clear | Terrain::Desert | Terrain::Sea => "its ground is closed",
        }
    }

    /// Why nobody beside a hex can attack it: nobody is there, or what the first of them would hear.
    fn hindrance(&self, state: &State, target: SpaceId) -> String {
        let Some(side) = state.phase().side() else { return String::new() };
        let Some(unit) = self.candidates(state, target, side).next() else {
            return ": none is next to it".into();
        };
        let muster = Muster { target, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        match self.check_join(state, &muster, side, unit, &mut Consult::strict()) {
            Err(no) => format!(": {}", self.sentence(state, no.case, no.why)),
            Ok(()) => String::new(),
        }
    }
}
