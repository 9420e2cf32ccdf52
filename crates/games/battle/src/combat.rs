//! 8.0 Combat and 8.1 its modifications: sums, quotient, dice, cells.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetClass, City, Crt, CrtCell, Fraction, UnitId};
use crate::decision::{Decides, Decision, Then, ask_while, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::sequence::pass_if_idle;
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Frame, Losses, Stage, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, What, must, unless, unless_found};
use kessel_kit::{idle, no, nothing};

/// The modified sum of one side in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForceSum {
    /// Basic strengths: never modified (8.1.b).
    pub basic: u16,
    /// Assets that are neither tanks nor anti-tank.
    pub plain: u16,
    /// Tank and panzer assets before modification.
    pub tank: u16,
    /// The fractions that apply, with their cases.
    pub fractions: ArrayVec<(Case, Fraction), 3>,
    /// Tank and panzer assets after it.
    pub modified: u16,
}

impl ForceSum {
    /// The whole (8.1.a).
    pub fn total(&self) -> u16 {
        self.basic + self.plain + self.modified
    }
}

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

    /// 8.1: the modified sum of one side.
    pub fn force(&self, state: &State, space: SpaceId, side: Side, attacker: Side) -> ForceSum {
        let mut sum = self.printed_sum(state, self.fighters(state, space, side));
        let attacks = side == attacker;
        let defenders = self.fighters(state, space, attacker.other());
        let guns = self.best_anti_tank(state, defenders).filter(|_| attacks);
        sum.fractions = self.fractions(state, space, attacks, guns);
        // 8.1.c: the sum of all tanks, once.
        sum.modified = modified(sum.tank, &sum.fractions);
        sum
    }

    /// 8.1.d to 8.1.g: what is taken from the tanks of one side in a battle, if these guns await them.
    pub(crate) fn fractions(
        &self,
        state: &State,
        space: SpaceId,
        attacks: bool,
        guns: Option<Fraction>,
    ) -> ArrayVec<(Case, Fraction), 3> {
        let mut fractions = ArrayVec::new();
        if attacks && state.marker(space).is_some_and(|m| m.river) {
            fractions.push((Case("8.1.d"), self.data.charts.combat.river_assault));
        }
        if let Some(fraction) = guns {
            fractions.push((Case("8.1.e"), fraction));
        }
        if self.data.spaces[space].city == City::Major {
            fractions.push((Case("8.1.g"), self.data.charts.combat.major_city));
        }
        fractions
    }

    /// 8.1.a: basic strength and assets, before any modification.
    pub(crate) fn printed_sum(&self, state: &State, units: UnitSet) -> ForceSum {
        let mut sum = ForceSum::default();
        for unit in units.iter() {
            sum.basic += u16::from(state.units[unit.index()].strength);
            for asset in state.assets_of(unit).iter() {
                let info = &self.data.assets[asset.index()];
                let factor = u16::from(info.factors[usize::from(state.assets[asset.index()].steps)]);
                match info.class {
                    AssetClass::Tank => sum.tank += factor,
                    AssetClass::Plain => sum.plain += factor,
                    // 8.1.h.
                    AssetClass::AntiTank { .. } => {}
                }
            }
        }
        sum
    }

    /// 8.1.f, 8.1.k, R-29: one anti-tank asset counts, the best of those in the defence.
    fn best_anti_tank(&self, state: &State, defenders: UnitSet) -> Option<Fraction> {
        defenders
            .iter()
            .flat_map(|unit| state.assets_of(unit).iter())
            .filter_map(|asset| match self.data.assets[asset.index()].class {
                AssetClass::AntiTank { num, den } => Some(Fraction { num: u16::from(num), den: u16::from(den) }),
                AssetClass::Tank | AssetClass::Plain => None,
            })
            .min_by(stronger)
    }

    /// 8.0.3: the quotient without its remainder; 0 stands for less than one, 5 for five and more.
    pub fn quotient(attacker: u16, defender: u16) -> usize {
        usize::from(attacker / defender.max(1)).min(Crt::TOP)
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

    fn battle_event(&self, fight: &Fight, forces: &[ForceSum; 2]) -> Event {
        let report = self.report(fight, Some(forces));
        let cells: Vec<String> = report.results.iter().map(|r| r.cell.clone()).collect();
        let text = format!(
            "Battle in {}: {} to {}, table {}; the defender suffers {}, the attacker {}",
            self.space_name(fight.space),
            report.forces[0].total,
            report.forces[1].total,
            report.column,
            cells[0],
            cells[1]
        );
        Event::new(Case("8.0.4"), What::Battle(Box::new(report)), text)
    }

    /// The battle as both sides may know it: sums, fractions, dice and cells, but not which asset is where.
    pub(crate) fn report(&self, fight: &Fight, forces: Option<&[ForceSum; 2]>) -> BattleReport {
        let (a, d) = (fight.attacker, fight.attacker.other());
        let quotient = Battle::quotient(fight.sums[a.index()], fight.sums[d.index()]);
        let force = |side: Side, n: usize| Force {
            side: Some(side),
            lines: forces.map_or_else(Vec::new, |f| force_lines(&f[n])),
            total: i32::from(fight.sums[side.index()]),
            most: i32::from(fight.sums[side.index()]),
            sum: None,
        };
        let result = |side: Side| {
            let sum = fight.sums[side.index()];
            let row = self.data.charts.crt.row(quotient, sum);
            let cell =
                CrtCell { losses: fight.losses[side.other().index()], retreat: fight.retreat[side.other().index()] };
            let cells = row.cells.iter().map(|cell| cell.text()).collect();
            BattleResult { side, line: row.label(), die: fight.dice[side.index()], cell: cell.text(), cells }
        };
        BattleReport {
            at: self.data.board.name(fight.space).into(),
            attacker: Some(a),
            forces: vec![force(a, 0), force(d, 1)],
            column: Crt::title(quotient).into(),
            results: if fight.dice[0] == 0 { Vec::new() } else { vec![result(a), result(d)] },
            ..BattleReport::default()
        }
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

/// 8.1.i: all fractions together, then the rest is dropped once.
pub(crate) fn modified(tank: u16, fractions: &[(Case, Fraction)]) -> u16 {
    let (num, den) = fractions
        .iter()
        .fold((u32::from(tank), 1u32), |(num, den), (_, f)| (num * u32::from(f.num), den * u32::from(f.den)));
    (num / den) as u16
}

/// The order of anti-tank fractions: what takes more comes first.
pub(crate) fn stronger(a: &Fraction, b: &Fraction) -> std::cmp::Ordering {
    (u32::from(a.num) * u32::from(b.den)).cmp(&(u32::from(b.num) * u32::from(a.den)))
}

/// What a fraction of the tanks is for.
pub(crate) fn fraction_name(case: Case) -> &'static str {
    match case.id() {
        "8.1.d" => "tanks in a river assault",
        "8.1.e" => "tanks against anti-tank guns",
        _ => "tanks in a major city",
    }
}

/// What both sides may read beside a sum. Never its parts, which would show the basic strength of a lone unit (3.5, R-65).
/// River and city lie open on the map, so they are named with or without tanks; guns are named only if they were used.
fn force_lines(sum: &ForceSum) -> Vec<ForceLine> {
    let shown = sum.fractions.iter().filter(|(case, _)| case.id() != "8.1.e" || sum.tank > 0);
    let line = |(case, fraction): &(Case, Fraction)| ForceLine {
        case: *case,
        text: fraction_name(*case).into(),
        value: format!("x{}", fraction.text()),
    };
    shown.map(line).collect()
}
