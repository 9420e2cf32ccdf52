//! 11.33 to 11.35 Retreat after combat.

use crate::Drive;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decision, Flow, Then, not_now, opponent};
use crate::ground::Load;
use crate::refusal::{Consult, Verdict, Why};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Frame, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, must, unless};
use kessel_kit::no;

/// Up to six hexes around one.
type Six = ArrayVec<SpaceId, 6>;

/// How a stack can retreat (R44).
enum Way {
    /// All together into one of these hexes.
    Whole(Six),
    /// One by one, because no hex holds them all.
    Split,
    /// Not at all: they stand and suffer DE.
    None,
}

/// A hex to which some may go: what stands there, and whether nations may mix (6.3.b).
struct Stack {
    load: Load,
    mixed: bool,
}

/// 11.33: the defender says where his units go, together or one by one.
pub(crate) const RETREAT: Decision = Decision {
    case: Case("11.33.a"),
    asks: opponent,
    check: |game, state, _, action, c| match (action, state.frames.top()) {
        (Action::RetreatAll { to }, Frame::Retreat(units)) => game.check_retreat_all(state, *units, to, c),
        (Action::Retreat { unit, to }, Frame::Retreat(units)) => game.check_retreat(state, *units, unit, to, c),
        _ => not_now(c, "11.33.a"),
    },
    offers: |game, state, _, visit| {
        let Frame::Retreat(units) = *state.frames.top() else { return Flow::Continue(()) };
        for to in game.retreat_hexes(state, units).iter() {
            visit(Action::RetreatAll { to })?;
        }
        for unit in units.iter() {
            for to in game.retreat_hexes_of(state, units, unit).iter() {
                visit(Action::Retreat { unit, to })?;
            }
        }
        Flow::Continue(())
    },
    apply: |game, state, _, action, _, log| match action {
        Action::RetreatAll { to } => game.apply_retreat_all(state, to, log),
        Action::Retreat { unit, to } => game.apply_retreat(state, unit, to, log),
        _ => {}
    },
    settle: |game, state, _, log| {
        let Frame::Retreat(units) = *state.frames.top() else { return Then::Ask };
        if game.settle_retreat(state, units, log) { Then::Again } else { Then::Ask }
    },
    prompt: |game, seen, _| {
        let Frame::Retreat(units) = seen.frames.top() else { return Prompt::default() };
        let who = game.names(seen, units.iter());
        let goes = if units.len() == 1 { "retreats" } else { "retreat" };
        Prompt::new(Case("11.33.a"), format!("{who} {goes} from {}. Choose where to.", game.battlefield(seen)))
    },
};

impl Drive {
    /// 11.33, 11.34: may this unit go there as far as the ground and the enemy let it?
    fn may_retreat(&self, state: &State, side: Side, unit: UnitId, from: SpaceId, to: SpaceId) -> bool {
        self.retreat_ground(state, side, unit, from, to).is_ok()
    }

    /// The same with the reason why not.
    fn retreat_ground(&self, state: &State, side: Side, unit: UnitId, from: SpaceId, to: SpaceId) -> Result<(), Why> {
        let Some(near) = self.ground.between(from, to) else { return Err(no!("{to} is not next to {from}", to, from)) };
        let fort = side == Side::Axis && self.is_fortified(state, to);
        unless(fort, no!("{to} is an intact fortification: no way back for the Axis", to))?;
        let hex = self.hex_rules(state, side, &[unit], to, &mut Consult::strict());
        hex.and_then(|()| self.side_rules(state, side, from, &near, &mut Consult::strict())).map_err(|no| no.why)
    }

    /// 11.33.c, R45: of these hexes, those nearer to the nearest source; if there is none, those least far from it.
    fn toward_supply(&self, state: &State, side: Side, from: SpaceId, hexes: &Six) -> Six {
        let board = &self.data.map.board;
        let sources = self.sources_for(state, side, from);
        let nearest = self.distance_to_source(&sources, from);
        let best: Spaces = sources.iter().filter(|s| board.distance(*s, from) == Some(nearest)).collect();
        if best.is_empty() {
            return hexes.clone();
        }
        let far = |hex: &SpaceId| best.iter().filter_map(|s| board.distance(s, *hex)).min().unwrap_or(u32::MAX);
        let nearer: Six = hexes.iter().copied().filter(|hex| far(hex) < nearest).collect();
        if !nearer.is_empty() {
            return nearer;
        }
        let least = hexes.iter().map(far).min().unwrap_or(u32::MAX);
        hexes.iter().copied().filter(|hex| far(hex) == least).collect()
    }

