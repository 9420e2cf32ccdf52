//! 8.12 Retreat after combat: the seven priorities, hex by hex.

use crate::Roads;
use crate::action::Action;
use crate::bars::Way;
use crate::data::UnitId;
use crate::decision::{Decision, Flow, Then, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Fight, Frame, Retreat, Spaces, State, Supply, UnitSet};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// The hexes that a retreating unit may enter next.
pub(crate) type Ways = ArrayVec<SpaceId, 6>;

/// The hexes that are left while the priorities are gone through, and why one that somebody asks about is not.
struct Sieve {
    ways: Ways,
    unit: UnitId,
    asked: Option<SpaceId>,
    why: Option<Why>,
}

impl Sieve {
    /// The hex that a sentence names: the one asked about, if any is.
    fn named(&self, at: SpaceId) -> SpaceId {
        self.asked.unwrap_or(at)
    }

    /// Keeps the hexes that are not refused, even if all are.
    fn demand(&mut self, mut allowed: impl FnMut(SpaceId) -> Result<(), Why>) {
        if let (Some(asked), None) = (self.asked.filter(|hex| self.ways.contains(hex)), self.why) {
            self.why = allowed(asked).err();
        }
        self.ways.retain(|hex| allowed(*hex).is_ok());
    }

    /// Keeps those that meet a priority, if any does: otherwise the next priority decides (8.12.5.a).
    fn prefer(&mut self, why: Why, mut meets: impl FnMut(SpaceId) -> bool) {
        let kept: Ways = self.ways.iter().copied().filter(|hex| meets(*hex)).collect();
        if kept.is_empty() {
            return;
        }
        if self.asked.is_some_and(|hex| self.ways.contains(&hex) && !kept.contains(&hex)) {
            self.why = Some(why);
        }
        self.ways = kept;
    }
}

/// 8.12: units go back, together or each for himself.
pub(crate) const RETREAT: Decision = Decision {
    case: Case("8.12.5.a"),
    asks: |game, state| match *state.frames.top() {
        // 8.12.2.
        Frame::Retreat(retreat) => retreat.side.into(),
        _ => phasing(game, state),
    },
    check: |game, state, _, action, c| match *state.frames.top() {
        Frame::Retreat(retreat) => game.check_retreat(state, retreat, action, c),
        _ => not_now(c, Case("8.12.5.a")),
    },
    offers: |game, state, _, visit| match *state.frames.top() {
        Frame::Retreat(retreat) => game.offer_retreat(state, retreat, visit),
        _ => Flow::Continue(()),
    },
    apply: |game, state, _, action, _, log| {
        if let Frame::Retreat(retreat) = *state.frames.top() {
            game.do_retreat(state, retreat, action, log);
        }
    },
    settle: |game, state, _, log| game.settle_retreat(state, log),
    prompt: |game, seen, _| game.retreat_question(seen),
};

impl Roads {
    /// Where a unit started its retreat: the attacked hex, or the hex it attacked from.
    fn retreat_start(&self, state: &State, retreat: Retreat, unit: UnitId) -> Option<SpaceId> {
        if retreat.going.contains(unit) { Some(retreat.start) } else { state.field.at(unit) }
    }

    /// The hexes that the priorities leave to a unit for its next hex, among which its owner chooses (8.12.5.j); none if it cannot go on.
    pub(crate) fn retreat_ways(&self, state: &State, retreat: Retreat, unit: UnitId) -> Ways {
        self.sift(state, retreat, UnitSet::of(unit), None).ways
    }

    /// 8.12.4: those in a hex who can go back together: on their way together, or all who have still to go.
    pub(crate) fn retreat_stack(&self, state: &State, retreat: Retreat, from: SpaceId) -> UnitSet {
        let units = if retreat.going.is_empty() { retreat.units } else { retreat.going };
        let goes = |unit: &UnitId| state.field.at(*unit) == Some(from) && !self.immobile(state, *unit);
        units.iter().filter(goes).collect()
    }

