//! 7 Movement and 9.2 exploitation movement: the steps of the sequence, and what a move does. Who may move is in `movers.rs`, where to
//! in `march.rs`.

use crate::Roads;
use crate::action::Action;
use crate::data::{Background, SupportClass, SupportId, UnitId};
use crate::decision::{Decision, Flow, Then, Visit, not_now, phasing};
use crate::describe::halves;
use crate::describe::moves::mode_word;
use crate::march::Outlook;
use crate::refusal::{Consult, Verdict};
use crate::state::{Frame, March, Mode, Spot, State, Step, Supply, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must};
use kessel_kit::no;

/// 10.2.4: a hex with so many units may let one of them go.
const GUARDS: usize = 3;

/// 7: units are taken up and moved.
pub(crate) const MOVEMENT: Decision = Decision {
    case: Case("7.1.1.a"),
    asks: phasing,
    check: Roads::check_movement,
    offers: Roads::offer_movement,
    apply: Roads::do_movement,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Take up a unit to move.".into(),
};

/// 9.2: units with Exploitation markers move.
pub(crate) const EXPLOIT_MOVEMENT: Decision = Decision {
    case: Case("9.2.1"),
    asks: phasing,
    check: Roads::check_exploit_movement,
    offers: Roads::offer_exploit_movement,
    apply: Roads::do_exploit_movement,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Move units with Exploitation markers.".into(),
};

/// 7.1: a unit moves, hex by hex.
pub(crate) const MARCH: Decision = Decision {
    case: Case("7.1.4"),
    asks: |game, state| match state.frames.top() {
        Frame::March(march) => game.info(march.unit).side.into(),
        _ => phasing(game, state),
    },
    check: Roads::check_march,
    offers: Roads::offer_march,
    apply: Roads::do_march,
    settle: Roads::settle_march,
    prompt: |game, seen, _| game.march_question(seen),
};

impl Roads {
    /// A unit that sets out.
    pub(crate) fn march_of(&self, state: &State, unit: UnitId, start: SpaceId, mode: Mode) -> March {
        let (left, hexes) = self.allowance(state, unit, mode);
        March { unit, mode, start, left, hexes, entered: 0 }
    }

    /// Takes up a unit that is on the map.
    pub(crate) fn begin_march(&self, state: &mut State, unit: UnitId, mode: Mode) {
        if let Some(at) = state.field.at(unit) {
            let march = self.march_of(state, unit, at, mode);
            state.frames.push(Frame::March(march));
        }
    }

    /// The Movement phase begins: the guards of the pocket are told off (10.2.4, R57, R58).
    pub(crate) fn enter_movement(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        state.moved.clear();
        state.strategic_paid = false;
        state.fortress.movers = 0;
        self.clear_guards(state);
        // 10.2.4.c.
        let lapsed = state.fortress.guard_attacked && !self.sealed(state);
        if state.phasing == Side::Axis || lapsed {
            return;
        }
        let pocket = *state.field.occupied(Side::Axis);
        let starving = |hex| state.field.stack(hex).any(|unit| state.field.get(unit).supply == Supply::Fortress);
        let (mut guards, mut guarded) = (state.fortress.guards, state.fortress.guarded);
        for hex in pocket.iter().filter(|hex| starving(*hex)) {
            for near in self.map(state).board.neighbors(hex) {
                if !state.field.occupied(Side::Soviet).contains(near.space) {
                    continue;
                }
                if state.field.stack(near.space).count() < GUARDS {
                    state.field.stack(near.space).for_each(|unit| {
                        guards.insert(unit);
                    });
                } else {
                    guarded.insert(near.space);
                }
            }
        }
        state.fortress.guards = guards;
        state.fortress.guarded = guarded;
    }

    /// 10.2.4.d: guards are bound in this phase only.
    pub(crate) fn clear_guards(&self, state: &mut State) {
        state.fortress.guards.clear();
        state.fortress.guarded.clear();
    }

