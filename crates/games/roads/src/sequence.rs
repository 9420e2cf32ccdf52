//! 2 The sequence of play.
//!
//! [`Roads::settle`] goes on by itself until somebody must decide: see `kessel_table::Frames`.

use crate::Roads;
use crate::action::Action;
use crate::phase::phase_word;
use crate::state::{Frame, State, Step};
use kessel_table::{Case, Dice, Event, Game, Log, Side, What};
use std::ops::ControlFlow;

/// The phases of the book, each of one or more steps. What an opponent may know of the step is its phase.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Phase {
    Setup,
    Weather,
    Supply,
    StalingradSupply,
    Offensives,
    Support,
    Mars,
    Stavka,
    Movement,
    Combat,
    Exploitation,
    Reinforcement,
    Over,
}

impl Phase {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Setup => "Set-up",
            Phase::Weather => "Weather",
            Phase::Supply => "Supply",
            Phase::StalingradSupply => "Stalingrad supply",
            Phase::Offensives => "Offensives",
            Phase::Support => "Support",
            Phase::Mars => "Operation Mars",
            Phase::Stavka => "STAVKA",
            Phase::Movement => "Movement",
            Phase::Combat => "Combat",
            Phase::Exploitation => "Exploitation",
            Phase::Reinforcement => "Reinforcements and replacements",
            Phase::Over => "The game is over",
        }
    }
}

/// The Soviet player turn (2.c).
const SOVIET: [Step; 23] = [
    Step::Dismantle,
    Step::Pontoons,
    Step::Maskirovka,
    Step::Lift,
    Step::Launch,
    Step::Spend,
    Step::PlaceMinor,
    Step::Transfer,
    Step::Strike,
    Step::Deploy,
    Step::Shortages,
    Step::Mars,
    Step::Release,
    Step::Enter,
    Step::Movement,
    Step::Combat,
    Step::ExploitMovement,
    Step::ExploitCombat,
    Step::Arrivals,
    Step::Upgrades,
    Step::Withdrawals,
    Step::Replacements,
    Step::Return,
];

/// The Axis player turn (2.d).
const AXIS: [Step; 20] = [
    Step::Backhand,
    Step::Dismantle,
    Step::Pontoons,
    Step::Declare,
    Step::AirBridge,
    Step::Landing,
    Step::Wintergewitter,
    Step::Transfer,
    Step::Strike,
    Step::Deploy,
    Step::Movement,
    Step::Combat,
    Step::ExploitMovement,
    Step::ExploitCombat,
    Step::Arrivals,
    Step::Upgrades,
    Step::Withdrawals,
    Step::FreeDivision,
    Step::Replacements,
    Step::Return,
];

impl Step {
    /// The phase that it belongs to.
    pub const fn phase(self) -> Phase {
        match self {
            Step::ChooseEffects | Step::Opening(_) => Phase::Setup,
            Step::Weather => Phase::Weather,
            Step::Backhand | Step::Dismantle | Step::Pontoons => Phase::Supply,
            Step::Declare | Step::AirBridge | Step::Landing => Phase::StalingradSupply,
            Step::Maskirovka | Step::Lift | Step::Launch | Step::Spend | Step::PlaceMinor => Phase::Offensives,
            Step::Wintergewitter | Step::Transfer | Step::Strike | Step::Deploy | Step::Shortages => Phase::Support,
            Step::Mars => Phase::Mars,
            Step::Release | Step::Enter => Phase::Stavka,
            Step::Movement => Phase::Movement,
            Step::Combat => Phase::Combat,
            Step::ExploitMovement | Step::ExploitCombat => Phase::Exploitation,
            Step::Arrivals
            | Step::Upgrades
            | Step::Withdrawals
            | Step::FreeDivision
            | Step::Replacements
            | Step::Return => Phase::Reinforcement,
            Step::Over => Phase::Over,
        }
    }

