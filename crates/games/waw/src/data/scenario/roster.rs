//! Reading an order of battle: formations, units, where they start, and who owns which hex then.

use super::read::{DRAWN, Sources, hex};
use super::{Start, Variant, VariantPlace};
use crate::data::units::{
    Class, Colour, Formation, FormationId, Hq, HqRank, Kind, OrgId, Readiness, Strengths, UnitId, UnitInfo, find,
    stacking_points,
};
use crate::data::{MOVEMENT_POINT, Map, Nation, SupplyLevel, Terrain};
use kessel_board::SpaceMap;
use kessel_kernel::Side;
use kessel_kernel::data::{Doc, Item, SIDES, Table, optional_text};
use kessel_kit::Word;

/// What an order of battle holds.
pub(super) struct Roster {
    pub(super) formations: Vec<Formation>,
    pub(super) units: Vec<UnitInfo>,
    pub(super) hqs: Vec<UnitId>,
    pub(super) orgs: u16,
    pub(super) owner: SpaceMap<Side>,
    pub(super) variant_places: Vec<VariantPlace>,
}

impl Roster {
    pub(super) fn find(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.id == id).map(UnitId::at)
    }

    /// Units that take part without any variant.
    pub(super) fn count(&self, side: Side) -> usize {
        self.units.iter().filter(|unit| unit.side == side && unit.place != Start::Variant).count()
    }

    pub(super) fn divisions(&self, side: Side) -> usize {
        let there = |formation: &&Formation| {
            formation.side == side
                && formation.division
                && formation.units.iter().any(|unit| self.units[unit.index()].place != Start::Variant)
        };
        self.formations.iter().filter(there).count()
    }
}

/// 16.21: how a scenario may change what its guns are.
const GUNS: [Readiness; 2] = [Readiness::Light, Readiness::Heavy];

/// What a formation says of its units.
struct Group {
    nation: Nation,
    colour: Colour,
}

/// Reads an order of battle. `None` only after a fault.
pub(super) fn read(doc: &Doc<'_>, map: &Map, supply: [SupplyLevel; 2], sources: &Sources<'_>) -> Option<Roster> {
    let root = doc.root();
    let table = root.table("order")?.called("order");
    sources.reader.source(&table, format!("{} order", doc.name()));
    let (mut formations, groups) = read_formations(&table);
    let rows = table.tables("units");
    let mut clerk = Clerk { map, supply, classes: sources.classes, groups: &groups, orgs: Vec::new() };
    let mut units: Vec<UnitInfo> = Vec::new();
    let mut superiors = Vec::new();
    for row in rows {
        let id = row.text("id").to_owned();
        let row = row.called(format!("unit {id}"));
        if units.iter().any(|unit| unit.id == id) {
            row.fault("there are two units of this id");
        }
        superiors.push(row.get("superior"));
        let unit = clerk.unit(&row, id, &formations)?;
        let at = UnitId::at(units.len());
        let formation = &mut formations[unit.formation.index()];
        formation.units.push(at);
        if unit.hq.is_some() && formation.hq.is_none() {
            formation.hq = Some(at);
        }
        row.finish();
        units.push(unit);
    }
    attach(&mut units, &superiors);
    let variant_places = read_variants(&table, map, &units);
    let owner = read_owner(&table, map)?;
    table.finish();
    root.finish();
    check_stacks(&table, map, &units);
    let hqs = (0..units.len()).filter(|&unit| units[unit].hq.is_some()).map(UnitId::at).collect();
    Some(Roster { formations, units, hqs, orgs: clerk.orgs.len() as u16, owner, variant_places })
}

fn read_formations(table: &Table<'_>) -> (Vec<Formation>, Vec<Group>) {
    let (mut formations, mut groups) = (Vec::new(), Vec::new());
    for row in table.tables("formations") {
        let id = row.text("id").to_owned();
        let row = row.called(format!("formation {id}"));
        let side = row.word("side", &SIDES);
        let nation = Nation::of(&row, side);
        groups.push(Group { nation, colour: Colour::need(&row, "colour") });
        formations.push(Formation {
            id,
            name: row.text("name").to_owned(),
            side,
            division: row.flag("division"),
            units: Vec::new(),
            hq: None,
        });
        row.finish();
    }
    (formations, groups)
}

