//! 8.2 The seven steps of a combat in order, until somebody is asked.

use crate::Roads;
use crate::data::{DefenderResult, Odds, UnitId};
use crate::decision::Then;
use crate::odds::raw_word;
use crate::state::{AttackerWord, Fight, FightKind, Frame, Losses, Plane, Retreat, Stage, State, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// How a combat goes on after a stage.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Onward {
    /// Somebody is asked.
    Ask,
    /// The next stage follows.
    Next,
    /// What follows has been set.
    Set,
}

impl Roads {
    /// Goes on with the combat until somebody is asked.
    pub(crate) fn settle_fight(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
        let Some(fight) = &state.fight else {
            state.frames.pop();
            return Then::Again;
        };
        let stage = fight.stage;
        let onward = match self.is_asked(state, fight) {
            Some(true) => Onward::Ask,
            Some(false) => Onward::Next,
            None => self.happens(state, stage, dice, log),
        };
        if onward == Onward::Next
            && let Some(fight) = &mut state.fight
        {
            fight.stage = stage.next();
        }
        if onward == Onward::Ask { Then::Ask } else { Then::Again }
    }

    /// 10.4.3.b: may an event of the Ju 52 change this combat? Whether a useful one lies there is the Axis player's secret: he is asked
    /// whenever one could.
    pub(crate) fn ju52_may_come(&self, state: &State, fight: &Fight) -> bool {
        let pocket = |unit: UnitId| state.field.get(unit).supply == Supply::Fortress;
        let flown = state.ju52.iter().any(|plane| matches!(plane, Plane::Hex(_)));
        flown && fight.defender() == Side::Axis && fight.defenders.iter().any(pocket)
    }

    /// Of the stages that only ask something: is there something to ask?
    fn is_asked(&self, state: &State, fight: &Fight) -> Option<bool> {
        let (attacker, defender) = (fight.attacker, fight.defender());
        Some(match fight.stage {
            Stage::Ju52 if !fight.nullified => self.ju52_may_come(state, fight),
            Stage::AttackerSupports => !self.combat_supports(state, attacker).is_empty(),
            Stage::DefenderSupports => !self.combat_supports(state, defender).is_empty(),
            Stage::AttackerElite => !self.elites(state, fight, attacker).is_empty(),
            Stage::Armored => self.may_declare_armored(state, fight),
            Stage::DefenderElite => !self.elites(state, fight, defender).is_empty(),
            Stage::AttackerChoice => {
                fight.kind != FightKind::Exploitation && fight.elite[0].is_some() && self.choices(fight).count() > 1
            }
            Stage::DefenderChoice => fight.elite[1].is_some() && self.choices(fight).count() > 1,
            Stage::RiverOrTerrain => self.river_matters(state),
            Stage::FallBack => fight.defender_result.result() == DefenderResult::FallBack && self.stands(state),
            _ => return None,
        })
    }