    /// R44: the order of search.
    fn way_back(&self, state: &State, fight: &Fight, units: UnitSet) -> Way {
        let (side, from) = (fight.attacker.other(), fight.target);
        let list: ArrayVec<UnitId, 32> = units.iter().take(32).collect();
        let around = self.ground.around(from).iter().map(|near| near.to);
        let whole: Six = around
            .filter(|to| list.iter().all(|u| self.may_retreat(state, side, *u, from, *to)))
            .filter(|to| self.fits(state, side, &list, *to))
            .collect();
        // Once some have gone, the others follow one by one.
        let begun = units != fight.defenders;
        if !whole.is_empty() && !begun {
            return Way::Whole(self.toward_supply(state, side, from, &whole));
        }
        if self.all_find_room(state, fight, &list) { Way::Split } else { Way::None }
    }

    /// Can the hexes around hold them all, each where it may go? First by numbers, a matching of units and room, then by nations.
    fn all_find_room(&self, state: &State, fight: &Fight, units: &[UnitId]) -> bool {
        let limits = &self.data.charts.stacking;
        let (side, from) = (fight.attacker.other(), fight.target);
        let hexes: Six = self.ground.around(from).iter().map(|near| near.to).collect();
        let may = |unit: UnitId, to: SpaceId| {
            self.may_retreat(state, side, unit, from, to) && self.fits(state, side, &[unit], to)
        };
        let by_number = [false, true].into_iter().all(|artillery| {
            let of_kind = |u: &UnitId| self.card(*u).artillery == artillery;
            let units: ArrayVec<UnitId, 32> = units.iter().copied().filter(of_kind).collect();
            let limit = if artillery { limits.artillery } else { limits.units };
            let mut taken: ArrayVec<ArrayVec<UnitId, 8>, 6> = hexes.iter().map(|_| ArrayVec::new()).collect();
            let room: ArrayVec<usize, 6> = hexes
                .iter()
                .map(|hex| usize::from(limit).saturating_sub(state.units_at(*hex).filter(of_kind).count()).min(8))
                .collect();
            units.iter().all(|unit| settle_one(*unit, &hexes, &room, &mut taken, 0, &may))
        });
        by_number && self.nations_find_room(state, &hexes, units, &may)
    }

    /// 6.3, 11.34.c: those who go to the same hex must be able to stand there together. Tries who goes where.
    fn nations_find_room(
        &self,
        state: &State,
        hexes: &Six,
        units: &[UnitId],
        may: &impl Fn(UnitId, SpaceId) -> bool,
    ) -> bool {
        let load = |unit: &UnitId| self.card(*unit).load;
        // Of one kind they bring nothing new to a hex that takes one of them.
        if units.windows(2).all(|pair| load(&pair[0]).mix == load(&pair[1]).mix) {
            return true;
        }
        let ways = |unit: &UnitId| {
            let open = hexes.iter().enumerate().filter(|(_, hex)| may(*unit, **hex));
            open.fold(0u8, |ways, (i, _)| ways | 1 << i)
        };
        let mut seekers: ArrayVec<(u8, Load), 32> = units.iter().map(|unit| (ways(unit), load(unit))).collect();
        seekers.sort_unstable_by_key(|(ways, load)| (ways.count_ones(), *ways, load.mix));
        let mut stacks: ArrayVec<Stack, 6> = hexes
            .iter()
            .map(|hex| Stack { load: self.count(state.units_at(*hex)), mixed: self.mixing_allowed(state, *hex) })
            .collect();
        self.seat(&seekers, &mut stacks, 0)
    }

