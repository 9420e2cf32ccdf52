//! 5.3 The report of a battle: a briefing in words, and the odds with everything that made them. Each side has its own: what is its own
//! exactly, what is the enemy's as an estimate (dossier 6), and everything that follows from an estimate is worked out from it.

use super::battle::Outcome;
use super::odds::{Part, Shift, armour_shift};
use super::{Odds, Run};
use crate::fix::{ONE, column, error_within, plain, rounded, said, tenths, times};
use crate::theater::Stage;
use kessel_kernel::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_kernel::{Case, Event, Side, What};
use kessel_kit::Word;

/// By how many percent the report of enemy strength may err (6, 8.52).
const ERROR: i64 = 25;

/// What kind of fight it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Fight {
    Probe,
    Assault,
    AllOut,
    /// The defenders left before it came to blows (15.51.a).
    Slipped,
    Overrun,
    Ambush,
    Barrage,
}

impl Fight {
    fn word(self) -> &'static str {
        match self {
            Fight::Probe => "probe",
            Fight::Assault => "assault",
            Fight::AllOut => "all-out assault",
            Fight::Slipped => "retreat before combat",
            Fight::Overrun => "overrun",
            Fight::Ambush => "ambush",
            Fight::Barrage => "barrage",
        }
    }

    fn case(self) -> Case {
        match self {
            Fight::Probe | Fight::Assault | Fight::AllOut | Fight::Slipped => Case("15.6"),
            Fight::Overrun => Case("14.71.f"),
            Fight::Ambush => Case("14.31.a"),
            Fight::Barrage => Case("16.32.d"),
        }
    }
}

/// A fight that is reported.
pub(super) struct Fought<'a> {
    pub(super) hex: u16,
    pub(super) attacker: Side,
    pub(super) fight: Fight,
    pub(super) odds: &'a Odds,
    /// Nothing for an overrun: it needs no dice.
    pub(super) outcome: Option<&'a Outcome>,
}

impl Run<'_> {
    /// A fight begins: what it costs is noted from now on.
    pub(super) fn start_report(&mut self) {
        self.hits.clear();
    }

    /// One report for each side. Losses are those noted since [`Run::hits`] was last cleared.
    pub(super) fn report(&mut self, fought: &Fought<'_>) {
        if !self.log.listens() {
            return;
        }
        // 32.0.c: the printed save keeps no reports.
        let passing = crate::fix::holds(Case("32.0.c"), self.state.setup.printed_save);
        let pages = Side::BOTH.map(|viewer| {
            let page = Pages {
                stage: self.stage,
                key: self.state.key,
                limited: self.state.setup.limited,
                pulse: self.pulse,
                hits: &self.hits,
                firing: &self.firing,
                ground: self.stage.terrain(self.state, fought.hex).word(),
                viewer,
                fought,
            };
            page.event()
        });
        for event in pages {
            self.log.add(|| if passing { event.fading() } else { event });
        }
    }
}

/// The two pages for one side.
struct Pages<'a> {
    stage: Stage<'a>,
    key: u64,
    limited: bool,
    pulse: u8,
    hits: &'a [(u16, i64, bool)],
    firing: &'a [Vec<&'a str>; 2],
    ground: &'static str,
    viewer: Side,
    fought: &'a Fought<'a>,
}

