//! A battle before it is fought, as the attacker may know it: his own force, the enemy's as a range from what is
//! printed and open, and the chances of his own die (3.5, R-65).

use crate::Battle;
use crate::data::{AssetClass, AssetId, City, Crt, CrtCell, Fraction, UnitId};
use crate::odds::{fraction_name, modified, stronger};
use crate::sets::UnitSet;
use crate::state::{Marker, Place, Post, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::event::{BattleReport, Chance, Force, ForceLine, Forecast, most_likely};
use kessel_kit::show::line;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The sums that a side may come to.
type Sums = BTreeSet<u16>;

/// The tables that a battle may come to, as odds: bare numbers of tables would read as something else.
fn odds_between(low: usize, high: usize) -> String {
    match (low.min(Crt::TOP), high.min(Crt::TOP)) {
        (0, Crt::TOP) => "any odds".into(),
        (0, high) => format!("up to {high}:1"),
        (low, Crt::TOP) => format!("{low}:1 or more"),
        (low, high) => format!("{low}:1 to {high}:1"),
    }
}

impl Battle {
    /// The battle that an attack would start.
    pub(super) fn preview(&self, seen: &State, side: Side, at: SpaceId) -> BattleReport {
        let (own, attack) = self.own_force(seen, side, at);
        let (enemy, defence) = self.enemy_force(seen, side.other(), at);
        let low = Battle::quotient(least(&attack), *defence.end());
        let high = Battle::quotient(most(&attack), *defence.start());
        let column = if low == high { Crt::title(low).to_owned() } else { odds_between(low, high) };
        BattleReport {
            at: self.space_id(at).into(),
            attacker: Some(side),
            forces: vec![own, enemy],
            column,
            chances: [self.chances(at, &attack, &defence), self.answers(&attack, &defence)].concat(),
            forecast: Some(self.forecast(at, &attack, &defence)),
            ..BattleReport::default()
        }
    }

    /// The battle that a step of this unit would begin or join, if it were fought at once with whoever is there by then.
    pub(crate) fn preview_of_step(&self, seen: &State, unit: UnitId, to: SpaceId) -> BattleReport {
        let mut there = seen.clone();
        if let Some(from) = seen.at(unit)
            && seen.marker(to).is_none()
        {
            there.markers.push(Marker { space: to, from, river: self.over_river(from, to) });
        }
        there.units[unit.index()].place = Place::At(to);
        self.repaint(&mut there);
        self.preview(&there, self.side(unit), to)
    }

    /// The attacker's own sum. What he cannot know is whether anti-tank guns await him, and which kind of them.
    fn own_force(&self, seen: &State, side: Side, at: SpaceId) -> (Force, Sums) {
        let fighters = self.fighters(seen, at, side);
        let mut lines = self.own_lines(seen, fighters);
        lines.extend(self.naming_line(seen, at, side, "units you must name that take no part"));
        for (case, fraction) in self.fractions(seen, at, true, None) {
            lines.push(line(case.id(), fraction_name(case), format!("x{}", fraction.text())));
        }
        let parts = |unit: UnitId| {
            let sum = self.printed_sum(seen, std::iter::once(unit).collect());
            (sum.basic + sum.plain, sum.tank)
        };
        let lineups = lineups(fighters, &self.left_to_fight(seen, at, side), parts);
        let guns = self.guns_possible(seen, side.other());
        if !guns.is_empty() && lineups.iter().any(|(_, tank)| *tank > 0) {
            let kinds: Vec<String> = guns.iter().map(|gun| format!("x{}", gun.text())).collect();
            lines.push(line("8.1.e", "tanks, if there are anti-tank guns", kinds.join(" or ")));
        }
        let mut sums = Sums::new();
        for awaits in std::iter::once(None).chain(guns.into_iter().map(Some)) {
            let fractions = self.fractions(seen, at, true, awaits);
            sums.extend(lineups.iter().map(|(flat, tank)| flat + modified(*tank, &fractions)));
        }
        (Force { side: Some(side), lines, total: least(&sums).into(), most: most(&sums).into(), sum: None }, sums)
    }

    fn own_lines(&self, seen: &State, fighters: UnitSet) -> Vec<ForceLine> {
        let mut lines = Vec::new();
        for unit in fighters.iter() {
            lines.push(line("8.1.b", self.unit_name(unit), format!("+{}", seen.units[unit.index()].strength)));
            for asset in seen.assets_of(unit).iter() {
                let info = &self.data.assets[asset.index()];
                let factor = info.factors[usize::from(seen.assets[asset.index()].steps)];
                match info.class {
                    AssetClass::Tank => lines.push(line("8.1.c", &*info.name, format!("+{factor}, tanks"))),
                    AssetClass::Plain => lines.push(line("8.1.a", &*info.name, format!("+{factor}"))),
                    AssetClass::AntiTank { .. } => {
                        lines.push(line("8.1.h", &*info.name, "no part in an attack"));
                    }
                }
            }
        }
        lines
    }

    /// 3.1.2.f: in a box too full some are named before the dice fall.
    fn naming_line(&self, seen: &State, at: SpaceId, side: Side, text: &str) -> Option<ForceLine> {
        let over = self.overstack(seen, at, side);
        (over > 0).then(|| line("3.1.2.f", text, over.to_string()))
    }

    /// How many fight when those too many for the box have been named (3.1.2.f). Refugees may be named, who
    /// would not fight anyway, and one unit at least stays in.
    fn left_to_fight(&self, seen: &State, at: SpaceId, side: Side) -> RangeInclusive<u8> {
        let fighters = self.fighters(seen, at, side).count();
        let refugees = self.units_in(seen, at, side).count() - fighters;
        let over = self.overstack(seen, at, side);
        let fewest = fighters.saturating_sub(over).max(1).min(fighters);
        fewest..=fighters - over.saturating_sub(refugees).min(fighters)
    }

    /// The anti-tank fractions that the enemy can have somewhere, the strongest first (8.1.e).
    fn guns_possible(&self, seen: &State, enemy: Side) -> Vec<Fraction> {
        let guns = self.in_play(seen, enemy).filter_map(|asset| match self.data.assets[asset.index()].class {
            AssetClass::AntiTank { num, den } => Some(Fraction { num: num.into(), den: den.into() }),
            AssetClass::Tank | AssetClass::Plain => None,
        });
        let mut kinds: Vec<Fraction> = guns.collect();
        kinds.sort_by(stronger);
        kinds.dedup();
        kinds
    }

    /// The enemy's assets that are neither dead, withdrawn nor still to come.
    fn in_play<'a>(&'a self, seen: &'a State, enemy: Side) -> impl Iterator<Item = AssetId> + 'a {
        self.assets_of_side(enemy)
            .filter(|asset| matches!(seen.assets[asset.index()].post, Post::With(_) | Post::Reserve))
    }

    /// Each enemy unit has at least one point and at most its track; its assets are anybody's guess.
    fn enemy_force(&self, seen: &State, enemy: Side, at: SpaceId) -> (Force, RangeInclusive<u16>) {
        let fighters = self.fighters(seen, at, enemy);
        let left = self.left_to_fight(seen, at, enemy);
        let track = |unit: UnitId| self.data.units[unit.index()].max;
        let tracks_and_slots = |unit: UnitId| (track(unit).into(), self.data.units[unit.index()].slots.into());
        let lineups = lineups(fighters, &left, tracks_and_slots);
        let assets = |slots: u16| self.most_assets(seen, enemy, at, slots);
        let mut lines: Vec<ForceLine> =
            fighters.iter().map(|u| line("8.1.b", self.unit_name(u), format!("1-{}", track(u)))).collect();
        lines.extend(self.naming_line(seen, at, enemy, "units the enemy must name that take no part"));
        let most_assets = lineups.iter().map(|(_, slots)| assets(*slots)).max().unwrap_or(0);
        if most_assets > 0 {
            lines.push(line("8.1.a", "assets, unknown", format!("0-{most_assets}")));
        }
        let least = u16::from(*left.start());
        let most = lineups.iter().map(|(basic, slots)| basic + assets(*slots)).max().unwrap_or(least);
        (Force { side: Some(enemy), lines, total: least.into(), most: most.into(), sum: None }, least..=most)
    }

    /// The most that assets can add to units with so many slots: the strongest in play, one for each slot. In a box
    /// too: a retreat brings in more of them, and larger ones, than could march in or be assigned (8.3.k, R-41).
    fn most_assets(&self, seen: &State, enemy: Side, at: SpaceId, slots: u16) -> u16 {
        let city = match self.data.spaces[at].city {
            City::Major => self.data.charts.combat.major_city,
            City::Minor | City::None => Fraction { num: 1, den: 1 },
        };
        // Counted in parts of the city's fraction, so that nothing is dropped before the end.
        let mut worth: Vec<u16> = self
            .in_play(seen, enemy)
            .map(|asset| {
                let info = &self.data.assets[asset.index()];
                let most = u16::from(info.factors[usize::from(info.max_steps)]);
                most * if info.is_tank() { city.num } else { city.den }
            })
            .collect();
        worth.sort_unstable_by(|a, b| b.cmp(a));
        worth.into_iter().take(slots.into()).sum::<u16>() / city.den
    }

    /// Mean losses by both dice and how often the defenders must go, with every strength that the enemy may have as likely as every other; nobody
    /// has to leave a major city (8.3.c).
    fn forecast(&self, at: SpaceId, attack: &Sums, defence: &RangeInclusive<u16>) -> Forecast {
        let city = self.data.spaces[at].city == City::Major;
        let mut forecast =
            Forecast { sure: attack.len() == 1 && defence.start() == defence.end(), ..Forecast::default() };
        let mut cells = 0;
        let mut met: Vec<(CrtCell, u32)> = Vec::new();
        for sum in attack {
            for other in defence.clone() {
                let own = self.data.charts.crt.row(Battle::quotient(*sum, other), *sum);
                let theirs = self.data.charts.crt.row(Battle::quotient(other, *sum), other);
                forecast.losses[0] += theirs.cells.iter().map(|cell| u32::from(cell.losses)).sum::<u32>();
                forecast.losses[1] += own.cells.iter().map(|cell| u32::from(cell.losses)).sum::<u32>();
                forecast.clears += own.cells.iter().filter(|cell| cell.retreat && !city).count() as u32;
                cells += own.cells.len() as u32;
                for cell in &own.cells {
                    match met.iter_mut().find(|(known, _)| known == cell) {
                        Some((_, times)) => *times += 1,
                        None => met.push((*cell, 1)),
                    }
                }
            }
        }
        forecast.losses = forecast.losses.map(|sum| sum * 100 / cells.max(1));
        // The dice of the two sides know nothing of each other: failing costs what success does.
        forecast.failure = forecast.losses[0];
        forecast.clears = forecast.clears * 1000 / cells.max(1);
        let means = |found: Option<&CrtCell>| found.map_or_else(String::new, |cell| words(&cell.text(), city));
        forecast.likely = means(most_likely(&met));
        forecast.best = means(met.iter().map(|(cell, _)| cell).max_by_key(|cell| (cell.losses, cell.retreat)));
        forecast
    }

    /// What the attacker's own die can bring, for every table and row that he may come to.
    fn chances(&self, at: SpaceId, attack: &Sums, defence: &RangeInclusive<u16>) -> Vec<Chance> {
        let city = self.data.spaces[at].city == City::Major;
        let mut seen = BTreeSet::new();
        let mut chances = Vec::new();
        for sum in attack.iter().rev() {
            for other in defence.clone() {
                let quotient = Battle::quotient(*sum, other);
                let row = self.data.charts.crt.row(quotient, *sum);
                if !seen.insert((quotient, row.low)) {
                    continue;
                }
                let mut cells: Vec<(String, u32)> = Vec::new();
                for text in row.cells.iter().map(|cell| cell.text()) {
                    match cells.last_mut() {
                        Some(last) if last.0 == text => last.1 += 1,
                        _ => cells.push((text, 1)),
                    }
                }
                chances.extend(cells.into_iter().map(|(cell, dice)| Chance {
                    text: format!(
                        "your roll, table {}, row {}: {}",
                        Crt::title(quotient),
                        row.label(),
                        words(&cell, city)
                    ),
                    permille: dice * 1000 / 6,
                }));
            }
        }
        chances
    }

    /// What the enemy's die can bring, with every strength that he may have as likely as every other.
    fn answers(&self, attack: &Sums, defence: &RangeInclusive<u16>) -> Vec<Chance> {
        let mut losses: BTreeMap<u8, u32> = BTreeMap::new();
        for sum in attack {
            for other in defence.clone() {
                let row = self.data.charts.crt.row(Battle::quotient(other, *sum), other);
                row.cells.iter().for_each(|cell| *losses.entry(cell.losses).or_default() += 1);
            }
        }
        let all = losses.values().sum::<u32>().max(1);
        let words = |losses: u8| if losses == 0 { "no effect".into() } else { format!("you lose {losses}") };
        let chance = |(losses, times): (u8, u32)| Chance {
            text: format!("the enemy's roll, whatever he has: {}", words(losses)),
            permille: times * 1000 / all,
        };
        losses.into_iter().map(chance).collect()
    }
}

/// What so many of these units can add up to, whoever of them is left: two numbers of each unit, summed apart.
fn lineups(units: UnitSet, left: &RangeInclusive<u8>, parts: impl Fn(UnitId) -> (u16, u16)) -> BTreeSet<(u16, u16)> {
    let mut reached = BTreeSet::from([(0u8, 0u16, 0u16)]);
    for unit in units.iter() {
        let (one, two) = parts(unit);
        let with: Vec<_> = reached.iter().map(|(n, a, b)| (n + 1, a + one, b + two)).collect();
        reached.extend(with);
    }
    reached.into_iter().filter(|(n, ..)| left.contains(n)).map(|(_, a, b)| (a, b)).collect()
}

fn least(sums: &Sums) -> u16 {
    sums.first().copied().unwrap_or(0)
}

fn most(sums: &Sums) -> u16 {
    sums.last().copied().unwrap_or(0)
}

/// A cell in words: `5-R`, the defender loses 5 and retreats; 8.3.c: nobody has to leave a major city.
fn words(cell: &str, city: bool) -> String {
    match (cell.strip_suffix("-R"), cell) {
        (Some(losses), _) if city => format!("the defender loses {losses}; nobody has to leave the city"),
        (Some(losses), _) => format!("the defender loses {losses} and retreats"),
        (None, "0") => "no effect".into(),
        (None, losses) => format!("the defender loses {losses}"),
    }
}