    /// Seats the first and then the rest; those alike fill the hexes in one order, from `first` on.
    fn seat(&self, seekers: &[(u8, Load)], stacks: &mut ArrayVec<Stack, 6>, first: usize) -> bool {
        let Some((seeker, rest)) = seekers.split_first() else { return true };
        let limit = self.data.charts.stacking.units;
        for i in first..stacks.len() {
            let before = stacks[i].load;
            let mut after = before;
            after.add(seeker.1);
            let lawful = after.units <= limit && (stacks[i].mixed || self.bad_mix(after).is_none());
            if seeker.0 >> i & 1 == 0 || !lawful {
                continue;
            }
            stacks[i].load = after;
            let next = if rest.first() == Some(seeker) { i } else { 0 };
            if self.seat(rest, stacks, next) {
                return true;
            }
            stacks[i].load = before;
        }
        false
    }

    /// The hexes to which one unit of a stack that splits may go now.
    fn split_hexes(&self, state: &State, fight: &Fight, units: UnitSet, unit: UnitId) -> Six {
        let (side, from) = (fight.attacker.other(), fight.target);
        let around = self.ground.around(from).iter().map(|near| near.to);
        let open: Six = around
            .filter(|to| self.may_retreat(state, side, unit, from, *to) && self.fits(state, side, &[unit], *to))
            .collect();
        let best = self.toward_supply(state, side, from, &open);
        let leaves_room = |to: &SpaceId| self.leaves_room(state, fight, units, unit, *to);
        let kind: Six = best.iter().copied().filter(leaves_room).collect();
        if kind.is_empty() { open.iter().copied().filter(leaves_room).collect() } else { kind }
    }

    /// Nobody may take the last room of another who has no other.
    fn leaves_room(&self, state: &State, fight: &Fight, units: UnitSet, unit: UnitId, to: SpaceId) -> bool {
        let mut after = state.clone();
        self.shift(&mut after, &[unit], to);
        let rest: ArrayVec<UnitId, 32> = (units - UnitSet::of(unit)).iter().take(32).collect();
        self.all_find_room(&after, fight, &rest)
    }

    /// The hexes offered to the whole stack.
    pub(crate) fn retreat_hexes(&self, state: &State, units: UnitSet) -> Spaces {
        let Some(fight) = state.fight() else { return Spaces::EMPTY };
        match self.way_back(state, fight, units) {
            Way::Whole(hexes) => hexes.into_iter().collect(),
            Way::Split | Way::None => Spaces::EMPTY,
        }
    }

    /// The hexes offered to one unit of a stack that must split.
    pub(crate) fn retreat_hexes_of(&self, state: &State, units: UnitSet, unit: UnitId) -> Spaces {
        let Some(fight) = state.fight() else { return Spaces::EMPTY };
        match self.way_back(state, fight, units) {
            Way::Split => self.split_hexes(state, fight, units, unit).into_iter().collect(),
            Way::Whole(_) | Way::None => Spaces::EMPTY,
        }
    }

    pub(crate) fn check_retreat_all(&self, state: &State, units: UnitSet, to: SpaceId, c: &mut Consult) -> Verdict {
        let Some(fight) = state.fight() else { return not_now(c, "11.33.a") };
        let (side, from) = (fight.attacker.other(), fight.target);
        let near = self.ground.between(from, to);
        if !c.gate(Case("11.33.a"), must(near.is_some(), no!("{to} is not next to {from}", to, from)))? {
            return Ok(());
        }
        let enemy = state.holds(side.other(), to);
        if !c.gate(Case("11.33.a"), unless(enemy, no!("enemy units are in {to}", to)))? {
            return Ok(());
        }
        let fort = side == Side::Axis && self.is_fortified(state, to);
        if !c
            .gate(Case("11.33.b"), unless(fort, no!("{to} is an intact fortification: no way back for the Axis", to)))?
        {
            return Ok(());
        }
        let list: ArrayVec<UnitId, 32> = units.iter().take(32).collect();
        c.ask(Case("11.34.a"), list.iter().try_for_each(|u| self.retreat_ground(state, side, *u, from, to)))?;
        let room = self.stack_rules(state, side, &list, to, &mut Consult::strict());
        c.ask(Case("11.34.b"), room.map_err(|no| no.why))?;
        match self.way_back(state, fight, units) {
            Way::Whole(hexes) => {
                c.ask(Case("11.33.c"), must(hexes.contains(&to), no!("another hex is nearer to supply than {to}", to)))
            }
            Way::Split | Way::None => {
                c.ask(Case("11.34.c"), Err(no!("no hex holds the whole stack: its units retreat one by one")))
            }
        }
    }

