//! The promises of a game, kept by this one, on positions of random play.
//!
//! Positions are taken from whole games between players who pick at random, a few of every kind of decision; every other
//! campaign begins with Stalingrad cut off, so that rare ones (the air bridge, a surrender) are met as surely as common ones.

#[path = "properties/fog.rs"]
mod fog;
#[path = "properties/invariants.rs"]
mod invariants;

use kessel_board::SpaceId;
use kessel_kernel::Given;
use kessel_kernel::facets::*;
use kessel_officers::Rank;
use kessel_roads::data::{Data, Effect, SupportId, UnitId};
use kessel_roads::state::{Frame, Mode, Om, State, SupportBox};
use kessel_roads::{Action, PlaneId, ResultWord, Roads};
use kessel_trial::{Ask, Chance, Series, Trial, games, seeds, several};
use serde_json::json;
use std::sync::LazyLock;

/// How the game is tried: the short scenarios first.
fn trial() -> &'static Trial<Roads> {
    static TRIAL: LazyLock<Trial<Roads>> = LazyLock::new(|| {
        let game = Roads::load(&Data::embedded()).expect("the built-in data is sound");
        let scenarios = &["wintergewitter", "uranus", "backhand-blow", "star-and-gallop", "campaign"];
        Trial {
            begin: besiege,
            kinds,
            tried,
            secrets: Some(fog::other_secrets),
            series: series(),
            ..Trial::of(game, scenarios, kind_of)
        }
    });
    &TRIAL
}

kessel_trial::promises!(trial);

/// Where this game is played otherwise than most: five scenarios want more games, some of them short.
fn series() -> Series {
    let ranks = [[Rank::Staff, Rank::Recruit], [Rank::Recruit, Rank::Staff]];
    let staffed = (90..).zip(["wintergewitter", "uranus", "backhand-blow", "star-and-gallop", "campaign"]);
    let staffed = staffed.take(several(3, 5));
    Series {
        kinds: seeds(0, 100, 100).collect(),
        offers: games(0, 25, 50, 3),
        why: games(20, 20, 40, 4),
        why_offers: 40,
        asked: seeds(40, 10, 20).collect(),
        reads: games(50, 5, 10, 2),
        officers: staffed.flat_map(|(seed, id)| ranks.map(|ranks| (id, seed, ranks))).collect(),
        // Uranus, Star and Gallop, and two campaigns.
        silence: several(vec![1, 3, 4, 9], (1..11).collect()),
        // Uranus, and the Backhand Blow.
        journals: games(101, 2, 5, 500),
        written: games(80, 10, 20, 2),
        secrets: games(120, 20, 40, several(1, 2)),
        known: games(130, 10, 20, 2),
        samples: games(150, 10, 20, 1),
        worth: games(150, 10, 20, 1),
        ends: seeds(160, 10, 20).collect(),
        patches: games(0, 3, 10, 100),
        bytes: games(0, 3, 10, 160),
        ..Series::default()
    }
}

/// The game with its built-in data.
fn game() -> &'static Roads {
    &trial().game
}

/// What kind of decision is open: the frame on top, and the step or stage if that matters.
fn kind_of(state: &State) -> String {
    match state.frames.top() {
        Frame::Step(step) => format!("{:?} of {:?}", step, state.phasing),
        Frame::Fight => format!("fight: {:?}", state.fight.as_ref().map(|fight| fight.stage)),
        Frame::March(march) => format!("a {:?} march", march.mode),
        other => format!("{other:?}").split([' ', '{', '(']).next().unwrap_or_default().to_owned(),
    }
}

/// Every other campaign: Stalingrad is cut off, which chance does not bring about.
fn besiege(state: &mut State, chance: &mut Chance) {
    let campaign = game().data.scenarios[usize::from(state.scenario)].id == "campaign";
    if !campaign || !chance.once_in(2) {
        return;
    }
    let phase = chance.pick(&["axis-declare", "axis-air-bridge", "axis-landing", "soviet-combat"]);
    let (fortress, supply) = if phase == Some("axis-declare") {
        (json!({ "marker": "none" }), "oos")
    } else {
        (json!({ "marker": "1333", "level": 1 + chance.below(8), "ever": true, "declared": 1 }), "oos-fs")
    };
    let inside = |at: &str| json!({ "at": at, "supply": supply });
    let given = json!({
        "empty": true,
        "turn": 2 + chance.below(2),
        "phase": phase,
        "put": {
            "71ID": inside("1334"), "305ID": inside("1434"), "79ID": inside("1434"), "94ID": inside("1433"), "24Pz": inside("1333"),
            "26TK": "1532", "4TK": "1532", "1TK": "1432", "13G": "1233", "4MK": "1332", "23SD": "2035", "R7": "2034",
        },
        "set": { "cloud": "overcast", "fortress": fortress },
        // Soviet sources in the west seal the pocket (10.2.5).
        "control": { "soviet": [
            "2601", "2301", "1901", "1701", "1401", "1301", "1101", "0901", "0801", "0701", "0501", "0401", "0201", "0001",
        ] },
    });
    let given: Given = serde_json::from_value(given).expect("the given part of a case");
    game().arrange(state, &given).expect("a position");
}

