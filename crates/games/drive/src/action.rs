//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Drive;
use crate::data::UnitId;
use crate::state::Order;
use kessel_board::SpaceId;
use kessel_kit::actions;

actions! {
    /// Everything that a player can do. JSON forms stand beside the verbs.
    Drive, Action {
        /// `{"place": "3PD", "in": "N2044"}`: set-up (12.1, 12.3).
        Place: "place" { unit: UnitId = "place", at: SpaceId = "in" },
        /// `{"top": "RD-007"}`: puts a unit on top of its stack (11.7).
        Top: "top" { unit: UnitId = "top" },
        /// `{"sixty-second": "N3021"}`: five divisions rise in Stalingrad (8.10).
        SixtySecond: "sixty-second" { at: SpaceId = "sixty-second" },
        /// `{"withdraw": "GD"}` (8.7).
        Withdraw: "withdraw" { unit: UnitId = "withdraw" },
        /// `{"supply": "N3529"}`: adds a town to the network (7.14).
        Supply: "supply" { at: SpaceId = "supply" },
        /// `{"order": "assault-move"}`: declares the order of phases (5.4).
        Order: "order" { order: Order = "order" },
        /// `{"move": "3PD"}`: takes up a unit (9.5).
        Move: "move" { unit: UnitId = "move" },
        /// `{"with": "23PD"}`: another one of its stack goes along.
        With: "with" { unit: UnitId = "with" },
        /// `{"step": "N2043"}`: the units taken up enter a hex.
        Step: "step" { to: SpaceId = "step" },
        /// `{"drop": "23PD"}`: one of them stays here (9.6).
        Drop: "drop" { unit: UnitId = "drop" },
        /// `{"enter": "RD-120", "at": "N2318"}`: a reinforcement (8.1).
        Enter: "enter" { unit: UnitId = "enter", at: SpaceId = "at" },
        /// `{"sail": "RD-099", "to": "S2039"}`: from port to port, or a reinforcement of the south map to a port (9.18).
        Sail: "sail" { unit: UnitId = "sail", to: SpaceId = "to" },
        /// `{"assault": "N1842"}`, with `"manstein": true`: a mobile assault (9.24).
        Assault: "assault" { at: SpaceId = "assault", manstein: bool = "manstein" },
        /// `{"airlift": "N3022"}`: the aerial supply marker (7.6).
        Airlift: "airlift" { at: SpaceId = "airlift" },
        /// `{"attack": "N1141"}`: begins a prepared assault (11.1).
        Attack: "attack" { at: SpaceId = "attack" },
        /// `{"join": "45"}`: a unit takes part in it (11.3).
        Join: "join" { unit: UnitId = "join" },
        /// `{"retreat": "all", "to": "N1240"}` (11.33).
        RetreatAll: "retreat" "all" { to: SpaceId = "to" },
        /// `{"retreat": "RD-003", "to": "N1240"}`: one of a stack that must split (11.34).
        Retreat: "retreat" { unit: UnitId = "retreat", to: SpaceId = "to" },
        /// `{"lose": "3PD"}`: takes a step loss (11.32, 11.37).
        Lose: "lose" { unit: UnitId = "lose" },
        /// `{"advance": "3PD"}` (11.38).
        Advance: "advance" { unit: UnitId = "advance" },
        /// `{"remove": "6H"}`: one of an unlawful enemy stack (6.2).
        Remove: "remove" { unit: UnitId = "remove" },
        /// `{"taman": "46"}`: comes with the Taman peninsula (8.2).
        Taman: "taman" { unit: UnitId = "taman" },
    }
    alone {
        /// `"suggested"`: set-up, lets the program place the rest.
        Suggested: "suggested",
        /// `"flood"`: the Manych (9.32).
        Flood: "flood",
        /// `"block-sea"`: both aircraft bar the sea (9.18).
        BlockSea: "block-sea",
        /// `"schwerpunkt"`: both aircraft fly with the panzers (9.27).
        Schwerpunkt: "schwerpunkt",
        /// `"halt"`: they stop.
        Halt: "halt",
        /// `"support"`: commits an aircraft (11.25).
        Support: "support",
        /// `"manstein"`: Manstein leads it (8.9).
        Manstein: "manstein",
        /// `"fight"`: the prepared assault is made (11.7).
        Fight: "fight",
        /// `"done"`: ends the step or phase, or declines.
        Done: "done",
    }
}
