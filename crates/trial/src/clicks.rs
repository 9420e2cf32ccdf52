//! Planning at a table: what a click on a plan sends, and what a committed plan shows.

use crate::table::bytes;
use crate::{Chance, Trial};
use kessel_kernel::plan::{Draft, DraftView, Drafting, MenuLine, Plans};
use kessel_kernel::{Dice, Game, Log, Played, Session, Side, ToAct, Viewer};

impl<G: Game> Trial<G> {
    /// In games of so many plans, whoever clicks on every so-many-th slot and gives an order of its menu is sent at most `limit` bytes each time:
    /// the menu, and what the order changes. Some menu and some change are met.
    pub fn what_a_click_on_a_plan_sends_is_small(
        &self,
        games: impl IntoIterator<Item = (u64, usize, usize)>,
        limit: usize,
    ) {
        let (mut chance, mut most) = (Chance(3), [0, 0]);
        for (seed, plans, nth) in games {
            self.planning(seed, plans, |state, side, _| {
                let table = Played::new(self.game.clone(), self.scenario_of(seed), state.clone());
                let [menu, change] = most_sent(&table, side, nth, &mut chance);
                let fits = menu <= limit && change <= limit;
                assert!(fits, "seed {seed}: {}: a menu of {menu} bytes, a change of {change}", self.kind(state));
                most = [most[0].max(menu), most[1].max(change)];
            });
        }
        println!("largest menu {} bytes, largest change of a draft {} bytes", most[0], most[1]);
        assert!(most[0] > 2 && most[1] > 2, "no menu or no change was met: {most:?}");
    }

    /// In those of these positions in which both sides plan, a plan that one of them commits rolls nothing, tells nothing and changes nothing that
    /// the other side or a spectator can look at.
    pub fn a_committed_plan_changes_nothing_that_the_others_see(&self, positions: &[G::State]) {
        let (mut chance, mut differing) = (Chance(5), 0);
        let planned = |state: &&G::State| G::Plans::planners(&self.game, state) == ToAct::Both;
        for (state, side) in positions.iter().filter(planned).flat_map(|state| Side::BOTH.map(|side| (state, side))) {
            let plan = self.some_plan(state, side, &mut chance);
            differing += usize::from(plan != self.some_plan(state, side, &mut chance));
            let table = || Played::new(self.game.clone(), self.scenarios[0], state.clone());
            let (before, mut after) = (table(), table());
            let draft = after.complete(side, &after.write_plan(&plan)).expect("a lawful plan");
            let (mut dice, mut log) = (Dice::scripted([]), Log::new());
            let carried_out = after.commit(side, &draft, &mut dice, &mut log).expect("it is asked for");
            let silent = dice.rolled() == 0 && log.take().is_empty() && !log.revealed();
            assert!(!carried_out && silent, "{}: the first plan waits in silence", self.kind(state));
            for viewer in [side.other().into(), Viewer::Spectator] {
                assert!(
                    shown(&before, viewer) == shown(&after, viewer),
                    "{}: {viewer:?} is shown that {side} has committed",
                    self.kind(state)
                );
            }
        }
        assert!(differing > 0, "no plans were met that differ");
    }
}

/// Everything that a viewer can look at.
fn shown<G: Game>(table: &Played<G>, viewer: Viewer) -> [String; 4] {
    let draft = viewer.side().map(|side| table.draft(side, &Draft::default()));
    [
        serde_json::to_string(&table.view(viewer)).expect("plain data"),
        table.facts(viewer).to_string(),
        table.seen_hash(viewer),
        format!("{draft:?}"),
    ]
}

/// The bytes of the largest menu and of the largest change, on a walk over every so-many-th slot that gives orders on the way.
///
/// # Panics
/// If the side is not asked for a plan, or an order does not change its slot.
pub fn most_sent<G: Game>(table: &Played<G>, side: Side, nth: usize, chance: &mut Chance) -> [usize; 2] {
    let (mut draft, mut most) = (Draft::default(), [0, 0]);
    let mut before: DraftView = table.draft(side, &draft).expect("it is asked");
    let slots: Vec<String> = before.slots.iter().step_by(nth).map(|slot| slot.slot.clone()).collect();
    for slot in slots {
        let menu = table.menu(side, &draft, &slot).expect("a slot");
        let line = menu.get(chance.below(menu.len())).cloned();
        let sent: Vec<MenuLine> = menu.into_iter().map(MenuLine::packed).collect();
        most[0] = most[0].max(bytes(&sent));
        let Some(line) = line else { continue };
        let target = line.targets.as_ref().and_then(|all| all.get(chance.below(all.len())));
        let order = table.pick(side, &draft, &slot, line.verb, target.map(String::as_str)).expect("a slot");
        let Ok(edited) = table.edit(side, &draft, &[(slot.clone(), order)]) else { continue };
        let after = table.draft(side, &edited).expect("it is asked");
        let change = after.since(&before);
        assert!(!change.slots.is_empty() || edited == draft, "{slot}: an order changes its slot");
        most[1] = most[1].max(bytes(&change));
        (draft, before) = (edited, after);
    }
    most
}
