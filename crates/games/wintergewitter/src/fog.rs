//! 18 Fog of war: what the enemy sees of a stack, and a position as a viewer may know it.

use crate::Winter;
use crate::action::Action;
use crate::data::UnitId;
use crate::decision::Offers;
use crate::sets::UnitSet;
use crate::state::{Frame, Memory, Place, Shadow, State, Supply, Unit, Volley};
use crate::why::{Consult, Verdict, about};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Frames, Log, Side, Viewer, unless};

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
        !covered && self.top(state, hex) == Some(unit)
    }

    /// A marker lies on the unit.
    fn is_marked(&self, state: &State, unit: UnitId) -> bool {
        let own = state.unit(unit);
        own.disrupted || own.fired || own.moved || own.supply != Supply::Regular || state.digging.contains(unit)
    }

    /// 18.1.c: among equals the owner chooses who lies on top, each unit once in a phase.
    pub(crate) fn check_top(&self, state: &State, side: Side, unit: UnitId, c: &mut Consult) -> Verdict {
        let Some(hex) = self.own_unit(state, side, unit, Case("18.1.c"), c)? else { return Ok(()) };
        let top = self.top(state, hex);
        c.ask(Case("18.1.c"), unless(top == Some(unit), about("{} lies on top", unit)))?;
        let less = top.is_some_and(|top| state.unit(top).points > state.unit(unit).points);
        c.ask(Case("18.1.c"), unless(less, about("{} is not the strongest of its stack", unit)))?;
        c.ask(Case("18.1.c"), unless(state.memory.shown.contains(unit), about("{} was laid on top this phase", unit)))
    }

    /// Where several are the strongest of their stack, those below the top.
    pub(crate) fn offer_tops(&self, state: &State, side: Side, offer: &mut Offers<'_>) {
        for hex in state.layout.held[side.index()].iter() {
            let most = state.units_at(hex).map(|unit| state.unit(unit).points).max();
            let strongest = || state.units_at(hex).filter(|unit| Some(state.unit(*unit).points) == most);
            if strongest().nth(1).is_some() {
                let top = self.top(state, hex);
                strongest().filter(|unit| Some(*unit) != top).for_each(|unit| offer.ask(Action::Top { unit }));
            }
        }
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

    /// The position as a viewer may know it.
    pub(crate) fn redacted(&self, state: &State, viewer: Viewer) -> State {
        if viewer == Viewer::Umpire || state.ended.is_some() {
            return state.clone();
        }
        let mut seen = state.clone();
        for side in Side::BOTH.into_iter().filter(|side| !viewer.knows(*side)) {
            if state.switches.fog {
                self.hide_units(state, &mut seen, side);
            }
            self.hide_plans(state, &mut seen, side);
        }
        self.lay_out(&mut seen);
        seen.layout.changed = false;
        seen
    }

    /// 18.1.f: nobody keeps a book of what fights showed: an earlier turn is looked at without them.
    pub(crate) fn forget_fights(&self, state: &mut State) {
        if !state.switches.fog {
            return;
        }
        state.open = UnitSet::EMPTY;
        (state.fight, state.flight, state.volley) = (None, None, Volley::default());
        state.runners.clear();
        state.frames = Frames::new(Frame::Step(state.step()));
    }

    /// Units that the enemy may not know become unknown; what he sees of their hex is kept as a shadow.
    fn hide_units(&self, state: &State, seen: &mut State, side: Side) {
        let enemy = side.other();
        let mut shadows: Vec<Shadow> = Vec::new();
        for unit in self.own(side) {
            let known = self.is_seen(state, unit, enemy);
            if let Some(hex) = state.at(unit).filter(|_| !known)
                && !shadows.iter().any(|s| s.hex == hex)
            {
                shadows.push(self.shadow(state, side, hex));
            }
            if !known {
                *seen.unit_mut(unit) = Unit { place: Place::Unknown, ..Unit::default() };
            } else if !state.open.contains(unit) && state.at(unit).is_some() {
                seen.unit_mut(unit).points = self.data.info(unit).face(state.unit(unit).points).strength; // 18.1.a
            }
            seen.homes[unit.index()] = SpaceId(u16::MAX);
            if let Some(start) = seen.memory.start.get_mut(unit.index()) {
                *start = SpaceId(u16::MAX);
            }
        }
        seen.shadows.extend(shadows);
        seen.shadows.sort_unstable();
        seen.shadows.dedup();
        let own = self.ground.own[side.index()];
        let visible: UnitSet = own.iter().filter(|u| seen.at(*u).is_some()).collect();
        let hidden = own - visible;
        // Whoever is seen because he lies on top stays on top, whatever else of the stack is open.
        let on_top = |unit: &UnitId| !state.open.contains(*unit) && state.at(*unit).is_some();
        seen.tops = (seen.tops - own) | visible.iter().filter(on_top).collect();
        let dug = |units: UnitSet| -> crate::sets::Spaces { units.iter().filter_map(|u| state.at(u)).collect() };
        let buried = dug(state.digging & hidden) - dug(state.digging - hidden) - state.entrenched[side.index()];
        seen.works = seen.works.saturating_add(buried.len() as u8); // the box of markers is open to both
        seen.digging -= hidden;
        seen.pocket.freed -= hidden;
        seen.pocket.left -= hidden;
    }

    /// What is seen of a hex whose units are hidden.
    fn shadow(&self, state: &State, side: Side, hex: SpaceId) -> Shadow {
        if let Some(known) = state.shadows.iter().find(|s| s.hex == hex && s.side == side) {
            return *known;
        }
        let (marks, supply) =
            self.top(state, hex).map_or(([false; 4], Supply::Regular), |unit| self.marks_on(state, unit));
        let (stack, zone) = (state.units_at(hex).count() > 1, self.has_zone(state, side, hex));
        Shadow { hex, side, stack, zone, marks, supply }
    }

    /// What lies on a unit, as a shadow shows it of the one on top.
    pub(crate) fn marks_on(&self, state: &State, unit: UnitId) -> ([bool; 4], Supply) {
        let own = state.unit(unit);
        ([own.disrupted, own.fired, own.moved, state.digging.contains(unit)], own.supply)
    }

    /// What a side has in mind: groups on the move, attacks being drawn up, losses and replacements, who did what this phase.
    fn hide_plans(&self, state: &State, seen: &mut State, side: Side) {
        let nations: &[usize] = if side == Side::Axis { &[0, 1] } else { &[2] };
        for nation in nations {
            seen.tally[*nation] = [0; 3];
            seen.points[*nation] = [0; 3];
        }
        for (bill, left) in self.data.scenario(state.scenario).bills.iter().zip(&mut seen.bills) {
            if bill.side == side {
                *left = [0; 3];
            }
        }
        if state.phasing != side {
            return;
        }
        seen.memory = Memory { struck: state.memory.struck, ..Memory::default() };
        seen.march = None;
        let mustering = state.frames.iter().any(|frame| *frame == Frame::Muster);
        if mustering {
            seen.fight = None;
        }
        let laying = state.frames.iter().any(|frame| *frame == Frame::Volley) && state.volley.aim.is_none();
        if laying {
            seen.volley = Volley::default();
        }
        let keeps = |frame: &&Frame| match frame {
            Frame::March | Frame::Muster => false,
            Frame::Volley => !laying,
            _ => true,
        };
        let mut kept = state.frames.iter().filter(keeps);
        let bottom = kept.next().copied().unwrap_or(Frame::Step(state.step()));
        let mut frames = Frames::new(bottom);
        kept.for_each(|frame| frames.push(*frame));
        seen.frames = frames;
    }
}
