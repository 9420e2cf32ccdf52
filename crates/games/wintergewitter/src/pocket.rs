//! 5 The Stalingrad Pocket: Thunderclap, Sixth Army, the Ring; 19.1.1 the reserves.

use crate::Winter;
use crate::action::Action;
use crate::data::{Area, HqRole, LossClass, Nation, RingArmy, ScenarioId, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, axis, not_now, soviet, step_asks};
use crate::refusal::{Consult, Verdict};
use crate::sets::{Spaces, UnitSet};
use crate::state::{Place, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, must, unless};
use kessel_kit::no;

/// 5.1: the German player may try Thunderclap, once in the game.
pub(crate) const THUNDERCLAP: Decision = Decision {
    case: Case("5.1.d"),
    asks: axis,
    check: |_, _, _, action, c| match action {
        Action::Thunderclap | Action::Done => Ok(()),
        _ => not_now(c, "5.1.d"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Thunderclap, visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| {
        if action == Action::Thunderclap {
            game.try_thunderclap(state, dice, log);
        }
        game.next_step(state, dice, log);
    },
    settle: |_, _, _, _| Then::Ask,
    prompt: |_, state, _| step_asks(state, "Ask for Operation Thunderclap now? It can be asked for only once."),
};

/// 5.2.l: Sixth Army's units are placed in the Pocket.
pub(crate) const PLACEMENT: Decision = Decision {
    case: Case("5.2.l"),
    asks: axis,
    check: |game, state, side, action, c| match action {
        Action::Place { unit, at } => {
            let waits = game.side(unit) == side && state.unit(unit).place == Place::Setup;
            if !c.gate(Case("5.2.c"), must(waits, no!("{unit} is not to be placed", unit)))? {
                return Ok(());
            }
            c.ask(
                Case("5.2.l"),
                must(game.data.map.is_in(at, Area::Pocket), no!("{at} does not lie in the Pocket", at)),
            )?;
            let full = game.would_overfill(state, at, std::iter::once(unit));
            c.ask(Case("9.1.a"), unless(full, no!("{at} would hold more than eighteen stacking points", at)))
        }
        _ => not_now(c, "5.2.l"),
    },
    offers: |game, state, side, visit| {
        for unit in game.ground.sixth.iter().filter(|u| state.unit(*u).place == Place::Setup) {
            game.ground.pocket.iter().try_for_each(|at| game.offer(state, side, Action::Place { unit, at }, visit))?;
        }
        Flow::Continue(())
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Place { unit, at } = action {
            game.shift(state, unit, at, Case("5.2.l"), log);
        }
    },
    settle: |game, state, dice, log| {
        if must_place(game, state) {
            return Then::Ask;
        }
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |_, state, _| step_asks(state, "Place the units of Sixth Army in the Pocket."),
};

/// 5.3.h: the Soviet player frees a unit of each army whose roll allows it.
pub(crate) const RELEASE: Decision = Decision {
    case: Case("5.3.h"),
    asks: soviet,
    check: |game, state, _, action, c| match action {
        Action::Free { unit } => game.check_free_ring(state, unit, c),
        Action::Done => Ok(()),
        _ => not_now(c, "5.3.h"),
    },
    offers: |game, state, side, visit| {
        game.ground.ring.iter().try_for_each(|unit| game.offer(state, side, Action::Free { unit }, visit))?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::Free { unit } => game.free_ring(state, unit, log),
        _ => {
            state.pocket.release = [false; 3];
            game.next_step(state, dice, log);
        }
    },
    settle: |game, state, dice, log| {
        let open = |army: RingArmy| state.pocket.release[army as usize] && game.can_free(state, army);
        if RingArmy::ALL.into_iter().any(open) {
            return Then::Ask;
        }
        state.pocket.release = [false; 3];
        game.next_step(state, dice, log);
        Then::Again
    },
    prompt: |_, state, _| step_asks(state, "A Ring army may free a unit. Which?"),
};

/// 5.2.k, R33: there is a Pocket Phase until the turn after the link.
pub(crate) fn phase_exists(_: &Winter, state: &State) -> bool {
    state.pocket.linked.is_none_or(|turn| turn >= state.turn)
}

/// 5.1.a to 5.1.c.
pub(crate) fn may_try(game: &Winter, state: &State) -> bool {
    // 5.1.c: from the turn after the one in which a German came near, in whichever.
    phase_exists(game, state) && state.switches.thunderclap && state.pocket.due && !state.pocket.tried
}

/// Units of Sixth Army wait to be placed.
pub(crate) fn must_place(game: &Winter, state: &State) -> bool {
    state.pocket.since == Some(state.turn) && game.ground.sixth.iter().any(|u| state.unit(u).place == Place::Setup)
}

/// 5.2.g: Sixth Army acts in the Pocket Phase.
pub(crate) fn sixth_acts(game: &Winter, state: &State) -> bool {
    phase_exists(game, state)
        && state.pocket.since.is_some()
        && game.ground.sixth.iter().any(|u| state.at(u).is_some() || matches!(state.unit(u).place, Place::Away(_)))
}

/// 5.3.l: freed Ring units act in the Ring segment.
pub(crate) fn ring_acts(game: &Winter, state: &State) -> bool {
    phase_exists(game, state) && state.pocket.freed.iter().any(|unit| state.at(unit).is_some())
}

/// 5.3.g, 5.3.h, 20.3.a: one roll for each army that has been attacked; in the fourth scenario none is needed.
pub(crate) fn roll_ring(game: &Winter, state: &mut State, dice: &mut Dice, log: &mut Log) {
    for army in RingArmy::ALL {
        if !state.pocket.attacked[army as usize] {
            continue;
        }
        state.pocket.release[army as usize] = state.scenario == ScenarioId::MaximumEffort || {
            let least = game.data.charts.pocket.ring_roll;
            let words = || format!("{} frees a unit on {least} or more", army.name());
            game.d10(Side::Soviet, Case("5.3.h"), dice, log, words) >= least
        };
    }
}

/// 19.1.1.ad to 19.1.1.ag: reserves that Germans came near roll for release.
pub(crate) fn roll_reserves(game: &Winter, state: &mut State, dice: &mut Dice, log: &mut Log) {
    let scenario = game.data.scenario(state.scenario);
    for (n, reserve) in scenario.reserves.iter().enumerate() {
        let distance = state.closest[0].get(n).copied().unwrap_or(u8::MAX);
        if !reserve.rolls || state.reserves & (1 << n) == 0 || distance > game.data.charts.pocket.reserve_roll_reach {
            continue;
        }
        let [german, russian] = game.victory_points(state, false);
        let bonus =
            u8::from(german > russian) + u8::from(state.pocket.activated) + u8::from(state.pocket.since.is_some());
        let words = || format!("{} is released by more than {distance}, with +{bonus}", reserve.name);
        let roll = game.d10(Side::Soviet, Case("19.1.1.ad"), dice, log, words);
        if roll + bonus > distance {
            game.release(state, n, Case("19.1.1.af"), log);
        }
    }
}

impl RingArmy {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            RingArmy::Army21 => "21st Army",
            RingArmy::Army57 => "57th Army",
            RingArmy::Army64 => "64th Army",
        }
    }
}

impl Winter {
    /// 5.2.a, 5.2.b: six or more; one more if a German stands within five hexes.
    fn try_thunderclap(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        // 5.1.a.
        state.pocket.tried = true;
        let pocket = &self.data.charts.pocket;
        let close = |hex| self.data.map.to_pocket[hex] <= pocket.thunderclap_near;
        let near = |u: UnitId| self.is_relief(u) && state.at(u).is_some_and(close);
        let bonus = u8::from(self.own(Side::Axis).any(near));
        let roll = self.d10(Side::Axis, Case("5.2.a"), dice, log, || {
            format!("Operation Thunderclap, {} or more with +{bonus}", pocket.thunderclap_roll)
        });
        if roll + bonus < pocket.thunderclap_roll {
            return log.add(|| Event::note(Case("5.2.a"), "permission for Thunderclap is denied for good"));
        }
        state.pocket.since = Some(state.turn);
        for unit in self.ground.sixth.iter() {
            let full = self.data.info(unit).full.strength;
            let own = state.unit_mut(unit);
            (own.place, own.points) = (Place::Setup, full);
        }
        log.add(|| Event::note(Case("5.2.c"), "Thunderclap: 14 Panzer Division attacks out of the Pocket"));
    }

    /// 5.2.p, 5.2.q: regular, organic, then out of supply, until its headquarters has traced to another German one.
    pub(crate) fn supply_sixth(&self, state: &mut State, units: UnitSet, log: &mut Log) {
        let Some(since) = state.pocket.since else { return };
        if !state.pocket.fed && self.sixth_traces(state) {
            state.pocket.fed = true;
        }
        if state.pocket.fed {
            return self.determine(state, Side::Axis, units, log);
        }
        let status = match state.turn - since {
            0 => Supply::Regular,
            1 => Supply::Organic,
            _ => Supply::Out,
        };
        units.iter().for_each(|unit| self.set_supply(state, unit, status, log));
    }

    fn sixth_hq(&self) -> Option<UnitId> {
        self.ground.sixth.iter().find(|u| self.data.info(*u).kind.is_hq())
    }

    fn sixth_traces(&self, state: &State) -> bool {
        let others = |u: &UnitId| self.is_relief(*u) && self.data.info(*u).kind.is_hq();
        let goal: Spaces = self.own(Side::Axis).filter(others).filter_map(|u| state.at(u)).collect();
        let from = self.sixth_hq().and_then(|hq| state.at(hq));
        from.is_some_and(|hex| self.axis_way(state, &Spaces::of(hex), &goal))
    }

    /// 5.2.g to 5.2.i: 14 Panzer's headquarters reaches that of 57 Panzer Corps.
    pub(crate) fn note_link(&self, state: &mut State, log: &mut Log) {
        if state.pocket.since.is_none() || state.pocket.linked.is_some() || state.pocket.ended {
            return;
        }
        let corps =
            |u: &UnitId| self.data.info(*u).hq == Some(HqRole::Corps) && self.data.info(*u).nation == Nation::German;
        let goal: Spaces = self.own(Side::Axis).filter(corps).filter_map(|u| state.at(u)).collect();
        let from = self.sixth_hq().and_then(|hq| state.at(hq));
        if from.is_some_and(|hex| self.axis_way(state, &Spaces::of(hex), &goal)) {
            // 5.2.s: whatever becomes of the way.
            state.pocket.linked = Some(state.turn);
            log.add(|| Event::note(Case("5.2.g"), "Sixth Army and the relief force have linked up"));
        }
    }

    /// 5.2.m, 5.2.r: a unit that left the Pocket and comes back before the link ends Thunderclap.
    pub(crate) fn note_sixth(&self, state: &mut State, unit: UnitId, hex: SpaceId, log: &mut Log) {
        if !self.ground.sixth.contains(unit) {
            return;
        }
        if !self.data.map.is_in(hex, Area::Pocket) {
            state.pocket.left.insert(unit);
        } else if state.pocket.left.contains(unit) && state.pocket.linked.is_none() && !state.pocket.ended {
            state.pocket.ended = true;
            log.add(|| {
                Event::note(Case("5.2.m"), format!("{} is back in the Pocket: Thunderclap ends", self.unit_name(unit)))
            });
        }
    }

    /// 5.2.n: after that phase Sixth Army leaves the game, and counts for nothing (5.2.o); who has died in a fight was not taken off this way.
    pub(crate) fn end_thunderclap(&self, state: &mut State, log: &mut Log) {
        if !state.pocket.ended {
            return;
        }
        for unit in self.ground.sixth.iter() {
            if !matches!(state.unit(unit).place, Place::Out | Place::Dead | Place::Lost) {
                let from = state.at(unit);
                self.put(state, unit, Place::Out);
                if let Some(hex) = from {
                    self.left(state, unit, hex, log);
                }
            }
        }
    }

    /// The Ring army of a unit.
    fn ring_of(&self, unit: UnitId) -> Option<RingArmy> {
        self.data.group(self.data.info(unit).formation).ring
    }

    /// 5.3.n, 20.3.b: one unit of an army whose roll allows it; in the fourth scenario no sector hex may be left bare.
    fn check_free_ring(&self, state: &State, unit: UnitId, c: &mut Consult) -> Verdict {
        let army = self.ring_of(unit);
        let on_map = state.at(unit).is_some();
        if !c.gate(Case("5.3.h"), unless(army.is_none() || !on_map, no!("{unit} is no Ring unit on the map", unit)))? {
            return Ok(());
        }
        let open = army.is_some_and(|army| state.pocket.release[army as usize]);
        c.ask(Case("5.3.h"), must(open, no!("the army of {unit} frees no unit now", unit)))?;
        c.ask(Case("5.3.n"), unless(state.pocket.freed.contains(unit), no!("{unit} is free already", unit)))?;
        let bare = state.scenario == ScenarioId::MaximumEffort
            && army.is_some_and(|army| !self.is_garrisoned(state, army, Some(unit)));
        c.ask(Case("20.3.b"), unless(bare, no!("a hex of the army's sector would be left without infantry or armor")))
    }

    fn can_free(&self, state: &State, army: RingArmy) -> bool {
        let able = |unit: UnitId| {
            self.ring_of(unit) == Some(army) && self.check_free_ring(state, unit, &mut Consult::strict()).is_ok()
        };
        self.ground.ring.iter().any(able)
    }

    /// 20.3.b, R81: every sector hex that is not breached holds infantry or armor of the army (without the one that would go).
    fn is_garrisoned(&self, state: &State, army: RingArmy, without: Option<UnitId>) -> bool {
        let guards = |unit: UnitId| {
            Some(unit) != without
                && self.ring_of(unit) == Some(army)
                && !state.pocket.freed.contains(unit)
                && matches!(self.data.info(unit).kind.losses(), LossClass::Armor | LossClass::Infantry)
        };
        let breached = |hex: SpaceId| state.holds(Side::Axis, hex);
        self.data.map.front(army).iter().all(|hex| breached(hex) || state.units_at(hex).any(guards))
    }

    fn free_ring(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        if let Some(army) = self.ring_of(unit) {
            state.pocket.release[army as usize] = false;
        }
        state.pocket.freed.insert(unit);
        state.pocket.activated = true;
        log.add(|| Event::note(Case("5.3.h"), "a Ring unit is freed"));
    }

    /// Units have been attacked by a side: reserves and Ring armies wake (19.1.1.o, 5.3.g).
    pub(crate) fn wake(&self, state: &mut State, attacker: Side, units: UnitSet, log: &mut Log) {
        self.note_ring_attack(state, units);
        if attacker != Side::Axis {
            return;
        }
        let reserves = &self.data.scenario(state.scenario).reserves;
        for (n, reserve) in reserves.iter().enumerate() {
            if state.reserves & (1 << n) != 0 && reserve.units.iter().any(|u| units.contains(*u)) {
                self.release(state, n, Case("19.1.1.o"), log);
            }
        }
    }

    /// 5.3.g, 5.3.i: attacked in any manner.
    pub(crate) fn note_ring_attack(&self, state: &mut State, units: UnitSet) {
        for unit in (units & self.ground.ring).iter() {
            if let Some(army) = self.ring_of(unit) {
                state.pocket.attacked[army as usize] = true;
            }
        }
    }

    /// 19.1.1.q, 19.1.1.ak: a reserve is released as a whole and for good.
    pub(crate) fn release(&self, state: &mut State, n: usize, case: Case, log: &mut Log) {
        state.reserves &= !(1 << n);
        let name = &self.data.scenario(state.scenario).reserves[n].name;
        log.add(|| Event::note(case, format!("{name} is released")));
    }

    /// 19.1.1.n: by the track.
    pub(crate) fn release_named(&self, state: &mut State, id: &str, log: &mut Log) {
        let found = self.data.scenario(state.scenario).reserves.iter().position(|reserve| reserve.id == id);
        if let Some(n) = found.filter(|n| state.reserves & (1 << n) != 0) {
            self.release(state, n, Case("19.1.1.n"), log);
        }
    }

    /// 19.1.1.p: Axis units end a phase within five hexes of any of its units.
    pub(crate) fn release_near(&self, state: &mut State, log: &mut Log) {
        let reserves = &self.data.scenario(state.scenario).reserves;
        let held = state.layout.held[Side::Axis.index()];
        for (n, reserve) in reserves.iter().enumerate() {
            let reach = self.data.charts.pocket.reserve_reach.into();
            let around = |at| self.data.map.board.within(at, reach).any(|hex| held.contains(hex));
            let near = |unit: &UnitId| state.at(*unit).is_some_and(around);
            if state.reserves & (1 << n) != 0 && reserve.units.iter().any(near) {
                self.release(state, n, Case("19.1.1.p"), log);
            }
        }
    }

    /// R78: how near a German hex comes to the set-up hexes of the reserves that roll.
    pub(crate) fn measure(&self, state: &mut State, hex: SpaceId) {
        let reserves = &self.data.scenario(state.scenario).reserves;
        for (n, reserve) in reserves.iter().enumerate().filter(|(_, reserve)| reserve.rolls) {
            let homes =
                reserve.units.iter().filter_map(|u| state.homes.get(u.index())).filter(|home| home.0 != u16::MAX);
            let near = homes.map(|home| self.distance(*home, hex)).min().unwrap_or(u8::MAX);
            if let Some(least) = state.closest[1].get_mut(n) {
                *least = near.min(*least);
            }
        }
    }

    /// The same for everybody where he stands.
    pub(crate) fn measure_all(&self, state: &mut State) {
        let germans: Vec<SpaceId> =
            self.own(Side::Axis).filter(|u| self.is_relief(*u)).filter_map(|u| state.at(u)).collect();
        germans.into_iter().for_each(|hex| self.measure(state, hex));
    }
}