    /// The id in files: with the side before it for the steps of player turns (`soviet-movement`).
    pub const fn word(self) -> &'static str {
        match self {
            Step::ChooseEffects => "choose-effects",
            Step::Opening(_) => "opening",
            Step::Weather => "weather",
            Step::Backhand => "backhand",
            Step::Dismantle => "dismantle",
            Step::Pontoons => "pontoons",
            Step::Declare => "declare",
            Step::AirBridge => "air-bridge",
            Step::Landing => "landing",
            Step::Maskirovka => "maskirovka",
            Step::Lift => "lift",
            Step::Launch => "launch",
            Step::Spend => "spend",
            Step::PlaceMinor => "place-minor",
            Step::Wintergewitter => "wintergewitter",
            Step::Transfer => "transfer",
            Step::Strike => "strike",
            Step::Deploy => "deploy",
            Step::Shortages => "shortages",
            Step::Mars => "mars",
            Step::Release => "release",
            Step::Enter => "enter",
            Step::Movement => "movement",
            Step::Combat => "combat",
            Step::ExploitMovement => "exploit-movement",
            Step::ExploitCombat => "exploit-combat",
            Step::Arrivals => "arrivals",
            Step::Upgrades => "upgrades",
            Step::Withdrawals => "withdrawals",
            Step::FreeDivision => "free-division",
            Step::Replacements => "replacements",
            Step::Return => "return",
            Step::Over => "over",
        }
    }

    /// All steps of a player turn.
    pub(crate) const fn of_turn(side: Side) -> &'static [Step] {
        match side {
            Side::Soviet => &SOVIET,
            Side::Axis => &AXIS,
        }
    }
}

impl Roads {
    /// Goes on until somebody must decide, or the game is over.
    pub(crate) fn settle(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        while state.ended.is_none() && self.settle_once(state, dice, log) {}
        if state.ended.is_some() && *state.frames.top() != Frame::Step(Step::Over) {
            state.frames = kessel_table::Frames::new(Frame::Step(Step::Over));
            state.fight = None;
            state.closing = false;
        }
    }

    /// Lets the top frame do what it does by itself; false when it asks.
    fn settle_once(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        // 15.3: a crisis interrupts whatever brought it about.
        if state.okh.due && self.settle_crisis(state, dice, log) {
            return true;
        }
        match *state.frames.top() {
            Frame::Step(step) => self.settle_step(state, step, dice, log),
            Frame::Shifting { .. } => self.settle_shifting(state, dice, log),
            Frame::Pay { .. } => self.settle_pay(state, dice, log),
            Frame::Choose { .. } => self.settle_choose(state, dice, log),
            Frame::ReturnReal { .. } => self.settle_return_real(state, dice, log),
            Frame::MarkOos { .. } => self.settle_mark_oos(state, dice, log),
            Frame::Surprise(_) => self.settle_surprise(state, dice, log),
            Frame::March(_) => self.settle_march(state, dice, log),
            Frame::Muster => false,
            Frame::Fight => self.settle_fight(state, dice, log),
            Frame::Losses(_) => self.settle_losses(state),
            Frame::Kampfgruppe { .. } => self.settle_kampfgruppe(state),
            Frame::Retreat(_) => self.settle_retreat(state, log),
            Frame::React { .. } => self.settle_react(state),
            Frame::Advance { .. } => self.settle_advance(state),
            Frame::Exploit { .. } => self.settle_exploit(state),
            Frame::Superiority { .. } => self.settle_superiority(state, dice, log),
            Frame::Overstack { .. } => self.settle_overstack(state),
            Frame::Capitulate { .. } => self.settle_capitulate(state, dice, log),
            Frame::Evacuate => self.settle_evacuate(state, dice, log),
            Frame::Sortie { .. } => self.settle_sortie(state, dice, log),
            Frame::Airlift { .. } => self.settle_airlift(state, dice, log),
            Frame::MarkerMoves { .. } => self.settle_marker_moves(state, dice, log),
        }
    }

