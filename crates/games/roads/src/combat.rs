//! 8 Combat: who attacks what (8.1, 8.3), and the seven steps in order (8.2).

use crate::Roads;
use crate::action::{Action, ResultWord};
use crate::data::{AttackerResult, Background, DefenderResult, Nation, Odds, SupportClass, SupportId, UnitId, Weather};
use crate::odds::raw_word;
use crate::position::must;
use crate::refusal::Why;
use crate::state::{Fight, FightKind, Frame, Losses, Plane, Retreat, Stage, State, Step, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Case, Consult, Dice, Event, Log, No, Side, What};
use std::ops::ControlFlow;

impl Roads {
    /// The kind of combat that the step allows.
    fn step_kind(state: &State) -> FightKind {
        if state.step() == Step::ExploitCombat { FightKind::Exploitation } else { FightKind::Combat }
    }

    // ------------------------------------------------------------ declaring an attack

    pub(crate) fn check_combat<C: Consult<Why>>(
        &self,
        state: &State,
        side: Side,
        action: Action,
        c: &mut C,
    ) -> Result<(), No<Why>> {
        match action {
            Action::Attack { at } => {
                let enemy = state.field.occupied(side.other()).contains(at);
                c.ask(Case("8.1.1"), must(enemy, Why::Hex("no enemy unit stands in {h}", at)))?;
                let struck = state.struck.contains(at);
                c.ask(Case("8.1.8"), must(!struck, Why::Hex("{h} has been attacked in this phase", at)))?;
                let able = self.around(state, at).any(|hex| {
                    state.field.stack(hex).any(|unit| self.may_attack(state, side, Self::step_kind(state), at, unit))
                });
                c.ask(Case("8.1.1"), must(able, Why::Hex(self.nobody_attacks(state, side, at), at)))
            }
            // 8.1.3: nobody has to attack.
            Action::Done => Ok(()),
            _ => c.ask(Case("8.1.1"), Err(Why::NotNow)),
        }
    }