/// What units are read against.
struct Clerk<'a> {
    map: &'a Map,
    supply: [SupplyLevel; 2],
    classes: &'a [Class],
    groups: &'a [Group],
    orgs: Vec<String>,
}

impl Clerk<'_> {
    fn unit(&mut self, row: &Table<'_>, id: String, formations: &[Formation]) -> Option<UnitInfo> {
        let formation = self.formation(row, formations)?;
        let group = &self.groups[formation.index()];
        let side = formations[formation.index()].side;
        let code = row.text("class");
        let Some(class) = find(self.classes, code) else {
            row.fault(format!("there is no class {code}"));
            return None;
        };
        let info = &self.classes[class.index()];
        let (mut movement, mut tactical, mut strategic) = (info.movement, info.tactical, info.strategic);
        if row.flag("motor") {
            match &info.motor {
                Some(motor) => (movement, tactical, strategic) = (motor.movement, motor.tactical, motor.strategic),
                None => row.fault(format!("class {code} has no motorised form")),
            }
        }
        let strength = row.get("strength").and_then(|item| item.int(1..=100)).unwrap_or(100);
        let full = Strengths {
            attack: micro(info.attack),
            defence: micro(info.defence),
            antitank: micro(info.antitank),
            armour: micro(info.armour),
            barrage: micro(info.barrage),
            support: micro(info.support),
        };
        let striped = info.striped[self.map.scale as usize];
        let points = stacking_points(self.map.scale, striped);
        let guns = row.get("guns").and_then(|item| Readiness::among(&item, &GUNS));
        if guns.is_some() && info.kind != Kind::Artillery {
            row.fault("only artillery has `guns`");
        }
        Some(UnitInfo {
            name: row.text("name").to_owned(),
            number: row.text("number").to_owned(),
            dots: row.get("dots").and_then(|item| item.int(0..=4)).unwrap_or(0),
            side,
            nation: group.nation,
            colour: Colour::get(row, "colour").unwrap_or(group.colour),
            class,
            kind: info.kind,
            formation,
            org: self.org(row),
            superior: None,
            hq: self.hq(row, side, info.kind),
            movement,
            tactical: u16::from(tactical) * MOVEMENT_POINT,
            strategic: u16::from(strategic) * MOVEMENT_POINT,
            full,
            start: full.scaled(strength),
            range: if info.range > 0 { self.map.scale.hexes(info.range.into()) } else { 0 },
            anti_air: info.anti_air,
            ready: guns.or(info.ready),
            striped,
            points,
            quality: row.int("quality", 4..=8),
            carrier: info.carrier,
            rider: info.rider,
            spans: info.spans,
            dug_in: if row.flag("dug_in") { points } else { 0 },
            place: self.place(row)?,
            id,
        })
    }

    fn formation(&self, row: &Table<'_>, formations: &[Formation]) -> Option<FormationId> {
        let id = row.text("formation");
        let found = formations.iter().position(|formation| formation.id == id).map(FormationId::at);
        if found.is_none() {
            row.fault(format!("there is no formation {id}"));
        }
        found
    }

    fn org(&mut self, row: &Table<'_>) -> Option<OrgId> {
        let org = optional_text(row, "org")?;
        let known = self.orgs.iter().position(|known| *known == org);
        let place = known.unwrap_or_else(|| {
            self.orgs.push(org);
            self.orgs.len() - 1
        });
        Some(OrgId::at(place))
    }

    fn hq(&self, row: &Table<'_>, side: Side, kind: Kind) -> Option<Hq> {
        let rank = HqRank::get(row, "rank");
        if rank.is_some() != (kind == Kind::Hq) {
            row.fault("a headquarters has a `rank`, and no other unit has");
        }
        Some(Hq {
            rank: rank?,
            level: row.int("level", 1..=5),
            span: row.int("span", 1..=99),
            default: row
                .get("supply")
                .and_then(|item| SupplyLevel::among(&item, &DRAWN))
                .unwrap_or(self.supply[side.index()]),
        })
    }

    fn place(&self, row: &Table<'_>) -> Option<Start> {
        if row.flag("variant") {
            return Some(Start::Variant);
        }
        let hex = hex(&row.need("hex")?, self.map)?;
        let turn = row.get("turn").and_then(|item| item.int(1..=999));
        Some(turn.map_or(Start::Hex(hex), |turn| Start::Turn(turn, hex)))
    }
}

fn micro(points: u8) -> i64 {
    i64::from(points) * 1_000_000
}

