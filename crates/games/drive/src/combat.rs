//! 11.1 to 11.7, 11.25, 11.26, 11.39 Prepared assaults: who may attack whom, and the course of a battle.

use crate::action::Action;
use crate::data::{FaceId, Factor, Terrain, UnitId, UnitKind, Water};
use crate::decision::{Decides, Decision, Flow, Then, ask_while, not_now, opponent, phasing, question};
use crate::describe::then_words;
use crate::ground::Near;
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Fight, Frame, Muster, Stage, State};
use crate::supply::Supplied;
use crate::{Drive, sequence};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must, unless};
use kessel_kit::{idle, no, nothing, wait};

/// 11.0: a phase of prepared assaults.
pub(crate) const ASSAULT: Decision = Decision {
    case: Case("11.1.a"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Attack { at } => game.check_attack(state, side, at, c),
        Action::Airlift { at } if side == Side::Axis => game.check_airlift(state, side, at, c),
        Action::Top { unit } => game.check_top(state, side, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "5.1.a"),
    },
    offers: |game, state, side, visit| {
        let mut targets = state.layout.held[side.other().index()];
        if side == Side::Soviet {
            targets |= game.garrisoned(state);
        }
        let near = |at| game.ground.around(at).iter().any(|n| state.holds(side, n.to));
        let targets: Spaces = targets.iter().filter(|at| near(*at)).collect();
        targets.iter().try_for_each(|at| game.offer(state, side, Action::Attack { at }, visit))?;
        game.airlift_offers(state, side, visit)?;
        game.top_offers(state, side, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Attack { at } => game.apply_attack(state, at, log),
        Action::Airlift { at } => game.apply_airlift(state, at, log),
        Action::Top { unit } => game.apply_top(state, unit, log),
        _ => sequence::end(game, state, dice, log),
    },
    settle: sequence::pass_if_idle,
    prompt: |_, seen, _| question(seen, format!("Make prepared assaults: choose a hex to attack.{}", then_words(seen))),
};

/// 11.3: who takes part in an assault, with aircraft (11.25) and Manstein (8.9).
pub(crate) const MUSTER: Decision = Decision {
    case: Case("11.3.a"),
    asks: phasing,
    check: |game, state, side, action, c| {
        let Some(muster) = state.muster() else { return not_now(c, "11.5.a") };
        match action {
            Action::Join { unit } => game.check_join(state, muster, side, unit, c),
            Action::Support => game.check_support(state, side, c),
            Action::Manstein => game.check_manstein(state, muster, side, c),
            Action::Fight => c.ask(
                Case("11.1.a"),
                unless(muster.units.is_empty(), no!("nobody attacks {hex} yet: let a unit join", hex = muster.target)),
            ),
            _ => not_now(c, "11.5.a"),
        }
    },
    offers: |game, state, side, visit| {
        let Some(muster) = state.muster() else { return Flow::Continue(()) };
        let near = game.candidates(state, muster.target, side);
        game.for_units(state, side, near, |unit| Action::Join { unit }, visit)?;
        game.offer(state, side, Action::Support, visit)?;
        game.offer(state, side, Action::Manstein, visit)?;
        game.offer(state, side, Action::Fight, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::Join { unit } => game.apply_join(state, unit),
        Action::Support => game.apply_support(state, side, log),
        Action::Manstein => game.apply_manstein(state, log),
        Action::Fight => game.apply_fight(state, side, log),
        _ => {}
    },
    settle: wait,
    prompt: |game, seen, _| {
        let Some(muster) = seen.muster() else { return Prompt::default() };
        let at = game.hex_name(muster.target);
        let text = if muster.units.is_empty() {
            format!("Prepared assault on {at}. Who takes part?")
        } else {
            let who = game.names(seen, muster.units.iter());
            format!("Prepared assault on {at} with {who}. Add others, or fight.")
        };
        Prompt::new(Case("11.3.a"), text)
    },
};

/// 11.8: a battle, stage by stage. It asks nobody itself.
pub(crate) const FIGHT: Decision = Decision {
    case: Case("11.5.a"),
    asks: phasing,
    check: |_, _, _, _, c| not_now(c, "11.5.a"),
    offers: nothing,
    apply: idle,
    settle: |game, state, dice, log| {
        game.advance_fight(state, dice, log);
        Then::Again
    },
    prompt: |_, _, _| Prompt::default(),
};

/// 11.25.b, 7.6.d: before the dice fall, or before the Soviets attack from where they have moved, the defender may answer.
pub(crate) const REPLY: Decision = Decision {
    case: Case("11.25.b"),
    asks: opponent,
    check: |game, state, side, action, c| match action {
        Action::Support if state.fight().is_some() => game.check_support(state, side, c),
        Action::Airlift { at } => game.check_airlift(state, side, at, c),
        Action::Done => Ok(()),
        _ => not_now(c, "11.6.b"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Support, visit)?;
        game.airlift_offers(state, side, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::Support => game.apply_support(state, side, log),
        Action::Airlift { at } => game.apply_airlift(state, at, log),
        _ => state.frames.pop(),
    },
    settle: |game, state, _, _| ask_while(game.has_reply(state), state),
    prompt: |game, seen, _| match seen.fight() {
        None => Prompt::new(Case("7.6.d"), "The Soviets have moved and will attack. Drop aerial supply now, or go on."),
        Some(fight) => {
            let at = game.hex_name(fight.target);
            Prompt::new(Case("11.25.b"), format!("{at} is attacked. Commit aircraft or aerial supply, or go on."))
        }
    },
};

impl Drive {
    /// 11.1, 11.4: may a prepared assault be made on this hex? Each is named when the last one is over (11.5.b).
    pub(crate) fn check_attack(&self, state: &State, side: Side, at: SpaceId, c: &mut Consult) -> Verdict {
        let garrison = side == Side::Soviet && self.has_garrison(state, at);
        let enemy = state.holds(side.other(), at) || garrison;
        if !c.gate(Case("11.1.a"), must(enemy, no!("no enemy is in {at}", at)))? {
            return Ok(());
        }
        // 11.4.c, R72, R87: somebody must be there who has not been attacked in this phase.
        let fresh =
            (garrison && !state.stormed.contains(at)) || state.units_at(at).any(|u| !state.defended.contains(u));
        c.ask(Case("11.4.c"), must(fresh, no!("the defenders of {at} have been attacked in this phase", at)))?;
        let muster = Muster { target: at, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        let able = self
            .candidates(state, at, side)
            .any(|u| self.check_join(state, &muster, side, u, &mut Consult::strict()).is_ok());
        let why = no!("none of your units can attack {at}{hindrance}", at, hindrance = Noun::Hindrance(at));
        c.ask(Case("11.1.a"), must(able, why))
    }

    /// Own units around a hex.
    pub(crate) fn candidates<'a>(
        &'a self,
        state: &'a State,
        target: SpaceId,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let around = self.ground.around(target).iter().filter(move |n| state.holds(side, n.to));
        around.flat_map(move |n| state.units_at(n.to))
    }

    /// 11.3, 11.4, 11.12, 11.26, 11.39: may this unit take part?
    pub(crate) fn check_join(
        &self,
        state: &State,
        muster: &Muster,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(from) = self.own_unit(state, side, unit, Case("11.1.b"), c)? else { return Ok(()) };
        let Some(near) = self.ground.between(from, muster.target) else {
            return c.ask(Case("11.1.a"), Err(no!("{to} is not next to {from}", to = muster.target, from)));
        };
        // 11.6.a: of a stack whoever likes, each for himself.
        c.ask(Case("11.3.b"), unless(muster.units.contains(unit), no!("{unit} takes part already", unit)))?;
        // 5.4.e, 9.29.b, 9.30.d, 9.31: what it did in its movement phase is not asked.
        c.ask(Case("11.4.b"), unless(state.attacked.contains(unit), no!("{unit} has attacked in this phase", unit)))?;
        self.attack_readiness(state, unit, c)?;
        let powerless = matches!(self.attack_factor(state, unit), Factor::Number(0));
        let why = no!("{unit} has no attack factor and takes no part in attacks", unit);
        c.ask(Case("11.12.c"), unless(powerless, why))?;
        self.attack_side_rules(state, muster, unit, from, &near, c)?;
        let card = self.card(unit);
        let marsh = self.data.map.spaces[muster.target].terrain == Terrain::Marsh;
        let effect = self.data.charts.terrain(self.data.map.spaces[muster.target].terrain, state.frozen);
        let stuck = card.mechanised && !effect.mechanised_attack;
        let why =
            no!("{hex} is a marsh: mechanised units like {unit} do not attack into it", hex = muster.target, unit);
        c.ask(Case("11.17.a"), unless(marsh && stuck, why))?;
        if card.artillery {
            self.artillery_rules(state, muster, unit, from, &near, c)?;
        }
        if card.is_satellite() {
            // 11.39.c: of one nation they need no Germans.
            let other = muster.units.iter().any(|u| self.card(u).is_satellite() && self.card(u).nation != card.nation);
            c.ask(Case("11.39.a"), unless(other, no!("with {unit} a second satellite nation would attack", unit)))?;
        }
        Ok(())
    }

    /// The attack factor that the unit shows.
    pub(crate) fn attack_factor(&self, state: &State, unit: UnitId) -> Factor {
        let u = &state.units[unit.index()];
        match u.face {
            Some(face) => Factor::Number(self.data.faces[face.index()].attack),
            None => self.data.info(unit).front(u.steps).attack,
        }
    }

    /// The defence factor that it shows.
    pub(crate) fn defence_factor(&self, state: &State, unit: UnitId) -> Factor {
        let u = &state.units[unit.index()];
        match u.face {
            Some(face) => Factor::Number(self.data.faces[face.index()].defence),
            None => self.data.info(unit).front(u.steps).defence,
        }
    }

    /// Sides over which nobody attacks; 11.20: Soviet artillery supports over lakes.
    fn attack_side_rules(
        &self,
        state: &State,
        muster: &Muster,
        unit: UnitId,
        from: SpaceId,
        near: &Near,
        c: &mut Consult,
    ) -> Verdict {
        let (target, card) = (muster.target, self.card(unit));
        let water = near.between.water;
        if near.between.is_open_water() {
            let case = if card.artillery { Case("11.20.b") } else { Case("11.20.a") };
            let supports = card.artillery && muster.units.iter().any(|u| !self.card(u).artillery);
            c.ask(case, must(supports, no!("open water lies between {from} and {target}", from, target)))?;
        }
        let why = no!("impassable mountains lie between {from} and {target}", from, target);
        c.ask(Case("11.16.b"), unless(near.between.blocked, why))?;
        let volga = card.side == Side::Axis && water == Water::Volga;
        let why = no!("the Volga lies between {from} and {target}: the Axis never crosses it", from, target);
        c.ask(Case("11.19.d"), unless(volga, why))?;
        let flooded = water == Water::Manych && self.is_flooded(state);
        c.ask(Case("9.32.b"), unless(flooded, no!("the flooded Manych lies between {from} and {target}", from, target)))
    }

    /// 11.26: artillery needs company, supply and rest.
    fn artillery_rules(
        &self,
        state: &State,
        muster: &Muster,
        unit: UnitId,
        from: SpaceId,
        near: &Near,
        c: &mut Consult,
    ) -> Verdict {
        if !near.between.is_open_water() {
            let company = muster.units.iter().any(|u| !self.card(u).artillery && state.at(u) == Some(from));
            let why = no!(
                "{unit} needs another unit, no artillery, that attacks from its hex: let that one join first",
                unit
            );
            c.ask(Case("11.26.a"), must(company, why))?;
        }
        let supplied = self.supply_of(state, unit) == Supplied::Regular;
        c.ask(Case("11.26.f"), must(supplied, no!("{unit} is out of supply and does not attack", unit)))?;
        let why = no!("{unit} has spent more than half its movement and does not attack in this player turn", unit);
        c.ask(Case("11.26.d"), unless(state.tired.contains(unit), why))
    }

    /// 11.25: may another aircraft be committed?
    pub(crate) fn check_support(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        let mobile = state.fight().is_some_and(|fight| fight.launch.is_some());
        let why = no!("single aircraft are committed to prepared assaults, never to mobile ones");
        c.ask(Case("11.25.e"), unless(mobile, why))?;
        let none = self.data.scenario(state.scenario).aircraft[side.index()] == 0;
        let why = if none {
            no!("the {side} side has no aircraft in this scenario", side)
        } else {
            no!("the aircraft have been used in this turn")
        };
        // 11.25.c: as many as are left, both to one assault if he likes.
        c.ask(Case("11.25.d"), unless(self.aircraft_left(state, side) == 0, why))
    }

    /// 8.9: may Manstein lead this assault?
    pub(crate) fn check_manstein(&self, state: &State, muster: &Muster, side: Side, c: &mut Consult) -> Verdict {
        c.ask(Case("8.9.c"), unless(side == Side::Soviet, no!("Manstein leads German assaults only")))?;
        c.ask(Case("8.9.a"), unless(state.is_blue(), no!("only Operation Uranus has that")))?;
        c.ask(Case("8.9.a"), unless(state.uses.manstein, no!("Manstein has helped in this player turn")))?;
        let panzer = muster.units.iter().any(|u| {
            let card = self.card(u);
            card.is_german() && card.kind == UnitKind::Panzer && self.supply_of(state, u) == Supplied::Regular
        });
        c.ask(Case("8.9.b"), must(panzer, no!("a German panzer division with overland supply must take part")))
    }

    pub(crate) fn apply_attack(&self, state: &mut State, at: SpaceId, log: &mut Log) {
        let muster = Muster { target: at, units: UnitSet::EMPTY, aircraft: 0, manstein: false };
        state.frames.push(Frame::Muster(muster));
        log.add(|| Event::note(Case("11.1.a"), format!("A prepared assault on {}", self.hex_name(at))));
    }

    pub(crate) fn apply_join(&self, state: &mut State, unit: UnitId) {
        if let Frame::Muster(muster) = state.frames.top_mut() {
            muster.units.insert(unit);
        }
    }

    pub(crate) fn apply_support(&self, state: &mut State, side: Side, log: &mut Log) {
        state.uses.aircraft += 1;
        if let Frame::Muster(muster) = state.frames.top_mut() {
            muster.aircraft += 1;
        } else {
            for frame in state.frames.iter_mut() {
                if let Frame::Fight(fight) = frame {
                    fight.aircraft[side.index()] += 1;
                }
            }
        }
        log.add(|| Event::note(Case("11.25.b"), format!("{side} aircraft support the battle")));
    }

    pub(crate) fn apply_manstein(&self, state: &mut State, log: &mut Log) {
        state.uses.manstein = true;
        if let Frame::Muster(muster) = state.frames.top_mut() {
            muster.manstein = true;
        }
        log.add(|| Event::note(Case("8.9.a"), "Manstein leads the assault"));
    }

    /// 11.7.b: from here on it cannot be called off.
    pub(crate) fn apply_fight(&self, state: &mut State, side: Side, log: &mut Log) {
        let Frame::Muster(muster) = *state.frames.top() else { return };
        state.attacked |= muster.units;
        log.reveal();
        self.declare(state, side, muster.target, None, muster.units, muster.aircraft, muster.manstein, log);
    }

    /// Has the defender anything to answer with?
    pub(crate) fn has_reply(&self, state: &State) -> bool {
        let planes = state
            .fight()
            .is_some_and(|fight| self.check_support(state, fight.attacker.other(), &mut Consult::strict()).is_ok());
        planes || self.airlift_matters(state)
    }

    /// Takes the battle one stage further.
    pub(crate) fn advance_fight(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Frame::Fight(fight) = *state.frames.top() else { return };
        let next = match fight.stage {
            Stage::Declared => Stage::Resolve,
            Stage::Resolve => Stage::Defender,
            Stage::Defender => Stage::Attacker,
            Stage::Attacker => Stage::Advance,
            Stage::Advance | Stage::Done => Stage::Done,
        };
        if let Frame::Fight(fight) = state.frames.top_mut() {
            fight.stage = next;
        }
        match fight.stage {
            Stage::Declared => state.frames.push(Frame::Reply),
            Stage::Resolve => self.resolve(state, fight, dice, log),
            Stage::Defender => self.defender_suffers(state, fight, log),
            Stage::Attacker => self.attacker_suffers(state, fight),
            Stage::Advance => self.open_advance(state, fight, log),
            Stage::Done => self.end_fight(state),
        }
    }

    fn end_fight(&self, state: &mut State) {
        state.frames.pop();
    }

    /// 2.14.c: everybody who fights shows his face: drawn from those that are left.
    pub(crate) fn reveal(&self, state: &mut State, units: UnitSet, dice: &mut Dice, log: &mut Log) {
        for unit in units.iter() {
            let kind = self.card(unit).kind;
            // 2.14.e: specialists show theirs; 2.14.d: who has shown his keeps it.
            if !kind.is_regular() || state.units[unit.index()].face.is_some() {
                continue;
            }
            // 2.14.a: its back is the untried side, and no second step.
            let pool = self.data.pool(kind);
            let mut taken = [false; 256];
            for u in pool.unit_ids() {
                if let Some(face) = state.units[u.index()].face {
                    taken[face.index()] = true;
                }
            }
            let free: ArrayVec<FaceId, 256> = pool.face_ids().filter(|face| !taken[face.index()]).collect();
            let Some(last) = free.len().checked_sub(1) else { continue };
            let roll = if last == 0 { 1 } else { dice.roll(Case("2.14.c"), free.len() as u8) };
            let face = free[(usize::from(roll) - 1).min(last)];
            // 2.14.b: until now nobody knew it: it was not drawn.
            state.units[unit.index()].face = Some(face);
            log.add(|| {
                let info = &self.data.faces[face.index()];
                let what = What::Flip { counter: self.unit_id(unit).into(), to: info.id.clone() };
                let text =
                    format!("{} turns out to be {}: {}-{}", self.unit_name(unit), info.id, info.attack, info.defence);
                Event::new(Case("2.14.c"), what, text)
            });
        }
    }

    /// 2.15: the dice of question marks.
    pub(crate) fn question(&self, unit: UnitId, factor: Factor, case: Case, dice: &mut Dice, log: &mut Log) -> u8 {
        match factor {
            Factor::Number(n) => n,
            Factor::Untried => 1,
            Factor::Die => {
                let die = dice.d6(case);
                log.add(|| {
                    let text = format!("{} fights with {die}", self.unit_name(unit));
                    Event::new(case, What::Roll { side: Side::Axis, die: 6, value: die }, text)
                });
                die
            }
        }
    }

    /// 11.8 to 11.10, 11.29: sums, odds, shifts, die.
    fn resolve(&self, state: &mut State, fight: Fight, dice: &mut Dice, log: &mut Log) {
        let involved = fight.units | fight.defenders;
        // 7.16.b: as things stand when this battle begins.
        let unsupplied = self.cut_off_among(state, involved | fight.guests);
        self.reveal(state, involved, dice, log);
        let values = self.values(state, &fight, dice, log);
        // 11.8.b: what is halved is halved before there are odds.
        let sums = [self.attack_sum(state, &fight, &values), self.defence_sum(state, &fight, &values)];
        let shifts = self.shifts(state, &fight);
        let shift: i16 = shifts.iter().map(|(_, n)| i16::from(*n)).sum();
        // 11.9: rounded against the attacker; 11.29.b: shifted from the true odds, not from the end of the table.
        let odds = crate::data::Odds::of(sums[0], sums[1]).shifted(shift);
        let crt = &self.data.charts.crt;
        let die = if crt.automatic(odds).is_some() { 0 } else { dice.d6(Case("11.29.a")) };
        let printed = crt.result(odds, die);
        let result = self.in_city(state, &fight, printed);
        // 11.4.a: whole, and for this battle only.
        state.defended |= fight.defenders | fight.guests;
        if fight.defenders.is_empty() {
            state.stormed.insert(fight.target);
        }
        let mut after = fight;
        after.stage = Stage::Defender;
        after.unsupplied = unsupplied;
        after.sums = sums;
        after.shift = shift.clamp(-99, 99) as i8;
        after.die = die;
        after.result = Some(result);
        *state.frames.top_mut() = Frame::Fight(after);
        log.add(|| self.battle_event(state, &after, &values, &shifts, printed));
    }
}