    /// Goes through the priorities (8.12.5) for a unit, or for a stack that goes as one.
    fn sift(&self, state: &State, retreat: Retreat, units: UnitSet, asked: Option<SpaceId>) -> Sieve {
        let unit = units.first().unwrap_or(UnitId::at(0));
        let mut sieve = Sieve { ways: Ways::new(), unit, asked, why: None };
        let (Some(at), Some(start)) = (state.field.at(unit), self.retreat_start(state, retreat, unit)) else {
            return sieve;
        };
        if self.immobile(state, unit) {
            sieve.why = Some(no!("{unit} has no movement factor and cannot retreat", unit));
            return sieve;
        }
        // 8.12.6: hexes, not points; 8.12.7: not over water.
        sieve.ways = self.around(state, at).collect();
        let (side, map) = (self.info(unit).side, self.map(state));
        // 8.12.5.k, R142: what closes a hex to everybody closes it to those who retreat.
        sieve.demand(|hex| {
            let info = map.between(at, hex);
            let bridged = self.bridged(state, side, at, hex, info);
            self.barred(state, unit, at, hex, Way::Retreat, info, bridged, &mut Consult::strict()).map_err(|no| no.why)
        });
        // 1.
        let far = self.distance(state, at, start);
        sieve.demand(|hex| {
            let farther = self.distance(state, hex, start) > far;
            must(farther, no!("{hex} does not take {unit} farther from where it started", hex, unit))
        });
        if !retreat.going.contains(unit) || retreat.gone == 0 {
            self.away_from_enemy(state, side, at, &mut sieve);
        }
        self.towards_home(state, unit, at, &mut sieve);
        // 4 (8.12.5.f), 5 (8.12.5.g), 6 (8.12.5.h).
        let near = |hex: SpaceId| self.near_enemy(state, side, hex);
        let hex = sieve.named(at);
        sieve.prefer(no!("{unit} must choose a hex that is not next to the enemy, {hex} is", unit, hex), |hex| {
            !near(hex)
        });
        if sieve.ways.iter().all(|hex| near(*hex)) {
            let friend = |hex| state.field.occupied(side).contains(hex);
            sieve.prefer(
                no!("next to the enemy {unit} must choose a hex that holds a friend, {hex} is empty", unit, hex),
                friend,
            );
        }
        // 5.5.3.c: where another leader is there is no room for one.
        let meets = |hex| units.iter().any(|unit| self.leaders_meet(state, unit, hex));
        let room = |hex| self.all_fit(state, hex, units) && !meets(hex);
        // 8.12.5.i: what is left when nothing better is has to do.
        sieve.prefer(no!("{unit} must choose a hex that has room for it, {hex} is full", unit, hex), room);
        sieve
    }

    /// 8.12.10: a movement factor of 0.
    fn immobile(&self, state: &State, unit: UnitId) -> bool {
        let piece = state.field.get(unit);
        let info = self.info(unit);
        let movement = if piece.pontoon.is_some() { info.pontoon_movement } else { info.factors(piece.steps).movement };
        movement == 0
    }

    /// 2 (8.12.5.c), for the first hex: away from all attackers who are left (R141), or from the hex attacked.
    fn away_from_enemy(&self, state: &State, side: Side, at: SpaceId, sieve: &mut Sieve) {
        let Some(fight) = &state.fight else { return };
        let (unit, hex) = (sieve.unit, sieve.named(at));
        let grows = |from: SpaceId, hex: SpaceId| self.distance(state, hex, from) > self.distance(state, at, from);
        if side == fight.attacker {
            let why =
                no!("{unit} must go away from the hex that it attacked, {hex} does not lead away from it", unit, hex);
            sieve.prefer(why, |hex| grows(fight.hex, hex));
        } else {
            let mut attackers = Spaces::EMPTY;
            for from in fight.attackers.iter().filter_map(|unit| state.field.at(unit)) {
                attackers.insert(from);
            }
            let why =
                no!("{unit} must go away from all attackers, {hex} does not lead away from each of them", unit, hex);
            sieve.prefer(why, |hex| attackers.iter().all(|from| grows(from, hex)));
        }
    }

    /// 3 (8.12.5.d): towards the closest HQ, or the fortress; headquarters and their company towards the nearest source.
    fn towards_home(&self, state: &State, unit: UnitId, at: SpaceId, sieve: &mut Sieve) {
        let side = self.info(unit).side;
        let mut goals: ArrayVec<SpaceId, 32> = ArrayVec::new();
        let mut aim = |hex: SpaceId| {
            let _ = goals.try_push(hex);
        };
        // 8.12.5.e, R143: whoever was in the attacked hex with a headquarters has its goal to the end, whichever of them goes first.
        let shared = |fight: &Fight| {
            let hq = |other: UnitId| self.info(other).is_hq() && state.field.at(other).is_some();
            fight.defenders.contains(unit) && fight.defenders.iter().any(hq)
        };
        let with_hq =
            state.field.stack(at).any(|other| self.info(other).is_hq()) || state.fight.as_ref().is_some_and(shared);
        let hex = sieve.named(at);
        let why = if with_hq {
            self.sources(state, side).iter().for_each(&mut aim);
            no!(
                "{unit} is with a headquarters and must go towards the nearest supply source, {hex} is no nearer",
                unit,
                hex
            )
        } else if state.field.get(unit).supply == Supply::Fortress && self.in_influence(state, at) {
            // 10.2.3.d: the marker and the city are its headquarters, as far as the marker reaches.
            state.fortress.marker.into_iter().for_each(&mut aim);
            self.map(state).stalingrad_hexes().iter().copied().for_each(&mut aim);
            no!("{unit} must go towards the fortress marker or Stalingrad, {hex} is no nearer", unit, hex)
        } else {
            self.hqs(state, side).map(|(_, hex)| hex).for_each(&mut aim);
            no!("{unit} must go towards the closest headquarters, {hex} is no nearer", unit, hex)
        };
        let Some(nearest) = goals.iter().map(|goal| self.distance(state, at, *goal)).min() else { return };
        goals.retain(|goal| self.distance(state, at, *goal) == nearest);
        sieve.prefer(why, |hex| goals.iter().any(|goal| self.distance(state, hex, *goal) < nearest));
    }

