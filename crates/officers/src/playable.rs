//! Games without their types that can be played out, and officers without theirs.

use crate::playout::play_out;
use crate::seat::Seat;
use crate::{GameRecord, PlayOut, Rank};
use kessel_kernel::plan::{Drafting, commitment};
use kessel_kernel::{Advice, AnyGame, Budget, Erased, Game, Played, Seed, Session, Side, StartError};
use serde_json::Value;
use std::time::Instant;

/// A game whose types are forgotten and that officers can play.
///
/// Implemented for every [`Erased`] game. An `Arc<dyn Playable>` is an `Arc<dyn AnyGame>` wherever one is asked for.
pub trait Playable: AnyGame {
    /// Plays one whole game, in a loop made for this game's own types. Faults of the rules (a panic included) are
    /// counted in the record, never passed on.
    fn play_out(&self, order: &PlayOut) -> Result<GameRecord, PlayOutError>;

    /// An officer for one side of one game.
    fn enlist(&self, rank: Rank, seed: &Seed, side: Side) -> Result<Box<dyn AnyOfficer>, EnlistError>;
}

/// An officer whose game is forgotten.
pub trait AnyOfficer: Send {
    /// Picks an action for `side`, as the game writes it, or plans and commits (`{"commit": orders}`). He is shown only what `side` may know.
    fn choose(&mut self, session: &dyn Session, side: Side) -> Result<Value, OfficerError>;

    /// What he would do for `side` and why, for a person who asks. He is shown only what `side` may know, and what he has in mind for his own
    /// play is gone: whoever gives advice does not play.
    fn advise(&mut self, session: &dyn Session, side: Side) -> Result<Advice, OfficerError>;

    /// His rank.
    fn rank(&self) -> Rank;

    /// So much thought for each answer from now on.
    fn allow(&mut self, budget: Budget);
}

/// Why an officer could not be enlisted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnlistError {
    /// The game has none of this rank.
    #[error("{game} has no {rank} officer yet; it can be played by recruit")]
    NoSuchOfficer {
        /// The game.
        game: String,
        /// The rank asked for.
        rank: Rank,
    },
}

/// Why a game could not be played out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayOutError {
    /// The scenario or an option is unknown.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An officer is missing.
    #[error(transparent)]
    Enlist(#[from] EnlistError),
}

/// Why an officer did not choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfficerError {
    /// It is not his side's turn.
    #[error("{0} is not asked to act")]
    NotAsked(Side),
    /// A fault of the rules: asked to act, and nothing to do.
    #[error("{0} is asked to act and has no offer")]
    NoOffer(Side),
    /// He was enlisted for another game.
    #[error("the officer was enlisted for another game")]
    OtherGame,
}

impl<G: Game> Playable for Erased<G> {
    fn play_out(&self, order: &PlayOut) -> Result<GameRecord, PlayOutError> {
        let started = Instant::now();
        validate(self, order)?;
        let mut seats = [
            seat(&*self.0, order.ranks[0], &order.seed, Side::Axis)?,
            seat(&*self.0, order.ranks[1], &order.seed, Side::Soviet)?,
        ];
        seats.iter_mut().for_each(|seat| seat.allow(order.budget));
        let (mut record, last) = play_out(&*self.0, order, &mut seats);
        if let Some(state) = last {
            let scenario = order.scenario.clone();
            record.final_hash = Played::new(self.0.clone(), scenario, state).hash();
        }
        record.seconds = started.elapsed().as_secs_f64();
        Ok(record)
    }

    fn enlist(&self, rank: Rank, seed: &Seed, side: Side) -> Result<Box<dyn AnyOfficer>, EnlistError> {
        let seat = seat(&*self.0, rank, seed, side)?;
        Ok(Box::new(Enlisted { seat, rank, offers: Vec::new() }))
    }
}

/// Are scenario and options known? (What [`AnyGame::start`] asks, without setting up.)
fn validate(game: &dyn AnyGame, order: &PlayOut) -> Result<(), StartError> {
    let info = game.info();
    let scenario = info.scenario(&order.scenario).ok_or_else(|| StartError::NoSuchScenario {
        game: info.id.clone(),
        scenario: order.scenario.clone(),
        known: info.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>().join(", "),
    })?;
    order.options.validate(scenario).map_err(StartError::Option)
}

fn seat<G: Game>(game: &G, rank: Rank, seed: &Seed, side: Side) -> Result<Seat<G>, EnlistError> {
    Seat::new(game, rank, seed, side).ok_or_else(|| EnlistError::NoSuchOfficer { game: game.info().id.clone(), rank })
}

struct Enlisted<G: Game> {
    seat: Seat<G>,
    rank: Rank,
    offers: Vec<G::Action>,
}

impl<G: Game> AnyOfficer for Enlisted<G> {
    fn choose(&mut self, session: &dyn Session, side: Side) -> Result<Value, OfficerError> {
        let played = session.as_any().downcast_ref::<Played<G>>().ok_or(OfficerError::OtherGame)?;
        let (game, state) = (&*played.game, &played.state);
        if played.planners().includes(side) {
            return Ok(commitment(&played.write_plan(&self.seat.plan(game, state, side))));
        }
        if !game.to_act(state).includes(side) {
            return Err(OfficerError::NotAsked(side));
        }
        self.offers.clear();
        game.offers(state, side, &mut self.offers);
        if self.offers.is_empty() {
            return Err(OfficerError::NoOffer(side));
        }
        Ok(game.write_action(state, self.seat.choose(game, state, side, &self.offers)))
    }

    fn advise(&mut self, session: &dyn Session, side: Side) -> Result<Advice, OfficerError> {
        let played = session.as_any().downcast_ref::<Played<G>>().ok_or(OfficerError::OtherGame)?;
        // The real position goes no further than this.
        let seen = played.game.see(&played.state, side.into());
        self.seat.advise(&*played.game, &seen, side)
    }

    fn rank(&self) -> Rank {
        self.rank
    }

    fn allow(&mut self, budget: Budget) {
        self.seat.allow(budget);
    }
}
