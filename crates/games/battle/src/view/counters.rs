//! Counters and their faces (2.2).

use crate::Battle;
use crate::data::{AssetClass, AssetId, AssetInfo, AssetSize, Nation, UnitId, UnitInfo, UnitKind, UnitSize};
use crate::state::{Frame, Place, Post, State};
use kessel_kernel::view::{CounterView, FaceView, FactorView};
use kessel_kernel::{Side, Viewer};
use kessel_kit::show::{chosen, factor};

impl Battle {
    /// All units; the assets that the viewer may know of.
    pub(super) fn counter_views(&self, seen: &State, viewer: Viewer) -> Vec<CounterView> {
        let units = self.data.unit_ids().map(|unit| self.unit_view(seen, viewer, unit));
        let assets = self.data.asset_ids().filter_map(|asset| self.asset_view(seen, viewer, asset));
        units.chain(assets).collect()
    }

    fn unit_view(&self, seen: &State, viewer: Viewer, unit: UnitId) -> CounterView {
        let info = &self.data.units[unit.index()];
        let known = viewer.knows(info.side);
        let at = match seen.units[unit.index()].place {
            Place::At(space) if !known && !self.on_map(space) => self.space_id(self.reserve(info.side)),
            Place::At(space) => self.space_id(space),
            Place::ToCome => "turn-track",
            Place::Dead => "dead",
        };
        CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at: at.into(),
            kind: "unit".into(),
            face: self.unit_face(seen, unit, known),
            hidden: false,
            flags: self.unit_flags(seen, unit),
        }
    }

    /// The face that lies up: the reverse if the unit is unsupplied (2.2.2.a).
    fn unit_face(&self, seen: &State, unit: UnitId, known: bool) -> FaceView {
        let info = &self.data.units[unit.index()];
        let strength = seen.units[unit.index()].strength;
        let in_play = seen.at(unit).is_some();
        let shown = match (in_play, known) {
            (false, _) => info.max.to_string(),
            (true, true) => strength.to_string(),
            (true, false) => "?".into(),
        };
        let mut factors = vec![factor("basic strength", shown)];
        if in_play && !self.supplied(seen, unit) {
            let reverse = if info.attempts { "[1]" } else { "-" };
            factors.push(factor("tactical, unsupplied", reverse));
        } else {
            factors.push(factor("tactical", info.tactical));
            factors.extend(strategic(info));
        }
        FaceView {
            name: info.name.clone(),
            nation: nation_word(info.nation, &info.name).into(),
            symbol: unit_symbol(info.kind).into(),
            size: unit_size(info.size).into(),
            factors,
            steps: (in_play && known).then_some(strength),
            max_steps: Some(info.max),
            formation: info.group.clone(),
        }
    }

    fn unit_flags(&self, seen: &State, unit: UnitId) -> Vec<String> {
        let Some(space) = seen.at(unit) else { return Vec::new() };
        let picture = self.picture(seen);
        let on_march = matches!(seen.frames.top(), Frame::March(march) if march.unit == unit);
        let retreating = matches!(seen.frames.top(), Frame::Retreat { units, .. } if units.contains(unit));
        let leaving = matches!(seen.frames.top(), Frame::Standing { leaving, .. } if leaving.contains(unit));
        let battle = picture.battle.contains(space);
        chosen(&[
            ("unsupplied", !self.supplied(seen, unit)),
            ("moved", seen.moved.contains(unit)),
            ("engaged", seen.engaged.contains(unit)),
            ("refugee", seen.refugees.contains(unit)),
            ("overstacked", seen.named.contains(unit)),
            ("battle", battle),
            ("fought", battle && seen.fought.contains(space)),
            ("on-march", on_march),
            ("retreating", retreating),
            ("leaving", leaving),
        ])
    }

    fn asset_view(&self, seen: &State, viewer: Viewer, asset: AssetId) -> Option<CounterView> {
        let info = &self.data.assets[asset.index()];
        let now = seen.assets[asset.index()];
        let in_play = matches!(now.post, Post::With(_) | Post::Reserve);
        if in_play && !viewer.knows(info.side) {
            return None;
        }
        Some(CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at: self.post_word(info.side, now.post).into(),
            kind: "asset".into(),
            face: asset_face(info, if in_play { now.steps } else { info.max_steps }, in_play),
            hidden: false,
            flags: chosen(&[("withdrawn", seen.withdrawn.contains(asset))]),
        })
    }
}

