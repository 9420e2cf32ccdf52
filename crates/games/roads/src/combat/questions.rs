//! 8.2 The questions of a combat: supports, declarations (8.6), the choice of results (8.10), to stay or to go back.

use crate::Roads;
use crate::action::{Action, ResultWord};
use crate::data::{AttackerResult, Background, DefenderResult, Odds, SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Visit, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{Fight, Stage, State, Supply, UnitSet};
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, must};
use kessel_kit::no;

/// 8.2: a combat, question by question.
pub(crate) const FIGHT: Decision = Decision {
    case: Case("8.2.1"),
    asks: |_, state| state.fight.as_ref().map_or(state.phasing, Fight::asked).into(),
    check: Roads::check_fight,
    offers: Roads::offer_fight,
    apply: Roads::do_fight,
    settle: Roads::settle_fight,
    prompt: |game, seen, _| game.fight_question(seen),
};

impl Roads {
    pub(crate) fn check_fight(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Some(fight) = &state.fight else { return not_now(c, Case("8.2.1")) };
        match (fight.stage, action) {
            (Stage::Ju52, _) => self.check_ju52(state, side, action, c),
            (Stage::AttackerSupports | Stage::DefenderSupports, Action::Use { marker }) => {
                if !c.gate(Case("5.5.1"), self.own_marker(side, marker))? {
                    return Ok(());
                }
                let class = self.support(marker).class;
                let case = Case(if class == SupportClass::Leader { "5.5.4.c" } else { "5.5.4.b" });
                c.ask(case, self.alone_of_class(fight, side, marker))?;
                c.ask(Case("5.5.1"), self.may_serve(state, fight, side, marker))
            }
            (Stage::AttackerElite | Stage::DefenderElite, Action::Elite { unit }) => {
                let able = self.elites(state, fight, side).contains(unit);
                c.ask(Case("8.6.1"), must(able, no!("{unit} is no elite unit in this combat", unit)))
            }
            (Stage::Armored, Action::Armored) => {
                let able = self.may_declare_armored(state, fight);
                c.ask(Case("8.6.3.a"), must(able, no!("an armored attack needs two units with a black attack factor, or one and one that is black and white")))
            }
            (Stage::AttackerChoice | Stage::DefenderChoice, Action::Take { result }) => {
                let open = self.choices(fight).any(|choice| choice == result);
                c.ask(
                    Case("8.10.3"),
                    must(open, no!("the elite bonus offers only results of the same colour block and column")),
                )
            }
            (Stage::RiverOrTerrain, Action::River | Action::Terrain)
            | (Stage::FallBack | Stage::StandFast | Stage::AttackerRetreat, Action::Stay | Action::GoBack) => Ok(()),
            (
                Stage::AttackerSupports
                | Stage::DefenderSupports
                | Stage::AttackerElite
                | Stage::DefenderElite
                | Stage::Armored
                | Stage::AttackerChoice
                | Stage::DefenderChoice,
                Action::Done,
            ) => Ok(()),
            _ => not_now(c, Case("8.2.1")),
        }
    }

    pub(crate) fn offer_fight(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        match fight.stage {
            Stage::Ju52 => self.offer_ju52(state, side, visit),
            Stage::AttackerSupports | Stage::DefenderSupports => {
                self.combat_supports(state, side).iter().try_for_each(|marker| visit(Action::Use { marker }))
            }
            Stage::AttackerElite | Stage::DefenderElite => {
                self.elites(state, fight, side).iter().try_for_each(|unit| visit(Action::Elite { unit }))
            }
            Stage::Armored if self.may_declare_armored(state, fight) => visit(Action::Armored),
            Stage::AttackerChoice | Stage::DefenderChoice => {
                self.choices(fight).try_for_each(|result| visit(Action::Take { result }))
            }
            Stage::RiverOrTerrain => [Action::River, Action::Terrain].into_iter().try_for_each(visit),
            Stage::FallBack | Stage::StandFast | Stage::AttackerRetreat => {
                [Action::Stay, Action::GoBack].into_iter().try_for_each(visit)
            }
            _ => Flow::Continue(()),
        }
    }