    pub(crate) fn check_movement(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Done => c.ask(Case("7.1.1.a"), Ok(())),
            Action::Strategic { marker } => self.check_strategic(state, side, marker, c),
            // 7.1.2.b: one so, the next otherwise, as one likes.
            Action::Move { unit, mode: mode @ (Mode::Normal | Mode::Strategic | Mode::Rail) } => {
                self.check_move(state, side, unit, mode, c)
            }
            Action::Play { .. } => self.check_play(state, side, action, c),
            _ => not_now(c, Case("7.1.1.a")),
        }
    }

    /// 7.2.2, 4.5.3: a support frees strategic movement from the roads.
    fn check_strategic(&self, state: &State, side: Side, marker: SupportId, c: &mut Consult) -> Verdict {
        let kind = self.support(marker);
        if !c.gate(Case("7.2.2.e"), self.own_marker(side, marker))? {
            return Ok(());
        }
        let there = state.spot(marker) == Spot::Box(strategic_box(side));
        let why = match side {
            Side::Soviet => no!("{marker} is not in the STAVKA box, which alone pays for this", marker),
            Side::Axis => no!("{marker} is not in the Axis box of available supports", marker),
        };
        c.ask(Case("7.2.2.e"), must(there, why))?;
        c.ask(Case("1.5.2.b"), must(kind.generic, no!("{marker} cannot be spent", marker)))?;
        let banned = side == Side::Soviet && state.banned[0];
        c.ask(Case("10.2.6.d"), must(!banned, no!("no supports may be used in this turn")))?;
        self.firm_roads(state, c)?;
        c.ask(
            Case("7.2.2.f"),
            must(!state.strategic_paid, no!("strategic movement off the roads has been paid for already")),
        )?;
        let first = state.moved.is_empty();
        c.ask(Case("4.5.3"), must(first, no!("it is paid for before the first unit moves")))
    }

    pub(crate) fn offer_movement(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if !state.strategic_paid && state.moved.is_empty() {
            for marker in self.box_of(state, strategic_box(side)).iter() {
                if self.check_strategic(state, side, marker, &mut Consult::strict()).is_ok() {
                    visit(Action::Strategic { marker })?;
                }
            }
        }
        if side == Side::Axis {
            self.offer_play(state, side, visit)?;
        }
        let rail = side == Side::Axis && state.rail > 0;
        let modes: &[Mode] =
            if rail { &[Mode::Normal, Mode::Strategic, Mode::Rail] } else { &[Mode::Normal, Mode::Strategic] };
        self.offer_movers(state, side, modes, visit)
    }

    fn offer_movers(&self, state: &State, side: Side, modes: &[Mode], visit: &mut Visit<'_>) -> Flow {
        let common = Outlook::of_many();
        for hex in state.field.occupied(side).iter() {
            for unit in state.field.stack(hex).filter(|unit| !state.moved.contains(*unit)) {
                // An HQ next to the enemy may hold open the very line that it needs: others see the lines as they are.
                let alone = self.info(unit).is_hq() && self.near_enemy(state, side, hex);
                let own = alone.then(Outlook::default);
                let view = own.as_ref().unwrap_or(&common);
                let Ok(Some(at)) = self.unit_rules(state, side, unit, modes[0], &mut Consult::strict()) else {
                    continue;
                };
                for &mode in modes {
                    if self.mode_rules(state, (unit, at), mode, view, &mut Consult::strict()).is_ok() {
                        visit(Action::Move { unit, mode })?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_movement(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Strategic { marker } => {
                self.spend(state, marker, Case("7.2.2.f"), log);
                state.strategic_paid = true;
            }
            Action::Move { unit, mode } => self.begin_march(state, unit, mode),
            Action::Play { .. } => self.do_play(state, side, action, dice, log),
            _ => self.end_step(state, dice, log),
        }
    }

    /// Exploitation begins: nobody has moved in it yet.
    pub(crate) fn enter_exploit_movement(&self, state: &mut State, _: &mut Dice, _: &mut Log) {
        state.moved.clear();
    }

    pub(crate) fn check_exploit_movement(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Done => c.ask(Case("9.1.2"), Ok(())),
            Action::Move { unit, mode: Mode::Exploitation } => {
                self.check_move(state, side, unit, Mode::Exploitation, c)
            }
            Action::Move { .. } => {
                let why = no!("there is only exploitation movement in this phase");
                c.ask(Case("9.2.4.b"), Err(why))
            }
            _ => not_now(c, Case("9.1.1")),
        }
    }

    pub(crate) fn offer_exploit_movement(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        self.offer_movers(state, side, &[Mode::Exploitation], visit)
    }

    pub(crate) fn do_exploit_movement(
        &self,
        state: &mut State,
        _: Side,
        action: Action,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        match action {
            Action::Move { unit, mode } => self.begin_march(state, unit, mode),
            _ => self.end_step(state, dice, log),
        }
    }

    /// A unit on the move: the next hex, or a halt.
    pub(crate) fn check_march(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = Case("7.1.2.a");
        let Frame::March(march) = *state.frames.top() else { return not_now(c, case) };
        let Some(at) = state.field.at(march.unit) else {
            return c.ask(case, Err(no!("{unit} is not on the map", unit = march.unit)));
        };
        let view = Outlook::default();
        match action {
            Action::Step { to } => self.step_rules(state, &view, march, at, to, c),
            Action::Halt => {
                c.ask(
                    case,
                    must(
                        march.entered > 0,
                        no!("{unit} has not moved yet: let it enter a hex first", unit = march.unit),
                    ),
                )?;
                match self.may_end(state, &view, march, at) {
                    Ok(()) => Ok(()),
                    Err(no) => c.ask(no.case, Err(no.why)),
                }
            }
            _ => c.ask(Case("7.1.3"), Err(no!("{unit} must end its move first: step on or halt", unit = march.unit))),
        }
    }

    pub(crate) fn offer_march(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        let Frame::March(march) = *state.frames.top() else { return Flow::Continue(()) };
        let Some(at) = state.field.at(march.unit) else { return Flow::Continue(()) };
        let view = Outlook::default();
        let carefree = self.is_carefree(state, &view, march, at);
        for n in self.ways(state, march, at) {
            if carefree && self.is_plain(state, &view, march, n) || self.may_step(state, &view, march, at, n) {
                visit(Action::Step { to: n.space })?;
            }
        }
        if march.entered > 0 && self.may_end(state, &view, march, at).is_ok() {
            visit(Action::Halt)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_march(&self, state: &mut State, _: Side, action: Action, _: &mut Dice, log: &mut Log) {
        let Frame::March(march) = *state.frames.top() else { return };
        match action {
            Action::Step { to } => self.step_into(state, march, to, log),
            _ => self.end_march(state, march, log),
        }
    }

    /// A move that cannot go on is over.
    pub(crate) fn settle_march(&self, state: &mut State, _: &mut Dice, log: &mut Log) -> Then {
        let Frame::March(march) = *state.frames.top() else { return Then::Ask };
        let going = state.field.at(march.unit).is_some_and(|at| self.any_step(state, &Outlook::default(), march, at));
        if going {
            return Then::Ask;
        }
        self.end_march(state, march, log);
        Then::Again
    }

    fn step_into(&self, state: &mut State, march: March, to: SpaceId, log: &mut Log) {
        let Some(from) = state.field.at(march.unit) else { return };
        // 7.4: the price is that of the position in which the step was allowed, with the unit's own bridge.
        let mut after = self.marched(state, march, from, to);
        if march.entered == 0 {
            self.set_out(state, march, from, log);
        }
        let supply = state.field.get(march.unit).supply;
        let before = self.allowance(state, march.unit, march.mode);
        // Taking a hex may ask questions of its own, above this frame.
        let place = state.frames.depth();
        *state.frames.top_mut() = Frame::March(after);
        let case = match march.mode {
            Mode::Normal => Case("7.1.2.a"),
            Mode::Strategic => Case("7.2.1"),
            Mode::Rail => Case("7.3.4"),
            Mode::Exploitation => Case("9.2.2"),
            Mode::React => Case("CRT.R.b"),
        };
        self.enter_hex(state, march.unit, to, case, log);
        // 10.2.3.i: in the pocket it has only what a unit of the pocket has.
        if state.field.get(march.unit).supply != supply {
            let now = self.allowance(state, march.unit, march.mode);
            after.left = now.0.saturating_sub(before.0.saturating_sub(after.left));
            after.hexes = now.1.map(|hexes| hexes.saturating_sub(after.entered));
            if let Some(frame) = state.frames.iter_mut().nth(place - 1) {
                *frame = Frame::March(after);
            }
        }
    }

    /// The first hex of a move.
    fn set_out(&self, state: &mut State, march: March, from: SpaceId, log: &mut Log) {
        if march.mode == Mode::React {
            return;
        }
        state.moved.insert(march.unit);
        if march.mode == Mode::Rail {
            let before = state.rail;
            state.rail = before.saturating_sub(1);
            log.add(|| {
                let text =
                    format!("{} takes the railroad: {} rail points are left", self.info(march.unit).name, state.rail);
                self.track_event(Case("7.3.2"), "rail", before.into(), state.rail.into(), text)
            });
        }
        if state.step() != Step::Movement {
            return;
        }
        // 10.2.4.b: one of three may go.
        if state.fortress.guarded.contains(from) {
            for other in self.stack_of(state, from).iter().filter(|other| *other != march.unit) {
                state.fortress.guards.insert(other);
            }
        }
        let pocket = state.field.get(march.unit).supply == Supply::Fortress;
        if pocket && !self.moves_fully(state, march.unit) {
            state.fortress.movers = state.fortress.movers.saturating_add(1);
        }
    }

    /// PA.SUP.bridging: a Bridging Unit stays where it bridges; when its unit goes, it goes back to the pool.
    pub(crate) fn leave_bridge(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        if !state.markers.contains(&Spot::Unit(unit)) {
            return;
        }
        for marker in self.attached(state, unit).iter() {
            if self.support(marker).class != SupportClass::Bridging {
                continue;
            }
            self.to_pool(state, marker);
            log.add(|| {
                let at = state.field.at(unit).map_or(String::new(), |at| self.map(state).board.name(at).to_owned());
                let what = What::Marker { marker: self.support(marker).id.clone(), at, placed: false };
                Event::new(Case("PA.SUP.bridging"), what, format!("{} leaves its bridge", self.info(unit).name))
            });
        }
    }

    /// A move is over.
    fn end_march(&self, state: &mut State, march: March, log: &mut Log) {
        // 7.1.5: what is left of its points lapses.
        state.frames.pop();
        let unit = march.unit;
        let Some(at) = state.field.at(unit) else { return };
        if march.entered == 0 {
            return;
        }
        let info = self.info(unit);
        // 9.2.3: units without a shaded attack factor have exploited by moving.
        if march.mode == Mode::Exploitation && info.background == Background::Plain {
            state.field.get_mut(unit).exploiting = false;
            log.add(|| {
                let what = What::Flip { counter: info.id.clone(), to: "no-exploitation".into() };
                Event::new(Case("9.2.3.a"), what, format!("{} has ended its exploitation", info.name))
            });
        }
        if !info.is_hq() {
            return;
        }
        match info.side {
            // 12.1, R133: one marker a move, however long.
            Side::Soviet => {
                if self.uses(state, "12") {
                    self.add_shortage(state, Case("12.1.a"), log);
                }
            }
            Side::Axis => {
                if state.step() == Step::Movement {
                    self.hq_moved(state, unit, march.start, at, log);
                }
            }
        }
    }

    /// 7: where the unit is, and what it has left.
    fn march_question(&self, seen: &State) -> Prompt {
        let Frame::March(march) = *seen.frames.top() else { return Prompt::default() };
        let case = match march.mode {
            Mode::Normal => "7.1.4",
            Mode::Strategic => "7.2.1",
            Mode::Rail => "7.3.4",
            Mode::Exploitation => "9.2.2",
            Mode::React => "CRT.R.b",
        };
        let left = match (march.mode, march.hexes) {
            (Mode::Rail, _) => "any distance".to_owned(),
            (_, Some(hexes)) => format!("hexes left: {hexes}"),
            (_, None) => format!("points left: {}", halves(march.left)),
        };
        let (name, at) = (&self.info(march.unit).name, self.whereabouts(seen, march.unit));
        let next = if march.entered == 0 { "Choose where it goes." } else { "Go on, or stop here." };
        Prompt::new(Case(case), format!("{name} is in {at}, {}; {left}. {next}", mode_word(march.mode)))
    }
}

/// 7.2.2: the box whose supports pay for strategic movement.
const fn strategic_box(side: Side) -> SupportBox {
    match side {
        Side::Soviet => SupportBox::Stavka,
        Side::Axis => SupportBox::Axis,
    }
}
