//! What case files tell and set of a position, both by one table. docs/case-files.md says what each word means.

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, ReserveId, UnitId};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Army, Crossing, Duty, Mover, Order, Place, South, State, Uses};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::Word;
use kessel_kit::told::{Spelled, Told, Wish};
use kessel_kit::tree;
use serde_json::{Value, json};

kessel_kit::names! { Drive:
    UnitId as counter, "unit",
        |game, unit| game.unit_id(unit),
        |game, id| game.data.unit(id);
    SpaceId as space, "hex",
        |game, hex| game.hex_id(hex),
        |game, id| game.data.map.board.space(id);
}
kessel_kit::spelled_words! { Drive: Order, Crossing }
kessel_kit::told! { Drive:
    Uses { double_assault, double_move, flood, aircraft, sea_blocked, schwerpunkt, airlift, manstein, risen }
    South { open, came, this_turn }
    Duty { panzers, infantry, gross_deutschland, motorised }
}

kessel_kit::things! {
    /// Everything but the counters.
    things, WORDS: State as Drive {
        order; second; added; frozen; limits_lifted; ruins; crossing; boxes; pile; sailed; south; duty;
        stopped; settled; assaulted; attacked; tired; rooted; shown; arrived;
        ring => |s, _| json!(!s.ring_gone), |s, game, wish| s.ring_gone = wish.read(game) == Some(false);
        uses => |s, game| tree::with(&s.uses.tell(game), json!({ "risen": s.uses.risen.count_ones() })),
            |s, game, wish| s.uses.grant(game, wish);
        defended => |s, game| (s.defended - s.veiled).tell(game), |s, game, wish| s.defended.grant(game, wish);
        refugees => |s, game| (s.refugees - s.veiled).tell(game), |s, game, wish| s.refugees.grant(game, wish);
        asleep => |s, game| FrontArmy::ALL.iter().filter(|a| game.is_asleep(s, **a)).map(|a| a.code()).collect(),
            |s, _, wish| s.asleep = wish.bits("a front army", |id| Some(FrontArmy::from_word(id)? as usize));
        reserved => |s, game| game.reserves_asleep(s).map(|army| army.id.as_str()).collect(),
            |s, game, wish| s.reserved = wish.bits("a reserve army", |id| game.reserve(id)) as u8;
        airlift => |s, game| s.airlift.tell(game), |s, game, wish| {
            s.airlift.grant(game, wish);
            s.uses.airlift = s.airlift.is_some();
        };
        network => |s, game, wish| set_network(s, game, wish, |_, hexes| hexes);
        join => |s, game, wish| set_network(s, game, wish, |now, hexes| now | hexes);
        leave => |s, game, wish| set_network(s, game, wish, |now, hexes| now - hexes);
        mover => |s, game, wish| s.mover = wish.read::<Option<SpaceId>, _>(game).flatten().map(Mover::Stack);
    }
}

/// The networks of sides, each made of what it is and the hexes that are named.
fn set_network(state: &mut State, game: &Drive, wish: &mut Wish<'_>, made: fn(Spaces, Spaces) -> Spaces) {
    wish.each(|side, wish| match Side::from_word(side) {
        Some(side) => {
            let hexes = wish.read(game).unwrap_or(Spaces::EMPTY);
            Side::BOTH.into_iter().for_each(|side| state.forget_supply(side));
            state.network[side.index()] = made(state.network[side.index()], hexes);
        }
        None => wish.refuse("a side, axis or soviet,"),
    });
}

/// Where a unit is that is in no hex, in files. `piled` is an older word.
const OFF_MAP: [(&str, Place); 8] = [
    ("dead", Place::Dead),
    ("eliminated", Place::Piled),
    ("piled", Place::Piled),
    ("withdrawn", Place::Withdrawn),
    ("waiting", Place::Waiting),
    ("turn-track", Place::ToCome),
    ("setup", Place::Setup),
    ("out", Place::Out),
];

