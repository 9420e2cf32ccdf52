//! Computer players on a game in a file.

use super::play::status;
use crate::cli::Officers;
use crate::failure::{Code, Failure};
use crate::files::{Opened, thoughts};
use crate::output::{say, say_json};
use crate::text;
use kessel_kernel::{Journal, Side};
use kessel_officers::{AnyOfficer, MAX_ACTIONS, Playable};
use serde_json::json;
use std::path::Path;

/// What officers are asked to do.
#[derive(Copy, Clone, Debug)]
pub struct Orders {
    /// Who plays; a side without an officer is left to its player.
    pub officers: Officers,
    /// How many turns.
    pub turns: Option<u32>,
    /// How many actions at most.
    pub actions: Option<u64>,
}

/// Plays until the game ends, the turns or actions asked for have passed, or a side without an officer has to act.
/// Says which.
pub fn drive(game: &dyn Playable, journal: &mut Journal, orders: Orders) -> Result<&'static str, Failure> {
    let seed = thoughts(journal)?;
    let enlist = |rank: Option<_>, side| rank.map(|rank| game.enlist(rank, &seed, side)).transpose();
    let mut officers: [Option<Box<dyn AnyOfficer>>; 2] =
        [enlist(orders.officers.axis, Side::Axis)?, enlist(orders.officers.soviet, Side::Soviet)?];
    let first = journal.session().turn();
    let most = orders.actions.unwrap_or(MAX_ACTIONS);
    for _ in 0..most {
        let to_act = journal.session().to_act();
        if to_act.first().is_none() {
            return Ok("over");
        }
        if orders.turns.is_some_and(|n| journal.session().turn() >= first.saturating_add(n)) {
            return Ok("turns");
        }
        let able = |side: &Side| to_act.includes(*side) && officers[side.index()].is_some();
        let Some(side) = Side::BOTH.into_iter().find(able) else { return Ok("player") };
        let Some(officer) = &mut officers[side.index()] else { return Ok("player") };
        let action = officer
            .choose(journal.session(), side)
            .map_err(|e| Failure::new(Code::Fault, format!("the officer cannot go on: {e}")))?;
        journal.act(side, &action)?;
    }
    Ok(if journal.session().to_act().first().is_none() { "over" } else { "actions" })
}

/// `kessel auto`.
pub fn auto(
    data: Option<&Path>,
    file: &Path,
    officers: Officers,
    turns: Option<u32>,
    as_json: bool,
) -> Result<(), Failure> {
    if officers.axis.is_none() && officers.soviet.is_none() {
        return Err(Failure::new(Code::Usage, "say who plays: --axis OFFICER, --soviet OFFICER, or both"));
    }
    let mut opened = Opened::to_change(file, data)?;
    let before = opened.journal.len();
    let game = opened.game.clone();
    let stopped = drive(&*game, &mut opened.journal, Orders { officers, turns, actions: None })?;
    opened.save()?;
    let done = opened.journal.len() - before;
    if as_json {
        let mut answer = status(&opened.journal);
        answer["actions"] = json!(done);
        answer["stopped"] = json!(stopped);
        return say_json(&answer);
    }
    let session = opened.journal.session();
    let end = match session.outcome() {
        Some(outcome) => text::outcome(&outcome),
        None => format!("Turn {}. {}", session.turn(), text::to_act(session.to_act())),
    };
    say(&format!("{done} actions done. {end}"))
}
