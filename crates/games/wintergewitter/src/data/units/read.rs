//! Reading the counters.

use super::super::map::ARMIES;
use super::{
    AirClass, AirId, AirInfo, Face, FormationId, FormationInfo, HqRole, LossClass, Size, UnitId, UnitInfo, UnitType,
};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Nation, Reading, SIDES, Table};
use kessel_kit::Word;

/// The markers that are counted; only the entrenchments limit play.
const MARKERS: [&str; 11] = [
    "strength",
    "disrupted",
    "fired",
    "moved",
    "interdiction",
    "bridge",
    "supply",
    "mandate",
    "initiative",
    "turn",
    "replacement",
];

/// Every counter.
pub(in super::super) struct Roster {
    pub(in super::super) units: Vec<UnitInfo>,
    pub(in super::super) formations: Vec<FormationInfo>,
    pub(in super::super) air: Vec<AirInfo>,
    pub(in super::super) entrenchments: u8,
    /// All markers, the entrenchments among them.
    pub(in super::super) markers: u16,
}

impl Roster {
    /// The unit that a value names.
    pub(in super::super) fn unit(&self, item: &Item<'_>) -> Option<UnitId> {
        let id = item.text()?;
        let found = self.units.iter().position(|unit| unit.id == id).map(UnitId::at);
        if found.is_none() {
            item.fault(format!("there is no unit {id}"));
        }
        found
    }

    /// The formation that a value names.
    pub(in super::super) fn formation(&self, item: &Item<'_>) -> Option<FormationId> {
        let id = item.text()?;
        let found = self.formations.iter().position(|formation| formation.id == id).map(FormationId::at);
        if found.is_none() {
            item.fault(format!("there is no formation {id}"));
        }
        found
    }

    /// The units of `formations` and `units`, in this order.
    pub(in super::super) fn units(&self, table: &Table<'_>) -> Vec<UnitId> {
        let mut units = Vec::new();
        for item in table.items("formations") {
            let Some(formation) = self.formation(&item) else { continue };
            units.extend(&self.formations[formation.index()].units);
        }
        for item in table.items("units") {
            let Some(unit) = self.unit(&item) else { continue };
            if units.contains(&unit) {
                item.fault(format!("{} is listed twice", self.units[unit.index()].id));
            }
            units.push(unit);
        }
        if units.is_empty() {
            table.fault("it names no unit: give `formations` or `units`");
        }
        units
    }

    /// The air units of a list.
    pub(in super::super) fn air(&self, items: &[Item<'_>]) -> Vec<AirId> {
        let mut found = Vec::new();
        for item in items {
            let Some(id) = item.text() else { continue };
            match self.air.iter().position(|air| air.id == id).map(AirId::at) {
                None => item.fault(format!("there is no air unit {id}")),
                Some(air) if found.contains(&air) => item.fault(format!("{id} is listed twice")),
                Some(air) => found.push(air),
            }
        }
        found
    }

    fn is_known(&self, id: &str) -> bool {
        self.units.iter().any(|unit| unit.id == id) || self.air.iter().any(|air| air.id == id)
    }
}

/// Reads the whole file.
pub(in super::super) fn read(root: &Table<'_>, reading: &Reading<'_>) -> Roster {
    let mut roster =
        Roster { units: Vec::new(), formations: Vec::new(), air: Vec::new(), entrenchments: 0, markers: 0 };
    let tables = root.tables("formation");
    let mut named = Vec::with_capacity(tables.len());
    for table in tables {
        named.push(read_formation(&mut roster, table, reading));
    }
    for (place, (hq, corps)) in named.into_iter().enumerate() {
        let [hq, corps] = [hq, corps].map(|item| headquarters(&roster, item?));
        roster.formations[place].hq = hq;
        roster.formations[place].corps = corps;
    }
    read_air(&mut roster, root, reading);
    read_markers(&mut roster, root, reading);
    root.finish();
    roster
}

/// The headquarters that a value names.
fn headquarters(roster: &Roster, item: Item<'_>) -> Option<UnitId> {
    let unit = roster.unit(&item)?;
    if !roster.units[unit.index()].kind.is_hq() {
        item.fault(format!("{} is no headquarters", roster.units[unit.index()].id));
    }
    Some(unit)
}

/// Adds a formation and its units; gives the values of `hq` and `corps`, which may name units further down.
fn read_formation<'d>(
    roster: &mut Roster,
    table: Table<'d>,
    reading: &Reading<'_>,
) -> (Option<Item<'d>>, Option<Item<'d>>) {
    let id = table.text("id");
    let table = table.called(format!("formation {id}"));
    reading.source(&table, format!("units.toml formation {id}"));
    if roster.formations.iter().any(|formation| formation.id == id) {
        table.fault("there are two formations of this id");
    }
    if roster.formations.len() > usize::from(u8::MAX) {
        table.fault("there are more formations than can be counted");
        return (None, None);
    }
    let nation = Nation::read(&table, "nation");
    let mechanized = table.flag("mechanized");
    let formation = FormationId::at(roster.formations.len());
    let first = roster.units.len();
    for line in table.tables("units") {
        let unit = read_unit(line, formation, nation, mechanized, reading, roster);
        roster.units.push(unit);
    }
    roster.formations.push(FormationInfo {
        id: id.to_owned(),
        name: table.text("name").to_owned(),
        side: nation.side(),
        nation,
        hq: None,
        corps: None,
        ring: table.get("ring").and_then(|item| item.word(&ARMIES)),
        units: (first..roster.units.len()).map(UnitId::at).collect(),
    });
    let named = (table.get("hq"), table.get("corps"));
    table.finish();
    named
}

