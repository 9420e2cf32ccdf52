//! What case files tell and set of a position, both by one table.

use crate::Winter;
use crate::data::{Area, RingArmy, UnitId};
use crate::state::{Interdiction, Place, Pocket, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::told::{Spelled, Told, Wish};
use kessel_kit::tree;
use serde_json::{Value, json};

kessel_kit::told! { Winter:
    Pocket { near, due, tried, since, linked, ended, fed, activated, left, attacked, release, freed }
}

kessel_kit::things! {
    /// Everything but the counters.
    things, SET: State as Winter {
        set fog = switches.fog; set thunderclap = switches.thunderclap; set groups = switches.groups;
        first = initiative.first; set streak = initiative.streak; set owed = initiative.owed; combat_first;
        entrenched => |s, game, wish| wish.each(|side, wish| match Side::from_word(side) {
            Some(side) => s.entrenched[side.index()].grant(game, wish),
            None => wish.refuse("a side, axis or soviet,"),
        });
        zones => |s, game| s.zones.iter().map(|z| json!({ "hex": game.hex_id(z.hex), "points": z.points })).collect(),
            |s, game, wish| {
                s.zones.clear();
                wish.each(|hex, wish| match (game.data.map.board.space(hex), wish.read(game)) {
                    (Some(hex), Some(points)) if !s.zones.is_full() => s.zones.push(Interdiction { hex, points }),
                    _ => wish.refuse("a hex and its points"),
                });
            };
        bridges => |s, game, wish| wish.each(|side, wish| {
            let board = &game.data.map.board;
            let edge = side.split_once('|').and_then(|(a, b)| board.edge(board.space(a)?, board.space(b)?));
            match (edge, wish.read(game)) {
                (Some(edge), Some(stands)) => game.set_bridge(s, edge, stands),
                _ => wish.refuse("a hexside, true or false,"),
            }
        });
        reserves => |s, game| {
                let all = game.data.scenario(s.scenario).reserves.iter().enumerate();
                all.filter(|(n, _)| s.reserves >> n & 1 == 1).map(|(_, reserve)| reserve.id.as_str()).collect()
            }, |s, game, wish| s.reserves = wish.bits("a reserve", |id| game.reserve(s, id));
        closest => |s, game, wish| wish.each(|id, wish| match (game.reserve(s, id), wish.read(game)) {
            (Some(n), Some(distance)) => (s.closest[0][n], s.closest[1][n]) = (distance, distance),
            _ => wish.refuse("a reserve and its distance"),
        });
        score => |s, _| json!({
                "eighteen": s.score.eighteen, "five": s.score.five, "corridor": s.score.corridor, "convoys": s.score.convoys,
                "unmade_axis": s.score.unmade[0], "unmade_soviet": s.score.unmade[1],
            }), |s, game, wish| wish.each(|key, wish| match key {
                "eighteen" => s.score.eighteen.grant(game, wish),
                "five" => s.score.five.grant(game, wish),
                "corridor" => s.score.corridor.grant(game, wish),
                "convoys" => s.score.convoys.grant(game, wish),
                "unmade_axis" => s.score.unmade[0].grant(game, wish),
                "unmade_soviet" => s.score.unmade[1].grant(game, wish),
                _ => wish.refuse("eighteen, five, corridor, convoys, unmade_axis or unmade_soviet"),
            });
        pocket;
        tally => |s, _| by_nation(&s.tally), |s, game, wish| grant_by_nation(&mut s.tally, game, wish);
        points => |s, _| by_nation(&s.points), |s, game, wish| grant_by_nation(&mut s.points, game, wish);
        set pool; christea;
        bills => |s, game, wish| {
            let mut bills = s.bills.iter_mut();
            wish.items(|wish| match bills.next() {
                Some(bill) => grant_row(bill, game, wish),
                None => wish.refuse("no bill more than there are"),
            });
        };
        set moved = memory.moved; set attacked = memory.attacked; set dug = memory.digging; set approached = memory.approached;
        set bombarded = memory.bombarded; set struck = memory.struck;
        // Units that did not begin the phase where they stand.
        apart => |s, game, wish| wish.items(|wish| if let Some(unit) = wish.read::<UnitId, _>(game) {
            s.memory.start[unit.index()] = SpaceId(0);
        });
    }
}

/// What belongs to the phase, and is set when it has begun.
pub(crate) const LATE: [&str; 7] = ["moved", "attacked", "dug", "approached", "bombarded", "struck", "apart"];

const NATIONS: [&str; 3] = ["german", "rumanian", "soviet"];

/// Three numbers for each nation.
fn by_nation<T: serde::Serialize>(rows: &[[T; 3]; 3]) -> Value {
    tree::by_name(NATIONS.iter().zip(rows), |(nation, row)| ((*nation).to_owned(), json!(row)))
}

fn grant_by_nation<T: Spelled<Winter>>(rows: &mut [[T; 3]; 3], game: &Winter, wish: &mut Wish<'_>) {
    wish.each(|key, wish| match NATIONS.iter().position(|nation| *nation == key) {
        Some(n) => grant_row(&mut rows[n], game, wish),
        None => wish.refuse("german, rumanian or soviet"),
    });
}

/// The first numbers of a row.
fn grant_row<T: Spelled<Winter>>(row: &mut [T; 3], game: &Winter, wish: &mut Wish<'_>) {
    let mut cells = row.iter_mut();
    wish.items(|wish| match cells.next() {
        Some(cell) => cell.grant(game, wish),
        None => wish.refuse("at most three numbers"),
    });
}

/// Some of the three Ring armies, as a list of those.
impl Spelled<Winter> for [bool; 3] {
    fn spell(&self, _: &Winter) -> Value {
        RingArmy::ALL.into_iter().filter(|army| self[*army as usize]).map(RingArmy::word).collect()
    }

    fn read(_: &Winter, value: &Value) -> Option<[bool; 3]> {
        let mut armies = [false; 3];
        for word in value.as_array()? {
            armies[RingArmy::ALL.into_iter().find(|army| word == army.word())? as usize] = true;
        }
        Some(armies)
    }

    fn wanted() -> String {
        "a list of Ring armies, 21, 57 and 64,".into()
    }
}

impl Spelled<Winter> for Supply {
    fn spell(&self, _: &Winter) -> Value {
        self.word().into()
    }

    fn read(_: &Winter, value: &Value) -> Option<Supply> {
        [Supply::Regular, Supply::Organic, Supply::Out].into_iter().find(|supply| value == supply.word())
    }

    fn wanted() -> String {
        "regular, organic or out".into()
    }
}

/// Where a unit is that is in no hex.
const ELSEWHERE: [(&str, Place); 10] = [
    ("out", Place::Out),
    ("setup", Place::Setup),
    ("later", Place::Later),
    ("dead", Place::Dead),
    ("lost", Place::Lost),
    ("arrived", Place::Arrived),
    ("entry-g", Place::Entering(Area::EntryG)),
    ("entry-b", Place::Entering(Area::EntryB)),
    ("entry-n", Place::Entering(Area::EntryN)),
    ("entry-christea", Place::Entering(Area::EntryChristea)),
];

impl Spelled<Winter> for Place {
    fn spell(&self, game: &Winter) -> Value {
        match self {
            Place::At(hex) => hex.spell(game),
            Place::Away(hex) => format!("away-{}", game.hex_id(*hex)).into(),
            Place::Entering(_) => "entering".into(),
            _ => ELSEWHERE.iter().find(|(_, place)| place == self).map_or("?", |(word, _)| word).into(),
        }
    }

    fn read(game: &Winter, value: &Value) -> Option<Place> {
        let word = value.as_str()?;
        let elsewhere = ELSEWHERE.iter().find(|(known, _)| *known == word).map(|(_, place)| *place);
        let hex = |name: &str| game.data.map.board.space(name);
        let away = || word.strip_prefix("away-").and_then(hex).map(Place::Away);
        elsewhere.or_else(away).or_else(|| hex(word).map(Place::At))
    }

    fn wanted() -> String {
        "a hex, away-HEX, out, setup, later, dead, lost, arrived, entry-g, entry-b, entry-n or entry-christea".into()
    }
}

/// What can be set of a unit.
pub(crate) const UNIT: &str = "points, supply, disrupted, fired, moved, digging, freed, home";

impl Winter {
    /// Sets what a case file says of a unit.
    pub(crate) fn set_unit(&self, state: &mut State, unit: UnitId, wish: &mut Wish<'_>) {
        wish.each(|key, wish| match key {
            "points" => state.unit_mut(unit).points.grant(self, wish),
            "supply" => state.unit_mut(unit).supply.grant(self, wish),
            "disrupted" => state.unit_mut(unit).disrupted.grant(self, wish),
            "fired" => state.unit_mut(unit).fired.grant(self, wish),
            "moved" => state.unit_mut(unit).moved.grant(self, wish),
            "digging" => state.digging.set(unit, wish.read(self) == Some(true)),
            "freed" => state.pocket.freed.set(unit, wish.read(self) == Some(true)),
            "home" => state.homes[unit.index()].grant(self, wish),
            _ => wish.refuse(&format!("one of {UNIT}")),
        });
    }

    /// The place of a reserve in the list of them.
    fn reserve(&self, state: &State, id: &str) -> Option<usize> {
        self.data.scenario(state.scenario).reserves.iter().position(|reserve| reserve.id == id)
    }
}

impl RingArmy {
    /// Its word in files.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            RingArmy::Army21 => "21",
            RingArmy::Army57 => "57",
            RingArmy::Army64 => "64",
        }
    }
}
