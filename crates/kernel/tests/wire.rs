//! The types of the page are written from the types here: `KESSEL_WRITE=1 cargo test -p kessel-kernel --test all wire` writes them anew.

use kessel_kernel::event::{Approach, BattleReport, BattleResult, Chance, Force, ForceLine, Forecast};
use kessel_kernel::*;
use std::path::Path;
use ts_rs::{Config, TS};

/// Every type that goes over the wire, in the order of the file.
macro_rules! declared {
    ($config:expr, $($type:ty),* $(,)?) => {
        [$(<$type as TS>::decl($config)),*]
    };
}

fn written() -> String {
    let config = &Config::new().with_large_int("number");
    let types = declared!(
        config, Side, Viewer, ToAct, Case, Refusal, Consulted, Sheet, SheetHex, SheetBox, SheetSide, LegendLine, Chart,
        Lit, Badge, Beside, Briefing, View, TurnView, SpaceView, MarkerView, CounterView, FaceView, UnitSymbol, FactorView,
        FactorNote, TrackView, TrackRole, CalendarView, LayerView,
        LineView, Outcome, Offers, Prompt, Together, Reminder, Offer, OfferNote, OfferKind, OfferSet, Example, Worded, Event,
        What, Reach, Goal, Dearer, Way, Muster, AttackWay, Party, Choice, BattleReport, Forecast, Approach, Force, ForceLine, BattleResult, Chance, Patch, ListPatch<(), ()>, CounterPatch,
        Advice,
    );
    let mut text = String::from(
        "// Written by crates/kernel/tests/wire.rs from the Rust types, where every field is explained. Not to be changed by hand.\n",
    );
    for declaration in types {
        text.push_str(&format!("\nexport {declaration}\n"));
    }
    text
}

#[test]
fn the_types_of_the_page_are_those_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/generated/table.ts");
    let now = written();
    if std::env::var_os("KESSEL_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("makes the folder");
        std::fs::write(&path, &now).expect("writes the file");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "{} is stale: KESSEL_WRITE=1 cargo test -p kessel-kernel --test all wire", path.display());
}
