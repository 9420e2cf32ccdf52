//! 2 The sequence of play: one table, in the book's order, with the home of every step.

use crate::Roads;
use crate::action::Action;
use crate::decision::{Decision, STEP, nothing};
use crate::phase::phase_word;
use crate::state::{Frame, State, Step};
use crate::{airbridge, combat, deployment, fortress, launch, manstein, mars, momentum, movement, offensives};
use crate::{reinforcement, replacement, setup, stavka, supply, weather, withdrawal};
use kessel_kernel::facets::Rules;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};
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

/// Whose a step can be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Either player's, in his own turn.
    Both,
    /// The Axis player's only.
    Axis,
    /// The Soviet player's only.
    Soviet,
    /// No player turn's.
    Neither,
}

impl Whose {
    fn includes(self, side: Side) -> bool {
        match self {
            Whose::Both => true,
            Whose::Axis => side == Side::Axis,
            Whose::Soviet => side == Side::Soviet,
            Whose::Neither => false,
        }
    }
}

/// A line of the table.
pub(crate) struct Line {
    /// Whose step it is.
    pub(crate) whose: Whose,
    /// The phase that it belongs to.
    pub(crate) phase: Phase,
    /// The id in files: with the side before it for the steps of player turns (`soviet-movement`).
    pub(crate) word: &'static str,
    /// Its rule.
    pub(crate) case: Case,
    /// Its name.
    pub(crate) name: &'static str,
    /// Its home.
    pub(crate) decision: &'static Decision,
}

macro_rules! sequence {
    ($($whose:ident $phase:ident $step:ident $(($number:literal))?, $word:literal, $case:literal, $name:literal, $decision:expr;)*) => {
        /// The steps in the order of the book: those of the set-up, then those of a game turn. A player turn has those that are his (2.c, 2.d).
        pub(crate) const SEQUENCE: &[Step] = &[$(Step::$step $(($number))?),*];

        impl Step {
            /// Its line in the table.
            #[inline]
            pub(crate) fn line(self) -> &'static Line {
                match self {
                    $(Step::$step { .. } => {
                        static LINE: Line = Line {
                            whose: Whose::$whose,
                            phase: Phase::$phase,
                            word: $word,
                            case: Case($case),
                            name: $name,
                            decision: &$decision,
                        };
                        &LINE
                    })*
                }
            }
        }
    };
}

