//! A battle before it is fought, as the attacker may know it: his own force exactly, the enemy's as a range from
//! what is printed and open, and the chances of his own die (3.5, R-65).

use crate::Battle;
use crate::combat::ForceSum;
use crate::data::{AssetClass, AssetId, City, Crt, Fraction, UnitId};
use crate::state::{Post, State, UnitSet};
use kessel_board::SpaceId;
use kessel_table::event::{BattleReport, Chance, Force, ForceLine};
use kessel_table::{Case, Side};
use std::collections::BTreeSet;

/// The least and the most that a sum can be.
#[derive(Copy, Clone)]
struct Range {
    least: u16,
    most: u16,
}

impl Battle {
    /// The battle that an attack would start.
    pub(super) fn preview(&self, seen: &State, side: Side, at: SpaceId) -> BattleReport {
        let own = self.own_force(seen, side, at);
        let enemy = self.enemy_force(seen, side.other(), at);
        let (attack, defence) = (range(&own), range(&enemy));
        let low = Battle::quotient(attack.least, defence.most);
        let high = Battle::quotient(attack.most, defence.least);
        let column = if low == high {
            Crt::title(low).to_owned()
        } else {
            format!("{} to {}", Crt::title(low), Crt::title(high))
        };
        BattleReport {
            at: self.space_id(at).into(),
            attacker: Some(side),
            forces: vec![own, enemy],
            column,
            chances: self.chances(attack, defence),
            ..BattleReport::default()
        }
    }

    /// The attacker's own sum. What he cannot know is whether anti-tank guns await him.
    fn own_force(&self, seen: &State, side: Side, at: SpaceId) -> Force {
        let sum = self.force(seen, at, side, side);
        let mut lines = self.own_lines(seen, self.fighters(seen, at, side));
        for (case, fraction) in &sum.fractions {
            let text = if case.id() == "8.1.d" { "tanks in a river assault" } else { "tanks in a major city" };
            lines.push(ForceLine { case: *case, text: text.into(), value: format!("x{}", fraction.text()) });
        }
        let mut least = sum.total();
        if let Some(guns) = self.guns_possible(seen, side.other()).filter(|_| sum.tank > 0) {
            least = sum.basic + sum.plain + modified(&sum, Some(guns));
            lines.push(ForceLine {
                case: Case("8.1.e"),
                text: "tanks, if there are anti-tank guns".into(),
                value: format!("x{} or less", guns.text()),
            });
        }
        Force { side: Some(side), lines, total: least.into(), most: sum.total().into() }
    }

    fn own_lines(&self, seen: &State, fighters: UnitSet) -> Vec<ForceLine> {
        let mut lines = Vec::new();
        for unit in fighters.iter() {
            lines.push(line("8.1.b", self.unit_name(unit), format!("+{}", seen.units[unit.index()].strength)));
            for asset in seen.assets_of(unit).iter() {
                let info = &self.data.assets[asset.index()];
                let factor = info.factors[usize::from(seen.assets[asset.index()].steps)];
                match info.class {
                    AssetClass::Tank => lines.push(line("8.1.c", &info.name, format!("+{factor}, tanks"))),
                    AssetClass::Plain => lines.push(line("8.1.a", &info.name, format!("+{factor}"))),
                    AssetClass::AntiTank { .. } => {
                        lines.push(line("8.1.h", &info.name, "no part in an attack".into()));
                    }
                }
            }
        }
        lines
    }

    /// The best anti-tank fraction that the enemy can have somewhere.
    fn guns_possible(&self, seen: &State, enemy: Side) -> Option<Fraction> {
        let guns = self.in_play(seen, enemy).filter_map(|asset| match self.data.assets[asset.index()].class {
            AssetClass::AntiTank { num, den } => Some(Fraction { num: num.into(), den: den.into() }),
            AssetClass::Tank | AssetClass::Plain => None,
        });
        guns.min_by_key(|gun| u32::from(gun.num) * 1000 / u32::from(gun.den))
    }

    /// The enemy's assets that are neither dead, withdrawn nor still to come.
    fn in_play<'a>(&'a self, seen: &'a State, enemy: Side) -> impl Iterator<Item = AssetId> + 'a {
        self.assets_of_side(enemy)
            .filter(|asset| matches!(seen.assets[asset.index()].post, Post::With(_) | Post::Reserve))
    }

