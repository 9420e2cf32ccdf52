//! The combat being fought, as facts tell it and as a case file details it.

use super::Names;
use crate::Roads;
use crate::data::{AttackerResult, Odds};
use crate::state::{AttackerWord, Fight, State};
use kessel_kit::told::{Told, Wish, word};
use kessel_kit::tree;
use serde_json::{Value, json};

impl Roads {
    pub(super) fn fight_facts(&self, seen: &State, fight: &Fight) -> Value {
        let names = self.naming(seen);
        let column = usize::try_from(fight.column).ok().and_then(|column| Odds::ALL.get(column));
        let further = json!({
            "kind": fight.kind, "attacker": fight.attacker, "defender": fight.attacker.other(), "hex": fight.hex.tell(&names),
            "attackers": fight.attackers.tell(&names), "defenders": fight.defenders.tell(&names),
            "from": fight.from.iter().map(|hex| hex.tell(&names)).collect::<Value>(),
            "column": column.map(|odds| odds.word()),
            "elite": by_role(fight, fight.elite, &names), "losses": by_role(fight, fight.losses, &names),
            "went_back": by_role(fight, fight.went_back, &names), "spare": fight.spare, "vacated": fight.vacated,
        });
        tree::with(&fight.tell(&names), further)
    }
}

/// The attacker's and the defender's value under the words of the sides.
fn by_role<'n, T: Told<Names<'n>>>(fight: &Fight, [attacker, defender]: [T; 2], names: &Names<'n>) -> Value {
    json!({ fight.attacker.word(): attacker.tell(names), fight.attacker.other().word(): defender.tell(names) })
}

/// A column like `3/1`.
pub(super) fn grant_column(fight: &mut Fight, _: &Names<'_>, wish: &mut Wish<'_>) {
    match Odds::ALL.into_iter().position(|odds| wish.value == odds.word()) {
        Some(place) => fight.column = place as i8,
        None => wish.refuse("a column like \"3/1\""),
    }
}

/// A result like `E2`, which has a level of its own.
pub(super) fn grant_attacker_result(fight: &mut Fight, _: &Names<'_>, wish: &mut Wish<'_>) {
    match word::<AttackerResult>(wish.value) {
        Some(result) => (fight.attacker_result, fight.level) = (AttackerWord::from(result), result.level()),
        None => wish.refuse("a result like \"E2\" or \"AR\""),
    }
}
