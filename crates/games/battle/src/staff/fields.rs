//! What ground is worth, and where each unit is wanted.

use super::Mind;
use crate::data::{Link, Objective, SpaceKind, UnitId, UnitKind};
use crate::state::{Spaces, State, UnitSet};
use kessel_board::{SpaceId, SpaceMap};
use kessel_table::Side;
use std::collections::VecDeque;

/// Steps to the nearest goal, by any passage that units use.
pub(super) type Field = SpaceMap<u8>;

/// What the planner works out once a phase.
pub(super) struct Fields {
    pub stalingrad: Field,
    pub caucasus: Field,
    pub elbrus: Field,
    pub flank: Field,
    pub kharkov: Field,
    pub enemy: Field,
    /// Factors that the enemy could bring into a space in his next turn.
    pub threat: SpaceMap<u16>,
    pub caucasus_group: UnitSet,
    pub guard: Option<UnitId>,
}

impl Mind<'_> {
    pub(super) fn fields(&self) -> Fields {
        let places = &self.game.data.places;
        let enemy_at = self.game.picture(self.seen).held[self.side.other().index()];
        Fields {
            stalingrad: self.field([places.stalingrad].into_iter()),
            caucasus: self.field(self.prizes()),
            elbrus: self.field([places.elbrus].into_iter()),
            flank: self.field(self.don_line().iter()),
            kharkov: self.field([places.kharkov].into_iter()),
            enemy: self.field(enemy_at.iter()),
            threat: self.threats(),
            caucasus_group: self.caucasus_group(),
            guard: self.guard(),
        }
    }

    fn field(&self, goals: impl Iterator<Item = SpaceId>) -> Field {
        let board = &self.game.data.board;
        let mut field = board.space_map(u8::MAX);
        let mut queue: VecDeque<SpaceId> = goals.collect();
        queue.iter().for_each(|goal| field[*goal] = 0);
        while let Some(at) = queue.pop_front() {
            for near in board.neighbors(at) {
                let walks = !matches!(self.game.data.links[near.edge], Link::Arrow);
                if walks && field[near.space] == u8::MAX {
                    field[near.space] = field[at].saturating_add(1);
                    queue.push_back(near.space);
                }
            }
        }
        field
    }

    /// The Caucasus boxes that score.
    fn prizes(&self) -> impl Iterator<Item = SpaceId> + '_ {
        let scores = |s: &SpaceId| self.game.data.spaces[*s].caucasus.as_ref().is_some_and(|c| c.points > 0);
        self.game.data.board.boxes().filter(scores)
    }

    /// The near bank of the Don above its great bend: where the allied armies stand guard.
    fn don_line(&self) -> Spaces {
        let data = &self.game.data;
        let west = self.field(data.board.hexes().filter(|s| data.spaces[*s].axis_source));
        let don = data.courses.iter().find(|c| c.name == "Don");
        let sides = don.into_iter().flat_map(|c| c.stretches.iter().flatten());
        let ends = sides.map(|edge| data.board.edge_ends(*edge));
        ends.map(|(a, b)| if west[a] <= west[b] { a } else { b })
            .filter(|s| data.spaces[*s].kind == SpaceKind::Hex)
            .collect()
    }

    /// What the enemy could bring into each space: the sum of the units within tactical reach.
    fn threats(&self) -> SpaceMap<u16> {
        let board = &self.game.data.board;
        let mut threat = board.space_map(0u16);
        for unit in self.game.own(self.side.other()).iter() {
            let Some(at) = self.seen.at(unit) else { continue };
            if !self.game.on_map(at) || !self.game.supplied(self.seen, unit) {
                continue;
            }
            let force = self.reckon(unit);
            let range = self.game.data.units[unit.index()].tactical;
            let near = self.field([at].into_iter());
            for space in board.spaces().filter(|s| near[*s] <= range) {
                threat[space] += force.firm + force.tank;
            }
        }
        threat
    }

    /// Axis units meant for the Caucasus: the seventeenth army, and panzers if Hitler wants it much.
    fn caucasus_group(&self) -> UnitSet {
        let wants = self.weight(Objective::Caucasus);
        let data = &self.game.data;
        let south = |u: &UnitId| {
            let info = &data.units[u.index()];
            let infantry = info.group == "17. Armee" || info.group == "11. Armee";
            let armour = info.group == "1. PzArmee" && info.kind == UnitKind::Panzer && wants >= 2;
            info.side == Side::Axis && (infantry || armour)
        };
        data.unit_ids().filter(south).take(if wants >= 2 { 7 } else { 4 }).collect()
    }

    /// One unit never leaves Kharkov: losing it ends the game.
    fn guard(&self) -> Option<UnitId> {
        let field = self.field([self.game.data.places.kharkov].into_iter());
        let slow = |u: &UnitId| self.game.data.units[u.index()].kind != UnitKind::Panzer;
        let here = self.game.own(Side::Axis);
        here.iter().filter(slow).filter_map(|u| self.seen.at(u).map(|at| (field[at], u))).min().map(|(_, u)| u)
    }

    /// What holding a space is worth to a side, in tenths of a step.
    pub(super) fn ground_worth(&self, side: Side, space: SpaceId) -> i32 {
        let places = &self.game.data.places;
        if space == places.stalingrad {
            return 120;
        }
        if space == places.astrakhan || space == places.kharkov {
            return 150;
        }
        let info = &self.game.data.spaces[space];
        let mut worth = 6;
        if space == places.voronezh || space == places.rostov {
            worth += 15;
        }
        if info.volga {
            // 10.4: who stands there at the end wins or does not.
            worth += match self.seen.turn {
                1..=8 => 10,
                9..=11 => 40,
                _ => 120,
            };
        }
        if side == Side::Axis
            && let Some(caucasus) = &info.caucasus
        {
            worth += i32::from(caucasus.points) * 5;
        }
        worth
    }

    /// How many of a side's units on the map are unsupplied.
    pub(super) fn unsupplied(&self, state: &State, side: Side) -> i32 {
        let picture = self.game.picture(state);
        let cut =
            |u: &UnitId| state.at(*u).is_some_and(|at| self.game.on_map(at) && !picture.fed[side.index()].contains(at));
        self.game.own(side).iter().filter(cut).count() as i32
    }
}
