//! An attack or a bombardment in numbers before it is made: both sides' fire, its columns, shifts and modifiers, and the chances in words.
//!
//! What fog hides is a range, and what rests on it is said to be a guess: an enemy of whom nothing is known is reckoned with the strength that
//! the planner reckons with, and nothing is counted on of his lead and his tanks.

use crate::Winter;
use crate::data::{Loss, UnitId};
use crate::odds::{Fire, FireLine};
use crate::sets::UnitSet;
use crate::state::{Aim, AttackKind, Fight, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::event::{Approach, BattleReport, Chance, Force, ForceLine, Forecast, most_likely};
use kessel_kit::show::line;

/// The faces of the die.
const FACES: u32 = 10;

/// What is known of the defenders, and what is not.
struct Unseen {
    /// Strength points that are reckoned for them.
    likely: u16,
    /// The most that can lie there.
    most: u16,
}

impl Winter {
    /// The attack that is being drawn up, under the lead that was named for it or the best there is.
    pub(super) fn attack_preview(&self, seen: &State, fight: &Fight) -> BattleReport {
        let mut fight = fight.clone();
        fight.leads[0] = fight.leads[0].or_else(|| self.best_lead(seen, fight.attackers));
        self.preview_of(seen, &fight)
    }

    /// 8.4: the attack that the group on the move would make of out its march.
    pub(super) fn hasty_preview(&self, seen: &State, side: Side, at: SpaceId) -> BattleReport {
        let movers = seen.march.iter().flat_map(|march| &march.movers).map(|mover| mover.unit);
        let fighters: UnitSet = movers.filter(|unit| !self.data.info(*unit).kind.is_gun()).collect();
        self.attack_preview(seen, &self.new_fight(seen, side, at, AttackKind::Hasty, fighters))
    }

    /// 11.3.b: whoever has the best rating of those who may lead.
    pub(crate) fn best_lead(&self, state: &State, units: UnitSet) -> Option<UnitId> {
        let rank = |unit: &UnitId| (self.proficiency(state, *unit), state.unit(*unit).points, std::cmp::Reverse(*unit));
        self.leaders(units).iter().max_by_key(rank)
    }

    fn preview_of(&self, seen: &State, fight: &Fight) -> BattleReport {
        let unseen = self.unseen(seen, fight);
        let mut fire = self.attacker_fire(seen, fight);
        let mut answer = self.defender_fire(seen, fight);
        if let Some(unseen) = &unseen {
            answer.strength += unseen.likely;
            // 11.4.e, 11.4.h: whether they have a better lead, or tanks, nobody knows.
            let known = |(case, _, _): &FireLine| !matches!(case.0, "11.4.e" | "11.4.h");
            fire.modifiers.retain(|line| known(line));
            answer.modifiers.retain(|line| known(line));
        }
        let hexes = self.hexes_of(seen, self.attackers(seen, fight));
        BattleReport {
            at: self.hex_id(fight.hex).into(),
            attacker: Some(fight.attacker),
            forces: vec![self.attacking(seen, fight, &fire), self.defending(seen, fight, unseen.as_ref(), &answer)],
            column: self.column_words(&fire),
            chances: self.loss_chances(&fire, "they"),
            forecast: Some(self.forecast(&fire, &answer, unseen.is_none())),
            rung: self.rung(&fire),
            shifts: fire.shifts.iter().map(fire_line).collect(),
            approach: Some(self.approach(&hexes.iter().map(|hex| self.hex_id(hex).to_owned()).collect::<Vec<_>>())),
            ..BattleReport::default()
        }
    }

    fn approach(&self, from: &[String]) -> Approach {
        let counts = if from.len() >= 4 { from.to_vec() } else { Vec::new() };
        let text =
            if counts.is_empty() { "from fewer than four hexes".into() } else { format!("from {} hexes", from.len()) };
        Approach { counts, from: from.to_vec(), case: "11.4.n".into(), text }
    }

    /// 18.1: what lies hidden in the hex; nothing where everything is seen.
    fn unseen(&self, seen: &State, fight: &Fight) -> Option<Unseen> {
        let shadow = seen.shadows.iter().find(|shadow| shadow.hex == fight.hex && shadow.side != fight.attacker)?;
        let [stack, unit] = self.data.weights[fight.attacker.index()].hidden;
        let shown = !self.defenders(seen, fight).is_empty();
        let likely = match (shadow.stack, shown) {
            (true, false) => stack,
            (true, true) => stack - unit,
            (false, _) => unit,
        };
        let hidden = self.own(shadow.side).filter(|unit| seen.unit(*unit).place == crate::state::Place::Unknown);
        let mut cards: Vec<(u8, u8)> =
            hidden.map(|unit| self.data.info(unit).full).map(|face| (face.strength, face.stacking)).collect();
        cards.sort_unstable_by(|one, other| other.cmp(one));
        let (mut most, mut room) = (0u16, self.data.charts.stacking);
        for (strength, stacking) in cards.into_iter().take(if shadow.stack { usize::MAX } else { 1 }) {
            if stacking <= room {
                room -= stacking;
                most += u16::from(strength);
            }
        }
        let likely = likely.clamp(1, i32::from(most.max(1))) as u16;
        Some(Unseen { likely, most: most.max(1) })
    }

    fn attacking(&self, seen: &State, fight: &Fight, fire: &Fire) -> Force {
        let mut force = self.ranks(seen, fight, fight.attacker, fight.attacker, fire);
        if !fight.guns.is_empty() {
            let points: u16 = fight.guns.iter().map(|unit| u16::from(seen.unit(unit).points)).sum();
            force.lines.push(line("12.3.1.k", "its guns together, before the assault", format!("{points} factors")));
        }
        force
    }

    /// 11.2.6: they fire first, unless a bombardment disrupts them all.
    fn defending(&self, seen: &State, fight: &Fight, unseen: Option<&Unseen>, answer: &Fire) -> Force {
        let side = fight.attacker.other();
        let mut force = self.force(seen, fight, side, side, answer);
        if let Some(unseen) = unseen {
            force.lines.push(line("18.1", "hidden units, a guess", format!("1-{}", unseen.most)));
            (force.total, force.most) = (force.total + 1, force.total + i32::from(unseen.most));
        }
        let column = self.column_words(answer);
        force.lines.push(line("11.2.6.a", "they fire first", format!("column {column}")));
        force.lines.extend(
            self.loss_chances(answer, "you")
                .into_iter()
                .map(|Chance { text, permille }| line("11.2.6.a", text, format!("{}%", permille / 10))),
        );
        force
    }

    /// The head of the column that is read, in words.
    pub(crate) fn column_words(&self, fire: &Fire) -> String {
        let column = self.data.charts.crt.column(fire.strength, fire.left());
        column.map_or("none".into(), |head| {
            if fire.net() == 0 { head.to_string() } else { format!("{head}, {:+}", fire.net()) }
        })
    }

    /// The column with the modifier of the die: whoever changes neither does not count.
    fn rung(&self, fire: &Fire) -> Option<(i16, String)> {
        let at = self.data.charts.crt.place(fire.strength, fire.left()).map_or(-1, |at| at as i16);
        Some((at * 32 + i16::from(fire.net()), format!("column {}", self.column_words(fire))))
    }

    /// The chances of each cell over the ten dice, its code and its words.
    pub(crate) fn loss_chances(&self, fire: &Fire, who: &str) -> Vec<Chance> {
        let mut chances: Vec<Chance> = Vec::new();
        for die in 1..=FACES {
            let text = loss_words(self.fire_result(fire, die as u8), who);
            match chances.iter_mut().find(|chance| chance.text == text) {
                Some(chance) => chance.permille += 1000 / FACES,
                None => chances.push(Chance { text, permille: 1000 / FACES }),
            }
        }
        chances
    }

    /// What may be expected: who must choose between ground and points is reckoned to give ground before a heavy result.
    fn forecast(&self, fire: &Fire, answer: &Fire, sure: bool) -> Forecast {
        let results = |fire: &Fire| -> Vec<Loss> { (1..=FACES).map(|die| self.fire_result(fire, die as u8)).collect() };
        let mean = |losses: &[Loss], share: u32| {
            losses.iter().map(|loss| u32::from(loss.mandatory) * 10 + u32::from(loss.optional) * share).sum::<u32>()
        };
        let (ours, theirs) = (results(answer), results(fire));
        let goes = |loss: &&Loss| {
            u16::from(loss.mandatory + loss.optional) >= answer.strength
                || loss.optional >= 3
                || (loss.optional == 2 && answer.strength < 10)
        };
        let clears = theirs.iter().filter(goes).count() as u32 * 1000 / FACES;
        let met: Vec<(Loss, u32)> = theirs.iter().fold(Vec::new(), |mut met, loss| {
            match met.iter_mut().find(|(known, _)| known == loss) {
                Some((_, times)) => *times += 1,
                None => met.push((*loss, 1)),
            }
            met
        });
        let best = theirs.iter().max_by_key(|loss| loss.mandatory + loss.optional);
        let losses = [mean(&ours, 8), mean(&theirs, 5)];
        Forecast {
            losses,
            clears,
            failure: losses[0],
            likely: most_likely(&met).map_or_else(String::new, |loss| loss_words(*loss, "they")),
            best: best.map_or_else(String::new, |loss| loss_words(*loss, "they")),
            sure,
        }
    }

    /// 12.3.1: what a bombardment by those who have been taken up would do to who is aimed at.
    pub(super) fn bombardment_preview(&self, seen: &State, side: Side, at: SpaceId, aim: Aim) -> BattleReport {
        let (factors, modifier, lines) = self.salvo(seen, side, at);
        let target = match aim {
            Aim::Unit(unit) => Some(unit),
            Aim::Top => self.top_target(seen, side, at),
            Aim::Hidden => None,
        };
        let left = self.bombardment_shift(seen, side, at, target);
        let table = &self.data.charts.bombardment;
        let mut chances: Vec<Chance> = Vec::new();
        for die in 1..=FACES {
            let text = blow_words(table.read(factors, left, die as i8 + modifier));
            match chances.iter_mut().find(|chance| chance.text == text) {
                Some(chance) => chance.permille += 1000 / FACES,
                None => chances.push(Chance { text, permille: 1000 / FACES }),
            }
        }
        let aimed = target.map_or("hidden units, a guess".to_owned(), |unit| self.unit_name(unit).to_owned());
        let total = i32::from(factors);
        let forces = vec![
            Force { side: Some(side), lines, total, most: total, sum: None },
            Force { side: Some(side.other()), lines: vec![line("12.3.1.h", aimed, "the target")], ..Force::default() },
        ];
        let column = table.column(factors, left).map_or("none".into(), |head: u16| head.to_string());
        BattleReport {
            at: self.hex_id(at).into(),
            attacker: Some(side),
            forces,
            column: if modifier == 0 { column } else { format!("{column}, {modifier:+}") },
            chances,
            ..BattleReport::default()
        }
    }

    /// The factors of the guns and aircraft that have been taken up, the modifier of their die, and both line by line.
    fn salvo(&self, seen: &State, side: Side, at: SpaceId) -> (u16, i8, Vec<ForceLine>) {
        let guns = seen.volley.guns;
        if guns.is_empty() {
            let planes = &seen.volley.planes;
            let lines = planes.iter().map(|air| self.data.plane(*air));
            let lines: Vec<ForceLine> =
                lines.map(|plane| line("4.5.1.a", plane.name.clone(), format!("+{}", plane.bombs))).collect();
            let (factors, modifier) = self.air_weight(seen, side, at, planes);
            return (factors, modifier, lines);
        }
        let (factors, modifier) = self.gun_weight(seen, side, at, guns);
        let points = |unit: UnitId| format!("+{}", seen.unit(unit).points);
        let mut lines: Vec<ForceLine> =
            guns.iter().map(|unit| line("12.3.1.k", self.unit_name(unit), points(unit))).collect();
        if modifier != 0 {
            lines.push(line("12.3.1.m", "unobserved, or short of supply", format!("{modifier:+}")));
        }
        (factors, modifier, lines)
    }
}

/// A line of the sum.
fn fire_line((case, text, value): &FireLine) -> ForceLine {
    ForceLine { case: *case, text: (*text).into(), value: format!("{value:+}") }
}

/// A result beside its code: `1/2: they lose 1, then go back 2 hexes, or stand, check and lose 2`.
fn loss_words(loss: Loss, who: &str) -> String {
    let Loss { mandatory, optional } = loss;
    let hexes = if optional == 1 { "hex" } else { "hexes" };
    match (mandatory, optional) {
        (0, 0) => "no effect".to_owned(),
        (must, 0) => format!("{must}/0: {who} lose {must}"),
        (0, may) => format!("0/{may}: {who} go back {may} {hexes}, or stand, check and lose {may}"),
        (must, may) => {
            format!("{must}/{may}: {who} lose {must}, then go back {may} {hexes}, or stand, check and lose {may}")
        }
    }
}

/// The result of a bombardment in words.
fn blow_words(blow: crate::data::Blow) -> String {
    match (blow.hits, blow.disrupts) {
        (0, false) => "no effect".to_owned(),
        (0, true) => "D: disrupted".to_owned(),
        (hits, false) => format!("{hits}: loses {hits}"),
        (hits, true) => format!("{hits}D: loses {hits} and is disrupted"),
    }
}
