//! What case files tell and set of a position, both by one table. docs/case-files.md says what each word means.

use super::fights;
use crate::Roads;
use crate::action::PlaneId;
use crate::data::{Cloud, DefenderResult, Effect, Ice, MansteinSide, Map, Scenario, SupportId, UnitId, Weather};
use crate::state::{
    AttackerWord, Bill, DefenderWord, Fight, FightKind, Fortress, Manstein, Mars, Mode, Offensive, Okh, Om, Restraint,
    Spot, Stage, State, Stavka, Supply, SupportBox, UnitSet,
};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::told::{Spelled, Told, Wish};
use kessel_kit::{Word, tree};
use serde_json::{Value, json};

/// Who knows the names of things: the game, on the map of the scenario that is played.
#[derive(Copy, Clone)]
pub(crate) struct Names<'a> {
    pub game: &'a Roads,
    pub scenario: &'a Scenario,
    pub map: &'a Map,
}

impl Roads {
    /// The names of the scenario that is played.
    pub(crate) fn naming(&self, state: &State) -> Names<'_> {
        Names { game: self, scenario: self.scenario(state), map: self.map(state) }
    }
}

impl Names<'_> {
    /// A land hex of the map.
    pub(crate) fn land(&self, name: &str) -> Option<SpaceId> {
        let board = &self.map.board;
        board.space(name).filter(|hex| board.is_hex(*hex) && !self.map.spaces[*hex].is_water())
    }

    /// A Ju 52 by its name.
    pub(crate) fn plane(&self, name: &str) -> Option<PlaneId> {
        self.game.planes().find(|plane| self.game.plane_word(*plane) == name)
    }

    fn city(&self, name: &str) -> Option<usize> {
        self.map.cities.iter().position(|city| city.name == name).filter(|place| *place < 8)
    }

    fn cities(&self, bits: u8) -> Value {
        let named = self.map.cities.iter().take(8).enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        named.map(|(_, city)| city.name.as_str()).collect()
    }
}

kessel_kit::names! { Names<'_>:
    UnitId as counter, "unit", |names, unit| names.game.info(unit).id.as_str(), |names, id| names.game.data.unit(id);
    SupportId as counter, "support", |names, marker| names.game.marker_id(marker), |names, id| names.game.data.supports.marker(id);
    PlaneId as counter, "Ju 52 marker", |names, plane| names.game.plane_word(plane), |names, id| names.plane(id);
    Om, "Offensive Marker", |_names, om| om.word(), |_names, id| by_word(&Om::ALL, Om::word, id);
    Supply, "supply marker: in, oos or oos-fs", |_names, supply| supply.word(), |_names, id| by_word(&Supply::ALL, Supply::word, id);
    SupportBox as space, "box of supports", |_names, at| at.word(), |_names, id| by_word(&SupportBox::ALL, SupportBox::word, id);
    DefenderWord, "result like DR2 or S", |_names, found| found.result().word(), |_names, id| DefenderResult::from_word(id).map(Into::into);
    Bill, "bill", |_names, bill| bill.word(), |_names, id| by_word(&Bill::ALL, Bill::word, id);
}
impl Word for FightKind {}
impl Word for Stage {}
impl Word for Mode {}
impl Word for AttackerWord {}