    pub(crate) fn check_retreat(
        &self,
        state: &State,
        units: UnitSet,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        if !c.gate(Case("11.33.a"), must(units.contains(unit), no!("{unit} does not retreat", unit)))? {
            return Ok(());
        }
        let Some(fight) = state.fight() else { return not_now(c, "11.33.a") };
        let split = matches!(self.way_back(state, fight, units), Way::Split);
        if !c.gate(
            Case("11.34.c"),
            must(split, no!("the stack retreats together: there is a hex that holds all of it")),
        )? {
            return Ok(());
        }
        let (side, from) = (fight.attacker.other(), fight.target);
        let ground = self.retreat_ground(state, side, unit, from, to);
        if !c.gate(Case("11.34.a"), ground)? {
            return Ok(());
        }
        let room = self.stack_rules(state, side, &[unit], to, &mut Consult::strict());
        if !c.gate(Case("11.34.b"), room.map_err(|no| no.why))? {
            return Ok(());
        }
        let greedy = !self.leaves_room(state, fight, units, unit, to);
        let why = no!("the room in {to} is needed by another unit that has no other way", to);
        c.ask(Case("11.34.c"), unless(greedy, why))?;
        let open = self.split_hexes(state, fight, units, unit).contains(&to);
        c.ask(Case("11.33.c"), must(open, no!("another hex is nearer to supply than {to}", to)))
    }

    /// Retreats without a choice are made: true if something was done.
    pub(crate) fn settle_retreat(&self, state: &mut State, units: UnitSet, log: &mut Log) -> bool {
        let Some(fight) = state.fight().copied() else {
            state.frames.pop();
            return true;
        };
        if units.is_empty() {
            state.frames.pop();
            return true;
        }
        match self.way_back(state, &fight, units) {
            Way::None => {
                state.frames.pop();
                log.add(|| kessel_kernel::Event::note(Case("11.34.b"), "There is no way back"));
                self.eliminate(state, &fight, units, log);
                true
            }
            Way::Whole(hexes) if hexes.len() == 1 => {
                self.apply_retreat_all(state, hexes[0], log);
                true
            }
            Way::Whole(_) => false,
            Way::Split => {
                let open = |u: &UnitId| !self.split_hexes(state, &fight, units, *u).is_empty();
                if units.iter().any(|u| open(&u)) {
                    return false;
                }
                state.frames.pop();
                self.eliminate(state, &fight, units, log);
                true
            }
        }
    }

    pub(crate) fn apply_retreat_all(&self, state: &mut State, to: SpaceId, log: &mut Log) {
        let Frame::Retreat(units) = *state.frames.top() else { return };
        *state.frames.top_mut() = Frame::Retreat(UnitSet::EMPTY);
        self.go_back(state, units, to, log);
    }

    pub(crate) fn apply_retreat(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        if let Frame::Retreat(units) = state.frames.top_mut() {
            units.remove(unit);
        }
        self.go_back(state, UnitSet::of(unit), to, log);
    }

    fn go_back(&self, state: &mut State, units: UnitSet, to: SpaceId, log: &mut Log) {
        let Some(fight) = state.fight().copied() else { return };
        let side = fight.attacker.other();
        let list: ArrayVec<UnitId, 32> = units.iter().take(32).collect();
        state.refugees |= units;
        self.carry(state, &list, fight.target, to, Case("11.33.a"), log);
        self.occupied(state, side, to, log);
    }
}

/// Finds room for one unit, moving others over if need be. `tried` has one bit for each hex looked at.
fn settle_one(
    unit: UnitId,
    hexes: &Six,
    room: &ArrayVec<usize, 6>,
    taken: &mut ArrayVec<ArrayVec<UnitId, 8>, 6>,
    tried: u8,
    may: &impl Fn(UnitId, SpaceId) -> bool,
) -> bool {
    for i in 0..hexes.len() {
        if tried >> i & 1 == 1 || !may(unit, hexes[i]) {
            continue;
        }
        if taken[i].len() < room[i] {
            taken[i].push(unit);
            return true;
        }
        for k in 0..taken[i].len() {
            let other = taken[i][k];
            if settle_one(other, hexes, room, taken, tried | 1 << i, may) {
                taken[i][k] = unit;
                return true;
            }
        }
    }
    false
}
