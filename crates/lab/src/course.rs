//! Games that are looked at while they are played: what the `*_course` examples of the games are made of.

use kessel_kernel::data::DataDir;
use kessel_kernel::{AnyGame, Dice, Erased, Event, Game, Log, Options, Outcome, Played, Seed, Session, Side, ToAct};
use kessel_officers::{AnyOfficer, Playable, Rank};
use serde_json::Value;
use std::time::Duration;

/// Whoever plays a side of a course.
pub trait Player<G: Game> {
    /// Picks an action for `side`, as the game writes it, or plans and commits (`{"commit": orders}`).
    fn choose(&mut self, game: &Erased<G>, session: &dyn Session, side: Side) -> Value;
}

impl<G: Game> Player<G> for Box<dyn AnyOfficer> {
    fn choose(&mut self, _: &Erased<G>, session: &dyn Session, side: Side) -> Value {
        AnyOfficer::choose(&mut **self, session, side).expect("he chooses")
    }
}

/// An officer of a rank for a side of a course.
///
/// # Panics
/// If the game has no such officer.
pub fn officer<G: Game>(game: &Erased<G>, rank: Rank, seed: u64, side: Side) -> Box<dyn Player<G>>
where
    Erased<G>: Playable,
{
    Box::new(game.enlist(rank, &Seed::from_number(seed), side).expect("the game has such an officer"))
}

/// Whoever looks on.
pub trait Onlooker<G: Game> {
    /// Which player turn it is: the time of an officer is counted by it.
    type Turn: PartialEq;

    /// The player turn of a position.
    fn turn_of(&self, state: &G::State) -> Self::Turn;

    /// Somebody is about to do something.
    fn before(&mut self, _state: &G::State, _side: Side, _action: &Value) {}

    /// It was done.
    fn after(&mut self, _state: &G::State, _side: Side) {}

    /// A player turn begins, the first one too.
    fn turned(&mut self, _state: &G::State) {}

    /// Are events told? As a rule with `LOG=1`.
    fn listens(&self) -> bool {
        std::env::var_os("LOG").is_some()
    }

    /// Something was told.
    fn heard(&mut self, turn: u32, _side: Side, event: &Event) {
        println!("  {turn} {} {}", event.case, event.text);
    }
}

/// How a game ended.
pub struct Course<G: Game> {
    /// The position at the end.
    pub state: G::State,
    /// What came of it.
    pub outcome: Outcome,
    /// What the Axis made of it: two for a victory, one for a draw.
    pub halves: u32,
    /// The last turn.
    pub turns: u32,
    /// The longest player turn of each side, in time of the processor.
    pub slowest: [Duration; 2],
}

/// A game that is to be played.
pub struct Series<'a, G: Game> {
    /// The game.
    pub game: &'a Erased<G>,
    /// Its scenario.
    pub scenario: &'a str,
    /// Its options.
    pub options: &'a Options,
}

impl<G: Game> Series<'_, G>
where
    Erased<G>: AnyGame,
{
    /// Plays one game between two players.
    ///
    /// # Panics
    /// If there is no such scenario, or a player chooses what is not allowed.
    pub fn play(&self, seed: u64, players: &mut [Box<dyn Player<G>>], looks: &mut impl Onlooker<G>) -> Course<G> {
        let mut dice = Dice::seeded(&Seed::from_number(seed), 0);
        let mut log = if looks.listens() { Log::new() } else { Log::silent() };
        let session = self.game.start(self.scenario, self.options, &mut dice, &mut log);
        let mut session = session.expect("the game starts");
        let (mut spent, mut slowest, mut turn) = ([Duration::ZERO; 2], [Duration::ZERO; 2], None);
        while let Some(side) = asked(&*session) {
            let now = looks.turn_of(position::<G>(&*session));
            if turn.as_ref() != Some(&now) {
                turn = Some(now);
                looks.turned(position::<G>(&*session));
                for (slowest, spent) in slowest.iter_mut().zip(&mut spent) {
                    *slowest = (*slowest).max(std::mem::take(spent));
                }
            }
            let began = processor();
            let action = players[side.index()].choose(self.game, &*session, side);
            spent[side.index()] += processor() - began;
            looks.before(position::<G>(&*session), side, &action);
            act(&mut *session, side, &action, &mut dice, &mut log);
            dice.forget_rolls();
            looks.after(position::<G>(&*session), side);
            log.take().iter().for_each(|event| looks.heard(session.turn(), side, event));
        }
        let outcome = session.outcome().expect("a game that nobody plays on is over");
        let halves = outcome.winner.map_or(1, |winner| if winner == Side::Axis { 2 } else { 0 });
        let slowest = [0, 1].map(|side| spent[side].max(slowest[side]));
        let state = position::<G>(&*session).clone();
        Course { state, outcome, halves, turns: session.turn(), slowest }
    }
}

/// Who is asked, or plans.
fn asked(session: &dyn Session) -> Option<Side> {
    let planners = session.planners();
    if planners == ToAct::Nobody { session.to_act().first() } else { planners.first() }
}

fn act(session: &mut dyn Session, side: Side, action: &Value, dice: &mut Dice, log: &mut Log) {
    let Some(orders) = action.get("commit") else {
        session.act(side, action, dice, log).expect("what he chooses is allowed");
        return;
    };
    let draft = serde_json::from_value(orders.clone()).expect("a draft");
    let plan = session.complete(side, &draft).expect("a sound plan");
    session.commit(side, &plan, dice, log).expect("it is his to plan");
}

/// The position of a game that is known.
///
/// # Panics
/// If it is another game.
pub fn position<G: Game>(session: &dyn Session) -> &G::State {
    &session.as_any().downcast_ref::<Played<G>>().expect("it is this game").state
}

/// The time of the processor that this thread has had; none where the system does not tell.
pub fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// Built-in data, with the files of the folder that `DATA` names in place of their own: for trying out reconstructed values.
pub fn data(mut built_in: DataDir) -> DataDir {
    let Some(folder) = std::env::var_os("DATA") else { return built_in };
    let names: Vec<String> = built_in.names().map(str::to_owned).collect();
    for name in names {
        if let Ok(text) = std::fs::read_to_string(std::path::Path::new(&folder).join(&name)) {
            built_in = built_in.with(&name, text);
        }
    }
    built_in
}