    pub(crate) fn offer_combat<F: FnMut(Action) -> ControlFlow<()>>(
        &self,
        state: &State,
        side: Side,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let targets = *state.field.occupied(side.other()) - state.struck;
        for at in targets.iter().filter(|at| self.near_enemy(state, side.other(), *at)) {
            if self.allows(state, side, Action::Attack { at }) {
                visit(Action::Attack { at })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn do_combat(&self, state: &mut State, side: Side, action: Action, log: &mut Log) {
        match action {
            Action::Attack { at } => {
                state.fight = Some(Fight::new(Self::step_kind(state), side, at));
                state.frames.push(Frame::Muster);
            }
            Action::Done if state.step() == Step::ExploitCombat => self.end_exploitation(state, log),
            _ => {}
        }
    }

    /// 9.3.3: the markers come off.
    fn end_exploitation(&self, state: &mut State, _log: &mut Log) {
        for unit in self.data.unit_ids() {
            state.field.get_mut(unit).exploiting = false;
        }
    }

    /// Why no unit of a side can attack a hex.
    fn nobody_attacks(&self, state: &State, side: Side, at: SpaceId) -> &'static str {
        if !self.near_enemy(state, side.other(), at) {
            "no unit of yours is next to {h}"
        } else if state.step() == Step::ExploitCombat {
            "no unit of yours next to {h} can attack it: only units with an Exploitation marker attack now, each once"
        } else {
            "no unit of yours next to {h} can attack it: each attacks once in a phase, headquarters never, and a river may be in the way"
        }
    }

    /// May this unit take part in an attack on a hex?
    fn may_attack(&self, state: &State, side: Side, kind: FightKind, at: SpaceId, unit: UnitId) -> bool {
        self.check_attacker(state, side, kind, at, unit, &mut kessel_table::Strict).is_ok()
    }

    fn check_attacker<C: Consult<Why>>(
        &self,
        state: &State,
        side: Side,
        kind: FightKind,
        at: SpaceId,
        unit: UnitId,
        c: &mut C,
    ) -> Result<(), No<Why>> {
        c.ask(Case("8.1.1"), self.own_on_map(state, side, unit))?;
        c.ask(Case("8.3.3.b"), must(!self.info(unit).is_hq(), Why::Headquarters(unit)))?;
        let Some(from) = state.field.at(unit) else { return Ok(()) };
        let adjacent = self.map(state).board.are_adjacent(from, at);
        c.ask(Case("8.1.1"), must(adjacent, Why::There("{u} is not next to {h}", unit, at)))?;
        let attacked = state.attacked.contains(unit);
        c.ask(Case("8.1.9"), must(!attacked, Why::Unit("{u} has attacked in this phase", unit)))?;
        if kind == FightKind::Exploitation {
            let marked = state.field.get(unit).exploiting;
            c.ask(Case("8.14.4"), must(marked, Why::Unit("{u} has no Exploitation marker", unit)))?;
        }
        let bank = self.bank(state, side, from, at);
        let mud = state.forecast.weather == Weather::Mud;
        let barred = mud && bank.river != crate::data::River::None && !bank.bridge;
        c.ask(
            Case("3.2.2.j"),
            must(
                !barred,
                Why::Between("in mud nobody attacks across the river from {h} to {i} without a bridge", from, at),
            ),
        )?;
        let may = self.may_act(state, unit);
        c.ask(
            Case("10.4.3.q"),
            must(may, Why::Unit("only the stacks of the Sortie may attack from the pocket: {u} stays", unit)),
        )
    }

    pub(crate) fn check_muster<C: Consult<Why>>(
        &self,
        state: &State,
        side: Side,
        action: Action,
        c: &mut C,
    ) -> Result<(), No<Why>> {
        let Some(fight) = &state.fight else { return c.ask(Case("8.3.1"), Err(Why::NotNow)) };
        match action {
            Action::Join { unit } => {
                self.check_attacker(state, side, fight.kind, fight.hex, unit, c)?;
                let joined = fight.attackers.contains(unit);
                c.ask(Case("8.3.1"), must(!joined, Why::Unit("{u} takes part already", unit)))?;
                c.ask(Case("8.1.12"), self.nations_agree(fight.attackers, unit))
            }
            Action::Fight => {
                let some = !fight.attackers.is_empty();
                c.ask(Case("8.3.1"), must(some, Why::Plain("name at least one attacking unit first")))
            }
            Action::Play { .. } => self.check_play(state, side, action, c),
            _ => c.ask(Case("8.3.3.a"), Err(Why::NotNow)),
        }
    }

    /// 8.1.12, 8.1.13: allies of two nations never attack together; any of them may with Germans.
    fn nations_agree(&self, attackers: UnitSet, unit: UnitId) -> Result<(), Why> {
        let nation = self.info(unit).nation;
        let foreign = |other: UnitId| {
            let other = self.info(other).nation;
            other != nation && other != Nation::German
        };
        let clash = self.is_allied(unit) && attackers.iter().any(foreign);
        must(!clash, Why::Unit("{u} cannot join: Italians, Romanians and Hungarians never attack together", unit))
    }

    pub(crate) fn offer_muster<F: FnMut(Action) -> ControlFlow<()>>(
        &self,
        state: &State,
        side: Side,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let Some(fight) = &state.fight else { return ControlFlow::Continue(()) };
        for hex in self.around(state, fight.hex) {
            for unit in state.field.stack(hex) {
                if self.allows(state, side, Action::Join { unit }) {
                    visit(Action::Join { unit })?;
                }
            }
        }
        if !fight.attackers.is_empty() {
            visit(Action::Fight)?;
        }
        if side == Side::Axis { self.offer_play(state, side, visit) } else { ControlFlow::Continue(()) }
    }

    pub(crate) fn do_muster(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Join { unit } => {
                if let Some(fight) = &mut state.fight {
                    fight.attackers.insert(unit);
                }
            }
            Action::Fight => {
                let Some(fight) = state.fight.take() else { return };
                state.frames.pop();
                self.begin_fight(state, fight.kind, fight.hex, fight.attackers, log);
            }
            Action::Play { .. } => self.do_play(state, side, action, dice, log),
            _ => {}
        }
    }

    /// The attack is declared: irrevocable (8.3.3).
    pub(crate) fn begin_fight(
        &self,
        state: &mut State,
        kind: FightKind,
        hex: SpaceId,
        attackers: UnitSet,
        log: &mut Log,
    ) {
        let side = state.phasing;
        let mut fight = Fight::new(kind, side, hex);
        fight.attackers = attackers;
        fight.defenders = self.stack_of(state, hex);
        for from in attackers.iter().filter_map(|unit| state.field.at(unit)) {
            if !fight.from.contains(&from) && !fight.from.is_full() {
                fight.from.push(from);
            }
        }
        if kind != FightKind::Surprise {
            state.attacked = state.attacked.or(attackers);
            state.struck.insert(hex);
        }
        log.add(|| {
            let names: Vec<_> = attackers.iter().map(|unit| self.info(unit).name.as_str()).collect();
            let text = format!("{} attack {}", names.join(", "), self.hex_name(state, hex));
            Event::note(Case("8.3.1"), text)
        });
        state.fight = Some(fight);
        state.frames.push(Frame::Fight);
    }

    // ------------------------------------------------------------ the questions of a combat

    pub(crate) fn check_fight<C: Consult<Why>>(
        &self,
        state: &State,
        side: Side,
        action: Action,
        c: &mut C,
    ) -> Result<(), No<Why>> {
        let Some(fight) = &state.fight else { return c.ask(Case("8.2.1"), Err(Why::NotNow)) };
        match (fight.stage, action) {
            (Stage::Ju52, _) => self.check_ju52(state, side, action, c),
            (Stage::AttackerSupports | Stage::DefenderSupports, Action::Use { marker }) => {
                let own = self.support(marker).side == side;
                if !crate::position::gate(c, Case("5.5.1"), must(own, Why::MarkerNotYours(marker)))? {
                    return Ok(());
                }
                let class = self.support(marker).class;
                let case = Case(if class == SupportClass::Leader { "5.5.4.c" } else { "5.5.4.b" });
                let same = |other: SupportId| self.support(other).side == side && self.support(other).class == class;
                let twice = fight.supports.iter().any(same);
                c.ask(case, must(!twice, Why::Support("{s} cannot serve together with another of its class", marker)))?;
                c.ask(Case("5.5.1"), self.may_serve(state, fight, side, marker))
            }
            (Stage::AttackerElite | Stage::DefenderElite, Action::Elite { unit }) => {
                let able = self.elites(state, fight, side).contains(unit);
                c.ask(Case("8.6.1"), must(able, Why::Unit("{u} is no elite unit in this combat", unit)))
            }
            (Stage::Armored, Action::Armored) => {
                let able = self.may_declare_armored(state, fight);
                c.ask(Case("8.6.3.a"), must(able, Why::Plain("an armored attack needs two units with a black attack factor, or one and one that is black and white")))
            }
            (Stage::AttackerChoice | Stage::DefenderChoice, Action::Take { result }) => {
                let open = self.choices(fight).any(|choice| choice == result);
                c.ask(
                    Case("8.10.3"),
                    must(open, Why::Plain("the elite bonus offers only results of the same colour block and column")),
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
            _ => c.ask(Case("8.2.1"), Err(Why::NotNow)),
        }
    }

    pub(crate) fn offer_fight<F: FnMut(Action) -> ControlFlow<()>>(
        &self,
        state: &State,
        side: Side,
        visit: &mut F,
    ) -> ControlFlow<()> {
        let Some(fight) = &state.fight else { return ControlFlow::Continue(()) };
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
            _ => ControlFlow::Continue(()),
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
            (_, Action::Take { result }) => {
                match result {
                    ResultWord::Attacker(n) => {
                        let result = AttackerResult::ALL[usize::from(n) % AttackerResult::ALL.len()];
                        fight.attacker_result = result.into();
                        fight.level = result.level();
                    }
                    ResultWord::Defender(n) => fight.defender_result = crate::state::DefenderWord(n),
                }
                fight.stage = stage.next();
                log.add(|| {
                    let word = match result {
                        ResultWord::Attacker(n) => AttackerResult::ALL[usize::from(n) % 7].word(),
                        ResultWord::Defender(n) => DefenderResult::ALL[usize::from(n) % 8].word(),
                    };
                    Event::note(Case("8.10.3"), format!("The elite bonus makes the result {word}"))
                });
            }
            (_, Action::River | Action::Terrain) => {
                fight.by_river = action == Action::River;
                fight.stage = stage.next();
            }
            (Stage::FallBack, _) => {
                if action == Action::GoBack {
                    fight.losses[1] = fight.losses[1].saturating_sub(1);
                    fight.retreat = 1;
                }
                fight.stage = stage.next();
            }
            (Stage::StandFast, _) => {
                fight.stage = stage.next();
                let (side, hex) = (fight.defender(), fight.hex);
                if action == Action::GoBack {
                    fight.retreat = 1;
                } else {
                    self.push_losses(state, side, 1, false);
                    log.add(|| {
                        Event::note(
                            Case("8.10.5"),
                            format!("{} is held at the price of a step", self.hex_name(state, hex)),
                        )
                    });
                }
            }
            (Stage::AttackerRetreat, _) => {
                fight.stage = stage.next();
                let side = fight.attacker;
                if action == Action::GoBack {
                    fight.went_back[0] = true;
                    let units = fight.attackers;
                    self.push_retreat(state, side, units, self.data.charts.combat.ar_hexes, None);
                } else {
                    self.push_losses(state, side, self.data.charts.combat.ar_losses, false);
                }
            }
            _ => fight.stage = stage.next(),
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

    /// In the pocket at the lowest level: no elite, no superiority, no Kampfgruppen (10.3.4).
    pub(crate) fn starving(&self, state: &State, unit: UnitId) -> bool {
        state.field.get(unit).supply == Supply::Fortress
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
    fn choices(&self, fight: &Fight) -> impl Iterator<Item = ResultWord> + use<> {
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let crt = &self.data.charts.crt;
        let words: Vec<ResultWord> = if !(2..=12).contains(&fight.roll) {
            Vec::new()
        } else if fight.stage == Stage::AttackerChoice {
            let results = crt.attacker_choices(odds, fight.roll);
            results.into_iter().map(|result| ResultWord::Attacker(result as u8)).collect()
        } else {
            let results = crt.defender_choices(odds, fight.roll);
            results.into_iter().map(|result| ResultWord::Defender(result as u8)).collect()
        };
        words.into_iter()
    }

    // ------------------------------------------------------------ the machine

    /// Goes on with the combat until somebody is asked.
    pub(crate) fn settle_fight(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        let Some(fight) = &state.fight else {
            state.frames.pop();
            return true;
        };
        let (stage, attacker, defender) = (fight.stage, fight.attacker, fight.defender());
        let asks = match stage {
            Stage::SupplyCheck => {
                let hex = fight.hex;
                self.check_defenders(state, hex, log);
                self.note_stack(state);
                false
            }
            Stage::Ju52 => {
                if fight.nullified {
                    self.begin_rattenkrieg(state, log);
                    return true;
                }
                // Whether a useful event lies there is the Axis player's secret: he is asked whenever one could.
                let pocket = |unit: UnitId| state.field.get(unit).supply == Supply::Fortress;
                let flown = state.ju52.iter().any(|plane| matches!(plane, Plane::Hex(_)));
                flown && defender == Side::Axis && fight.defenders.iter().any(pocket)
            }
            Stage::AttackerSupports => !self.combat_supports(state, attacker).is_empty(),
            Stage::DefenderSupports => !self.combat_supports(state, defender).is_empty(),
            Stage::Odds => {
                self.compute_odds(state, log);
                return true;
            }
            Stage::AttackerElite => !self.elites(state, fight, attacker).is_empty(),
            Stage::Armored => self.may_declare_armored(state, fight),
            Stage::DefenderElite => !self.elites(state, fight, defender).is_empty(),
            Stage::Roll => {
                self.roll_combat(state, dice, log);
                false
            }
            Stage::AttackerChoice => {
                fight.kind != FightKind::Exploitation && fight.elite[0].is_some() && self.choices(fight).count() > 1
            }
            Stage::DefenderChoice => fight.elite[1].is_some() && self.choices(fight).count() > 1,
            Stage::RiverOrTerrain => self.river_matters(state),
            Stage::Modify => {
                self.modify_results(state, log);
                false
            }
            Stage::FallBack => fight.defender_result.result() == DefenderResult::FallBack && self.stands(state),
            Stage::AttackerLosses | Stage::DefenderLosses => {
                self.take_attrition(state);
                return true;
            }
            Stage::AttackerRetreat => {
                let thrown_back = fight.attacker_result == crate::state::AttackerWord::Retreat;
                let left = self.attackers_stand(state);
                if let Some(fight) = &mut state.fight {
                    fight.wiped_out = !left;
                }
                thrown_back && left
            }
            Stage::ExtraLoss => {
                self.take_extra_loss(state);
                return true;
            }
            Stage::Engagement => {
                self.roll_engagement(state, dice, log);
                false
            }
            Stage::EngagementLosses => {
                self.take_engagement(state);
                return true;
            }
            Stage::StandFast => fight.defender_result.result() == DefenderResult::StandFast && self.stands(state),
            Stage::DefenderRetreat => {
                self.begin_defender_retreat(state);
                return true;
            }
            Stage::React | Stage::Rescue => {
                self.begin_react(state);
                return true;
            }
            Stage::AttackerAdvance | Stage::DefenderAdvance => {
                self.begin_advance(state);
                return true;
            }
            Stage::Exploit => {
                self.begin_exploit(state);
                return true;
            }
            Stage::End => {
                self.end_fight(state, log);
                return true;
            }
        };
        if !asks && let Some(fight) = &mut state.fight {
            fight.stage = stage.next();
        }
        !asks
    }

    /// What is remembered of the defenders before anybody is lost (8.11, R32; 14.1).
    fn note_stack(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let mut steps = 0;
        let (mut german, mut allied, mut starving) = (0, 0, false);
        for unit in fight.defenders.iter() {
            steps += state.field.get(unit).steps;
            german += u8::from(self.is_german(unit));
            allied += u8::from(self.is_allied(unit));
            starving |= self.starving(state, unit);
        }
        let soviet = fight.attacker == Side::Soviet;
        let weak = soviet && german == 0 && allied > 0 && steps < self.data.charts.combat.weak_stack_steps;
        let all_german = soviet && german > 0 && allied == 0 && !starving;
        if let Some(fight) = &mut state.fight {
            fight.weak_allies = weak;
            fight.all_german = all_german;
        }
    }

    /// Step 3: the odds; an attack below 1/2 is called off (8.5.8).
    fn compute_odds(&self, state: &mut State, log: &mut Log) {
        let Some(fight) = &state.fight else { return };
        let sum = self.odds_of(state, fight);
        log.add(|| {
            let shift = if sum.shift > 0 { format!(", {} to the right", sum.shift) } else { String::new() };
            let column = sum.odds().map_or("called off", Odds::word);
            let text = format!("{} to {}: {}{shift}: {column}", sum.attack, sum.defence, raw_word(sum.raw));
            Event::note(Case(if sum.column < 0 { "8.5.8.a" } else { "8.5.4" }), text)
        });
        let Some(fight) = &mut state.fight else { return };
        fight.attack = sum.attack;
        fight.defence = sum.defence;
        fight.column = sum.column;
        if sum.column < 0 {
            fight.stage = Stage::End;
            return;
        }
        fight.stage = Stage::AttackerElite;
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

    /// Step 4: the dice (8.7).
    fn roll_combat(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        // An armored attack may have made a support better (PaK 88): the odds are what they are now.
        let column = state.fight.as_ref().map_or(0, |fight| self.odds_of(state, fight).column.max(0));
        let Some(fight) = &mut state.fight else { return };
        let (a, b) = (dice.d6(Case("8.7.3")), dice.d6(Case("8.7.3")));
        fight.column = column;
        fight.roll = a + b;
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let cell = self.data.charts.crt.cell(odds, fight.roll);
        fight.losses = [cell.attacker_losses, cell.defender_losses];
        fight.defender_result = cell.defender.into();
        // 9.3.2: in exploitation the attacker has no tactical result.
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
        let left = std::mem::take(&mut fight.losses[role]);
        fight.stage = fight.stage.next();
        self.push_losses(state, side, left, true);
    }

    /// D1: the defender loses one step more.
    fn take_extra_loss(&self, state: &mut State) {
        let Some(fight) = &mut state.fight else { return };
        fight.stage = fight.stage.next();
        let (more, side) = (fight.attacker_result == crate::state::AttackerWord::Loss, fight.defender());
        if more {
            self.push_losses(state, side, 1, false);
        }
    }

    /// Eng: dice again in the same column, losses only, once (R29).
    fn roll_engagement(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
        if !fight.engagement || std::mem::replace(&mut fight.engaged, true) {
            return;
        }
        let roll = dice.d6(Case("CRT.Eng")) + dice.d6(Case("CRT.Eng"));
        let odds = Odds::ALL[usize::try_from(fight.column).unwrap_or(0)];
        let cell = self.data.charts.crt.cell(odds, roll);
        let spared = fight.one_sided;
        fight.losses = [cell.attacker_losses, if spared { 0 } else { cell.defender_losses }];
        log.add(|| {
            let text = format!("Engagement: {roll} on {}: losses {}", odds.word(), cell.losses());
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
        state.frames.push(Frame::Retreat(Retreat { side, units, hexes, origin, going: None, gone: 0, start }));
    }

    /// Does a defender stand in the hex?
    pub(crate) fn stands(&self, state: &State) -> bool {
        state.fight.as_ref().is_some_and(|f| f.defenders.iter().any(|unit| state.field.at(unit) == Some(f.hex)))
    }

    fn attackers_stand(&self, state: &State) -> bool {
        state.fight.as_ref().is_some_and(|f| f.attackers.iter().any(|unit| state.field.at(unit).is_some()))
    }

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

impl Fight {
    /// A combat before anything has happened.
    pub(crate) fn new(kind: FightKind, attacker: Side, hex: SpaceId) -> Fight {
        Fight {
            kind,
            attacker,
            hex,
            attackers: UnitSet::EMPTY,
            from: Default::default(),
            defenders: UnitSet::EMPTY,
            stage: Stage::SupplyCheck,
            supports: Default::default(),
            resisting: None,
            stack_resists: false,
            attack: 0,
            defence: 0,
            column: 0,
            elite: [None; 2],
            armored: false,
            roll: 0,
            losses: [0; 2],
            attacker_result: Default::default(),
            level: 0,
            defender_result: Default::default(),
            engaged: false,
            by_river: false,
            weak_allies: false,
            all_german: false,
            rescue: false,
            engagement: false,
            one_sided: false,
            retreat: 0,
            went_back: [false; 2],
            wiped_out: false,
            soviet_losses: 0,
            hit: UnitSet::EMPTY,
            nullified: false,
            taken: false,
        }
    }
}

impl Stage {
    /// The stages in order.
    pub const ALL: [Stage; 28] = [
        Stage::SupplyCheck,
        Stage::Ju52,
        Stage::AttackerSupports,
        Stage::DefenderSupports,
        Stage::Odds,
        Stage::AttackerElite,
        Stage::Armored,
        Stage::DefenderElite,
        Stage::Roll,
        Stage::AttackerChoice,
        Stage::DefenderChoice,
        Stage::RiverOrTerrain,
        Stage::Modify,
        Stage::FallBack,
        Stage::AttackerLosses,
        Stage::DefenderLosses,
        Stage::AttackerRetreat,
        Stage::ExtraLoss,
        Stage::Engagement,
        Stage::EngagementLosses,
        Stage::StandFast,
        Stage::DefenderRetreat,
        Stage::React,
        Stage::Rescue,
        Stage::AttackerAdvance,
        Stage::DefenderAdvance,
        Stage::Exploit,
        Stage::End,
    ];

    /// The stage after this one.
    pub(crate) fn next(self) -> Stage {
        Stage::ALL.get(self as usize + 1).copied().unwrap_or(Stage::End)
    }
}
