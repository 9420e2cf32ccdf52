//! 8.2 Losses: each owner picks his own, one step at a time, blind to the other's choice.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetId, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, not_now, unfinished};
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{Frame, Losses, Piece, Post, State};
use kessel_kernel::{Case, Event, Log, Prompt, Side, ToAct, What, must, unless};
use kessel_kit::no;

/// 8.2: both owners name their losses step by step, blind to each other's; when both have finished they are taken.
pub(crate) const LOSSES: Decision = Decision {
    case: Case("8.2.a"),
    asks: |_, state| match state.frames.top() {
        Frame::Losses(losses) => unfinished(Side::BOTH.map(|side| losses.left(side) > 0)),
        _ => ToAct::Nobody,
    },
    check: |game, state, side, action, c| match (action, state.frames.top()) {
        (Action::LoseStrength { unit }, Frame::Losses(losses)) => {
            game.check_lose_strength(state, losses, side, unit, c)
        }
        (Action::LoseStep { asset }, Frame::Losses(losses)) => game.check_lose_step(state, losses, side, asset, c),
        _ => not_now(c, "8.2.j"),
    },
    offers: |game, state, side, visit| {
        let Frame::Losses(losses) = state.frames.top() else { return Flow::Continue(()) };
        let units = game.sufferers(state, losses.space, side);
        game.for_units(state, side, units, |unit| Action::LoseStrength { unit }, visit)?;
        for unit in units.iter() {
            for asset in state.assets_of(unit).iter() {
                game.offer(state, side, Action::LoseStep { asset }, visit)?;
            }
        }
        Flow::Continue(())
    },
    apply: |game, state, side, action, _, _| match action {
        Action::LoseStrength { unit } => game.apply_loss(state, side, Piece::Unit(unit)),
        Action::LoseStep { asset } => game.apply_loss(state, side, Piece::Asset(asset)),
        _ => {}
    },
    settle: |game, state, _, log| {
        let Frame::Losses(losses) = state.frames.top() else { return Then::Ask };
        if Side::BOTH.iter().any(|side| losses.left(*side) > 0) {
            return Then::Ask;
        }
        let losses = losses.clone();
        state.frames.pop();
        game.inflict(state, &losses, log);
        Then::Again
    },
    prompt: |game, seen, side| {
        let Frame::Losses(losses) = seen.frames.top() else { return Prompt::default() };
        let (left, due) = (losses.left(side), losses.due[side.index()]);
        let text = format!("Take your losses in {}: {left} of {due} left.", game.space_name(losses.space));
        Prompt::new(Case("8.2.a"), text)
    },
};

impl Battle {
    /// 8.2.b, 8.2.h: a point of basic strength; the last one only when nothing else of the unit is left.
    pub(crate) fn check_lose_strength(
        &self,
        state: &State,
        losses: &Losses,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        c.ask(Case("8.2.a"), still_due(losses, side))?;
        // 8.2.m: any of them, as often as it has something to lose.
        let own = self.sufferers(state, losses.space, side).contains(unit);
        if !c.gate(Case("8.2.a"), must(own, no!("{unit} takes no losses {force}", unit, force = Noun::Force)))? {
            return Ok(());
        }
        let strength = state.units[unit.index()].strength;
        let left = strength.saturating_sub(named(losses, side, Piece::Unit(unit)));
        c.ask(Case("8.2.b"), must(left > 0, no!("nothing of it is left to lose")))?;
        let assets_left =
            state.assets_of(unit).iter().any(|a| state.assets[a.index()].steps > named(losses, side, Piece::Asset(a)));
        let last = left <= 1 && assets_left;
        let why = no!("the last strength point of {unit} goes only after all its assets", unit);
        c.ask(Case("8.2.h"), unless(last, why))
    }

