//! 10.4 The air bridge and the events of the Ju 52 markers.

mod airlift;
mod events;

pub(crate) use airlift::AIRLIFT;
pub(crate) use events::SORTIE;

use crate::Roads;
use crate::action::{Action, PlaneId};
use crate::data::{Cloud, Ju52Event, SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, axis, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Frame, Place, Plane, Spaces, Spot, State, Supply, SupportBox};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;
use std::ops::RangeInclusive;

/// The Axis air support that 10.4.i counts; Rudel is none of them.
const LUFTWAFFE: &str = "luftwaffe";
/// Levels at which an evacuation brings one more (10.4.3.j).
const EVACUATION_LEVELS: RangeInclusive<u8> = 2..=5;
/// Turns after which an evacuated division returns (10.4.3.i).
const EVACUATION_TURNS: u8 = 2;

/// 10.4.2: Goering may be played, then the air bridge is rolled.
pub(crate) const AIR_BRIDGE: Decision = Decision {
    case: Case("10.4.2.a"),
    asks: phasing,
    check: Roads::check_air_bridge,
    offers: Roads::offer_air_bridge,
    apply: Roads::do_air_bridge,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Play Goering for the air bridge, or roll.".into(),
};

/// 10.4.3: the Ju 52 land; EX9.a: any of them, as a bluff.
pub(crate) const LANDING: Decision = Decision {
    case: Case("10.4.3.a"),
    asks: phasing,
    check: Roads::check_landing,
    offers: Roads::offer_landing,
    apply: Roads::do_landing,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Place the Ju 52 face down, one in each hex with OOS-FS units.".into(),
};

/// 10.4.3.i: a division is flown out.
pub(crate) const EVACUATE: Decision = Decision {
    case: Case("10.4.3.i"),
    asks: axis,
    check: Roads::check_evacuate,
    offers: Roads::offer_evacuate,
    apply: Roads::do_evacuate,
    settle: Roads::settle_evacuate,
    prompt: |_, _, _| "Evacuation: a reduced infantry division may be flown out.".into(),
};

impl Roads {
    // ------------------------------------------------------------ the roll

    /// 10.4.b, 10.4.1: the air bridge works from the turn after the declaration, while nobody in Stalingrad is supplied.
    pub(crate) fn bridge_runs(&self, state: &State) -> bool {
        let fed = |unit: UnitId| {
            let piece = state.field.get(unit);
            piece.side == Side::Axis && piece.supply == Supply::In
        };
        self.uses(state, "10.4")
            && state.fortress.marker.is_some()
            && state.turn > state.fortress.declared
            && !self.map(state).stalingrad_hexes().iter().any(|hex| state.field.stack(*hex).any(fed))
    }

    /// 10.4.2.d: both airfields of the pocket are lost, and nothing can land.
    fn airfields_lost(&self, state: &State) -> bool {
        let places = &self.map(state).places;
        let lost = |hex: Option<SpaceId>| hex.is_none_or(|hex| state.controller(hex) == Side::Soviet);
        lost(places.pitomnik) && lost(places.gumrak)
    }