kessel_kit::spelled_words! { Names<'_>: Weather, Ice, Cloud, MansteinSide, FightKind, Stage, Mode, AttackerWord, Effect }
kessel_kit::told! { Names<'_>:
    Mars { at, over, paid, stalin }
    Okh {
        used, approval, crisis, rolled, due, attacks, duty, next, now, locked, gained, manstein: grant_manstein, prestige, side,
        wintergewitter, unsealed_gains, backhand, backhand_used, chosen,
    }
    Fortress {
        marker, level, fixed, declared, ever, assaulted, attacked, extra, guard_attacked, relief, raided, aa, goering, hube, sortie,
        sallying, mobile, last_reserves, movers, guards, guarded,
    }
    Stavka {
        hqs: grant_hqs, serving, bonus, left, rolled, reserves, reserves_left, entering: grant_entering, entering_left, present,
    }
    Fight {
        supports, stage, attack, defence, elite, armored, roll, losses, level, by_river, weak_allies, all_german, rescue, engagement,
        engaged, one_sided, retreat, went_back, soviet_losses, hit, nullified, taken, resisting, stack_resists,
        column: fights::grant_column, attacker_result: fights::grant_attacker_result, defender_result,
    }
}

kessel_kit::things! {
    /// Everything but the counters and the decisions that are open.
    things, WORDS: State as Names<'n> {
        weather = forecast.weather; ice = forecast.ice; cloud = forecast.cloud; february_mud; mars; approval = okh.approval;
        launched; swapped; major_west; banned; transferred; moved; attacked; struck; retreated; surprised; arrived; leaving;
        strategic_paid; rail; points; stalingrad_withdrawn = withdrawn; owed; city_reinforced; free_taken; lost_hexes; score;
        set pressed;
        superiority => |s, _| Effect::ALL.into_iter().filter(|effect| s.superior(*effect)).map(Effect::word).collect(),
            |s, _, wish| {
                let bits = wish.bits("an effect", |id| Effect::from_word(id).map(|effect| effect as usize));
                s.superiority = std::array::from_fn(|place| bits >> place & 1 == 1);
            };
        okh => |s, names| tree::with(&s.okh.tell(names), json!({ "until": s.okh.manstein.until() })),
            |s, names, wish| s.okh.grant(names, wish);
        manstein => |s, names, wish| grant_manstein(&mut s.okh, names, wish);
        fortress => |s, names| tree::with(&s.fortress.tell(names), json!({ "sealed": names.game.sealed(s) })),
            |s, names, wish| s.fortress.grant(names, wish);
        stavka => |s, names| tree::with(&s.stavka.tell(names), json!({
                "hqs": some(&s.stavka.hqs, names), "entering": some(&s.stavka.entering, names),
            })), |s, names, wish| s.stavka.grant(names, wish);
        no_points => |s, _| tree::by_side(|side| s.no_points[side.index()]), |s, names, wish| {
            s.no_points = [false; 2];
            wish.items(|wish| if let Some(side) = wish.read::<Side, _>(names) {
                s.no_points[side.index()] = true;
            });
        };
        upgrades => |s, names| {
                let all = names.scenario.upgrades.iter().take(16).enumerate();
                all.filter(|(place, _)| s.upgrades >> place & 1 == 1).map(|(_, line)| line.to.tell(names)).collect()
            }, |s, names, wish| s.upgrades = wish.bits("what something is upgraded into", |id| {
                names.scenario.upgrades.iter().position(|line| names.game.data.unit(id) == Some(line.to))
            });
        conditions => |s, names| {
                let all = names.scenario.conditions.iter().take(8).enumerate();
                all.filter(|(place, _)| s.conditions >> place & 1 == 1).map(|(_, line)| line.condition.id.as_str()).collect()
            }, |s, names, wish| s.conditions = wish.bits("a condition of this scenario", |id| {
                names.scenario.conditions.iter().position(|line| line.condition.id == id).filter(|place| *place < 8)
            }) as u8;
        successes => |s, names| names.cities(s.successes),
            |s, names, wish| s.successes = wish.bits("a major city of this map", |id| names.city(id)) as u8;
        recaptures => |s, names| names.cities(s.recaptures),
            |s, names, wish| s.recaptures = wish.bits("a major city of this map", |id| names.city(id)) as u8;
        offensives => |s, names, wish| wish.each(|key, wish| match by_word(&Om::ALL, Om::word, key) {
            Some(om) => names.put_offensive(s, om, wish),
            None => wish.refuse("major, minor-a or minor-b"),
        });
        // Decisions are opened when everything else is set.
        frame => |_, _, _| {};
        fight => |_, _, _| {};
        enter => |_, names, wish| _ = wish.read::<bool, _>(names);
        served => |s, names, wish| wish.each(|key, wish| match key {
            "attack" => s.served[0].grant(names, wish),
            "defence" => s.served[1].grant(names, wish),
            _ => wish.refuse("attack or defence"),
        });
    }
}