    /// 8.2.c, 8.2.d: a step of an asset.
    pub(crate) fn check_lose_step(
        &self,
        state: &State,
        losses: &Losses,
        side: Side,
        asset: AssetId,
        c: &mut Consult,
    ) -> Verdict {
        c.ask(Case("8.2.a"), still_due(losses, side))?;
        let host = match state.assets[asset.index()].post {
            Post::With(unit) => Some(unit),
            Post::Reserve | Post::ToCome | Post::Dead | Post::Withdrawn => None,
        };
        let own = host.is_some_and(|u| self.sufferers(state, losses.space, side).contains(u));
        if !c.gate(Case("8.2.a"), must(own, no!("{asset} takes no losses {force}", asset, force = Noun::Force)))? {
            return Ok(());
        }
        let left = state.assets[asset.index()].steps > named(losses, side, Piece::Asset(asset));
        c.ask(Case("8.2.d"), must(left, no!("nothing of it is left to lose")))
    }

    pub(crate) fn apply_loss(&self, state: &mut State, side: Side, piece: Piece) {
        if let Frame::Losses(losses) = state.frames.top_mut() {
            losses.taken[side.index()].push(piece);
        }
    }

    /// 8.2.k: when both have named their losses, they happen together.
    pub(crate) fn inflict(&self, state: &mut State, losses: &Losses, log: &mut Log) {
        log.reveal();
        let doomed = Side::BOTH.map(|side| {
            let force = self.sufferers(state, losses.space, side);
            if losses.destroyed[side.index()] { force } else { Default::default() }
        });
        for side in Side::BOTH {
            let taken = &losses.taken[side.index()];
            if !taken.is_empty() {
                log.add(|| {
                    let n = taken.len();
                    let steps = if n == 1 { "one step" } else { "steps" };
                    let text =
                        if n == 1 { format!("{side} loses {steps}") } else { format!("{side} loses {n} {steps}") };
                    Event::note(Case("8.2.a"), text)
                });
            }
            for piece in taken {
                self.inflict_one(state, side, *piece, log);
            }
        }
        for side in Side::BOTH {
            for unit in doomed[side.index()].iter() {
                self.kill(state, unit, Case("8.2.i"), log);
            }
        }
        self.settle_control(state, losses.space, log);
        self.repaint(state);
    }

    fn inflict_one(&self, state: &mut State, side: Side, piece: Piece, log: &mut Log) {
        match piece {
            Piece::Unit(unit) => {
                let strength = &mut state.units[unit.index()].strength;
                *strength -= 1;
                if *strength == 0 {
                    self.kill(state, unit, Case("8.2.g"), log);
                } else {
                    log.add(|| {
                        let counter = self.data.units[unit.index()].id.clone();
                        let text = format!("{} loses a point of strength", self.unit_name(unit));
                        Event::new(
                            Case("8.2.b"),
                            What::Loss { counter, at: String::new(), steps: 1, gone: false },
                            text,
                        )
                        .only_for(side)
                    });
                }
            }
            Piece::Asset(asset) => {
                let slot = &mut state.assets[asset.index()];
                slot.steps -= 1;
                if slot.steps == 0 {
                    slot.post = Post::Dead;
                    log.add(|| self.asset_dies(asset, Case("8.2.e")));
                } else {
                    log.add(|| {
                        let counter = self.data.assets[asset.index()].id.clone();
                        let text = format!("{} loses a step", self.asset_name(asset));
                        Event::new(
                            Case("8.2.d"),
                            What::Loss { counter, at: String::new(), steps: 1, gone: false },
                            text,
                        )
                        .only_for(side)
                    });
                }
            }
        }
    }
}

fn still_due(losses: &Losses, side: Side) -> Result<(), Why> {
    must(losses.left(side) > 0, no!("all your losses are taken"))
}

/// How often a piece has been named.
fn named(losses: &Losses, side: Side, piece: Piece) -> u8 {
    losses.taken[side.index()].iter().filter(|p| **p == piece).count() as u8
}
