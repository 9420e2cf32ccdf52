//! 11.1 to 11.3 Combat: how an attack is drawn up, answered, and runs through its eight steps.

mod steps;

use crate::Winter;
use crate::action::Action;
use crate::data::{AirId, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now};
use crate::refusal::{Consult, Verdict};
use crate::sequence::{Step, Who};
use crate::sets::UnitSet;
use crate::state::{AirBox, AttackKind, Fight, Frame, Stage, State};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Prompt, Side, ToAct, must, unless};
use kessel_kit::{idle, never, no, nobody, nothing, wait};

fn attacker(_: &Winter, state: &State) -> ToAct {
    state.fight.as_ref().map_or(ToAct::Nobody, |fight| fight.attacker.into())
}

fn defender(_: &Winter, state: &State) -> ToAct {
    state.fight.as_ref().map_or(ToAct::Nobody, |fight| fight.attacker.other().into())
}

/// 11.2 step 1: the attack is drawn up; the enemy sees it when it is declared.
pub(crate) const MUSTER: Decision = Decision {
    case: Case("11.2.1.a"),
    asks: attacker,
    check: |game, state, side, action, c| {
        let Some(fight) = &state.fight else { return not_now(c, "11.2.1.a") };
        match action {
            Action::Join { unit } if fight.kind == AttackKind::Prepared => game.check_join(state, fight, side, unit, c),
            Action::Join { .. } => c.ask(Case("8.4.1.h"), Err(no!("a hasty attack is made by the moving group alone"))),
            Action::Gun { .. } | Action::Stuka { .. } if fight.attackers.is_empty() => {
                c.ask(Case("11.2.1.a"), Err(no!("name the attackers first, then their support")))
            }
            Action::Lead { unit } => game.check_early_lead(fight, unit, c),
            Action::Gun { unit } => game.check_support_gun(state, fight, side, unit, c),
            Action::Stuka { air } => game.check_stuka(state, fight, side, air, c),
            Action::Done => c.ask(
                Case("11.0.b"),
                unless(fight.attackers.is_empty(), no!("nobody attacks {hex} yet", hex = fight.hex)),
            ),
            Action::CallOff => Ok(()), // 11.0.a: nobody has seen it yet
            _ => not_now(c, "11.2.1.a"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        if fight.kind == AttackKind::Prepared {
            game.near_units(state, fight.hex, side)
                .try_for_each(|unit| game.offer(state, side, Action::Join { unit }, visit))?;
        }
        if !fight.attackers.is_empty() {
            game.guns_near(state, side, fight.hex)
                .try_for_each(|unit| game.offer(state, side, Action::Gun { unit }, visit))?;
            if side == Side::Axis {
                game.data.air_ids().try_for_each(|air| game.offer(state, side, Action::Stuka { air }, visit))?;
            }
        }
        fight.attackers.iter().try_for_each(|unit| game.offer(state, side, Action::Lead { unit }, visit))?;
        game.offer(state, side, Action::CallOff, visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, _, log| {
        let Some(fight) = &mut state.fight else { return };
        match action {
            Action::Lead { unit } => fight.leads[0] = Some(unit),
            Action::Join { unit } => {
                fight.attackers.insert(unit);
            }
            Action::Gun { unit } => {
                fight.guns.insert(unit);
            }
            Action::Stuka { air } => fight.stukas.push(air),
            Action::CallOff => game.take_back(state),
            _ => game.declare(state, log),
        }
    },
    settle: wait,
    prompt: |game, state, _| {
        let at = state.fight.as_ref().map_or(String::new(), |fight| game.hex_name(fight.hex));
        let text = format!("Who attacks {at}, and which guns and dive bombers support it?");
        Prompt::new(Case("11.2.1.a"), text)
    },
};

/// 11.3.a: the attacker names his lead unit.
pub(crate) const LEAD: Decision = Decision {
    case: Case("11.3.a"),
    asks: attacker,
    check: |game, state, _, action, c| match (&state.fight, action) {
        (Some(fight), Action::Lead { unit }) => game.check_lead(game.attackers(state, fight), unit, c),
        _ => not_now(c, "11.3.a"),
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        game.attackers(state, fight).iter().try_for_each(|unit| game.offer(state, side, Action::Lead { unit }, visit))
    },
    apply: |_, state, _, action, _, _| {
        if let (Some(fight), Action::Lead { unit }) = (&mut state.fight, action) {
            fight.leads[0] = Some(unit);
            state.frames.pop();
        }
    },
    settle: wait,
    prompt: |_, _, _| {
        Prompt::new(
            Case("11.3.a"),
            "Name the unit that leads the attack: its proficiency counts, and it takes the first loss.",
        )
    },
};

/// The fight itself: it asks nobody, but opens the decisions of its steps.
pub(crate) const FIGHT: Decision = Decision {
    case: Case("11.2.1.a"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: |game, state, dice, log| game.run_fight(state, dice, log),
    prompt: |_, _, _| Prompt::default(),
};

/// 11.2 step 2: the defender names his lead and his guns.
pub(crate) const DEFENCE: Decision = Decision {
    case: Case("11.2.2"),
    asks: defender,
    check: |game, state, side, action, c| {
        let Some(fight) = &state.fight else { return not_now(c, "11.2.2") };
        match (action, fight.leads[1]) {
            (Action::Lead { unit }, None) => game.check_lead(game.defenders(state, fight), unit, c),
            (Action::Gun { unit }, Some(_)) => game.check_defence_gun(state, fight, side, unit, c),
            (Action::Done, Some(_)) => Ok(()),
            (Action::Done | Action::Gun { .. }, None) => c.ask(Case("11.3.a"), Err(no!("name the lead unit first"))),
            _ => not_now(c, "11.2.2"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        if fight.leads[1].is_none() {
            let leads = game.defenders(state, fight);
            return leads.iter().try_for_each(|unit| game.offer(state, side, Action::Lead { unit }, visit));
        }
        game.guns_near(state, side, fight.hex)
            .try_for_each(|unit| game.offer(state, side, Action::Gun { unit }, visit))?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |_, state, _, action, _, _| {
        let Some(fight) = &mut state.fight else { return };
        match action {
            Action::Lead { unit } => fight.leads[1] = Some(unit),
            Action::Gun { unit } => {
                fight.defence.insert(unit);
                state.open.insert(unit);
            }
            _ => state.frames.pop(),
        }
        if state.fight.as_ref().is_some_and(|f| f.kind == AttackKind::Hasty) && matches!(action, Action::Lead { .. }) {
            state.frames.pop(); // 8.4.1.g: no guns to be named
        }
    },
    settle: wait,
    prompt: |game, state, _| match &state.fight {
        Some(fight) if fight.leads[1].is_none() => {
            let at = game.hex_name(fight.hex);
            Prompt::new(Case("11.2.2"), format!("{at} is attacked. Name the unit that leads the defence."))
        }
        _ => Prompt::new(Case("11.2.2"), "Which guns bombard the attackers?"),
    },
};

/// 11.2.6.d: the defender fires at one attacking stack.
pub(crate) const FIRE_AT: Decision = Decision {
    case: Case("11.2.6.d"),
    asks: defender,
    check: |game, state, _, action, c| match (&state.fight, action) {
        (Some(fight), Action::FireAt { at }) => {
            let there = game.hexes_of(state, game.attackers(state, fight)).contains(at);
            c.ask(Case("11.2.6.d"), must(there, no!("nobody attacks from {at}", at)))
        }
        _ => not_now(c, "11.2.6.d"),
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        game.hexes_of(state, game.attackers(state, fight))
            .iter()
            .try_for_each(|at| game.offer(state, side, Action::FireAt { at }, visit))
    },
    apply: |_, state, _, action, _, _| {
        if let (Some(fight), Action::FireAt { at }) = (&mut state.fight, action) {
            fight.fired_at = Some(at);
            state.frames.pop();
        }
    },
    settle: wait,
    prompt: |_, _, _| Prompt::new(Case("11.2.6.d"), "At which of the attacking stacks do you fire?"),
};

/// 11.3.1: the lead of a prepared attack is lost: another leads, or the attack is called off.
pub(crate) const CALL_OFF: Decision = Decision {
    case: Case("11.3.1.a"),
    asks: attacker,
    check: |game, state, _, action, c| {
        let Some(fight) = &state.fight else { return not_now(c, "11.3.1.a") };
        match action {
            Action::Lead { unit } => game.check_lead(game.attackers(state, fight), unit, c),
            Action::CallOff => {
                c.ask(Case("11.3.1.d"), unless(fight.owed, no!("a mandated attack is owed, so the attack goes on")))
            }
            _ => not_now(c, "11.3.1.a"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        game.attackers(state, fight)
            .iter()
            .try_for_each(|unit| game.offer(state, side, Action::Lead { unit }, visit))?;
        game.offer(state, side, Action::CallOff, visit)
    },
    apply: |game, state, _, action, dice, log| {
        state.frames.pop();
        match action {
            Action::Lead { unit } => game.follow_new_lead(state, unit, dice, log),
            _ => {
                if let Some(fight) = &mut state.fight {
                    (fight.stopped, fight.stage) = (true, Stage::End);
                }
                log.add(|| Event::note(Case("11.3.1.e"), "the attack is called off"));
            }
        }
    },
    settle: wait,
    prompt: |_, _, _| Prompt::new(Case("11.3.1.a"), "The lead unit is lost. Name another, or call the attack off."),
};

impl Winter {
    /// What may be done in a combat segment with no fight going on.
    pub(crate) fn check_combat(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Attack { at } => self.check_attack(state, side, at, c),
            // 11.0.c: an attack that nobody makes from beside the hex.
            Action::Bombard { at } => self.check_bombard(state, side, at, c),
            Action::Move { .. } | Action::March { .. } | Action::Enter { .. } => {
                c.ask(Case("7.2.b"), Err(no!("units fight in this segment; they move in another")))
            }
            _ => not_now(c, "3.0.a"),
        }
    }

    pub(crate) fn offer_combat(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let enemy = state.layout.held[side.other().index()];
        for at in enemy.iter().filter(|at| self.beside_enemy(state, side.other(), *at)) {
            self.offer(state, side, Action::Attack { at }, visit)?;
        }
        let guns: Vec<(SpaceId, u8)> = self.ready_guns(state, side);
        for at in enemy.iter().filter(|at| guns.iter().any(|(hex, range)| self.distance(*hex, *at) <= *range)) {
            if self.check_target(state, side, at, &mut Consult::strict()).is_ok() {
                visit(Action::Bombard { at })?;
            }
        }
        Flow::Continue(())
    }

    /// 11.0.b, 11.1.c: may the hex be attacked?
    fn check_attack(&self, state: &State, side: Side, at: SpaceId, c: &mut Consult) -> Verdict {
        let enemy = self.is_defended(state, side, at);
        if !c.gate(Case("11.0.b"), must(enemy, no!("no enemy holds {at}", at)))? {
            return Ok(());
        }
        c.ask(Case("11.1.c"), unless(state.memory.struck.contains(at), no!("{at} has been attacked this phase", at)))?;
        let fight = self.new_fight(state, side, at, AttackKind::Prepared, UnitSet::EMPTY);
        let able = self
            .near_units(state, at, side)
            .any(|unit| self.check_join(state, &fight, side, unit, &mut Consult::strict()).is_ok());
        c.ask(Case("11.0.b"), must(able, no!("nobody who may attack now stands next to {at}", at)))
    }

    /// Own units next to a hex.
    pub(crate) fn near_units<'a>(
        &'a self,
        state: &'a State,
        hex: SpaceId,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let near = self.data.map.board.neighbors(hex).iter();
        near.flat_map(|n| state.units_at(n.space)).filter(move |unit| self.side(*unit) == side)
    }

    /// 11.0.b, 12.1.c, 12.2.g, 13.1.c: may the unit attack the hex?
    fn check_join(&self, state: &State, fight: &Fight, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("11.0.b"), c)? else { return Ok(()) };
        // 12.1.b: guns that stand apart bombard.
        let near = self.data.map.board.are_adjacent(hex, fight.hex);
        if !c.gate(Case("11.0.b"), must(near, no!("{unit} does not stand next to the hex", unit)))? {
            return Ok(());
        }
        self.check_active(state, side, unit, c)?;
        self.check_don(hex, fight.hex, c)?;
        c.ask(
            Case("11.2.1.a"),
            unless(fight.attackers.contains(unit) || fight.guns.contains(unit), no!("{unit} is named already", unit)),
        )?;
        c.ask(Case("13.1.c"), unless(state.unit(unit).disrupted, no!("{unit} is disrupted and cannot attack", unit)))?;
        c.ask(Case("16.3.e"), unless(self.ground.convoys.contains(unit), no!("{unit} cannot fight", unit)))?;
        // Whoever is named first.
        let flown_for = self.ground.sixth.contains(unit) && !fight.stukas.is_empty();
        c.ask(Case("5.2.e"), unless(flown_for, no!("{unit} is of Sixth Army, which gets no air support", unit)))?;
        self.check_unbound(state, unit, c)?;
        c.ask(
            Case("11.1.c"),
            unless(state.memory.attacked.contains(unit), no!("{unit} has made its prepared attack", unit)),
        )?;
        if self.data.info(unit).kind.is_gun() {
            c.ask(
                Case("12.1.c"),
                unless(state.memory.bombarded.contains(unit), no!("{unit} has bombarded this phase", unit)),
            )?;
            c.ask(
                Case("12.2.g"),
                unless(
                    state.memory.approached.contains(unit),
                    no!("{unit} came up to the enemy this phase and cannot fire", unit),
                ),
            )?;
        }
        Ok(())
    }

    /// 4.5.1.f, 5.2.e, 8.4.e: a dive bomber that was held back supports German mechanized attackers.
    fn check_stuka(&self, state: &State, fight: &Fight, side: Side, air: AirId, c: &mut Consult) -> Verdict {
        let held = side == Side::Axis && state.air.get(air.index()) == Some(&AirBox::Withheld);
        if !c.gate(Case("11.2.1.c"), must(held, no!("{air} was not held back", air)))? {
            return Ok(());
        }
        let sixth = !(fight.attackers & self.ground.sixth).is_empty();
        c.ask(Case("5.2.e"), unless(sixth, no!("Sixth Army gets no air support")))?;
        let mechanized = state.activity().is_some_and(|activity| activity.mechanized);
        // 4.0.b, 4.5.1.i: in the mechanized movement for hasty attacks, in the mechanized combat for prepared ones.
        c.ask(Case("4.5.1.f"), must(mechanized, no!("dive bombers support German mechanized units only")))?;
        let twice = fight.stukas.contains(&air) || fight.stukas.is_full();
        c.ask(Case("4.2.c"), unless(twice, no!("{air} is named already", air)))
    }

    /// 11.3.d: may the unit lead?
    fn check_lead(&self, units: UnitSet, unit: UnitId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("11.3.a"), must(units.contains(unit), no!("{unit} does not take part", unit)))? {
            return Ok(());
        }
        let able = self.leaders(units).contains(unit);
        c.ask(Case("11.3.d"), must(able, no!("{unit} leads only if nothing but guns and headquarters is there", unit)))
    }

    /// 11.3.a: the lead can be named while the attack is drawn up, once, if there is a choice.
    fn check_early_lead(&self, fight: &Fight, unit: UnitId, c: &mut Consult) -> Verdict {
        c.ask(Case("11.3.a"), unless(fight.leads[0].is_some(), no!("the lead of this attack is named")))?;
        self.check_lead(fight.attackers, unit, c)?;
        let alone = self.leaders(fight.attackers).len() < 2;
        c.ask(Case("11.3.a"), unless(alone, no!("nobody but {unit} can lead", unit)))
    }

    pub(crate) fn new_fight(&self, _: &State, side: Side, hex: SpaceId, kind: AttackKind, attackers: UnitSet) -> Fight {
        Fight {
            kind,
            attacker: side,
            hex,
            stage: Stage::Declared,
            attackers,
            guns: UnitSet::EMPTY,
            defence: UnitSet::EMPTY,
            stukas: ArrayVec::new(),
            leads: [None; 2],
            late: false,
            owed: false,
            holds: None,
            fired_at: None,
            optional: 0,
            retreat: 0,
            unmet: 0,
            fled: false,
            path: ArrayVec::new(),
            granted: None,
            barred: UnitSet::EMPTY,
            ignored: UnitSet::EMPTY,
            stopped: false,
        }
    }

    /// Begins a prepared attack or a bombardment.
    pub(crate) fn begin_combat(&self, state: &mut State, side: Side, action: Action) {
        match action {
            Action::Attack { at } => self.open_attack(state, side, at, AttackKind::Prepared, UnitSet::EMPTY),
            Action::Bombard { at } => self.open_volley(state, side, at),
            _ => {}
        }
    }

    /// An attack begins to be drawn up.
    pub(crate) fn open_attack(&self, state: &mut State, side: Side, at: SpaceId, kind: AttackKind, attackers: UnitSet) {
        state.fight = Some(Box::new(self.new_fight(state, side, at, kind, attackers)));
        state.frames.push(Frame::Muster);
    }

    /// 11.0.a: an attack that was not declared yet is taken back: nothing has come of it.
    fn take_back(&self, state: &mut State) {
        let Some(fight) = state.fight.take() else { return };
        state.frames.pop();
        if fight.kind == AttackKind::Hasty {
            self.take_back_hasty(state, fight.hex);
        }
    }

    /// The attack is declared: the marker goes down (11.2.1.b), reserves and the Ring wake, construction stops (15.1.b).
    fn declare(&self, state: &mut State, log: &mut Log) {
        let Some(mut fight) = state.fight.take() else { return };
        let player = matches!(state.step(), Step::Player(Who::First, _));
        if player && state.initiative.first == Some(fight.attacker) {
            // 6.1.b: bombardments are no attacks, nor is what Sixth Army or the Ring does; 6.2.a: the first ones are owed.
            fight.owed = state.initiative.owed > 0;
            // 6.2.b: more is always allowed; 11.3.1.g: made is made, however it ends.
            state.initiative.owed = state.initiative.owed.saturating_sub(1);
        }
        // 8.4.1.o, 11.1.b: hasty attacks are not counted.
        if fight.kind == AttackKind::Prepared {
            state.memory.struck.insert(fight.hex);
            state.memory.attacked |= fight.attackers;
        }
        let defenders = self.defenders(state, &fight);
        for unit in defenders.iter() {
            state.digging.remove(unit);
        }
        if fight.kind == AttackKind::Hasty {
            self.pay_support(state, fight.guns);
        }
        let guns = fight.attackers.iter().filter(|u| self.data.info(*u).kind.is_gun()).collect::<UnitSet>();
        state.memory.fought |= guns;
        state.open |= fight.attackers | fight.guns | defenders;
        self.wake(state, fight.attacker, defenders, log);
        log.reveal();
        log.add(|| {
            let kind = if fight.kind == AttackKind::Hasty { "hasty" } else { "prepared" };
            let names: Vec<&str> = fight.attackers.iter().map(|unit| self.unit_name(unit)).collect();
            let text = format!("{kind} attack on {} by {}", self.hex_name(fight.hex), names.join(", "));
            self.passing(state, Event::note(Case("11.2.1.a"), text))
        });
        let leaders = self.leaders(fight.attackers);
        // Who was named before better ones joined leads no more (11.3.d).
        let named = fight.leads[0].filter(|lead| leaders.contains(*lead));
        fight.leads[0] = named.or_else(|| leaders.first().filter(|_| leaders.len() == 1));
        let asks = fight.leads[0].is_none();
        state.fight = Some(fight);
        *state.frames.top_mut() = Frame::Fight;
        if asks {
            state.frames.push(Frame::Lead);
        }
    }
}