/// What is remembered for a phase or a turn; facts tell it under `memory`.
pub(super) const MEMORY: [&str; 14] = [
    "moved",
    "attacked",
    "struck",
    "retreated",
    "surprised",
    "strategic_paid",
    "no_points",
    "stalingrad_withdrawn",
    "owed",
    "city_reinforced",
    "free_taken",
    "upgrades",
    "arrived",
    "leaving",
];

/// What facts tell under `offensives`, beside where the markers are.
pub(super) const OFFENSIVES: [&str; 5] = ["launched", "swapped", "major_west", "banned", "transferred"];

/// The one of these that has this word.
pub(crate) fn by_word<T: Copy>(all: &[T], word: fn(T) -> &'static str, id: &str) -> Option<T> {
    all.iter().copied().find(|one| word(*one) == id)
}

/// Case files speak of land hexes only.
impl Spelled<Names<'_>> for SpaceId {
    fn spell(&self, names: &Names<'_>) -> Value {
        names.map.board.name(*self).into()
    }

    fn read(names: &Names<'_>, value: &Value) -> Option<SpaceId> {
        names.land(value.as_str()?)
    }

    fn wanted() -> String {
        "a known land hex".into()
    }
}

/// Facts tell all of it, `set` lists what holds.
impl Told<Names<'_>> for Restraint {
    fn tell(&self, _: &Names<'_>) -> Value {
        json!(self)
    }

    fn grant(&mut self, _: &Names<'_>, wish: &mut Wish<'_>) {
        *self = Restraint::default();
        wish.items(|wish| match wish.value.as_str() {
            Some("hqs") => self.hqs = true,
            Some("cities") => self.cities = true,
            Some("no_supports") => self.no_supports = true,
            Some("extra_support") => self.extra_support = true,
            _ => wish.refuse("one of hqs, cities, no_supports, extra_support"),
        });
    }
}

impl Manstein {
    const WORDS: [(&str, Manstein); 4] = [
        ("unused", Manstein::Unused),
        ("track", Manstein::Track),
        ("dismissed", Manstein::Dismissed),
        ("withdrawn", Manstein::Withdrawn),
    ];

    /// The turn of his return.
    fn until(self) -> Option<u8> {
        if let Manstein::Away(turn) = self { Some(turn) } else { None }
    }
}

/// A word, or `{ away = 14 }`: the turn of his return.
impl Spelled<Names<'_>> for Manstein {
    fn spell(&self, _: &Names<'_>) -> Value {
        Manstein::WORDS.iter().find(|(_, known)| known == self).map_or("away", |(word, _)| word).into()
    }

    fn read(names: &Names<'_>, value: &Value) -> Option<Manstein> {
        let known = Manstein::WORDS.iter().find(|(word, _)| value == word).map(|(_, known)| *known);
        known.or_else(|| u8::read(names, only(value, "away")?).map(Manstein::Away))
    }

    fn wanted() -> String {
        "his box, unused, track, dismissed, withdrawn or { away = 14 }".into()
    }
}

/// What a table says that has this key and no other.
fn only<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.as_object().filter(|table| table.len() == 1)?.get(key)
}

/// A number is his box on the track. 16.2.4: whoever is dismissed leaves Approval where it is for good.
fn grant_manstein(okh: &mut Okh, names: &Names<'_>, wish: &mut Wish<'_>) {
    if wish.value.is_number() {
        okh.manstein = Manstein::Track;
        okh.prestige.grant(names, wish);
    } else {
        okh.manstein.grant(names, wish);
        if okh.manstein == Manstein::Dismissed {
            (okh.due, okh.locked) = (false, true);
        }
    }
}

fn grant_hqs(stavka: &mut Stavka, names: &Names<'_>, wish: &mut Wish<'_>) {
    stavka.hqs = two_units(names, wish);
}

fn grant_entering(stavka: &mut Stavka, names: &Names<'_>, wish: &mut Wish<'_>) {
    stavka.entering = two_units(names, wish);
}

