//! 3 The sequence of play: one table, in the book's order, with the home of every step.

use crate::Winter;
use crate::action::Action;
use crate::data::ScenarioId;
use crate::decision::Decision;
use crate::orders::WinterPlans;
use crate::state::State;
use crate::{air, fog, initiative, phase, pocket, recovery, replacement, setup, victory};
use kessel_kernel::facets::Rules;
use kessel_kernel::{Case, Dice, Event, Log, Options, Outcome, Side, What};
use kessel_kit::Decides;
use serde::{Deserialize, Serialize};

/// Whose segments they are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Who {
    /// Sixth Army's own phase (5.2).
    Sixth,
    /// The freed Ring units (5.3).
    Ring,
    /// The player with the initiative.
    First,
    /// The other.
    Second,
}

/// The segments of a player phase (7.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Segment {
    /// Supply.
    Supply,
    /// Entrenching and bridging.
    Declarations,
    /// Combat of the non-mechanized.
    FootCombat,
    /// Their movement.
    FootMovement,
    /// Which mechanized segment comes first.
    Order,
    /// The first of the two mechanized segments.
    MechOne,
    /// The second.
    MechTwo,
    /// The end of the phase.
    End,
}

/// A step of the sequence of play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Step {
    SovietLosses,
    SovietSetup,
    AxisPool,
    AxisLosses,
    AxisSetup,
    AxisReady,
    TurnStart,
    AirAllocation,
    AirFighters,
    AirCombat,
    SovietBombing,
    AxisBombing,
    Interdiction,
    Thunderclap,
    SixthPlacement,
    ReserveRolls,
    RingRelease,
    Initiative,
    Player(Who, Segment),
    Recovery,
    FirstReplacement,
    SecondReplacement,
    Markers,
    AirRecovery,
    TurnEnd,
    Over,
}

/// A line of the table. It is not the kit's, because a step of a player phase is a pair of whose it is and which, and because a step may
/// not exist in a turn (`applies`) and does something by itself when it begins (`begin`), not when it ends.
pub(crate) struct Line {
    /// Which step.
    pub(crate) step: Step,
    /// Its id, as case files write a phase.
    pub(crate) id: &'static str,
    /// Its case.
    pub(crate) case: Case,
    /// Its name; of a step of a player phase without whose it is.
    pub(crate) name: &'static str,
    /// Its home.
    pub(crate) decision: &'static Decision,
    /// Is there such a step now?
    pub(crate) applies: fn(&Winter, &State) -> bool,
    /// What it does by itself when it begins.
    pub(crate) begin: fn(&Winter, &mut State, &mut Dice, &mut Log),
}

fn always(_: &Winter, _: &State) -> bool {
    true
}

fn quietly(_: &Winter, _: &mut State, _: &mut Dice, _: &mut Log) {}

macro_rules! sequence {
    ($([$($step:tt)+], $id:literal, $case:literal, $name:literal, $decision:expr, $applies:expr, $begin:expr;)*) => {
        /// The sequence of play.
        pub(crate) const SEQUENCE: &[&Line] = &[$($($step)+.line(),)*];

        impl Step {
            /// Its line in the table; of a segment that nobody has, the end of the table.
            pub(crate) const fn line(self) -> &'static Line {
                match self {
                    $($($step)+ => &Line {
                        step: $($step)+, id: $id, case: Case($case), name: $name, decision: &$decision, applies: $applies, begin: $begin,
                    },)*
                    S::Player(..) => S::Over.line(),
                }
            }
        }
    };
}

use Segment as G;
use Step as S;
use Who as W;

