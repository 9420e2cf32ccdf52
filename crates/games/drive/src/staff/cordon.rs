//! Ring and hold the ring: the cheapest line of hexes that closes the enemy's greatest pocket, and the units that stand in it.
//!
//! There are no zones of control: a supply line runs through any hex where no enemy stands (7.12). So a pocket is closed by a line of
//! occupied hexes, and the cheapest one is the least cut of the hexes between the pocket and the country outside.

use super::Mind;
use super::chart::Chart;
use super::estimate::SCALE;
use super::moves::Draft;
use super::reach::Reach;
use crate::data::{UnitId, UnitKind};
use crate::ground::Lines;
use crate::sets::{MOST_HEXES, Spaces, UnitSet};
use crate::state::State;
use kessel_board::SpaceId;
use kessel_table::Side;
use std::collections::VecDeque;

/// Hexes from one another that belong to the same pocket.
const CLOSE: u32 = 3;

/// No price: this hex is never closed.
const NEVER: i32 = 10_000;

/// A line around a pocket, and others behind it: whoever breaks one hex has not broken out.
#[derive(Clone, Debug, Default)]
pub(super) struct Cordon {
    /// The hexes to be closed, the innermost line first; some may be held by the enemy still.
    pub lines: Vec<Spaces>,
    /// All of them.
    pub hexes: Spaces,
    /// Enemy units within that count for victory.
    pub within: i32,
}