/// At most two units, in order.
fn two_units(names: &Names<'_>, wish: &mut Wish<'_>) -> [Option<UnitId>; 2] {
    let mut units = Vec::new();
    wish.items(|wish| match wish.read::<UnitId, _>(names) {
        Some(_) if units.len() == 2 => wish.refuse("at most two units"),
        found => units.extend(found),
    });
    [units.first().copied(), units.get(1).copied()]
}

/// Those that are there.
fn some(units: &[Option<UnitId>; 2], names: &Names<'_>) -> Value {
    units.iter().flatten().map(|unit| unit.tell(names)).collect()
}

/// A hex, `"box"`, `"lifted"`, `"none"`, or `{ due = 5 }`.
impl Spelled<Names<'_>> for Offensive {
    fn spell(&self, names: &Names<'_>) -> Value {
        match self {
            Offensive::None => "none".into(),
            Offensive::Due(turn) => json!({ "due": turn }),
            Offensive::InBox => "box".into(),
            Offensive::Lifted => "lifted".into(),
            Offensive::Hex(hex) => hex.spell(names),
        }
    }

    fn read(names: &Names<'_>, value: &Value) -> Option<Offensive> {
        match value.as_str() {
            Some("none") => Some(Offensive::None),
            Some("box") => Some(Offensive::InBox),
            Some("lifted") => Some(Offensive::Lifted),
            Some(_) => SpaceId::read(names, value).map(Offensive::Hex),
            None => u8::read(names, only(value, "due")?).map(Offensive::Due),
        }
    }

    fn wanted() -> String {
        "a hex, box, lifted, none or { due = 5 }".into()
    }
}

/// What can be set of a unit.
pub(crate) const UNIT: &str =
    "steps, supply, exploiting, pontoon, supports, moved, attacked, retreated, surprised, arrived, leaving";
/// What can be set of a support.
pub(crate) const SUPPORT: &str = "at, served, pressed";

impl Names<'_> {
    /// Sets what a case file says of a unit.
    pub(crate) fn set_unit(&self, state: &mut State, unit: UnitId, wish: &mut Wish<'_>) {
        let info = self.game.info(unit);
        wish.each(|key, wish| {
            let piece = state.field.get_mut(unit);
            match key {
                "steps" => piece.steps = wish.up_to(info.steps()).unwrap_or(piece.steps),
                "supply" => piece.supply.grant(self, wish),
                "exploiting" => piece.exploiting.grant(self, wish),
                "pontoon" if !info.is_hq() && wish.value != "none" => wish.refuse("an HQ"),
                "pontoon" => piece.pontoon.grant(self, wish),
                "supports" => wish.items(|wish| {
                    if let Some(marker) = wish.read::<SupportId, _>(self) {
                        self.lay_marker(state, marker, Spot::Unit(unit));
                    }
                }),
                _ => match memory(state, key) {
                    Some(set) => set.set(unit, wish.read(self) == Some(true)),
                    None => wish.refuse(&format!("one of {UNIT}")),
                },
            }
        });
    }

    /// `"major"`, or `{ at = "26TK", served = ["attack"], pressed = true }`.
    pub(crate) fn set_marker(&self, state: &mut State, marker: SupportId, wish: &mut Wish<'_>) {
        if wish.value.is_string() {
            return self.put_marker(state, marker, wish);
        }
        wish.each(|key, wish| match key {
            "at" => self.put_marker(state, marker, wish),
            "pressed" => state.pressed.set(marker, wish.read(self) == Some(true)),
            "served" => wish.items(|wish| match wish.value.as_str() {
                Some("attack") => state.served[0].set(marker, true),
                Some("defence") => state.served[1].set(marker, true),
                _ => wish.refuse("attack or defence"),
            }),
            _ => wish.refuse(&format!("one of {SUPPORT}")),
        });
    }
}

/// What units have done: a list in `set`, a mark on each unit.
fn memory<'s>(state: &'s mut State, key: &str) -> Option<&'s mut UnitSet> {
    Some(match key {
        "moved" => &mut state.moved,
        "attacked" => &mut state.attacked,
        "retreated" => &mut state.retreated,
        "surprised" => &mut state.surprised,
        "arrived" => &mut state.arrived,
        "leaving" => &mut state.leaving,
        _ => return None,
    })
}
