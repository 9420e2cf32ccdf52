//! Examples and benches of all crates, compiled and looked at with the tests but never run: a program for each would cost its linking, and a check
//! of them apart would look at every library once more.

macro_rules! asides {
    ($($name:ident = $path:literal;)*) => {
        $(#[path = $path] #[allow(dead_code, reason = "nobody calls its main")] mod $name;)*

        /// Their files, from the folder of the crates.
        pub(crate) const FILES: &[&str] = &[$($path),*];
    };
}

asides! {
    board_reach = "../../board/benches/reach.rs";
    battle_random_play = "../../games/battle/benches/random_play.rs";
    battle_course = "../../games/battle/examples/battle_course/main.rs";
    drive_random_play = "../../games/drive/benches/random_play.rs";
    drive_course = "../../games/drive/examples/course.rs";
    roads_random_play = "../../games/roads/benches/random_play.rs";
    roads_course = "../../games/roads/examples/roads_course.rs";
    waw_turns = "../../games/waw/benches/turns.rs";
    waw_sheet = "../../games/waw/examples/sheet.rs";
    waw_sizes = "../../games/waw/examples/sizes.rs";
    winter_random_play = "../../games/wintergewitter/benches/random_play.rs";
    winter_course = "../../games/wintergewitter/examples/winter_course.rs";
    costs = "../../kessel/benches/costs.rs";
    clicks = "../../server/examples/clicks.rs";
    forge = "../../server/examples/forge.rs";
    kills = "../../server/examples/kills.rs";
    load = "../../server/examples/load.rs";
}
