//! Beginning a combat by hand: `set = { fight = { hex = "1628", attackers = ["26TK", "4TK"], stage = "attacker-elite" } }`.
//!
//! Whatever is not said follows from the position: who defends, the odds. Without `stage` the combat begins at its beginning.

use super::Hand;
use super::frames::{Draft, fight_kind};
use crate::state::{Fight, UnitSet};
use kessel_kernel::{Arranging, Log};
use kessel_kit::told::{Told, Wish};
use serde_json::{Map, Value};

impl Hand<'_> {
    pub(super) fn open_fight(&mut self, value: &Value) {
        let mut draft = Draft::new("fight", value);
        let Some(hex) = self.need(&mut draft, "hex") else { return };
        let attackers = self.take(&mut draft, "attackers", UnitSet::EMPTY);
        let kind = self.take(&mut draft, "kind", fight_kind(self.state));
        if self.take(&mut draft, "muster", false) {
            let mut fight = Fight::new(kind, self.state.phasing, hex);
            fight.attackers = attackers;
            self.state.fight = Some(fight);
            for key in draft.table.keys() {
                self.faults.fault(format!("set fight: while the attackers are being named there is no {key:?}"));
            }
            return self.push(crate::state::Frame::Muster);
        }
        self.game.begin_fight(self.state, kind, hex, attackers, &mut Log::silent());
        self.detail(draft.table);
    }

    /// The sums follow from the rest, unless they are given.
    fn detail(&mut self, table: Map<String, Value>) {
        let Some(mut fight) = self.state.fight.take() else { return };
        let names = self.game.naming(self.state);
        let is_sum = |key: &str| matches!(key, "attack" | "defence" | "column");
        let (sums, rest): (Map<_, _>, Map<_, _>) = table.into_iter().partition(|(key, _)| is_sum(key));
        fight.grant(&names, &mut Wish { path: "set fight", value: &rest.into(), faults: &mut self.faults });
        let sum = self.game.odds_of(self.state, &fight);
        (fight.attack, fight.defence, fight.column) = (sum.attack, sum.defence, sum.column);
        fight.grant(&names, &mut Wish { path: "set fight", value: &sums.into(), faults: &mut self.faults });
        self.state.fight = Some(fight);
    }
}
