//! 6.0 Setting up: the first position, and the secret choices of both sides.

use crate::Battle;
use crate::data::{Arrival, AssetId, Objective, Start, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{
    AssetSet, AssetState, Directives, Duty, Frame, Phase, Place, Points, Post, Spaces, State, UnitSet, UnitState,
};
use arrayvec::ArrayVec;
use kessel_table::{Case, Derived, Dice, Event, Frames, Log, Side};

impl Battle {
    /// 6.0 to 6.3: counters where their faces say, Axis at full strength, directives drawn in secret.
    pub(crate) fn first_position(&self, dice: &mut Dice, log: &mut Log) -> State {
        let directives = self.draw_directives(dice, log);
        let mut state = State {
            turn: 1,
            frames: Frames::new(Frame::Phase(Phase::Setup)),
            units: self.data.unit_ids().map(|u| self.unit_at_start(u)).collect(),
            assets: self.data.asset_ids().map(|a| self.asset_at_start(a)).collect(),
            axis_control: self.control_at_start(),
            axis_last: Spaces::EMPTY,
            markers: ArrayVec::new(),
            fought: Spaces::EMPTY,
            moved: UnitSet::default(),
            engaged: UnitSet::default(),
            refugees: UnitSet::default(),
            named: UnitSet::default(),
            fresh_units: UnitSet::default(),
            fresh_assets: AssetSet::default(),
            withdrawn: AssetSet::default(),
            tcf_used: false,
            purse: [0; 2],
            directives,
            points: Points::default(),
            uranus: None,
            edelweiss: false,
            duty: Duty::NotYet,
            ready: [false; 2],
            ended: None,
            picture: Derived::default(),
        };
        // 42 Korps stands alone in Kerch.
        self.settle_control(&mut state, self.data.places.kerch, log);
        self.repaint(&mut state);
        state
    }

    /// 6.1: primary by one die, secondary of its colour by another, tertiary what is left. Only the Axis learns it.
    fn draw_directives(&self, dice: &mut Dice, log: &mut Log) -> Directives {
        let primary = self.data.charts.objectives.primary(dice.d6(Case("6.1.b")));
        let secondary = self.data.charts.objectives.secondary(primary, dice.d6(Case("6.1.c")));
        let tertiary = Objective::third(primary, secondary);
        log.add(|| {
            let text = format!(
                "Hitler's directives: first {}, second {}, third {}",
                primary.word(),
                secondary.word(),
                tertiary.word()
            );
            Event::note(Case("6.1.a"), text).only_for(Side::Axis)
        });
        Directives([primary, secondary, tertiary])
    }

    pub(crate) fn unit_at_start(&self, unit: UnitId) -> UnitState {
        let info = &self.data.units[unit.index()];
        match (info.start, info.side) {
            (Start::At(space), Side::Axis) => UnitState { place: Place::At(space), strength: info.max },
            (Start::At(space), Side::Soviet) => {
                UnitState { place: Place::At(space), strength: self.data.scenario.least }
            }
            (Start::Turn(_) | Start::Uranus, _) => UnitState { place: Place::ToCome, strength: 0 },
        }
    }

    /// Assets at start wait in the reserve until they are assigned (6.4).
    fn asset_at_start(&self, asset: AssetId) -> AssetState {
        let info = &self.data.assets[asset.index()];
        match info.arrival {
            Arrival::Start => AssetState { post: Post::Reserve, steps: info.max_steps },
            Arrival::Turn { .. } | Arrival::Roll { .. } => AssetState { post: Post::ToCome, steps: 0 },
        }
    }

    fn control_at_start(&self) -> Spaces {
        let spaces = self.data.board.spaces();
        spaces.filter(|s| self.data.spaces[*s].start_control == Side::Axis).collect()
    }

    /// 6.3.c: is this Soviet unit among those that share the points?
    fn at_start(&self, unit: UnitId) -> bool {
        let info = &self.data.units[unit.index()];
        info.side == Side::Soviet && matches!(info.start, Start::At(_))
    }

    /// Soviet units at start whose strength is not set yet.
    pub(crate) fn unset(&self, state: &State) -> UnitSet {
        self.data.unit_ids().filter(|u| self.at_start(*u) && !state.moved.contains(*u)).collect()
    }

    /// Points not given out yet.
    pub(crate) fn points_left(&self, state: &State) -> u8 {
        let set = state.moved.iter().filter(|u| self.at_start(*u));
        let used: u8 = set.map(|u| state.units[u.index()].strength).sum();
        self.data.scenario.points.saturating_sub(used)
    }

    /// The strengths that a unit can have at start.
    pub(crate) fn track(&self, unit: UnitId) -> std::ops::RangeInclusive<u8> {
        self.data.scenario.least..=self.data.units[unit.index()].max
    }

    /// 6.3.c: the points must come out: one at least for every unit, none above its track.
    pub(crate) fn check_strength(&self, state: &State, unit: UnitId, points: u8, c: &mut Consult) -> Verdict {
        let case = Case("6.3.c");
        c.ask(case, if self.at_start(unit) { Ok(()) } else { Err(Why::NotAtStart(unit)) })?;
        let unset = self.unset(state);
        c.ask(case, if unset.contains(unit) { Ok(()) } else { Err(Why::AlreadySet(unit)) })?;
        let rest = unset.iter().filter(|u| *u != unit);
        let (mut least, mut most) = (u16::from(points), u16::from(points));
        for other in rest {
            least += u16::from(self.data.scenario.least);
            most += u16::from(self.data.units[other.index()].max);
        }
        let left = u16::from(self.points_left(state));
        let track = self.track(unit).contains(&points);
        let fits = track && least <= left && left <= most;
        c.ask(case, if fits { Ok(()) } else { Err(Why::PointsDoNotFit(unit, points)) })
    }

    /// The suggested distribution is for those who have not begun their own.
    pub(crate) fn check_historical(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        let assigned = self
            .data
            .asset_ids()
            .any(|a| self.data.assets[a.index()].side == side && matches!(state.assets[a.index()].post, Post::With(_)));
        let set = side == Side::Soviet && !state.moved.is_empty();
        c.ask(Case("6.4.a"), if assigned || set { Err(Why::ChosenAlready) } else { Ok(()) })
    }

    /// 6.3.c, 6.4.g: what must be done before a side is ready.
    pub(crate) fn check_ready(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        match side {
            Side::Soviet => {
                let unset = self.unset(state);
                let missing = if unset.is_empty() { Ok(()) } else { Err(Why::StrengthsMissing(unset.len())) };
                c.ask(Case("6.3.c"), missing)
            }
            Side::Axis => {
                let bound = self.bound_asset(state, side);
                c.ask(Case("6.4.g"), bound.map_or(Ok(()), |a| Err(Why::MustBeAssigned(a))))
            }
        }
    }

    pub(crate) fn apply_historical(&self, state: &mut State, side: Side) {
        if side == Side::Soviet {
            for (unit, points) in &self.data.scenario.default_strength {
                state.units[unit.index()].strength = *points;
                state.moved.insert(*unit);
            }
        }
        for (asset, unit) in &self.data.scenario.default_assets[side.index()] {
            state.assets[asset.index()].post = Post::With(*unit);
        }
    }
}
