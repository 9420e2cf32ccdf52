//! 3.3 Control of hexes and boxes, and the movements of counters that change it.

use crate::Battle;
use crate::data::{SpaceKind, UnitId};
use crate::sets::UnitSet;
use crate::state::{Place, Post, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Side, What};

impl Battle {
    /// All units of a side, in play or not.
    pub fn own(&self, side: Side) -> UnitSet {
        self.ground.own[side.index()]
    }

    /// Whose unit it is.
    #[inline]
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.data.units[unit.index()].side
    }

    /// The units of a side in a space.
    pub(crate) fn units_in(&self, state: &State, space: SpaceId, side: Side) -> UnitSet {
        state.all_in(space) & self.own(side)
    }

    /// The side's reserve box.
    pub(crate) fn reserve(&self, side: Side) -> SpaceId {
        match side {
            Side::Axis => self.data.places.axis_reserve,
            Side::Soviet => self.data.places.soviet_reserve,
        }
    }

    /// Is the space on the map: a hex or a Caucasus box?
    #[inline]
    pub(crate) fn on_map(&self, space: SpaceId) -> bool {
        matches!(self.data.spaces[space].kind, SpaceKind::Hex | SpaceKind::Caucasus)
    }

    /// 3.3.a, R-11: a side alone in a space controls it from that instant; 3.3.d: the marker of the three
    /// border boxes shows who last was. A battle space keeps its former controller in mind.
    pub(crate) fn settle_control(&self, state: &mut State, space: SpaceId, log: &mut Log) {
        if !self.on_map(space) {
            return;
        }
        let there = state.all_in(space);
        // 7.9.2.e, 8.0.i: whoever is left alone; a space left by both falls back to its former owner.
        let side = match Side::BOTH.map(|side| !(there & self.own(side)).is_empty()) {
            [true, false] => Side::Axis,
            [false, true] => Side::Soviet,
            _ => return,
        };
        let axis = side == Side::Axis;
        if state.axis_control.contains(space) != axis {
            set_bit(&mut state.axis_control, space, axis);
            log.add(|| {
                let what = What::Control { at: self.data.board.name(space).into(), side: Some(side) };
                Event::new(Case("3.3.a"), what, format!("{side} control of {}", self.space_name(space)))
            });
        }
        let marked = self.data.spaces[space].caucasus.as_ref().is_some_and(|c| c.last_control);
        if marked && state.axis_last.contains(space) != axis {
            set_bit(&mut state.axis_last, space, axis);
            log.add(|| {
                let at = self.data.board.name(space).to_string();
                let what = What::Marker { marker: format!("last-control-{}", side.word()), at, placed: true };
                Event::new(Case("3.3.d"), what, format!("{side} last control of {}", self.space_name(space)))
            });
        }
    }

    /// Puts a unit into a space, settles control of both spaces, and looks for Edelweiss.
    pub(crate) fn put_unit(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        let from = state.at(unit);
        state.units[unit.index()].place = Place::At(to);
        self.repaint(state);
        if let Some(from) = from {
            self.settle_control(state, from, log);
        }
        self.settle_control(state, to, log);
        self.claim_edelweiss(state, unit, to, log);
    }

    /// 10.3.2.a, R-77: 49 Korps, entering Elbrus in supply, claims the Edelweiss marker.
    fn claim_edelweiss(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        if to == self.data.places.elbrus
            && self.side(unit) == Side::Axis
            && !state.edelweiss
            && self.supplied(state, unit)
        {
            state.edelweiss = true;
            log.add(|| {
                let what = What::Marker { marker: "edelweiss".into(), at: "Elbrus".into(), placed: false };
                let text = format!("{} claims the Edelweiss marker", self.unit_name(unit));
                Event::new(Case("10.3.2.a"), what, text)
            });
        }
    }

    /// 8.2.g, 8.3.o: a unit dies with all its assets; 10.2.2: in the Axis Logistical Zone a Soviet one scores.
    /// The caller settles control when all deaths of the moment are done.
    pub(crate) fn kill(&self, state: &mut State, unit: UnitId, case: Case, log: &mut Log) {
        let from = state.at(unit);
        // The dead pile is open: what dies with the unit was hidden until now.
        log.reveal();
        for asset in state.assets_of(unit).iter() {
            let slot = &mut state.assets[asset.index()];
            slot.post = Post::Dead;
            slot.steps = 0;
            log.add(|| self.asset_dies(asset, case));
        }
        state.units[unit.index()].place = Place::Dead;
        state.units[unit.index()].strength = 0;
        state.refugees.remove(unit);
        self.repaint(state);
        log.add(|| {
            let at = from.map_or("", |s| self.data.board.name(s)).to_string();
            let text = format!("{} is destroyed", self.unit_name(unit));
            Event::new(case, What::Remove { counter: self.data.units[unit.index()].id.clone(), from: at }, text)
        });
        if self.side(unit) == Side::Soviet && from.is_some_and(|s| self.data.spaces[s].alz) {
            let before = state.points.don;
            state.points.don += u16::from(self.data.charts.victory.don_unit);
            let after = state.points.don;
            log.add(|| track("10.2.2", "vp-don", before, after, "Don points"));
        }
    }

    pub(crate) fn asset_dies(&self, asset: crate::data::AssetId, case: Case) -> Event {
        let counter = self.data.assets[asset.index()].id.clone();
        let text = format!("{} goes to the dead pile", self.asset_name(asset));
        Event::new(case, What::Remove { counter, from: String::new() }, text)
    }

    /// 7.0.g, 6.4.k: an anti-tank asset never moves with its unit; it goes to the reserve, after a retreat too, whether
    /// the unit was supplied or not.
    pub(crate) fn drop_anti_tank(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        for asset in state.assets_of(unit).iter().filter(|asset| self.is_anti_tank(*asset)) {
            state.assets[asset.index()].post = Post::Reserve;
            let side = self.side(unit);
            log.add(|| {
                let at = self.data.board.name(self.reserve(side)).to_string();
                let counter = self.data.assets[asset.index()].id.clone();
                let text = format!("{} stays behind and goes to the reserve", self.asset_name(asset));
                Event::new(Case("7.0.g"), What::Place { counter, at }, text).only_for(side)
            });
        }
    }
}

fn set_bit(set: &mut crate::sets::Spaces, space: SpaceId, on: bool) {
    if on {
        set.insert(space);
    } else {
        set.remove(space);
    }
}

/// A track that went up.
pub(crate) fn track(case: &'static str, id: &str, from: u16, to: u16, name: &str) -> Event {
    let what = What::Track { track: id.into(), from: i32::from(from), to: i32::from(to) };
    Event::new(Case(case), what, format!("{name}: {from} to {to}"))
}
