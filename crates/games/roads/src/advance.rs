//! 8.13 Advance, 8.14 Exploitation markers, and the reaction of result R.

use crate::Roads;
use crate::action::Action;
use crate::bars::Way;
use crate::data::{Background, River, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, Visit, ask_while, named, not_now, phasing};
use crate::describe::halves;
use crate::refusal::{Consult, Verdict};
use crate::state::{Fight, FightKind, Frame, Mode, Stage, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, What, must};
use kessel_kit::no;

/// CRT.R: a unit reacts; 14.1.b: panzers to the rescue.
pub(crate) const REACT: Decision = Decision {
    case: Case("CRT.R.a"),
    asks: named,
    check: Roads::check_react,
    offers: Roads::offer_react,
    apply: |game, state, _, action, _, _| game.do_react(state, action),
    settle: |game, state, _, _| game.settle_react(state),
    prompt: |_, seen, _| match seen.frames.top() {
        Frame::React { rescue: true, .. } => {
            Prompt::new(Case("14.1.b"), "Panzers to the rescue: a German armored division nearby may move.")
        }
        _ => "A unit within two hexes, not next to an enemy, may react.".into(),
    },
};

/// 8.13: units advance.
pub(crate) const ADVANCE: Decision = Decision {
    case: Case("8.13.1"),
    asks: named,
    check: Roads::check_advance,
    offers: Roads::offer_advance,
    apply: |game, state, _, action, _, log| game.do_advance(state, action, log),
    settle: |game, state, _, _| game.settle_advance(state),
    prompt: |game, seen, _| match *seen.frames.top() {
        Frame::Advance { into: Some(hex), .. } => {
            let text = format!("Advance into {}, as far as stacking allows.", game.hex_name(seen, hex));
            Prompt::new(Case("8.13.2"), text)
        }
        _ => "Advance into the hexes left by the attackers, as far as stacking allows.".into(),
    },
};

/// 8.14: Exploitation markers are placed.
pub(crate) const EXPLOIT: Decision = Decision {
    case: Case("8.14.1"),
    asks: phasing,
    check: |game, state, _, action, c| game.check_exploit(state, markers_left(state), action, c),
    offers: Roads::offer_exploit,
    apply: |game, state, _, action, _, log| game.do_exploit(state, markers_left(state), action, log),
    settle: |game, state, _, _| game.settle_exploit(state),
    prompt: |_, seen, _| {
        format!("Put Exploitation markers on units that attacked; left: {}.", halves(markers_left(seen))).into()
    },
};

impl Roads {
    // ------------------------------------------------------------ 8.13 advance

    pub(crate) fn begin_advance(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        let attackers = fight.stage == Stage::AttackerAdvance;
        fight.stage = fight.stage.next();
        let (hex, side, defender) = (fight.hex, fight.attacker, fight.defender());
        let open = if attackers {
            // 8.8.3, 8.13.2: whatever emptied the hex, in every kind of combat.
            !fight.went_back[0] && !state.field.occupied(defender).contains(hex)
        } else {
            // 8.13.1, R140: the attacker's results have emptied every hex that was attacked from, and defenders are left to follow.
            let empty = |from: &SpaceId| state.field.holder(*from).is_none();
            fight.vacated && fight.from.iter().all(empty) && !fight.went_back[1]
        };
        if open {
            let into = attackers.then_some(hex);
            let side = if attackers { side } else { defender };
            state.frames.push(Frame::Advance { side, into });
        }
    }

