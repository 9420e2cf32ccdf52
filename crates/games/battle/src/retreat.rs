//! 8.3 Retreats: made by the enemy player, unit by unit, by order of preference.

use crate::Battle;
use crate::action::Action;
use crate::data::{City, Link, SpaceKind, UnitId};
use crate::decision::{Decision, Flow, Then, not_now};
use crate::refusal::{Consult, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Frame, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Log, Prompt, Side, ToAct, must, unless};
use kessel_kit::no;

/// The order of preference (8.3.e, 8.3.f), best first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    VacantSupplied,
    Vacant,
    Friendly,
    BattleSpace,
}

/// 8.3.c: the owner says which units leave a major city; the others hold it.
pub(crate) const STANDING: Decision = Decision {
    case: Case("8.3.c"),
    asks: |_, state| match state.frames.top() {
        Frame::Standing { side, .. } => (*side).into(),
        _ => ToAct::Nobody,
    },
    check: |game, state, side, action, c| match (action, state.frames.top()) {
        (Action::Leave { unit }, Frame::Standing { leaving, .. }) => game.check_leave(state, side, *leaving, unit, c),
        (Action::Done, _) => Ok(()),
        _ => not_now(c, "8.3.c"),
    },
    offers: |game, state, side, visit| {
        let units = game.fight(state).map_or_else(UnitSet::default, |f| game.sufferers(state, f.space, side));
        game.for_units(state, side, units, |unit| Action::Leave { unit }, visit)?;
        visit(Action::Done)
    },
    apply: |_, state, _, action, _, _| {
        if let Frame::Standing { side, leaving } = state.frames.top_mut() {
            match action {
                Action::Leave { unit } => leaving.set(unit, true),
                _ => {
                    let frame = Frame::Retreat { side: *side, units: *leaving };
                    *state.frames.top_mut() = frame;
                }
            }
        }
    },
    settle: |game, state, _, _| {
        let Frame::Standing { side, leaving } = *state.frames.top() else { return Then::Ask };
        let all = game.fight(state).map_or_else(UnitSet::default, |f| game.sufferers(state, f.space, side));
        if leaving != all {
            return Then::Ask;
        }
        *state.frames.top_mut() = Frame::Retreat { side, units: leaving };
        Then::Again
    },
    prompt: |_, _, _| {
        let text = "A major city need not be left. Name the units that leave all the same, or hold with all.";
        Prompt::new(Case("8.3.c"), text)
    },
};

/// 8.3.d: the enemy conducts the retreat, unit by unit.
pub(crate) const RETREAT: Decision = Decision {
    case: Case("8.3.d"),
    asks: |_, state| match state.frames.top() {
        Frame::Retreat { side, .. } => side.other().into(),
        _ => ToAct::Nobody,
    },
    check: |game, state, _, action, c| match (action, state.frames.top()) {
        (Action::Retreat { unit, to }, Frame::Retreat { units, .. }) => game.check_retreat(state, *units, unit, to, c),
        _ => not_now(c, "8.3.a"),
    },
    offers: |game, state, _, visit| {
        let Frame::Retreat { units, .. } = state.frames.top() else { return Flow::Continue(()) };
        for unit in units.iter() {
            for to in game.retreat_spaces(state, unit).iter() {
                visit(Action::Retreat { unit, to })?;
            }
        }
        Flow::Continue(())
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Retreat { unit, to } = action {
            game.apply_retreat(state, unit, to, log);
        }
    },
    settle: |game, state, _, log| {
        let Frame::Retreat { units, .. } = *state.frames.top() else { return Then::Ask };
        if units.is_empty() {
            state.frames.pop();
            return Then::Again;
        }
        if game.trapped_die(state, units, log) { Then::Again } else { Then::Ask }
    },
    prompt: |game, seen, _| {
        let Frame::Retreat { units, .. } = seen.frames.top() else { return Prompt::default() };
        let names: Vec<&str> = units.iter().map(|unit| game.unit_name(unit)).collect();
        Prompt::new(Case("8.3.d"), format!("Retreat the enemy, in any order: {}.", names.join(", ")))
    },
};

impl Battle {
    /// The spaces to which a unit may be retreated: the best rank that is not empty (8.3.e).
    pub(crate) fn retreat_spaces(&self, state: &State, unit: UnitId) -> Spaces {
        self.ranked(state, unit).1
    }

    fn ranked(&self, state: &State, unit: UnitId) -> (Option<Rank>, Spaces) {
        let Some(from) = state.at(unit) else { return (None, Spaces::EMPTY) };
        // a vacant space is supplied if the unit, gone from its old space, would be supplied there.
        let gone = self.picture_without(state, unit);
        let (mut best, mut spaces) = (None, Spaces::EMPTY);
        for neighbour in self.data.board.neighbors(from) {
            let to = neighbour.space;
            if !self.may_retreat(state, unit, self.data.links[neighbour.edge], to) {
                continue;
            }
            let side = self.side(unit);
            let own = gone.held[side.index()].contains(to);
            let enemy = gone.held[side.other().index()].contains(to);
            let rank = match (own, enemy) {
                (false, false) if gone.fed[side.index()].contains(to) => Rank::VacantSupplied,
                (false, false) => Rank::Vacant,
                (true, false) => Rank::Friendly,
                (true, true) => Rank::BattleSpace,
                (false, true) => continue, // 8.3.h
            };
            match best {
                Some(b) if rank > b => {}
                Some(b) if rank == b => {
                    spaces.insert(to);
                }
                _ => {
                    best = Some(rank);
                    spaces = Spaces::EMPTY;
                    spaces.insert(to);
                }
            }
        }
        (best, spaces)
    }