    /// Of the others: what happens by itself.
    fn happens(&self, state: &mut State, stage: Stage, dice: &mut Dice, log: &mut Log) -> Onward {
        let Some(fight) = &state.fight else { return Onward::Set };
        match stage {
            Stage::SupplyCheck => {
                let hex = fight.hex;
                self.check_defenders(state, hex, log);
                self.note_stack(state);
                return Onward::Next;
            }
            Stage::Ju52 => self.begin_rattenkrieg(state, log),
            Stage::Odds => self.compute_odds(state, log),
            Stage::Roll => {
                // 8.5.8: an armored attack may have made a support better (PaK 88), and the odds fall below the table.
                if self.count_odds(state, log) {
                    self.roll_combat(state, dice, log);
                    return Onward::Next;
                }
            }
            Stage::Modify => {
                self.modify_results(state, log);
                return Onward::Next;
            }
            Stage::AttackerLosses | Stage::DefenderLosses => self.take_attrition(state),
            Stage::AttackerRetreat => {
                let thrown_back = fight.attacker_result == AttackerWord::Retreat;
                let left = self.attackers_stand(state);
                if let Some(fight) = &mut state.fight {
                    fight.wiped_out = !left;
                }
                return if thrown_back && left { Onward::Ask } else { Onward::Next };
            }
            Stage::ExtraLoss => {
                let thrown_back = fight.attacker_result == AttackerWord::Retreat;
                self.note_vacated(state, thrown_back);
                self.take_extra_loss(state);
            }
            Stage::Engagement => {
                self.roll_engagement(state, dice, log);
                return Onward::Next;
            }
            Stage::EngagementLosses => self.take_engagement(state),
            Stage::StandFast => {
                let held = fight.defender_result.result() == DefenderResult::StandFast && self.stands(state);
                let own = fight.own_engagement;
                self.note_vacated(state, own);
                return if held { Onward::Ask } else { Onward::Next };
            }
            Stage::DefenderRetreat => self.begin_defender_retreat(state),
            Stage::React | Stage::Rescue => self.begin_react(state),
            Stage::AttackerAdvance | Stage::DefenderAdvance => self.begin_advance(state),
            Stage::Exploit => self.begin_exploit(state),
            Stage::End => self.end_fight(state, log),
            // Those only ask.
            Stage::AttackerSupports
            | Stage::DefenderSupports
            | Stage::AttackerElite
            | Stage::Armored
            | Stage::DefenderElite
            | Stage::AttackerChoice
            | Stage::DefenderChoice
            | Stage::RiverOrTerrain
            | Stage::FallBack => {}
        }
        Onward::Set
    }

    /// What is remembered of the defenders before anybody is lost (8.11, EX5.b, R32; 14.1).
    fn note_stack(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let (mut german, mut allied, mut starving) = (0, 0, false);
        for unit in fight.defenders.iter() {
            german += u8::from(self.is_german(unit));
            allied += u8::from(self.is_allied(unit));
            starving |= self.starving(state, unit);
        }
        // 14.1.d: Germans and nobody else.
        let all_german = fight.attacker == Side::Soviet && german > 0 && allied == 0 && !starving;
        let weak = self.weak_allies(state, fight.attacker, fight.defenders).is_some();
        if let Some(fight) = &mut state.fight {
            fight.weak_allies = weak;
            fight.all_german = all_german;
        }
    }

    /// 8.11.1.c: the steps of an allied stack without any German unit, if they are few enough.
    pub(crate) fn weak_allies(&self, state: &State, attacker: Side, defenders: UnitSet) -> Option<u8> {
        let allied = defenders.iter().any(|unit| self.is_allied(unit));
        let german = defenders.iter().any(|unit| self.is_german(unit));
        let steps: u8 = defenders.iter().map(|unit| state.field.get(unit).steps).sum();
        let weak = attacker == Side::Soviet && allied && !german;
        (weak && steps < self.data.charts.combat.weak_stack_steps).then_some(steps)
    }

    /// Step 3: the odds; an attack below 1/2 is called off (8.5.8).
    fn compute_odds(&self, state: &mut State, log: &mut Log) {
        if !self.count_odds(state, log) {
            return;
        }
        let Some(fight) = &mut state.fight else { return };
        fight.stage = Stage::AttackerElite;
        let mut armored = fight.clone();
        armored.armored = true;
        // Where an armored attack may still change the column, it is not certain yet that the attack is made.
        let certain = self.odds_of(state, &armored).column == armored.column;
        if certain {
            self.note_attack(state);
        }
    }

    /// Counts the odds as they are now. False if they are below the table: the attack is over (8.5.8).
    fn count_odds(&self, state: &mut State, log: &mut Log) -> bool {
        let Some(fight) = &state.fight else { return false };
        let sum = self.odds_of(state, fight);
        let (known, roll) = ((fight.attack, fight.defence, fight.column), fight.stage == Stage::Roll);
        if roll && known == (sum.attack, sum.defence, sum.column) {
            return true;
        }
        log.add(|| {
            let shift = if sum.shift > 0 { format!(", {} to the right", sum.shift) } else { String::new() };
            let column = sum.odds().map_or("called off", Odds::word);
            let text = format!("{} to {}: {}{shift}: {column}", sum.attack, sum.defence, raw_word(sum.raw));
            Event::note(Case(if sum.column < 0 { "8.5.8.a" } else { "8.5.4" }), text)
        });
        let Some(fight) = &mut state.fight else { return false };
        fight.attack = sum.attack;
        fight.defence = sum.defence;
        fight.column = sum.column;
        if sum.column < 0 {
            fight.stage = Stage::End;
        }
        sum.column >= 0
    }

