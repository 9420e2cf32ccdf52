//! Marches to prepared assaults that follow the movement phase: from two sides if that can be done.

use super::Mind;
use super::chart::Chart;
use super::forecast::Blow;
use super::moves::Draft;
use super::purpose::Purpose;
use super::reach::Reach;
use crate::data::UnitId;
use crate::ground::Near;
use crate::refusal::Consult;
use crate::sets::UnitSet;
use crate::state::{Order, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;

/// An assault with the marches that lead to it.
struct Converging {
    target: SpaceId,
    /// Who goes where; those who stay are among them.
    posts: Vec<(UnitId, SpaceId)>,
    worth: i32,
}

impl Mind<'_> {
    /// Writes the marches of every assault that pays, the best first.
    pub(super) fn march_to_assaults(&self, chart: &Chart, draft: &mut Draft) -> i32 {
        let reaches: Vec<(UnitId, Reach)> = draft
            .free
            .iter()
            .filter(|u| self.may_assault(&draft.work, *u))
            .map(|u| (u, self.reach(&draft.work, &[u])))
            .collect();
        let mut targets = draft.work.layout.held[self.side.other().index()];
        if self.side == Side::Soviet {
            targets |= self.game.garrisoned(&draft.work);
        }
        let mut ranked: Vec<(i32, SpaceId)> = targets
            .iter()
            .filter_map(|at| self.converge(chart, draft, &reaches, at).map(|found| (found.worth, at)))
            .collect();
        ranked.sort_by_key(|(worth, at)| (-worth, *at));
        let mut sum = 0;
        for (_, at) in ranked {
            // Around a pocket each march may make another unit the last one on a line.
            if !draft.work.is_blue() {
                self.keep_cutters(chart, draft);
            }
            let Some(found) = self.converge(chart, draft, &reaches, at) else { continue };
            sum += found.worth;
            for (unit, to) in found.posts {
                if let Some((_, reach)) = reaches.iter().find(|(u, _)| *u == unit) {
                    self.commit(draft, unit, reach, to, Some(Purpose::Assault(at)));
                }
            }
            debug_assert!(found.target == at, "the assault is on the hex asked for");
        }
        sum
    }

    /// What assaults after movement would be worth, for the choice of the order.
    pub(super) fn converging_worth(&self, chart: &Chart, state: &State) -> i32 {
        let mut work = state.clone();
        work.order = Order::MoveAssault;
        let own = self.game.ground.own[self.side.index()];
        let free: UnitSet = own
            .iter()
            .filter(|u| work.at(*u).is_some() && self.game.readiness(&work, *u, &mut Consult::strict()).is_ok())
            .collect();
        let mut draft = Draft::new(&work, free);
        self.march_to_assaults(chart, &mut draft)
    }

    fn may_assault(&self, state: &State, unit: UnitId) -> bool {
        let card = self.game.card(unit);
        !card.is_satellite()
            && !card.artillery
            && self.game.attack_readiness(state, unit, &mut Consult::strict()).is_ok()
    }

    /// Hexes from which a target can be attacked.
    fn approaches(&self, state: &State, target: SpaceId) -> Vec<Near> {
        let open = |near: &&Near| {
            let volga = self.side == Side::Axis && near.between.water == crate::data::Water::Volga;
            !near.between.is_closed()
                && !volga
                && !state.holds(self.side.other(), near.to)
                && self.game.ground.playable[state.scenario as usize].contains(near.to)
        };
        self.game.ground.around(target).iter().filter(open).copied().collect()
    }

    /// The best assault on a target with units that can come up to it.
    fn converge(
        &self,
        chart: &Chart,
        draft: &Draft,
        reaches: &[(UnitId, Reach)],
        target: SpaceId,
    ) -> Option<Converging> {
        let near = self.approaches(&draft.work, target);
        let able: Vec<&(UnitId, Reach)> = reaches
            .iter()
            .filter(|(u, reach)| draft.free.contains(*u) && near.iter().any(|n| reach.contains(n.to)))
            .collect();
        if able.is_empty() {
            return None;
        }
        let mut best: Option<Converging> = None;
        let pairs = (0..3u8).map(|d| 1 << d | 1 << (d + 3));
        for wanted in pairs.chain([0b111111u8]) {
            let hexes: Vec<SpaceId> = near.iter().filter(|n| wanted >> n.direction & 1 == 1).map(|n| n.to).collect();
            if hexes.is_empty() || (wanted != 0b111111 && hexes.len() < 2) {
                continue;
            }
            if let Some(found) = self.gather(chart, draft, &able, target, &hexes)
                && best.as_ref().is_none_or(|most| found.worth > most.worth)
            {
                best = Some(found);
            }
        }
        best
    }

    /// Fills the hexes in turn with the strongest who can come, and leaves out whoever is not needed.
    fn gather(
        &self,
        chart: &Chart,
        draft: &Draft,
        able: &[&(UnitId, Reach)],
        target: SpaceId,
        hexes: &[SpaceId],
    ) -> Option<Converging> {
        let mut state = draft.work.clone();
        let mut posts: Vec<(UnitId, SpaceId)> = Vec::new();
        let mut order: Vec<&(UnitId, Reach)> = able.to_vec();
        order.sort_by_key(|(u, _)| (-self.factors(&chart.averages, &state, *u)[0], *u));
        let mut turn = 0;
        for (unit, reach) in order {
            if posts.len() >= 24 {
                break;
            }
            let mut choices = (0..hexes.len()).map(|i| hexes[(turn + i) % hexes.len()]);
            let open = |hex: &SpaceId| {
                reach.contains(*hex)
                    && (state.at(*unit) == Some(*hex) || self.game.fits(&state, self.side, &[*unit], *hex))
            };
            let Some(hex) = choices.find(open) else { continue };
            self.game.shift(&mut state, &[*unit], hex);
            posts.push((*unit, hex));
            turn += 1;
        }
        let units: UnitSet = posts.iter().map(|(u, _)| *u).collect();
        if units.is_empty() {
            return None;
        }
        let stakes = self.stakes(chart, &state, target);
        let blow = Blow { target, launch: None, units, aircraft: 0, manstein: false };
        let (blow, worth) = self.trimmed(chart, &state, &stakes, blow);
        posts.retain(|(u, _)| blow.units.contains(*u));
        let risk: i32 = hexes.iter().map(|hex| self.exposed(chart, &state, *hex)).sum();
        let worth = worth - risk;
        (worth >= self.least_worth(chart, &state, &blow)).then_some(Converging { target, posts, worth })
    }

    /// What standing there without supply, or where nobody should be, would cost afterwards.
    fn exposed(&self, chart: &Chart, state: &State, hex: SpaceId) -> i32 {
        let hungry = i32::from(!chart.fed.contains(hex)) + self.out_of_bounds(state, hex) / 4;
        hungry * state.units_at(hex).count() as i32
    }
}
