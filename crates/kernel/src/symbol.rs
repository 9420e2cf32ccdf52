//! What a counter is, for the mark on its face.

use serde::Serialize;

macro_rules! symbols {
    ($($(#[$doc:meta])* $symbol:ident = $word:literal,)*) => {
        /// What a counter is, for the mark on its face: a closed list, so that the page has a mark for each and no game sends another
        /// ([`FaceView::symbol`](crate::FaceView::symbol)).
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        pub enum UnitSymbol {
            $($(#[$doc])* #[serde(rename = $word)] $symbol,)*
        }

        impl UnitSymbol {
            /// All of them.
            pub const ALL: &'static [UnitSymbol] = &[$(UnitSymbol::$symbol,)*];

            /// Its word, as faces have it.
            pub const fn word(self) -> &'static str {
                match self {
                    $(UnitSymbol::$symbol => $word,)*
                }
            }

            /// The symbol of a word.
            pub fn from_word(word: &str) -> Option<UnitSymbol> {
                UnitSymbol::ALL.iter().copied().find(|symbol| symbol.word() == word)
            }
        }
    };
}

symbols! {
    /// On foot.
    Infantry = "infantry",
    /// On lorries.
    Motorised = "motorised",
    /// On lorries, in games that count battalions.
    MotInfantry = "mot-infantry",
    /// On half-tracks.
    Mechanised = "mechanised",
    /// On half-tracks, in games that count battalions.
    MechInfantry = "mech-infantry",
    /// Panzer grenadiers.
    ArmouredInfantry = "armoured-infantry",
    /// On motorcycles.
    Motorcycle = "motorcycle",
    /// On bicycles.
    Cyclist = "cyclist",
    /// Mountain troops.
    Mountain = "mountain",
    /// Rear area troops.
    Security = "security",
    /// Armed workers.
    Worker = "worker",
    /// Machine guns.
    MachineGun = "machine-gun",
    /// Mortars.
    Mortar = "mortar",
    /// Tanks.
    Armour = "armour",
    /// Tanks, in games that count battalions.
    Tank = "tank",
    /// Heavy tanks.
    HeavyTank = "heavy-tank",
    /// Assault guns.
    AssaultGun = "assault-gun",
    /// Horsemen.
    Cavalry = "cavalry",
    /// Horsemen and lorries.
    MotCavalry = "mot-cavalry",
    /// Scouts.
    Recon = "recon",
    /// Guns.
    Artillery = "artillery",
    /// Guns on lorries.
    MotArtillery = "mot-artillery",
    /// Rockets.
    Rocket = "rocket",
    /// Antitank guns, in games that count battalions.
    Antitank = "antitank",
    /// Antitank guns.
    AntiTank = "anti-tank",
    /// Antitank guns on tracks.
    SpAntiTank = "sp-anti-tank",
    /// Antiaircraft guns.
    AntiAircraft = "anti-aircraft",
    /// Antiaircraft guns, in games that count battalions.
    AntiAir = "anti-air",
    /// Antiaircraft guns on lorries.
    MotAntiAir = "mot-anti-air",
    /// Light antiaircraft guns.
    LightAa = "light-aa",
    /// Heavy antiaircraft guns.
    HeavyAa = "heavy-aa",
    /// Engineers.
    Engineer = "engineer",
    /// Engineers on lorries.
    MotEngineer = "mot-engineer",
    /// Builders.
    Construction = "construction",
    /// A staff.
    Hq = "hq",
    /// A staff on lorries.
    MotHq = "mot-hq",
    /// The staff of an army.
    ArmyHq = "army-hq",
    /// Lorries.
    Convoy = "convoy",
    /// Aircraft.
    Air = "air",
    /// Seamen.
    Naval = "naval",
    /// Works.
    Fortress = "fortress",
    /// The marker of an offensive.
    Offensive = "offensive",
    /// A marker that stands for something that happens.
    Event = "event",
    /// Not known to the viewer.
    Unknown = "unknown",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_has_a_word_of_its_own_and_is_found_by_it() {
        for symbol in UnitSymbol::ALL {
            assert_eq!(UnitSymbol::from_word(symbol.word()), Some(*symbol));
            assert_eq!(serde_json::json!(symbol), symbol.word());
        }
        assert_eq!(UnitSymbol::from_word("panzer"), None);
    }
}
