//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Battle;
use crate::data::{AssetId, UnitId};
use crate::state::Kind;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::facets::Writes;
use kessel_kit::action::{Noun, Nouns};
use kessel_kit::actions;
use serde_json::Value;

actions! {
    /// Everything that a player can do. JSON forms stand beside the verbs.
    Battle, Action {
        /// `{"strength": "S-40", "points": 4}`: set-up, the basic strength of a Soviet unit (6.3.c).
        Strength: "strength" { unit: UnitId = "strength", points: u8 = "points" } as Place,
        /// `{"assign": "GA-9", "to": "G-24Pz"}`: an asset from the reserve to a unit (6.4, 9.1.1.f, 9.2.1.c).
        Assign: "assign" { asset: AssetId = "assign", unit: UnitId = "to" } as Place,
        /// `{"place": "S-60", "in": "DSF"}`: a Soviet unit from the reserve into a Front box (9.1.1.d).
        Place: "place" { unit: UnitId = "place", at: SpaceId = "in" } as Place,
        /// `{"withdraw": "GA-9"}`: an asset back to the reserve (9.1.2.d, 9.2.2.h).
        Withdraw: "withdraw" { asset: AssetId = "withdraw" } as Place,
        /// `{"surrender": "GA-3"}`: the panzer division that leaves in Grossdeutschland's stead (9.2.2.d).
        Surrender: "surrender" { asset: AssetId = "surrender" } as Loss,
        /// `{"buy": "H-2", "minor": 1}`: one point of basic strength (9.1.3.e, 9.2.3.e).
        Buy: "buy" { unit: UnitId = "buy", minor: u8 = "minor" } as Spend,
        /// `{"rebuild": "G-7"}` or `{"rebuild": "SA-23"}`: a unit from the dead pile, or one step of an asset.
        RebuildUnit: "rebuild" { unit: UnitId = "rebuild", minor: u8 = "minor" } as Spend,
        /// See [`Action::RebuildUnit`].
        RebuildStep: "rebuild" { asset: AssetId = "rebuild", minor: u8 = "minor" } as Spend,
        /// `{"move": "S-37", "by": "tactical"}`: takes up a unit (7.0).
        March: "move" { unit: UnitId = "move", kind: Kind = "by" } as Select,
        /// `{"step": "0714"}`: the marching unit enters a space.
        Step: "step" { to: SpaceId = "step" } as Move,
        /// `{"transfer": "S-63", "to": "DSF"}`: from one Front box to the next (7.6).
        Transfer: "transfer" { unit: UnitId = "transfer", to: SpaceId = "to" } as Move,
        /// `{"attempt": "G-8", "to": "0508"}`: an unsupplied unit tries to move (7.7).
        Attempt: "attempt" { unit: UnitId = "attempt", to: SpaceId = "to" } as Move,
        /// `{"remove": "G-3Pz"}`: an overstacked unit dies (3.1.2.e).
        Remove: "remove" { unit: UnitId = "remove" } as Loss,
        /// `{"attack": "0507"}` (8.0).
        Attack: "attack" { at: SpaceId = "attack" } as Attack,
        /// `{"exclude": "G-3Pz"}`: names a unit as overstacked before a battle (3.1.2.f).
        Exclude: "exclude" { unit: UnitId = "exclude" } as Select,
        /// `{"lose": "G-7"}` or `{"lose": "GA-9"}`: takes one step loss (8.2).
        LoseStrength: "lose" { unit: UnitId = "lose" } as Loss,
        /// See [`Action::LoseStrength`].
        LoseStep: "lose" { asset: AssetId = "lose" } as Loss,
        /// `{"leave": "S-62"}`: the owner lets a unit go from a major city (8.3.c).
        Leave: "leave" { unit: UnitId = "leave" } as Retreat,
        /// `{"retreat": "S-65", "to": "0407"}`: the enemy retreats a unit (8.3.d).
        Retreat: "retreat" { unit: UnitId = "retreat", to: SpaceId = "to" } as Retreat,
        /// `{"deploy": "G-Hol", "in": "1112"}`: an army detachment arrives (9.2.1.d).
        Deploy: "deploy" { unit: UnitId = "deploy", at: SpaceId = "in" } as Place,
    }
    alone {
        /// `"historical"`: set-up, take over the distribution that the scenario suggests.
        Historical: "historical" as Place,
        /// `"halt"`: the marching unit stops.
        Halt: "halt" as Done,
        /// `"launch"`: Operation Uranus (8.4).
        Launch: "launch" as Other,
        /// `"done"`: ends the step or phase, or declines.
        Done: "done" as Done,
    }
}

/// Points; those of minor nations (`minor`) are left out where none are paid.
impl Noun<Battle> for u8 {
    fn read(_: &Battle, nouns: &Nouns<'_>, key: &str) -> Result<u8, String> {
        if key == "minor" && !nouns.has(key) { Ok(0) } else { nouns.number(key) }
    }

    fn write(self, _: &Battle, key: &str) -> Option<Value> {
        (key != "minor" || self > 0).then(|| self.into())
    }
}

impl Writes for Battle {
    fn read_action(&self, _: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _: &State, action: Action) -> Value {
        action.write(self)
    }
}
