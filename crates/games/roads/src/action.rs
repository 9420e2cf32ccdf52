//! The actions: a verb and one or two nouns, and how files and the network write them.

use crate::Roads;
use crate::data::{AttackerResult, DefenderResult, Effect, SupportId, UnitId};
use crate::facts::Names;
use crate::state::{Mode, Om, State, SupportBox};
use kessel_board::SpaceId;
use kessel_kernel::facets::Writes;
use kessel_kit::Word;
use kessel_kit::action::{Aim, Noun, Nouns};
use kessel_kit::actions;
use serde_json::Value;

/// The number of a Ju 52 marker, counted through the kinds in the order of the player aid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlaneId(pub u8);

/// A tactical result that an elite unit lets its owner choose (8.10.3), by its place in `AttackerResult::ALL` or `DefenderResult::ALL`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ResultWord {
    /// The attacker's.
    Attacker(u8),
    /// The defender's.
    Defender(u8),
}

/// Attackers' results begin with an A, defenders' with a D.
impl Noun<Names<'_>> for ResultWord {
    fn write(self, _: &Names<'_>, _: &str) -> Option<Value> {
        let word = match self {
            ResultWord::Attacker(n) => AttackerResult::ALL.get(usize::from(n)).map(|r| format!("A {}", r.word())),
            ResultWord::Defender(n) => DefenderResult::ALL.get(usize::from(n)).map(|r| format!("D {}", r.word())),
        };
        Some(word.unwrap_or_else(|| "?".into()).into())
    }

    fn read(_: &Names<'_>, nouns: &Nouns<'_>, key: &str) -> Result<ResultWord, String> {
        let text = nouns.text(key)?;
        let found = match text.split_once(' ') {
            Some(("A", result)) => AttackerResult::from_word(result).map(|r| ResultWord::Attacker(r as u8)),
            Some(("D", result)) => DefenderResult::from_word(result).map(|r| ResultWord::Defender(r as u8)),
            _ => None,
        };
        found.ok_or_else(|| format!("{text} is no tactical result: write \"A E2\" or \"D DR\""))
    }
}

/// In actions a space may be a box or water too: the rules say what may be done there.
impl Noun<Names<'_>> for SpaceId {
    fn write(self, names: &Names<'_>, _: &str) -> Option<Value> {
        Some(names.map.board.name(self).into())
    }

    fn read(names: &Names<'_>, nouns: &Nouns<'_>, key: &str) -> Result<SpaceId, String> {
        nouns.named(key, "space on this map", |name| names.map.board.space(name))
    }

    fn aim(self, aim: Aim, names: &Names<'_>) -> Aim {
        aim.at(names.map.board.name(self))
    }
}