    /// The attack is really made (R130): its supports have served, and the fortress remembers it.
    fn note_attack(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let (supports, attacker) = (fight.supports, fight.attacker);
        for marker in supports.iter() {
            let role = usize::from(self.support(marker).side != attacker);
            state.served[role].insert(marker);
        }
        self.note_pocket(state);
    }

    /// What the fortress remembers of an attack that was really made (10.2.4, 10.3.3; R130).
    fn note_pocket(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let (hex, column, kind) = (fight.hex, fight.column, fight.attacker);
        let pocket = |unit: UnitId| state.field.get(unit).supply == Supply::Fortress;
        match kind {
            Side::Soviet => {
                // 10.3.3: at 1/1 or better.
                if column >= 1 && fight.defenders.iter().any(pocket) {
                    state.fortress.assaulted.insert(hex);
                }
            }
            Side::Axis => {
                let from_pocket = fight.attackers.iter().any(pocket);
                let guard = self.around(state, hex).any(|near| state.field.stack(near).any(pocket));
                state.fortress.attacked |= from_pocket;
                state.fortress.guard_attacked |= guard;
            }
        }
    }

    /// Step 4: the dice (8.7.1), and the three parts of the line that they show (8.2.3).
    fn roll_combat(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.note_attack(state);
        let Some(fight) = &mut state.fight else { return };
        let (a, b) = (dice.d6(Case("8.7.3")), dice.d6(Case("8.7.3")));
        fight.roll = a + b;
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let cell = self.data.charts.crt.cell(odds, fight.roll);
        // 8.7.4: A is what the attacker loses, D the defender.
        fight.losses = [cell.attacker_losses, cell.defender_losses];
        // 8.7.6; 9.3.2.c: in exploitation too.
        fight.defender_result = cell.defender.into();
        // 8.7.5; 9.3.2.b: in exploitation the attacker has no tactical result.
        if fight.kind != FightKind::Exploitation {
            fight.attacker_result = cell.attacker.into();
            fight.level = cell.attacker.level();
        }
        let side = fight.attacker;
        for value in [a, b] {
            log.add(|| {
                Event::new(Case("8.7.3"), What::Roll { side, die: 6, value }, format!("The attacker rolls {value}"))
            });
        }
        log.add(|| {
            let text = format!(
                "{} on {}: losses {}, attacker {}, defender {}",
                a + b,
                odds.word(),
                cell.losses(),
                cell.attacker.word(),
                cell.defender.word()
            );
            let report = state.fight.as_ref().map(|fight| Box::new(self.report(state, fight)));
            Event::new(Case("8.7.2"), report.map_or(What::Note, What::Battle), text)
        });
    }

    /// Step 4: attrition, the attacker's, then the defender's (8.8).
    fn take_attrition(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        let role = usize::from(fight.stage == Stage::DefenderLosses);
        let side = if role == 0 { fight.attacker } else { fight.defender() };
        let mut left = std::mem::take(&mut fight.losses[role]);
        if role == 1 {
            left = fight.after_falling_back(left);
        }
        fight.stage = fight.stage.next();
        self.push_losses(state, side, left, true);
    }

    /// CRT.D1: the defender loses one step more.
    fn take_extra_loss(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        fight.stage = fight.stage.next();
        let (more, side) = (fight.attacker_result == AttackerWord::Loss, fight.defender());
        if more {
            let left = fight.after_falling_back(1);
            self.push_losses(state, side, left, false);
        }
    }

    /// Eng: dice again in the same column, losses only, once (R29).
    fn roll_engagement(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
        if !fight.engagement || std::mem::replace(&mut fight.engaged, true) {
            return;
        }
        // CRT.Eng.b: whoever is left to fight.
        let roll = dice.d6(Case("CRT.Eng")) + dice.d6(Case("CRT.Eng"));
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let cell = self.data.charts.crt.cell(odds, roll);
        let spared = fight.one_sided;
        let defender = if spared { 0 } else { fight.after_falling_back(cell.defender_losses) };
        fight.losses = [cell.attacker_losses, defender];
        log.add(|| {
            let whose = if spared { ", the attacker's only" } else { "" };
            let text = format!("Engagement: {roll} on {}: losses {}{whose}", odds.word(), cell.losses());
            Event::note(Case("CRT.Eng"), text)
        });
    }