impl Pages<'_> {
    fn event(&self) -> Event {
        let Fought { hex, attacker, fight, .. } = *self.fought;
        let (_, odds, shifts) = self.odds();
        let pages = fight != Fight::Ambush;
        let report = BattleReport {
            at: self.stage.hex_name(hex).into(),
            attacker: Some(attacker),
            forces: if pages { vec![self.force(0), self.force(1)] } else { Vec::new() },
            column: said(odds),
            results: self.results(),
            shifts: if pages { shifts } else { Vec::new() },
            brief: self.brief(),
            ..BattleReport::default()
        };
        let place = self.stage.place_name(hex);
        let text = format!("Pulse {}: {} at {place}, {}: {}", self.pulse, fight.word(), said(odds), self.result());
        Event::new(fight.case(), What::Battle(Box::new(report)), text).only_for(self.viewer)
    }

    fn side(&self, n: usize) -> Side {
        if n == 0 { self.fought.attacker } else { self.fought.attacker.other() }
    }

    fn exact(&self, n: usize) -> bool {
        !self.limited || self.side(n) == self.viewer
    }

    /// What the viewer is told of a number of the nth force.
    fn told(&self, n: usize, v: i64, label: u64) -> i64 {
        if self.exact(n) {
            return v;
        }
        let side = self.side(n).index() as u64;
        let error = error_within(self.key, 0xBA77_0000 + u64::from(self.fought.hex) * 16 + label * 2 + side, ERROR);
        times(v, 100 + error, 100)
    }

    fn number(&self, n: usize, v: i64, label: u64) -> String {
        let told = self.told(n, v, label);
        if self.exact(n) { plain(told) } else { format!("about {}", tenths(told)) }
    }

    /// The odds before and after the shifts, and the shifts one by one, as the viewer can know them.
    fn odds(&self) -> (i64, i64, Vec<ForceLine>) {
        let odds = self.fought.odds;
        let base = column(self.told(0, odds.attack, 1), self.told(1, odds.defence, 1));
        let mut sum = base;
        let line = |(case, what, by): &(Case, Shift, i64)| {
            let (text, by) = self.shift(*what, *by);
            sum += by;
            ForceLine { case: *case, text, value: format!("{}{}", if by > 0 { "+" } else { "" }, plain(by)) }
        };
        let shifts = odds.shifts.iter().map(line).collect();
        (base, sum, shifts)
    }

    fn shift(&self, what: Shift, by: i64) -> (String, i64) {
        // A ratio of totals tells both: where one is an estimate, so is the shift.
        let against = |armour: (usize, i64), antitank: (usize, i64), sign: i64, city: bool| {
            let [a, t] = [armour, antitank].map(|(n, v)| self.told(n, v, 4));
            let seems = sign * armour_shift(a, t).min(if city { ONE } else { i64::MAX });
            let words = [armour, antitank].map(|(n, v)| self.number(n, v, 4));
            (words, if self.exact(0) && self.exact(1) { by } else { seems })
        };
        match what {
            Shift::Ground(terrain) => (format!("defenders' terrain: {}", terrain.word()), by),
            Shift::DugIn => ("defenders dug in".into(), by),
            Shift::Fortified => ("defenders fortified".into(), by),
            Shift::Armour { armour, antitank, city } => {
                let ([a, t], by) = against((0, armour), (1, antitank), 1, city);
                (format!("armour {a} against antitank {t}"), by)
            }
            Shift::DefendingArmour { armour, antitank, city } => {
                let ([a, t], by) = against((1, armour), (0, antitank), -1, city);
                (format!("defending armour {a} against antitank {t}"), by)
            }
            Shift::Attackers => ("integrity of the attackers".into(), by),
            Shift::Defenders => ("integrity of the defenders".into(), by),
            Shift::Engineers => ("engineers".into(), by),
            Shift::Quality(a, d) => (format!("troop quality {} against {}", plain(a), plain(d)), by),
            Shift::Leader(leader) => {
                let leader = self.stage.data.leader(self.stage.scenario.leaders[leader].leader);
                (format!("{} leads the {}", leader.name, if by > 0 { "attack" } else { "defence" }), by)
            }
        }
    }

    /// A force as a sum: every unit with what made its strength.
    fn force(&self, n: usize) -> Force {
        let odds = self.fought.odds;
        let (parts, fire, sum) = match n {
            0 => (&odds.attackers, odds.fire, odds.attack),
            _ => (&odds.defenders, odds.support, odds.defence),
        };
        let mut lines: Vec<ForceLine> = Vec::new();
        if self.exact(n) {
            lines.extend(parts.iter().map(|part| self.part(part)));
            for (_, hex, points) in odds.crowded.iter().filter(|(side, _, _)| *side == n) {
                let (case, at) = (if n == 0 { Case("11.3.f") } else { Case("11.3.a") }, self.stage.hex_name(*hex));
                let text = format!("6 of {points} stacking points in {at} fight");
                lines.push(ForceLine { case, text, value: format!("× 6/{points}") });
            }
            if fire != 0 {
                let case = if n == 0 { Case("16.32.c") } else { Case("16.33.a") };
                lines.push(ForceLine { case, text: self.fire(n), value: plain(fire) });
            }
        }
        let total = rounded(self.told(n, sum, 1).into(), ONE.into()) as i32;
        Force { side: Some(self.side(n)), lines, total, most: total, sum: Some(self.number(n, sum, 1)) }
    }

    fn part(&self, part: &Part) -> ForceLine {
        let name = &self.stage.info(part.unit).name;
        let factors: Vec<String> =
            part.lines.list.iter().map(|(_, what, p, q)| format!(" × {} {what}", ratio(*p, *q))).collect();
        let text =
            if factors.is_empty() { name.clone() } else { format!("{name}: {}{}", plain(part.raw), factors.concat()) };
        ForceLine { case: Case("15.3.b"), text, value: plain(part.value) }
    }

    fn fire(&self, n: usize) -> String {
        let what = if n == 0 { "guns and aircraft" } else { "support" };
        if self.firing[n].is_empty() { what.into() } else { format!("{what}: {}", self.firing[n].join(", ")) }
    }

    /// The first page.
    fn brief(&self) -> Vec<ForceLine> {
        let Fought { fight, odds, outcome, .. } = *self.fought;
        let line = |case, text: &str, value: String| ForceLine { case: Case(case), text: text.into(), value };
        let losses = if fight == Fight::Barrage { "15.61.d" } else { "15.61.b" };
        let (base, after, _) = self.odds();
        let hour = (self.pulse.max(1) - 1) / 3 + 1;
        let mut lines = vec![
            line(fight.case().id(), "What", format!("{} in pulse {}, hour {hour}", fight.word(), self.pulse)),
            line("15.1.d", "Attackers", self.who(0)),
            line("15.1.d", "Defenders", format!("{}, {}", self.who(1), self.where_they_stand())),
            line(
                "15.3.b",
                "Odds",
                if odds.shifts.is_empty() {
                    said(after)
                } else {
                    format!("{} before the shifts, {} after them", said(base), said(after))
                },
            ),
        ];
        if let Some(outcome) = outcome {
            lines.push(line(fight.case().id(), "Dice", dice(fight, outcome.roll)));
        }
        lines.push(line(fight.case().id(), "Result", self.result()));
        for n in [0, 1] {
            lines.push(line(losses, &format!("{} losses", self.side(n)), self.losses(n)));
        }
        lines
    }

    fn who(&self, n: usize) -> String {
        let odds = self.fought.odds;
        let (parts, fire, sum) = match n {
            0 => (&odds.attackers, odds.fire, odds.attack),
            _ => (&odds.defenders, odds.support, odds.defence),
        };
        if !self.exact(n) {
            return format!("{} points", self.number(n, sum, 1));
        }
        let mut names: Vec<String> = parts.iter().map(|part| self.stage.info(part.unit).name.clone()).collect();
        if fire != 0 {
            names.push(self.fire(n));
        }
        names.join(", ")
    }

    fn where_they_stand(&self) -> String {
        let position = self.fought.odds.shifts.iter().find_map(|(_, what, _)| match what {
            Shift::DugIn => Some(", dug in"),
            Shift::Fortified => Some(", fortified"),
            _ => None,
        });
        format!("{} terrain{}", self.ground, position.unwrap_or_default())
    }

    /// What came of it, in a sentence.
    fn result(&self) -> String {
        let hexes = |n: u8| if n == 1 { "a hex".to_owned() } else { format!("{n} hexes") };
        let Some(outcome) = self.fought.outcome else { return "the defenders are overrun and destroyed".into() };
        match self.fought.fight {
            Fight::Barrage => "the defenders are under fire".into(),
            Fight::Ambush => "the column is stopped".into(),
            Fight::Slipped => "the defenders are gone before it comes to blows".into(),
            _ if outcome.destroyed => "the defenders are destroyed".into(),
            _ if outcome.stood => "the defenders stand fast".into(),
            _ if outcome.back > 0 => format!("the defenders go back {}", hexes(outcome.back)),
            _ if outcome.hexes > 0 => "the defenders cannot go back".into(),
            _ if outcome.won => "the defenders give way, but keep the hex".into(),
            _ => "the attack is beaten off".into(),
        }
    }

    /// What the nth force lost: unit by unit where it is known.
    fn losses(&self, n: usize) -> String {
        let side = self.side(n);
        let hits: Vec<_> = self.hits.iter().filter(|(unit, _, _)| self.stage.side(*unit) == side).collect();
        let sum: i64 = hits.iter().map(|(_, lost, _)| lost).sum();
        if sum == 0 {
            return "none".into();
        }
        if !self.exact(n) {
            return format!("{} points", self.number(n, sum, 2 + n as u64));
        }
        let one = |(unit, lost, dead): &&(u16, i64, bool)| {
            format!("{} {}{}", self.stage.info(*unit).name, plain(*lost), if *dead { " and is destroyed" } else { "" })
        };
        format!("{} points: {}", plain(sum), hits.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    fn results(&self) -> Vec<BattleResult> {
        let Some(outcome) = self.fought.outcome else { return Vec::new() };
        let (_, odds, _) = self.odds();
        let result = odds + outcome.result - self.fought.odds.column;
        let line = format!("{} at {}", self.fought.fight.word(), plain(result));
        let cell = |n: usize| {
            let words = if n == 0 { String::new() } else { format!("{}; ", self.result()) };
            format!("{words}losses {}", self.losses(n))
        };
        // No die: there is no chart whose cell it lights. The briefing tells the roll.
        let one = |n: usize| BattleResult {
            side: self.side(n),
            line: line.clone(),
            die: 0,
            cell: cell(n),
            cells: Vec::new(),
        };
        vec![one(0), one(1)]
    }
}

/// What the two dice did.
fn dice(fight: Fight, roll: i64) -> String {
    if fight == Fight::Barrage {
        return format!("{roll} on two dice: losses × {roll}/7");
    }
    let by = 200_000 * (roll - 7);
    format!("{roll} on two dice: {}{} on the odds", if by < 0 { "" } else { "+" }, plain(by))
}

/// A factor as the manual writes it; where it is no whole percentage, as the shortest fraction.
fn ratio(p: i64, q: i64) -> String {
    if (p * 100) % q == 0 {
        return format!("{}%", p * 100 / q);
    }
    let (mut a, mut b) = (p, q);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    format!("{}/{}", p / a, q / a)
}
