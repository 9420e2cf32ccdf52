//! Squadrons (17).

use kessel_kernel::Side;
use kessel_kernel::data::{Item, Table};
use kessel_kit::words;
use serde::Serialize;

words! {
    /// What a squadron flies.
    #[allow(missing_docs)]
    pub enum Aircraft {
        FighterBomber,
        LightBomber,
        MediumBomber,
        Recon,
        Transport,
    }
}

impl Aircraft {
    /// 17.2.b: the mission that it is set to before somebody chooses.
    pub const fn default_mission(self) -> &'static str {
        match self {
            Aircraft::FighterBomber | Aircraft::LightBomber | Aircraft::MediumBomber => "support",
            Aircraft::Recon => "recon",
            Aircraft::Transport => "resupply",
        }
    }
}

words! {
    /// How strong the air forces are (2.2.c).
    #[derive(Default)]
    #[allow(missing_docs)]
    pub enum AirLevel {
        #[default]
        Historical,
        AxisSuperiority,
        AxisSupremacy,
        SovietSuperiority,
        SovietSupremacy,
    }
}

impl AirLevel {
    /// The quarters of its historical squadrons that a side has.
    pub const fn quarters(self, side: Side) -> u16 {
        match (self, side) {
            (AirLevel::Historical, _) => 4,
            (AirLevel::AxisSuperiority, Side::Axis) | (AirLevel::SovietSuperiority, Side::Soviet) => 5,
            (AirLevel::AxisSuperiority, Side::Soviet) | (AirLevel::SovietSuperiority, Side::Axis) => 3,
            (AirLevel::AxisSupremacy, Side::Axis) | (AirLevel::SovietSupremacy, Side::Soviet) => 6,
            (AirLevel::AxisSupremacy, Side::Soviet) | (AirLevel::SovietSupremacy, Side::Axis) => 2,
        }
    }
}

/// The squadrons of a scenario at the historical level, by side: fighter-bombers, bombers, reconnaissance, transports.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Squadrons {
    /// By side.
    pub by_side: [[u8; 4]; 2],
    /// How many of the Axis bombers can carry supplies.
    pub carriers: u8,
}

/// A squadron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Squadron {
    /// Its name: `1/StG2`.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What it flies.
    pub aircraft: Aircraft,
    /// Its strength points (0 for transports and reconnaissance).
    pub strength: u8,
    /// Tons that it can bring; 0 if it cannot.
    pub tons: u16,
}

impl Squadron {
    /// May it attack from the air?
    pub const fn bombs(&self) -> bool {
        self.strength > 0
    }

    /// May it fly reconnaissance? Fighter-bombers, bombers and reconnaissance squadrons do.
    pub const fn scouts(&self) -> bool {
        !matches!(self.aircraft, Aircraft::Transport)
    }
}

impl Squadrons {
    /// The squadrons at an air level, the Axis first.
    pub fn at(&self, level: AirLevel) -> Vec<Squadron> {
        let mut squadrons = Vec::new();
        for side in Side::BOTH {
            let quarters = level.quarters(side);
            let carriers = (u16::from(self.carriers) * quarters + 2) / 4;
            for (place, &historical) in self.by_side[side.index()].iter().enumerate() {
                // Half up; there is always someone to look.
                let least = u16::from(place == 2 && historical > 0);
                let count = ((u16::from(historical) * quarters + 2) / 4).max(least);
                for number in 1..=count {
                    squadrons.push(squadron(side, place, number, number <= carriers));
                }
            }
        }
        squadrons
    }
}

fn squadron(side: Side, place: usize, number: u16, carrier: bool) -> Squadron {
    let (aircraft, unit, strength, tons) = match (side, place) {
        (Side::Axis, 0) => (Aircraft::FighterBomber, "/StG2", 8, 0),
        (Side::Axis, 1) if carrier => (Aircraft::MediumBomber, "/KG27", 10, 20),
        (Side::Axis, 1) => (Aircraft::MediumBomber, "/KG55", 10, 0),
        (Side::Axis, 2) => (Aircraft::Recon, "(F)/122", 0, 0),
        (Side::Axis, _) => (Aircraft::Transport, "/KGrzbV9", 0, 60),
        (Side::Soviet, 0) => (Aircraft::FighterBomber, " ShAP", 8, 0),
        (Side::Soviet, 1) => (Aircraft::LightBomber, " NBAP", 8, 0),
        (Side::Soviet, 2) => (Aircraft::Recon, " RAP", 0, 0),
        (Side::Soviet, _) => (Aircraft::Transport, " TAP", 0, 60),
    };
    Squadron { name: format!("{number}{unit}"), side, aircraft, strength, tons }
}

/// Reads `[air]`.
pub(super) fn read(table: &Table<'_>) -> Squadrons {
    let side = |key| {
        let items = table.need(key).map(|item: Item<'_>| item.items()).unwrap_or_default();
        let mut counts = [0; 4];
        for (count, item) in counts.iter_mut().zip(&items) {
            *count = item.int(0..=20).unwrap_or(0);
        }
        if items.len() != 4 {
            table.fault(format!(
                "`{key}` has {} numbers, not 4: fighter-bombers, bombers, reconnaissance, transports",
                items.len()
            ));
        }
        counts
    };
    let by_side = [side("axis"), side("soviet")];
    let carriers = table.get("carriers").and_then(|item| item.int(0..=by_side[0][1])).unwrap_or(0);
    Squadrons { by_side, carriers }
}
