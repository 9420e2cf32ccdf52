//! The parts of a position that have words of their own: Mars, Führer Approval and Manstein, the fortress, the STAVKA phase.

use super::Hand;
use crate::state::{Manstein, Restraint};
use kessel_table::Arranging;
use serde_json::Value;

impl Hand<'_> {
    pub(super) fn set_mars(&mut self, value: &Value) {
        for (word, value) in self.table("mars", value) {
            let path = format!("mars.{word}");
            match word.as_str() {
                "at" => self.state.mars.at = self.number(&path, &value),
                "over" => self.state.mars.over = self.truth(&path, &value),
                "paid" => self.state.mars.paid = self.number(&path, &value),
                "stalin" => self.state.mars.stalin = self.number(&path, &value),
                _ => self.fault(format!("set mars: {word:?} is not one of at, over, paid, stalin")),
            }
        }
    }

    /// His box, `"dismissed"`, `"withdrawn"`, `"unused"`, or `{ away = 14 }`: the turn of his return.
    pub(super) fn set_manstein(&mut self, value: &Value) {
        let okh = &mut self.state.okh;
        match (value.as_str(), value.get("away")) {
            (Some("dismissed"), _) => okh.manstein = Manstein::Dismissed,
            (Some("withdrawn"), _) => okh.manstein = Manstein::Withdrawn,
            (Some("unused"), _) => okh.manstein = Manstein::Unused,
            (Some("track"), _) => okh.manstein = Manstein::Track,
            (_, Some(turn)) => {
                let turn = self.number("manstein.away", turn);
                self.state.okh.manstein = Manstein::Away(turn);
            }
            _ => {
                let prestige = self.number("manstein", value);
                self.state.okh.manstein = Manstein::Track;
                self.state.okh.prestige = prestige;
            }
        }
    }

    pub(super) fn set_okh(&mut self, value: &Value) {
        for (word, value) in self.table("okh", value) {
            let path = format!("okh.{word}");
            match word.as_str() {
                "used" => self.state.okh.used = self.truth(&path, &value),
                "approval" => self.state.okh.approval = self.number(&path, &value),
                "crisis" => self.state.okh.crisis = self.truth(&path, &value),
                "rolled" => self.state.okh.rolled = self.number(&path, &value),
                "due" => self.state.okh.due = self.truth(&path, &value),
                "attacks" => self.state.okh.attacks = self.number(&path, &value),
                "duty" => self.state.okh.duty = self.truth(&path, &value),
                "next" => self.state.okh.next = self.restraint(&path, &value),
                "now" => self.state.okh.now = self.restraint(&path, &value),
                "locked" => self.state.okh.locked = self.truth(&path, &value),
                "gained" => self.state.okh.gained = self.truth(&path, &value),
                "manstein" => self.set_manstein(&value),
                "prestige" => self.state.okh.prestige = self.number(&path, &value),
                "side" => {
                    if let Some(side) = self.word(&path, &value) {
                        self.state.okh.side = side;
                    }
                }
                "wintergewitter" => self.state.okh.wintergewitter = self.truth(&path, &value),
                "unsealed_gains" => self.state.okh.unsealed_gains = self.pair(&path, &value, Hand::truth),
                "backhand" => self.state.okh.backhand = self.pair(&path, &value, Hand::number),
                "backhand_used" => self.state.okh.backhand_used = self.truth(&path, &value),
                "chosen" => self.state.okh.chosen = self.truth(&path, &value),
                _ => self.fault(format!(
                    "set okh: {word:?} is not one of used, approval, crisis, rolled, due, attacks, duty, next, now, locked, \
                     gained, manstein, prestige, side, wintergewitter, unsealed_gains, backhand, backhand_used, chosen"
                )),
            }
        }
    }

    fn restraint(&mut self, path: &str, value: &Value) -> Restraint {
        let mut restraint = Restraint::default();
        for word in self.list(path, value) {
            match word.as_str() {
                Some("hqs") => restraint.hqs = true,
                Some("cities") => restraint.cities = true,
                Some("no_supports") => restraint.no_supports = true,
                Some("extra_support") => restraint.extra_support = true,
                _ => self.fault(format!("set {path}: {word} is not one of hqs, cities, no_supports, extra_support")),
            }
        }
        restraint
    }

    pub(super) fn set_fortress(&mut self, value: &Value) {
        for (word, value) in self.table("fortress", value) {
            let path = format!("fortress.{word}");
            match word.as_str() {
                "marker" if value.as_str() == Some("none") => self.state.fortress.marker = None,
                "marker" => self.state.fortress.marker = self.hex(&path, &value),
                "level" => self.state.fortress.level = self.number(&path, &value),
                "fixed" => self.state.fortress.fixed = self.truth(&path, &value),
                "declared" => self.state.fortress.declared = self.number(&path, &value),
                "ever" => self.state.fortress.ever = self.truth(&path, &value),
                "assaulted" => self.state.fortress.assaulted = self.hexes(&path, &value),
                "attacked" => self.state.fortress.attacked = self.truth(&path, &value),
                "extra" => self.state.fortress.extra = self.number(&path, &value),
                "guard_attacked" => self.state.fortress.guard_attacked = self.truth(&path, &value),
                "relief" => self.state.fortress.relief = self.pair(&path, &value, Hand::truth),
                "raided" => self.state.fortress.raided = self.truth(&path, &value),
                "aa" => self.state.fortress.aa = self.truth(&path, &value),
                "goering" => self.state.fortress.goering = self.truth(&path, &value),
                "hube" => self.state.fortress.hube = self.truth(&path, &value),
                "sortie" => self.state.fortress.sortie = self.truth(&path, &value),
                "sallying" => self.state.fortress.sallying = self.units(&path, &value),
                "mobile" => self.state.fortress.mobile = self.units(&path, &value),
                "last_reserves" => self.state.fortress.last_reserves = self.units(&path, &value),
                "movers" => self.state.fortress.movers = self.number(&path, &value),
                "guards" => self.state.fortress.guards = self.units(&path, &value),
                "guarded" => self.state.fortress.guarded = self.hexes(&path, &value),
                _ => self.fault(format!(
                    "set fortress: {word:?} is not one of marker, level, fixed, declared, ever, assaulted, attacked, extra, \
                     guard_attacked, relief, raided, aa, goering, hube, sortie, sallying, mobile, last_reserves, movers, \
                     guards, guarded"
                )),
            }
        }
    }

    pub(super) fn set_stavka(&mut self, value: &Value) {
        for (word, value) in self.table("stavka", value) {
            let path = format!("stavka.{word}");
            match word.as_str() {
                "hqs" => self.state.stavka.hqs = self.two_units(&path, &value),
                "serving" => self.state.stavka.serving = self.number(&path, &value),
                "bonus" => self.state.stavka.bonus = self.number(&path, &value),
                "left" => self.state.stavka.left = self.number(&path, &value),
                "rolled" => self.state.stavka.rolled = self.truth(&path, &value),
                "reserves" => self.state.stavka.reserves = self.unit(&path, &value),
                "reserves_left" => self.state.stavka.reserves_left = self.number(&path, &value),
                "entering" => self.state.stavka.entering = self.two_units(&path, &value),
                "entering_left" => self.state.stavka.entering_left = self.pair(&path, &value, Hand::number),
                "present" => self.state.stavka.present = self.units(&path, &value),
                _ => self.fault(format!(
                    "set stavka: {word:?} is not one of hqs, serving, bonus, left, rolled, reserves, reserves_left, entering, \
                     entering_left, present"
                )),
            }
        }
    }

    /// At most two units, in order.
    fn two_units(&mut self, path: &str, value: &Value) -> [Option<crate::data::UnitId>; 2] {
        let list = self.list(path, value);
        let mut units = list.iter().map(|name| self.unit(path, name)).collect::<Vec<_>>().into_iter().flatten();
        [units.next(), units.next()]
    }
}
