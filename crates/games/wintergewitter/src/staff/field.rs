//! How far hexes lie from others by what movement costs, whoever stands in between.

use super::Mind;
use crate::data::{Area, MoveClass, Terrain, Water};
use kessel_board::SpaceId;
use std::cell::OnceCell;

/// Half movement points to a goal, by hex.
pub(super) type Field = Vec<u16>;

/// No way at all.
pub(super) const NO_WAY: u16 = u16::MAX;

/// What the ground costs in one position, for each class of units once it is asked for: a chart needs some seventy fields.
#[derive(Default)]
pub(super) struct Ground {
    entries: [OnceCell<Vec<[u16; 6]>>; 3],
}

impl Mind<'_> {
    /// Half points of a step for a class of units, without zones; nothing where nobody goes.
    pub(super) fn ground_cost(&self, class: MoveClass, from: SpaceId, near: &kessel_board::Neighbor) -> Option<u16> {
        let (map, charts) = (&self.game.data.map, &self.game.data.charts);
        let to = near.space;
        let water = self.game.water(self.state, near.edge);
        if water == Water::Major || map.is_in(to, Area::Beyond) || map.is_in(from, Area::Beyond) {
            return None;
        }
        let icy = self.game.data.turn(self.state.turn).icy;
        let ground = if icy && map.spaces[to].road {
            charts.effect(Terrain::Clear).enter.of(class)
        } else if map.sides[near.edge].road && !icy && water == Water::None {
            charts.road.of(class)
        } else {
            charts.effect(self.game.terrain(to)).enter.of(class)
        };
        let river = if water == Water::Minor { charts.river.of(class) } else { 0 };
        Some(u16::from(ground) + u16::from(river))
    }

    /// What it costs a class of units to enter each hex, in the order of the neighbours that they come from.
    fn entries(&self, class: MoveClass) -> &[[u16; 6]] {
        self.ground.entries[class as usize].get_or_init(|| {
            let board = &self.game.data.map.board;
            let mut entries = vec![[NO_WAY; 6]; board.len()];
            for hex in board.hexes() {
                for (entry, near) in entries[hex.index()].iter_mut().zip(board.neighbors(hex)) {
                    let back = kessel_board::Neighbor { space: hex, ..*near };
                    *entry = self.ground_cost(class, near.space, &back).unwrap_or(NO_WAY);
                }
            }
            entries
        })
    }

    /// The cost from every hex to the nearest of `goals`; `toll` is paid for entering a hex besides.
    pub(super) fn field_to(
        &self,
        goals: impl Iterator<Item = SpaceId>,
        class: MoveClass,
        toll: impl Fn(SpaceId) -> Option<u16>,
    ) -> Field {
        let entries = self.entries(class);
        // The way is walked backwards: `from` is nearer to the goal.
        self.spread(goals, |from, n, _| {
            let cost = *entries[from.index()].get(n).filter(|cost| **cost != NO_WAY)?;
            Some(cost + toll(from)?)
        })
    }

    /// The cost to every hex from the nearest of `starts`.
    pub(super) fn field_from(&self, starts: impl Iterator<Item = SpaceId>, class: MoveClass) -> Field {
        self.spread(starts, |from, _, near| self.ground_cost(class, from, near))
    }

    fn spread(
        &self,
        starts: impl Iterator<Item = SpaceId>,
        cost: impl Fn(SpaceId, usize, &kessel_board::Neighbor) -> Option<u16>,
    ) -> Field {
        let board = &self.game.data.map.board;
        let mut field = vec![NO_WAY; board.len()];
        let mut queue = Queue::default();
        for start in starts {
            field[start.index()] = 0;
            queue.push(0, start);
        }
        while let Some((far, hex)) = queue.pop() {
            if far > field[hex.index()] {
                continue;
            }
            for (n, near) in board.neighbors(hex).iter().enumerate() {
                let Some(cost) = cost(hex, n, near) else { continue };
                let total = far.saturating_add(cost);
                if total < field[near.space.index()] {
                    field[near.space.index()] = total;
                    queue.push(total, near.space);
                }
            }
        }
        field
    }
}

/// Hexes by how far they lie, the nearest first. Costs are small numbers, so a list for each is quicker than a heap.
#[derive(Default)]
struct Queue {
    lists: Vec<Vec<SpaceId>>,
    far: usize,
}

impl Queue {
    fn push(&mut self, far: u16, hex: SpaceId) {
        let far = usize::from(far);
        if self.lists.len() <= far {
            self.lists.resize_with(far + 1, Vec::new);
        }
        self.lists[far].push(hex);
    }

    /// The nearest that is left; nothing nearer than the last one is ever pushed.
    fn pop(&mut self) -> Option<(u16, SpaceId)> {
        while let Some(list) = self.lists.get_mut(self.far) {
            if let Some(hex) = list.pop() {
                return Some((self.far as u16, hex));
            }
            self.far += 1;
        }
        None
    }
}
