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
//! 4. `set`: counters and words, see [`words`].
//! 5. `control`.
//! 6. Units in battle spaces are engaged if a movement phase is being played.

pub(crate) mod relief;
pub(crate) mod words;

use crate::Battle;
use crate::data::{AssetId, SpaceKind, UnitId};
use crate::state::{AssetSet, AssetState, Duty, Frame, Phase, Place, Post, Spaces, State, UnitSet, UnitState};
use kessel_board::SpaceId;
use kessel_table::{Arranging, Frames, Given, Log, Side};
use serde_json::{Map, Value};

impl Battle {
    /// Changes a position as a case file says; everything not understood is reported.
    pub(crate) fn arrange_state(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        let mut hand = Hand { game: self, state, faults: Vec::new(), placed: Spaces::EMPTY };
        hand.arrange(given);
        if hand.faults.is_empty() { Ok(()) } else { Err(hand.faults) }
    }
}

/// A hand that puts things on the table, and what it did not understand.
struct Hand<'a> {
    game: &'a Battle,
    state: &'a mut State,
    faults: Vec<String>,
    /// Spaces where a unit was put.
    placed: Spaces,
}

/// Where a counter is put.
enum Spot {
    Space(SpaceId),
    Host(UnitId),
    Reserve(Side),
    Dead,
    TurnTrack,
    Withdrawn,
}

impl Arranging for Hand<'_> {
    fn fault(&mut self, text: String) {
        self.faults.push(text);
    }
}

