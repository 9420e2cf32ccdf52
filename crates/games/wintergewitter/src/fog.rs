//! 18 Fog of war: what the enemy sees of a stack, and a position as a viewer may know it.

use crate::Winter;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::{Decides, Flow, Visit};
use crate::refusal::{Consult, Verdict};
use crate::state::{State, Supply};
use kessel_kernel::{Case, Dice, Event, Log, Side, unless};
use kessel_kit::no;

/// The end of the game begins nothing.
pub(crate) fn nothing_more(_: &Winter, _: &mut State, _: &mut Dice, _: &mut Log) {}

impl Winter {
    /// 18.1: does a side know this unit now? Its own always; an enemy's if it lies on top, uncovered and not entrenched, or fights.
    pub(crate) fn is_seen(&self, state: &State, unit: UnitId, by: Side) -> bool {
        if self.side(unit) == by || !state.switches.fog || state.open.contains(unit) {
            return true;
        }
        let Some(hex) = state.at(unit) else { return self.ground.convoys.contains(unit) };
        let covered = self.is_marked(state, unit) || state.entrenched[self.side(unit).index()].contains(hex);
        // 18.1.b: alone, or on top; 18.1.d: not what lies under it.
        !covered && self.top_unit(state, hex) == Some(unit)
    }

    /// 18.1.a: the points that an enemy takes a unit on the map for, which does not fight: those printed on the side that lies up.
    pub(crate) fn apparent_points(&self, state: &State, unit: UnitId) -> Option<u8> {
        let hidden = !state.open.contains(unit) && state.at(unit).is_some();
        hidden.then(|| self.data.info(unit).face(state.unit(unit).points).strength)
    }

    /// A marker lies on the unit.
    fn is_marked(&self, state: &State, unit: UnitId) -> bool {
        let own = state.unit(unit);
        own.disrupted || own.fired || own.moved || own.supply != Supply::Regular || state.digging.contains(unit)
    }

    /// 18.1.c: among equals the owner chooses who lies on top, each unit once in a phase.
    pub(crate) fn check_top(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("18.1.c"), c)? else { return Ok(()) };
        let top = self.top_unit(state, hex);
        c.ask(Case("18.1.c"), unless(top == Some(unit), no!("{unit} lies on top", unit)))?;
        let less = top.is_some_and(|top| state.unit(top).points > state.unit(unit).points);
        c.ask(Case("18.1.c"), unless(less, no!("{unit} is not the strongest of its stack", unit)))?;
        c.ask(Case("18.1.c"), unless(state.memory.shown.contains(unit), no!("{unit} was laid on top this phase", unit)))
    }

    /// Where several are the strongest of their stack, those below the top.
    pub(crate) fn offer_tops(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for hex in state.layout.held[side.index()].iter() {
            let most = state.units_at(hex).map(|unit| state.unit(unit).points).max();
            let strongest = || state.units_at(hex).filter(|unit| Some(state.unit(*unit).points) == most);
            if strongest().nth(1).is_some() {
                let top = self.top_unit(state, hex);
                strongest()
                    .filter(|unit| Some(*unit) != top)
                    .try_for_each(|unit| self.offer(state, side, Action::Top { unit }, visit))?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn apply_top(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let Some(hex) = state.at(unit) else { return };
        for other in state.units_at(hex).collect::<Vec<_>>() {
            state.tops.remove(other);
        }
        state.tops.insert(unit);
        state.memory.shown.insert(unit);
        log.reveal();
        log.add(|| {
            Event::note(Case("18.1.c"), format!("{} lies on top in {}", self.unit_name(unit), self.hex_name(hex)))
                .only_for(self.side(unit))
        });
    }
}
