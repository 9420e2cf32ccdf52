//! 4 Air operations: allocation, bombing, interdiction, recovery; air combat stands in `air/duel.rs`.

mod duel;

pub use duel::Duel;
pub(crate) use duel::{COMBAT, ENGAGING, PAIRING, begin_combat};

use crate::Winter;
use crate::action::Action;
use crate::data::{AirClass, AirId, Weather};
use crate::decision::{Decides, Decision, axis, not_now, soviet, step_asks};
use crate::orders::{MISSIONS, Order, Slot};
use crate::refusal::{Consult, Verdict};
use crate::state::{Aim, AirBox, Interdiction, State, Volley};
use kessel_board::SpaceId;
use kessel_kernel::plan::PlanOf;
use kessel_kernel::{Case, Dice, Event, Log, Side, ToAct, What, must, unless};
use kessel_kit::{idle, no, nothing, wait};

/// 4.1.a, 4.1.b: aircraft fly on clear days only.
pub(crate) fn flying(game: &Winter, state: &State) -> bool {
    game.data.turn(state.turn).weather == Weather::Clear
}

/// 4.2.f, 4.2.g: both sides allocate in secret; see `orders.rs`.
pub(crate) const ALLOCATION: Decision = Decision {
    case: Case("4.2.a"),
    asks: |_, _| ToAct::Both,
    check: |_, _, _, _, c| c.ask(Case("4.2.a"), Err(no!("put your aircraft into the mission boxes"))),
    offers: nothing,
    apply: idle,
    settle: wait,
    prompt: |_, state, _| step_asks(state, "Put your ready aircraft into mission boxes, unseen by the enemy."),
};

