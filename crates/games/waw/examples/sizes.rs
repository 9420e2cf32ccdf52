//! How large the messages of the table are: `cargo run --release -p kessel-waw --example sizes -- uranus menu|first|film`.
//! `menu` prints the largest menu of a unit or squadron in bytes of JSON as it is sent, `first` (sheet and first view) and `film` (what
//! one side is told of a turn in which everybody has orders) print the JSON itself, to be compressed: `| gzip -9 | wc -c`.

use kessel_kernel::facets::*;
use kessel_kernel::plan::{MenuLine, Plans};
use kessel_kernel::{Budget, Dice, Log, Options, Seed, Side, Temperament, Viewer};
use kessel_waw::data::Data;
use kessel_waw::{Slot, Waw, WawPlans};
use rand_pcg::Pcg32;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (scenario, what) =
        (words.first().map_or("uranus", |w| w.as_str()), words.get(1).map_or("menu", |w| w.as_str()));
    let game = Waw::load(&Data::embedded()).expect("the built-in data is sound");
    let mut dice = Dice::seeded(&Seed::from_number(1), 0);
    let mut state = game.setup(scenario, &Options::default(), &mut dice, &mut Log::silent());
    match what {
        "menu" => {
            for side in Side::BOTH {
                let seen = game.see(&state, side.into());
                let size = |slot: &Slot| {
                    let menu = WawPlans::menu(&game, &seen, side, &Default::default(), *slot);
                    (
                        json(&menu.into_iter().map(MenuLine::packed).collect::<Vec<_>>()).len(),
                        WawPlans::write_slot(&game, &state, *slot),
                    )
                };
                let pointed = |slot: &Slot| matches!(slot, Slot::Unit(_) | Slot::Squadron(_));
                let largest = WawPlans::slots(&game, &seen, side).iter().filter(|s| pointed(s)).map(size).max();
                println!("{side}: {largest:?}");
            }
        }
        "first" => {
            let view = game.view(&game.see(&state, Viewer::Axis));
            println!("{}{}", json(&game.sheet(scenario)), json(&view));
        }
        _ => {
            let mut rng = Pcg32::new(1, 1);
            let plans = Side::BOTH.map(|side| {
                let mut staff = game.staff(Temperament::default()).expect("the game has one");
                staff.plan(&game, &game.see(&state, side.into()), side, Budget::default(), &mut rng)
            });
            let mut log = Log::new();
            WawPlans::execute(&game, &mut state, plans, &mut dice, &mut log);
            let told: Vec<_> = log.take().into_iter().filter(|event| event.is_told(Viewer::Axis, false)).collect();
            println!("{}", json(&told));
        }
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
