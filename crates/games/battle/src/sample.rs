//! A whole position that agrees with everything one side knows: what `redact.rs` hides is drawn.
//!
//! | hidden | drawn |
//! |---|---|
//! | Hitler's directives (6.1) | by the two dice of 6.1.b and 6.1.c |
//! | a display in the set-up | its owner has not begun: his play draws it |
//! | basic strengths | the better of two draws from the unit's track: units come full or are filled up, and lose in battle |
//! | who is where off the map | each unit in the reserve or in a Front box with room, alike; boxes that a retreat has shown stay empty or not |
//! | assets and their steps | in an order at random each goes to a unit that may have it, or to the reserve, all alike; the better of two draws of steps |
//! | the step of the display, the purse | one of the three steps, alike; in the replacements any part of the printed points |
//! | losses named in secret | none are named yet; forces are drawn again until their sum is the one that the battle has shown |

use crate::Battle;
use crate::data::{Arrival, AssetId, Objective, Start, UnitId};
use crate::redact::knows_directives;
use crate::refusal::Consult;
use crate::sets::UnitSet;
use crate::state::{Directives, Frame, Phase, Place, Post, State};
use kessel_board::SpaceId;
use kessel_kernel::facets::Samples;
use kessel_kernel::{Lots, Seen, Side, Viewer};
use rand_pcg::Pcg32;

/// How often a force is drawn again whose sum is known.
const TRIES: usize = 24;

impl Samples for Battle {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let (mut state, enemy) = (seen.state().clone(), side.other());
        if !knows_directives(&state, Viewer::from(side)) {
            state.directives = self.some_directives(rng);
        }
        if state.phase() == Phase::Setup {
            self.unbegun(&mut state, enemy);
        } else {
            self.draw_boxes(&mut state, enemy, rng);
            self.draw_forces(&mut state, enemy, rng);
            self.draw_step(&mut state, enemy, rng);
        }
        self.repaint(&mut state);
        self.let_it_march(&mut state, enemy);
        state
    }
}

impl Battle {
    /// 6.1.b, 6.1.c.
    fn some_directives(&self, rng: &mut Pcg32) -> Directives {
        let mut die = || rng.below(6) as u8 + 1;
        let primary = self.data.charts.objectives.primary(die());
        let secondary = self.data.charts.objectives.secondary(primary, die());
        Directives([primary, secondary, Objective::third(primary, secondary)])
    }

    /// The set-up as it lies before its owner begins.
    fn unbegun(&self, state: &mut State, enemy: Side) {
        for unit in self.own(enemy).iter().filter(|unit| state.at(*unit).is_some()).collect::<Vec<_>>() {
            state.units[unit.index()].strength = self.unit_at_start(unit).strength;
        }
    }

    /// Who of the Soviets stands in a Front box and who in the reserve.
    fn draw_boxes(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        if enemy == Side::Axis {
            return;
        }
        let retreating = match state.frames.top() {
            Frame::Retreat { side, units } if *side == enemy => *units,
            _ => UnitSet::EMPTY,
        };
        let shown = self.holding_boxes_beside(state, retreating);
        let held: Vec<SpaceId> = shown.iter().copied().filter(|at| !state.all_in(*at).is_empty()).collect();
        let off_map = |unit: &UnitId| state.at(*unit).is_some_and(|at| !self.on_map(at));
        let mut units: Vec<UnitId> = self.own(enemy).iter().filter(off_map).collect();
        rng.shuffle(&mut units);
        let reserve = self.reserve(enemy);
        for unit in &units {
            state.units[unit.index()].place = Place::At(reserve);
        }
        let places = &self.data.places;
        let free: Vec<SpaceId> =
            [places.svf, places.dsf, places.tcf].into_iter().filter(|at| !shown.contains(at)).collect();
        let mut left = units.into_iter();
        for (at, unit) in held.iter().zip(left.by_ref()) {
            state.units[unit.index()].place = Place::At(*at);
        }
        for unit in left {
            let with_room = free.iter().chain(&held).copied().filter(|at| self.room_in_front(state, *at).is_ok());
            let open: Vec<SpaceId> = with_room.chain([reserve]).collect();
            state.units[unit.index()].place = Place::At(rng.pick(&open).unwrap_or(reserve));
        }
    }