    /// The advance of a unit into a hex, rule by rule.
    fn check_advance_of(
        &self,
        state: &State,
        fight: &Fight,
        side: Side,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let case = Case(if side == fight.attacker { "8.13.2" } else { "8.13.1" });
        let part = if side == fight.attacker { fight.attackers } else { fight.defenders };
        c.ask(case, self.own_on_map(state, side, unit))?;
        let took_part = part.contains(unit) && !fight.raised.contains(unit);
        c.ask(case, must(took_part, no!("{unit} took no part in the combat", unit)))?;
        let Some(from) = state.field.at(unit) else { return Ok(()) };
        // A defender advances once, out of the hex he held.
        let (goal, why) = if side == fight.attacker {
            (to == fight.hex, no!("{unit} advances only into the hex that was attacked, not into {to}", unit, to))
        } else {
            let open = from == fight.hex && fight.from.contains(&to);
            let why = no!(
                "{unit} advances only from the attacked hex into one that the attackers have left, not into {to}",
                unit,
                to
            );
            (open, why)
        };
        c.ask(case, must(goal, why))?;
        let adjacent = self.map(state).board.are_adjacent(from, to);
        let why = if from == to {
            no!("{unit} is in {to} already", unit, to)
        } else {
            no!("{unit} is not next to {to}", unit, to)
        };
        c.ask(case, must(adjacent, why))?;
        c.ask(Case("8.13.3"), must(self.fits(state, to, unit), no!("{to} has no room for {unit}", to, unit)))?;
        if self.info(unit).is_hq() {
            self.check_hq_advance(state, unit, to, c)?;
        }
        let bank = self.bank(state, side, from, to);
        let info = self.map(state).between(from, to);
        self.barred(state, unit, from, to, Way::Advance, info, bank.bridge, c)?;
        if let Err(no) = self.no_place(state, unit, to) {
            c.ask(no.case, Err(no.why))?;
        }
        // 9.3.2.d: open major rivers bar an advance in exploitation, unless bridged.
        if fight.kind == FightKind::Exploitation {
            let frozen = state.forecast.ice == crate::data::Ice::MajorFrozen;
            let crossable = bank.bridge || info.ferry;
            let barred = bank.river == River::Major && !frozen && !crossable;
            c.ask(
                Case("9.3.2.d"),
                must(!barred, no!("the river between {from} and {to} has no bridge, pontoon or ferry", from, to)),
            )?;
        }
        Ok(())
    }

    /// 8.13.1 excepts no headquarters; what holds for their moves holds here: no pontoon goes, and none ends without a line.
    fn check_hq_advance(&self, state: &State, hq: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        let pontoon = state.field.get(hq).pontoon.is_some();
        c.ask(Case("7.1.8.b"), must(!pontoon, no!("{hq} is on its pontoon side and cannot move", hq)))?;
        let fed = self.on_free_line(state, &self.ground_without(state, hq), to, false);
        c.ask(Case("7.1.10"), must(fed, no!("{hq} would have no line of supply in {to}", hq, to)))
    }

    pub(crate) fn check_advance(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match (action, &state.fight) {
            (Action::Advance { unit, to }, Some(fight)) => self.check_advance_of(state, fight, side, unit, to, c),
            (Action::Done, _) => Ok(()),
            _ => not_now(c, Case("8.13.2")),
        }
    }