    /// Each enemy unit has at least one point and at most its track; its assets are anybody's guess.
    fn enemy_force(&self, seen: &State, enemy: Side, at: SpaceId) -> Force {
        let fighters = self.fighters(seen, at, enemy);
        let top = |unit: UnitId| self.data.units[unit.index()].max;
        let mut lines: Vec<ForceLine> =
            fighters.iter().map(|u| line("8.1.b", self.unit_name(u), format!("1-{}", top(u)))).collect();
        let assets = self.most_assets(seen, enemy, at, fighters);
        if assets > 0 {
            lines.push(line("8.1.a", "assets, unknown", format!("0-{assets}")));
        }
        let basic: u16 = fighters.iter().map(|unit| u16::from(top(unit))).sum();
        Force { side: Some(enemy), lines, total: fighters.len().into(), most: (basic + assets).into() }
    }

    /// The most that assets can add to these units: the strongest in play, one for each slot.
    fn most_assets(&self, seen: &State, enemy: Side, at: SpaceId, fighters: UnitSet) -> u16 {
        let city = match self.data.spaces[at].city {
            City::Major => self.data.charts.major_city,
            City::Minor | City::None => Fraction { num: 1, den: 1 },
        };
        let caucasus = self.data.spaces[at].caucasus;
        let barred = |asset: &AssetId| caucasus.is_some() && enemy == Side::Soviet && self.too_large(*asset);
        // Counted in parts of the city's fraction, so that nothing is dropped before the end.
        let mut worth: Vec<u16> = self
            .in_play(seen, enemy)
            .filter(|asset| !barred(asset))
            .map(|asset| {
                let info = &self.data.assets[asset.index()];
                let most = u16::from(info.factors[usize::from(info.max_steps)]);
                most * if info.is_tank() { city.num } else { city.den }
            })
            .collect();
        worth.sort_unstable_by(|a, b| b.cmp(a));
        let slots: usize = fighters.iter().map(|u| usize::from(self.data.units[u.index()].slots)).sum();
        let limit = caucasus.filter(|_| enemy == Side::Axis).and_then(|info| info.axis_asset_limit);
        let slots = limit.map_or(slots, |limit| slots.min(limit.into()));
        worth.into_iter().take(slots).sum::<u16>() / city.den
    }

    /// What the attacker's own die can bring, for every table and row that he may come to.
    fn chances(&self, attack: Range, defence: Range) -> Vec<Chance> {
        let mut seen = BTreeSet::new();
        let mut chances = Vec::new();
        for sum in [attack.most, attack.least] {
            for other in defence.least..=defence.most {
                let quotient = Battle::quotient(sum, other);
                let row = self.data.crt.row(quotient, sum);
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
                    text: format!("your roll, table {}, row {}: {}", Crt::title(quotient), row.label(), words(&cell)),
                    permille: dice * 1000 / 6,
                }));
            }
        }
        chances
    }
}

/// 8.1.i: all fractions, then the rest is dropped.
fn modified(sum: &ForceSum, guns: Option<Fraction>) -> u16 {
    let fractions = sum.fractions.iter().map(|(_, fraction)| *fraction).chain(guns);
    let (num, den) = fractions.fold((u32::from(sum.tank), 1), |(num, den), fraction| {
        (num * u32::from(fraction.num), den * u32::from(fraction.den))
    });
    u16::try_from(num / den).unwrap_or(u16::MAX)
}

fn range(force: &Force) -> Range {
    let number = |n: i32| u16::try_from(n).unwrap_or(0);
    Range { least: number(force.total), most: number(force.most) }
}

fn line(case: &'static str, text: &str, value: String) -> ForceLine {
    ForceLine { case: Case(case), text: text.into(), value }
}

/// A cell in words: `5-R`, the defender loses 5 and retreats.
fn words(cell: &str) -> String {
    match (cell.strip_suffix("-R"), cell) {
        (Some(losses), _) => format!("the defender loses {losses} and retreats"),
        (None, "0") => "no effect".into(),
        (None, losses) => format!("the defender loses {losses}"),
    }
}
