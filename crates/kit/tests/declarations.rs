//! One declaration, read and told: sentences, words, places and the tree of facts.

use kessel_board::{Board, BoardBuilder, Numbering, SpaceId};
use kessel_kernel::data::{DataDir, Inspection, Table};
use kessel_kernel::{Aim, OfferKind, Side};
use kessel_kit::offer::{about, at_cost, said};
use kessel_kit::{Word, open_all, places_of, tree};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A game of three hexes.
struct Game {
    board: Board,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ground {
    Open,
    DeepForest,
    #[serde(rename = "mud")]
    Marsh,
}
impl Word for Ground {}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Places {
    capital: SpaceId,
    port: SpaceId,
}

fn game() -> Game {
    let numbering: Numbering = serde_json::from_value(json!({
        "orientation": "pointy-top", "order": "row-column", "digits": 2, "rows-grow": "south",
        "columns-grow": "east", "shifted": "even", "shifted-to": "east",
    }))
    .expect("a numbering");
    let mut builder = BoardBuilder::new(numbering);
    for name in ["0101", "0102", "0103"] {
        builder.add_hex(name);
    }
    Game { board: builder.build().expect("a board") }
}

/// Reads the file `map.toml`: what comes of it, or what is wrong with it.
fn read<T>(text: &str, read: impl FnOnce(&Table<'_>) -> T) -> Result<T, String> {
    let dir = DataDir::embedded("example", &[]).with("map.toml", text);
    let inspection = Inspection::new();
    let product = {
        let [doc] = open_all(&dir, &inspection, ["map.toml"]).expect("a file");
        let root = doc.root();
        let product = read(&root);
        root.finish();
        product
    };
    inspection.finish(product).map_err(|faults| faults.to_string())
}

mod sentences {
    use super::game;
    use kessel_board::SpaceId;
    use kessel_kernel::facets::{Refuses, Rules};
    use kessel_kernel::plan::{Never, NoPlans};
    use kessel_kernel::{Case, Dice, Log, No, Options, Outcome};
    use kessel_kit::no;
    use serde::{Deserialize, Serialize};

    /// The game of three hexes, as sentences know it.
    struct Hexes(super::Game);

    /// How often somebody has tried.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct State {
        tries: u8,
    }

    // Nobody plays it: only its sentences are read.
    impl Rules for Hexes {
        type State = State;
        type Action = Never;
        type Plans = NoPlans;

        fn setup(&self, _: &str, _: &Options, _: &mut Dice, _: &mut Log) -> State {
            State { tries: 0 }
        }

        fn turn(&self, _: &State) -> u32 {
            1
        }

        fn outcome(&self, _: &State) -> Option<Outcome> {
            None
        }
    }

    kessel_kit::nouns! {
        /// What the sentences of this game name.
        pub enum Noun in (game: Hexes, state: State, case) {
            by id {
                /// A hex.
                Hex(hex: SpaceId) => format!("hex {}", game.0.board.name(hex)),
                /// A number.
                Number(number: u8) => number.to_string(),
            }
            by name {
                /// How often somebody has tried.
                Tries => format!("{} ({case})", state.tries),
                /// One more than a number.
                Next(number: u8) => (number + 1).to_string(),
            }
        }
    }

    #[test]
    fn a_sentence_at_the_rule_names_its_nouns_when_it_is_read() {
        let (game, state) = (Hexes(game()), State { tries: 2 });
        let hex = |name| game.0.board.space(name).expect("a hex");
        let told = |why: Why| game.refusal(&state, No { case: Case("7.1"), why }).why;
        let to = hex("0103");
        assert_eq!(told(no!("the game is over")), "the game is over");
        assert_eq!(told(no!("{to} does not touch {from}", from = hex("0101"), to)), "hex 0103 does not touch hex 0101");
        assert_eq!(
            told(no!("{n} or {next} times, not {tries}; {n}", n = 3, next = Noun::Next(3), tries = Noun::Tries)),
            "3 or 4 times, not 2 (7.1); 3"
        );
        // Eight bytes for the sentence and no more for a noun: a 'no' travels through search by value.
        assert!(size_of::<Why>() <= 8 + 4 * size_of::<Option<Noun>>());
    }
}

#[test]
fn words_are_those_of_serde() {
    assert_eq!(Ground::words(), ["open", "deep-forest", "mud"]);
    assert_eq!(Ground::every(), [Ground::Open, Ground::DeepForest, Ground::Marsh]);
    for ground in Ground::every() {
        assert_eq!(json!(ground), ground.word());
        assert_eq!(Ground::from_word(ground.word()), Some(ground));
    }
    assert_eq!(Ground::from_word("marsh"), None);
}

#[test]
fn words_of_files_are_told_where_they_are_wrong() {
    let ground = |text: &str| read(text, |root| (Ground::need(root, "ground"), Ground::get_some(root, "under")));
    assert_eq!(ground("ground = 'mud'\n"), Ok((Ground::Marsh, None)));
    assert_eq!(ground("ground = 'open'\nunder = 'mud'\n"), Ok((Ground::Open, Some(Ground::Marsh))));
    assert_eq!(
        ground("ground = 'sand'\nunder = 'open'\n").unwrap_err(),
        "map.toml:1: `ground` is \"sand\", not \"open\" or \"deep-forest\" or \"mud\"\n\
         map.toml:2: `under` is \"open\", not \"deep-forest\" or \"mud\""
    );
    assert_eq!(ground("").unwrap_err(), "map.toml:1: `ground` is missing");
}

#[test]
fn places_are_the_fields_of_their_struct() {
    let game = game();
    let places = |text: &str| {
        read(text, |root| {
            let table = root.table("places")?.called("places");
            let places: Option<Places> = places_of(&table, |_, item| kessel_kit::hex_of(item, &game.board));
            table.finish();
            places
        })
    };
    let found = places("[places]\ncapital = '0101'\nport = '0103'\n").expect("sound").expect("both");
    assert_eq!(tree::places(&game.board, &found), json!({ "capital": "0101", "port": "0103" }));
    assert_eq!(
        places("[places]\ncapital = '0909'\ntown = '0101'\n").unwrap_err(),
        "map.toml:1: places: `port` is missing\n\
         map.toml:2: places: there is no hex 0909\n\
         map.toml:3: places: there is no key `town` here"
    );
}

#[test]
fn a_file_that_is_not_there_is_told_with_the_faults_of_the_others() {
    let dir = DataDir::embedded("example", &[("map.toml", "[")]);
    let inspection = Inspection::new();
    assert!(open_all(&dir, &inspection, ["units.toml", "map.toml"]).is_none());
    let faults = inspection.finish(()).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.file.as_str()).collect::<Vec<_>>(), ["map.toml", "units.toml"]);
}

