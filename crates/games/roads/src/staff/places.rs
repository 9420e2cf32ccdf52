//! What it is worth that a unit stands in a hex.

use super::Mind;
use super::chart::{Chart, Posture};
use crate::data::{Terrain, UnitId};
use crate::state::{State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::Side;

impl Mind<'_> {
    /// The worth of a place for a unit. `work` has the other units where they are planned to stand.
    pub(super) fn place_worth(&self, work: &State, chart: &Chart, unit: UnitId, hex: SpaceId) -> i32 {
        let stays = self.seen.field.at(unit) == Some(hex);
        let others =
            work.field.stack(hex).filter(|other| *other != unit && !self.game.info(*other).is_hq()).count() as i32;
        let mobile = self.mobile(unit);
        let contact = chart.enemy[hex] <= 1;
        let posture = self.stance(chart, unit);
        let (pull, hold) = self.drawn(chart, unit, hex);
        let mut worth = pull + hold;
        // A place that is held already needs less.
        worth -= others * (chart.hold[hex] / 6).min(8);
        let keeps = self.keeps_goal(work, chart, unit, hex);
        worth += if posture == Posture::Attack { keeps * self.heed(chart) / 50 } else { keeps };
        let artery = if mobile { chart.artery[hex] / 2 } else { chart.artery[hex] / 8 };
        worth += match posture {
            Posture::Attack => artery,
            Posture::Defend => artery / 3,
        };
        worth += match (stays, posture) {
            (true, Posture::Defend) if contact => 16,
            (true, Posture::Defend) => 6,
            (true, Posture::Attack) if contact && !mobile => self.weights().line,
            (true, Posture::Attack) => 2,
            _ => 0,
        };
        if chart.enemy[hex] <= 3 {
            let terrain = self.game.defence_terrain(work, hex, self.side);
            worth += 2 * i32::from(self.game.data.charts.terrain[terrain as usize].defence);
        }
        worth -= self.crowd(work, unit, hex);
        if !self.no_reply() {
            worth -= self.risk(work, chart, unit, hex);
        }
        worth += self.supply_worth(chart, unit, posture, hex);
        worth += self.muster_worth(work, unit, hex);
        if others == 0 && self.is_prize(chart, hex) {
            worth += chart.goal[hex] * if self.no_reply() { 4 } else { 1 };
        }
        if others == 0 && self.is_fed(chart, unit, hex) {
            worth += i32::from(chart.points[hex]) * self.weights().point;
        }
        worth + self.garrison_worth(work, unit, hex)
    }

    /// What a unit gives for what the enemy holds, and for what is held, in a hex.
    pub(super) fn drawn(&self, chart: &Chart, unit: UnitId, hex: SpaceId) -> (i32, i32) {
        match self.stance(chart, unit) {
            Posture::Attack => (chart.pull[hex], chart.hold[hex] * self.heed(chart) / 100),
            Posture::Defend => (chart.pull[hex] / 6, chart.hold[hex]),
        }
    }

    /// What an attacker gives for what is held, in hundredths: panzers that strike back leave it to others.
    fn heed(&self, chart: &Chart) -> i32 {
        if chart.counterstroke { self.weights().strike_heed } else { 50 }
    }

    /// Does the enemy move no more? The Axis has the second half of every turn.
    pub(super) fn no_reply(&self) -> bool {
        self.side == Side::Axis && self.seen.turn == self.game.scenario(self.seen).last_turn.0
    }

    /// The same where the Axis plays for cities: then nothing but the ground counts.
    pub(super) fn last_word(&self) -> bool {
        self.for_cities(self.seen) && self.no_reply()
    }

    /// What a march takes on its way: whoever passes through a hex controls it (1.10.1), until the enemy comes back.
    pub(super) fn taken_on(&self, work: &State, chart: &Chart, path: &[SpaceId]) -> i32 {
        if !chart.counterstroke {
            return 0;
        }
        let passed = path.split_last().map_or(path, |(_, passed)| passed).iter();
        let taken: i32 = passed.filter(|hex| work.controller(**hex) != self.side).map(|hex| chart.goal[*hex]).sum();
        if self.last_word() { taken } else { taken * 3 / 10 }
    }

    /// The only unit in a hex that must not be lost stays in it.
    fn keeps_goal(&self, work: &State, chart: &Chart, unit: UnitId, hex: SpaceId) -> i32 {
        let own = work.controller(hex) == self.side;
        let goal = chart.goal[hex];
        let far = if goal >= 70 { 8 } else { 6 };
        if !own || goal == 0 || chart.enemy[hex] > far || self.no_reply() {
            return 0;
        }
        let have: i32 =
            work.field.stack(hex).filter(|other| *other != unit).map(|other| self.defence_of(work, other)).sum();
        let need = self.need(chart, hex);
        let missing = (need - have).clamp(0, self.defence_of(work, unit).max(1));
        goal * missing / need.max(1) / 2 + if have == 0 { goal * self.weights().empty / 100 } else { 0 }
    }

    /// A major city that counts where the Germans strike back, or whose loss ends the game (S2.v2), so near to the enemy that he could slip
    /// in, or be driven through it (1.10.1).
    pub(super) fn is_prize(&self, chart: &Chart, hex: SpaceId) -> bool {
        let major = self.game.map(self.seen).spaces[hex].terrain == Terrain::MajorCity;
        let counts = chart.counterstroke && major || self.is_fatal(hex);
        counts && self.seen.controller(hex) == self.side && chart.enemy[hex] <= 3
    }

    /// S2.v2: does the game end when the enemy takes this hex?
    fn is_fatal(&self, hex: SpaceId) -> bool {
        let mut events = self.game.scenario(self.seen).victory.events.iter();
        self.side == Side::Axis
            && events.any(|event| event.at_once && self.game.decisive_hexes(self.seen, event).contains(&hex))
    }

    /// Does the unit keep such a city alone?
    pub(super) fn keeps_prize(&self, chart: &Chart, unit: UnitId) -> bool {
        let Some(at) = self.seen.field.at(unit) else { return false };
        let first = self.seen.field.stack(at).find(|other| !self.game.info(*other).is_hq());
        first == Some(unit) && self.is_prize(chart, at)
    }

    /// The defence that a place should have.
    pub(super) fn need(&self, chart: &Chart, hex: SpaceId) -> i32 {
        let major = chart.goal[hex] >= 70;
        let near = chart.posture == Posture::Defend || chart.enemy[hex] <= 4;
        let least = if chart.ring.contains(hex) || major && near { 8 } else { 1 };
        let (part, most) = if major { (2, 30) } else { (3, 16) };
        (chart.threat[hex] / part).clamp(least, most)
    }

    /// Too many in one place are missing elsewhere.
    fn crowd(&self, work: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let near = self.game.around(work, hex).flat_map(|near| work.field.stack(near));
        let own = near.filter(|other| *other != unit && self.game.info(*other).side == self.side).count() as i32;
        (own - 5).max(0) * 2
    }

    /// What the enemy could do to the unit there.
    fn risk(&self, work: &State, chart: &Chart, unit: UnitId, hex: SpaceId) -> i32 {
        let threat = chart.threat[hex];
        if threat == 0 {
            return 0;
        }
        let terrain = self.game.defence_terrain(work, hex, self.side);
        let mut defence =
            i32::from(self.game.data.charts.terrain[terrain as usize].defence) + self.defence_of(work, unit);
        for other in work.field.stack(hex).filter(|other| *other != unit) {
            defence += self.defence_of(work, other);
        }
        defence += self.comrades(work, unit, hex);
        // The enemy strikes in few places: half of what could come is much.
        let part = match threat * 5 / (defence.max(1) * 8) {
            0 => 0,
            1 => 6,
            2 => 16,
            3 => 26,
            4 => 34,
            _ => 44,
        };
        // Panzers are struck wherever they stand alone, and cannot be replaced.
        let weights = self.weights();
        let weight = match self.mobile(unit) {
            true if chart.counterstroke => weights.panzer_risk,
            true if self.side == Side::Axis && self.relief_row().is_some() => weights.relief_risk,
            _ => 100,
        };
        weight * self.worth(work, unit) * part / 10_000
    }

    /// Components of a division go together: those that still stand where the unit comes from will follow it.
    fn comrades(&self, work: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let division = self.game.info(unit).division;
        let Some(from) = work.field.at(unit).filter(|from| *from != hex && division.is_some()) else { return 0 };
        let follows = |other: &UnitId| *other != unit && self.game.info(*other).division == division;
        work.field.stack(from).filter(follows).map(|other| self.defence_of(work, other)).sum()
    }

    /// Would the unit be in supply there?
    fn is_fed(&self, chart: &Chart, unit: UnitId, hex: SpaceId) -> bool {
        chart.fed[self.game.info(unit).nation as usize].contains(hex)
    }

    /// Inside the radius of an HQ, or of the fortress.
    fn supply_worth(&self, chart: &Chart, unit: UnitId, posture: Posture, hex: SpaceId) -> i32 {
        let supply = self.seen.field.get(unit).supply;
        let weights = self.weights();
        let fed = self.is_fed(chart, unit, hex);
        let inside = self.side == Side::Axis && chart.influence.contains(hex);
        match supply {
            // 10.2.3.h: who leaves the pocket with its marker dies.
            Supply::Fortress if !fed && !inside => -400,
            _ if fed => 8,
            Supply::Out if inside => 4,
            _ if inside => -10,
            // Pull spearheads back: a defender has nothing to win beyond his supply.
            _ if posture == Posture::Defend && !self.last_word() => -weights.unfed_wary - self.worth_at(unit, 2) / 2,
            _ => -weights.unfed - self.worth_at(unit, 2) / 3,
        }
    }

    /// 10.2.6: enough Soviet units must stay around the pocket.
    fn garrison_worth(&self, work: &State, unit: UnitId, hex: SpaceId) -> i32 {
        let (Side::Soviet, Some(marker)) = (self.side, work.fortress.marker) else { return 0 };
        let Some((need, have)) = self.game.garrison(work) else { return 0 };
        let near = |at: SpaceId| self.game.distance(work, marker, at) <= 4;
        let here = work.field.at(unit).is_some_and(near);
        let spare = have as i32 - i32::from(need);
        match (here, near(hex)) {
            (true, false) if spare <= 2 => -120,
            (false, true) if spare < 2 => 40,
            _ => 0,
        }
    }
}