    pub(crate) fn do_fight(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
        let stage = fight.stage;
        match (stage, action) {
            (Stage::Ju52, action) if action != Action::Done => self.do_ju52(state, side, action, dice, log),
            (_, Action::Use { marker }) => {
                fight.supports.insert(marker);
                log.add(|| Event::note(Case("5.5.4.a"), format!("{} serves the combat", self.support(marker).name)));
            }
            (_, Action::Elite { unit }) => {
                fight.elite[usize::from(side != fight.attacker)] = Some(unit);
                fight.stage = stage.next();
                log.add(|| Event::note(Case("8.6.2.b"), format!("{} uses its elite bonus", self.info(unit).name)));
            }
            (_, Action::Armored) => {
                fight.armored = true;
                fight.stage = stage.next();
                log.add(|| Event::note(Case("8.6.3.a"), "An armored attack is declared"));
            }
            (_, Action::Take { result }) => self.do_take(fight, result, log),
            (_, Action::River | Action::Terrain) => {
                fight.by_river = action == Action::River;
                fight.stage = stage.next();
            }
            (Stage::FallBack, _) => {
                if action == Action::GoBack {
                    fight.spare = 1;
                    fight.retreat = 1;
                }
                fight.stage = stage.next();
            }
            (Stage::StandFast | Stage::AttackerRetreat, _) => self.do_hold(state, action, log),
            _ => fight.stage = stage.next(),
        }
    }

    /// 8.10.3: the elite bonus changes the result.
    fn do_take(&self, fight: &mut Fight, result: ResultWord, log: &mut Log) {
        let word = match result {
            ResultWord::Attacker(n) => {
                let result = AttackerResult::ALL[usize::from(n) % AttackerResult::ALL.len()];
                fight.attacker_result = result.into();
                fight.level = result.level();
                result.word()
            }
            ResultWord::Defender(n) => {
                fight.defender_result = crate::state::DefenderWord(n);
                DefenderResult::ALL[usize::from(n) % DefenderResult::ALL.len()].word()
            }
        };
        fight.stage = fight.stage.next();
        log.add(|| Event::note(Case("8.10.3"), format!("The elite bonus makes the result {word}")));
    }

    /// CRT.S, CRT.AR: a stack holds at the price of steps, or goes back.
    fn do_hold(&self, state: &mut State, action: Action, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
        let (stage, hex, charts) = (fight.stage, fight.hex, &self.data.charts.combat);
        let (attacker, defender, attackers) = (fight.attacker, fight.defender(), fight.attackers);
        fight.stage = stage.next();
        match (stage, action) {
            (Stage::StandFast, Action::GoBack) => fight.retreat = 1,
            (Stage::StandFast, _) => {
                self.push_losses(state, defender, 1, false);
                log.add(|| {
                    let text = format!("{} is held at the price of a step", self.hex_name(state, hex));
                    Event::note(Case("8.10.5"), text)
                });
            }
            (_, Action::GoBack) => {
                fight.went_back[0] = true;
                self.push_retreat(state, attacker, attackers, charts.ar_hexes, None);
            }
            _ => self.push_losses(state, attacker, charts.ar_losses, false),
        }
    }

    /// Elite units of a side that may declare the bonus (8.6.1); at fortress level 1 the pocket has none (10.3.4).
    pub(crate) fn elites(&self, state: &State, fight: &Fight, side: Side) -> UnitSet {
        let units = if side == fight.attacker { fight.attackers } else { fight.defenders };
        units.iter().filter(|unit| self.is_elite(state, *unit) && state.field.at(*unit).is_some()).collect()
    }

    /// Elite now?
    pub(crate) fn is_elite(&self, state: &State, unit: UnitId) -> bool {
        self.info(unit).elite && !self.starving(state, unit)
    }

