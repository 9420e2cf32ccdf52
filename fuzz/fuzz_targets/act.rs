//! Each line of the text is sent to a game as the action of whoever is asked: it is done, or refused without a trace.
//! (The engine protocol reads its lines the same way.)
#![no_main]

use kessel_kernel::toy::Toy;
use kessel_kernel::{AnyGame, Dice, Erased, Log, Options, Seed, Session, Side};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static TOY: LazyLock<Arc<Toy>> = LazyLock::new(|| Arc::new(Toy::new()));

fuzz_target!(|text: &str| {
    let game = Erased(TOY.clone());
    let mut dice = Dice::seeded(&Seed::from_number(0), 0);
    let started = game.start("skirmish", &Options::default(), &mut dice, &mut Log::silent());
    let mut session: Box<dyn Session> = started.expect("the scenario is there");
    for line in text.lines() {
        let Ok(action) = serde_json::from_str(line) else { continue };
        let side = session.to_act().first().unwrap_or(Side::Axis);
        let before = session.hash();
        let allowed = session.check(side, &action);
        let done = session.act(side, &action, &mut dice, &mut Log::new()).map(drop);
        assert_eq!(allowed, done, "asking and doing agree");
        assert_eq!(done.is_err(), session.hash() == before, "progress, or no trace");
        assert_eq!(session.to_act().first().is_none(), session.outcome().is_some(), "no dead end");
    }
});
