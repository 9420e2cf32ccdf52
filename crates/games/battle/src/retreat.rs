//! 8.3 Retreats: made by the enemy player, unit by unit, by order of preference.

use crate::Battle;
use crate::data::{City, Link, SpaceKind, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Fight, Frame, Spaces, State, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Case, Log, Side};

/// The order of preference (8.3.e, 8.3.f), best first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    VacantSupplied,
    Vacant,
    Friendly,
    BattleSpace,
}

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
                (SpaceKind::Front, Side::Soviet) => return self.room_in_front(state, to).is_ok(),
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
        if !c.gate(Case("8.3.a"), if due { Ok(()) } else { Err(Why::NotRetreating(unit)) })? {
            return Ok(());
        }
        let Some(from) = state.at(unit) else { return c.ask(Case("8.3.a"), Err(Why::NotInPlay(unit))) };
        let Some(edge) = self.data.board.edge(from, to) else {
            return c.ask(Case("8.3.e"), Err(Why::NotAdjacent(from, to)));
        };
        let link = self.data.links[edge];
        let open = self.may_retreat(state, unit, link, to);
        c.ask(self.retreat_case(self.side(unit), link, to), if open { Ok(()) } else { Err(Why::NoRetreat(unit, to)) })?;
        let side = self.side(unit);
        let picture = self.picture(state);
        let enemy = picture.held[side.other().index()].contains(to) && !picture.battle.contains(to);
        c.ask(Case("8.3.h"), if enemy { Err(Why::EnemyHeld(to)) } else { Ok(()) })?;
        let best = self.retreat_spaces(state, unit).contains(to);
        let case = if picture.battle.contains(to) { Case("8.3.f") } else { Case("8.3.e") };
        c.ask(case, if best { Ok(()) } else { Err(Why::BetterSpace(unit, to)) })
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
            Frame::Standing { side, leaving: UnitSet::default() }
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
        c.ask(Case("8.3.c"), if there { Ok(()) } else { Err(Why::NotRetreating(unit)) })?;
        let said = leaving.contains(unit);
        c.ask(Case("8.3.c"), if said { Err(Why::LeavingAlready(unit)) } else { Ok(()) })
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
