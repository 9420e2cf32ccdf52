//! The actions: a verb and at most two nouns (dossier of the sequence of play, section 5).
//!
//! One table makes the type, its words and both ways of its JSON: `{"place": "I/11", "in": "1946"}`, `"done"`.

use crate::Winter;
use crate::data::{AirId, UnitId};
use crate::state::{Aim, AirBox, State};
use kessel_board::SpaceId;
use kessel_kernel::facets::Writes;
use kessel_kit::{Word, actions};
use serde_json::Value;

/// Which mechanized segment comes first (7.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Movement, then combat.
    MoveFirst,
    /// Combat, then movement.
    CombatFirst,
}

impl Word for Order {}

actions! {
    /// Everything that a player can do.
    Winter, Action {
        /// Sets a unit up, or places one of Sixth Army.
        Place: "place" { unit: UnitId = "place", at: SpaceId = "in" } as Place,
        /// Keeps a unit out of the scenario (19.2.1).
        LeaveOut: "leave-out" { unit: UnitId = "leave-out" },
        /// Takes a unit of the pool onto the map (19.1.2).
        Call: "call" { unit: UnitId = "call" },
        /// An air unit begins ready (19.2.2).
        Ready: "ready" { air: AirId = "ready" },
        /// Puts a fighter on a mission, in the open (4.2).
        Assign: "assign" { air: AirId = "assign", to: AirBox = "to" } as Place,
        /// Pairs a fighter with an enemy (4.3.1).
        Pair: "pair" { air: AirId = "pair", target: AirId = "with" } as Place,
        /// Engages a bomber (4.3.1).
        Engage: "engage" { air: AirId = "engage", target: AirId = "target" } as Attack,
        /// Takes an aircraft up for the next bombardment or interdiction.
        Fly: "fly" { air: AirId = "fly" } as Select,
        /// The aircraft taken up bomb a hex.
        Bomb: "bomb" { at: SpaceId = "bomb", aim: Aim = "aim" } as Attack,
        /// The aircraft taken up interdict around a hex.
        Interdict: "interdict" { at: SpaceId = "interdict" } as Place,
        /// Holds a dive bomber back (4.5.1).
        Withhold: "withhold" { air: AirId = "withhold" },
        /// Frees a Ring unit (5.3).
        Free: "free" { unit: UnitId = "free" },
        /// Begins to entrench (15.1).
        Dig: "dig" { unit: UnitId = "dig" },
        /// Begins a bridge over the hexside to a hex (16.2.2).
        Bridge: "bridge" { unit: UnitId = "bridge", to: SpaceId = "to" },
        /// Chooses the order of the mechanized segments (7.2).
        Order: "order" { order: Order = "order" },
        /// Takes a unit up to move.
        Move: "move" { unit: UnitId = "move" } as Select,
        /// Takes a unit up to move administratively (8.3).
        March: "march" { unit: UnitId = "march" } as Select,
        /// Brings a reinforcement on, or one back, at a hex.
        Enter: "enter" { unit: UnitId = "enter", at: SpaceId = "at" } as Move,
        /// Adds a unit of the same hex to the group.
        With: "with" { unit: UnitId = "with" } as Select,
        /// The group moves one hex.
        Step: "step" { to: SpaceId = "step" } as Move,
        /// Leaves a unit behind here (8.1.c).
        Drop: "drop" { unit: UnitId = "drop" } as Move,
        /// The group attacks a hex out of its movement (8.4).
        Hasty: "hasty" { at: SpaceId = "hasty" } as Attack,
        /// An engineer of the group destroys the bridge to a hex (16.2.2).
        Blow: "blow" { unit: UnitId = "blow", to: SpaceId = "to" },
        /// Begins to draw up a prepared attack on a hex.
        Attack: "attack" { at: SpaceId = "attack" } as Attack,
        /// A unit joins the attack.
        Join: "join" { unit: UnitId = "join" } as Select,
        /// Names the lead unit.
        Lead: "lead" { unit: UnitId = "lead" } as Select,
        /// Names a gun for a bombardment.
        Gun: "gun" { unit: UnitId = "gun" } as Select,
        /// Names a dive bomber for the attack.
        Stuka: "stuka" { air: AirId = "stuka" } as Select,
        /// Begins to draw up a bombardment of a hex.
        Bombard: "bombard" { at: SpaceId = "bombard" } as Attack,
        /// The guns or aircraft taken up fire at a hex.
        Aim: "fire" { at: SpaceId = "fire", aim: Aim = "aim" } as Attack,
        /// A gun answers an enemy gun (12.3.2).
        Battery: "battery" { unit: UnitId = "battery", target: UnitId = "at" } as Attack,
        /// The defender fires at the attackers in a hex.
        FireAt: "fire-at" { at: SpaceId = "fire-at" } as Attack,
        /// Takes a point from a unit.
        Lose: "lose" { unit: UnitId = "lose" } as Loss,
        /// Keeps a unit for a retreat of its own (11.7.c).
        Split: "split" { unit: UnitId = "split" } as Retreat,
        /// The group retreats one hex.
        Flee: "flee" { to: SpaceId = "flee" } as Retreat,
        /// A unit advances one hex.
        Advance: "advance" { unit: UnitId = "advance", to: SpaceId = "to" } as Move,
        /// A replacement point goes to a unit (17.2.1).
        Refill: "refill" { unit: UnitId = "refill" } as Spend,
        /// A destroyed unit comes back with a point (17.2.1.e).
        Rebuild: "rebuild" { unit: UnitId = "rebuild", at: SpaceId = "at" } as Place,
        /// A headquarters comes back (17.2.1.j).
        Return: "return" { unit: UnitId = "return", at: SpaceId = "at" } as Place,
        /// Lays a unit on top of its stack (18.1.c).
        Top: "top" { unit: UnitId = "top" } as Select,
    }
    alone {
        /// Places whatever is left as in history.
        Suggested: "suggested",
        /// Tries Operation Thunderclap (5.1).
        Thunderclap: "thunderclap",
        /// The group's move is finished.
        Halt: "halt" as Done,
        /// Answers an optional result by retreat.
        Retreat: "retreat" as Retreat,
        /// Answers it by a proficiency check.
        Check: "check",
        /// The group retreats off the map (11.7.m).
        Exit: "exit" as Retreat,
        /// Fires at retreating units (11.7.1).
        Shoot: "shoot" as Attack,
        /// Lets them go.
        Hold: "hold" as Done,
        /// Gives the attack up (11.3.1.e).
        CallOff: "call-off" as Done,
        /// Ends the step, or declines.
        Done: "done" as Done,
    }
}

