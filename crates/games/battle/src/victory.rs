//! 10.0 Victory: sudden death, points during the game, and the count at its end.

use crate::Battle;
use crate::control::track;
use crate::data::{Objective, SpaceKind};
use crate::decision::Decision;
use crate::state::{Ended, Place, Points, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Outcome, Prompt, Side, What};
use kessel_kit::Word;
use kessel_kit::{idle, never, nobody, nothing, wait};

/// The final count (10.3), part by part; arrays by [`Objective::index`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Raw points with cities and Edelweiss.
    pub raw: [u16; 3],
    /// After the base factors (10.3.3).
    pub base: [u32; 3],
    /// After the directives (10.3.4).
    pub weighted: [u32; 3],
    /// Axis units in the dead pile (10.3.5.b).
    pub dead: u16,
    /// Axis units unsupplied on the map (10.3.5.c).
    pub unsupplied: u16,
    /// The final total.
    pub total: i32,
}

/// 4.2.b: the game is over, nobody is asked.
pub(crate) const OVER: Decision = Decision {
    case: Case("4.2.b"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: wait,
    prompt: |_, _, _| Prompt::new(Case("10.4.a"), "The game is over."),
};

impl Battle {
    /// Does `side` hold the space with a supplied unit and without an enemy?
    fn holds_supplied(&self, state: &State, side: Side, space: SpaceId) -> bool {
        let picture = self.picture(state);
        picture.held[side.index()].contains(space)
            && !picture.held[side.other().index()].contains(space)
            && picture.fed[side.index()].contains(space)
    }

    /// 10.1: at the start of a player turn, before anything else. True if the game is over.
    pub(crate) fn sudden_death(&self, state: &mut State, side: Side, log: &mut Log) -> bool {
        let places = &self.data.places;
        let cities: &[SpaceId] = match side {
            Side::Soviet => &[places.kharkov],
            Side::Axis => &[places.stalingrad, places.astrakhan],
        };
        let Some(city) = cities.iter().copied().find(|c| self.holds_supplied(state, side, *c)) else { return false };
        self.end_game(state, Ended::SuddenDeath { winner: side, city }, log);
        true
    }

    /// 10.2.1, 10.2.3: points at the end of the Axis player turn.
    pub(crate) fn score(&self, state: &mut State, log: &mut Log) {
        let before = state.points;
        let picture = *self.picture(state);
        let axis = Side::Axis.index();
        for space in self.data.board.boxes() {
            let Some(info) = &self.data.spaces[space].caucasus else { continue };
            if picture.held[axis].contains(space) && picture.fed[axis].contains(space) {
                state.points.caucasus += u16::from(info.points);
            }
        }
        if picture.held[axis].contains(self.data.places.stalingrad) {
            state.points.stalingrad += u16::from(self.data.charts.victory.stalingrad_turn);
        }
        let after = state.points;
        if after.caucasus != before.caucasus {
            log.add(|| track("10.2.1.a", "vp-caucasus", before.caucasus, after.caucasus, "Caucasus points"));
        }
        if after.stalingrad != before.stalingrad {
            log.add(|| track("10.2.3.a", "vp-stalingrad", before.stalingrad, after.stalingrad, "Stalingrad points"));
        }
    }

    /// 10.3, 10.4: the count after turn 14.
    pub(crate) fn count(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let victory = &self.data.charts.victory;
        for city in [self.data.places.voronezh, self.data.places.rostov] {
            if self.control(state, city) == Some(Side::Axis) {
                let before = state.points.don;
                state.points.don += u16::from(victory.city);
                log.add(|| track("10.3.1", "vp-don", before, before + u16::from(victory.city), "Don points"));
            }
        }
        if state.edelweiss {
            let die = dice.d6(Case("10.3.2.b"));
            let gain = u16::from(victory.edelweiss[usize::from(die) - 1]);
            state.points.caucasus += gain;
            log.add(|| {
                let text = format!("Edelweiss: a roll of {die} adds {gain} Caucasus points");
                Event::new(Case("10.3.2.b"), What::Roll { side: Side::Axis, die: 6, value: die }, text)
            });
        }
        let count = self.tally(state, state.points);
        let principal = self.principal(state);
        log.add(|| self.count_event(state, &count));
        self.end_game(state, Ended::Counted { principal, score: count.total }, log);
    }

    fn count_event(&self, state: &State, count: &Count) -> Event {
        let part = |n: usize| {
            let objective = state.directives.0[n];
            let i = objective.index();
            let times = self.data.charts.victory.directive[n];
            format!(
                "{} {} raw, {} adjusted, x{times} = {}",
                objective.word(),
                count.raw[i],
                count.base[i],
                count.weighted[i]
            )
        };
        let text = format!(
            "Final count: {}; {}; {}; less {} units dead and {} unsupplied: {}",
            part(0),
            part(1),
            part(2),
            count.dead,
            count.unsupplied,
            count.total
        );
        Event::note(Case("10.3.5.a"), text)
    }

    /// 10.3.3 to 10.3.5: the arithmetic on a set of raw points, in the order of the book.
    pub fn tally(&self, state: &State, points: Points) -> Count {
        let victory = &self.data.charts.victory;
        let mut raw = [0; 3];
        raw[Objective::Caucasus.index()] = points.caucasus;
        raw[Objective::Don.index()] = points.don;
        raw[Objective::Stalingrad.index()] = points.stalingrad;
        let base = [0, 1, 2]
            .map(|i: usize| u32::from(raw[i]) * u32::from(victory.base[i].num) / u32::from(victory.base[i].den));
        let mut weighted = [0; 3];
        for (objective, times) in state.directives.0.iter().zip(*victory.directive) {
            weighted[objective.index()] = base[objective.index()] * u32::from(times);
        }
        let (dead, unsupplied) = self.deductions(state);
        let total = weighted.iter().sum::<u32>() as i32
            - i32::from(victory.dead_unit) * i32::from(dead)
            - i32::from(victory.unsupplied_unit) * i32::from(unsupplied);
        Count { raw, base, weighted, dead, unsupplied, total }
    }

    /// 10.3.5.b to 10.3.5.d: dead Axis units, and unsupplied ones except 42 Korps in Kerch.
    fn deductions(&self, state: &State) -> (u16, u16) {
        let (mut dead, mut unsupplied) = (0, 0);
        for unit in self.own(Side::Axis).iter() {
            match state.units[unit.index()].place {
                Place::Dead => dead += 1,
                Place::At(space) => {
                    let counts = matches!(self.data.spaces[space].kind, SpaceKind::Hex | SpaceKind::Caucasus)
                        && space != self.data.places.kerch;
                    if counts && !self.supplied(state, unit) {
                        unsupplied += 1;
                    }
                }
                Place::ToCome => {}
            }
        }
        (dead, unsupplied)
    }

    /// 10.4.a: a supplied Axis unit, alone, in Stalingrad, Astrakhan or a hex of the Volga.
    pub fn principal(&self, state: &State) -> bool {
        self.data.board.hexes().any(|s| self.data.spaces[s].volga && self.holds_supplied(state, Side::Axis, s))
    }

    /// 10.1, 10.4: who has won, and how.
    pub(crate) fn outcome_of_end(&self, ended: Ended) -> Outcome {
        let victory = &self.data.charts.victory;
        match ended {
            Ended::SuddenDeath { winner, city } => {
                let case = if winner == Side::Soviet { Case("10.1.a") } else { Case("10.1.b") };
                let text =
                    format!("Sudden death: the {winner} player holds {} with a supplied unit", self.space_name(city));
                Outcome { winner: Some(winner), level: "sudden death".into(), score: None, case, text }
            }
            Ended::Counted { principal, score } => {
                let (winner, level, case) = match (principal, score) {
                    (true, s) if s >= victory.decisive => (Some(Side::Axis), "decisive", "10.4.e"),
                    (true, s) if s >= victory.material => (Some(Side::Axis), "material", "10.4.d"),
                    (true, _) => (Some(Side::Axis), "minor", "10.4.c"),
                    (false, s) if s >= victory.decisive => (None, "draw", "10.4.i"),
                    (false, s) if s >= victory.material => (Some(Side::Soviet), "material", "10.4.g"),
                    (false, _) => (Some(Side::Soviet), "decisive", "10.4.f"),
                };
                let held = if principal { "holds" } else { "does not hold" };
                let text = match winner {
                    Some(side) => format!("{side} {level} victory: the Axis {held} the Volga and scores {score}"),
                    None => format!("A draw: the Axis does not hold the Volga but scores {score}"),
                };
                Outcome { winner, level: level.into(), score: Some(score), case: Case(case), text }
            }
        }
    }
}
