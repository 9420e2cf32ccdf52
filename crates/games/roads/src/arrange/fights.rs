//! Beginning a combat by hand: `set = { fight = { hex = "1628", attackers = ["26TK", "4TK"], stage = "attacker-elite" } }`.
//!
//! Whatever is not said follows from the position: who defends, the odds. Without `stage` the combat begins at its beginning.

use super::Hand;
use super::frames::fight_kind;
use crate::data::{AttackerResult, DefenderResult, Odds};
use crate::state::{AttackerWord, Fight, FightKind, Stage};
use kessel_table::{Arranging, Log};
use serde_json::{Map, Value};

const WORDS: &str = "hex, attackers, kind, stage, supports, attack, defence, column, elite, armored, roll, losses, attacker_result, \
                     level, defender_result, by_river, weak_allies, all_german, rescue, engagement, engaged, one_sided, retreat, \
                     went_back, soviet_losses, hit, nullified, taken, resisting, stack_resists, muster";

impl Hand<'_> {
    pub(super) fn open_fight(&mut self, value: &Value) {
        let mut table = self.table("fight", value);
        let hex = table.remove("hex").unwrap_or_default();
        let Some(hex) = self.hex("fight.hex", &hex) else { return };
        let attackers = table.remove("attackers").unwrap_or_else(|| Value::Array(Vec::new()));
        let attackers = self.units("fight.attackers", &attackers);
        let kind = match table.remove("kind") {
            Some(kind) => self.word("fight.kind", &kind).unwrap_or(FightKind::Combat),
            None => fight_kind(self.state),
        };
        if table.remove("muster").is_some_and(|value| self.truth("fight.muster", &value)) {
            let mut fight = Fight::new(kind, self.state.phasing, hex);
            fight.attackers = attackers;
            self.state.fight = Some(fight);
            return self.push(crate::state::Frame::Muster);
        }
        self.game.begin_fight(self.state, kind, hex, attackers, &mut Log::silent());
        self.detail(&table);
    }

    fn detail(&mut self, table: &Map<String, Value>) {
        let Some(mut fight) = self.state.fight.take() else { return };
        for (word, value) in table {
            let path = format!("fight.{word}");
            match word.as_str() {
                "attack" | "defence" | "column" => {}
                "supports" => fight.supports = self.markers(&path, value),
                "stage" => fight.stage = self.word(&path, value).unwrap_or(Stage::SupplyCheck),
                "elite" => fight.elite = self.elites(&path, value),
                "resisting" => fight.resisting = self.unit(&path, value),
                "hit" => fight.hit = self.units(&path, value),
                "roll" => fight.roll = self.number(&path, value),
                "losses" => fight.losses = self.pair(&path, value, Hand::number),
                "level" => fight.level = self.number(&path, value),
                "retreat" => fight.retreat = self.number(&path, value),
                "soviet_losses" => fight.soviet_losses = self.number(&path, value),
                "went_back" => fight.went_back = self.pair(&path, value, Hand::truth),
                "attacker_result" => self.attacker_result(&mut fight, value),
                "defender_result" => self.defender_result(&mut fight, value),
                _ => match flag(&mut fight, word) {
                    Some(flag) => *flag = self.truth(&path, value),
                    None => self.fault(format!("set fight: {word:?} is not one of {WORDS}")),
                },
            }
        }
        let sum = self.game.odds_of(self.state, &fight);
        (fight.attack, fight.defence, fight.column) = (sum.attack, sum.defence, sum.column);
        if let Some(attack) = table.get("attack") {
            fight.attack = self.number("fight.attack", attack);
        }
        if let Some(defence) = table.get("defence") {
            fight.defence = self.number("fight.defence", defence);
        }
        if let Some(column) = table.get("column") {
            match Odds::ALL.into_iter().position(|odds| Some(odds.word()) == column.as_str()) {
                Some(place) => fight.column = place as i8,
                None => self.fault(format!("set fight.column: a column like \"3/1\", not {column}")),
            }
        }
        self.state.fight = Some(fight);
    }

    /// The attacker's and the defender's elite unit; `"none"` for none.
    fn elites(&mut self, path: &str, value: &Value) -> [Option<crate::data::UnitId>; 2] {
        self.pair(
            path,
            value,
            |hand, path, name| {
                if name.as_str() == Some("none") { None } else { hand.unit(path, name) }
            },
        )
    }

    fn attacker_result(&mut self, fight: &mut Fight, value: &Value) {
        match AttackerResult::ALL.into_iter().find(|result| Some(result.word()) == value.as_str()) {
            Some(result) => {
                fight.attacker_result = AttackerWord::from(result);
                fight.level = result.level();
            }
            None => self.fault(format!("set fight.attacker_result: a result like \"E2\" or \"AR\", not {value}")),
        }
    }

    fn defender_result(&mut self, fight: &mut Fight, value: &Value) {
        match DefenderResult::ALL.into_iter().find(|result| Some(result.word()) == value.as_str()) {
            Some(result) => fight.defender_result = result.into(),
            None => self.fault(format!("set fight.defender_result: a result like \"DR2\" or \"S\", not {value}")),
        }
    }
}

/// What is true or false of a combat.
fn flag<'f>(fight: &'f mut Fight, word: &str) -> Option<&'f mut bool> {
    Some(match word {
        "armored" => &mut fight.armored,
        "by_river" => &mut fight.by_river,
        "weak_allies" => &mut fight.weak_allies,
        "all_german" => &mut fight.all_german,
        "rescue" => &mut fight.rescue,
        "engagement" => &mut fight.engagement,
        "engaged" => &mut fight.engaged,
        "one_sided" => &mut fight.one_sided,
        "nullified" => &mut fight.nullified,
        "taken" => &mut fight.taken,
        "stack_resists" => &mut fight.stack_resists,
        _ => return None,
    })
}