    /// Strengths and assets. While losses are taken the sum of the force is known, and so is that somebody is still asked.
    fn draw_forces(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        let laden = self.is_laden(state, enemy);
        let fight = self.fight(state).filter(|_| matches!(state.frames.top(), Frame::Losses(_)));
        let mut best: Option<(u32, State)> = None;
        for _ in 0..if fight.is_some() { TRIES } else { 1 } {
            self.draw_strengths(state, enemy, rng);
            self.draw_assets(state, enemy, laden, rng);
            let Some(fight) = fight else { return };
            let sum = self.force(state, fight.space, enemy, fight.attacker).total();
            let mut off = u32::from(sum.abs_diff(fight.sums[enemy.index()]));
            if !self.fits_the_losses(state, enemy) {
                off += 1000;
            }
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, state.clone()));
            }
            if off == 0 {
                break;
            }
        }
        if let Some((_, found)) = best {
            *state = found;
        }
        self.open_enemy_losses(state, enemy);
    }

    fn draw_strengths(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        for unit in self.own(enemy).iter() {
            if state.at(unit).is_some() {
                let max = usize::from(self.data.units[unit.index()].max);
                state.units[unit.index()].strength = better_of_two(max, rng);
            }
        }
    }

    /// The unit that may climb Elbrus, if a retreat has shown that it carries something (8.3.j).
    fn is_laden(&self, state: &State, enemy: Side) -> Option<(UnitId, bool)> {
        let only = self.data.spaces[self.data.places.elbrus].caucasus.and_then(|info| info.only_unit)?;
        let shown =
            matches!(state.frames.top(), Frame::Retreat { side, units } if *side == enemy && units.contains(only));
        shown.then(|| (only, !state.assets_of(only).is_empty()))
    }

    fn draw_assets(&self, state: &mut State, enemy: Side, laden: Option<(UnitId, bool)>, rng: &mut Pcg32) {
        let in_play = |asset: &AssetId| matches!(state.assets[asset.index()].post, Post::With(_) | Post::Reserve);
        let mut assets: Vec<AssetId> = self.assets_of_side(enemy).filter(in_play).collect();
        rng.shuffle(&mut assets);
        for asset in &assets {
            let slot = &mut state.assets[asset.index()];
            slot.post = Post::Reserve;
            slot.steps = better_of_two(usize::from(self.data.assets[asset.index()].max_steps), rng);
        }
        if let Some((unit, true)) = laden {
            let carried = |asset: &&AssetId| !self.is_anti_tank(**asset) && self.may_have(state, **asset, unit);
            if let Some(asset) = assets.iter().find(carried) {
                state.assets[asset.index()].post = Post::With(unit);
            }
        }
        for asset in assets {
            if matches!(state.assets[asset.index()].post, Post::With(_)) {
                continue;
            }
            let bare = laden.map(|(unit, _)| unit).filter(|_| !self.is_anti_tank(asset));
            let hosts = self.own(enemy).iter().filter(|unit| Some(*unit) != bare && self.may_have(state, asset, *unit));
            let open: Vec<Option<UnitId>> = hosts.map(Some).chain([None]).collect();
            if let Some(Some(unit)) = rng.pick(&open) {
                state.assets[asset.index()].post = Post::With(unit);
            }
        }
    }

    /// 3.1.1.c, 6.4: has the unit a free slot for the asset, and may it stand there with it? A gun does not go along on a march.
    fn may_have(&self, state: &State, asset: AssetId, unit: UnitId) -> bool {
        let gun = self.is_anti_tank(asset);
        if state.at(unit).is_none() || (gun && matches!(state.frames.top(), Frame::March(march) if march.unit == unit))
        {
            return false;
        }
        let room = if gun { 1 } else { usize::from(self.data.units[unit.index()].slots) };
        let bound = self.bound_asset(state, self.side(unit));
        self.taken(state, unit, gun) < room
            && self.pair_rules(state, asset, unit, bound, &mut Consult::strict()).is_ok()
    }

    /// Somebody is asked for losses: if the side that looks has named all of its own, the enemy is, and his force outlives them (8.2.i).
    fn fits_the_losses(&self, state: &State, enemy: Side) -> bool {
        let Frame::Losses(losses) = state.frames.top() else { return true };
        let steps = self.steps_of(state, self.sufferers(state, losses.space, enemy));
        losses.left(enemy.other()) > 0 || u16::from(losses.due[enemy.index()]) < steps
    }

    /// 8.2.i: a force that loses everything is not asked.
    fn open_enemy_losses(&self, state: &mut State, enemy: Side) {
        let Frame::Losses(losses) = state.frames.top() else { return };
        let (i, asked) = (enemy.index(), losses.left(enemy.other()) > 0);
        let steps = self.steps_of(state, self.sufferers(state, losses.space, enemy));
        if let Frame::Losses(losses) = state.frames.top_mut()
            && asked
            && u16::from(losses.due[i]) >= steps
        {
            losses.destroyed[i] = losses.due[i] > 0;
            losses.due[i] = 0;
        }
    }

    /// The steps of a display look like one to the enemy; those who came in this turn are fresh.
    fn draw_step(&self, state: &mut State, enemy: Side, rng: &mut Pcg32) {
        let phase = state.phase();
        if phase.side() != Some(enemy) {
            return;
        }
        let steps = match phase {
            Phase::SovietAssignment => [Phase::SovietAssignment, Phase::SovietWithdrawal, Phase::SovietReplacement],
            Phase::AxisAssignment => [Phase::AxisAssignment, Phase::AxisWithdrawal, Phase::AxisReplacement],
            _ => return,
        };
        let step = rng.pick(&steps).unwrap_or(phase);
        if let Some(Frame::Phase(phase)) = state.frames.iter_mut().next() {
            *phase = step;
        }
        if matches!(step, Phase::SovietReplacement | Phase::AxisReplacement) {
            state.purse = self.printed_purse(state.turn, enemy).map(|points| rng.below(usize::from(points) + 1) as u8);
        }
        let reserve = self.reserve(enemy);
        for unit in self.own(enemy).iter() {
            let came = self.data.units[unit.index()].start == Start::Turn(state.turn);
            if came && state.at(unit) == Some(reserve) {
                state.fresh_units.insert(unit);
            }
        }
        for asset in self.assets_of_side(enemy) {
            let came = matches!(self.data.assets[asset.index()].arrival,
                Arrival::Turn { turn, .. } | Arrival::Roll { turn, .. } if turn == state.turn);
            if came && state.assets[asset.index()].post == Post::Reserve {
                state.fresh_assets.insert(asset);
            }
        }
    }

    /// A unit on the march has somewhere to go: what would bar its way it does not have.
    fn let_it_march(&self, state: &mut State, enemy: Side) {
        let Frame::March(march) = *state.frames.top() else { return };
        let stuck = |state: &State| !self.any_step(state, &self.outlook(state, march.unit), march);
        if self.side(march.unit) == enemy && march.spent == 0 && stuck(state) {
            for asset in state.assets_of(march.unit).iter() {
                state.assets[asset.index()].post = Post::Reserve;
            }
        }
    }
}

/// The better of two draws of `1..=most`.
fn better_of_two(most: usize, rng: &mut Pcg32) -> u8 {
    let most = most.max(1);
    let (one, two) = (rng.below(most), rng.below(most));
    one.max(two) as u8 + 1
}