/// The word for a place that is no hex.
pub(crate) fn off_map(place: Place) -> &'static str {
    OFF_MAP.iter().find(|(_, known)| *known == place).map_or("map", |(word, _)| word)
}

impl Spelled<Drive> for Place {
    fn spell(&self, game: &Drive) -> Value {
        if let Place::At(hex) = self { hex.spell(game) } else { off_map(*self).into() }
    }

    fn read(game: &Drive, value: &Value) -> Option<Place> {
        let off_map = OFF_MAP.iter().find(|(word, _)| value == word).map(|(_, place)| *place);
        off_map.or_else(|| SpaceId::read(game, value).map(Place::At))
    }

    fn wanted() -> String {
        "a hex, dead, eliminated, withdrawn, waiting, turn-track, setup or out".into()
    }
}

impl Spelled<Drive> for Army {
    fn spell(&self, game: &Drive) -> Value {
        game.army_word(*self).into()
    }

    fn read(game: &Drive, value: &Value) -> Option<Army> {
        let word = value.as_str()?;
        let reserve = || game.reserve(word).map(|i| Army::Reserve(ReserveId(i as u8)));
        let front = || FrontArmy::from_word(word).map(Army::Front);
        let found = AxisArmy::from_word(word).map(Army::Axis).or_else(front).or_else(reserve);
        if word == "none" { Some(Army::None) } else { found }
    }

    fn wanted() -> String {
        "an army, or `none` for no army,".into()
    }
}

/// What can be set of a unit.
pub(crate) const UNIT: &str = "steps, face, army, spent, allowance, origin, top";

impl Drive {
    /// Sets what a case file says of a unit.
    pub(crate) fn set_unit(&self, state: &mut State, unit: UnitId, wish: &mut Wish<'_>) {
        wish.each(|key, wish| {
            let u = &mut state.units[unit.index()];
            match key {
                "steps" => u.steps = wish.up_to(self.data.info(unit).steps()).unwrap_or(u.steps),
                "face" => self.set_face(state, unit, wish),
                "army" => u.army.grant(self, wish),
                "spent" => u.spent.grant(self, wish),
                "allowance" => u.allowance.grant(self, wish),
                "origin" => u.origin.grant(self, wish),
                "top" => {
                    let top = wish.read(self);
                    match state.at(unit) {
                        Some(hex) if top == Some(true) => {
                            state.tops -= state.stack_at(hex);
                            state.tops.insert(unit);
                        }
                        None if top.is_some() => wish.refuse("a unit on the map"),
                        _ => {}
                    }
                }
                _ => wish.refuse(&format!("one of {UNIT}")),
            }
        });
    }

    /// A face that another unit shows cannot be had twice.
    fn set_face(&self, state: &mut State, unit: UnitId, wish: &mut Wish<'_>) {
        let face = wish.value.as_str().and_then(|id| self.data.face(id));
        let fits = face.filter(|face| self.data.faces[face.index()].kind == self.data.info(unit).kind);
        let free = fits.filter(|face| state.units.iter().all(|u| u.face != Some(*face)));
        if free.is_none() && wish.value != "untried" {
            return wish.refuse("a free face of that kind, or `untried`,");
        }
        state.units[unit.index()].face = free;
    }

    /// The army in files.
    pub(crate) fn army_word(&self, army: Army) -> Option<&str> {
        match army {
            Army::None => None,
            Army::Axis(army) => Some(army.code()),
            Army::Front(army) => Some(army.code()),
            Army::Reserve(id) => self.data.blue.reserves.get(id.index()).map(|r| r.id.as_str()),
        }
    }

    /// The place of a reserve army in the list of them.
    fn reserve(&self, id: &str) -> Option<usize> {
        self.data.blue.reserves.iter().position(|army| army.id == id)
    }

    /// The ids of units that the viewer may name.
    pub(super) fn ids(&self, seen: &State, units: UnitSet) -> Value {
        (units - seen.veiled).tell(self)
    }
}
