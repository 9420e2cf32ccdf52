//! 2 The sequence of play: one table, in the book's order, with the home of every step.

use crate::Roads;
use crate::action::Action;
use crate::decision::{Decides, Decision, Flow, Then, idle, nobody, nothing, wait};
use crate::state::{Frame, State, Step};
use crate::victory::level_word;
use crate::{airbridge, combat, deployment, fortress, launch, manstein, mars, momentum, movement, offensives};
use crate::{reinforcement, replacement, setup, stavka, supply, weather, withdrawal};
use kessel_kernel::ToAct::{self, Axis, Both, Nobody, Soviet};
use kessel_kernel::facets::Rules;
use kessel_kernel::plan::NoPlans;
use kessel_kernel::{Case, Dice, Event, Log, Options, Outcome, Side, What};
use kessel_kit::{never, sequence};

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

#[rustfmt::skip]
sequence! {
    /// The steps in the order of the book: those of the set-up, then those of a game turn. A player turn has those that are his (2.c, 2.d).
    Roads, Step by turns {
        ChooseEffects,   Nobody, "choose-effects",   "S4.f",              "Set-up: German Superiority", setup::CHOOSE_EFFECTS;
        Opening(0),      Nobody, "opening",          "S2.k",              "Set-up: supports", setup::OPENING,
            begins Roads::enter_opening;
        Weather,         Nobody, "weather",          "3.1.1",             "Weather", weather::WEATHER,
            begins Roads::enter_weather;
        Backhand,        Axis,   "backhand",         "16.3.2.a",          "Backhand Blow", manstein::BACKHAND,
            begins Roads::enter_backhand;
        Dismantle,       Both,   "dismantle",        "4.1.4",             "Supply: pontoons taken up", supply::DISMANTLE,
            begins Roads::enter_dismantle;
        Pontoons,        Both,   "pontoons",         "4.1.3.a",           "Supply: pontoons built", supply::PONTOONS,
            begins Roads::enter_pontoons, then Roads::end_pontoons;
        Declare,         Axis,   "declare",          "10.1.1.a",          "Stalingrad Supply: the fortress", fortress::DECLARE;
        AirBridge,       Axis,   "air-bridge",       "10.4.2.a",          "Stalingrad Supply: the air bridge", airbridge::AIR_BRIDGE,
            then Roads::end_air_bridge;
        Landing,         Axis,   "landing",          "10.4.3.a",          "Stalingrad Supply: the Ju 52 land", airbridge::LANDING,
            then Roads::end_stalingrad_supply;
        Maskirovka,      Soviet, "maskirovka",       "PA.SUP.maskirovka", "Offensives: Maskirovka", launch::MASKIROVKA;
        Lift,            Soviet, "lift",             "11.2.1",            "Offensives: markers taken up", offensives::LIFT;
        Launch,          Soviet, "launch",           "11.4.2.a",          "Offensives: Major Offensive", offensives::LAUNCH;
        Spend,           Soviet, "spend",            "11.4.2.h",          "Offensives: supports of the launch", launch::SPEND;
        PlaceMinor,      Soviet, "place-minor",      "11.1.2.e",          "Offensives: Minor markers", offensives::PLACE_MINOR;
        Wintergewitter,  Axis,   "wintergewitter",   "16.3.1.a",          "Support: Wintergewitter", manstein::WINTERGEWITTER,
            begins Roads::enter_wintergewitter;
        Transfer,        Both,   "transfer",         "5.5.6.d",           "Support: a transfer", deployment::TRANSFER,
            begins Roads::enter_transfer;
        Strike,          Both,   "strike",           "5.5.7.b",           "Support: first deployments", deployment::STRIKE,
            begins Roads::enter_strike;
        Deploy,          Both,   "deploy",           "5.5.7.c",           "Support: deployment", deployment::DEPLOY;
        Shortages,       Soviet, "shortages",        "12.2.c",            "Support: Supply Shortages", momentum::SHORTAGES;
        Mars,            Soviet, "mars",             "6.1.1.a",           "Operation Mars", mars::MARS,
            then Roads::end_mars;
        Release,         Soviet, "release",          "13.1.1.a",          "STAVKA: release", stavka::RELEASE,
            begins Roads::enter_release;
        Enter,           Soviet, "enter",            "13.1.3.a",          "STAVKA: into the reserve", stavka::ENTER,
            begins Roads::enter_enter;
        Movement,        Both,   "movement",         "7.1.1.a",           "Movement", movement::MOVEMENT,
            begins Roads::enter_movement, then |game, state, _, _| game.clear_guards(state);
        Combat,          Both,   "combat",           "8.1.1",             "Combat", combat::COMBAT;
        ExploitMovement, Both,   "exploit-movement", "9.2.1",             "Exploitation: movement", movement::EXPLOIT_MOVEMENT,
            begins Roads::enter_exploit_movement;
        ExploitCombat,   Both,   "exploit-combat",   "9.3.1",             "Exploitation: combat", combat::EXPLOIT_COMBAT,
            then Roads::end_exploitation;
        Arrivals,        Both,   "arrivals",         "S0.a",              "Reinforcements", reinforcement::ARRIVALS,
            begins Roads::enter_arrivals, then Roads::end_arrivals;
        Upgrades,        Both,   "upgrades",         "18.2.1.a",          "Upgrades", withdrawal::UPGRADES,
            begins Roads::enter_upgrades, then |_, state, _, _| state.upgrades = 0;
        Withdrawals,     Both,   "withdrawals",      "18.1.1.a",          "Withdrawals", withdrawal::WITHDRAWALS,
            begins Roads::enter_withdrawals, then Roads::end_withdrawals;
        FreeDivision,    Axis,   "free-division",    "17.2.3",            "The free division", reinforcement::FREE_DIVISION;
        Replacements,    Both,   "replacements",     "17.3.a",            "Replacements", replacement::REPLACEMENTS,
            begins Roads::enter_replacements, then |_, state, _, _| state.points = [0; 2];
        Return,          Both,   "return",           "4.1.2.b",           "HQs return", replacement::RETURN;
        Over,            Nobody, "over",             "S0.h",              "The game is over", OVER;
    }
}