impl Strengths {
    /// So many percent of them.
    fn scaled(self, percent: i64) -> Strengths {
        let part = |full: i64| full / 100 * percent;
        Strengths {
            attack: part(self.attack),
            defence: part(self.defence),
            antitank: part(self.antitank),
            armour: part(self.armour),
            barrage: part(self.barrage),
            support: part(self.support),
        }
    }
}

/// Ties units to their headquarters, which may stand later in the file.
fn attach(units: &mut [UnitInfo], superiors: &[Option<Item<'_>>]) {
    for (place, item) in superiors.iter().enumerate() {
        let Some(item) = item else { continue };
        let Some(name) = item.text() else { continue };
        let found = units.iter().position(|unit| unit.id == name);
        let Some(found) = found.filter(|&found| units[found].hq.is_some() && units[found].side == units[place].side)
        else {
            item.fault(format!("its side has no headquarters {name}"));
            continue;
        };
        let higher = units[found].hq.map_or(0, |hq| hq.level);
        if units[place].hq.is_some_and(|hq| hq.level <= higher) {
            item.fault(format!("{name} stands no higher"));
            continue;
        }
        units[place].superior = Some(UnitId::at(found));
    }
}

fn read_variants(table: &Table<'_>, map: &Map, units: &[UnitInfo]) -> Vec<VariantPlace> {
    let mut places = Vec::new();
    let find = |id: &str| units.iter().position(|unit| unit.id == id).map(UnitId::at);
    for row in table.items("variants").iter().filter_map(Item::table) {
        let id = row.text("unit");
        let row_variant = row.need("variant").and_then(|item| Variant::of(&item));
        let hex = row.need("hex").and_then(|item| hex(&item, map));
        let turn = row.get("turn").and_then(|item| item.int(1..=999));
        let superior = row.get("superior").and_then(|item| item.text()).map(|name| (name, find(name)));
        if let Some((name, None)) = superior {
            row.fault(format!("there is no unit {name}"));
        }
        let unit = find(id);
        if unit.is_none() {
            row.fault(format!("there is no unit {id}"));
        }
        row.finish();
        if let (Some(variant), Some(hex), Some(unit)) = (row_variant, hex, unit) {
            let place = turn.map_or(Start::Hex(hex), |turn| Start::Turn(turn, hex));
            let superior = superior.and_then(|(_, unit)| unit);
            places.push(VariantPlace { variant, unit, place, superior });
        }
    }
    places
}

/// The rows of owners: `a` for the Axis, `s` for the Soviets.
fn read_owner(table: &Table<'_>, map: &Map) -> Option<SpaceMap<Side>> {
    let mut owner = map.board.space_map(Side::Axis);
    let rows = table.need("owner")?.items();
    if rows.len() != usize::from(map.rows) {
        table.fault(format!("`owner` has {} rows, not {}", rows.len(), map.rows));
        return None;
    }
    for (row, item) in rows.iter().enumerate() {
        let text = item.text()?;
        if text.len() != usize::from(map.columns) || !text.bytes().all(|sign| matches!(sign, b'a' | b's')) {
            item.fault(format!("row {} of `owner` is not {} times a or s", row + 1, map.columns));
            return None;
        }
        for (column, sign) in text.bytes().enumerate() {
            let hex = map.at(column, row)?;
            owner[hex] = if sign == b's' { Side::Soviet } else { Side::Axis };
        }
    }
    Some(owner)
}

/// No hex holds more than nine points, or units of both sides, or units that may not be there (11.1).
fn check_stacks(table: &Table<'_>, map: &Map, units: &[UnitInfo]) {
    let mut points = map.board.space_map([0_u16; 2]);
    for unit in units {
        let Start::Hex(hex) = unit.place else { continue };
        if matches!(map.terrain[hex], Terrain::Water) {
            table.fault(format!("unit {} stands in water, {}", unit.id, map.board.name(hex)));
        }
        points[hex][unit.side.index()] += u16::from(unit.points);
    }
    for (hex, [axis, soviet]) in points.iter().map(|(hex, points)| (hex, *points)) {
        if axis > 0 && soviet > 0 {
            table.fault(format!("both sides stand in {}", map.board.name(hex)));
        }
        if axis.max(soviet) > 9 {
            table.fault(format!("{} holds {} stacking points", map.board.name(hex), axis.max(soviet)));
        }
    }
}