actions! {
    /// Everything that a player can do. JSON forms stand beside the verbs.
    Names<'_>, Action {
        /// `{"choose": "surprise-1"}`: takes a support from the pool (set-up, 11.4.2, 16.3).
        Choose: "choose" { marker: SupportId = "choose" } as Place,
        /// `{"activate": "human-waves"}`: an effect stays active at set-up (S4, S5), or becomes so again (14.2.3).
        Activate: "activate" { effect: Effect = "activate" } as Other,
        /// `{"deactivate": "human-waves"}` (14.2.2).
        Deactivate: "deactivate" { effect: Effect = "deactivate" } as Other,
        /// `{"pontoon": "Don", "to": "1832"}`: an HQ on its pontoon side (4.1.3).
        Pontoon: "pontoon" { unit: UnitId = "pontoon", to: SpaceId = "to" } as Place,
        /// `{"dismantle": "Don"}` (4.1.4).
        Dismantle: "dismantle" { unit: UnitId = "dismantle" } as Other,
        /// `{"yield": "62ID"}`: a foreign unit goes without, if an allied HQ cannot supply all of them (4.3.1.d).
        Yield: "yield" { unit: UnitId = "yield" } as Loss,
        /// `{"maskirovka": "maskirovka-1"}`: plays it.
        Maskirovka: "maskirovka" { marker: SupportId = "maskirovka" } as Spend,
        /// `{"shift": "vvs-1", "to": "major"}`: under Maskirovka.
        Shift: "shift" { marker: SupportId = "shift", to: SupportBox = "to" } as Place,
        /// `{"lift": "minor-a"}` (11.2).
        Lift: "lift" { om: Om = "lift" } as Other,
        /// `{"launch": "0518"}`: a Major Offensive (11.4).
        Launch: "launch" { at: SpaceId = "launch" } as Attack,
        /// `{"keep": "vvs-1"}`: into the Major box at the launch (11.4.2).
        Keep: "keep" { marker: SupportId = "keep" } as Place,
        /// `{"trade": "vvs-1"}`: gives the first of two supports for one chosen (11.4.2).
        Trade: "trade" { marker: SupportId = "trade" } as Spend,
        /// `{"place": "minor-a", "at": "1334"}` (11.1).
        Place: "place" { om: Om = "place", at: SpaceId = "at" } as Place,
        /// `{"transfer": "katyusha-1", "to": "major"}` (5.5.6).
        Transfer: "transfer" { marker: SupportId = "transfer", to: SupportBox = "to" } as Place,
        /// `{"surprise": "surprise-1", "at": "1927"}`: on the stack in a hex.
        Surprise: "surprise" { marker: SupportId = "surprise", at: SpaceId = "at" } as Attack,
        /// `{"attach": "katyusha-1", "to": "26TK"}` (5.5.3).
        Attach: "attach" { marker: SupportId = "attach", unit: UnitId = "to" } as Place,
        /// `{"fly": "vvs-1", "to": "1628"}`: an air support on a hex.
        Fly: "fly" { marker: SupportId = "fly", to: SpaceId = "to" } as Place,
        /// `{"raid": "vvs-1", "on": "1125"}`: an airfield raid.
        Raid: "raid" { marker: SupportId = "raid", on: SpaceId = "on" } as Attack,
        /// `{"demand": "surrender", "at": "1332"}`: the Surrender support.
        Demand: "demand" { marker: SupportId = "demand", at: SpaceId = "at" } as Attack,
        /// `{"alarm": "alarm-0-1", "at": "1125"}`: an Alarm unit.
        Alarm: "alarm" { marker: SupportId = "alarm", at: SpaceId = "at" } as Place,
        /// `{"give-back": "shortage-1"}`: a Supply Shortage, or a real support with one, to the pool (12.2, 12.3).
        GiveBack: "give-back" { marker: SupportId = "give-back" } as Spend,
        /// `{"mark": "1728"}`: an OOS marker on a Soviet stack (12.3).
        Mark: "mark" { at: SpaceId = "mark" } as Attack,
        /// `{"pay": "vvs-1"}`: a support for what is being done.
        Pay: "pay" { marker: SupportId = "pay" } as Spend,
        /// `{"consume": "KG-1"}`: an armored Kampfgruppe instead of a support (17.3.11).
        Consume: "consume" { unit: UnitId = "consume" } as Spend,
        /// `{"solicit": "Don"}`: an HQ asks for units, the first one with priority (13.1.1).
        Solicit: "solicit" { unit: UnitId = "solicit" } as Select,
        /// `{"release": "1GMK", "to": "1832"}`: from the reserve (11.4.2, 13.1).
        Release: "release" { unit: UnitId = "release", to: SpaceId = "to" } as Place,
        /// `{"reserves": "reserves-1", "at": "Don"}`: the Reserves support.
        Reserves: "reserves" { marker: SupportId = "reserves", hq: UnitId = "at" } as Spend,
        /// `{"enter": "23SD", "by": "Don"}`: into the reserve (13.1.3).
        Enter: "enter" { unit: UnitId = "enter", hq: UnitId = "by" } as Move,
        /// `{"strategic": "vvs-1"}`: pays for strategic movement off the roads (7.2.2).
        Strategic: "strategic" { marker: SupportId = "strategic" } as Spend,
        /// `{"move": "26TK", "by": "normal"}`: takes up a unit (7).
        Move: "move" { unit: UnitId = "move", mode: Mode = "by" } as Select,
        /// `{"step": "1728"}`: the moving unit, or a stack under a Surprise Attack, enters a hex.
        Step: "step" { to: SpaceId = "step" } as Move,
        /// `{"attack": "1628"}` (8.3).
        Attack: "attack" { at: SpaceId = "attack" } as Attack,
        /// `{"join": "26TK"}`: a unit takes part (8.3).
        Join: "join" { unit: UnitId = "join" } as Select,
        /// `{"use": "artillery-2-1"}`: a support serves the combat (5.5.4).
        Use: "use" { marker: SupportId = "use" } as Spend,
        /// `{"elite": "51G"}`: declares the elite bonus (8.6).
        Elite: "elite" { unit: UnitId = "elite" } as Other,
        /// `{"take": "A E2"}`: a result of the same block (8.10.3).
        Take: "take" { result: ResultWord = "take" } as Other,
        /// `{"lose": "26TK"}`: a step (8.8).
        Lose: "lose" { unit: UnitId = "lose" } as Loss,
        /// `{"absorb": "tank-brigade-1"}`: a Tank Brigade takes a loss.
        Absorb: "absorb" { marker: SupportId = "absorb" } as Loss,
        /// `{"retreat": "R6", "to": "1629"}`: one hex (8.12).
        Retreat: "retreat" { unit: UnitId = "retreat", to: SpaceId = "to" } as Retreat,
        /// `{"retreat-stack": "1806", "to": "1706"}`: all who are still in a hex go back one hex together (8.12.4).
        RetreatStack: "retreat-stack" { from: SpaceId = "retreat-stack", to: SpaceId = "to" } as Retreat,
        /// `{"advance": "26TK", "to": "1628"}` (8.13).
        Advance: "advance" { unit: UnitId = "advance", to: SpaceId = "to" } as Move,
        /// `{"exploit": "26TK"}`: an Exploitation marker (8.14).
        Exploit: "exploit" { unit: UnitId = "exploit" } as Select,
        /// `{"fortress": "1333"}`: declares Fortress Stalingrad (10.1); also moves its marker (10.1.5).
        Fortress: "fortress" { at: SpaceId = "fortress" } as Place,
        /// `{"land": "mobility", "at": "1333"}`: a Ju 52 on a hex (10.4.3).
        Land: "land" { plane: PlaneId = "land", at: SpaceId = "at" } as Place,
        /// `{"play": "rattenkrieg-1"}`: a Ju 52 event (10.4.3).
        Play: "play" { plane: PlaneId = "play" } as Spend,
        /// `{"resist": "unit-resistance-1", "with": "79ID"}`: doubles one unit.
        Resist: "resist" { plane: PlaneId = "resist", unit: UnitId = "with" } as Spend,
        /// `{"sortie": "1333"}`: a stack that sallies.
        Sortie: "sortie" { at: SpaceId = "sortie" } as Select,
        /// `{"evacuate": "305ID"}` (10.4.3).
        Evacuate: "evacuate" { unit: UnitId = "evacuate" } as Other,
        /// `{"capitulate": "79ID"}` (10.3.5).
        Capitulate: "capitulate" { unit: UnitId = "capitulate" } as Loss,
        /// `{"arrive": "87SD", "at": "STAVKA"}`: a reinforcement (17).
        Arrive: "arrive" { unit: UnitId = "arrive", at: SpaceId = "at" } as Place,
        /// `{"upgrade": "197SD", "into": "59G"}` (18.2).
        Upgrade: "upgrade" { unit: UnitId = "upgrade", into: UnitId = "into" } as Other,
        /// `{"withdraw": "23SD"}` (18.1).
        Withdraw: "withdraw" { unit: UnitId = "withdraw" } as Loss,
        /// `{"restore": "26TK"}`: a step (17.3).
        Restore: "restore" { unit: UnitId = "restore" } as Spend,
        /// `{"rebuild": "6Pz-a", "at": "0729"}`: an eliminated unit, or the free division of 17.2.3.
        Rebuild: "rebuild" { unit: UnitId = "rebuild", at: SpaceId = "at" } as Spend,
        /// `{"return": "6A", "at": "1228"}`: an HQ comes back (4.1.2).
        Return: "return" { unit: UnitId = "return", at: SpaceId = "at" } as Place,
        /// `{"eliminate": "23SD"}`: from an overstacked hex (1.11.2).
        Eliminate: "eliminate" { unit: UnitId = "eliminate" } as Loss,
    }
    alone {
        /// `"roll"`: the dice of Mars, of the reserve.
        Roll: "roll" as Other,
        /// `"halt"`: the moving unit stops.
        Halt: "halt" as Done,
        /// `"fight"`: the attackers are named.
        Fight: "fight" as Attack,
        /// `"armored"`: declares an armored attack (8.6.3).
        Armored: "armored" as Other,
        /// `"river"`: the river changes the attacker's result (8.10.4).
        River: "river" as Other,
        /// `"terrain"`: the terrain does.
        Terrain: "terrain" as Other,
        /// `"stay"` (results S, F; the losses of AR).
        Stay: "stay" as Loss,
        /// `"retreat"` (results S, F, AR).
        GoBack: "retreat" as Retreat,
        /// `"kampfgruppe"`: one takes the place of the dead (8.15).
        Kampfgruppe: "kampfgruppe" as Place,
        /// `"backhand"`: declares Backhand Blow (16.3.2).
        Backhand: "backhand" as Other,
        /// `"wintergewitter"`: launches it (16.3.1).
        Wintergewitter: "wintergewitter" as Other,
        /// `"goering"`: plays him for the air bridge (10.4).
        Goering: "goering" as Spend,
        /// `"done"`: ends the step, or declines.
        Done: "done" as Done,
    }
}

impl Writes for Roads {
    fn read_action(&self, state: &State, value: &Value) -> Result<Action, String> {
        Action::read(&self.naming(state), value)
    }

    fn write_action(&self, state: &State, action: Action) -> Value {
        action.write(&self.naming(state))
    }
}