    pub(crate) fn check_retreat(&self, state: &State, retreat: Retreat, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Retreat { unit, to } => {
                let listed = retreat.units.contains(unit);
                c.ask(Case("8.12.3"), must(listed, no!("{unit} does not have to retreat", unit)))?;
                let alone = retreat.going == UnitSet::of(unit) || retreat.going.is_empty();
                let why = if retreat.going.contains(unit) {
                    no!("{unit} goes back with its stack", unit)
                } else {
                    no!("another unit is on its way; {unit} follows later", unit)
                };
                c.ask(Case("8.12.4"), must(alone, why))?;
                if !listed {
                    return Ok(());
                }
                self.check_way(state, retreat, UnitSet::of(unit), to, c)
            }
            Action::RetreatStack { from, to } => {
                let stack = self.retreat_stack(state, retreat, from);
                let together = stack.len() > 1;
                c.ask(Case("8.12.4"), must(together, no!("no stack has to go back from {from}", from)))?;
                self.check_way(state, retreat, stack, to, c)
            }
            // 8.12.8: going on because of overstacking is the owner's choice.
            Action::Done => {
                let enough = !retreat.going.is_empty() && retreat.gone >= retreat.hexes;
                c.ask(Case("8.12.8"), must(enough, no!("the retreat is not finished: every unit has to go its hexes")))
            }
            _ => not_now(c, Case("8.12.3")),
        }
    }

    fn check_way(&self, state: &State, retreat: Retreat, units: UnitSet, to: SpaceId, c: &mut Consult) -> Verdict {
        let Some(unit) = units.first() else { return Ok(()) };
        let sieve = self.sift(state, retreat, units, Some(to));
        let why = sieve.why.unwrap_or(no!("{to} is not next to {unit}, or is water", to, unit));
        c.ask(Case("8.12.5.a"), must(sieve.ways.contains(&to), why))
    }

    pub(crate) fn offer_retreat(&self, state: &State, retreat: Retreat, visit: &mut Visit<'_>) -> Flow {
        let single = if retreat.going.is_empty() { retreat.units } else { retreat.going };
        if retreat.going.len() < 2 {
            for unit in single.iter() {
                for to in self.retreat_ways(state, retreat, unit) {
                    visit(Action::Retreat { unit, to })?;
                }
            }
        }
        let mut seen = Spaces::EMPTY;
        for from in single.iter().filter_map(|unit| state.field.at(unit)) {
            let stack = self.retreat_stack(state, retreat, from);
            if seen.insert(from) && stack.len() > 1 {
                for to in self.sift(state, retreat, stack, None).ways {
                    visit(Action::RetreatStack { from, to })?;
                }
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_retreat(&self, state: &mut State, retreat: Retreat, action: Action, log: &mut Log) {
        match action {
            Action::Retreat { unit, to } => self.retreat_to(state, retreat, UnitSet::of(unit), to, log),
            Action::RetreatStack { from, to } => {
                let stack = self.retreat_stack(state, retreat, from);
                self.retreat_to(state, retreat, stack, to, log);
            }
            _ => self.retreat_over(state, retreat, log),
        }
    }

    /// One hex back, for a unit or a stack.
    fn retreat_to(&self, state: &mut State, mut retreat: Retreat, units: UnitSet, to: SpaceId, log: &mut Log) {
        if retreat.going.is_empty() {
            retreat.start = units.first().and_then(|unit| state.field.at(unit)).unwrap_or(to);
            retreat.going = units;
            retreat.gone = 0;
        }
        retreat.gone += 1;
        *state.frames.top_mut() = Frame::Retreat(retreat);
        for unit in units.iter() {
            state.retreated.insert(unit);
            if retreat.gone == 1 && self.info(unit).is_hq() && self.info(unit).side == Side::Soviet {
                // 12.1, R133: a retreat is a move of the headquarters, the second of a phase as well as the first.
                self.add_shortage(state, Case("12.1.a"), log);
            }
            self.enter_hex(state, unit, to, Case("8.12.3"), log);
        }
    }

    /// Those on their way have come to an end.
    fn retreat_over(&self, state: &mut State, mut retreat: Retreat, log: &mut Log) {
        let units = std::mem::take(&mut retreat.going);
        retreat.units -= units;
        *state.frames.top_mut() = Frame::Retreat(retreat);
        for unit in units.iter() {
            let met = state.field.at(unit).is_some_and(|hex| self.leaders_meet(state, unit, hex));
            // 5.5.3.c: two leaders never stay together; the one that was driven there goes.
            if let Some(leader) = self.leader_of(state, unit).filter(|_| met) {
                self.to_pool(state, leader);
                let text = || format!("{} leaves: another leader is with the stack", self.support(leader).name);
                log.add(|| Event::note(Case("5.5.3.c"), text()));
            }
        }
    }

    /// Who cannot go is eliminated; who has gone far enough is done; a single way is gone by itself once a unit is on its way.
    pub(crate) fn settle_retreat(&self, state: &mut State, log: &mut Log) -> Then {
        let Frame::Retreat(retreat) = *state.frames.top() else { return Then::Ask };
        if let Some(unit) = retreat.going.first() {
            let there = state.field.at(unit);
            let ways = self.sift(state, retreat, retreat.going, None).ways;
            let crowded = there.is_some_and(|hex| self.overfull(state, hex, retreat.side));
            let far_enough = retreat.gone >= retreat.hexes;
            if there.is_none() || (far_enough && (!crowded || ways.is_empty())) {
                self.retreat_over(state, retreat, log);
                return Then::Again;
            }
            if far_enough {
                return Then::Ask;
            }
            return match ways.as_slice() {
                [] => self.trapped(state, retreat, unit, log),
                [to] => {
                    self.retreat_to(state, retreat, retreat.going, *to, log);
                    Then::Again
                }
                _ => Then::Ask,
            };
        }
        if retreat.units.is_empty() {
            state.frames.pop();
            return Then::Again;
        }
        let stuck = retreat.units.iter().find(|unit| self.retreat_ways(state, retreat, *unit).is_empty());
        // Somebody who goes first may make room; only when nobody can go are the rest lost.
        let anybody = retreat.units.iter().any(|unit| !self.retreat_ways(state, retreat, unit).is_empty());
        match stuck {
            Some(unit) if !anybody => self.trapped(state, retreat, unit, log),
            _ => Then::Ask,
        }
    }

    /// 8.12.5.b, 8.12.10: eliminated.
    fn trapped(&self, state: &mut State, mut retreat: Retreat, unit: UnitId, log: &mut Log) -> Then {
        retreat.units.remove(unit);
        retreat.going.remove(unit);
        *state.frames.top_mut() = Frame::Retreat(retreat);
        if let Some(fight) = &mut state.fight
            && self.info(unit).side == Side::Soviet
        {
            let steps = state.field.get(unit).steps;
            fight.soviet_losses += steps * if self.info(unit).armored { 2 } else { 1 };
        }
        let case = if self.immobile(state, unit) { Case("8.12.10") } else { Case("8.12.5.b") };
        let (hex, supply, starving) = (state.field.at(unit), state.field.get(unit).supply, self.starving(state, unit));
        self.kill_unit(state, unit, case, log);
        // 8.15.1, R100: a failed retreat is a loss in combat.
        if let Some(hex) = hex
            && !starving
            && self.leaves_kampfgruppe(state, unit)
        {
            state.frames.push(Frame::Kampfgruppe { unit, hex, supply });
        }
        Then::Again
    }

    /// 8.12: who goes back, and how far.
    fn retreat_question(&self, seen: &State) -> Prompt {
        let Frame::Retreat(retreat) = seen.frames.top() else { return Prompt::default() };
        let left = retreat.hexes.saturating_sub(retreat.gone);
        let text = match retreat.going.len() {
            1 => format!("{} goes back; hexes left: {left}.", self.names(retreat.going)),
            2.. => format!("{} go back together; hexes left: {left}.", self.names(retreat.going)),
            0 => {
                let hexes = if retreat.hexes == 1 { "one hex".to_owned() } else { format!("{} hexes", retreat.hexes) };
                format!("Go back {hexes}, together or each for himself: {}.", self.names(retreat.units))
            }
        };
        Prompt::new(Case("8.12.5.a"), text)
    }
}