/// Every step in which somebody can have something to decide, and every frame but one that waits for a rare draw (`MarkOos`).
fn kinds() -> Vec<String> {
    let both = "Arrivals ChooseEffects Combat Deploy Dismantle ExploitCombat ExploitMovement Movement Pontoons Replacements Return \
                Strike Withdrawals";
    let axis = "AirBridge Backhand Declare FreeDivision Landing Wintergewitter";
    let soviet =
        "Enter Launch Lift Mars Maskirovka Opening(0) Opening(1) PlaceMinor Release Shortages Spend Transfer Upgrades";
    let marches = "Exploitation Normal Rail React Strategic";
    let fights = "Armored AttackerChoice AttackerElite AttackerRetreat AttackerSupports DefenderChoice DefenderElite \
                  DefenderSupports FallBack Ju52 RiverOrTerrain StandFast";
    let frames = "Advance Airlift Capitulate Choose Exploit Kampfgruppe Losses Muster Overstack Pay React Retreat ReturnReal Shifting \
                  Sortie Superiority Surprise";
    let named = |words: &str, before: &str, after: &str| -> Vec<String> {
        words.split_whitespace().map(|word| format!("{before}{word}{after}")).collect()
    };
    let kinds = [
        named(both, "", " of Axis"),
        named(axis, "", " of Axis"),
        named(both, "", " of Soviet"),
        named(soviet, "", " of Soviet"),
        named(marches, "a ", " march"),
        named(fights, "fight: Some(", ")"),
        named(frames, "", ""),
    ];
    kinds.into_iter().flatten().collect()
}

/// An action of every verb with nouns at random, most of them near to what is on the map.
fn guesses(state: &State, chance: &mut Chance) -> Vec<Action> {
    let data = &game().data;
    let map = &data.scenarios[usize::from(state.scenario)].map;
    let on_map: Vec<UnitId> = data.unit_ids().filter(|unit| state.field.at(*unit).is_some()).collect();
    let all: Vec<UnitId> = data.unit_ids().collect();
    let hexes: Vec<SpaceId> = map.board.spaces().collect();
    let unit = if chance.once_in(4) { chance.pick(&all) } else { chance.pick(&on_map) }.expect("there are units");
    let other = chance.pick(&all).expect("there are units");
    let near = state.field.at(unit).map(|at| map.board.neighbors(at).iter().map(|n| n.space).collect::<Vec<_>>());
    let hex = match near {
        Some(near) if !chance.once_in(3) => chance.pick(&near),
        _ => chance.pick(&hexes),
    };
    let hex = hex.unwrap_or(hexes[0]);
    let marker = SupportId(chance.below(data.supports.markers.len()) as u8);
    let planes: u8 = data.charts.ju52.iter().map(|kind| kind.count).sum();
    let plane = PlaneId(chance.below(planes.into()) as u8);
    let effect = Effect::ALL[chance.below(4)];
    let om = Om::ALL[chance.below(3)];
    let to = SupportBox::ALL[chance.below(5)];
    let mode = Mode::ALL[chance.below(5)];
    let result = if chance.once_in(2) {
        ResultWord::Attacker(chance.below(7) as u8)
    } else {
        ResultWord::Defender(chance.below(8) as u8)
    };
    vec![
        Action::Choose { marker },
        Action::Activate { effect },
        Action::Deactivate { effect },
        Action::Pontoon { unit, to: hex },
        Action::Dismantle { unit },
        Action::Yield { unit },
        Action::Maskirovka { marker },
        Action::Shift { marker, to },
        Action::Lift { om },
        Action::Launch { at: hex },
        Action::Keep { marker },
        Action::Trade { marker },
        Action::Place { om, at: hex },
        Action::Transfer { marker, to },
        Action::Surprise { marker, at: hex },
        Action::Attach { marker, unit },
        Action::Fly { marker, to: hex },
        Action::Raid { marker, on: hex },
        Action::Demand { marker, at: hex },
        Action::Alarm { marker, at: hex },
        Action::GiveBack { marker },
        Action::Mark { at: hex },
        Action::Pay { marker },
        Action::Consume { unit },
        Action::Solicit { unit },
        Action::Roll,
        Action::Release { unit: other, to: hex },
        Action::Reserves { marker, hq: unit },
        Action::Enter { unit, hq: other },
        Action::Strategic { marker },
        Action::Move { unit, mode },
        Action::Step { to: hex },
        Action::Halt,
        Action::Attack { at: hex },
        Action::Join { unit },
        Action::Fight,
        Action::Use { marker },
        Action::Elite { unit },
        Action::Armored,
        Action::Take { result },
        Action::River,
        Action::Terrain,
        Action::Stay,
        Action::GoBack,
        Action::Lose { unit },
        Action::Absorb { marker },
        Action::Kampfgruppe,
        Action::Retreat { unit, to: hex },
        Action::RetreatStack { from: state.field.at(unit).unwrap_or(hex), to: hex },
        Action::Advance { unit, to: hex },
        Action::Exploit { unit },
        Action::Backhand,
        Action::Wintergewitter,
        Action::Fortress { at: hex },
        Action::Goering,
        Action::Land { plane, at: hex },
        Action::Play { plane },
        Action::Resist { plane, unit },
        Action::Sortie { at: hex },
        Action::Evacuate { unit },
        Action::Capitulate { unit },
        Action::Arrive { unit: other, at: hex },
        Action::Upgrade { unit, into: other },
        Action::Withdraw { unit },
        Action::Restore { unit },
        Action::Rebuild { unit: other, at: hex },
        Action::Return { unit: other, at: hex },
        Action::Eliminate { unit },
        Action::Done,
    ]
}

/// Many of these guesses, or few.
fn tried(state: &State, chance: &mut Chance, ask: Ask) -> Vec<Action> {
    let times = match ask {
        Ask::All => 60,
        Ask::Some => 4,
        Ask::Secret => 1,
    };
    (0..times).flat_map(|_| guesses(state, chance)).collect()
}
