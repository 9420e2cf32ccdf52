//! The opening of a turn, before it is planned, in the order of dossier 5; and the whole of a turn around its Execution.

use crate::Waw;
use crate::clock::turn_label;
use crate::data::SupplyLevel;
use crate::execution::{PULSES, Run, Sortie};
use crate::field::Field;
use crate::fix::{holds, mix, shift};
use crate::movement::Danger;
use crate::state::{Mode, Standing, State};
use crate::supply::Lines;
use crate::theater::Stage;
use kessel_kernel::facets::Redacts;
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

/// The Executive Officer sets supply levels (3.3.d).
pub(crate) const DUTY_SUPPLY: u8 = 1;
/// He commands everything (3.3.a).
const DUTY_ALL: u8 = 16;

/// What a turn's key decides of the odds that each side is told.
pub(crate) fn odds_keys(key: u64) -> [u64; 2] {
    [mix(key, 0x0DD5_0000), mix(key, 0x0DD5_0001)]
}

impl Waw {
    /// Opens a turn: headquarters come back, weather, lines, the pipeline; in the morning replacements and the draw.
    pub(crate) fn open_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let stage = self.stage(state);
        if !state.key_fixed {
            state.key = (0..8)
                .fold(0_u64, |key, _| key.wrapping_mul(250).wrapping_add(u64::from(dice.roll(Case("5.2.a"), 250))));
        }
        state.odds_key = odds_keys(state.key);
        stage.recreate_hqs(state, log);
        stage.weather_turn(state);
        let (turn, label) = (u32::from(state.turn), turn_label(stage.scenario, state.turn));
        log.add(|| {
            let what = What::Phase { turn, side: None, phase: "planning".into() };
            Event::new(Case("5.0.b"), what, format!("Turn {turn}: {label}"))
        });
        let field = Field::of(&stage, state);
        // Who stands where does not change any more: one look at the lines serves the whole opening.
        let lines = Side::BOTH.map(|side| stage.lines(state, &field, side, |hex| state.owner(hex)));
        // 19.4.a: headquarters by the line of every turn, units by that of the morning.
        stage.pipeline(state, &lines);
        if stage.hour(state).morning {
            stage.morning(state, &lines);
        }
        stage.unsupplied_hqs(state, &lines);
    }

    /// 5.2, 5.3: an Execution and the end of its turn. Orders are in the state; `last` is the last pulse played, for case files.
    pub(crate) fn play_turn(&self, state: &mut State, sorties: &[Sortie], last: u8, dice: &mut Dice, log: &mut Log) {
        let stage = self.stage(state);
        state.contacts.clear();
        state.contacts_of = None;
        let turn = u32::from(state.turn);
        log.reveal();
        log.add(|| {
            let what = What::Phase { turn, side: None, phase: "execution".into() };
            Event::new(Case("5.2.a"), what, "Execution".to_owned())
        });
        let lost_before = state.lost.len();
        let mut run = Run::new(stage, state, sorties, dice, log);
        let holders: Vec<_> = run.state.works.iter().map(|w| (w.at, run.field.holder(&run.stage, w.at))).collect();
        run.play(last);
        if last < PULSES {
            return;
        }
        run.end_turn(&holders, lost_before);
        let combat = run.combat;
        stage.replace_losses(state);
        stage.arrive(state, log);
        stage.pay_objectives(state);
        state.tidy_paths();
        self.report(state, combat, log);
        if state.turn >= stage.scenario.turns {
            state.over = true;
            if let Some(outcome) = stage.ending(state) {
                log.add(|| {
                    let what = What::End { winner: outcome.winner, level: outcome.level.clone() };
                    Event::new(Case("27.5.a"), what, outcome.text.clone())
                });
            }
            return;
        }
        // 5.3.e, 5.0.c: the next one begins, and there is no way back.
        state.turn += 1;
        self.open_turn(state, dice, log);
        if state.setup.printed_save {
            self.resume(state);
        }
    }

    /// 32.0.a, 32.0.b: the printed save keeps where a march ends and not its way: whenever a turn is over, and with it saved, ways are found
    /// anew from what their side knows, and may be others.
    fn resume(&self, state: &mut State) {
        for side in Side::BOTH {
            let seen = self.redact(state, side.into());
            let stage = self.stage(&seen);
            let danger = Danger::of(&stage, &seen);
            for unit in 0..state.units.len() as u16 {
                let to = state.path(unit).last().copied();
                let marches = state.units[unit as usize].order.moves() && stage.side(unit) == side;
                let Some(to) = to.filter(|_| holds(Case("32.0.b"), marches)) else { continue };
                let way = stage.plot_with(&seen, unit, None, to, Some(&danger));
                let now = &mut state.units[unit as usize];
                now.strategic &= way.as_ref().is_some_and(|(mode, _)| *mode == Mode::Strategic);
                now.order = way.as_ref().map_or(Standing::default(), |(mode, _)| Standing::Move(*mode));
                state.set_path(unit, &way.map_or(Vec::new(), |(_, path)| path));
            }
        }
        state.tidy_paths();
    }

    /// 5.3, 10.2, 27.5: After Action, if there was combat and reports are wanted; the points in any case.
    fn report(&self, state: &State, combat: bool, log: &mut Log) {
        let stage = self.stage(state);
        let turn = u32::from(state.turn);
        if combat && state.setup.reports {
            log.add(|| {
                let what = What::Phase { turn, side: None, phase: "after-action".into() };
                Event::new(Case("5.3.a"), what, "After Action".to_owned())
            });
        }
        let ([axis, soviet], (side, level)) = (stage.totals(state), stage.level(state));
        log.add(|| {
            let to = (soviet - axis) as i32;
            let from = state.score.graph.len().checked_sub(2).map_or(0, |n| state.score.graph[n]);
            let text = format!("Axis {axis}, Soviets {soviet}: {level} {side} victory so far");
            Event::new(Case("27.0"), What::Track { track: "lead".into(), from, to }, text)
        });
    }
}

impl Stage<'_> {
    /// The morning: replacements, levels of headquarters, the day's draw (19.2.d, 19.3, 26.0).
    fn morning(&self, state: &mut State, lines: &Lines) {
        for side in Side::BOTH {
            for (pool, points) in state.pools[side.index()].iter_mut().zip(self.scenario.replacements[side.index()]) {
                *pool += shift(Case("26.0"), points.into()) as u16;
            }
        }
        state.used.fill(0);
        let allocate = [0, 1].map(|side| state.duties[side] & (DUTY_SUPPLY | DUTY_ALL) != 0);
        if state.turn > 1 {
            self.settle_levels(state, allocate);
            self.morning_draw(state, lines);
        }
    }

    /// An empty headquarters whose line is cut has No Supply (19.1.e).
    fn unsupplied_hqs(&self, state: &mut State, lines: &Lines) {
        for side in Side::BOTH {
            let lines = &lines[side.index()];
            for hq in 0..state.units.len() as u16 {
                let now = &mut state.units[hq as usize];
                if now.here()
                    && self.info(hq).hq.is_some()
                    && self.side(hq) == side
                    && now.tons == 0
                    && lines[hq as usize].is_cut()
                {
                    now.level = SupplyLevel::None;
                }
            }
        }
    }
}
