//! Reading `units.toml`: the kinds of units.

use super::{Class, ClassId, Kind, MoveClass, Readiness};
use kessel_kernel::data::{Reading, Table};

/// The kinds of units, and how those of motorised formations differ.
pub(in crate::data) struct Classes {
    pub(in crate::data) list: Vec<Class>,
    /// By class: how it moves in panzer and motorised formations and in corps troops, if otherwise.
    pub(in crate::data) motor: Vec<Option<(MoveClass, u8, u8)>>,
}

impl Classes {
    pub(in crate::data) fn find(&self, code: &str) -> Option<ClassId> {
        self.list.iter().position(|class| class.code == code).map(ClassId::at)
    }
}

pub(in crate::data) const MOVES: [(&str, MoveClass); MoveClass::COUNT] = [
    ("foot", MoveClass::Foot),
    ("non-mot-hq", MoveClass::NonMotHq),
    ("ski", MoveClass::Ski),
    ("horse", MoveClass::Horse),
    ("bicycle", MoveClass::Bicycle),
    ("motorcycle", MoveClass::Motorcycle),
    ("truck", MoveClass::Truck),
    ("mot-hq", MoveClass::MotHq),
    ("armored-car", MoveClass::ArmoredCar),
    ("tracked", MoveClass::Tracked),
    ("mounted", MoveClass::Mounted),
];

const KINDS: [(&str, Kind); 9] = [
    ("infantry", Kind::Infantry),
    ("armour", Kind::Armour),
    ("recon", Kind::Recon),
    ("engineer", Kind::Engineer),
    ("builder", Kind::Builder),
    ("anti-tank", Kind::AntiTank),
    ("anti-air", Kind::AntiAir),
    ("artillery", Kind::Artillery),
    ("hq", Kind::Hq),
];

pub(in crate::data) const READY: [(&str, Readiness); 4] = [
    ("light", Readiness::Light),
    ("rocket", Readiness::Rocket),
    ("medium", Readiness::Medium),
    ("heavy", Readiness::Heavy),
];

/// Stripes by scale: 400 m, 1 km, 3 km.
const STRIPES: [(&str, [bool; 3]); 3] = [("never", [false; 3]), ("front", [false, false, true]), ("always", [true; 3])];

/// Reads the table of kinds.
pub(in crate::data) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Classes {
    let mut classes = Classes { list: Vec::new(), motor: Vec::new() };
    if let Some(table) = root.table("classes").map(|table| table.called("classes")) {
        reading.source(&table, "units.toml classes");
        for row in table.tables("list") {
            let code = row.text("code").to_owned();
            let row = row.called(format!("class {code}"));
            if classes.find(&code).is_some() {
                row.fault("there are two classes of this code");
            }
            let (class, motor) = read_class(&row, code);
            reading.printed(&row);
            row.finish();
            classes.list.push(class);
            classes.motor.push(motor);
        }
        table.finish();
    }
    root.finish();
    if classes.list.len() > 250 {
        root.fault("there are more kinds of units than can be counted");
    }
    classes
}

fn read_class(row: &Table<'_>, code: String) -> (Class, Option<(MoveClass, u8, u8)>) {
    let kind = row.word("kind", &KINDS);
    let optional = |key: &str| row.get(key).and_then(|item| item.int(0..=99)).unwrap_or(0);
    let tactical = row.int("tactical", 1..=20);
    let class = Class {
        code,
        name: row.text("name").to_owned(),
        symbol: row.text("symbol").to_owned(),
        kind,
        movement: row.word("movement", &MOVES),
        tactical,
        strategic: row.int("strategic", tactical..=40),
        attack: optional("attack"),
        defence: row.int("defence", 1..=20),
        antitank: row.int("antitank", 1..=40),
        armour: optional("armour"),
        barrage: optional("barrage"),
        support: optional("support"),
        range: optional("range"),
        anti_air: optional("anti_air"),
        ready: row.get("ready").and_then(|item| item.word(&READY)),
        striped: row.word("striped", &STRIPES),
        carrier: row.flag("carrier"),
        rider: row.flag("rider"),
        spans: row.flag("spans"),
    };
    let gun = class.kind == Kind::Artillery;
    if [class.barrage > 0, class.support > 0, class.range > 0, class.ready.is_some()].iter().any(|&has| has != gun) {
        row.fault("artillery has `barrage`, `support`, `range` and `ready`, and no other unit has");
    }
    if class.attack > 0 && (gun || kind == Kind::Hq) {
        row.fault("artillery and headquarters do not attack");
    }
    if kind == Kind::Armour && class.armour == 0 {
        row.fault("an armoured unit has `armour`");
    }
    let motor = row.get("motor").and_then(|item| item.table()).map(|motor| {
        let tactical = motor.int("tactical", 1..=20);
        let read = (motor.word("movement", &MOVES), tactical, motor.int("strategic", tactical..=40));
        motor.finish();
        read
    });
    (class, motor)
}
