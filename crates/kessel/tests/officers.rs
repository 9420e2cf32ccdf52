//! What officers are said to be like: the bold attack more often than the cautious, in every game; sparring partners keep to their habits.

use kessel::built_in;
use kessel_kernel::{Journal, Log, Options, Seed, Side};
use kessel_officers::{AnyOfficer, PlayOut, Playable, Rank};
use serde_json::Value;
use std::collections::BTreeSet;

/// The verbs that begin an attack, in the words of the games.
const ATTACKS: [&str; 3] = ["attack", "assault", "hasty"];

/// How often `rank` attacks as `side` against staff, until so many turns are over.
fn attacks(game: &dyn Playable, scenario: &str, side: Side, rank: Rank, (seed, turns): (u64, u32)) -> usize {
    let seed = Seed::from_number(seed);
    let mut journal =
        Journal::start(game, scenario, &Options::default(), seed.clone(), &mut Log::silent()).expect("starts");
    let mut officers: Vec<Box<dyn AnyOfficer>> = Side::BOTH
        .into_iter()
        .map(|s| game.enlist(if s == side { rank } else { Rank::Staff }, &seed, s).expect("the game has staff"))
        .collect();
    let mut count = 0;
    while let Some(asked) = journal.session().to_act().first() {
        if journal.session().turn() > turns {
            break;
        }
        let action = officers[asked.index()].choose(journal.session(), asked).expect("chooses");
        if asked == side {
            count += begun(&action);
        }
        journal.act(asked, &action).expect("an offer is allowed");
    }
    count
}

/// How many attacks an action begins; a plan may order many, and several units to attack one hex.
fn begun(action: &Value) -> usize {
    let verb = |action: &Value| match action {
        Value::Object(nouns) => nouns.keys().next().is_some_and(|verb| ATTACKS.contains(&verb.as_str())),
        _ => false,
    };
    match action.get("commit").and_then(Value::as_object) {
        Some(orders) => {
            let places = orders.values().filter(|order| verb(order)).filter_map(|order| order["at"].as_str());
            places.collect::<BTreeSet<_>>().len()
        }
        None => usize::from(verb(action)),
    }
}

fn the_bold_attack_more(game: &str, scenario: &str, side: Side, turns: u32) {
    let game = built_in(game);
    let sum = |rank| -> usize { (1..=3).map(|seed| attacks(&*game, scenario, side, rank, (seed, turns))).sum() };
    let [cautious, bold] = [Rank::StaffCautious, Rank::StaffBold].map(sum);
    println!("{scenario}, {side}: {cautious} cautious, {bold} bold");
    assert!(cautious * 11 <= bold * 10, "{cautious} attacks by the cautious, {bold} by the bold");
}

#[test]
fn in_battle() {
    the_bold_attack_more("battle", "campaign", Side::Axis, 4);
}

#[test]
fn in_drive() {
    the_bold_attack_more("drive", "uranus", Side::Soviet, 2);
}

#[test]
fn in_roads() {
    the_bold_attack_more("roads", "uranus", Side::Soviet, 3);
}

#[test]
fn in_wintergewitter() {
    the_bold_attack_more("wintergewitter", "we-are-coming", Side::Axis, 2);
}

#[test]
fn in_world_at_war() {
    the_bold_attack_more("waw", "to-the-volga", Side::Axis, 8);
}

#[test]
fn a_turtle_attacks_less_than_a_rush_and_both_finish_their_games() {
    let game = built_in("roads");
    let sum = |rank| -> usize { (1..=3).map(|n| attacks(&*game, "wintergewitter", Side::Axis, rank, (n, 9))).sum() };
    let (turtle, rush) = (sum(Rank::Turtle), sum(Rank::Rush));
    assert!(turtle * 4 < rush, "{turtle} attacks by the turtle, {rush} by the rush");
    for ranks in [[Rank::Turtle, Rank::Staff], [Rank::Staff, Rank::Turtle], [Rank::Turtle, Rank::Turtle]] {
        let order = PlayOut::of("wintergewitter", Seed::from_number(4)).ranks(ranks);
        let record = game.play_out(&order).expect("plays");
        assert!(record.outcome.is_some() && record.trouble.is_none(), "{ranks:?}: {record:?}");
    }
}

/// The first plans of an officer for the Axis, each as it is committed.
fn plans(game: &dyn Playable, scenario: &str, rank: Rank, turns: u32) -> Vec<Value> {
    let seed = Seed::from_number(1);
    let mut journal =
        Journal::start(game, scenario, &Options::default(), seed.clone(), &mut Log::silent()).expect("starts");
    let mut officers: Vec<Box<dyn AnyOfficer>> =
        Side::BOTH.into_iter().map(|side| game.enlist(rank, &seed, side).expect("there is one")).collect();
    let mut plans = Vec::new();
    while let Some(asked) = journal.session().to_act().first() {
        if journal.session().turn() > turns {
            break;
        }
        let action = officers[asked.index()].choose(journal.session(), asked).expect("chooses");
        journal.act(asked, &action).expect("an offer is allowed");
        if asked == Side::Axis {
            plans.extend(action.get("commit").cloned());
        }
    }
    plans
}

#[test]
fn sparring_partners_plan_by_their_habit() {
    let game = built_in("waw");
    let told = |rank, verbs: &[&str]| {
        let plans = plans(&*game, "to-the-volga", rank, 4);
        assert_eq!(plans.len(), 4, "one a turn");
        let orders: Vec<(String, Value)> =
            plans.iter().filter_map(Value::as_object).flat_map(|plan| plan.clone()).collect();
        assert!(!orders.iter().any(|(slot, _)| slot.starts_with("duty")), "{rank} leaves nothing to the staff");
        let of = |order: &Value| verbs.iter().any(|verb| order.get(verb).is_some());
        orders.iter().filter(|(_, order)| of(order)).count()
    };
    let (attacks, marches) = (["attack", "fire"], ["move", "ride"]);
    assert!(told(Rank::Rush, &attacks) > 0 && told(Rank::Rush, &marches) > 0);
    assert!(told(Rank::Passive, &attacks) == 0 && told(Rank::Passive, &marches) > 0);
    assert!(told(Rank::Still, &attacks) > 0 && told(Rank::Still, &marches) == 0);
    assert_eq!(told(Rank::Turtle, &attacks), 0);
    assert_eq!(told(Rank::Meek, &["attack", "fire", "move", "ride"]), 0);
}

#[test]
fn of_a_bid_a_rush_names_the_most_and_the_others_the_least() {
    let game = built_in("wintergewitter");
    let bids = |rank| -> Vec<u64> {
        let plans = plans(&*game, "we-are-coming", rank, 1);
        plans.iter().filter_map(|plan| plan["bid"]["attacks"].as_u64()).collect()
    };
    let (rush, passive) = (bids(Rank::Rush), bids(Rank::Passive));
    assert!(!rush.is_empty() && rush.iter().all(|bid| *bid > 0), "{rush:?}");
    assert!(!passive.is_empty() && passive.iter().all(|bid| *bid == 0), "{passive:?}");
}