    /// A step in which there is nothing to decide passes by itself.
    fn settle_step(&self, state: &mut State, step: Step, dice: &mut Dice, log: &mut Log) -> bool {
        if state.closing {
            // 1.11.2.a: at the end of the phase, not of each of its steps.
            if self.ends_phase(state, step) && self.push_overstack(state) {
                return true;
            }
            state.closing = false;
            self.next_step(state, step, dice, log);
            return true;
        }
        if step == Step::Over {
            return false;
        }
        if state.frames.is_held() {
            return false;
        }
        let side = self.step_side(state, step);
        let choice = self.step_offers(state, step, side, &mut |_| ControlFlow::Break(())).is_break();
        if choice || !self.allows(state, side, Action::Done) {
            return false;
        }
        self.end_step(state, step, side, dice, log);
        true
    }

    /// The player, or nobody's wish for more, ends a step.
    pub(crate) fn end_step(&self, state: &mut State, step: Step, side: Side, dice: &mut Dice, log: &mut Log) {
        state.frames.release();
        self.do_step(state, step, side, Action::Done, dice, log);
        // What the end of a step brought about (a roll, a frame) may have opened the step anew.
        if state.frames.top().step() == Some(step) {
            self.close_step(state, step, log);
        } else if state.frames.depth() > 1 {
            state.closing = true;
        }
    }

    fn close_step(&self, state: &mut State, step: Step, log: &mut Log) {
        // 1.10.1.b: at the end of every phase.
        if self.ends_phase(state, step) && step.phase() != Phase::Setup {
            self.settle_control(state, log);
        }
        state.closing = true;
    }

    /// Is it the last step of its phase?
    fn ends_phase(&self, state: &State, step: Step) -> bool {
        self.following(state, step).map(Step::phase) != Some(step.phase())
    }

    /// The step after this one in the player turn; none at its end.
    fn following(&self, state: &State, step: Step) -> Option<Step> {
        let steps = Step::of_turn(state.phasing);
        let place = steps.iter().position(|known| *known == step)?;
        steps.get(place + 1).copied()
    }

    /// Goes to the step that follows.
    fn next_step(&self, state: &mut State, step: Step, dice: &mut Dice, log: &mut Log) {
        match step {
            Step::ChooseEffects => self.go_to(state, Step::Opening(0), dice, log),
            Step::Opening(n) => {
                let more = usize::from(n) + 1 < self.scenario(state).supports.steps.len();
                self.go_to(state, if more { Step::Opening(n + 1) } else { Step::Weather }, dice, log);
            }
            Step::Weather => {
                let scenario = self.scenario(state);
                let first = state.turn == scenario.first_turn.0 && scenario.first_side == Side::Axis;
                self.begin_player_turn(state, if first { Side::Axis } else { Side::Soviet }, dice, log);
            }
            Step::Over => {}
            _ => match self.following(state, step) {
                Some(next) => self.go_to(state, next, dice, log),
                None => self.end_player_turn(state, dice, log),
            },
        }
    }

    fn begin_player_turn(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        state.phasing = side;
        state.played.clear();
        let first = Step::of_turn(side)[0];
        self.go_to(state, first, dice, log);
    }