    /// In the pocket at the lowest level: no elite, no superiority, no Kampfgruppen (10.3.4.b).
    pub(crate) fn starving(&self, state: &State, unit: UnitId) -> bool {
        state.field.get(unit).supply == Supply::Fortress
            // 10.3.4.c: at the level of today: when it rises, they are what they were.
            && state.fortress.level <= self.data.charts.fortress.surrender_level
    }

    /// 8.6.3: two black units, or a black one and a black and white one; a Tank Brigade counts as black here.
    pub(crate) fn may_declare_armored(&self, state: &State, fight: &Fight) -> bool {
        let (mut black, mut mixed) = (0, 0);
        for unit in fight.attackers.iter().filter(|unit| state.field.at(*unit).is_some()) {
            match self.info(unit).background {
                Background::Black => black += 1,
                Background::BlackWhite => mixed += 1,
                Background::Plain => {}
            }
        }
        let own = |marker: &SupportId| self.support(*marker).side == fight.attacker;
        let brigades = fight.supports.iter().filter(own);
        black += brigades.filter(|marker| self.support(*marker).class == SupportClass::TankBrigade).count();
        black >= 2 || (black >= 1 && mixed >= 1)
    }

    /// The results that an elite bonus gives the choice of, the rolled one among them.
    pub(super) fn choices(&self, fight: &Fight) -> impl Iterator<Item = ResultWord> + use<> {
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let crt = &self.data.charts.crt;
        let words: Vec<ResultWord> = if !(2..=12).contains(&fight.roll) {
            Vec::new()
        } else if fight.stage == Stage::AttackerChoice {
            // 8.7.8, 8.10.3.b: of the block that was rolled, and of no other.
            let results = crt.attacker_choices(odds, fight.roll);
            results.into_iter().map(|result| ResultWord::Attacker(result as u8)).collect()
        } else {
            let results = crt.defender_choices(odds, fight.roll);
            results.into_iter().map(|result| ResultWord::Defender(result as u8)).collect()
        };
        words.into_iter()
    }

    /// 8.2: what is asked at this stage of the combat.
    fn fight_question(&self, seen: &State) -> Prompt {
        let Some(fight) = &seen.fight else { return Prompt::default() };
        let hex = self.hex_name(seen, fight.hex);
        let (case, text) = match fight.stage {
            Stage::Ju52 => ("10.4.3.b", format!("{hex} is attacked. Play a Ju 52?")),
            Stage::AttackerSupports => ("5.5.4.a", format!("Supports for the attack on {hex}?")),
            Stage::DefenderSupports => ("5.5.4.a", format!("Supports for the defence of {hex}?")),
            Stage::AttackerElite | Stage::DefenderElite => ("8.6.1", "Use the bonus of an elite unit?".into()),
            Stage::Armored => ("8.6.3.a", "Declare an armored attack?".into()),
            Stage::AttackerChoice | Stage::DefenderChoice => {
                ("8.10.3", format!("The dice show {}. Choose a result of the same block, or keep it.", fight.roll))
            }
            Stage::RiverOrTerrain => ("8.10.4", "All attackers cross a major river. What weakens their result?".into()),
            Stage::FallBack => ("CRT.F", format!("Hold {hex}, or go back one hex with one loss less?")),
            Stage::StandFast => ("CRT.S", format!("Hold {hex} with one more loss, or go back one hex?")),
            Stage::AttackerRetreat => ("CRT.AR", "Go back with all attackers, or lose steps?".into()),
            _ => ("8.2.1", format!("The combat at {hex} goes on.")),
        };
        Prompt::new(Case(case), text)
    }
}

impl Fight {
    /// The defending side.
    pub fn defender(&self) -> Side {
        self.attacker.other()
    }

    /// Who is asked at this stage.
    pub(crate) fn asked(&self) -> Side {
        match self.stage {
            Stage::Ju52
            | Stage::DefenderSupports
            | Stage::DefenderElite
            | Stage::DefenderChoice
            | Stage::RiverOrTerrain
            | Stage::FallBack
            | Stage::StandFast => self.defender(),
            _ => self.attacker,
        }
    }
}