fn asset_face(info: &AssetInfo, steps: u8, in_play: bool) -> FaceView {
    let value = match info.class {
        AssetClass::AntiTank { num, den } => factor("anti-tank fraction", format!("x{num}/{den}")),
        AssetClass::Tank => factor("tank strength", info.factors[usize::from(steps)].to_string()),
        AssetClass::Plain => factor("strength", info.factors[usize::from(steps)].to_string()),
    };
    FaceView {
        name: info.name.clone(),
        nation: nation_word(info.nation, &info.name).into(),
        symbol: asset_symbol(info).into(),
        size: asset_size(info.size).into(),
        factors: vec![value],
        steps: in_play.then_some(steps),
        max_steps: Some(info.max_steps),
        formation: info.only_group.clone().unwrap_or_default(),
    }
}

/// One strategic factor for a Soviet unit; for an Axis unit those inside and outside the ALZ (7.3).
fn strategic(info: &UnitInfo) -> Vec<FactorView> {
    let [inside, outside] = info.strategic.map(|points| points.to_string());
    match info.side {
        Side::Soviet => vec![factor("strategic", inside)],
        Side::Axis => vec![factor("strategic, in the ALZ", inside), factor("strategic, outside", outside)],
    }
}

/// The page's word for the colour of a counter. Guards, Waffen-SS and Luftwaffe go by their names.
fn nation_word(nation: Nation, name: &str) -> &'static str {
    match nation {
        Nation::Soviet if name.contains("Guards") => "guards",
        Nation::Soviet => "soviet",
        Nation::German if name.starts_with("SS-") => "ss",
        Nation::German if name.contains("Luftwaffe") => "luftwaffe",
        Nation::German => "german",
        Nation::Romanian => "romanian",
        Nation::Hungarian => "hungarian",
        Nation::Italian => "italian",
    }
}

const fn unit_symbol(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Infantry => "infantry",
        UnitKind::Mountain => "mountain",
        UnitKind::Tank | UnitKind::Panzer => "armour",
    }
}

const fn unit_size(size: UnitSize) -> &'static str {
    match size {
        UnitSize::Army => "XXXX",
        UnitSize::Detachment => "(XXXX)",
        UnitSize::Corps => "XXX",
    }
}

const fn asset_size(size: AssetSize) -> &'static str {
    match size {
        AssetSize::Corps => "XXX",
        AssetSize::Division => "XX",
        AssetSize::Brigade => "X",
        AssetSize::Battalion => "II",
    }
}

/// Words in the names of assets that tell their branch; the rules know only three classes.
const BRANCHES: [(&str, &str); 9] = [
    ("mechanised", "mechanised"),
    ("motorised", "motorised"),
    ("wiking", "motorised"),
    ("cavalry", "cavalry"),
    ("celere", "cavalry"),
    ("alpini", "mountain"),
    ("artillery", "artillery"),
    ("pioneer", "engineer"),
    ("luftwaffe", "infantry"),
];

fn asset_symbol(info: &AssetInfo) -> &'static str {
    let name = info.name.to_lowercase();
    let branch = BRANCHES.iter().find(|(word, _)| name.contains(word)).map(|(_, symbol)| *symbol);
    match info.class {
        AssetClass::AntiTank { .. } => "anti-tank",
        AssetClass::Tank => branch.filter(|symbol| *symbol == "mechanised").unwrap_or("armour"),
        AssetClass::Plain => branch.unwrap_or("infantry"),
    }
}