    /// 2.b: the Soviet player turn, then the Axis one; then a new game turn.
    fn end_player_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        match state.phasing {
            Side::Soviet => {
                self.end_soviet_turn(state, dice, log);
                if state.ended.is_none() {
                    self.begin_player_turn(state, Side::Axis, dice, log);
                }
            }
            Side::Axis => {
                self.end_axis_turn(state, dice, log);
                if state.ended.is_none() {
                    self.end_game_turn(state, dice, log);
                }
                if state.ended.is_none() {
                    state.turn += 1;
                    self.new_turn(state, log);
                    state.phasing = Side::Soviet;
                    self.go_to(state, Step::Weather, dice, log);
                }
            }
        }
    }

    /// Begins a step: what happens by itself in it, then its question.
    pub(crate) fn go_to(&self, state: &mut State, step: Step, dice: &mut Dice, log: &mut Log) {
        let before = state.step().phase();
        *state.frames.top_mut() = Frame::Step(step);
        if step.phase() != before || matches!(step, Step::Backhand | Step::Weather) {
            log.add(|| {
                let side = if step.phase() == Phase::Weather { None } else { Some(state.phasing) };
                let what = What::Phase { turn: self.turn(state), side, phase: phase_word(step, state.phasing) };
                Event::new(Case(if state.phasing == Side::Soviet { "2.c" } else { "2.d" }), what, step.phase().name())
            });
        }
        if step.phase() != before {
            self.begin_phase(state, step.phase());
        }
        self.enter_step(state, step, dice, log);
    }

    /// Memory that lasts for one phase.
    fn begin_phase(&self, state: &mut State, phase: Phase) {
        match phase {
            Phase::Movement => state.moved.clear(),
            Phase::Combat | Phase::Exploitation => {
                state.attacked.clear();
                state.struck.clear();
                state.retreated.clear();
                state.moved.clear();
                state.okh.gained = false;
            }
            _ => {}
        }
    }

    /// What a step does by itself when it begins.
    fn enter_step(&self, state: &mut State, step: Step, dice: &mut Dice, log: &mut Log) {
        match step {
            Step::ChooseEffects => self.enter_choose_effects(state, dice, log),
            Step::Opening(_) => self.enter_opening(state, dice, log),
            Step::Weather => self.enter_weather(state, dice, log),
            Step::Backhand => self.enter_backhand(state, dice, log),
            Step::Dismantle => self.enter_dismantle(state, dice, log),
            Step::Pontoons => self.enter_pontoons(state, dice, log),
            Step::Declare => self.enter_declare(state, dice, log),
            Step::AirBridge => self.enter_air_bridge(state, dice, log),
            Step::Landing => self.enter_landing(state, dice, log),
            Step::Maskirovka => self.enter_maskirovka(state, dice, log),
            Step::Lift => self.enter_lift(state, dice, log),
            Step::Launch => self.enter_launch(state, dice, log),
            Step::Spend => self.enter_spend(state, dice, log),
            Step::PlaceMinor => self.enter_place_minor(state, dice, log),
            Step::Wintergewitter => self.enter_wintergewitter(state, dice, log),
            Step::Transfer => self.enter_transfer(state, dice, log),
            Step::Strike => self.enter_strike(state, dice, log),
            Step::Deploy => self.enter_deploy(state, dice, log),
            Step::Shortages => self.enter_shortages(state, dice, log),
            Step::Mars => self.enter_mars(state, dice, log),
            Step::Release => self.enter_release(state, dice, log),
            Step::Enter => self.enter_enter(state, dice, log),
            Step::Movement => self.enter_movement(state, dice, log),
            Step::Combat | Step::ExploitCombat | Step::Over => {}
            Step::ExploitMovement => self.enter_exploit_movement(state, dice, log),
            Step::Arrivals => self.enter_arrivals(state, dice, log),
            Step::Upgrades => self.enter_upgrades(state, dice, log),
            Step::Withdrawals => self.enter_withdrawals(state, dice, log),
            Step::FreeDivision => self.enter_free_division(state, dice, log),
            Step::Replacements => self.enter_replacements(state, dice, log),
            Step::Return => self.enter_return(state, dice, log),
        }
    }

    /// Who decides in a step.
    pub(crate) fn step_side(&self, state: &State, step: Step) -> Side {
        match step {
            Step::ChooseEffects => Side::Soviet,
            Step::Opening(n) => {
                self.scenario(state).supports.steps.get(usize::from(n)).map_or(state.phasing, |opening| opening.side)
            }
            _ => state.phasing,
        }
    }
}
