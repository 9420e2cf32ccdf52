//! Support markers, Offensive Markers and Ju 52 as counters: a face for who may know it, a back for the others.

use crate::Roads;
use crate::data::{SupportClass, SupportId, SupportKind, UnitKind};
use crate::state::{Offensive, Om, Plane, Spot, State};
use kessel_kernel::view::{CounterView, FaceView, FactorView};
use kessel_kernel::{Side, Viewer};
use kessel_kit::show::factor;

impl Roads {
    /// Markers in boxes and on the map. A hidden one is a number in its box and nothing more.
    pub(super) fn support_views(&self, seen: &State, viewer: Viewer) -> Vec<CounterView> {
        let mut backs = 0_u32;
        let mut views = Vec::new();
        for marker in self.supports() {
            let (kind, spot) = (self.support(marker), seen.spot(marker));
            let at = match spot {
                Spot::Outside | Spot::Pool | Spot::Spent => continue,
                // An Alarm unit is a counter of its own.
                Spot::Unit(unit) if self.info(unit).kind == UnitKind::Alarm => continue,
                Spot::Box(at) => at.word(),
                Spot::Unit(unit) => &self.info(unit).id,
                Spot::Hex(hex) => self.space_id(seen, hex),
            };
            if !viewer.knows(kind.side) && self.is_secret(seen, marker) {
                backs += 1;
                views.push(back(format!("{}-back-{backs}", kind.side.word()), kind.side, at, "support"));
            } else {
                views.push(self.support_view(seen, marker, at));
            }
        }
        views
    }

    fn support_view(&self, seen: &State, marker: SupportId, at: &str) -> CounterView {
        let kind = self.support(marker);
        let mut flags = Vec::new();
        let deployed = matches!(seen.spot(marker), Spot::Unit(_) | Spot::Hex(_));
        let used = seen.served.iter().any(|served| served.contains(marker));
        for (flag, holds) in [("fought", deployed && used), ("pressed", seen.pressed.contains(marker))] {
            if holds {
                flags.push(flag.to_owned());
            }
        }
        CounterView {
            id: self.marker_id(marker).to_owned(),
            side: Some(kind.side),
            at: at.into(),
            kind: if kind.class == SupportClass::Air { "air" } else { "support" }.into(),
            face: support_face(kind),
            hidden: false,
            flags,
        }
    }

    /// The Offensive Markers that are on the table.
    pub(super) fn offensive_views(&self, seen: &State) -> Vec<CounterView> {
        let on_table = |om: Om| {
            let at = match seen.offensives[om as usize] {
                Offensive::None | Offensive::Due(_) => return None,
                Offensive::InBox | Offensive::Lifted => om.word(),
                Offensive::Hex(hex) => self.space_id(seen, hex),
            };
            let radius = self.om_reach(seen, om).to_string();
            Some(CounterView {
                id: om_counter(om),
                side: Some(Side::Soviet),
                at: at.into(),
                kind: "marker".into(),
                face: FaceView {
                    name: om_name(om).into(),
                    nation: "guards".into(),
                    symbol: "offensive".into(),
                    size: String::new(),
                    factors: vec![factor("radius", radius)],
                    steps: Some(1),
                    max_steps: Some(1),
                    formation: "Offensive Markers".into(),
                },
                hidden: false,
                flags: Vec::new(),
            })
        };
        Om::ALL.into_iter().filter_map(on_table).collect()
    }

    /// Ju 52 in hexes; those not placed yet lie in the Axis box, where only their owner looks.
    pub(super) fn plane_views(&self, seen: &State, viewer: Viewer) -> Vec<CounterView> {
        let known = viewer.knows(Side::Axis);
        let mut views = Vec::new();
        for plane in self.planes() {
            let at = match self.plane_at(seen, plane) {
                Plane::Hex(hex) => self.space_id(seen, hex),
                Plane::Held if known => "axis-supports",
                Plane::Held | Plane::Pool | Plane::Gone => continue,
            };
            if !known {
                views.push(back(format!("ju52-{}", views.len() + 1), Side::Axis, at, "air"));
                continue;
            }
            let face = FaceView {
                name: self.plane_kind(plane).0.name.clone(),
                nation: "luftwaffe".into(),
                symbol: "air".into(),
                steps: Some(1),
                max_steps: Some(1),
                formation: "Ju 52".into(),
                ..FaceView::default()
            };
            let id = self.plane_word(plane);
            let side = Some(Side::Axis);
            views.push(CounterView {
                id,
                side,
                at: at.into(),
                kind: "air".into(),
                face,
                hidden: false,
                flags: Vec::new(),
            });
        }
        views
    }
}

/// A back: whose it is, and where.
fn back(id: String, side: Side, at: &str, kind: &str) -> CounterView {
    let nation = match side {
        Side::Axis => "german",
        Side::Soviet => "soviet",
    };
    let face = FaceView { nation: nation.into(), formation: "Hidden".into(), ..FaceView::default() };
    CounterView { id, side: Some(side), at: at.into(), kind: kind.into(), face, hidden: true, flags: Vec::new() }
}

/// The id of an Offensive Marker among the counters: not that of its box, for a counter may lie on another one or in a space.
pub(crate) fn om_counter(om: Om) -> String {
    format!("offensive-{}", om.word())
}

/// An Offensive Marker in words.
pub(crate) const fn om_name(om: Om) -> &'static str {
    match om {
        Om::Major => "Major Offensive",
        Om::MinorA => "Minor Offensive A",
        Om::MinorB => "Minor Offensive B",
    }
}

fn support_face(kind: &SupportKind) -> FaceView {
    let mut factors: Vec<FactorView> = Vec::new();
    let mut add = |name: &str, sign: &str, value: u8| {
        if value > 0 {
            factors.push(factor(name, format!("{sign}{value}")));
        }
    };
    add("columns to the right", "»", kind.shift);
    add("attack", "+", kind.attack);
    add("defence", "+", kind.defence);
    add("exploitation", "E", kind.levels);
    let letter = match (kind.offensive, kind.compulsory) {
        (_, true) => "○",
        (true, false) => "O",
        (false, false) => "",
    };
    FaceView {
        name: kind.name.clone(),
        nation: match kind.side {
            Side::Axis if kind.class == SupportClass::Air => "luftwaffe",
            Side::Axis => "german",
            Side::Soviet => "soviet",
        }
        .into(),
        symbol: symbol(kind.class).into(),
        size: letter.into(),
        factors,
        steps: Some(1),
        max_steps: Some(1),
        formation: "Supports".into(),
    }
}

const fn symbol(class: SupportClass) -> &'static str {
    match class {
        SupportClass::Artillery | SupportClass::Katyusha => "artillery",
        SupportClass::TankBrigade | SupportClass::Breakthrough => "armour",
        SupportClass::Air | SupportClass::Goering => "air",
        SupportClass::Aa | SupportClass::Pak => "anti-tank",
        SupportClass::Bridging => "engineer",
        SupportClass::Leader => "hq",
        SupportClass::Alarm | SupportClass::Reserves => "infantry",
        SupportClass::Surprise
        | SupportClass::Maskirovka
        | SupportClass::Surrender
        | SupportClass::Stalin
        | SupportClass::Shortage
        | SupportClass::OkhDiscord => "event",
    }
}