#[test]
fn facts_are_what_serde_writes_with_what_names_other_things() {
    let game = game();
    let hex = |name| game.board.space(name).expect("a hex");
    let facts = tree::with(&json!({ "name": "Kalach", "hex": 7 }), json!({ "hex": "0102", "boats": 3 }));
    assert_eq!(facts, json!({ "name": "Kalach", "hex": "0102", "boats": 3 }));
    let side = game.board.edge(hex("0101"), hex("0102")).expect("neighbours");
    let both = json!({ "0101|0102": "river", "0102|0101": "river" });
    assert_eq!(tree::sides(&game.board, [(side, "river")]), both);
    assert_eq!(tree::spaces(&game.board, [hex("0103"), hex("0101")]), json!(["0103", "0101"]));
    assert_eq!(tree::by_side(|side| u8::from(side == Side::Axis)), json!({ "axis": 1, "soviet": 0 }));
}

#[test]
fn an_offer_is_about_its_aim_and_says_its_words() {
    let aim = Aim::new("march", OfferKind::Move).with("S-40").at("0101").one_of_all();
    let offer = about(aim, at_cost(said("40 Army marches", "Movement"), "2 points"));
    assert_eq!((offer.kind, offer.all), (OfferKind::Move, true));
    assert_eq!((offer.counter.as_deref(), offer.space.as_deref()), (Some("S-40"), Some("0101")));
    assert_eq!(
        (&*offer.label, &*offer.group, offer.cost.as_deref()),
        ("40 Army marches", "Movement", Some("2 points"))
    );
}