    /// 10.4.c to m: what modifies the die, rule by rule. The sum is limited (10.4.n), see [`Roads::air_bridge_modifier`].
    pub(crate) fn air_bridge_lines(&self, state: &State) -> ArrayVec<(Case, i8), 12> {
        let numbers = &self.data.charts.air_bridge_modifiers;
        let places = &self.map(state).places;
        let flying = |side: Side| {
            let here = self
                .supports()
                .filter(move |m| matches!(state.spot(*m), Spot::Hex(_)) && self.support(*m).side == side);
            here.filter(|m| self.support(*m).class == SupportClass::Air)
        };
        let count = |n: usize| i8::try_from(n).unwrap_or(i8::MAX);
        let soviet = |hex: &Option<SpaceId>| hex.is_some_and(|hex| state.controller(hex) == Side::Soviet);
        let aa = |m: SupportId| self.support(m).class == SupportClass::Aa && matches!(state.spot(m), Spot::Unit(_));
        let fields = [places.morozovsk, places.tatsinskaya, places.gumrak].iter().filter(|hex| soviet(hex)).count();
        // PA.SUP.luftwaffe: it burdens the air bridge; PA.SUP.rudel: he does not.
        let luftwaffe = flying(Side::Axis).filter(|m| self.support(*m).id == LUFTWAFFE).count();
        let cloud = state.forecast.cloud;
        let if_so = |holds: bool, value: i8| if holds { value } else { 0 };
        let lines = [
            (Case("10.4.c"), count(flying(Side::Soviet).count()).saturating_mul(numbers.vvs)),
            (Case("10.4.d"), if_so(!self.sealed(state), numbers.unsealed)),
            // PA.SUP.goering.
            (Case("10.4.e"), if_so(state.fortress.goering, numbers.goering)),
            (Case("10.4.f"), if_so(state.fortress.relief[1], numbers.armored_attack)),
            (Case("10.4.g"), if_so(cloud == Cloud::Clear, numbers.clear)),
            // Deployed is enough: the guns may be lost since.
            (Case("10.4.h"), if_so(state.fortress.aa || self.supports().any(aa), numbers.aa)),
            (Case("10.4.i"), count(luftwaffe).saturating_mul(numbers.luftwaffe)),
            // 3.3.d.
            (Case("10.4.j"), if_so(cloud == Cloud::Blizzard, numbers.blizzard)),
            (Case("10.4.k"), if_so(soviet(&places.pitomnik), numbers.pitomnik)),
            (Case("10.4.l"), count(fields).saturating_mul(numbers.airfield)),
            (Case("10.4.m"), if_so(state.fortress.raided, numbers.raid)),
        ];
        lines.into_iter().filter(|(_, value)| *value != 0).collect()
    }

    /// 10.4.n: the modifier of the die.
    pub(crate) fn air_bridge_modifier(&self, state: &State) -> i8 {
        let numbers = &self.data.charts.air_bridge_modifiers;
        let sum: i8 = self.air_bridge_lines(state).iter().fold(0, |sum, (_, value)| sum.saturating_add(*value));
        sum.clamp(numbers.least, numbers.most)
    }

    /// 10.4.2: the die, the level, then the Ju 52 markers; without an airfield only the level falls.
    /// The bridge flies, if it does (10.4.2); 10.4.h, m: guns and a raid count in their own turn only, flown or not.
    pub(crate) fn end_air_bridge(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        if self.bridge_runs(state) {
            self.fly(state, dice, log);
        }
        state.fortress.aa = false;
        state.fortress.raided = false;
        state.fortress.goering = false;
    }

    fn fly(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        // 10.4.2.e: no die, and no Ju 52.
        if self.airfields_lost(state) {
            let by = self.data.charts.fortress.no_airfield_change;
            self.change_level(state, by, Case("10.4.2.d"), log);
        } else {
            let modifier = self.air_bridge_modifier(state);
            let value = dice.d6(Case("10.4.2.a"));
            let row = *self.data.charts.air_bridge.get(i16::from(value) + i16::from(modifier));
            log.add(|| {
                let text = format!("Air bridge: the die shows {value}, modified by {modifier:+}");
                Event::new(Case("10.4.2.a"), What::Roll { side: Side::Axis, die: 6, value }, text)
            });
            self.change_level(state, row.change, Case("10.3.3.d"), log);
            self.draw_planes(state, row.ju52, dice, log);
        }
    }

    /// 10.4.2.c: markers from the pool; only the Axis sees them. An Evacuation is played at once (10.4.3.i).
    fn draw_planes(&self, state: &mut State, count: u8, dice: &mut Dice, log: &mut Log) {
        let mut drawn = 0;
        let mut evacuations = 0;
        for _ in 0..count {
            let pool = || self.planes().filter(|plane| self.plane_at(state, *plane) == Plane::Pool);
            let left = u8::try_from(pool().count()).unwrap_or(0);
            if left == 0 {
                break;
            }
            let pick = if left == 1 { 1 } else { dice.roll(Case("10.4.2.c"), left) };
            let Some(plane) = pool().nth(usize::from(pick) - 1) else { break };
            drawn += 1;
            state.ju52[usize::from(plane.0)] = Plane::Held;
            log.add(|| {
                let text = format!("A Ju 52 brings {}", self.plane_kind(plane).0.name);
                Event::note(Case("10.4.3.s"), text).only_for(Side::Axis)
            });
            if self.plane_event(plane) == Ju52Event::Evacuation {
                self.use_plane(state, plane, log);
                evacuations += 1;
            }
        }
        log.reveal();
        log.add(|| Event::note(Case("10.4.2.c"), format!("Ju 52 markers drawn: {drawn}")));
        for _ in 0..evacuations {
            state.frames.push(Frame::Evacuate);
            if EVACUATION_LEVELS.contains(&state.fortress.level) {
                self.change_level(state, 1, Case("10.4.3.j"), log);
            }
        }
    }

