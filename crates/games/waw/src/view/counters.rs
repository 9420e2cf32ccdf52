//! The units of a side, and what it knows of the enemy's (8.5).

use crate::Waw;
use crate::data::{ClassId, Colour, Nation, SupplyLevel};
use crate::fix::tenths;
use crate::state::{Contact, NONE, State};
use kessel_kernel::Side;
use kessel_kernel::view::{CounterView, FaceView, FactorView};

impl Waw {
    pub(super) fn counter(&self, seen: &State, unit: u16) -> Option<CounterView> {
        let stage = self.stage(seen);
        let (now, info) = (&seen.units[unit as usize], stage.info(unit));
        if !now.here() {
            return None;
        }
        let factor = |name: &str, value: String| FactorView { name: name.into(), value };
        let mut factors = if info.is_artillery() {
            vec![
                factor("barrage", tenths(stage.left(seen, unit, info.full.barrage))),
                factor("support", tenths(stage.left(seen, unit, info.full.support))),
                factor("defence", tenths(now.defence)),
            ]
        } else {
            vec![factor("attack", tenths(now.attack)), factor("defence", tenths(now.defence))]
        };
        if info.full.armour > 0 {
            factors.push(factor("armour", tenths(stage.left(seen, unit, info.full.armour))));
        }
        factors.push(factor("antitank", tenths(stage.left(seen, unit, info.full.antitank))));
        factors.push(factor("quality", stage.quality_of(now).to_string()));
        factors.push(factor("fatigue", now.fatigue.to_string()));
        factors.push(factor("disorganization", now.disorder.to_string()));
        if stage.unreadable(seen, unit) {
            factors.iter_mut().for_each(|factor| factor.value = "?".into());
        }
        let face = FaceView { factors, ..self.face(seen, unit) };
        Some(CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at: stage.hex_name(now.at).into(),
            kind: if info.hq.is_some() { "hq" } else { "unit" }.into(),
            face,
            hidden: false,
            flags: self.flags(seen, unit),
        })
    }

    fn face(&self, seen: &State, unit: u16) -> FaceView {
        let stage = self.stage(seen);
        let info = stage.info(unit);
        FaceView {
            name: info.name.clone(),
            nation: nation(info.nation, info.colour).into(),
            symbol: stage.data.class(info.class).symbol.clone(),
            size: match (info.hq.is_some(), info.striped, stage.coarse()) {
                (true, _, _) => "HQ",
                (false, true, false) => "I",
                (false, true, true) | (false, false, false) => "II",
                (false, false, true) => "III",
            }
            .into(),
            formation: stage.scenario.formations[info.formation.index()].name.clone(),
            ..FaceView::default()
        }
    }

    fn flags(&self, seen: &State, unit: u16) -> Vec<String> {
        let stage = self.stage(seen);
        let (now, info) = (&seen.units[unit as usize], stage.info(unit));
        let mut flags: Vec<&str> = Vec::new();
        match now.level {
            SupplyLevel::Attack => flags.push("attack-supply"),
            SupplyLevel::General => {}
            SupplyLevel::Defensive => flags.push("defensive-supply"),
            SupplyLevel::Minimal => flags.push("minimal-supply"),
            SupplyLevel::None => flags.push("no-supply"),
        }
        if now.fatigue >= 6 {
            flags.push("tired");
        }
        if now.disorder >= 6 {
            flags.push("disorganized");
        }
        match seen.works_at(now.at) {
            Some(w) if w.fortified => flags.push("fortified"),
            Some(_) => flags.push("dug-in"),
            None => {}
        }
        if now.order.moves() {
            flags.push("moving");
        }
        if now.carrier != NONE {
            flags.push("riding");
        }
        if info.is_artillery() && now.still <= stage.preparation(seen, unit) {
            flags.push("setting-up");
        }
        if seen.leaders.contains(&unit) {
            flags.push("leader");
        }
        flags.into_iter().map(str::to_owned).collect()
    }

    /// 8.5: enemy markers as far as they are known. An unnamed one is called by its hex.
    pub(super) fn contact_counters(&self, seen: &State) -> Vec<CounterView> {
        let mut all = Vec::new();
        let (mut at, mut n) = (NONE, 0);
        for contact in &seen.contacts {
            n = if contact.at == at { n + 1 } else { 1 };
            at = contact.at;
            all.push(self.contact_counter(seen, contact, n));
        }
        all
    }

    fn contact_counter(&self, seen: &State, contact: &Contact, n: usize) -> CounterView {
        let (stage, side) = (self.stage(seen), contact.side);
        let hex = stage.hex_name(contact.at);
        let letter = if side == Side::Axis { 'A' } else { 'S' };
        let factor = |name: &str, v: i64| FactorView { name: name.into(), value: tenths(v) };
        let numbers = || {
            vec![
                factor("attack", contact.seems[0]),
                factor("defence", contact.seems[1]),
                factor("antitank", contact.seems[2]),
                factor("armour", contact.seems[3]),
            ]
        };
        let (id, mut face) = if contact.unit != NONE {
            let mut face = self.face(seen, contact.unit);
            face.factors = numbers();
            face.factors.push(FactorView { name: "quality".into(), value: contact.quality.to_string() });
            (stage.info(contact.unit).id.clone(), face)
        } else if contact.kind != NONE {
            let class = stage.data.class(ClassId(contact.kind as u8));
            let face = FaceView {
                name: class.name.clone(),
                symbol: class.symbol.clone(),
                factors: numbers(),
                ..FaceView::default()
            };
            (format!("{letter}?{hex}-{n}"), face)
        } else {
            (format!("{letter}?{hex}-{n}"), FaceView { name: "?".into(), ..FaceView::default() })
        };
        if face.nation.is_empty() {
            face.nation = if side == Side::Axis { "german" } else { "soviet" }.into();
        }
        let flags = match contact.works {
            Some((true, _)) => vec!["fortified".to_owned()],
            Some((false, _)) => vec!["dug-in".to_owned()],
            None => Vec::new(),
        };
        CounterView {
            id,
            side: Some(side),
            at: hex.into(),
            kind: "unit".into(),
            face,
            hidden: contact.level < 2,
            flags,
        }
    }
}

fn nation(nation: Nation, colour: Colour) -> &'static str {
    match (nation, colour) {
        (_, Colour::SovietGuard) => "guards",
        (_, Colour::Luftwaffe) => "luftwaffe",
        (_, Colour::WaffenSs) => "ss",
        (Nation::Soviet, _) => "soviet",
        (Nation::German, _) => "german",
        (Nation::Romanian, _) => "romanian",
        (Nation::Hungarian, _) => "hungarian",
        (Nation::Italian, _) => "italian",
    }
}
