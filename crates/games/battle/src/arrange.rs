//! The `[given]` part of case files: a position put on the table by hand.
//!
//! What is done, in this order:
//!
//! 1. `empty = true` takes every counter and marker off. Units and assets are then on the turn track with no strength; one
//!    whose own turn of arrival is played later in the case still arrives, others never do. Grossdeutschland is not owed.
//! 2. `turn` and `phase`. A phase begins afresh: nobody has moved or fought, no marker lies, nothing is half done. In a
//!    replacement phase the purse holds the points of the turn; in `uranus-movement` and `axis-detachments` Uranus was
//!    launched this turn; in `axis-withdrawal` of turn 2 Grossdeutschland is owed. Without `empty`, a case that leaves the
//!    set-up starts from the scenario's suggested distribution, and after turn 2 Grossdeutschland is gone.
//! 3. `put`: a unit in play has its printed maximum, an asset all its steps. Units alone in a space control it.
//! 4. `set`: counters, and the words of the [table](crate::facts::things).
//! 5. `control`.
//! 6. Units in battle spaces are engaged if a movement phase is being played.

mod relief;

use crate::data::{AssetId, UnitId};
use crate::facts::{WORDS, things};
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::state::{AssetState, Duty, Frame, Phase, Place, Post, State, UnitState};
use crate::supply::Ground;
use crate::{Action, Battle, facts};
use kessel_kernel::facets::Arranges;
use kessel_kernel::{Arranging, Frames, Given, Log, Relief, Side, Words};
use kessel_kit::told::{Faults, Spelled, Wish, grant};
use serde_json::{Map, Value};

impl Arranges for Battle {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut hand = Hand { game: self, state, faults: Faults::default(), placed: Spaces::EMPTY };
        hand.arrange(given);
        hand.faults.result()
    }

    fn on_ground(&self, _: &str, given: &Given) -> Result<Battle, Vec<String>> {
        let relief = Relief::read(given, &self.data.board)?;
        let mut data = self.data.clone();
        let faults = relief::lay(&relief, &mut data);
        if !faults.is_empty() {
            return Err(faults);
        }
        data.book.hash = relief.mark(&data.book.hash);
        Ok(Battle { ground: Ground::new(&data), info: self.info.clone(), data })
    }

    fn words(&self) -> Words {
        Words {
            verbs: Action::verbs(),
            counters: vec![("a unit", facts::UNIT), ("an asset", facts::ASSET)],
            set: WORDS,
            terrain: relief::TERRAIN,
            hexsides: relief::HEXSIDES,
        }
    }
}

/// A hand that puts things on the table, and what it did not understand.
struct Hand<'a> {
    game: &'a Battle,
    state: &'a mut State,
    faults: Faults,
    /// Spaces where a unit was put.
    placed: Spaces,
}

