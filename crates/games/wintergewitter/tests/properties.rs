//! The promises of a game, kept by this one, on positions of random play in all four scenarios.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;
#[path = "properties/plans.rs"]
mod plans;
#[path = "properties/table.rs"]
mod table;

use kessel_board::SpaceId;
use kessel_officers::Rank;
use kessel_trial::{Ask, Chance, Series, Trial, Universe, games, seeds, several};
use kessel_wintergewitter::data::Data;
use kessel_wintergewitter::state::{Aim, Frame, State};
use kessel_wintergewitter::{Action, Order, Step, Winter};
use std::sync::LazyLock;

/// How the game is tried.
fn trial() -> &'static Trial<Winter> {
    static TRIAL: LazyLock<Trial<Winter>> = LazyLock::new(|| {
        let game = Winter::load(&Data::embedded()).expect("the built-in data is sound");
        let scenarios = &["we-are-coming", "last-gasp", "winter-storm", "maximum-effort"];
        Trial {
            pick,
            kinds,
            tried,
            is_listed: is_tried,
            secrets: Some(fog::other_secrets),
            // To set up is one click for a whole army.
            ordinary: |kind| !["Setup", "Losses", "Pool"].iter().any(|word| kind.contains(word)),
            series: series(),
            ..Trial::of(game, scenarios, kind_of)
        }
    });
    &TRIAL
}

kessel_trial::promises!(trial);

/// Where this game is played otherwise than most.
fn series() -> Series {
    let all = ["we-are-coming", "last-gasp", "winter-storm", "maximum-effort"];
    let recruits = all.map(|id| (id, 90, [Rank::Recruit; 2]));
    let staff = all.into_iter().take(several(1, 4)).map(|id| (id, 96, [Rank::Staff; 2]));
    Series {
        officers: recruits.into_iter().chain(staff).collect(),
        kinds: seeds(0, 12, 24).collect(),
        offers: games(0, 8, 16, several(1, 2)),
        why: games(20, 8, 16, 6),
        secrets: games(70, 4, 12, several(1, 2)),
        samples: games(150, 4, 12, several(1, 2)),
        reach: games(150, 4, 12, 4),
        reach_meets: [200, 20],
        written: games(80, 8, 16, several(1, 3)),
        patches: games(0, 2, 8, several(60, 120)),
        known: games(60, 8, 16, 3),
        ..Series::default()
    }
}

/// The game with its built-in data.
fn game() -> &'static Winter {
    &trial().game
}

/// Whoever sets up at random takes long: most let the program do it. Attacks are sought, so that the rare decisions are met.
fn pick(offers: &[Action], chance: &mut Chance) -> Option<Action> {
    if offers.contains(&Action::Suggested) && chance.once_in(8) {
        return Some(Action::Suggested);
    }
    let fights: Vec<Action> = offers
        .iter()
        .copied()
        .filter(|a| matches!(a, Action::Attack { .. } | Action::Hasty { .. } | Action::Bombard { .. }))
        .collect();
    if !fights.is_empty() && chance.once_in(3) {
        return chance.pick(&fights);
    }
    chance.pick(offers)
}

/// What kind of decision is open: the frame on top, and the step if that matters.
fn kind_of(state: &State) -> String {
    match state.frames.top() {
        Frame::Step(Step::Player(who, segment)) => format!("{who:?} {segment:?}"),
        Frame::Step(step) => format!("{step:?}"),
        frame => format!("{frame:?}"),
    }
}

/// The decisions of every module, and the three that are planned.
fn kinds() -> Vec<String> {
    let kinds = [
        "SovietSetup",
        "AxisSetup",
        "AxisPool",
        "SovietLosses",
        "AxisLosses",
        "AxisReady",
        "AirFighters",
        "Pairing",
        "Engaging",
        "SovietBombing",
        "AxisBombing",
        "Interdiction",
        "First Declarations",
        "First FootCombat",
        "First FootMovement",
        "First Order",
        "First MechOne",
        "First MechTwo",
        "Second MechTwo",
        "FirstReplacement",
        "SecondReplacement",
        "March",
        "Muster",
        "Lead",
        "Defence",
        "Barrage(Axis)",
        "Volley",
        "Losses",
        "Choice",
        "Flight",
        "Advance",
        "Excess",
    ];
    kinds.map(str::to_owned).to_vec()
}