sequence! {
    [S::SovietLosses], "soviet-losses", "19.2.1.b", "Soviet losses before the battle", setup::SOVIET_LOSSES, setup::has_soviet_losses, quietly;
    [S::SovietSetup], "soviet-setup", "19.1.1.a", "Soviet set-up", setup::SOVIET_SETUP, always, quietly;
    [S::AxisPool], "axis-pool", "19.1.2.d", "German set-up: 23 Panzer", setup::AXIS_POOL, setup::has_pool, quietly;
    [S::AxisLosses], "axis-losses", "19.2.1.b", "German losses before the battle", setup::AXIS_LOSSES, setup::has_axis_losses, quietly;
    [S::AxisSetup], "axis-setup", "19.1.2.a", "German set-up", setup::AXIS_SETUP, always, quietly;
    [S::AxisReady], "axis-air", "19.2.2.m", "German set-up: aircraft", setup::AXIS_READY, setup::has_air_choice, quietly;
    [S::TurnStart], "turn-start", "3.0.a", "Start of the turn", phase::PASSING, always, phase::begin_turn;
    // 4.0.a: aircraft first, but for dive bombers that were held back.
    [S::AirAllocation], "air-allocation", "3.1.1.a", "Air allocation", air::ALLOCATION, air::flying, quietly;
    [S::AirFighters], "air-fighters", "4.2.h", "German fighters", air::FIGHTERS, air::flying, quietly;
    [S::AirCombat], "air-combat", "3.1.1.b", "Air combat", air::COMBAT, air::flying, air::begin_combat;
    [S::SovietBombing], "soviet-bombing", "3.1.1.c", "Soviet bombing", air::SOVIET_BOMBING, air::flying, quietly;
    [S::AxisBombing], "axis-bombing", "3.1.1.c", "German bombing", air::AXIS_BOMBING, air::flying, quietly;
    [S::Interdiction], "interdiction", "3.1.1.d", "Interdiction", air::INTERDICTION, air::flying, quietly;
    [S::Thunderclap], "thunderclap", "3.1.2.a", "Operation Thunderclap", pocket::THUNDERCLAP, pocket::may_try, quietly;
    [S::SixthPlacement], "sixth-placement", "3.1.2.b", "Sixth Army is placed", pocket::PLACEMENT, pocket::must_place, quietly;
    [S::Player(W::Sixth, G::Supply)], "sixth-supply", "5.2.p", "supply", phase::PASSING, pocket::sixth_acts, phase::begin_sixth;
    [S::Player(W::Sixth, G::Declarations)], "sixth-declarations", "5.2.d", "entrenching and bridging", phase::DECLARATIONS, pocket::sixth_acts, quietly;
    [S::Player(W::Sixth, G::Order)], "sixth-order", "5.2.d", "which mechanized segment comes first", phase::ORDER, pocket::sixth_acts, quietly;
    [S::Player(W::Sixth, G::MechOne)], "sixth-mech", "5.2.d", "first mechanized segment", phase::SEGMENT, pocket::sixth_acts, quietly;
    [S::Player(W::Sixth, G::MechTwo)], "sixth-mech-two", "5.2.d", "second mechanized segment", phase::SEGMENT, pocket::sixth_acts, quietly;
    [S::Player(W::Sixth, G::End)], "sixth-end", "5.2.n", "end of the phase", phase::PASSING, pocket::sixth_acts, phase::end_phase;
    [S::ReserveRolls], "reserve-rolls", "19.1.1.ad", "Soviet reserves", phase::PASSING, pocket::phase_exists, pocket::roll_reserves;
    [S::RingRelease], "ring-release", "3.1.2.c", "The Ring frees units", pocket::RELEASE, pocket::phase_exists, pocket::roll_ring;
    [S::Player(W::Ring, G::Supply)], "ring-supply", "5.3.l", "supply", phase::PASSING, pocket::phase_exists, phase::begin_ring;
    [S::Player(W::Ring, G::FootCombat)], "ring-combat", "5.3.l", "non-mechanized combat", phase::SEGMENT, pocket::ring_acts, quietly;
    [S::Player(W::Ring, G::FootMovement)], "ring-movement", "5.3.l", "non-mechanized movement", phase::SEGMENT, pocket::ring_acts, quietly;
    [S::Player(W::Ring, G::Order)], "ring-order", "5.3.l", "which mechanized segment comes first", phase::ORDER, pocket::ring_acts, quietly;
    [S::Player(W::Ring, G::MechOne)], "ring-mech", "5.3.l", "first mechanized segment", phase::SEGMENT, pocket::ring_acts, quietly;
    [S::Player(W::Ring, G::MechTwo)], "ring-mech-two", "5.3.l", "second mechanized segment", phase::SEGMENT, pocket::ring_acts, quietly;
    [S::Player(W::Ring, G::End)], "ring-end", "5.3.l", "end of the phase", phase::PASSING, pocket::ring_acts, phase::end_phase;
    [S::Initiative], "initiative", "3.1.3", "Initiative", initiative::BIDS, always, quietly;
    [S::Player(W::First, G::Supply)], "first-supply", "3.1.4.a", "supply", phase::PASSING, always, phase::begin_phase;
    [S::Player(W::First, G::Declarations)], "first-declarations", "15.1.a", "entrenching and bridging", phase::DECLARATIONS, always, quietly;
    [S::Player(W::First, G::FootCombat)], "first-foot-combat", "3.1.4.b", "non-mechanized combat", phase::SEGMENT, always, quietly;
    [S::Player(W::First, G::FootMovement)], "first-foot-movement", "3.1.4.c", "non-mechanized movement", phase::SEGMENT, always, quietly;
    [S::Player(W::First, G::Order)], "first-order", "3.1.4.f", "which mechanized segment comes first", phase::ORDER, always, quietly;
    [S::Player(W::First, G::MechOne)], "first-mech", "3.1.4.d", "first mechanized segment", phase::SEGMENT, always, quietly;
    [S::Player(W::First, G::MechTwo)], "first-mech-two", "3.1.4.e", "second mechanized segment", phase::SEGMENT, always, quietly;
    [S::Player(W::First, G::End)], "first-end", "7.1.a", "end of the phase", phase::PASSING, always, phase::end_phase;
    [S::Player(W::Second, G::Supply)], "second-supply", "3.1.5.a", "supply", phase::PASSING, always, phase::begin_phase;
    [S::Player(W::Second, G::Declarations)], "second-declarations", "15.1.a", "entrenching and bridging", phase::DECLARATIONS, always, quietly;
    [S::Player(W::Second, G::FootCombat)], "second-foot-combat", "3.1.5.a", "non-mechanized combat", phase::SEGMENT, always, quietly;
    [S::Player(W::Second, G::FootMovement)], "second-foot-movement", "3.1.5.a", "non-mechanized movement", phase::SEGMENT, always, quietly;
    [S::Player(W::Second, G::Order)], "second-order", "3.1.5.b", "which mechanized segment comes first", phase::ORDER, always, quietly;
    [S::Player(W::Second, G::MechOne)], "second-mech", "3.1.5.a", "first mechanized segment", phase::SEGMENT, always, quietly;
    [S::Player(W::Second, G::MechTwo)], "second-mech-two", "3.1.5.a", "second mechanized segment", phase::SEGMENT, always, quietly;
    [S::Player(W::Second, G::End)], "second-end", "7.1.a", "end of the phase", phase::PASSING, always, phase::end_phase;
    [S::Recovery], "recovery", "3.1.6.a", "Recovery", phase::PASSING, always, recovery::recover;
    [S::FirstReplacement], "first-replacement", "3.1.6.b", "Replacements of who moved first", replacement::FIRST, always, replacement::count;
    [S::SecondReplacement], "second-replacement", "3.1.6.b", "Replacements of who moved second", replacement::SECOND, always, replacement::turn_over;
    [S::Markers], "markers", "3.1.6.c", "Markers come off", phase::PASSING, always, recovery::clear_markers;
    [S::AirRecovery], "air-recovery", "3.1.6.d", "Aircraft recover", phase::PASSING, always, air::recover;
    [S::TurnEnd], "turn-end", "3.1.7", "End of the turn", phase::PASSING, always, victory::end_turn;
    [S::Over], "over", "3.1.7", "The game is over", phase::PASSING, always, fog::nothing_more;
}