impl Hand<'_> {
    fn arrange(&mut self, given: &Given) {
        self.faults.lacks("quiet", given.quiet, "nothing in it is optional and rolls");
        if given.empty {
            self.clear();
        }
        self.state.turn = self.faults.turn(given.turn, self.game.data.turns.len()).unwrap_or(self.state.turn);
        if let Some(phase) = self.faults.phase(given.phase.as_deref(), Phase::from_word, Phase::known()) {
            self.phase(phase, given.empty);
        }
        self.put(&given.put);
        self.game.repaint(self.state);
        for space in self.placed.iter() {
            self.game.settle_control(self.state, space, &mut Log::silent());
        }
        self.set(&given.set);
        for (side, space) in self.faults.control(&given.control, self.game) {
            self.state.axis_control.set(space, side == Side::Axis);
        }
        self.game.repaint(self.state);
        self.engage();
        if given.hold {
            self.state.frames.hold();
        }
    }

    fn clear(&mut self) {
        self.state.units.iter_mut().for_each(|u| *u = UnitState { place: Place::ToCome, strength: 0 });
        self.state.assets.iter_mut().for_each(|a| *a = AssetState { post: Post::ToCome, steps: 0 });
        self.state.duty = Duty::Paid;
        self.fresh_phase();
    }

    /// Begins a phase, with everything before it behind us.
    fn phase(&mut self, phase: Phase, empty: bool) {
        if self.state.phase() == Phase::Setup && phase != Phase::Setup && !empty {
            self.suggested();
        }
        self.state.frames = Frames::new(Frame::Phase(phase));
        self.fresh_phase();
        self.state.ready = [phase != Phase::Setup; 2];
        self.state.ended = None;
        if let Some(division) = self.game.data.asset_ids().find(|&a| self.leaves_before(a))
            && self.state.duty == Duty::NotYet
        {
            self.state.duty = Duty::Paid;
            self.state.assets[division.index()] = AssetState { post: Post::Withdrawn, steps: 0 };
        }
        match phase {
            Phase::AxisWithdrawal if self.state.duty == Duty::NotYet => {
                let turns = self.game.data.assets.iter().filter_map(|asset| asset.withdraw_turn);
                if turns.min().is_some_and(|turn| turn <= self.state.turn) {
                    self.state.duty = Duty::Owed;
                }
            }
            Phase::SovietReplacement | Phase::AxisReplacement => {
                let side = if phase == Phase::AxisReplacement { Side::Axis } else { Side::Soviet };
                self.state.purse = self.game.printed_purse(self.state.turn, side);
            }
            Phase::UranusMovement | Phase::AxisDetachments => {
                self.state.uranus.get_or_insert(self.state.turn);
            }
            _ => {}
        }
    }

    /// Is it the division that left the game in an earlier turn (9.2.2.c)?
    fn leaves_before(&self, asset: AssetId) -> bool {
        self.game.data.assets[asset.index()].withdraw_turn.is_some_and(|turn| turn < self.state.turn)
    }

    /// Forgets what belongs to the phase or player turn that was being played.
    fn fresh_phase(&mut self) {
        let state = &mut *self.state;
        state.markers.clear();
        state.fought = Spaces::EMPTY;
        state.moved = UnitSet::EMPTY;
        state.engaged = UnitSet::EMPTY;
        state.refugees = UnitSet::EMPTY;
        state.named = UnitSet::EMPTY;
        state.fresh_units = UnitSet::EMPTY;
        state.fresh_assets = AssetSet::EMPTY;
        state.withdrawn = AssetSet::EMPTY;
        state.tcf_used = false;
        state.purse = [0, 0];
    }

    /// The set-up as the scenario suggests it.
    fn suggested(&mut self) {
        for side in Side::BOTH {
            self.game.apply_historical(self.state, side);
        }
    }

    fn engage(&mut self) {
        let phase = self.state.phase();
        if let Some(side) = phase.side().filter(|_| phase.is_movement()) {
            let battle = self.game.picture(self.state).battle;
            let in_battle = |u: &UnitId| self.state.at(*u).is_some_and(|space| battle.contains(space));
            self.state.engaged = self.game.own(side).iter().filter(in_battle).collect();
        }
    }

    /// Units first, so that assets find them in play.
    fn put(&mut self, put: &Map<String, Value>) {
        let (units, others): (Vec<_>, Vec<_>) = put.iter().partition(|(name, _)| self.game.data.unit(name).is_some());
        for (name, value) in units.into_iter().chain(others) {
            let done = match (self.game.data.unit(name), self.game.data.asset(name)) {
                (Some(unit), _) => self.put_unit(unit, value),
                (_, Some(asset)) => self.put_asset(asset, value),
                (None, None) => Err("there is no such unit or asset".into()),
            };
            if let Err(why) = done {
                self.faults.fault(format!("put {name}: {why}"));
            }
        }
    }

    fn put_unit(&mut self, unit: UnitId, value: &Value) -> Result<(), String> {
        let info = &self.game.data.units[unit.index()];
        let enemy = self.game.reserve(info.side.other());
        let place = Place::read(self.game, value).filter(|place| *place != Place::At(enemy));
        let place = place.ok_or_else(|| format!("{} is wanted, not {value}", Place::wanted()))?;
        let fate = match place {
            Place::At(space) => {
                self.placed.insert(space);
                None
            }
            Place::Dead => Some(Post::Dead),
            Place::ToCome => Some(Post::ToCome),
        };
        self.state.units[unit.index()] = UnitState { place, strength: if fate.is_none() { info.max } else { 0 } };
        if let Some(post) = fate {
            for asset in self.state.assets_of(unit).iter() {
                self.state.assets[asset.index()] = AssetState { post, steps: 0 };
            }
        }
        Ok(())
    }

    fn put_asset(&mut self, asset: AssetId, value: &Value) -> Result<(), String> {
        let info = &self.game.data.assets[asset.index()];
        let post = self.game.post_of(info.side, value).ok_or_else(|| {
            format!(
                "an asset goes to a unit of its side, to its reserve, or is dead, turn-track or withdrawn, not {value}"
            )
        })?;
        if let Post::With(unit) = post
            && self.state.at(unit).is_none()
        {
            return Err(format!("it cannot be with {}, who is not in play", self.game.unit_name(unit)));
        }
        let in_play = matches!(post, Post::With(_) | Post::Reserve);
        self.state.assets[asset.index()] = AssetState { post, steps: if in_play { info.max_steps } else { 0 } };
        Ok(())
    }

    fn set(&mut self, wishes: &Map<String, Value>) {
        for (key, value) in wishes {
            let mut wish = Wish { path: &format!("set {key}"), value, faults: &mut self.faults };
            if let Some(unit) = self.game.data.unit(key) {
                self.game.set_unit(self.state, unit, &mut wish);
            } else if let Some(asset) = self.game.data.asset(key) {
                self.game.set_asset(self.state, asset, &mut wish);
            } else if !grant(&things(), self.state, self.game, key, &mut wish) {
                self.faults.fault(format!("set: {key:?} is no unit, asset or word; the words are {WORDS}"));
            }
        }
    }
}

#[cfg(test)]
mod tests;
