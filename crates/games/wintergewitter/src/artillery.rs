//! 12 Artillery: bombardment in one's own segments, in support of attacks and in defence; counter-battery.

mod blow;

use crate::Winter;
use crate::action::Action;
use crate::data::{BatteryResult, Nation, UnitId, UnitType};
use crate::decision::{Decides, Decision, Flow, Then, not_now, phasing};
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sets::UnitSet;
use crate::state::{Aim, AttackKind, Fight, Frame, Stage, State, Volley};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, No, Prompt, Side, must, unless};
use kessel_kit::{no, wait};

/// 12.3.1: a bombardment outside an attack: guns, then what they aim at; the enemy may answer; then the die.
pub(crate) const VOLLEY: Decision = Decision {
    case: Case("12.3.1.f"),
    asks: phasing,
    check: |game, state, side, action, c| {
        let Some(hex) = state.volley.hex else { return not_now(c, "12.3.1.f") };
        match action {
            Action::Gun { unit } => {
                c.ask(Case("12.3.1.g"), unless(state.volley.guns.contains(unit), no!("{unit} fires already", unit)))?;
                game.check_gun(state, side, unit, hex, c)
            }
            Action::Aim { at, aim } => {
                c.ask(Case("12.3.1.f"), unless(state.volley.guns.is_empty(), no!("no gun has been named")))?;
                c.ask(Case("12.3.1.f"), unless(at != hex, no!("the guns are laid on {hex}", hex)))?;
                game.check_aim(state, side, at, aim, c)
            }
            Action::CallOff => Ok(()), // 11.0.a: nobody has heard of it yet
            _ => not_now(c, "12.3.1.f"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(hex) = state.volley.hex else { return Flow::Continue(()) };
        game.guns_near(state, side, hex).try_for_each(|unit| game.offer(state, side, Action::Gun { unit }, visit))?;
        game.aims(state, hex).try_for_each(|aim| game.offer(state, side, Action::Aim { at: hex, aim }, visit))?;
        game.offer(state, side, Action::CallOff, visit)
    },
    apply: |game, state, _, action, _, log| match action {
        Action::Gun { unit } => {
            state.volley.guns.insert(unit);
        }
        Action::Aim { aim, .. } => game.announce_volley(state, aim, log),
        _ => {
            state.volley = Volley::default();
            state.frames.pop();
        }
    },
    settle: |game, state, dice, log| {
        if state.volley.aim.is_none() {
            return Then::Ask;
        }
        game.fire_volley(state, dice, log);
        state.frames.pop();
        Then::Again
    },
    prompt: |game, state, _| {
        let at = state.volley.hex.map_or(String::new(), |hex| game.hex_name(hex));
        Prompt::new(Case("12.3.1.f"), format!("Name the guns that bombard {at}, then what they aim at."))
    },
};

/// 12.3.2: guns answer guns that have been announced.
pub(crate) const BATTERY: Decision = Decision {
    case: Case("12.3.2.f"),
    asks: |_, state| match state.frames.top() {
        Frame::Battery(side) => (*side).into(),
        _ => kessel_kernel::ToAct::Nobody,
    },
    check: |game, state, side, action, c| match action {
        Action::Battery { unit, target } => game.check_battery(state, side, unit, target, c),
        Action::Done => Ok(()),
        _ => not_now(c, "12.3.2.f"),
    },
    offers: |game, state, side, visit| {
        let targets = game.announced(state, side.other());
        for unit in game.guns_of(state, side) {
            for target in targets.iter() {
                game.offer(state, side, Action::Battery { unit, target }, visit)?;
            }
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Battery { unit, target } => {
            state.volley.answers.push((unit, target));
            state.open.insert(unit);
        }
        _ => {
            state.frames.pop();
            game.fire_batteries(state, side, dice, log);
        }
    },
    settle: wait,
    prompt: |_, _, _| Prompt::new(Case("12.3.2.f"), "Enemy guns are about to fire. Which of your guns answer them?"),
};

/// 11.2 steps 4 and 5: the guns and dive bombers of a fight are told what they fire at, one bombardment after the other.
pub(crate) const BARRAGE: Decision = Decision {
    case: Case("11.2.5.a"),
    asks: |_, state| match state.frames.top() {
        Frame::Barrage(side) => (*side).into(),
        _ => kessel_kernel::ToAct::Nobody,
    },
    check: |game, state, side, action, c| {
        let Some(fight) = &state.fight else { return not_now(c, "11.2.5.a") };
        match action {
            Action::Gun { unit } => game.check_take_up(state, fight, side, unit, c),
            Action::Fly { air } => {
                let named =
                    fight.stage == Stage::Stukas && fight.stukas.contains(&air) && !state.volley.planes.contains(&air);
                c.ask(Case("11.2.5.b"), must(named, no!("{air} is not named for this attack", air)))
            }
            Action::Aim { at, aim } => game.check_barrage(state, fight, side, at, aim, c),
            Action::Done => Ok(()),
            _ => not_now(c, "11.2.5.a"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        game.barrage_guns(fight).iter().try_for_each(|unit| game.offer(state, side, Action::Gun { unit }, visit))?;
        fight.stukas.iter().try_for_each(|air| game.offer(state, side, Action::Fly { air: *air }, visit))?;
        if fight.attacker == side {
            game.aims(state, fight.hex)
                .try_for_each(|aim| game.offer(state, side, Action::Aim { at: fight.hex, aim }, visit))?;
        } else {
            for at in game.hexes_of(state, game.attackers(state, fight)).iter() {
                game.aims(state, at).try_for_each(|aim| game.offer(state, side, Action::Aim { at, aim }, visit))?;
            }
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Gun { unit } => {
            state.volley.guns.insert(unit);
        }
        Action::Fly { air } => state.volley.planes.push(air),
        Action::Aim { at, aim } => game.fire_barrage(state, side, at, aim, dice, log),
        _ => {
            state.frames.pop();
            game.stand_down(state, log);
        }
    },
    settle: wait,
    prompt: |_, _, _| Prompt::new(Case("11.2.5.a"), "Take up the guns of one bombardment, then say what they fire at."),
};

impl Winter {
    /// 12.3.2.a, 12.3.2.b: artillery proper, neither mortars nor rockets.
    pub(crate) fn is_true_gun(&self, unit: UnitId) -> bool {
        matches!(self.data.info(unit).kind, UnitType::Artillery | UnitType::MotArtillery)
    }

    /// 12.1.a: own units on the map with a range.
    pub(crate) fn guns_of<'a>(&'a self, state: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        self.ground.guns[side.index()].iter().filter(|unit| state.at(*unit).is_some())
    }

    /// Those of them that reach a hex.
    pub(crate) fn guns_near<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        hex: SpaceId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.guns_of(state, side).filter(move |unit| self.reaches(state, *unit, hex))
    }

    /// 12.3.1.b: range counts the target's hex and not its own.
    fn reaches(&self, state: &State, unit: UnitId, hex: SpaceId) -> bool {
        let range = self.data.info(unit).range.unwrap_or(0);
        state.at(unit).is_some_and(|at| self.distance(at, hex) <= range)
    }

    /// Where own guns stand that may bombard now, with their range.
    pub(crate) fn ready_guns(&self, state: &State, side: Side) -> Vec<(SpaceId, u8)> {
        let able = |unit: &UnitId| self.check_ready(state, side, *unit, &mut Consult::strict()).is_ok();
        let place = |unit: UnitId| Some((state.at(unit)?, self.data.info(unit).range?));
        let guns = self.ground.guns[side.index()] & self.acting(state, side);
        guns.iter().filter(able).filter_map(place).collect()
    }

    /// May a gun bombard in this segment at all (12.3.1.a), attack or no attack (12.3.1.e)?
    fn check_ready(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("12.1.a"), c)? else { return Ok(()) };
        c.ask(
            Case("12.1.a"),
            unless(self.data.info(unit).range.is_none(), no!("{unit} has no range and cannot bombard", unit)),
        )?;
        self.check_active(state, side, unit, c)?;
        self.check_unfired(state, unit, hex, c)?;
        c.ask(Case("15.1.d"), unless(state.memory.digging.contains(unit), no!("{unit} entrenches this phase", unit)))?;
        c.ask(
            Case("12.1.c"),
            unless(state.memory.fought.contains(unit), no!("{unit} has fired in an attack this phase", unit)),
        )
    }

    /// 12.1.d, 12.3.c, 12.1.f: no fired marker, and company if an enemy stands beside it.
    fn check_unfired(&self, state: &State, unit: UnitId, hex: SpaceId, c: &mut Consult) -> Verdict {
        c.ask(Case("12.1.d"), unless(state.unit(unit).fired, no!("{unit} has fired this turn", unit)))?;
        let side = self.side(unit);
        let near = self.beside_enemy(state, side, hex);
        let company = state.units_at(hex).any(|u| self.side(u) == side && self.is_company_for_guns(u));
        c.ask(
            Case("12.1.f"),
            unless(near && !company, no!("{unit} stands next to an enemy with no other unit beside it", unit)),
        )
    }

    fn check_range(&self, state: &State, unit: UnitId, hex: SpaceId, case: Case, c: &mut Consult) -> Verdict {
        c.ask(case, must(self.reaches(state, unit, hex), no!("{unit} does not reach that far", unit)))
    }

    /// A gun of a bombardment outside an attack.
    fn check_gun(&self, state: &State, side: Side, unit: UnitId, hex: SpaceId, c: &mut Consult) -> Verdict {
        self.check_ready(state, side, unit, c)?;
        self.check_range(state, unit, hex, Case("12.3.1.b"), c)
    }

    /// 12.3.1.d, 12.3.1.i: may the hex be bombarded from a segment?
    pub(crate) fn check_bombard(&self, state: &State, side: Side, at: SpaceId, c: &mut Consult) -> Verdict {
        if !self.check_target(state, side, at, c)? {
            return Ok(());
        }
        let able = self
            .guns_near(state, side, at)
            .any(|unit| self.check_ready(state, side, unit, &mut Consult::strict()).is_ok());
        c.ask(Case("12.1.a"), must(able, no!("no gun that may fire now reaches {at}", at)))
    }

    /// The same, whoever fires. True if it makes sense to ask which gun reaches it.
    pub(crate) fn check_target(
        &self,
        state: &State,
        side: Side,
        at: SpaceId,
        c: &mut Consult,
    ) -> Result<bool, No<Why>> {
        if !c.gate(Case("12.3.1.f"), must(state.holds(side.other(), at), no!("no enemy is in {at}", at)))? {
            return Ok(false);
        }
        let reach = self.data.charts.reach.observed.into();
        let near = self.beside_enemy(state, side.other(), at)
            || self.data.map.board.within(at, reach).any(|hex| state.holds(side, hex));
        c.ask(Case("12.3.1.d"), must(near, no!("no friendly unit is within two hexes of {at}", at)))?;
        c.ask(
            Case("12.3.1.i"),
            unless(self.shows_no_target(state, side, at), no!("headquarters in {at} are never bombarded", at)),
        )?;
        Ok(true)
    }

    /// 11.2.1.a, 8.4.d, 12.2.h: a gun that supports an attack.
    pub(crate) fn check_support_gun(
        &self,
        state: &State,
        fight: &Fight,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let named = fight.guns.contains(unit) || fight.attackers.contains(unit);
        c.ask(Case("11.2.1.a"), unless(named, no!("{unit} is named already", unit)))?;
        if fight.kind == AttackKind::Hasty {
            self.check_hasty_gun(state, unit, c)?;
        }
        self.check_gun(state, side, unit, fight.hex, c)
    }

    /// 8.4.d, 12.2.b, 12.2.h: only German guns that began the phase with the moving group, and not if they have moved more than half. What they
    /// pay for the attack that they support is no driving.
    fn check_hasty_gun(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let info = self.data.info(unit);
        let german = info.nation == Nation::German && state.activity().is_some_and(|a| a.mechanized);
        c.ask(Case("8.4.d"), must(german, no!("{unit} cannot support a hasty attack", unit)))?;
        let Some((mover, apart)) = self.hasty_gun(state, unit) else {
            return c.ask(Case("12.2.h"), Err(no!("{unit} did not begin the phase with the moving group", unit)));
        };
        let driven = mover.allowance - mover.left - if apart { 0 } else { self.hasty_paid(state, unit) };
        let far = info.kind != UnitType::Rocket && driven > self.firing_reach(state, unit);
        c.ask(Case("12.2.d"), unless(far, no!("{unit} has moved more than half its allowance", unit)))?;
        let cost = self.support_cost(unit);
        let why = no!("{unit} cannot pay the {price} points of the attack", unit, price = Noun::Points(cost));
        c.ask(Case("12.2.i"), unless(apart && cost > mover.left, why))
    }

    /// 11.2.2, 12.3.1.c, 12.3.1.r: a gun of either category that bombards in defence, in the enemy's phase (12.1.m).
    pub(crate) fn check_defence_gun(
        &self,
        state: &State,
        fight: &Fight,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("11.2.2"), c)? else { return Ok(()) };
        c.ask(
            Case("12.1.a"),
            unless(self.data.info(unit).range.is_none(), no!("{unit} has no range and cannot bombard", unit)),
        )?;
        c.ask(Case("11.2.2"), unless(fight.defence.contains(unit), no!("{unit} is named already", unit)))?;
        self.check_unfired(state, unit, hex, c)?;
        self.check_range(state, unit, fight.hex, Case("12.3.1.c"), c)
    }

    /// The guns that still have to fire in this step.
    pub(crate) fn barrage_guns(&self, fight: &Fight) -> UnitSet {
        match fight.stage {
            Stage::DefensiveBarrage => fight.defence,
            Stage::Barrage => fight.guns,
            _ => UnitSet::EMPTY,
        }
    }

    /// 12.1.e: guns of both categories never fire together.
    fn check_take_up(&self, state: &State, fight: &Fight, _: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let named = self.barrage_guns(fight).contains(unit);
        c.ask(
            Case("12.3.1.g"),
            unless(!named || state.volley.guns.contains(unit), no!("{unit} does not bombard now", unit)),
        )?;
        let category = self.data.info(unit).mechanized;
        let mixed = state.volley.guns.iter().any(|u| self.data.info(u).mechanized != category);
        c.ask(Case("12.1.e"), unless(mixed, no!("{unit} is of the other category and fires apart", unit)))
    }

    fn check_barrage(
        &self,
        state: &State,
        fight: &Fight,
        side: Side,
        at: SpaceId,
        aim: Aim,
        c: &mut Consult,
    ) -> Verdict {
        let nobody = state.volley.guns.is_empty() && state.volley.planes.is_empty();
        c.ask(Case("12.3.1.f"), unless(nobody, no!("nobody has been taken up to fire")))?;
        let lawful = if fight.attacker == side {
            at == fight.hex
        } else {
            self.hexes_of(state, self.attackers(state, fight)).contains(at)
        };
        c.ask(Case("11.2.4.b"), must(lawful, no!("{at} is not part of this fight", at)))?;
        self.check_aim(state, side, at, aim, c)
    }

    /// Guns announced by a side that can be answered.
    pub(crate) fn announced(&self, state: &State, side: Side) -> UnitSet {
        let guns = match &state.fight {
            Some(fight) if fight.attacker == side => fight.guns,
            Some(fight) => fight.defence,
            None => state.volley.guns,
        };
        guns.iter().filter(|unit| self.is_true_gun(*unit) && state.at(*unit).is_some()).collect()
    }

    /// 12.3.2: may the gun answer that one? Whatever its category is (11.2.3.b, 12.3.2.c).
    fn check_battery(&self, state: &State, side: Side, unit: UnitId, target: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("12.3.2.a"), c)? else { return Ok(()) };
        c.ask(Case("12.3.2.b"), must(self.is_true_gun(unit), no!("{unit} does not fire counter-battery", unit)))?;
        let announced = self.announced(state, side.other()).contains(target);
        if !c.gate(Case("12.3.2.f"), must(announced, no!("{target} has not been announced", target)))? {
            return Ok(());
        }
        c.ask(
            Case("12.3.2.a"),
            unless(self.beside_enemy(state, side, hex), no!("{unit} stands next to an enemy", unit)),
        )?;
        c.ask(Case("12.3.c"), unless(state.unit(unit).fired, no!("{unit} has fired this turn", unit)))?;
        let busy = self.announced(state, side).contains(unit)
            || state.volley.answers.iter().any(|(gun, _)| *gun == unit)
            || state.volley.answers.is_full();
        c.ask(Case("12.3.c"), unless(busy, no!("{unit} has another mission", unit)))?;
        let held = self.ground.ring.contains(unit) && !state.pocket.freed.contains(unit);
        c.ask(Case("5.3.l"), unless(held, no!("{unit} holds the ring and has not been freed", unit)))?;
        c.ask(Case("15.1.d"), unless(state.memory.digging.contains(unit), no!("{unit} entrenches this phase", unit)))?;
        let at = state.at(target).unwrap_or(hex);
        self.check_range(state, unit, at, Case("12.3.2.g"), c)
    }

    /// 12.3.2.h to 12.3.2.n: checks, one roll for each target, markers.
    fn fire_batteries(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        let answers = std::mem::take(&mut state.volley.answers);
        let mut targets: Vec<UnitId> = answers.iter().map(|(_, target)| *target).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let mut factors = 0;
            let mut worst = 0;
            for (unit, _) in answers.iter().filter(|(_, at)| *at == target) {
                let what = format!("{} answers {}", self.unit_name(*unit), self.unit_name(target));
                // 12.3.2.m, 12.3.2.n: who fails has spent nothing, and may answer again.
                if self.passes(self.proficiency(state, *unit), side, Case("12.3.2.h"), &what, dice, log) {
                    factors += u16::from(state.unit(*unit).points);
                    worst = worst.min(self.supply_modifier(state.unit(*unit).supply));
                    state.unit_mut(*unit).fired = true; // 12.3.2.l
                }
            }
            if factors > 0 {
                self.roll_battery(state, side, target, factors, worst, dice, log);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn roll_battery(
        &self,
        state: &mut State,
        side: Side,
        target: UnitId,
        factors: u16,
        supply: i8,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        let words = || format!("counter-battery with {factors} factors at {}", self.unit_name(target));
        let roll = self.d10(side, Case("12.3.2.i"), dice, log, words);
        // 12.3.2.d: before the bombardment it answers.
        let result = self.data.charts.battery.read(factors, roll as i8 + supply);
        if result == BatteryResult::None {
            return;
        }
        self.mark_fired(state, target); // 12.3.2.j, R61
        if let Some(fight) = &mut state.fight {
            fight.guns.remove(target);
            fight.defence.remove(target);
        } else {
            state.volley.guns.remove(target);
        }
        log.add(|| Event::note(Case("12.3.2.e"), format!("{} is suppressed", self.unit_name(target))));
        if let BatteryResult::Hits(hits) = result {
            self.hurt(state, target, hits, Case("12.3.2.k"), log);
        }
    }

    pub(crate) fn open_volley(&self, state: &mut State, side: Side, at: SpaceId) {
        state.volley = Volley { side: Some(side), hex: Some(at), ..Volley::default() };
        state.frames.push(Frame::Volley);
    }

    /// The bombardment is announced; the enemy may answer (12.3.1.j).
    fn announce_volley(&self, state: &mut State, aim: Aim, log: &mut Log) {
        state.volley.aim = Some(aim);
        state.open |= state.volley.guns;
        log.reveal();
        let Some(side) = state.volley.side else { return };
        if state.volley.guns.iter().any(|gun| self.is_true_gun(gun)) {
            state.frames.push(Frame::Battery(side.other()));
        }
    }

    fn fire_volley(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let volley = std::mem::take(&mut state.volley);
        if let (Some(side), Some(hex), Some(aim)) = (volley.side, volley.hex, volley.aim) {
            let guns: UnitSet = volley.guns.iter().filter(|u| state.at(*u).is_some()).collect();
            self.bombard(state, side, hex, aim, guns, dice, log);
        }
        state.open = UnitSet::EMPTY;
    }

    /// A bombardment of a fight.
    fn fire_barrage(&self, state: &mut State, side: Side, at: SpaceId, aim: Aim, dice: &mut Dice, log: &mut Log) {
        let volley = std::mem::take(&mut state.volley);
        state.frames.pop();
        if !volley.guns.is_empty() {
            self.bombard(state, side, at, aim, volley.guns, dice, log);
        }
        if !volley.planes.is_empty() {
            self.air_strike(state, side, at, aim, &volley.planes, dice, log);
        }
        if let Some(fight) = &mut state.fight {
            fight.guns -= volley.guns;
            fight.defence -= volley.guns;
            fight.stukas.retain(|air| !volley.planes.contains(air));
        }
    }

    /// Guns that are left over do not fire; dive bombers fly home.
    pub(crate) fn stand_down(&self, state: &mut State, _: &mut Log) {
        state.volley = Volley::default();
        let Some(fight) = &mut state.fight else { return };
        match fight.stage {
            Stage::DefensiveBarrage => fight.defence = UnitSet::EMPTY,
            Stage::Barrage => fight.guns = UnitSet::EMPTY,
            _ => {
                for air in std::mem::take(&mut fight.stukas) {
                    state.air[air.index()] = crate::state::AirBox::Flown;
                }
            }
        }
    }
}
