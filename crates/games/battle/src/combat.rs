//! 8.0 Combat: who attacks where, who is named, dice and cells. The sums stand in `odds.rs`.

use crate::Battle;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Decision, Then, ask_while, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::sequence::pass_if_idle;
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Frame, Losses, Stage, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, must, unless, unless_found};
use kessel_kit::{idle, no, nothing};

/// 8.0: a phase of attacks. 8.0.b: those that are due must be made.
pub(crate) const ATTACK: Decision = Decision {
    case: Case("8.0.c"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Attack { at } => game.check_attack(state, side, at, c),
        Action::Done => {
            let due = game.attacks_due(state).first();
            c.ask(
                Case("8.0.b"),
                unless_found(due, |space| no!("the compulsory attack in {space} has not been made", space)),
            )
        }
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        let battles = game.picture(state).battle;
        battles.iter().try_for_each(|at| game.offer(state, side, Action::Attack { at }, visit))?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Attack { at } => game.apply_attack(state, side, at, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: pass_if_idle,
    prompt: |_, _, _| Prompt::new(Case("8.0.c"), "Choose a battle to attack in."),
};

/// 8.0: an attack, stage by stage. It asks nobody itself.
pub(crate) const FIGHT: Decision = Decision {
    case: Case("8.0.a"),
    asks: |game, state| game.fight(state).map_or(ToAct::Nobody, |fight| fight.attacker.into()),
    check: |_, _, _, _, c| not_now(c, "8.0.a"),
    offers: nothing,
    apply: idle,
    settle: |game, state, dice, log| {
        let Some(fight) = game.fight(state) else { return Then::Ask };
        game.advance_fight(state, fight, dice, log);
        Then::Again
    },
    prompt: |game, seen, _| {
        let at = game.fight(seen).map(|fight| game.space_name(fight.space)).unwrap_or_default();
        Prompt::new(Case("8.0.a"), format!("Battle in {at}."))
    },
};

/// 3.1.2.f: the owner names the units of an overstacked box that take no part.
pub(crate) const NAMING: Decision = Decision {
    case: Case("3.1.2.f"),
    asks: |_, state| match state.frames.top() {
        Frame::Naming { side, .. } => (*side).into(),
        _ => ToAct::Nobody,
    },
    check: |game, state, side, action, c| match action {
        Action::Exclude { unit } => game.check_exclude(state, side, unit, c),
        _ => not_now(c, "3.1.2.f"),
    },
    offers: |game, state, side, visit| {
        let units = game.fight(state).map_or_else(UnitSet::default, |f| game.units_in(state, f.space, side));
        game.for_units(state, side, units, |unit| Action::Exclude { unit }, visit)
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Exclude { unit } = action {
            game.apply_exclude(state, unit, log);
        }
    },
    settle: |_, state, _, _| {
        let open = matches!(state.frames.top(), Frame::Naming { left, .. } if *left > 0);
        ask_while(open, state)
    },
    prompt: |_, seen, _| {
        let Frame::Naming { left, .. } = seen.frames.top() else { return Prompt::default() };
        let text =
            format!("The box holds too many of your units. Name those that take no part; still to name: {left}.");
        Prompt::new(Case("3.1.2.f"), text)
    },
};

impl Battle {
    /// The units of a side that take part in the battle: all of them but those that retreated
    /// into it this player turn (8.3.g, 8.0.e) and those named as overstacked (3.1.2.f).
    pub(crate) fn fighters(&self, state: &State, space: SpaceId, side: Side) -> UnitSet {
        self.units_in(state, space, side) - state.refugees - state.named
    }

    /// The units that suffer its results: refugees too (8.3.g), even those named as overstacked.
    pub(crate) fn sufferers(&self, state: &State, space: SpaceId, side: Side) -> UnitSet {
        self.units_in(state, space, side) - (state.named - state.refugees)
    }

    /// 8.0.a: may an attack be made in this space?
    pub(crate) fn check_attack(&self, state: &State, side: Side, at: SpaceId, c: &mut Consult) -> Verdict {
        let battle = self.picture(state).battle.contains(at);
        if !c.gate(Case("3.4.b"), must(battle, no!("{at} is not a battle space", at)))? {
            return Ok(());
        }
        let fought = state.fought.contains(at);
        c.ask(Case("8.0.d"), unless(fought, no!("an attack was already made in {at} this turn", at)))?;
        for who in [side, side.other()] {
            let nobody = self.fighters(state, at, who).is_empty();
            c.ask(Case("8.3.g"), unless(nobody, no!("no {who} unit in {at} may fight there this turn", who, at)))?;
        }
        Ok(())
    }

    /// 8.0.b: the marked spaces where the phasing player has not attacked yet.
    pub(crate) fn attacks_due(&self, state: &State) -> Spaces {
        let battle = self.picture(state).battle;
        let marked = state.markers.iter().map(|m| m.space);
        marked.filter(|s| battle.contains(*s) && !state.fought.contains(*s)).collect()
    }

    /// 3.1.2.f: may this unit be named as overstacked?
    pub(crate) fn check_exclude(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(fight) = self.fight(state) else { return not_now(c, "3.1.2.f") };
        if !c.gate(Case("3.1.2.f"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let there = self.units_in(state, fight.space, side).contains(unit);
        c.ask(Case("3.1.2.f"), must(there, no!("{unit} is not in {space}", unit, space = fight.space)))?;
        let named = state.named.contains(unit);
        c.ask(Case("3.1.2.f"), unless(named, no!("{unit} is already named", unit)))?;
        // nobody names himself out of a battle altogether.
        let mut rest = self.fighters(state, fight.space, side);
        rest.remove(unit);
        c.ask(Case("3.1.2.f"), unless(rest.is_empty(), no!("without {unit} nobody would be left to fight", unit)))
    }

    /// 3.1.2.f: the unit takes no part in the battle.
    fn apply_exclude(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        state.named.insert(unit);
        if let Frame::Naming { left, .. } = state.frames.top_mut() {
            *left -= 1;
        }
        log.reveal();
        log.add(|| Event::note(Case("3.1.2.f"), format!("{} takes no part in the battle", self.unit_name(unit))));
    }

    /// The battle being fought.
    pub(crate) fn fight(&self, state: &State) -> Option<Fight> {
        state.frames.iter().rev().find_map(|f| if let Frame::Fight(fight) = f { Some(*fight) } else { None })
    }

    pub(crate) fn apply_attack(&self, state: &mut State, side: Side, at: SpaceId, log: &mut Log) {
        log.reveal();
        log.add(|| Event::note(Case("8.0.a"), format!("{side} attack in {}", self.space_name(at))));
        state.frames.push(Frame::Fight(Fight {
            space: at,
            attacker: side,
            stage: Stage::AttackerNames,
            sums: [0; 2],
            dice: [0; 2],
            losses: [0; 2],
            retreat: [false; 2],
        }));
    }

    /// Takes the battle one stage further; true when it is over.
    pub(crate) fn advance_fight(&self, state: &mut State, fight: Fight, dice: &mut Dice, log: &mut Log) -> bool {
        let defender = fight.attacker.other();
        let next = match fight.stage {
            Stage::AttackerNames => Stage::DefenderNames,
            Stage::DefenderNames => Stage::Roll,
            Stage::Roll => Stage::Losses,
            // 8.3.b: the defender goes first.
            Stage::Losses => Stage::DefenderStands,
            Stage::DefenderStands => Stage::DefenderRetreats,
            Stage::DefenderRetreats => Stage::AttackerStands,
            Stage::AttackerStands => Stage::AttackerRetreats,
            Stage::AttackerRetreats | Stage::Done => Stage::Done,
        };
        *state.frames.top_mut() = Frame::Fight(Fight { stage: next, ..fight });
        match fight.stage {
            Stage::AttackerNames => self.open_naming(state, fight.space, fight.attacker),
            Stage::DefenderNames => self.open_naming(state, fight.space, defender),
            Stage::Roll => self.roll(state, Fight { stage: next, ..fight }, dice, log),
            Stage::Losses => self.open_losses(state, fight),
            Stage::DefenderStands => self.open_retreat(state, fight, defender),
            Stage::AttackerStands => self.open_retreat(state, fight, fight.attacker),
            Stage::DefenderRetreats | Stage::AttackerRetreats => {}
            Stage::Done => {
                state.fought.insert(fight.space);
                state.named = UnitSet::EMPTY;
                state.frames.pop();
                return true;
            }
        }
        false
    }

    fn open_naming(&self, state: &mut State, space: SpaceId, side: Side) {
        let left = self.overstack(state, space, side);
        if left > 0 {
            state.frames.push(Frame::Naming { side, left });
        }
    }

    /// 8.0.1 to 8.0.6: sums, sub-table, dice and cells.
    fn roll(&self, state: &mut State, fight: Fight, dice: &mut Dice, log: &mut Log) {
        let (a, d) = (fight.attacker, fight.attacker.other());
        // 8.0.1: the attacker's sum; 8.0.2: the defender's.
        let forces = [a, d].map(|side| self.force(state, fight.space, side, a));
        let (attack, defence) = (forces[0].total(), forces[1].total());
        let quotient = Battle::quotient(attack, defence);
        let mut result = fight;
        result.sums[a.index()] = attack;
        result.sums[d.index()] = defence;
        for (side, case) in [(a, Case("8.0.5")), (d, Case("8.0.6"))] {
            let die = dice.d6(case);
            let cell = self.data.charts.crt.cell(quotient, result.sums[side.index()], die);
            result.dice[side.index()] = die;
            // 8.0.g: the number is steps, the R a retreat.
            result.losses[side.other().index()] = cell.losses;
            result.retreat[side.other().index()] = cell.retreat;
        }
        *state.frames.top_mut() = Frame::Fight(result);
        log.add(|| self.battle_event(&result, &forces));
    }

    /// 8.2: opens the losses of both sides; a force that loses all its steps is not asked (8.2.i).
    fn open_losses(&self, state: &mut State, fight: Fight) {
        let mut frame = Losses {
            space: fight.space,
            due: fight.losses,
            taken: [ArrayVec::new(), ArrayVec::new()],
            destroyed: [false; 2],
        };
        for side in Side::BOTH {
            let i = side.index();
            let steps = self.steps_of(state, self.sufferers(state, fight.space, side));
            if u16::from(frame.due[i]) >= steps {
                frame.destroyed[i] = frame.due[i] > 0;
                frame.due[i] = 0;
            }
        }
        if frame.due != [0, 0] || frame.destroyed != [false, false] {
            state.frames.push(Frame::Losses(frame));
        }
    }

    /// All step losses that a force can take (8.2.b to 8.2.d).
    pub(crate) fn steps_of(&self, state: &State, units: UnitSet) -> u16 {
        let assets = |unit| state.assets_of(unit).iter().map(|a| u16::from(state.assets[a.index()].steps)).sum::<u16>();
        units.iter().map(|u| u16::from(state.units[u.index()].strength) + assets(u)).sum()
    }
}