    pub(crate) fn offer_advance(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        for unit in self.alive(state, fight, side).iter() {
            let goals: &[SpaceId] = if side == fight.attacker { std::slice::from_ref(&fight.hex) } else { &fight.from };
            for &to in goals {
                self.offer(state, side, Action::Advance { unit, to }, visit)?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_advance(&self, state: &mut State, action: Action, log: &mut Log) {
        match action {
            Action::Advance { unit, to } => {
                let Some(fight) = &mut state.fight else { return };
                let attacks = to == fight.hex;
                fight.taken |= attacks;
                if self.info(unit).is_hq() && self.info(unit).side == Side::Soviet {
                    // 12.1: of its own will or not, it moves.
                    self.add_shortage(state, Case("12.1.a"), log);
                }
                self.enter_hex(state, unit, to, Case(if attacks { "8.13.2" } else { "8.13.1" }), log);
            }
            _ => state.frames.pop(),
        }
    }

    /// Nobody can advance any more.
    pub(crate) fn settle_advance(&self, state: &mut State) -> Then {
        let Frame::Advance { side, .. } = *state.frames.top() else { return Then::Ask };
        ask_while(self.offer_advance(state, side, &mut |_| Flow::Break(())).is_break(), state)
    }

    // ------------------------------------------------------------ 8.14 exploitation markers

    /// CRT.E, CRT.E4: as many units as the result and its bonuses say, in half units; EX5.a: none need be used, and halves are not rounded.
    /// EX8.a: the attackers have advanced before.
    pub(crate) fn begin_exploit(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        fight.stage = fight.stage.next();
        if fight.kind == FightKind::Combat && fight.level > 0 {
            let left = fight.level * 2;
            state.frames.push(Frame::Exploit { left });
        }
    }

    /// What a unit counts, in halves: one after an armored attack for black and black and white factors, two otherwise; a whole
    /// division of several counters counts once (1.1.5.c, 8.14.3).
    pub(crate) fn exploit_cost(&self, state: &State, fight: &Fight, unit: UnitId) -> u8 {
        let info = self.info(unit);
        // 8.6.3.b.
        if !fight.armored || info.background == Background::Plain {
            return 2;
        }
        let Some(division) = info.division else { return 1 };
        let comrades = || {
            self.data
                .unit_ids()
                .filter(move |other| self.info(*other).division == Some(division))
                .filter(|other| state.field.at(*other).is_some())
        };
        let whole = comrades().all(|other| fight.attackers.contains(other));
        let marked = comrades().any(|other| state.field.get(other).exploiting);
        if whole && marked { 0 } else { 1 }
    }

    pub(crate) fn check_exploit(&self, state: &State, left: u8, action: Action, c: &mut Consult) -> Verdict {
        match (action, &state.fight) {
            (Action::Exploit { unit }, Some(fight)) => {
                let took_part = fight.attackers.contains(unit) && !fight.raised.contains(unit);
                let part = took_part && state.field.at(unit).is_some();
                c.ask(Case("8.14.1"), must(part, no!("{unit} took no part in the combat", unit)))?;
                let marked = state.field.get(unit).exploiting;
                c.ask(Case("8.14.1"), must(!marked, no!("{unit} has an Exploitation marker already", unit)))?;
                let cost = self.exploit_cost(state, fight, unit);
                c.ask(
                    Case("8.14.2"),
                    must(cost <= left, no!("too little is left of the exploitation result for {unit}", unit)),
                )
            }
            // 8.14.1.b: what is not used is lost.
            (Action::Done, _) => Ok(()),
            _ => not_now(c, Case("8.14.1")),
        }
    }

    pub(crate) fn offer_exploit(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        for unit in self.alive(state, fight, side).iter() {
            self.offer(state, side, Action::Exploit { unit }, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_exploit(&self, state: &mut State, left: u8, action: Action, log: &mut Log) {
        match action {
            Action::Exploit { unit } => {
                let cost = state.fight.as_ref().map_or(2, |fight| self.exploit_cost(state, fight, unit));
                state.field.get_mut(unit).exploiting = true;
                *state.frames.top_mut() = Frame::Exploit { left: left.saturating_sub(cost) };
                log.add(|| {
                    let info = self.info(unit);
                    let what = What::Flip { counter: info.id.clone(), to: "exploiting".into() };
                    Event::new(Case("8.14.1"), what, format!("{} will exploit", info.name))
                });
            }
            _ => state.frames.pop(),
        }
    }

    pub(crate) fn settle_exploit(&self, state: &mut State) -> Then {
        let side = state.phasing;
        ask_while(self.offer_exploit(state, side, &mut |_| Flow::Break(())).is_break(), state)
    }

    // ------------------------------------------------------------ result R

    pub(crate) fn check_react(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let (Frame::React { rescue, .. }, Some(fight)) = (*state.frames.top(), &state.fight) else {
            return not_now(c, Case("CRT.R.a"));
        };
        match action {
            Action::Move { unit, mode: Mode::React } => {
                c.ask(Case("CRT.R.a"), self.own_on_map(state, side, unit))?;
                let Some(at) = state.field.at(unit) else { return Ok(()) };
                let near = self.distance(state, at, fight.hex) <= self.data.charts.combat.react_range.into();
                c.ask(
                    Case("CRT.R.a"),
                    must(near, no!("{unit} is too far from {hex} to react", unit, hex = fight.hex)),
                )?;
                let free = !self.near_enemy(state, side, at);
                c.ask(Case("CRT.R.a"), must(free, no!("{unit} is next to an enemy unit", unit)))?;
                if rescue {
                    // 1.1.8.b: a Kampfgruppe, too; 10.3.4: nobody from the starving pocket.
                    let panzers = self.is_german(unit) && self.info(unit).armored && !self.starving(state, unit);
                    c.ask(
                        Case("14.1.b"),
                        must(panzers, no!("only a German armored division comes to the rescue, not {unit}", unit)),
                    )?;
                }
                self.check_move(state, side, unit, Mode::React, c)
            }
            // CRT.R.d: nobody has to react.
            Action::Done => Ok(()),
            _ => not_now(c, Case("CRT.R.a")),
        }
    }

    pub(crate) fn offer_react(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        let board = &self.map(state).board;
        for hex in board.within(fight.hex, self.data.charts.combat.react_range.into()) {
            for unit in state.field.stack(hex) {
                let action = Action::Move { unit, mode: Mode::React };
                self.offer(state, side, action, visit)?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_react(&self, state: &mut State, action: Action) {
        state.frames.pop();
        if let Action::Move { unit, mode } = action {
            self.begin_march(state, unit, mode);
        }
    }

    pub(crate) fn settle_react(&self, state: &mut State) -> Then {
        let Frame::React { side, .. } = *state.frames.top() else { return Then::Ask };
        ask_while(self.offer_react(state, side, &mut |_| Flow::Break(())).is_break(), state)
    }
}

/// 8.14: the half units that markers are left for.
fn markers_left(state: &State) -> u8 {
    match *state.frames.top() {
        Frame::Exploit { left } => left,
        _ => 0,
    }
}