#[rustfmt::skip]
sequence! {
    Neither Setup            ChooseEffects,   "choose-effects",   "S4.f",              "Set-up: German Superiority",         setup::CHOOSE_EFFECTS;
    Neither Setup            Opening(0),      "opening",          "S2.k",              "Set-up: supports",                   setup::OPENING;
    Neither Weather          Weather,         "weather",          "3.1.1",             "Weather",                            weather::WEATHER;
    Axis    Supply           Backhand,        "backhand",         "16.3.2.a",          "Backhand Blow",                      manstein::BACKHAND;
    Both    Supply           Dismantle,       "dismantle",        "4.1.4",             "Supply: pontoons taken up",          supply::DISMANTLE;
    Both    Supply           Pontoons,        "pontoons",         "4.1.3.a",           "Supply: pontoons built",             supply::PONTOONS;
    Axis    StalingradSupply Declare,         "declare",          "10.1.1.a",          "Stalingrad Supply: the fortress",    fortress::DECLARE;
    Axis    StalingradSupply AirBridge,       "air-bridge",       "10.4.2.a",          "Stalingrad Supply: the air bridge",  airbridge::AIR_BRIDGE;
    Axis    StalingradSupply Landing,         "landing",          "10.4.3.a",          "Stalingrad Supply: the Ju 52 land",  airbridge::LANDING;
    Soviet  Offensives       Maskirovka,      "maskirovka",       "PA.SUP.maskirovka", "Offensives: Maskirovka",             launch::MASKIROVKA;
    Soviet  Offensives       Lift,            "lift",             "11.2.1",            "Offensives: markers taken up",       offensives::LIFT;
    Soviet  Offensives       Launch,          "launch",           "11.4.2.a",          "Offensives: Major Offensive",        offensives::LAUNCH;
    Soviet  Offensives       Spend,           "spend",            "11.4.2.h",          "Offensives: supports of the launch", launch::SPEND;
    Soviet  Offensives       PlaceMinor,      "place-minor",      "11.1.2.e",          "Offensives: Minor markers",          offensives::PLACE_MINOR;
    Axis    Support          Wintergewitter,  "wintergewitter",   "16.3.1.a",          "Support: Wintergewitter",            manstein::WINTERGEWITTER;
    Both    Support          Transfer,        "transfer",         "5.5.6.d",           "Support: a transfer",                deployment::TRANSFER;
    Both    Support          Strike,          "strike",           "5.5.7.b",           "Support: first deployments",         deployment::STRIKE;
    Both    Support          Deploy,          "deploy",           "5.5.7.c",           "Support: deployment",                deployment::DEPLOY;
    Soviet  Support          Shortages,       "shortages",        "12.2.c",            "Support: Supply Shortages",          momentum::SHORTAGES;
    Soviet  Mars             Mars,            "mars",             "6.1.1.a",           "Operation Mars",                     mars::MARS;
    Soviet  Stavka           Release,         "release",          "13.1.1.a",          "STAVKA: release",                    stavka::RELEASE;
    Soviet  Stavka           Enter,           "enter",            "13.1.3.a",          "STAVKA: into the reserve",           stavka::ENTER;
    Both    Movement         Movement,        "movement",         "7.1.1.a",           "Movement",                           movement::MOVEMENT;
    Both    Combat           Combat,          "combat",           "8.1.1",             "Combat",                             combat::COMBAT;
    Both    Exploitation     ExploitMovement, "exploit-movement", "9.2.1",             "Exploitation: movement",             movement::EXPLOIT_MOVEMENT;
    Both    Exploitation     ExploitCombat,   "exploit-combat",   "9.3.1",             "Exploitation: combat",               combat::EXPLOIT_COMBAT;
    Both    Reinforcement    Arrivals,        "arrivals",         "S0.a",              "Reinforcements",                     reinforcement::ARRIVALS;
    Both    Reinforcement    Upgrades,        "upgrades",         "18.2.1.a",          "Upgrades",                           withdrawal::UPGRADES;
    Both    Reinforcement    Withdrawals,     "withdrawals",      "18.1.1.a",          "Withdrawals",                        withdrawal::WITHDRAWALS;
    Axis    Reinforcement    FreeDivision,    "free-division",    "17.2.3",            "The free division",                  reinforcement::FREE_DIVISION;
    Both    Reinforcement    Replacements,    "replacements",     "17.3.a",            "Replacements",                       replacement::REPLACEMENTS;
    Both    Reinforcement    Return,          "return",           "4.1.2.b",           "HQs return",                         replacement::RETURN;
    Neither Over             Over,            "over",             "S0.h",              "The game is over",                   OVER;
}

/// The game is over: nobody is asked.
static OVER: Decision =
    Decision { settle: |_, _, _, _| false, prompt: |_, _, _| "The game is over.".into(), offers: nothing, ..STEP };

impl Step {
    /// The phase that it belongs to.
    pub(crate) fn phase(self) -> Phase {
        self.line().phase
    }

    /// The steps of a player turn (2.c, 2.d).
    pub(crate) fn of_turn(side: Side) -> impl Iterator<Item = Step> {
        SEQUENCE.iter().copied().filter(move |step| step.line().whose.includes(side))
    }
}

impl Roads {
    /// A step in which there is nothing to decide passes by itself.
    pub(crate) fn settle_step(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> bool {
        let step = state.step();
        if state.closing {
            // 1.11.2.a: at the end of the phase, not of each of its steps.
            if self.ends_phase(state, step) && self.push_overstack(state) {
                return true;
            }
            state.closing = false;
            self.next_step(state, step, dice, log);
            return true;
        }
        if state.frames.is_held() {
            return false;
        }
        let decision = step.line().decision;
        let side = (decision.asks)(self, state);
        let choice = (decision.offers)(self, state, side, &mut |_| ControlFlow::Break(())).is_break();
        if choice || !self.allows(state, side, Action::Done) {
            return false;
        }
        self.end_step(state, step, side, dice, log);
        true
    }

    /// The player, or nobody's wish for more, ends a step.
    pub(crate) fn end_step(&self, state: &mut State, step: Step, side: Side, dice: &mut Dice, log: &mut Log) {
        state.frames.release();
        (step.line().decision.apply)(self, state, side, Action::Done, dice, log);
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
        let side = state.phasing;
        let mut later = SEQUENCE.iter().copied().skip_while(|known| *known != step).skip(1);
        step.line().whose.includes(side).then(|| later.find(|step| step.line().whose.includes(side))).flatten()
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
        if let Some(first) = Step::of_turn(side).next() {
            self.go_to(state, first, dice, log);
        }
    }

    /// 2.b: the Soviet player turn, then the Axis one; then a new game turn, which opens with the weather (2.a).
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
        (step.line().decision.begin)(self, state, dice, log);
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
}