kessel_kit::names! { Winter:
    UnitId as counter, "unit", |game, unit| game.unit_id(unit), |game, id| game.data.unit(id);
    AirId as counter, "air unit", |game, air| game.air_id(air), |game, id| game.data.air_unit(id);
    SpaceId as space, "hex", |game, hex| game.hex_id(hex), |game, id| game.data.map.board.space(id);
    AirBox, "air box", |_game, at| at.word(), |_game, id| AirBox::WORDS.iter().find(|(known, _)| *known == id).map(|(_, at)| *at);
    Aim, "unit, top or hidden", |game, aim| game.aim_word(aim), |game, id| match id {
        "top" => Some(Aim::Top),
        "hidden" => Some(Aim::Hidden),
        _ => game.data.unit(id).map(Aim::Unit),
    };
}
kessel_kit::spelled_words! { Winter: Order }

impl Writes for Winter {
    fn read_action(&self, _: &State, value: &Value) -> Result<Action, String> {
        Action::read(self, value)
    }

    fn write_action(&self, _: &State, action: Action) -> Value {
        action.write(self)
    }
}

impl Winter {
    /// What an aircraft aims at, as files write it.
    pub(crate) fn aim_word(&self, aim: Aim) -> &str {
        match aim {
            Aim::Top => "top",
            Aim::Hidden => "hidden",
            Aim::Unit(unit) => self.unit_id(unit),
        }
    }

    /// The id of a unit as files write it.
    pub(crate) fn unit_id(&self, unit: UnitId) -> &str {
        self.data.units.get(unit.index()).map_or("?", |info| info.id.as_str())
    }

    /// The id of a hex as files write it.
    pub(crate) fn hex_id(&self, hex: SpaceId) -> &str {
        if hex.index() < self.data.map.board.len() { self.data.map.board.name(hex) } else { "?" }
    }

    /// The id of an air unit as files write it.
    pub(crate) fn air_id(&self, air: AirId) -> &str {
        self.data.air.get(air.index()).map_or("?", |info| info.id.as_str())
    }
}

impl AirBox {
    /// Every box with its word.
    pub(crate) const WORDS: [(&str, AirBox); 11] = [
        ("out", AirBox::Out),
        ("ready", AirBox::Ready),
        ("interdiction", AirBox::Interdiction),
        ("interdiction-escort", AirBox::InterdictionEscort),
        ("ground-attack", AirBox::Attack),
        ("ground-attack-escort", AirBox::AttackEscort),
        ("against-ground-attack", AirBox::AgainstAttack),
        ("against-interdiction", AirBox::AgainstInterdiction),
        ("withheld", AirBox::Withheld),
        ("flown", AirBox::Flown),
        ("disrupted", AirBox::Disrupted),
    ];

    /// The mission in words, for people.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AirBox::Out => "not in play",
            AirBox::Ready => "ready",
            AirBox::Interdiction => "interdiction",
            AirBox::InterdictionEscort => "escort of the interdiction",
            AirBox::Attack => "ground attack",
            AirBox::AttackEscort => "escort of the ground attack",
            AirBox::AgainstAttack => "against the enemy's ground attack",
            AirBox::AgainstInterdiction => "against the interdiction",
            AirBox::Withheld => "held back for the ground attacks",
            AirBox::Flown => "flown",
            AirBox::Disrupted => "disrupted",
        }
    }

    /// Its word.
    pub(crate) fn word(self) -> &'static str {
        AirBox::WORDS[self as usize].0
    }
}
