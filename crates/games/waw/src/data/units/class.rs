//! `units.toml`: the kinds of units.

use super::{ClassId, Kind, MoveClass, Readiness};
use kessel_kernel::data::Table;
use kessel_kit::{In, Limit, Or, Reader, records};

records! {
    /// A kind of unit.
    pub struct Class as "kind" by code checked by fits {
        /// Its code: `inf`, `pza`.
        pub code: String,
        /// Its name, for people.
        pub name: String,
        /// The sign on the counter.
        pub symbol: String,
        /// What it is for the rules.
        pub kind: Kind,
        /// How it moves.
        pub movement: MoveClass,
        /// Tactical allowance in movement points.
        pub tactical: u8 = 1..=20,
        /// Strategic allowance.
        pub strategic: u8 = 1..=40,
        /// Attack strength.
        pub attack: u8 = Or(0, 0..=99),
        /// Defence strength.
        pub defence: u8 = 1..=20,
        /// Antitank strength.
        pub antitank: u8 = 1..=40,
        /// Armour strength.
        pub armour: u8 = Or(0, 0..=99),
        /// Barrage strength.
        pub barrage: u8 = Or(0, 0..=99),
        /// Support strength.
        pub support: u8 = Or(0, 0..=99),
        /// Range in km.
        pub range: u8 = Or(0, 0..=99),
        /// Antiaircraft strength.
        pub anti_air: u8 = Or(0, 0..=99),
        /// Guns only.
        pub ready: Option<Readiness>,
        /// Carries a diagonal stripe at this scale, by [`Scale`](super::Scale).
        pub striped: [bool; 3] => |row, _| Some(stripes(row)),
        /// May carry riders (14.6).
        pub carrier: bool,
        /// May ride.
        pub rider: bool,
        /// Counts against a headquarters' span (12.11).
        pub spans: bool,
        /// How it moves in panzer and motorised formations and in corps troops, if otherwise.
        pub motor: Option<Motor>,
    }

    /// How a motorised one moves.
    pub struct Motor checked by is_faster {
        /// How it moves.
        pub movement: MoveClass,
        /// Tactical allowance in movement points.
        pub tactical: u8 = 1..=20,
        /// Strategic allowance.
        pub strategic: u8 = 1..=40,
    }
}

/// Stripes by scale: 400 m, 1 km, 3 km.
const STRIPES: [(&str, [bool; 3]); 3] = [("never", [false; 3]), ("front", [false, false, true]), ("always", [true; 3])];

fn stripes(row: &Table<'_>) -> [bool; 3] {
    row.word("striped", &STRIPES)
}

fn fits(class: &Class, row: &Table<'_>, _: &Reader<'_>) {
    let gun = class.kind == Kind::Artillery;
    if [class.barrage > 0, class.support > 0, class.range > 0, class.ready.is_some()].iter().any(|&has| has != gun) {
        row.fault("artillery has `barrage`, `support`, `range` and `ready`, and no other unit has");
    }
    if class.attack > 0 && (gun || class.kind == Kind::Hq) {
        row.fault("artillery and headquarters do not attack");
    }
    if class.kind == Kind::Armour && class.armour == 0 {
        row.fault("an armoured unit has `armour`");
    }
    at_least(class.tactical, class.strategic, row);
}

fn is_faster(motor: &Motor, row: &Table<'_>, _: &Reader<'_>) {
    at_least(motor.tactical, motor.strategic, row);
}

/// Nobody is slower on the march than in the field.
fn at_least(tactical: u8, strategic: u8, row: &Table<'_>) {
    if strategic < tactical {
        row.fault(format!("`strategic` is {strategic}, less than `tactical`, {tactical}"));
    }
}

/// Reads the table of kinds.
pub(in crate::data) fn read(root: &Table<'_>, reader: &Reader<'_>) -> Vec<Class> {
    let classes: Vec<Class> = In("list").under(root, "classes", reader).unwrap_or_default();
    root.finish();
    if classes.len() > usize::from(u8::MAX) - 5 {
        root.fault("there are more kinds of units than can be counted");
    }
    classes
}

/// The kind of a code.
pub(in crate::data) fn find(classes: &[Class], code: &str) -> Option<ClassId> {
    classes.iter().position(|class| class.code == code).map(ClassId::at)
}
