//! 6.0 Setting up: the first position, and the secret choices of both sides.

use crate::Battle;
use crate::action::Action;
use crate::data::{Arrival, AssetId, Objective, Start, UnitId};
use crate::decision::{Decides, Decision, Then, not_now, unfinished};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::state::{AssetState, Directives, Duty, Frame, Phase, Place, Points, Post, State, UnitState};
use arrayvec::ArrayVec;
use kessel_kernel::{Case, Derived, Dice, Event, Frames, Log, Prompt, Side, must, unless, unless_found};
use kessel_kit::{Word, no};

/// 6.0: both sides arrange their displays, unseen by the other, until both say that they are ready.
pub(crate) const SETUP: Decision = Decision {
    case: Case("6.0.c"),
    asks: |_, state| unfinished(state.ready.map(|ready| !ready)),
    check: |game, state, side, action, c| match action {
        Action::Strength { unit, points } if side == Side::Soviet => game.check_strength(state, unit, points, c),
        Action::Historical => game.check_historical(state, side, c),
        Action::Assign { asset, unit } => game.check_assign(state, side, asset, unit, c),
        Action::Done => game.check_ready(state, side, c),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Historical, visit)?;
        if side == Side::Soviet {
            for unit in game.unset(state).iter() {
                for points in 0..=game.data.units[unit.index()].max {
                    game.offer(state, side, Action::Strength { unit, points }, visit)?;
                }
            }
        }
        game.assign_offers(state, side, game.waiting_assets(state, side), visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, _, log| match action {
        Action::Strength { unit, points } => {
            state.units[unit.index()].strength = points;
            state.moved.insert(unit);
        }
        Action::Historical => game.apply_historical(state, side),
        Action::Assign { asset, unit } => game.apply_assign(state, side, asset, unit, log),
        _ => {
            state.ready[side.index()] = true;
            log.add(|| Event::note(Case("6.0.c"), "Your set-up is complete").only_for(side));
        }
    },
    settle: |game, state, dice, log| {
        if state.ready != [true, true] {
            return Then::Ask;
        }
        game.begin_soviet_turn(state, 1, dice, log);
        Then::Again
    },
    prompt: |game, seen, side| match side {
        Side::Axis => Prompt::new(Case("6.4.a"), "Assign your assets in secret, or take the suggested set-up."),
        Side::Soviet => {
            let (points, units) = (game.points_left(seen), game.unset(seen).len());
            let text = format!(
                "Spread your strength in secret and assign your assets, or take the suggested set-up. \
                 Points left: {points}, armies left: {units}."
            );
            Prompt::new(Case("6.3.c"), text)
        }
    },
};

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
            moved: UnitSet::EMPTY,
            engaged: UnitSet::EMPTY,
            refugees: UnitSet::EMPTY,
            named: UnitSet::EMPTY,
            fresh_units: UnitSet::EMPTY,
            fresh_assets: AssetSet::EMPTY,
            withdrawn: AssetSet::EMPTY,
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
        c.ask(case, must(self.at_start(unit), no!("{unit} is not among the Soviet units at start", unit)))?;
        let unset = self.unset(state);
        c.ask(case, must(unset.contains(unit), no!("the strength of {unit} is set; undo to change it", unit)))?;
        let rest = unset.iter().filter(|u| *u != unit);
        let (mut least, mut most) = (u16::from(points), u16::from(points));
        for other in rest {
            least += u16::from(self.data.scenario.least);
            most += u16::from(self.data.units[other.index()].max);
        }
        let left = u16::from(self.points_left(state));
        let (all, track) = (self.data.scenario.points, Noun::Track(unit));
        let on_track = self.track(unit).contains(&points);
        let apart = no!("of the {all} points {unit} can have {track}, not {points}", all, unit, track, points);
        if !c.gate(case, must(on_track, apart))? {
            return Ok(());
        }
        let spread = least <= left && left <= most;
        let why =
            no!("with {points} for {unit} the {all} points could not be spread over all units", points, unit, all);
        c.ask(case, must(spread, why))
    }

    /// The suggested distribution is for those who have not begun their own.
    pub(crate) fn check_historical(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        let assigned = self
            .data
            .asset_ids()
            .any(|a| self.data.assets[a.index()].side == side && matches!(state.assets[a.index()].post, Post::With(_)));
        let set = side == Side::Soviet && !state.moved.is_empty();
        c.ask(Case("6.4.a"), unless(assigned || set, no!("something has been chosen already; undo first")))
    }

    /// 6.3.c, 6.4.g: what must be done before a side is ready.
    pub(crate) fn check_ready(&self, state: &State, side: Side, c: &mut Consult) -> Verdict {
        match side {
            Side::Soviet => {
                let unset = self.unset(state);
                let missing = must(unset.is_empty(), no!("{n} units have no strength yet", n = unset.count()));
                c.ask(Case("6.3.c"), missing)
            }
            Side::Axis => {
                let bound = self.bound_asset(state, side);
                c.ask(
                    Case("6.4.g"),
                    unless_found(bound, |bound| {
                        no!(
                            "{asset} must be assigned to {host} first",
                            asset = bound.asset,
                            host = Noun::Host(bound.asset)
                        )
                    }),
                )
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