/// The game is over: nobody is asked.
const OVER: Decision = Decision {
    case: Case("S0.h"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: wait,
    prompt: |_, _, _| "The game is over.".into(),
};

impl Step {
    /// The phase that it belongs to.
    pub(crate) fn phase(self) -> Phase {
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

    /// The id of a step: `soviet-movement`, `weather`, `opening-1`.
    pub(crate) fn word(self, phasing: Side) -> String {
        let (word, side) = (self.line().id, self.line().side);
        match (side, self) {
            (_, Step::Opening(n)) => format!("{word}-{}", n + 1),
            (Nobody, _) => word.to_owned(),
            (Axis, _) => format!("axis-{word}"),
            (Soviet, _) => format!("soviet-{word}"),
            (Both, _) => format!("{}-{word}", phasing.word()),
        }
    }

    /// The step and the player whose turn it is in; nobody's if it belongs to no player turn.
    pub(crate) fn from_word(text: &str) -> Option<(Step, Option<Side>)> {
        if let Some(number) = text.strip_prefix("opening-") {
            let number = number.parse::<u8>().ok().filter(|number| *number > 0)?;
            return Some((Step::Opening(number - 1), None));
        }
        let (side, word) = match (text.strip_prefix("axis-"), text.strip_prefix("soviet-")) {
            (Some(word), _) => (Some(Side::Axis), word),
            (_, Some(word)) => (Some(Side::Soviet), word),
            _ => (None, text),
        };
        let fits = |whose: ToAct| side.map_or(whose == Nobody, |side| whose.includes(side));
        let named = |step: &Step| step.line().id == word && fits(step.line().side);
        let found = Step::all().filter(|step| !matches!(step, Step::Opening(_))).find(named);
        found.map(|step| (step, side))
    }

    /// Every id, for whoever has misspelt one.
    pub(crate) fn known() -> String {
        let words = Step::all().flat_map(|step| match step.line().side {
            Both => vec![step.word(Side::Soviet), step.word(Side::Axis)],
            Axis | Soviet | Nobody => vec![step.word(Side::Axis)],
        });
        words.collect::<Vec<_>>().join(", ")
    }

    /// The steps of a player turn (2.c, 2.d).
    pub(crate) fn of_turn(side: Side) -> impl Iterator<Item = Step> {
        Step::all().filter(move |step| step.line().side.includes(side))
    }
}

impl Rules for Roads {
    type State = State;
    type Action = Action;
    type Plans = NoPlans;

    fn setup(&self, scenario: &str, _options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let mut state = self.first_position(scenario, dice, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn turn(&self, state: &State) -> u32 {
        let first = self.scenario(state).first_turn.0;
        u32::from(state.turn.saturating_sub(first)) + 1
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ended = state.ended?;
        let level = &self.scenario(state).victory.levels[ended.level.index()];
        let text = match ended.points {
            Some(points) => format!("{} with {points} victory points", level.name),
            None => level.name.clone(),
        };
        Some(Outcome {
            winner: level.winner,
            level: level_word(&level.id).into(),
            score: ended.points.map(i32::from),
            case: self.deciding_case(state, ended),
            text,
        })
    }
}

impl Roads {
    /// A step in which there is nothing to decide passes by itself.
    pub(crate) fn settle_step(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
        let step = state.step();
        if state.closing {
            // 1.11.2.a: at the end of the phase, not of each of its steps.
            if self.ends_phase(state, step) && self.push_overstack(state) {
                return Then::Again;
            }
            state.closing = false;
            self.next_step(state, step, dice, log);
            return Then::Again;
        }
        let Some(side) = self.asked(state).first() else { return Then::Ask };
        let choice = || (self.top(state).offers)(self, state, side, &mut |_| Flow::Break(())).is_break();
        if state.frames.is_held() || choice() || !self.allows(state, side, Action::Done) {
            return Then::Ask;
        }
        self.end_step(state, dice, log);
        Then::Again
    }

    /// The player, or nobody's wish for more, ends a step.
    pub(crate) fn end_step(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let step = state.step();
        state.frames.release();
        (step.line().then)(self, state, dice, log);
        // What the end of a step brought about (a roll, a frame) may have opened the step anew.
        if state.frames.top().step() == Some(step) {
            self.close_step(state, step, log);
        } else if state.frames.depth() > 1 {
            state.closing = true;
        }
    }

    /// The game has ended, and with it everything that was being decided.
    pub(crate) fn end_steps(&self, state: &mut State) {
        if *state.frames.top() != Frame::Step(Step::Over) {
            state.frames = kessel_kernel::Frames::new(Frame::Step(Step::Over));
            state.fight = None;
            state.closing = false;
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
        let mut later = Step::all().skip_while(|known| *known != step).skip(1);
        step.line().side.includes(side).then(|| later.find(|step| step.line().side.includes(side))).flatten()
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
                let what = What::Phase { turn: self.turn(state), side, phase: step.word(state.phasing) };
                Event::new(Case(if state.phasing == Side::Soviet { "2.c" } else { "2.d" }), what, step.phase().name())
            });
        }
        if step.phase() != before {
            self.begin_phase(state, step.phase());
        }
        (step.line().begins)(self, state, dice, log);
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

impl State {
    /// Whose player turn it is; nobody's before the first and during the weather.
    pub(crate) fn turn_of(&self) -> Option<Side> {
        (self.step().line().side != Nobody).then_some(self.phasing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_found_by_its_word() {
        for known in Step::all() {
            for side in Side::BOTH {
                let word = known.word(side);
                let (step, found) = Step::from_word(&word).expect("it is a step");
                assert_eq!(step, known, "{word}");
                assert!(found.is_none_or(|found| step.word(found) == word));
            }
        }
        assert_eq!(Step::from_word("axis-mars"), None);
        assert_eq!(Step::from_word("movement"), None);
    }
}