/// Is the action always among those that are tried?
fn is_tried(action: Action) -> bool {
    match action {
        Action::Place { at, .. }
        | Action::Enter { at, .. }
        | Action::Rebuild { at, .. }
        | Action::Return { at, .. } => hexes().contains(&at),
        Action::Bridge { to, .. } | Action::Blow { to, .. } | Action::Advance { to, .. } => hexes().contains(&to),
        Action::Battery { .. } | Action::Assign { .. } => false,
        Action::Aim { aim: Aim::Unit(_), .. } | Action::Bomb { aim: Aim::Unit(_), .. } => false,
        _ => true,
    }
}

/// All actions there are, or some of every verb.
fn tried(_: &State, chance: &mut Chance, ask: Ask) -> Vec<Action> {
    match ask {
        Ask::All => universe().all.clone(),
        Ask::Some => universe().sample(chance, 6),
        Ask::Secret => universe().sample(chance, 4),
    }
}

/// Hexes that actions with two nouns are tried on: every place with a name.
fn hexes() -> &'static [SpaceId] {
    static SOME: LazyLock<Vec<SpaceId>> = LazyLock::new(|| {
        let map = &game().data.map;
        map.board.spaces().filter(|hex| map.names[*hex].is_some()).step_by(2).collect()
    });
    &SOME
}

/// Every action that can be written down, but those of a unit and a hex only with [`hexes`].
fn universe() -> &'static Universe<Action> {
    static ALL: LazyLock<Universe<Action>> = LazyLock::new(|| Universe::of(every_action()));
    &ALL
}

fn every_action() -> Vec<Action> {
    let data = &game().data;
    let mut all = vec![
        Action::Suggested,
        Action::Thunderclap,
        Action::Halt,
        Action::Retreat,
        Action::Check,
        Action::Exit,
        Action::Shoot,
        Action::Hold,
        Action::CallOff,
        Action::Done,
        Action::Order { order: Order::MoveFirst },
        Action::Order { order: Order::CombatFirst },
    ];
    for at in data.map.board.spaces() {
        all.extend([Action::Step { to: at }, Action::Hasty { at }, Action::Attack { at }, Action::Bombard { at }]);
        all.extend([Action::FireAt { at }, Action::Flee { to: at }, Action::Interdict { at }]);
        for aim in [Aim::Top, Aim::Hidden] {
            all.extend([Action::Aim { at, aim }, Action::Bomb { at, aim }]);
        }
    }
    for unit in data.unit_ids() {
        all.extend([Action::LeaveOut { unit }, Action::Call { unit }, Action::Free { unit }, Action::Dig { unit }]);
        all.extend([Action::Move { unit }, Action::March { unit }, Action::With { unit }, Action::Drop { unit }]);
        all.extend([Action::Join { unit }, Action::Lead { unit }, Action::Gun { unit }, Action::Lose { unit }]);
        all.extend([Action::Split { unit }, Action::Refill { unit }, Action::Top { unit }]);
        for &at in hexes() {
            all.extend([Action::Place { unit, at }, Action::Enter { unit, at }, Action::Rebuild { unit, at }]);
            all.extend([Action::Return { unit, at }, Action::Bridge { unit, to: at }, Action::Blow { unit, to: at }]);
            all.push(Action::Advance { unit, to: at });
        }
    }
    for air in data.air_ids() {
        all.extend([Action::Ready { air }, Action::Fly { air }, Action::Withhold { air }, Action::Stuka { air }]);
        for target in data.air_ids() {
            all.extend([Action::Pair { air, target }, Action::Engage { air, target }]);
        }
    }
    all
}
