//! A position as a viewer may know it. What the rules say of fog (18) stands in `fog.rs`.

use crate::Winter;
use crate::data::UnitId;
use crate::sets::UnitSet;
use crate::state::{Frame, Memory, Place, Shadow, State, Supply, Unit, Volley};
use kessel_board::SpaceId;
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Frames, Side, Viewer};
use kessel_kit::Decides;

impl Redacts for Winter {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let state = &*self.ready(state);
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
    fn fade(&self, state: &mut State) {
        if !state.switches.fog {
            return;
        }
        state.open = UnitSet::EMPTY;
        (state.fight, state.flight, state.volley) = (None, None, Volley::default());
        state.runners.clear();
        state.frames = Frames::new(Frame::Step(state.step()));
    }
}

impl Winter {
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
            } else if let Some(points) = self.apparent_points(state, unit) {
                seen.unit_mut(unit).points = points;
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
            self.top_unit(state, hex).map_or(([false; 4], Supply::Regular), |unit| self.marks_on(state, unit));
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