/// A segment in which units move or fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Activity {
    /// Movement, otherwise combat.
    pub(crate) moves: bool,
    /// The mechanized units' (7.1).
    pub(crate) mechanized: bool,
    /// Whose.
    pub(crate) who: Who,
}

impl State {
    /// Who acts, and how, if units move or fight in this step.
    pub(crate) fn activity(&self) -> Option<Activity> {
        let Step::Player(who, segment) = self.step() else { return None };
        let (moves, mechanized) = match segment {
            Segment::FootCombat => (false, false),
            Segment::FootMovement => (true, false),
            Segment::MechOne => (!self.combat_first, true),
            Segment::MechTwo => (self.combat_first, true),
            _ => return None,
        };
        Some(Activity { moves, mechanized, who })
    }

    /// The id of the present phase for files and logs; the mechanized segments are named for what is done in them.
    pub(crate) fn phase_id(&self) -> String {
        let step = self.step();
        let (Step::Player(_, Segment::MechOne | Segment::MechTwo), Some(activity)) = (step, self.activity()) else {
            return step.line().id.into();
        };
        let who = match activity.who {
            Who::Sixth => "sixth",
            Who::Ring => "ring",
            Who::First => "first",
            Who::Second => "second",
        };
        format!("{who}-mech-{}", if activity.moves { "movement" } else { "combat" })
    }

