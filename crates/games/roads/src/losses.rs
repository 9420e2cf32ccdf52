//! 8.8 Losses, and 8.15 Kampfgruppen.

use crate::Roads;
use crate::action::Action;
use crate::data::{Background, SupportClass, SupportId, UnitId, UnitKind};
use crate::decision::{Decision, Flow, Then, Visit, axis, not_now, phasing, wait};
use crate::refusal::{Consult, Verdict};
use crate::state::{Fight, Frame, Losses, Place, State, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// 8.8.2, 8.10.5: steps are lost.
pub(crate) const LOSSES: Decision = Decision {
    case: Case("8.10.5"),
    asks: |game, state| match *state.frames.top() {
        Frame::Losses(losses) => game.loss_chooser(state, losses).into(),
        _ => phasing(game, state),
    },
    check: |game, state, _, action, c| match *state.frames.top() {
        Frame::Losses(losses) => game.check_losses(state, losses, action, c),
        _ => not_now(c, Case("8.10.5")),
    },
    offers: |game, state, _, visit| match *state.frames.top() {
        Frame::Losses(losses) => game.offer_losses(state, losses, visit),
        _ => Flow::Continue(()),
    },
    apply: |game, state, _, action, _, log| {
        if let Frame::Losses(losses) = *state.frames.top() {
            game.do_losses(state, losses, action, log);
        }
    },
    settle: |game, state, _, _| game.settle_losses(state),
    prompt: |_, seen, _| {
        let Frame::Losses(losses) = seen.frames.top() else { return Prompt::default() };
        let case = if losses.in_order { "8.8.2.a" } else { "8.10.5" };
        Prompt::new(Case(case), format!("Take your losses; steps left: {}.", losses.left))
    },
};

/// 8.15.1: a Kampfgruppe takes the place of a dead elite unit.
pub(crate) const KAMPFGRUPPE: Decision = Decision {
    case: Case("8.15.1"),
    asks: axis,
    check: |game, _, _, action, c| game.check_kampfgruppe(action, c),
    offers: |_, _, _, visit| visit(Action::Kampfgruppe),
    apply: |game, state, _, action, dice, log| game.do_kampfgruppe(state, action, dice, log),
    settle: wait,
    prompt: |game, seen, _| {
        let Frame::Kampfgruppe { unit, hex, .. } = *seen.frames.top() else { return Prompt::default() };
        let (name, hex) = (&game.info(unit).name, game.hex_name(seen, hex));
        format!("{name} is lost in {hex}. Shall a Kampfgruppe take its place?").into()
    },
};

impl Roads {
    /// The participants of a side that are still there.
    pub(crate) fn alive(&self, state: &State, fight: &Fight, side: Side) -> UnitSet {
        let units = if side == fight.attacker { fight.attackers } else { fight.defenders };
        units.iter().filter(|unit| state.field.at(*unit).is_some()).collect()
    }

    /// Those that must take the first loss: the declared elite unit, black units of an armored attack (8.8.1).
    fn first_losers(&self, state: &State, fight: &Fight, side: Side) -> UnitSet {
        let alive = self.alive(state, fight, side);
        let role = usize::from(side != fight.attacker);
        let mut losers = UnitSet::EMPTY;
        // 8.8.1.d: the defender's too.
        if let Some(elite) = fight.elite[role].filter(|unit| alive.contains(*unit)) {
            losers.insert(elite);
        }
        // 8.8.1.b: black only; black and white will not do.
        if role == 0 && fight.armored {
            let black = alive.iter().filter(|unit| self.info(*unit).background == Background::Black);
            black.for_each(|unit| {
                losers.insert(unit);
            });
        }
        losers
    }

    /// Is a first loss owed by those that declared?
    pub(crate) fn owes_first(&self, state: &State, side: Side) -> bool {
        state.fight.as_ref().is_some_and(|fight| !self.first_losers(state, fight, side).is_empty())
    }

    /// 8.8.1.c: if the attacker declared both, the enemy picks the first loss; otherwise the owner picks.
    pub(crate) fn loss_chooser(&self, state: &State, losses: Losses) -> Side {
        let both = state
            .fight
            .as_ref()
            .is_some_and(|fight| fight.elite[0].is_some() && fight.armored && losses.side == fight.attacker);
        if losses.first && both { losses.side.other() } else { losses.side }
    }

    /// Whom the next loss may fall on.
    fn losers(&self, state: &State, losses: Losses) -> UnitSet {
        let Some(fight) = &state.fight else { return UnitSet::EMPTY };
        if losses.first {
            return self.first_losers(state, fight, losses.side);
        }
        let alive = self.alive(state, fight, losses.side);
        if !losses.in_order {
            return alive;
        }
        // 8.8.2.b: headquarters last.
        let troops: UnitSet = alive.iter().filter(|unit| !self.info(*unit).is_hq()).collect();
        let able = if troops.is_empty() { alive } else { troops };
        // 8.8.2.a: everyone once before anyone twice.
        let fresh = able - fight.hit;
        if fresh.is_empty() { able } else { fresh }
    }

    /// Tank Brigades that may take the loss: attached to a participant, not for the first loss of 8.8.1.
    fn absorbers(&self, state: &State, losses: Losses) -> impl Iterator<Item = SupportId> + use<> {
        let mut found = arrayvec::ArrayVec::<SupportId, 16>::new();
        if let Some(fight) = state.fight.as_ref().filter(|_| !losses.first) {
            let alive = self.alive(state, fight, losses.side);
            for marker in self.supports() {
                let brigade = || self.support(marker).class == SupportClass::TankBrigade;
                if matches!(state.spot(marker), crate::state::Spot::Unit(unit) if alive.contains(unit)) && brigade() {
                    let _ = found.try_push(marker);
                }
            }
        }
        found.into_iter()
    }

    pub(crate) fn check_losses(&self, state: &State, losses: Losses, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Lose { unit } => {
                let able = self.losers(state, losses).contains(unit);
                let (case, why) = if losses.first {
                    let why = no!(
                        "the first loss falls on the elite unit that declared, or on a black unit of an armored attack, not on {unit}",
                        unit
                    );
                    (Case("8.8.1.a"), why)
                } else if losses.in_order {
                    let why = no!(
                        "{unit} cannot take this loss: every unit loses a step before any loses two, headquarters last",
                        unit
                    );
                    (Case("8.8.2.a"), why)
                } else {
                    let why = no!("{unit} is not one of the units of this combat that are left to lose a step", unit);
                    (Case("8.10.5"), why)
                };
                c.ask(case, must(able, why))
            }
            Action::Absorb { marker } => {
                let able = self.absorbers(state, losses).any(|known| known == marker);
                c.ask(Case("PA.SUP.tankbde"), must(able, no!("{marker} cannot take this loss", marker)))
            }
            _ => not_now(c, Case("8.8.2.a")),
        }
    }

    pub(crate) fn offer_losses(&self, state: &State, losses: Losses, visit: &mut Visit<'_>) -> Flow {
        self.losers(state, losses).iter().try_for_each(|unit| visit(Action::Lose { unit }))?;
        self.absorbers(state, losses).try_for_each(|marker| visit(Action::Absorb { marker }))
    }

    pub(crate) fn do_losses(&self, state: &mut State, losses: Losses, action: Action, log: &mut Log) {
        if let Frame::Losses(top) = state.frames.top_mut() {
            top.left -= 1;
            top.first = false;
        }
        let case = Case(if losses.in_order { "8.8.2.a" } else { "8.10.5" });
        match action {
            Action::Lose { unit } => self.take_loss(state, unit, case, log),
            Action::Absorb { marker } => {
                self.to_pool(state, marker);
                log.add(|| {
                    Event::note(Case("PA.SUP.tankbde"), format!("{} takes the loss", self.support(marker).name))
                });
            }
            _ => {}
        }
    }

    /// A participant loses a step; a Kampfgruppe may follow (8.15).
    fn take_loss(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        let info = self.info(unit);
        let (supply, hex) = (state.field.get(unit).supply, state.field.at(unit));
        let starving = self.starving(state, unit);
        if let Some(fight) = &mut state.fight {
            fight.hit.insert(unit);
            if info.side == Side::Soviet {
                // 15.2.2.b: armor counts double.
                fight.soviet_losses += if info.armored { 2 } else { 1 };
            }
        }
        if self.lose_step(state, unit, case, log)
            && let Some(hex) = hex
            && !starving
            && self.leaves_kampfgruppe(state, unit)
        {
            state.frames.push(Frame::Kampfgruppe { unit, hex, supply });
        }
    }

    pub(crate) fn settle_losses(&self, state: &mut State) -> Then {
        let Frame::Losses(losses) = *state.frames.top() else { return Then::Ask };
        let nobody = losses.left == 0 || {
            let fight = state.fight.as_ref();
            fight.is_none_or(|fight| self.alive(state, fight, losses.side).is_empty())
        };
        if nobody {
            state.frames.pop();
            return Then::Again;
        }
        if losses.first && self.losers(state, losses).is_empty() {
            if let Frame::Losses(top) = state.frames.top_mut() {
                top.first = false;
            }
            return Then::Again;
        }
        Then::Ask
    }

    // ------------------------------------------------------------ 8.15

    /// Does a dead unit leave a Kampfgruppe: elite, German, the last of its division, and one left in the pool?
    pub(crate) fn leaves_kampfgruppe(&self, state: &State, unit: UnitId) -> bool {
        let info = self.info(unit);
        // 1.1.8.a: nobody else leaves one.
        let eligible = info.elite && info.is_division() && self.is_german(unit);
        // 8.15.9: the pools do not help each other out.
        eligible && !self.has_comrades(state, unit) && !self.kampfgruppen(state, info.armored).is_empty()
    }

    /// 1.1.5.d, 8.15.2: other components of its division on the map.
    fn has_comrades(&self, state: &State, unit: UnitId) -> bool {
        let Some(division) = self.info(unit).division else { return false };
        self.data.unit_ids().any(|other| {
            other != unit && self.info(other).division == Some(division) && state.field.at(other).is_some()
        })
    }

    /// The Kampfgruppen left in a pool.
    pub(crate) fn kampfgruppen(&self, state: &State, armored: bool) -> UnitSet {
        let kind = if armored { UnitKind::ArmoredKampfgruppe } else { UnitKind::InfantryKampfgruppe };
        let free = |unit: &UnitId| self.info(*unit).kind == kind && state.field.get(*unit).place == Place::Aside;
        self.data.unit_ids().filter(free).collect()
    }

    pub(crate) fn check_kampfgruppe(&self, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Kampfgruppe | Action::Done => Ok(()),
            _ => not_now(c, Case("8.15.1")),
        }
    }

    pub(crate) fn do_kampfgruppe(&self, state: &mut State, action: Action, dice: &mut Dice, log: &mut Log) {
        let Frame::Kampfgruppe { unit, hex, supply } = *state.frames.top() else { return };
        state.frames.pop();
        if action == Action::Kampfgruppe {
            self.raise_kampfgruppe(state, unit, hex, supply, dice, log);
        }
    }

    /// 8.15.1: an armored one is drawn at random, infantry ones are alike. It stands where the unit died and shares the rest (R38).
    fn raise_kampfgruppe(
        &self,
        state: &mut State,
        dead: UnitId,
        hex: SpaceId,
        supply: Supply,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let armored = self.info(dead).armored;
        let case = Case(if armored { "8.15.1" } else { "8.15.5" });
        let pool = self.kampfgruppen(state, armored);
        let count = u8::try_from(pool.len()).unwrap_or(u8::MAX);
        let nth = if armored && count > 1 { dice.roll(case, count) } else { 1 };
        let Some(group) = pool.iter().nth(usize::from(nth) - 1) else { return };
        let steps = self.info(group).steps();
        let piece = state.field.get_mut(group);
        piece.steps = steps;
        piece.supply = supply;
        self.enter_hex(state, group, hex, case, log);
        if let Some(fight) = &mut state.fight {
            let side = if fight.attackers.contains(dead) { &mut fight.attackers } else { &mut fight.defenders };
            side.insert(group);
            fight.hit.insert(group);
            // 8.13.2, 8.14.1: it shares what is still to be suffered, but it took no part.
            fight.raised.insert(group);
        }
    }
}