impl Mind<'_> {
    /// The line to close now; empty where losses without supply do not decide the game.
    pub(super) fn find_cordon(&self, chart: &Chart, state: &State) -> Cordon {
        if state.is_blue() || self.side == Side::Axis {
            return Cordon::default();
        }
        let Some((middle, pocket, within)) = self.pocket(chart, state) else { return Cordon::default() };
        let reachable = self.within_reach(state);
        let mut cordon = Cordon { within, ..Cordon::default() };
        for further in 0..self.weights.cordon_lines {
            let radius = (self.weights.cordon_radius + further) as u32;
            let line = self.line_around(chart, state, &reachable, (middle, radius), &(pocket | cordon.hexes));
            cordon.hexes |= line;
            cordon.lines.push(line);
        }
        cordon
    }

    /// The cheapest line around these hexes.
    fn line_around(
        &self,
        chart: &Chart,
        state: &State,
        reachable: &Spaces,
        (middle, radius): (SpaceId, u32),
        pocket: &Spaces,
    ) -> Spaces {
        let board = &self.game.data.map.board;
        let lines = if state.frozen { Lines::AxisFrozen } else { Lines::Axis };
        let mut net = Cut::new(self.game.ground.links(lines));
        for hex in board.within(middle, radius).filter(|hex| self.game.ground.playable[1].contains(*hex)) {
            let price = if pocket.contains(hex) { NEVER } else { self.closing_price(chart, state, reachable, hex) };
            let edge = board.distance(middle, hex) == Some(radius);
            net.add(hex, price, edge || self.game.ground.axis_sources.contains(hex), pocket.contains(hex));
        }
        net.least()
    }

    /// The middle of the enemy's densest group, the hexes that he holds there, and how many units that count.
    fn pocket(&self, chart: &Chart, state: &State) -> Option<(SpaceId, Spaces, i32)> {
        let board = &self.game.data.map.board;
        let held = state.layout.held[self.side.other().index()];
        let flow = self.flow(chart, self.side.other());
        let counts = |hex: SpaceId| state.units_at(hex).filter(|u| self.counts(state, *u)).count() as i32;
        // Those who are cut off already count twice: one ring is finished before the next is begun.
        let weight = |hex: SpaceId| counts(hex) * if flow.feeds(hex) { 1 } else { 2 };
        let near = |hex: SpaceId| held.iter().filter(move |at| board.distance(*at, hex).is_some_and(|d| d <= CLOSE));
        let middle = held.iter().max_by_key(|hex| (near(*hex).map(weight).sum::<i32>(), std::cmp::Reverse(*hex)))?;
        let pocket: Spaces = near(middle).filter(|hex| counts(*hex) > 0).collect();
        let within = pocket.iter().map(counts).sum();
        (within > 0).then_some((middle, pocket, within))
    }

    fn is_last_turn(&self, state: &State) -> bool {
        state.turn >= self.game.data.scenario(state.scenario).last_turn()
    }

    /// Would this enemy unit count for victory if it were lost cut off (4.8)?
    fn counts(&self, state: &State, unit: UnitId) -> bool {
        state.veiled.contains(unit) || self.game.card(unit).is_german()
    }

    /// Hexes that somebody could go to now.
    fn within_reach(&self, state: &State) -> Spaces {
        let own = self.game.ground.own[self.side.index()];
        let mut hexes = Spaces::EMPTY;
        for unit in own.iter().filter(|u| state.at(*u).is_some() && self.may_cut(*u)) {
            hexes.extend(self.reach(state, &[unit]).hexes());
        }
        hexes
    }

    /// What it takes to close a hex.
    fn closing_price(&self, chart: &Chart, state: &State, reachable: &Spaces, hex: SpaceId) -> i32 {
        let weights = self.weights;
        if (self.game.ground.forts - state.ruins).contains(hex) {
            return 0;
        }
        if state.holds(self.side.other(), hex) {
            let defence: i32 = state.units_at(hex).map(|u| self.factors(&chart.averages, state, u)[1]).sum();
            return weights.cordon_enemy + defence / 16;
        }
        if state.holds(self.side, hex) {
            return weights.cordon_held;
        }
        if reachable.contains(hex) { weights.cordon_near } else { weights.cordon_far }
    }

    /// Sends units into the lines: every hex gets one, then the weakest of them more, until it stands what threatens it.
    pub(super) fn hold_cordon(&self, chart: &Chart, draft: &mut Draft) {
        let cordon = self.cordon(chart);
        let enemy = draft.work.layout.held[self.side.other().index()];
        if cordon.hexes.is_empty() {
            return;
        }
        let reaches: Vec<(UnitId, Reach)> =
            draft.free.iter().filter(|u| self.may_cut(*u)).map(|u| (u, self.reach(&draft.work, &[u]))).collect();
        for line in cordon.lines.iter().map(|line| *line - enemy) {
            line.iter().for_each(|hex| self.keep_firm(chart, draft, hex));
            // Those hexes first that fewest can reach.
            let mut open: Vec<(usize, SpaceId)> = (line - draft.work.layout.held[self.side.index()])
                .iter()
                .map(|hex| (reaches.iter().filter(|(_, reach)| reach.contains(hex)).count(), hex))
                .collect();
            open.sort_unstable();
            for (_, hex) in open {
                self.send_into(chart, draft, &reaches, hex);
            }
        }
        self.firm_up(chart, draft, &reaches, cordon.hexes);
    }

    /// Strengthens the hex that stands worst, again and again.
    fn firm_up(&self, chart: &Chart, draft: &mut Draft, reaches: &[(UnitId, Reach)], line: Spaces) {
        let mut weak: Vec<SpaceId> = (line & draft.work.layout.held[self.side.index()]).iter().collect();
        while let Some((lack, i)) =
            weak.iter().enumerate().map(|(i, hex)| (self.lack(chart, &draft.work, *hex), i)).max()
        {
            if lack <= 0 {
                return;
            }
            if !self.send_into(chart, draft, reaches, weak[i]) {
                weak.swap_remove(i);
            }
        }
    }

    /// Defence that a hex of the line lacks against what threatens it.
    pub(super) fn lack(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        let defence: i32 = state.units_at(hex).map(|u| self.factors(&chart.averages, state, u)[1]).sum();
        self.firmness(chart, state, hex) - defence
    }

    /// Defence that a hex of the line should have.
    fn firmness(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        let wanted = self.eased(state, hex, chart.threat[hex]) * self.weights.cordon_firm / 100;
        let most = if self.is_last_turn(state) { self.weights.cordon_last } else { self.weights.cordon_most };
        wanted.min(most * SCALE)
    }

    /// As many of those who stand in the line stay as it needs; foot before tanks.
    fn keep_firm(&self, chart: &Chart, draft: &mut Draft, hex: SpaceId) {
        let wanted = self.firmness(chart, &draft.work, hex);
        let mut stack: Vec<UnitId> = (draft.work.stack_at(hex) & draft.free).iter().collect();
        let defence = |u: UnitId| self.factors(&chart.averages, &draft.work, u)[1];
        stack.sort_by_key(|u| (self.game.card(*u).mechanised, -defence(*u), *u));
        let mut have = 0;
        let mut kept = UnitSet::EMPTY;
        for unit in stack {
            if kept.is_empty() || have < wanted {
                kept.insert(unit);
                have += defence(unit);
            }
        }
        draft.free -= kept;
    }

    /// The unit that is missed least of those who defend well there.
    fn send_into(&self, chart: &Chart, draft: &mut Draft, reaches: &[(UnitId, Reach)], hex: SpaceId) -> bool {
        let best = reaches
            .iter()
            .filter(|(u, reach)| draft.free.contains(*u) && reach.contains(hex))
            .filter(|(u, _)| self.game.fits(&draft.work, self.side, &[*u], hex))
            .map(|(u, reach)| {
                let [attack, defence] = self.factors(&chart.averages, &draft.work, *u);
                let tanks = if self.game.card(*u).kind == UnitKind::Rifle { 0 } else { 8 };
                (defence * 2 - attack - tanks, std::cmp::Reverse(*u), reach)
            })
            .max_by_key(|(worth, u, _)| (*worth, *u));
        let Some((_, std::cmp::Reverse(unit), reach)) = best else { return false };
        self.commit(draft, unit, reach, hex);
        true
    }
}

