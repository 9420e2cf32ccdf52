//! The opening of a turn, before it is planned, in the order of dossier 5; and the whole of a turn around its Execution.

use crate::Waw;
use crate::clock::turn_label;
use crate::data::SupplyLevel;
use crate::execution::{PULSES, Run, Sortie};
use crate::field::Field;
use crate::fix::{mix, shift};
use crate::state::State;
use crate::theater::Stage;
use kessel_table::{Case, Dice, Event, Log, Side, What};

/// The Executive Officer sets supply levels (3.3.d).
pub(crate) const DUTY_SUPPLY: u8 = 1;

impl Waw {
    /// Opens a turn: headquarters come back, weather, lines, the pipeline; in the morning replacements and the draw.
    pub(crate) fn open_turn(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let stage = self.stage(state);
        if !state.key_fixed {
            state.key = (0..8)
                .fold(0_u64, |key, _| key.wrapping_mul(250).wrapping_add(u64::from(dice.roll(Case("5.2.a"), 250))));
        }
        state.odds_key = [mix(state.key, 0x0DD5_0000), mix(state.key, 0x0DD5_0001)];
        stage.recreate_hqs(state, log);
        stage.weather_turn(state);
        let (turn, label) = (u32::from(state.turn), turn_label(stage.scenario, state.turn));
        log.add(|| {
            let what = What::Phase { turn, side: None, phase: "planning".into() };
            Event::new(Case("5.0.b"), what, format!("Turn {turn}: {label}"))
        });
        let field = Field::of(&stage, state);
        stage.pipeline(state, &field);
        if stage.hour(state).morning {
            stage.morning(state, &field);
        }
        stage.unsupplied_hqs(state, &field);
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
        state.turn += 1;
        self.open_turn(state, dice, log);
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
    fn morning(&self, state: &mut State, field: &Field) {
        for side in Side::BOTH {
            for (pool, points) in state.pools[side.index()].iter_mut().zip(self.scenario.replacements[side.index()]) {
                *pool += shift(Case("26.0"), points.into()) as u16;
            }
        }
        state.used.fill(0);
        let allocate = [0, 1].map(|side| state.duties[side] & DUTY_SUPPLY != 0);
        if state.turn > 1 {
            self.settle_levels(state, allocate);
            self.morning_draw(state, field);
        }
    }

    /// An empty headquarters whose line is cut has No Supply (19.1.e).
    fn unsupplied_hqs(&self, state: &mut State, field: &Field) {
        let owners = state.soviet.clone();
        let owner = |hex: u16| if owners.has(hex) { Side::Soviet } else { Side::Axis };
        for side in Side::BOTH {
            let lines = self.lines(state, field, side, owner);
            for hq in 0..state.units.len() as u16 {
                let now = &mut state.units[hq as usize];
                if now.here()
                    && self.info(hq).hq.is_some()
                    && self.side(hq) == side
                    && now.tons == 0
                    && lines[hq as usize].band == 4
                {
                    now.level = SupplyLevel::None;
                }
            }
        }
    }
}