/// 4.2.h, 4.2.i: both charts are open; German fighters are placed.
pub(crate) const FIGHTERS: Decision = Decision {
    case: Case("4.2.h"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::Assign { air, to } => {
            let fighter = game.data.plane(air).class == AirClass::Fighter;
            c.ask(Case("4.2.h"), must(fighter, no!("{air} is no fighter; only fighters are placed now", air)))?;
            game.check_box(state, side, air, to, c)
        }
        Action::Done => Ok(()),
        _ => not_now(c, "4.2.h"),
    },
    offers: |game, state, side, visit| {
        for air in game.data.air_ids().filter(|air| state.air[air.index()] == AirBox::Ready) {
            MISSIONS.into_iter().try_for_each(|to| game.offer(state, side, Action::Assign { air, to }, visit))?;
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Assign { air, to } => {
            state.air[air.index()] = to;
            log.add(|| Event::note(Case("4.2.h"), format!("{}: {}", game.data.plane(air).name, to.name())));
        }
        _ => game.next_step(state, dice, log),
    },
    settle: wait,
    prompt: |_, state, _| step_asks(state, "Both charts are open. Place your ready fighters."),
};

/// 4.5: Soviet aircraft bomb first (R84).
pub(crate) const SOVIET_BOMBING: Decision = Decision { asks: soviet, ..BOMBING };
/// Then the German ones.
pub(crate) const AXIS_BOMBING: Decision = Decision { asks: axis, ..BOMBING };

const BOMBING: Decision = Decision {
    case: Case("4.5.a"),
    asks: |_, _| ToAct::Nobody,
    check: |game, state, side, action, c| match action {
        Action::Fly { air } => game.check_fly(state, side, air, AirBox::Attack, c),
        Action::Bomb { at, aim } => game.check_bomb(state, side, at, aim, c),
        Action::Withhold { air } => game.check_withhold(state, side, air, c),
        Action::Done => Ok(()),
        _ => not_now(c, "4.5.a"),
    },
    offers: |game, state, side, visit| {
        for air in game.data.air_ids().filter(|air| state.air[air.index()] == AirBox::Attack) {
            game.offer(state, side, Action::Fly { air }, visit)?;
            game.offer(state, side, Action::Withhold { air }, visit)?;
        }
        if !state.volley.planes.is_empty() {
            for at in state.layout.held[side.other().index()].iter() {
                game.aims(state, at).try_for_each(|aim| game.offer(state, side, Action::Bomb { at, aim }, visit))?;
            }
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Fly { air } => state.volley.planes.push(air),
        Action::Bomb { at, aim } => {
            let planes = std::mem::take(&mut state.volley.planes);
            // 4.5.1.c: what it does is done before the next target is named.
            game.air_strike(state, side, at, aim, &planes, dice, log);
        }
        Action::Withhold { air } => {
            state.air[air.index()] = AirBox::Withheld;
            log.add(|| Event::note(Case("4.5.1.e"), format!("{} is held back", game.data.plane(air).name)));
        }
        _ => {
            state.volley = Volley::default();
            game.land(state, side, AirBox::Attack);
            game.next_step(state, dice, log);
        }
    },
    settle: wait,
    prompt: |_, state, side| {
        step_asks(
            state,
            match side {
                Side::Axis => "Take up aircraft and bomb, or hold dive bombers back for the ground attacks.",
                Side::Soviet => "Take up aircraft and bomb within five hexes of your ground units.",
            },
        )
    },
};

/// 4.4: German aircraft interdict around a hex.
pub(crate) const INTERDICTION: Decision = Decision {
    case: Case("4.4.a"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::Fly { air } => game.check_fly(state, side, air, AirBox::Interdiction, c),
        Action::Interdict { .. } => {
            c.ask(Case("4.4.1.a"), unless(state.volley.planes.is_empty(), no!("no aircraft has been taken up")))?;
            // 4.4.a: any hex of the map, beyond the Don too.
            c.ask(Case("4.4.b"), unless(state.zones.is_full(), no!("there are no more interdiction markers")))
        }
        Action::Done => Ok(()),
        _ => not_now(c, "4.4.a"),
    },
    offers: |game, state, side, visit| {
        for air in game.data.air_ids().filter(|air| state.air[air.index()] == AirBox::Interdiction) {
            game.offer(state, side, Action::Fly { air }, visit)?;
        }
        if !state.volley.planes.is_empty() {
            game.data.map.board.hexes().try_for_each(|at| game.offer(state, side, Action::Interdict { at }, visit))?;
        }
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Fly { air } => state.volley.planes.push(air),
        Action::Interdict { at } => game.interdict(state, at, dice, log),
        _ => {
            state.volley = Volley::default();
            game.land(state, side, AirBox::Interdiction);
            game.next_step(state, dice, log);
        }
    },
    settle: wait,
    prompt: |_, state, _| step_asks(state, "Take up aircraft and interdict around a hex."),
};

/// 4.6.b: aircraft that flew or were disrupted roll to be ready; held back dive bombers that were not used have flown first.
pub(crate) fn recover(game: &Winter, state: &mut State, dice: &mut Dice, log: &mut Log) {
    for at in state.air.iter_mut().filter(|at| **at == AirBox::Withheld) {
        *at = AirBox::Flown;
    }
    for air in game.data.air_ids() {
        let was = state.air[air.index()];
        if !matches!(was, AirBox::Flown | AirBox::Disrupted) {
            continue;
        }
        let plane = game.data.plane(air);
        let number = game.data.charts.ready(plane.side, plane.class, was == AirBox::Disrupted);
        let words = || format!("{} is ready on {number} or less", plane.name);
        // 4.6.d: at or below it; 4.6.e: otherwise it stays where it is.
        if game.d10(plane.side, Case("4.6.c"), dice, log, words) <= number {
            state.air[air.index()] = AirBox::Ready;
        }
    }
}

impl Winter {
    /// 4.2.h: both charts are revealed.
    pub(crate) fn reveal_allocation(&self, state: &mut State, plans: &[PlanOf<Winter>; 2], log: &mut Log) {
        log.reveal();
        for (slot, order) in plans.iter().flatten() {
            if let (Slot::Air(air), Order::Fly(to)) = (slot, order) {
                state.air[air.index()] = *to;
                log.add(|| Event::note(Case("4.2.h"), format!("{} goes on {}", self.data.plane(*air).name, to.word())));
            }
        }
    }

    /// 4.5.a, 4.4.1.d: an aircraft of the box is taken up for the next target.
    fn check_fly(&self, state: &State, side: Side, air: AirId, from: AirBox, c: &mut Consult) -> Verdict {
        let able = self.data.plane(air).side == side && state.air[air.index()] == from;
        c.ask(Case("4.5.a"), must(able, no!("{air} does not fly this mission", air)))?;
        // 4.5.d: as many as one likes, together.
        let twice = state.volley.planes.contains(&air) || state.volley.planes.is_full();
        c.ask(Case("4.2.c"), unless(twice, no!("{air} is taken up already", air)))
    }

    fn check_bomb(&self, state: &State, side: Side, at: SpaceId, aim: Aim, c: &mut Consult) -> Verdict {
        c.ask(Case("4.5.1.a"), unless(state.volley.planes.is_empty(), no!("no aircraft has been taken up")))?;
        if !c.gate(Case("4.5.a"), must(state.holds(side.other(), at), no!("no enemy is in {at}", at)))? {
            return Ok(());
        }
        // 4.5.c, 4.2.e: nothing is too far for German aircraft.
        if side == Side::Soviet {
            let near = self
                .data
                .map
                .board
                .within(at, self.data.charts.reach.soviet_air.into())
                .any(|hex| state.holds(side, hex));
            c.ask(Case("4.5.b"), must(near, no!("no Soviet unit is within five hexes of {at}", at)))?;
        }
        c.ask(
            Case("12.3.1.i"),
            unless(self.shows_no_target(state, side, at), no!("headquarters in {at} are never bombarded", at)),
        )?;
        self.check_aim(state, side, at, aim, c)
    }

    fn check_withhold(&self, state: &State, side: Side, air: AirId, c: &mut Consult) -> Verdict {
        let plane = self.data.plane(air);
        let diver = plane.side == side && plane.class == AirClass::DiveBomber && side == Side::Axis;
        c.ask(Case("4.5.1.e"), must(diver, no!("{air} is no German dive bomber", air)))?;
        let waits = state.air[air.index()] == AirBox::Attack && !state.volley.planes.contains(&air);
        c.ask(Case("4.5.1.e"), must(waits, no!("{air} does not wait to attack", air)))
    }

    /// Aircraft that are still in a mission box go home: they have flown.
    fn land(&self, state: &mut State, side: Side, from: AirBox) {
        for air in self.data.air_ids() {
            if self.data.plane(air).side == side && state.air[air.index()] == from {
                state.air[air.index()] = AirBox::Flown;
            }
        }
    }

    /// 4.4.1, 16.1.b: the number of the Bombardment Table is the penalty of the zone; every Soviet AA unit in it takes one from the die.
    fn interdict(&self, state: &mut State, at: SpaceId, dice: &mut Dice, log: &mut Log) {
        let planes = std::mem::take(&mut state.volley.planes);
        let factors: u16 = planes.iter().map(|air| u16::from(self.data.plane(*air).bombs)).sum();
        for air in &planes {
            state.air[air.index()] = AirBox::Flown; // 4.4.1.b
        }
        let flak = |u: &crate::data::UnitId| {
            self.data.info(*u).kind.is_anti_air()
                && state.at(*u).is_some_and(|hex| self.distance(hex, at) <= self.data.charts.reach.interdiction)
        };
        let flak = self.own(Side::Soviet).filter(flak).count() as i8 * self.data.charts.bonus.anti_air;
        let words =
            || format!("interdiction around {} with {factors} factors, {flak} for antiaircraft", self.hex_name(at));
        let roll = self.d10(Side::Axis, Case("4.4.1.a"), dice, log, words);
        let points = self.data.charts.bombardment.read(factors, 0, roll as i8 + flak).hits;
        if points == 0 {
            return;
        }
        state.zones.push(Interdiction { hex: at, points });
        log.add(|| {
            let what =
                What::Marker { marker: format!("interdiction {points}"), at: self.hex_id(at).into(), placed: true };
            Event::new(Case("4.4.b"), what, format!("units lose {points} around {}", self.hex_name(at)))
        });
    }
}