fn read_unit(
    line: Table<'_>,
    formation: FormationId,
    nation: Nation,
    mechanized: bool,
    reading: &Reading<'_>,
    roster: &Roster,
) -> UnitInfo {
    let id = line.text("id");
    let line = line.called(format!("unit {id}"));
    if roster.is_known(id) {
        line.fault("there are two counters of this id");
    }
    let kind = UnitType::need(&line, "kind");
    let [full, reduced] = read_faces(&line, kind);
    let range = line.get("range").and_then(|item| item.int(1..=9));
    if range.is_some() != kind.is_gun() {
        line.fault("artillery has a `range`, and no other unit has");
    }
    let role = HqRole::get(&line, "role");
    if role.is_some() != kind.is_hq() {
        line.fault("a headquarters has a `role`, and no other unit has");
    }
    let unit = UnitInfo {
        id: id.to_owned(),
        name: line.text("name").to_owned(),
        side: nation.side(),
        nation,
        kind,
        size: Size::need(&line, "size"),
        formation,
        full: full.unwrap_or(Face { strength: 0, movement: 0, proficiency: 0, stacking: 0 }),
        reduced,
        range,
        hq: role,
        // Motorized infantry always acts with the mechanized units (7.1).
        mechanized: mechanized || kind == UnitType::MotInfantry,
        printed: reading.printed(&line),
    };
    line.finish();
    unit
}

/// The front and, if there is one, the reverse.
fn read_faces(line: &Table<'_>, kind: UnitType) -> [Option<Face>; 2] {
    let movement = line.int("movement", 1..=20);
    let [strength, proficiency, stacking] = ["strength", "proficiency", "stacking"].map(|key| {
        let items = line.need(key).map(|item| item.items()).unwrap_or_default();
        items.iter().filter_map(|item| item.int(0..=30)).collect::<Vec<u8>>()
    });
    let single = matches!(kind.losses(), LossClass::Headquarters | LossClass::Convoy);
    let sides = if single { 1 } else { 2 };
    if [&strength, &proficiency, &stacking].iter().any(|values| values.len() != sides) {
        line.fault(if single {
            "headquarters and convoys have one side: write one value each"
        } else {
            "write `strength`, `proficiency` and `stacking` for both sides, like [12, 6]"
        });
        return [None, None];
    }
    if !single && !(1..strength[0]).contains(&strength[1]) {
        line.fault("the reverse has less strength than the front, and some");
    }
    let face = |at: usize| {
        let (strength, proficiency, stacking) = (*strength.get(at)?, *proficiency.get(at)?, *stacking.get(at)?);
        Some(Face { strength, movement, proficiency, stacking })
    };
    [face(0), face(1)]
}

fn read_air(roster: &mut Roster, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("air").map(|table| table.called("air")) else {
        return;
    };
    reading.source(&table, "units.toml air");
    for line in table.tables("units") {
        let id = line.text("id");
        let line = line.called(format!("air unit {id}"));
        if roster.is_known(id) {
            line.fault("there are two counters of this id");
        }
        let air = AirInfo {
            id: id.to_owned(),
            name: line.text("name").to_owned(),
            side: line.word("side", &SIDES),
            class: AirClass::need(&line, "class"),
            attack: line.int("attack", 0..=20),
            defence: line.int("defence", 0..=20),
            bombs: line.int("bombs", 0..=20),
            proficiency: line.int("proficiency", 1..=10),
            printed: reading.printed(&line),
        };
        line.finish();
        if air.side == Side::Axis && roster.air.last().is_some_and(|last| last.side == Side::Soviet) {
            line.fault("the air units of the Axis stand before the Soviet ones");
        }
        roster.air.push(air);
    }
    table.finish();
}

fn read_markers(roster: &mut Roster, root: &Table<'_>, reading: &Reading<'_>) {
    let Some(table) = root.table("markers").map(|table| table.called("markers")) else {
        return;
    };
    reading.source(&table, "units.toml markers");
    roster.entrenchments = table.int("entrenchment", 0..=250);
    let others: u16 = MARKERS.iter().map(|key| table.int(key, 0..=250_u16)).sum();
    roster.markers = others + u16::from(roster.entrenchments);
    table.finish();
}
