//! What a player should think of before he commits.

use crate::Waw;
use crate::fix::TON;
use crate::state::State;
use kessel_kernel::{Case, Reminder, Side};

impl Waw {
    /// What a player should think of before he commits.
    pub(super) fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let stage = self.stage(seen);
        let mut all = Vec::new();
        let mut add = |case: &'static str, text: String, at: Option<String>| {
            all.push(Reminder { case: Case(case), text, mandatory: false, stake: true, at });
        };
        if self.is_commanded(seen, side, &Default::default()) {
            let text =
                "Your staff commands everything: no order of your own is carried out until you take the duty back";
            add("3.3.a", text.into(), None);
        }
        let ready = (0..stage.squadrons.len())
            .filter(|n| stage.squadrons[*n].side == side && seen.squadrons[*n].ready <= seen.turn)
            .count();
        if ready > 0 && stage.may_fly(seen, side) {
            add("17.0", format!("{ready} squadrons can fly"), None);
        }
        if stage.hour(seen).morning {
            let tons: i64 = (0..seen.units.len() as u16)
                .filter(|u| stage.info(*u).hq.is_some() && stage.side(*u) == side)
                .map(|u| seen.units[u as usize].tons / TON)
                .sum();
            add("19.3.a", format!("Supply Levels can be set this morning; headquarters hold {tons} tons"), None);
        }
        let points: u16 = seen.pools[side.index()].iter().sum();
        if points > 0 {
            add("26.1", format!("{points} replacement points are unused"), None);
        }
        for place in &stage.scenario.objectives {
            let hex = place.hex.0;
            let threatened = seen.owner(hex) == side
                && seen.contacts.iter().any(|c| stage.theater.distance(c.at, hex) <= 1)
                && !seen.units.iter().any(|u| u.at == hex);
            if threatened {
                add("27.1", format!("{} is open to the enemy", place.name), Some(stage.hex_name(hex).into()));
            }
        }
        all
    }
}
