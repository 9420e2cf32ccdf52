//! 10.4.3 The events of the Ju 52 markers: in defence, in the Axis phases, and what they leave behind.

use crate::Roads;
use crate::action::{Action, PlaneId};
use crate::data::{Ju52Event, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, ask_while, axis, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{Fight, Frame, Plane, Spaces, State, Step, Supply, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must};
use kessel_kit::no;

/// The highest die with which Rattenkrieg voids all results (10.4.3.f).
const RATTENKRIEG: u8 = 5;

/// 10.4.3.o: stacks are named for a Sortie.
pub(crate) const SORTIE: Decision = Decision {
    case: Case("10.4.3.o"),
    asks: axis,
    check: Roads::check_sortie,
    offers: Roads::offer_sortie,
    apply: Roads::do_sortie,
    settle: Roads::settle_sortie,
    prompt: |_, seen, _| {
        let Frame::Sortie { left } = *seen.frames.top() else { return Prompt::default() };
        format!("Name the stacks that sally; left: {left}.").into()
    },
};

impl Roads {
    /// May this unit attack with its printed factor (Sortie, Last Reserves; the latter in the Combat phase only)?
    pub(crate) fn full_strength(&self, state: &State, unit: UnitId) -> bool {
        state.fortress.sallying.contains(unit)
            || (state.fortress.last_reserves.contains(unit) && state.step() == Step::Combat)
    }

    /// 10.4.3.q: in a turn with a Sortie no other OOS-FS unit moves or attacks.
    pub(crate) fn may_act(&self, state: &State, unit: UnitId) -> bool {
        !state.fortress.sortie
            || state.field.get(unit).supply != Supply::Fortress
            || state.fortress.sallying.contains(unit)
    }

    /// R92: General Hube doubles every stack of the pocket that is attacked, to the end of the Soviet turn.
    pub(crate) fn hube_holds(&self, state: &State, hex: SpaceId) -> bool {
        state.fortress.hube && !self.pocket_stack(state, hex).is_empty()
    }

    /// The hex of a Ju 52 that has landed.
    fn landed(&self, state: &State, plane: PlaneId) -> Option<SpaceId> {
        match self.plane_at(state, plane) {
            Plane::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// The case that describes the event of a marker.
    fn event_case(&self, plane: PlaneId) -> Case {
        Case(match self.plane_event(plane) {
            Ju52Event::UnitResistance => "10.4.3.d",
            Ju52Event::StackResistance => "10.4.3.e",
            Ju52Event::Rattenkrieg => "10.4.3.f",
            Ju52Event::Hube => "10.4.3.h",
            Ju52Event::Evacuation => "10.4.3.i",
            Ju52Event::LastReserves => "10.4.3.k",
            Ju52Event::Support => "10.4.3.m",
            Ju52Event::Mobility => "10.4.3.n",
            Ju52Event::Sortie1 => "10.4.3.o",
            Ju52Event::Sortie2 => "10.4.3.p",
        })
    }

    // ------------------------------------------------------------ in defence

    /// The OOS-FS defenders of a combat inside the influence (10.4.3.b).
    fn pocket_defenders(&self, state: &State, fight: &Fight) -> UnitSet {
        if fight.attacker != Side::Soviet {
            return UnitSet::EMPTY;
        }
        self.pocket_stack(state, fight.hex) & fight.defenders
    }

    /// Stage::Ju52 of a combat: resistance, Rattenkrieg, Hube, Support.
    pub(crate) fn check_ju52(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let Some(fight) = &state.fight else { return not_now(c, Case("10.4.3.b")) };
        let (plane, unit) = match action {
            Action::Play { plane } => (plane, None),
            Action::Resist { plane, unit } => (plane, Some(unit)),
            Action::Done => return Ok(()),
            _ => return not_now(c, Case("10.4.3.b")),
        };
        let landed = self.landed(state, plane);
        if !c.gate(Case("10.4.3.a"), must(landed.is_some(), no!("this Ju 52 is not on the map")))? {
            return Ok(());
        }
        let (event, case) = (self.plane_event(plane), self.event_case(plane));
        let serves = matches!(
            (event, unit),
            (Ju52Event::UnitResistance, Some(_))
                | (Ju52Event::StackResistance | Ju52Event::Rattenkrieg | Ju52Event::Hube | Ju52Event::Support, None)
        );
        c.ask(
            case,
            must(
                serves,
                no!(
                    "this event is not played like that in defence: a unit is named for Increased Unit Resistance only"
                ),
            ),
        )?;
        let there = landed == Some(fight.hex) || event == Ju52Event::Hube;
        c.ask(case, must(there, no!("this Ju 52 does not lie in {hex}", hex = fight.hex)))?;
        let pocket = self.pocket_defenders(state, fight);
        let why = no!("no OOS-FS unit inside the influence defends {hex}", hex = fight.hex);
        c.ask(Case("10.4.3.b"), must(!pocket.is_empty(), why))?;
        match event {
            Ju52Event::UnitResistance | Ju52Event::StackResistance | Ju52Event::Hube => {
                // R92: never more than doubled.
                let doubled = fight.stack_resists
                    || self.hube_holds(state, fight.hex)
                    || fight.resisting.is_some_and(|unit| pocket.len() == 1 && pocket.contains(unit));
                c.ask(case, must(!doubled, no!("the defence is doubled already")))?;
                let Some(unit) = unit else { return Ok(()) };
                c.ask(case, must(pocket.contains(unit), no!("{unit} is no OOS-FS defender here", unit)))
            }
            Ju52Event::Support => self.check_freight(state, fight.hex, c),
            _ => Ok(()),
        }
    }

    /// What may be played in this combat.
    pub(crate) fn offer_ju52(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some(fight) = &state.fight else { return Flow::Continue(()) };
        if !state.ju52.iter().any(|plane| matches!(plane, Plane::Hex(_))) {
            return Flow::Continue(());
        }
        let mut offer = |action: Action| match self.check_ju52(state, side, action, &mut Consult::strict()) {
            Ok(()) => visit(action),
            Err(_) => Flow::Continue(()),
        };
        for plane in self.planes().filter(|plane| self.landed(state, *plane).is_some()) {
            if self.plane_event(plane) == Ju52Event::UnitResistance {
                fight.defenders.iter().try_for_each(|unit| offer(Action::Resist { plane, unit }))?;
            } else {
                offer(Action::Play { plane })?;
            }
        }
        Flow::Continue(())
    }

    /// Plays it. What Rattenkrieg leads to is in `combat.rs`.
    pub(crate) fn do_ju52(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let (Action::Play { plane } | Action::Resist { plane, .. }) = action else { return };
        let event = self.plane_event(plane);
        self.use_plane(state, plane, log);
        let Some(fight) = &mut state.fight else { return };
        match (event, action) {
            (Ju52Event::UnitResistance, Action::Resist { unit, .. }) => fight.resisting = Some(unit),
            (Ju52Event::StackResistance, _) => fight.stack_resists = true,
            (Ju52Event::Hube, _) => {
                fight.stack_resists = true;
                state.fortress.hube = true;
            }
            (Ju52Event::Rattenkrieg, _) => {
                let value = dice.d6(Case("10.4.3.f"));
                fight.nullified = value <= RATTENKRIEG;
                let text = if fight.nullified { "all results are void" } else { "in vain" };
                log.add(|| {
                    let what = What::Roll { side: Side::Axis, die: 6, value };
                    Event::new(Case("10.4.3.f"), what, format!("Rattenkrieg: the die shows {value}, {text}"))
                });
            }
            (Ju52Event::Support, _) => {
                let hex = fight.hex;
                state.frames.push(Frame::Airlift { hex });
            }
            _ => {}
        }
    }

    // ------------------------------------------------------------ in the Axis turn

    /// Mobility and Sortie in the Movement phase, Last Reserves in the Combat phase, Support in the Support phase.
    pub(crate) fn check_play(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        let Action::Play { plane } = action else { return not_now(c, Case("10.4.3.b")) };
        let own = side == Side::Axis && state.phasing == Side::Axis;
        if !c.gate(Case("10.4.3.a"), must(own, no!("Ju 52 belong to the Axis")))? {
            return Ok(());
        }
        let landed = self.landed(state, plane);
        if !c.gate(Case("10.4.3.a"), must(landed.is_some(), no!("this Ju 52 is not on the map")))? {
            return Ok(());
        }
        let Some(hex) = landed else { return Ok(()) };
        let (event, case) = (self.plane_event(plane), self.event_case(plane));
        let phase = match event {
            Ju52Event::Mobility | Ju52Event::Sortie1 | Ju52Event::Sortie2 => Step::Movement,
            Ju52Event::LastReserves => Step::Combat,
            Ju52Event::Support => Step::Deploy,
            _ => Step::Over,
        };
        let why = match phase {
            Step::Movement => no!("this event is not played in this phase, but in the Axis Movement phase"),
            Step::Combat => {
                no!("this event is not played in this phase, but when an attack is declared in the Combat phase")
            }
            Step::Deploy => {
                no!("this event is not played in this phase, but in the Support phase or when its hex is attacked")
            }
            _ => no!("this event is not played in this phase, but when the pocket is attacked"),
        };
        c.ask(case, must(state.step() == phase, why))?;
        let stack = self.pocket_stack(state, hex);
        let why = no!("{hex} holds no OOS-FS unit inside the influence", hex);
        match event {
            Ju52Event::Mobility => {
                let ready = stack - state.moved;
                c.ask(case, must(!ready.is_empty(), why))
            }
            Ju52Event::Sortie1 | Ju52Event::Sortie2 => {
                c.ask(Case("10.4.3.r"), must(!state.fortress.sortie, no!("a Sortie has been played in this turn")))?;
                let moved = state.moved.iter().find(|unit| state.field.get(*unit).supply == Supply::Fortress);
                let why = moved.map_or(Ok(()), |unit| Err(no!("{unit} of the pocket has moved already", unit)));
                c.ask(Case("10.4.3.q"), why)?;
                let some = !self.sortie_hexes(state).is_empty();
                c.ask(Case("10.4.3.b"), must(some, no!("there is no stack in the pocket")))
            }
            Ju52Event::LastReserves => {
                c.ask(Case("10.4.3.l"), must(!state.fortress.sortie, no!("a Sortie has been played in this turn")))?;
                c.ask(case, must(!stack.is_subset(&state.attacked), why))
            }
            Ju52Event::Support => {
                c.ask(Case("10.4.3.b"), must(!stack.is_empty(), why))?;
                self.check_freight(state, hex, c)
            }
            _ => Ok(()),
        }
    }

    /// What may be played in this phase.
    pub(crate) fn offer_play(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if side != Side::Axis || !state.ju52.iter().any(|plane| matches!(plane, Plane::Hex(_))) {
            return Flow::Continue(());
        }
        for plane in self.planes().filter(|plane| self.landed(state, *plane).is_some()) {
            let action = Action::Play { plane };
            if self.check_play(state, side, action, &mut Consult::strict()).is_ok() {
                visit(action)?;
            }
        }
        Flow::Continue(())
    }

    /// Plays it.
    pub(crate) fn do_play(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Action::Play { plane } = action else { return };
        let Some(hex) = self.landed(state, plane) else { return };
        let event = self.plane_event(plane);
        let stack = self.pocket_stack(state, hex);
        self.use_plane(state, plane, log);
        let fortress = &mut state.fortress;
        match event {
            // Those that began the phase here: who has moved in has moved.
            Ju52Event::Mobility => fortress.mobile |= stack - state.moved,
            Ju52Event::LastReserves => {
                fortress.last_reserves |= stack;
                fortress.extra = fortress.extra.saturating_add(1);
            }
            Ju52Event::Sortie1 | Ju52Event::Sortie2 => {
                fortress.sortie = true;
                fortress.extra = fortress.extra.saturating_add(1);
                let left = if event == Ju52Event::Sortie1 { 1 } else { 2 };
                state.frames.push(Frame::Sortie { left });
            }
            Ju52Event::Support => state.frames.push(Frame::Airlift { hex }),
            _ => {}
        }
    }

    // ------------------------------------------------------------ Frame Sortie

    /// R94: stacks of the pocket that have not been named, marked by a Ju 52 or not.
    fn sortie_hexes(&self, state: &State) -> Spaces {
        let open = |hex: &SpaceId| {
            let stack = self.pocket_stack(state, *hex);
            !stack.is_empty() && (stack & state.fortress.sallying).is_empty()
        };
        (self.influence(state) & *state.field.occupied(Side::Axis)).iter().filter(open).collect()
    }

    /// 10.4.3.o, p: a stack that sallies; the second one may be left at home.
    pub(crate) fn check_sortie(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Sortie { at } => {
                let open = self.sortie_hexes(state).contains(at);
                c.ask(Case("10.4.3.b"), must(open, no!("{at} holds no OOS-FS stack that could sally", at)))
            }
            Action::Done => {
                let named = !state.fortress.sallying.is_empty();
                c.ask(Case("10.4.3.o"), must(named, no!("a stack must be named for the Sortie")))
            }
            _ => not_now(c, Case("10.4.3.o")),
        }
    }

    /// The stacks.
    pub(crate) fn offer_sortie(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        self.sortie_hexes(state).iter().try_for_each(|at| visit(Action::Sortie { at }))
    }

    /// Names a stack.
    pub(crate) fn do_sortie(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::Sortie { left } = *state.frames.top() else { return };
        match action {
            Action::Sortie { at } => {
                state.fortress.sallying |= self.pocket_stack(state, at);
                *state.frames.top_mut() = Frame::Sortie { left: left.saturating_sub(1) };
                log.add(|| Event::note(Case("10.4.3.o"), format!("The stack in {} sallies", self.hex_name(state, at))));
            }
            _ => state.frames.pop(),
        }
    }

    /// Passes when no more stacks are to be named.
    pub(crate) fn settle_sortie(&self, state: &mut State, _: &mut Dice, _: &mut Log) -> Then {
        let Frame::Sortie { left } = *state.frames.top() else { return Then::Ask };
        ask_while(left > 0 && !self.sortie_hexes(state).is_empty(), state)
    }
}
