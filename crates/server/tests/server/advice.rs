//! Advice over the server: what staff would do, for whoever plays against the computer or at one screen; it tells nothing that the side does not know.

use crate::common::{self, Host};
use kessel_battle::Battle;
use kessel_kernel::facets::*;
use kessel_kernel::{Erased, Journal, Log, Options, Played, Seed, Session, Side};
use kessel_officers::{AnyOfficer, Playable, Rank};
use serde_json::{Value, json};

async fn table(host: &Host, axis: &str, soviet: &str) -> Value {
    let seats = json!({ "axis": axis, "soviet": soviet });
    host.table_with(json!({ "game": "battle", "scenario": "campaign", "seats": seats })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_says_what_it_would_do_and_does_nothing_itself() {
    let host = Host::start().await;
    let made = table(&host, "me", "recruit").await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.hello["advice"], true);
    let n = axis.n();
    let advice = axis.ask(json!({ "type": "advice" })).await;
    assert_eq!((&advice["type"], &advice["n"]), (&json!("advice"), &json!(n)), "{advice}");
    assert!(advice["lines"].as_array().is_some_and(|lines| !lines.is_empty()), "{advice}");
    assert!(advice["why"].as_str().is_some_and(|why| why.ends_with('.')), "{advice}");
    assert_eq!(axis.n(), n, "nothing is done");
    // Whoever takes it does it himself.
    let done = axis.ask(json!({ "type": "act", "n": axis.n(), "actions": advice["actions"] })).await;
    assert_eq!(done["type"], "accepted", "{done}");
    // Who only looks on is not advised.
    let mut watcher = host.sit(&made["seats"]["watch"]).await;
    assert_eq!(watcher.hello["advice"], false);
    assert_eq!(watcher.ask(json!({ "type": "advice" })).await["kind"], "not-yours");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn against_a_person_there_is_no_advice_and_at_one_screen_there_is() {
    let host = Host::start().await;
    let made = table(&host, "me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    for seat in [&mut axis, &mut soviet] {
        assert_eq!(seat.hello["advice"], false);
        let refused = seat.ask(json!({ "type": "advice" })).await;
        assert_eq!((&refused["type"], &refused["kind"]), (&json!("refused"), &json!("advice")), "{refused}");
    }
    let made = table(&host, "me", "me").await;
    let mut both = host.sit(&made["owner"]).await;
    assert_eq!(both.ask(json!({ "type": "advice" })).await["type"], "advice");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_staff_has_nobody_to_ask() {
    let host = Host::start().await;
    let made = host.table("me", "recruit").await;
    let mut axis = host.sit(&made["owner"]).await;
    assert_eq!(axis.hello["advice"], false);
    assert_eq!(axis.ask(json!({ "type": "advice" })).await["type"], "refused");
    host.server.stop().await.expect("stops");
}

/// A game between two staffs, as far as this.
fn played(game: &dyn Playable, seed: u64, actions: usize) -> Journal {
    let seed = Seed::from_number(seed);
    let mut journal =
        Journal::start(game, "campaign", &Options::default(), seed.clone(), &mut Log::silent()).expect("starts");
    let mut officers: Vec<Box<dyn AnyOfficer>> =
        Side::BOTH.into_iter().map(|side| game.enlist(Rank::Staff, &seed, side).expect("has staff")).collect();
    for _ in 0..actions {
        let Some(side) = journal.session().to_act().first() else { break };
        let action = officers[side.index()].choose(journal.session(), side).expect("chooses");
        journal.act(side, &action).expect("an offer is allowed");
    }
    journal
}

/// Another truth behind the same knowledge gives the same advice, word for word.
#[test]
fn advice_depends_on_nothing_that_the_side_does_not_know() {
    let game = common::game("battle");
    let Erased(battle) = game.as_any().downcast_ref::<Erased<Battle>>().expect("battle");
    let mut others = 0;
    for (seed, actions) in [(1, 40), (2, 90), (3, 150), (4, 220)] {
        let journal = played(&*game, seed, actions);
        let Some(side) = journal.session().to_act().first() else { continue };
        let real = journal.session().as_any().downcast_ref::<Played<Battle>>().expect("battle");
        let seen = battle.see(&real.state, side.into());
        let mut thoughts = rand_pcg::Pcg32::new(seed, 1);
        let advise = |session: &dyn Session| {
            let mut officer = game.enlist(Rank::Staff, &Seed::from_number(9), side).expect("has staff");
            officer.advise(session, side).expect("the side is asked")
        };
        let told = advise(journal.session());
        for _ in 0..4 {
            let other = battle.sample(&seen, side, &mut thoughts);
            others += usize::from(other != real.state);
            assert_eq!(advise(&Played::new(battle.clone(), "campaign", other)), told, "seed {seed}");
        }
    }
    assert!(others >= 8, "{others} of 16 truths were other ones");
}