    /// The present phase in words, for a heading: `Soviet set-up`, `German mechanized movement`.
    pub(crate) fn phase_words(&self) -> String {
        let step = self.step();
        let Step::Player(who, segment) = step else { return step.line().name.to_owned() };
        let what = match (segment, self.activity()) {
            (Segment::MechOne | Segment::MechTwo, Some(activity)) if activity.moves => "mechanized movement",
            (Segment::MechOne | Segment::MechTwo, Some(_)) => "mechanized combat",
            _ => step.line().name,
        };
        let whose = match (who, self.side_of(who)) {
            (Who::Sixth, _) => "Sixth Army:",
            (Who::Ring, _) => "The Ring:",
            (_, Some(Side::Axis)) => "German",
            (_, Some(Side::Soviet)) => "Soviet",
            (_, None) => "",
        };
        format!("{whose} {what}").trim_start().to_owned()
    }

    /// Whose player phase it is.
    pub(crate) fn side_of(&self, who: Who) -> Option<Side> {
        match who {
            Who::Sixth => Some(Side::Axis),
            Who::Ring => Some(Side::Soviet),
            Who::First => self.initiative.first,
            Who::Second => self.initiative.first.map(Side::other),
        }
    }
}

impl Rules for Winter {
    type State = State;
    type Action = Action;
    type Plans = WinterPlans;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        let id = ScenarioId::ALL.into_iter().find(|id| id.word() == scenario).unwrap_or(ScenarioId::WeAreComing);
        let mut state = self.first_position(id, options, dice, log);
        self.go_on(&mut state, dice, log);
        state
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn.saturating_sub(self.data.scenario(state.scenario).first)) + 1
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ended.as_ref().map(|end| Outcome {
            winner: end.winner,
            level: end.word.clone(),
            score: Some(end.score),
            case: Case("3.1.7"),
            text: self.verdict_words(state),
        })
    }
}

impl Winter {
    /// The step that follows in the table, among those that there are now; after the turn's end a new turn begins.
    pub(crate) fn after(&self, state: &State, step: Step) -> Step {
        if step == Step::TurnEnd {
            return Step::TurnStart;
        }
        let at = SEQUENCE.iter().position(|line| line.step == step).unwrap_or(SEQUENCE.len() - 1);
        let rest = &SEQUENCE[(at + 1).min(SEQUENCE.len() - 1)..];
        rest.iter().find(|line| (line.applies)(self, state)).map_or(Step::Over, |line| line.step)
    }

    /// Tells that a step begins.
    pub(crate) fn announce(&self, state: &State, step: Step, log: &mut Log) {
        let line = step.line();
        log.add(|| {
            let side = if let Step::Player(who, _) = step { state.side_of(who) } else { None };
            let phase = line.id.to_owned();
            Event::new(line.case, What::Phase { turn: self.turn(state), side, phase }, state.phase_words())
        });
    }
}

/// With a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