    /// 8.3.i to 8.3.p: passages and boxes that a retreat may use. Slots do not matter (8.3.k, R-72), except in TCF.
    fn may_retreat(&self, state: &State, unit: UnitId, link: Link, to: SpaceId) -> bool {
        let side = self.side(unit);
        let info = &self.data.spaces[to];
        match link {
            Link::Arrow => return false,
            Link::Rim | Link::Gate => match (info.kind, side) {
                // 8.3.l.
                (SpaceKind::Front, Side::Soviet) => return self.room_in_front(state, to).is_ok(),
                // 8.3.m.
                (SpaceKind::Reserve(Side::Axis), Side::Axis) => return true,
                _ => return false,
            },
            Link::Hexside | Link::Border | Link::Connector => {}
        }
        let Some(caucasus) = &info.caucasus else { return true };
        match caucasus.only_unit {
            Some(only) if only != unit => false,
            // 8.3.j: Elbrus only without assets. An anti-tank asset does not go along.
            Some(_) if to == self.data.places.elbrus => state.assets_of(unit).iter().all(|a| self.is_anti_tank(a)),
            _ => true,
        }
    }

    /// 8.3: may the enemy retreat this unit there?
    pub(crate) fn check_retreat(
        &self,
        state: &State,
        units: UnitSet,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let due = units.contains(unit);
        if !c.gate(Case("8.3.a"), must(due, no!("{unit} does not retreat now", unit)))? {
            return Ok(());
        }
        let Some(from) = state.at(unit) else { return c.ask(Case("8.3.a"), Err(no!("{unit} is not in play", unit))) };
        let Some(edge) = self.data.board.edge(from, to) else {
            return c.ask(Case("8.3.e"), Err(no!("{to} does not touch {from}", to, from)));
        };
        let link = self.data.links[edge];
        let open = self.may_retreat(state, unit, link, to);
        let why = no!("{unit} cannot retreat from {from} to {to}", unit, from, to);
        c.ask(self.retreat_case(self.side(unit), link, to), must(open, why))?;
        let side = self.side(unit);
        let picture = self.picture(state);
        let enemy = picture.held[side.other().index()].contains(to) && !picture.battle.contains(to);
        c.ask(Case("8.3.h"), unless(enemy, no!("{to} holds enemy units", to)))?;
        let best = self.retreat_spaces(state, unit).contains(to);
        let case = if picture.battle.contains(to) { Case("8.3.f") } else { Case("8.3.e") };
        c.ask(case, must(best, no!("{unit} may not retreat to {to} while a preferable space is open to it", unit, to)))
    }

    /// The rule that closes a passage or box to a retreat.
    fn retreat_case(&self, side: Side, link: Link, to: SpaceId) -> Case {
        match (link, self.data.spaces[to].kind) {
            (Link::Gate, SpaceKind::Front) if side == Side::Soviet => Case("8.3.p"),
            (Link::Rim | Link::Gate | Link::Arrow, _) => Case("8.3.n"),
            _ if to == self.data.places.kerch => Case("8.3.i"),
            _ if to == self.data.places.elbrus => Case("8.3.j"),
            _ => Case("8.3.k"),
        }
    }

    /// 8.3.a: opens the retreat of one side, if the result demands it; 8.3.c: in a major city its owner decides.
    pub(crate) fn open_retreat(&self, state: &mut State, fight: Fight, side: Side) {
        if !fight.retreat[side.index()] {
            return;
        }
        let units = self.sufferers(state, fight.space, side);
        if units.is_empty() {
            return;
        }
        state.frames.push(if self.data.spaces[fight.space].city == City::Major {
            Frame::Standing { side, leaving: UnitSet::EMPTY }
        } else {
            Frame::Retreat { side, units }
        });
    }

    /// 8.3.c: may the owner let this unit go?
    pub(crate) fn check_leave(
        &self,
        state: &State,
        side: Side,
        leaving: UnitSet,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let there = self.fight(state).is_some_and(|f| self.sufferers(state, f.space, side).contains(unit));
        c.ask(Case("8.3.c"), must(there, no!("{unit} does not retreat now", unit)))?;
        let said = leaving.contains(unit);
        c.ask(Case("8.3.c"), unless(said, no!("{unit} is already leaving", unit)))
    }

    /// The enemy moves the unit; R-28: its anti-tank asset goes to the reserve, as with every move.
    pub(crate) fn apply_retreat(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        let Some(from) = state.at(unit) else { return };
        if let Frame::Retreat { units, .. } = state.frames.top_mut() {
            units.remove(unit);
        }
        self.drop_anti_tank(state, unit, log);
        let battle = self.picture(state).battle.contains(to);
        log.add(|| self.moved_event(unit, from, to, if battle { Case("8.3.f") } else { Case("8.3.e") }));
        self.put_unit(state, unit, to, log);
        if battle {
            state.refugees.insert(unit);
        }
    }

    /// 8.3.o: units without any space to go to die. True if some did.
    pub(crate) fn trapped_die(&self, state: &mut State, units: UnitSet, log: &mut Log) -> bool {
        let Some(unit) = units.iter().find(|u| self.retreat_spaces(state, *u).is_empty()) else { return false };
        let space = state.at(unit);
        if let Frame::Retreat { units, .. } = state.frames.top_mut() {
            units.remove(unit);
        }
        self.kill(state, unit, Case("8.3.o"), log);
        if let Some(space) = space {
            self.settle_control(state, space, log);
        }
        self.repaint(state);
        true
    }
}