    fn take_engagement(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        let role = usize::from(fight.losses[0] == 0);
        let left = std::mem::take(&mut fight.losses[role]);
        let side = if role == 0 { fight.attacker } else { fight.defender() };
        if left == 0 {
            fight.stage = if fight.nullified { Stage::End } else { fight.stage.next() };
            return;
        }
        self.push_losses(state, side, left, false);
    }

    /// 10.4.3 Rattenkrieg: all results are void, each side loses a step.
    fn begin_rattenkrieg(&self, state: &mut State, _log: &mut Log) {
        let Some(fight) = &state.fight else { return };
        let sum = self.odds_of(state, fight);
        let Some(fight) = &mut state.fight else { return };
        fight.column = sum.column;
        fight.losses = [1, 1];
        fight.stage = Stage::EngagementLosses;
        self.note_pocket(state);
    }

    /// Pushes a frame of losses, if there is anything to lose.
    pub(crate) fn push_losses(&self, state: &mut State, side: Side, left: u8, in_order: bool) {
        if left > 0 {
            let first = in_order && self.owes_first(state, side);
            state.frames.push(Frame::Losses(Losses { side, left, in_order, first }));
        }
    }

    pub(crate) fn push_retreat(
        &self,
        state: &mut State,
        side: Side,
        units: UnitSet,
        hexes: u8,
        origin: Option<SpaceId>,
    ) {
        let start = state.fight.as_ref().map_or(SpaceId(0), |fight| fight.hex);
        let units = units.iter().filter(|unit| state.field.at(*unit).is_some()).collect();
        let going = UnitSet::EMPTY;
        state.frames.push(Frame::Retreat(Retreat { side, units, hexes, origin, going, gone: 0, start }));
    }

    /// Does a defender stand in the hex?
    pub(crate) fn stands(&self, state: &State) -> bool {
        state.fight.as_ref().is_some_and(|f| f.defenders.iter().any(|unit| state.field.at(unit) == Some(f.hex)))
    }

    fn attackers_stand(&self, state: &State) -> bool {
        state.fight.as_ref().is_some_and(|f| f.attackers.iter().any(|unit| state.field.at(unit).is_some()))
    }

    /// 8.13.1, R140: has a result of the attacker, and not attrition or a result of the defender, emptied his hexes?
    fn note_vacated(&self, state: &mut State, by_own_result: bool) {
        let Some(fight) = &state.fight else { return };
        let empty = fight.from.iter().all(|from| state.field.holder(*from).is_none());
        let vacated = by_own_result && !fight.wiped_out && empty;
        if let Some(fight) = &mut state.fight {
            fight.vacated |= vacated;
        }
    }

    /// CRT.DR: the defenders go back as many hexes as the result says.
    fn begin_defender_retreat(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        fight.stage = fight.stage.next();
        let (side, hex, hexes) = (fight.defender(), fight.hex, fight.retreat);
        if hexes == 0 {
            return;
        }
        fight.went_back[1] = true;
        let units = fight.defenders;
        self.push_retreat(state, side, units, hexes, Some(hex));
    }

    fn begin_react(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        let rescue = fight.stage == Stage::Rescue;
        fight.stage = fight.stage.next();
        let due = if rescue { fight.rescue } else { fight.defender_result.result() == DefenderResult::React };
        let side = fight.defender();
        if due {
            state.frames.push(Frame::React { side, rescue });
        }
    }

    /// The combat is over: book-keeping, then the frame goes.
    fn end_fight(&self, state: &mut State, log: &mut Log) {
        let Some(fight) = state.fight.take() else { return };
        if fight.column >= 0 && fight.armored && fight.attacker == Side::Axis {
            self.armored_attack_made(state, &fight, log);
        }
        state.frames.pop();
        if fight.kind == FightKind::Surprise {
            self.surprise_over(state, &fight, log);
        }
    }
}
