//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Drive;
use crate::data::UnitId;
use crate::state::Order;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::facets::Writes;
use kessel_kit::actions;
use serde_json::Value;

actions! {
    /// Everything that a player can do. JSON forms stand beside the verbs.
    Drive, Action {
        /// `{"place": "3PD", "in": "N2044"}`: set-up (12.1, 12.3).
        Place: "place" { unit: UnitId = "place", at: SpaceId = "in" } as Place,
        /// `{"top": "RD-007"}`: puts a unit on top of its stack (11.7).
        Top: "top" { unit: UnitId = "top" } as Other,
        /// `{"sixty-second": "N3021"}`: five divisions rise in Stalingrad (8.10).
        SixtySecond: "sixty-second" { at: SpaceId = "sixty-second" } as Place,
        /// `{"withdraw": "GD"}` (8.7).
        Withdraw: "withdraw" { unit: UnitId = "withdraw" } as Loss,
        /// `{"supply": "N3529"}`: adds a town to the network (7.14).
        Supply: "supply" { at: SpaceId = "supply" } as Place,
        /// `{"order": "assault-move"}`: declares the order of phases (5.4).
        Order: "order" { order: Order = "order" } as Done,
        /// `{"move": "3PD"}`: takes up a unit (9.5).
        Move: "move" { unit: UnitId = "move" } as Select,
        /// `{"with": "23PD"}`: another one of its stack goes along.
        With: "with" { unit: UnitId = "with" } as Select,
        /// `{"step": "N2043"}`: the units taken up enter a hex.
        Step: "step" { to: SpaceId = "step" } as Move,
        /// `{"drop": "23PD"}`: one of them stays here (9.6).
        Drop: "drop" { unit: UnitId = "drop" } as Other,
        /// `{"enter": "RD-120", "at": "N2318"}`: a reinforcement (8.1).
        Enter: "enter" { unit: UnitId = "enter", at: SpaceId = "at" } as Place,
        /// `{"sail": "RD-099", "to": "S2039"}`: from port to port, or a reinforcement of the south map to a port (9.18).
        Sail: "sail" { unit: UnitId = "sail", to: SpaceId = "to" } as Move,
        /// `{"assault": "N1842"}`, with `"manstein": true`: a mobile assault (9.24).
        Assault: "assault" { at: SpaceId = "assault", manstein: bool = "manstein" } as Attack,
        /// `{"airlift": "N3022"}`: the aerial supply marker (7.6).
        Airlift: "airlift" { at: SpaceId = "airlift" } as Spend,
        /// `{"attack": "N1141"}`: begins a prepared assault (11.1).
        Attack: "attack" { at: SpaceId = "attack" } as Attack,
        /// `{"join": "45"}`: a unit takes part in it (11.3).
        Join: "join" { unit: UnitId = "join" } as Select,
        /// `{"retreat": "all", "to": "N1240"}` (11.33).
        RetreatAll: "retreat" "all" { to: SpaceId = "to" } as Retreat,
        /// `{"retreat": "RD-003", "to": "N1240"}`: one of a stack that must split (11.34).
        Retreat: "retreat" { unit: UnitId = "retreat", to: SpaceId = "to" } as Retreat,
        /// `{"lose": "3PD"}`: takes a step loss (11.32, 11.37).
        Lose: "lose" { unit: UnitId = "lose" } as Loss,
        /// `{"advance": "3PD"}` (11.38).
        Advance: "advance" { unit: UnitId = "advance" } as Move,
        /// `{"remove": "6H"}`: one of an unlawful enemy stack (6.2).
        Remove: "remove" { unit: UnitId = "remove" } as Loss,
        /// `{"taman": "46"}`: comes with the Taman peninsula (8.2).
        Taman: "taman" { unit: UnitId = "taman" } as Place,
    }
    alone {
        /// `"suggested"`: set-up, lets the program place the rest.
        Suggested: "suggested" as Place,
        /// `"flood"`: the Manych (9.32).
        Flood: "flood" as Spend,
        /// `"block-sea"`: both aircraft bar the sea (9.18).
        BlockSea: "block-sea" as Spend,
        /// `"schwerpunkt"`: both aircraft fly with the panzers (9.27).
        Schwerpunkt: "schwerpunkt" as Spend,
        /// `"halt"`: they stop.
        Halt: "halt" as Done,
        /// `"support"`: commits an aircraft (11.25).
        Support: "support" as Spend,
        /// `"manstein"`: Manstein leads it (8.9).
        Manstein: "manstein" as Spend,
        /// `"fight"`: the prepared assault is made (11.7).
        Fight: "fight" as Attack,
        /// `"done"`: ends the step or phase, or declines.
        Done: "done" as Done,
    }
}

impl Writes for Drive {
    fn read_action(&self, _: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _: &State, action: Action) -> Value {
        action.write(self)
    }
}
