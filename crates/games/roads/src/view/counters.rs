//! Units and their faces (1.1).

use crate::Roads;
use crate::data::{Background, Nation, Symbol, UnitId, UnitInfo, UnitKind};
use crate::state::{Frame, Place, State, Supply};
use kessel_kernel::view::{CounterView, FaceView, FactorView};
use kessel_kit::show::{chosen, factor};

impl Roads {
    /// Every unit that is in the game, or to come: whatever is aside has no place on the table.
    pub(super) fn unit_views(&self, seen: &State) -> Vec<CounterView> {
        let in_game = |unit: &UnitId| seen.field.get(*unit).place != Place::Aside;
        self.data.unit_ids().filter(in_game).map(|unit| self.unit_view(seen, unit)).collect()
    }

    fn unit_view(&self, seen: &State, unit: UnitId) -> CounterView {
        let info = self.info(unit);
        let at = match seen.field.get(unit).place {
            Place::Hex(hex) => self.space_id(seen, hex),
            Place::Reserve => "STAVKA",
            Place::Eliminated => "dead",
            Place::Withdrawn => "withdrawn",
            Place::Removed | Place::Due(_) | Place::Aside => "turn-track",
        };
        CounterView {
            id: info.id.clone(),
            side: Some(info.side),
            at: at.into(),
            kind: if info.is_hq() { "hq" } else { "unit" }.into(),
            face: self.unit_face(seen, unit),
            hidden: false,
            flags: self.unit_flags(seen, unit),
        }
    }

    /// The face that lies up: the reverse of a reduced unit, the pontoon side of an HQ.
    fn unit_face(&self, seen: &State, unit: UnitId) -> FaceView {
        let (info, piece) = (self.info(unit), seen.field.get(unit));
        let steps = if piece.steps == 0 { info.steps() } else { piece.steps };
        let printed = info.factors(steps);
        let movement = if piece.pontoon.is_some() { info.pontoon_movement } else { printed.movement };
        let first =
            if info.is_hq() { factor("command radius", info.radius.to_string()) } else { attack(info, printed.attack) };
        let in_play = matches!(piece.place, Place::Hex(_) | Place::Reserve);
        FaceView {
            name: info.name.clone(),
            nation: nation_word(info).into(),
            symbol: symbol(info.symbol).into(),
            size: size(info),
            factors: vec![
                first,
                factor("defence", printed.defence.to_string()),
                factor("movement", movement.to_string()),
            ],
            steps: in_play.then_some(steps),
            max_steps: Some(info.steps()),
            formation: self.formation(info),
        }
    }

    /// The division of a component, which is a stripe on the counter; for the others their branch.
    fn formation(&self, info: &UnitInfo) -> String {
        if let Some(division) = info.division.and_then(|division| self.data.divisions.get(usize::from(division))) {
            return division.clone();
        }
        let nation = match info.nation {
            Nation::Soviet => "Soviet",
            Nation::German => "German",
            Nation::Romanian => "Romanian",
            Nation::Hungarian => "Hungarian",
            Nation::Italian => "Italian",
        };
        let branch = match info.kind {
            UnitKind::Hq => "headquarters",
            UnitKind::ArmoredKampfgruppe | UnitKind::InfantryKampfgruppe => "Kampfgruppen",
            UnitKind::Alarm => "Alarm units",
            _ if info.armored => "armor",
            _ if info.background != Background::Plain => "fast troops",
            _ if info.elite => "elite infantry",
            _ => "infantry",
        };
        format!("{nation} {branch}")
    }

    fn unit_flags(&self, seen: &State, unit: UnitId) -> Vec<String> {
        let piece = seen.field.get(unit);
        if !matches!(piece.place, Place::Hex(_)) {
            return if piece.place == Place::Removed { vec!["removed".to_owned()] } else { Vec::new() };
        }
        let top = seen.frames.top();
        let retreating = matches!(top, Frame::Retreat(retreat) if retreat.units.contains(unit));
        let fighting = |attacker: bool| {
            seen.fight.as_ref().is_some_and(|fight| {
                let units = if attacker { fight.attackers } else { fight.defenders };
                units.contains(unit)
            })
        };
        let flags = [
            ("unsupplied", piece.supply == Supply::Out),
            ("fortress", piece.supply == Supply::Fortress),
            ("retreating", retreating),
            ("exploiting", piece.exploiting),
            ("pontoon", piece.pontoon.is_some()),
            ("on-march", matches!(top, Frame::March(march) if march.unit == unit)),
            ("attacking", fighting(true)),
            ("defending", fighting(false)),
            ("refugee", seen.retreated.contains(unit)),
            ("fought", seen.attacked.contains(unit)),
            ("surprise", seen.surprised.contains(unit)),
            ("frozen", seen.fortress.guards.contains(unit)),
            ("moved", seen.moved.contains(unit)),
        ];
        chosen(&flags)
    }
}

/// The attack factor on its ground: a full square for black, a half one for black and white (1.1.6).
fn attack(info: &UnitInfo, value: u8) -> FactorView {
    match info.background {
        Background::Plain => factor("attack", value.to_string()),
        Background::BlackWhite => factor("attack, on black and white", format!("◪{value}")),
        Background::Black => factor("attack, on black", format!("■{value}")),
    }
}

/// The size mark, with a star for elite units.
fn size(info: &UnitInfo) -> String {
    let size = match info.kind {
        UnitKind::Hq => "XXXX",
        UnitKind::Corps => "XXX",
        UnitKind::Division if info.division.is_some() => "(XX)",
        UnitKind::Division => "XX",
        UnitKind::ArmoredKampfgruppe | UnitKind::InfantryKampfgruppe => "III",
        UnitKind::Alarm => "II",
    };
    if info.elite { format!("{size}★") } else { size.to_owned() }
}

/// The page's word for the colour of a counter. Guards, Waffen-SS and Luftwaffe go by their ids.
fn nation_word(info: &UnitInfo) -> &'static str {
    match info.nation {
        Nation::Soviet if info.elite => "guards",
        Nation::Soviet => "soviet",
        Nation::German if info.id.contains("SS") => "ss",
        Nation::German if info.id.ends_with("Lw") => "luftwaffe",
        Nation::German => "german",
        Nation::Romanian => "romanian",
        Nation::Hungarian => "hungarian",
        Nation::Italian => "italian",
    }
}

const fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry | Symbol::Security => "infantry",
        Symbol::Mountain => "mountain",
        Symbol::Motorised => "motorised",
        Symbol::Mechanised => "mechanised",
        Symbol::Cavalry => "cavalry",
        Symbol::Armor => "armour",
        Symbol::Hq => "hq",
    }
}
