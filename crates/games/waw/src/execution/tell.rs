//! What each side is told of an Execution (5.2, 5.3): its own units exactly, the enemy as far as it may know.

use super::air::Sortie;
use super::battle::{Intensity, Outcome};
use super::{Odds, Run};
use crate::fix::{ONE, error_within, rounded, tenths, thousandths, times};
use crate::state::NONE;
use kessel_table::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_table::{Case, Event, Side, What};

/// By how many percent the report of enemy strength may err (6, 8.52).
const ERROR: i64 = 25;

impl Run<'_> {
    /// Notes an event about a unit of `side`: for everybody without Limited Intelligence, else for its own side.
    fn note(&mut self, side: Side, event: impl FnOnce() -> Event) {
        let open = !self.state.setup.limited;
        self.log.add(|| if open { event() } else { event().only_for(side) });
    }

    pub(super) fn tell_move(&mut self, unit: u16, from: u16, to: u16) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        self.note(side, || {
            let (counter, from, to) =
                (stage.info(unit).id.clone(), stage.hex_name(from).to_owned(), stage.hex_name(to).to_owned());
            let text = format!("{} moves to {}", stage.info(unit).name, to);
            Event::new(Case("14.0"), What::Move { counter, from, to }, text)
        });
    }

    pub(super) fn tell_dead(&mut self, unit: u16, at: u16, case: Case) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        self.note(side, || {
            let (counter, from) = (stage.info(unit).id.clone(), stage.hex_name(at).to_owned());
            let text = format!("{} is eliminated in {}", stage.info(unit).name, from);
            Event::new(case, What::Remove { counter, from }, text)
        });
    }

    pub(super) fn tell_loss(&mut self, unit: u16, lost: i64, case: Case) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        let at = self.state.units[unit as usize].at;
        self.note(side, || {
            let steps = rounded(lost.into(), ONE.into()).clamp(0, 255) as u8;
            let (counter, at) =
                (stage.info(unit).id.clone(), if at == NONE { String::new() } else { stage.hex_name(at).to_owned() });
            let text = format!("{} loses {}", stage.info(unit).name, thousandths(lost));
            Event::new(case, What::Loss { counter, at, steps, gone: false }, text)
        });
    }

    pub(super) fn tell_ground(&mut self, hex: u16, side: Side) {
        if self.stage.theater.objective[hex as usize] == NONE {
            return;
        }
        let stage = self.stage;
        self.note(side, || {
            let what = What::Control { at: stage.hex_name(hex).to_owned(), side: Some(side) };
            Event::new(Case("18.6.a"), what, format!("{} is in {side} hands", stage.place_name(hex)))
        });
    }

    pub(super) fn tell_interdicted(&mut self, unit: u16) {
        let (stage, side) = (self.stage, self.stage.side(unit));
        self.note(side, || Event::note(Case("16.32.a"), format!("{} is held up by enemy fire", stage.info(unit).name)));
    }

    pub(super) fn tell_flight(&mut self, sortie: &Sortie, reached: bool) {
        let (stage, sortie) = (self.stage, *sortie);
        let squadron = &stage.squadrons[sortie.squadron as usize];
        self.log.add(|| {
            let how = if reached { "reaches" } else { "does not reach" };
            let text = format!("{} {how} {}", squadron.name, stage.hex_name(sortie.hex));
            Event::note(Case("17.41.f"), text).only_for(squadron.side)
        });
    }

    pub(super) fn tell_ambush(&mut self, unit: u16, at: u16, from: u16, odds: &Odds) {
        let (stage, column) = (self.stage, odds.column);
        for side in Side::BOTH {
            self.log.add(|| {
                let who = if side == stage.side(unit) { stage.info(unit).name.as_str() } else { "an enemy column" };
                let text = format!(
                    "{who} is ambushed in {} from {} ({})",
                    stage.hex_name(at),
                    stage.hex_name(from),
                    tenths(column)
                );
                Event::note(Case("14.31.a"), text).only_for(side)
            });
        }
    }

    pub(super) fn tell_overrun(&mut self, hex: u16, units: &[u16], defenders: &[u16], odds: &Odds) {
        let shown = Shown { odds, outcome: None, title: "overrun", case: Case("14.71.f") };
        self.tell_report(hex, units, defenders, &shown);
    }

    pub(super) fn tell_battle(
        &mut self,
        hex: u16,
        units: &[u16],
        defenders: &[u16],
        odds: &Odds,
        outcome: &Outcome,
        early: bool,
    ) {
        let title = match (early, outcome.intensity) {
            (true, _) => "retreat before combat",
            (false, Intensity::Probe) => "probe",
            (false, Intensity::Assault) => "assault",
            (false, Intensity::AllOut) => "all-out assault",
        };
        let shown = Shown { odds, outcome: Some(outcome), title, case: Case("15.6") };
        self.tell_report(hex, units, defenders, &shown);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn tell_barrage(
        &mut self,
        hex: u16,
        side: Side,
        units: &[u16],
        points: i64,
        odds: &Odds,
        roll: i64,
        lost: i64,
    ) {
        let _ = points;
        let outcome = Outcome {
            intensity: Intensity::Assault,
            roll,
            result: odds.column,
            hexes: 0,
            stood: false,
            won: false,
            losses: [0, lost],
        };
        let shown = Shown { odds, outcome: Some(&outcome), title: "barrage", case: Case("16.32.d") };
        let mut shown_odds = odds.clone();
        shown_odds.attackers.clear();
        let attackers: [u16; 0] = [];
        let shown = Shown { odds: &shown_odds, ..shown };
        self.report_for(hex, side, &attackers, units, &shown);
    }

    fn tell_report(&mut self, hex: u16, units: &[u16], defenders: &[u16], shown: &Shown<'_>) {
        let side = self.stage.side(units[0]);
        self.report_for(hex, side, units, defenders, shown);
    }

    /// 5.3: one report for each side: its own page exact, the enemy's an estimate under Limited Intelligence.
    fn report_for(&mut self, hex: u16, attacker: Side, units: &[u16], defenders: &[u16], shown: &Shown<'_>) {
        let (stage, key, limited, pulse) = (self.stage, self.state.key, self.state.setup.limited, self.pulse);
        let passing = crate::fix::holds(Case("32.0.c"), self.state.setup.printed_save);
        for viewer in Side::BOTH {
            self.log.add(|| {
                let exact = |side: Side| !limited || side == viewer;
                let about = |side: Side, v: i64, label: u64| {
                    if exact(side) {
                        return v;
                    }
                    let error =
                        error_within(key, 0xBA77_0000 + u64::from(hex) * 16 + label * 2 + side.index() as u64, ERROR);
                    times(v, 100 + error, 100)
                };
                let force = |side: Side, parts: &[(u16, i64)], more: (&str, Case, i64), sum: i64| {
                    let line = |case, text: String, v: i64| ForceLine { case, text, value: thousandths(v) };
                    let mut lines: Vec<ForceLine> = Vec::new();
                    if exact(side) {
                        lines.extend(parts.iter().map(|(u, v)| line(Case("15.3.b"), stage.info(*u).id.clone(), *v)));
                        if more.2 != 0 {
                            lines.push(line(more.1, more.0.into(), more.2));
                        }
                    }
                    let sum = about(side, sum, 1);
                    lines.push(line(Case("15.3.b"), if exact(side) { "sum".into() } else { "about".into() }, sum));
                    let total = rounded(sum.into(), ONE.into()) as i32;
                    Force { side: Some(side), lines, total, most: total }
                };
                let odds = shown.odds;
                let shifts = odds.shifts.iter().map(|(case, what, by)| ForceLine {
                    case: *case,
                    text: (*what).into(),
                    value: format!("{}{}", if *by > 0 { "+" } else { "" }, thousandths(*by)),
                });
                let results = shown.outcome.map_or(Vec::new(), |outcome| shown.results(attacker, outcome, &about));
                let report = BattleReport {
                    at: stage.hex_name(hex).into(),
                    attacker: Some(attacker),
                    forces: vec![
                        force(
                            attacker,
                            &odds.attackers,
                            ("guns and aircraft", Case("16.32.c"), odds.fire),
                            odds.attack,
                        ),
                        force(
                            attacker.other(),
                            &odds.defenders,
                            ("support", Case("16.33.a"), odds.support),
                            odds.defence,
                        ),
                    ],
                    column: tenths(odds.column),
                    results,
                    shifts: shifts.collect(),
                    ..BattleReport::default()
                };
                let text =
                    format!("Pulse {pulse}: {} at {} ({})", shown.title, stage.place_name(hex), tenths(odds.column));
                let event = Event::new(shown.case, What::Battle(Box::new(report)), text).only_for(viewer);
                // 32.0.c: the printed save keeps no reports.
                if passing { event.fading() } else { event }
            });
        }
        let _ = (units, defenders);
    }
}

struct Shown<'a> {
    odds: &'a Odds,
    outcome: Option<&'a Outcome>,
    title: &'static str,
    case: Case,
}

impl Shown<'_> {
    fn results(&self, attacker: Side, outcome: &Outcome, about: &dyn Fn(Side, i64, u64) -> i64) -> Vec<BattleResult> {
        let die = outcome.roll.clamp(0, 255) as u8;
        let cell = |side: Side, n: usize| {
            let lost = about(side, outcome.losses[n], 2 + n as u64);
            let mut words = format!("loses {}", thousandths(lost));
            if n == 1 && outcome.hexes > 0 {
                words += &if outcome.stood { ", stands fast".into() } else { format!(", back {}", outcome.hexes) };
            }
            if n == 0 && self.title != "barrage" {
                words += if outcome.won { ", wins" } else { ", repulsed" };
            }
            words
        };
        let line = format!("{} at {}", self.title, thousandths(outcome.result));
        [(attacker, 0), (attacker.other(), 1)]
            .map(|(side, n)| BattleResult { side, line: line.clone(), die, cell: cell(side, n), cells: Vec::new() })
            .into()
    }
}