impl Hand<'_> {
    fn arrange(&mut self, given: &Given) {
        self.lacks("quiet", given.quiet, "nothing in it is optional and rolls");
        if given.empty {
            self.clear();
        }
        self.turn(given.turn);
        if let Some(word) = &given.phase {
            match Phase::from_word(word) {
                Some(phase) => self.phase(phase, given.empty),
                None => {
                    let known = Phase::all().map(Phase::word).collect::<Vec<_>>().join(", ");
                    self.fault(format!("there is no phase {word:?}; there are {known}"));
                }
            }
        }
        self.put(&given.put);
        self.game.repaint(self.state);
        for space in self.placed.iter() {
            self.game.settle_control(self.state, space, &mut Log::silent());
        }
        self.set(&given.set);
        self.control(&given.control);
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

    fn turn(&mut self, turn: Option<u32>) {
        let Some(turn) = turn else { return };
        let last = self.game.data.turns.len();
        match u8::try_from(turn) {
            Ok(n) if (1..=last).contains(&usize::from(n)) => self.state.turn = n,
            _ => self.fault(format!("there is no turn {turn}; there are turns 1 to {last}")),
        }
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
        state.moved = UnitSet::default();
        state.engaged = UnitSet::default();
        state.refugees = UnitSet::default();
        state.named = UnitSet::default();
        state.fresh_units = UnitSet::default();
        state.fresh_assets = AssetSet::default();
        state.withdrawn = AssetSet::default();
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

    fn put(&mut self, put: &Map<String, Value>) {
        let mut assets = Vec::new();
        for (name, value) in put {
            let Some(spot) = self.spot(name, value) else { continue };
            if let Some(unit) = self.game.data.unit(name) {
                self.put_unit(unit, spot);
            } else if let Some(asset) = self.game.data.asset(name) {
                assets.push((asset, spot));
            } else {
                self.fault(format!("put: there is no unit or asset {name:?}"));
            }
        }
        for (asset, spot) in assets {
            self.put_asset(asset, spot);
        }
    }

    fn spot(&mut self, name: &str, value: &Value) -> Option<Spot> {
        let Some(word) = value.as_str() else {
            self.fault(format!("put {name}: a place is a name in quotes, not {value}"));
            return None;
        };
        let found = match word {
            "dead" => Some(Spot::Dead),
            "turn-track" => Some(Spot::TurnTrack),
            "withdrawn" => Some(Spot::Withdrawn),
            "axis-reserve" => Some(Spot::Reserve(Side::Axis)),
            "soviet-reserve" => Some(Spot::Reserve(Side::Soviet)),
            _ => None,
        };
        let data = &self.game.data;
        let found = found
            .or_else(|| {
                data.board.space(word).map(|space| match data.spaces[space].kind {
                    SpaceKind::Reserve(side) => Spot::Reserve(side),
                    SpaceKind::Hex | SpaceKind::Caucasus | SpaceKind::Front => Spot::Space(space),
                })
            })
            .or_else(|| data.unit(word).map(Spot::Host));
        if found.is_none() {
            self.fault(format!(
                "put {name}: {word:?} is no hex, box or unit; besides them there are \
                 dead, turn-track, withdrawn, axis-reserve, soviet-reserve"
            ));
        }
        found
    }

    fn put_unit(&mut self, unit: UnitId, spot: Spot) {
        let info = &self.game.data.units[unit.index()];
        let (place, fate) = match spot {
            Spot::Space(space) => (Place::At(space), None),
            Spot::Reserve(side) if side == info.side => (Place::At(self.game.reserve(side)), None),
            Spot::Dead => (Place::Dead, Some(AssetState { post: Post::Dead, steps: 0 })),
            Spot::TurnTrack => (Place::ToCome, Some(AssetState { post: Post::ToCome, steps: 0 })),
            Spot::Reserve(_) | Spot::Host(_) | Spot::Withdrawn => {
                return self.fault(format!("put: unit {} cannot be put there", info.id));
            }
        };
        let in_play = matches!(place, Place::At(_));
        self.state.units[unit.index()] = UnitState { place, strength: if in_play { info.max } else { 0 } };
        if let Some(fate) = fate {
            for asset in self.state.assets_of(unit).iter() {
                self.state.assets[asset.index()] = fate;
            }
        }
        if let Place::At(space) = place {
            self.placed.insert(space);
        }
    }

    fn put_asset(&mut self, asset: AssetId, spot: Spot) {
        let info = &self.game.data.assets[asset.index()];
        let post = match spot {
            Spot::Host(unit) if self.game.data.units[unit.index()].side == info.side => Post::With(unit),
            Spot::Reserve(side) if side == info.side => Post::Reserve,
            Spot::Dead => Post::Dead,
            Spot::TurnTrack => Post::ToCome,
            Spot::Withdrawn => Post::Withdrawn,
            Spot::Host(_) | Spot::Reserve(_) | Spot::Space(_) => {
                return self.fault(format!(
                    "put: asset {} goes to a unit of its side, to its reserve, or out of play",
                    info.id
                ));
            }
        };
        if let Post::With(unit) = post
            && self.state.at(unit).is_none()
        {
            let host = &self.game.data.units[unit.index()].id;
            return self.fault(format!("put: {} cannot be with {host}, which is not in play", info.id));
        }
        let in_play = matches!(post, Post::With(_) | Post::Reserve);
        self.state.assets[asset.index()] = AssetState { post, steps: if in_play { info.max_steps } else { 0 } };
    }

    fn control(&mut self, control: &Map<String, Value>) {
        for (word, list) in control {
            let Some(side) = Side::from_word(word) else {
                self.fault(format!("control: {word:?} is no side; there are axis and soviet"));
                continue;
            };
            let names = list.as_array().map(Vec::as_slice).unwrap_or_default();
            if !list.is_array() {
                self.fault(format!("control {word}: a list of spaces is wanted, not {list}"));
            }
            for name in names {
                match name.as_str().and_then(|name| self.game.data.board.space(name)) {
                    Some(space) if side == Side::Axis => {
                        self.state.axis_control.insert(space);
                    }
                    Some(space) => {
                        self.state.axis_control.remove(space);
                    }
                    None => self.fault(format!("control {word}: there is no space {name}")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