/// A network of hexes with prices, cut where that is cheapest.
struct Cut<'a> {
    links: &'a [[u16; 6]],
    /// Each hex is a way in (even) and a way out (odd) with its price between them; then come source and sink.
    local: Box<[u16; MOST_HEXES]>,
    hexes: Vec<SpaceId>,
    price: Vec<i32>,
    outer: Vec<bool>,
    inner: Vec<bool>,
}

/// A pipe of the network, with its counterpart right beside it.
struct Pipe {
    to: u16,
    room: i32,
}

impl<'a> Cut<'a> {
    fn new(links: &'a [[u16; 6]]) -> Cut<'a> {
        let local = Box::new([u16::MAX; MOST_HEXES]);
        Cut { links, local, hexes: Vec::new(), price: Vec::new(), outer: Vec::new(), inner: Vec::new() }
    }

    fn add(&mut self, hex: SpaceId, price: i32, outer: bool, inner: bool) {
        self.local[hex.index()] = self.hexes.len() as u16;
        self.hexes.push(hex);
        self.price.push(price);
        self.outer.push(outer);
        self.inner.push(inner);
    }

    /// The cheapest hexes between outside and inside, as near to the inside as they can be; none if there is no closing it.
    fn least(&self) -> Spaces {
        let count = self.hexes.len();
        let (source, sink) = (2 * count, 2 * count + 1);
        let (mut pipes, mut from): (Vec<Pipe>, Vec<Vec<u16>>) = (Vec::new(), vec![Vec::new(); 2 * count + 2]);
        let mut lay = |a: usize, b: usize, room: i32| {
            from[a].push(pipes.len() as u16);
            pipes.push(Pipe { to: b as u16, room });
            from[b].push(pipes.len() as u16);
            pipes.push(Pipe { to: a as u16, room: 0 });
        };
        for i in 0..count {
            lay(2 * i, 2 * i + 1, self.price[i]);
            if self.outer[i] {
                lay(source, 2 * i, NEVER);
            }
            if self.inner[i] {
                lay(2 * i + 1, sink, NEVER);
            }
            for to in self.links[self.hexes[i].index()].iter().take_while(|to| **to != u16::MAX) {
                let to = self.local[usize::from(*to)];
                if to != u16::MAX {
                    lay(2 * i + 1, 2 * usize::from(to), NEVER);
                }
            }
        }
        let mut sum = 0;
        while let Some(room) = push(&mut pipes, &from, source, sink) {
            sum += room;
            if sum >= NEVER {
                return Spaces::EMPTY;
            }
        }
        let inside = reaching(&pipes, &from, sink);
        (0..count).filter(|i| inside[2 * i + 1] && !inside[2 * i]).map(|i| self.hexes[i]).collect()
    }
}

/// Sends as much as one way takes; nothing when all ways are full.
fn push(pipes: &mut [Pipe], from: &[Vec<u16>], source: usize, sink: usize) -> Option<i32> {
    let mut came: Vec<u16> = vec![u16::MAX; from.len()];
    let mut queue = VecDeque::from([source]);
    while let Some(at) = queue.pop_front() {
        for &pipe in &from[at] {
            let to = usize::from(pipes[usize::from(pipe)].to);
            if pipes[usize::from(pipe)].room > 0 && came[to] == u16::MAX && to != source {
                came[to] = pipe;
                queue.push_back(to);
            }
        }
        if came[sink] != u16::MAX {
            break;
        }
    }
    let mut way = Vec::new();
    let mut at = sink;
    while at != source {
        let pipe = came[at];
        if pipe == u16::MAX {
            return None;
        }
        way.push(usize::from(pipe));
        at = usize::from(pipes[usize::from(pipe ^ 1)].to);
    }
    let room = way.iter().map(|pipe| pipes[*pipe].room).min()?;
    for pipe in way {
        pipes[pipe].room -= room;
        pipes[pipe ^ 1].room += room;
    }
    Some(room)
}

/// From where more could still be sent to the sink.
fn reaching(pipes: &[Pipe], from: &[Vec<u16>], sink: usize) -> Vec<bool> {
    let mut inside = vec![false; from.len()];
    inside[sink] = true;
    let mut queue = vec![sink];
    while let Some(at) = queue.pop() {
        for &pipe in &from[at] {
            // The counterpart leads hither.
            let to = usize::from(pipes[usize::from(pipe)].to);
            if pipes[usize::from(pipe ^ 1)].room > 0 && !inside[to] {
                inside[to] = true;
                queue.push(to);
            }
        }
    }
    inside
}