    /// 10.4.3.c, t: a marker is played: shown, then back in the pool or out of the game.
    fn use_plane(&self, state: &mut State, plane: PlaneId, log: &mut Log) {
        let kind = self.plane_kind(plane).0;
        let from = self.plane_at(state, plane);
        // 10.4.3.g: a Rattenkrieg that was played lies in the pool; 10.4.3.t: Hube and the Evacuation do not come again.
        state.ju52[usize::from(plane.0)] = if kind.once { Plane::Gone } else { Plane::Pool };
        log.reveal();
        log.add(|| {
            let text = format!("The Axis plays {}", kind.name);
            match from {
                Plane::Hex(hex) => {
                    let at = self.map(state).board.name(hex).to_owned();
                    let what = What::Marker { marker: self.plane_word(plane), at, placed: false };
                    Event::new(Case("10.4.3.c"), what, text)
                }
                _ => Event::note(Case("10.4.3.c"), text),
            }
        });
    }

    // ------------------------------------------------------------ Step AirBridge

    fn goering(&self, state: &State) -> Option<SupportId> {
        let mut held = self.supports().filter(|m| state.spot(*m) == Spot::Box(SupportBox::Axis));
        held.find(|m| self.support(*m).class == SupportClass::Goering)
    }

    /// 10.4.e: Goering may be played before the roll.
    pub(crate) fn check_air_bridge(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Goering => {
                let rolls = self.bridge_runs(state) && !self.airfields_lost(state);
                c.ask(Case("10.4.1"), must(rolls, no!("no die is rolled for the air bridge in this turn")))?;
                let held = self.goering(state).is_some();
                c.ask(Case("10.4.e"), must(held, no!("Goering is not among the available supports")))?;
                let flies = state.forecast.cloud != Cloud::Blizzard;
                c.ask(Case("5.5.2"), must(flies, no!("nothing flies in a blizzard")))
            }
            Action::Done => Ok(()),
            _ => not_now(c, Case("10.4.1")),
        }
    }

    /// Goering, if he can be played.
    pub(crate) fn offer_air_bridge(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        match self.check_air_bridge(state, side, Action::Goering, &mut Consult::strict()) {
            Ok(()) => visit(Action::Goering),
            Err(_) => Flow::Continue(()),
        }
    }

    /// Goering is played; the end of the step is the roll.
    pub(crate) fn do_air_bridge(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Goering => {
                if let Some(marker) = self.goering(state) {
                    self.spend(state, marker, Case("10.4.e"), log);
                    state.fortress.goering = true;
                }
            }
            _ => self.end_step(state, dice, log),
        }
    }

    // ------------------------------------------------------------ Frame Evacuate

    /// 10.4.3.i, R96: a reduced division of the pocket that is not armored, of whatever nation.
    fn may_be_flown_out(&self, state: &State, unit: UnitId) -> Result<(), Why> {
        let (info, piece) = (self.info(unit), state.field.get(unit));
        let infantry = info.side == Side::Axis && info.is_division() && !info.armored;
        must(infantry, no!("{unit} is no Axis infantry division", unit))?;
        must(info.reduced.is_some() && piece.steps == 1, no!("{unit} is not reduced", unit))?;
        let inside = state.field.at(unit).is_some_and(|hex| self.pocket_stack(state, hex).contains(unit));
        must(inside, no!("{unit} is not in the pocket", unit))
    }

    /// 10.4.3.i: a division may be flown out.
    pub(crate) fn check_evacuate(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Evacuate { unit } => {
                c.ask(Case("10.4.3.i"), self.own_on_map(state, side, unit))?;
                c.ask(Case("10.4.3.i"), self.may_be_flown_out(state, unit))
            }
            Action::Done => Ok(()),
            _ => not_now(c, Case("10.4.3.i")),
        }
    }

    /// The divisions.
    pub(crate) fn offer_evacuate(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let mut out = self.data.unit_ids().filter(|unit| self.may_be_flown_out(state, *unit).is_ok());
        out.try_for_each(|unit| visit(Action::Evacuate { unit }))
    }

    /// Out it goes, to return reduced.
    pub(crate) fn do_evacuate(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        state.frames.pop();
        if let Action::Evacuate { unit } = action {
            let back = state.turn.saturating_add(EVACUATION_TURNS);
            self.remove_unit(state, unit, Place::Due(back), Case("10.4.3.i"), log);
            // A step on the turn track: it comes back reduced (R96).
            state.field.get_mut(unit).steps = 1;
        }
    }

    /// Passes when nobody can be flown out.
    pub(crate) fn settle_evacuate(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let open = self.offer_evacuate(state, Side::Axis, &mut |_| Flow::Break(())).is_break();
        ask_while(open, state)
    }

    // ------------------------------------------------------------ Step Landing

    /// 10.4.3.a: hexes with OOS-FS units and without a Ju 52.
    fn landing_hexes(&self, state: &State) -> Spaces {
        let mut hexes = self.influence(state) & *state.field.occupied(Side::Axis);
        for plane in &state.ju52 {
            if let Plane::Hex(hex) = plane {
                hexes.remove(*hex);
            }
        }
        let pocket = |hex: SpaceId| state.field.stack(hex).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        hexes.iter().filter(|hex| pocket(*hex)).collect()
    }

    fn held_planes<'a>(&'a self, state: &'a State) -> impl Iterator<Item = PlaneId> + 'a {
        self.planes().filter(|plane| self.plane_at(state, *plane) == Plane::Held)
    }

    /// 10.4.3.a: each Ju 52 drawn goes face down on a stack of the pocket, as long as there are stacks.
    pub(crate) fn check_landing(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Land { plane, at } => {
                let held = self.plane_at(state, plane) == Plane::Held;
                if !c.gate(Case("10.4.3.a"), must(held, no!("this Ju 52 has not been drawn, or has landed")))? {
                    return Ok(());
                }
                let free = !state.ju52.contains(&Plane::Hex(at));
                c.ask(Case("10.4.3.a"), must(free, no!("a Ju 52 has landed in {at} already", at)))?;
                let pocket = !self.pocket_stack(state, at).is_empty();
                c.ask(Case("10.4.3.a"), must(pocket, no!("{at} holds no OOS-FS unit", at)))
            }
            Action::Done => {
                let owed = self.held_planes(state).next().is_some() && !self.landing_hexes(state).is_empty();
                c.ask(Case("10.4.3.a"), must(!owed, no!("the Ju 52 drawn must be placed on stacks of the pocket")))
            }
            _ => not_now(c, Case("10.4.3.a")),
        }
    }

    /// Every Ju 52 held with every free stack.
    pub(crate) fn offer_landing(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let mut held = self.held_planes(state).peekable();
        if held.peek().is_none() {
            return Flow::Continue(());
        }
        let hexes = self.landing_hexes(state);
        held.try_for_each(|plane| hexes.iter().try_for_each(|at| visit(Action::Land { plane, at })))
    }

    /// A Ju 52 lands. The end of the step ends the Stalingrad Supply phase.
    pub(crate) fn do_landing(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Land { plane, at } => {
                state.ju52[usize::from(plane.0)] = Plane::Hex(at);
                log.add(|| {
                    let at_name = self.map(state).board.name(at).to_owned();
                    let what = What::Marker { marker: "ju52".into(), at: at_name, placed: true };
                    Event::new(Case("10.4.3.a"), what, format!("A Ju 52 lands in {}", self.hex_name(state, at)))
                });
            }
            _ => self.end_step(state, dice, log),
        }
    }
}
