//! 3.4 Control of hexes, and 4.0 how to win.

use crate::Drive;
use crate::data::Region;
use crate::decision::{Decision, question};
use crate::sets::UnitSet;
use crate::state::{Ended, State};
use crate::supply::Supplied;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Event, Log, Outcome, Side, What};
use kessel_kit::{idle, never, nobody, nothing, wait};

/// 4.10.b: the game is over, nobody is asked.
pub(crate) const OVER: Decision = Decision {
    case: Case("4.10.b"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: wait,
    prompt: |_, seen, _| question(seen, "The game is over."),
};

impl Drive {
    /// Units of a side have entered a hex and stay. R84: control, sudden death, points, then everything else.
    pub(crate) fn occupied(&self, state: &mut State, side: Side, hex: SpaceId, log: &mut Log) {
        let taken = state.control(hex) != side;
        if taken {
            self.take_control(state, side, hex, log);
        }
        let deadly = if state.is_blue() { Region::SuddenDeathBlue } else { Region::SuddenDeathUranus };
        if side == Side::Soviet && self.data.map.is_in(hex, deadly) {
            self.end_game(state, Ended::SuddenDeath(hex), log);
            return;
        }
        self.check_points(state, log);
        if state.ended.is_some() {
            return;
        }
        match side {
            Side::Axis => self.axis_occupies(state, hex, taken, log),
            Side::Soviet => {
                // 3.2.l.
                if state.is_blue() && self.ground.axis_side[0].contains(hex) {
                    self.lift_limits(state, log);
                }
                // 3.2.t: however they came.
                self.freeze_newcomers(state, hex, log);
            }
        }
    }

    fn axis_occupies(&self, state: &mut State, hex: SpaceId, taken: bool, log: &mut Log) {
        // 11.24.b.
        if !state.ring_gone && self.ground.inside_ring.contains(hex) {
            state.ring_gone = true;
            log.add(|| Event::note(Case("11.24.b"), "The O-Ring is broken"));
        }
        // 11.23.d.
        if self.is_fortified(state, hex) {
            state.ruins.insert(hex);
            state.forget_supply(Side::Axis);
            log.add(|| {
                Event::note(Case("11.23.d"), format!("The fortifications of {} are destroyed", self.hex_name(hex)))
            });
        }
        if state.is_blue() {
            self.note_crossing(state, hex, log);
            self.wake_near(state, hex, log);
            // 7.4.b, 8.2.c.
            if taken && hex == self.data.map.places.taman {
                self.open_taman(state);
            }
        }
    }

    /// 3.4.b: control changes at once, and everybody hears of the places that matter.
    pub(crate) fn take_control(&self, state: &mut State, side: Side, hex: SpaceId, log: &mut Log) {
        self.change_hands(state, side, hex);
        let taman = state.is_blue() && side == Side::Axis && hex == self.data.map.places.taman;
        let notable = self.ground.towns.contains(hex) || self.ground.victory.contains(hex) || taman;
        if notable {
            log.add(|| {
                let what = What::Control { at: self.hex_id(hex).into(), side: Some(side) };
                Event::new(Case("3.4.b"), what, format!("{side} control of {}", self.hex_name(hex)))
            });
        }
    }

    /// 4.2, 4.3: the German's points in Blue.
    pub(crate) fn points(&self, state: &State) -> u8 {
        let rule = &self.data.blue.victory;
        let hexes = (self.ground.victory & state.axis_control).len();
        let piles = usize::from(state.pile) / usize::from(rule.losses_per_point.max(1));
        let total = usize::from(rule.start) + hexes * usize::from(rule.hex) + piles;
        u8::try_from(total).unwrap_or(u8::MAX)
    }

    /// 4.5: he wins as soon as he has enough.
    fn check_points(&self, state: &mut State, log: &mut Log) {
        if state.is_blue() {
            let points = self.points(state);
            if points >= self.data.blue.victory.points {
                self.end_game(state, Ended::Points(points), log);
            }
        }
    }

    /// 4.3, 4.8: the pile has grown.
    pub(crate) fn check_pile(&self, state: &mut State, log: &mut Log) {
        if state.is_blue() {
            self.check_points(state, log);
        } else if state.pile >= u16::from(self.data.uranus.victory.losses) {
            self.end_game(state, Ended::Losses(state.pile), log);
        }
    }

    /// 4.9.b: German towns east of the Don at the end of a Soviet player turn.
    pub(crate) fn german_towns_win(&self, state: &mut State, log: &mut Log) -> bool {
        if state.is_blue() {
            return false;
        }
        let fed = self.fed(state, Side::Axis).hexes;
        let towns = self.ground.towns & self.ground.east_of_don & state.axis_control & fed;
        let enough = towns.len() >= usize::from(self.data.uranus.victory.towns);
        if enough {
            self.end_game(state, Ended::Towns, log);
        }
        enough
    }

    /// 4.3.c, 4.5.c, 4.8.c, 4.10: the last turn is over.
    pub(crate) fn final_verdict(&self, state: &mut State, log: &mut Log) {
        let side = if state.is_blue() { Side::Soviet } else { Side::Axis };
        let lost: UnitSet = self.ground.own[side.index()]
            .iter()
            .filter(|unit| state.at(*unit).is_some_and(|hex| self.counts_as_lost(state, side, hex)))
            .filter(|unit| side == Side::Soviet || self.card(*unit).is_german())
            .collect();
        state.pile += lost.len() as u16;
        let pile = i32::from(state.pile);
        log.add(|| {
            let case = if state.is_blue() { Case("4.3.c") } else { Case("4.8.c") };
            let what = What::Track { track: "pile".into(), from: pile - lost.len() as i32, to: pile };
            Event::new(case, what, format!("Units without supply at the end count as lost: {}", lost.len()))
        });
        self.check_pile(state, log);
        if state.ended.is_none() {
            let ended = if state.is_blue() { Ended::TooFew(self.points(state)) } else { Ended::Held };
            self.end_game(state, ended, log);
        }
    }

    fn counts_as_lost(&self, state: &State, side: Side, hex: SpaceId) -> bool {
        matches!(self.supply_in(state, side, hex), Supplied::Out | Supplied::Aerial)
    }

    /// The verdict of an end.
    pub(crate) fn outcome_of_end(&self, blue: bool, ended: Ended) -> Outcome {
        let (winner, level, score, case, text) = match ended {
            Ended::Points(points) => (
                Side::Axis,
                "victory",
                Some(points.into()),
                "4.5.b",
                format!("The German has {points} points and wins"),
            ),
            Ended::TooFew(points) => (
                Side::Soviet,
                "victory",
                Some(points.into()),
                "4.5.c",
                format!("The last turn is over and the German has only {points} points: the Soviet wins"),
            ),
            Ended::SuddenDeath(hex) => {
                let case = if blue { "4.6" } else { "4.9.a" };
                let text = format!("A Soviet unit has entered {}: the Soviet wins at once", self.hex_name(hex));
                (Side::Soviet, "sudden death", None, case, text)
            }
            Ended::Losses(lost) => (
                Side::Soviet,
                "victory",
                Some(lost.into()),
                "4.8.b",
                format!("{lost} German units were lost without overland supply: the Soviet wins"),
            ),
            Ended::Towns => (
                Side::Axis,
                "sudden death",
                None,
                "4.9.b",
                "German towns east of the Don are supplied overland: the German wins".to_owned(),
            ),
            Ended::Held => (
                Side::Axis,
                "victory",
                None,
                "4.10.a",
                "The Soviet has met none of his conditions: the German wins".to_owned(),
            ),
        };
        Outcome { winner: Some(winner), level: level.into(), score, case: Case(case), text }
    }
}
