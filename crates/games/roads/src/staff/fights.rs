//! The questions of a combat: supports, declarations, results, losses, retreats, advances.

use super::Mind;
use super::chart::{Chart, Posture};
use crate::action::{Action, ResultWord};
use crate::data::{AttackerResult, DefenderResult, Ju52Event, Odds, River, SupportClass, SupportId, UnitId};
use crate::state::{Fight, FightKind, Losses, Stage, State, Supply};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kit::staff::Choosing;

impl Mind<'_> {
    /// What is asked while a combat goes on.
    pub(super) fn fight_question(&self) -> Action {
        let Some(fight) = &self.seen.fight else { return self.or_done(None) };
        match fight.stage {
            Stage::Ju52 => self.resist(fight),
            Stage::AttackerSupports | Stage::DefenderSupports => self.use_support(fight),
            Stage::AttackerElite => self.declare_elite(fight),
            Stage::Armored => self.declare_armored(fight),
            Stage::DefenderElite => self.defend_elite(),
            Stage::AttackerChoice | Stage::DefenderChoice => self.take_result(fight),
            Stage::RiverOrTerrain => self.river_or_terrain(fight),
            Stage::FallBack => self.stand_or_go(fight, 0),
            Stage::StandFast => self.stand_or_go(fight, 1),
            Stage::AttackerRetreat => self.thrown_back(fight),
            _ => self.or_done(None),
        }
    }

    /// The column as it stands, with a support more.
    fn column_with(&self, fight: &Fight, marker: Option<SupportId>) -> i16 {
        let mut fight = fight.clone();
        marker.into_iter().for_each(|marker| {
            fight.supports.insert(marker);
        });
        let sum = self.game.odds_of(self.seen, &fight);
        sum.raw.saturating_add(sum.shift.into())
    }

    /// A support that moves the column, or adds exploitation; beyond the last column it is kept.
    fn use_support(&self, fight: &Fight) -> Action {
        let now = self.column_with(fight, None);
        let attacks = self.side == fight.attacker;
        let most = Odds::ALL.len() as i16 - 1;
        let worth = |action| {
            let Action::Use { marker } = action else { return None };
            let kind = self.game.support(marker);
            let change = self.column_with(fight, Some(marker)) - now;
            let levels = i32::from(kind.levels) * 3;
            Some(if attacks {
                let gain = if now < most { i32::from(change) * 10 + i32::from(kind.attack) } else { 0 };
                gain + levels + i32::from(kind.class == SupportClass::TankBrigade)
            } else {
                i32::from(-change) * 10 + if now < most { i32::from(kind.defence) } else { 0 }
            })
        };
        self.or_done(self.best(worth))
    }

    fn declare_elite(&self, fight: &Fight) -> Action {
        let chart = self.chart(self.seen);
        let stake = self.stake(self.seen, &chart, fight.hex);
        let plain = self.forecast(self.seen, fight, stake, false, false);
        let elite = self.forecast(self.seen, fight, stake, true, false);
        if elite <= plain || fight.kind == FightKind::Exploitation {
            return self.or_done(None);
        }
        let cheap = |action| match action {
            Action::Elite { unit } => Some(200 - self.step_price(self.seen, unit)),
            _ => None,
        };
        self.or_done(self.best(cheap))
    }

    fn declare_armored(&self, fight: &Fight) -> Action {
        let chart = self.chart(self.seen);
        let stake = self.stake(self.seen, &chart, fight.hex);
        let elite = fight.elite[0].is_some();
        let with = self.forecast(self.seen, fight, stake, elite, true);
        let without = self.forecast(self.seen, fight, stake, elite, false);
        // 15.2.2: the Führer likes to hear of armored attacks.
        let pleases = if self.side == Side::Axis && self.seen.okh.used { 36 * 6 } else { 0 };
        if with.unwrap_or(0) + pleases > without.unwrap_or(0) { Action::Armored } else { self.or_done(None) }
    }

    /// An elite unit of two steps or more may choose how the stack gives way.
    fn defend_elite(&self) -> Action {
        let strong = |action| match action {
            Action::Elite { unit } if self.seen.field.get(unit).steps > 1 => {
                Some(200 - self.step_price(self.seen, unit))
            }
            _ => None,
        };
        self.or_done(self.best(strong))
    }

    fn take_result(&self, fight: &Fight) -> Action {
        let mobile = fight.attackers.iter().any(|unit| self.mobile(unit));
        let holds = self.must_hold(fight.hex);
        let rank = |action| {
            let Action::Take { result } = action else { return None };
            Some(match result {
                ResultWord::Attacker(n) => match AttackerResult::ALL[usize::from(n) % AttackerResult::ALL.len()] {
                    AttackerResult::Exploit3 => 9,
                    AttackerResult::Exploit2 => 8,
                    AttackerResult::Exploit if mobile => 7,
                    AttackerResult::Loss => 6,
                    AttackerResult::Exploit => 5,
                    AttackerResult::Engagement => 4,
                    AttackerResult::None => 3,
                    AttackerResult::Retreat => 1,
                },
                ResultWord::Defender(n) => match DefenderResult::ALL[usize::from(n) % DefenderResult::ALL.len()] {
                    DefenderResult::FallBack => 9,
                    DefenderResult::React => 8,
                    DefenderResult::None => 7,
                    DefenderResult::StandFast if holds => 6,
                    DefenderResult::Retreat => 5,
                    DefenderResult::StandFast => 4,
                    DefenderResult::Engagement => 3,
                    DefenderResult::Retreat2 => 2,
                    DefenderResult::Retreat3 => 1,
                },
            })
        };
        self.or_done(self.best(rank))
    }

    /// 8.10.4: whatever leaves the attacker less.
    fn river_or_terrain(&self, fight: &Fight) -> Action {
        let charts = &self.game.data.charts;
        let level = usize::from(fight.level.min(3));
        let river = charts.rivers[usize::from(River::Major as u8 > 1)][self.seen.forecast.ice as usize].levels[level];
        let terrain = self.game.defence_terrain(self.seen, fight.hex, fight.defender());
        if river < charts.terrain[terrain as usize].levels[level] { Action::River } else { Action::Terrain }
    }

    /// A place that is given up only with the last unit.
    fn must_hold(&self, hex: SpaceId) -> bool {
        let chart = self.chart(self.seen);
        let pocket = self.game.pocket_stack(self.seen, hex);
        chart.goal[hex] >= 20 || !pocket.is_empty()
    }

    /// Results F and S: `more` is what staying costs beyond the losses of the dice.
    fn stand_or_go(&self, fight: &Fight, more: u8) -> Action {
        let alive: Vec<UnitId> = self.game.alive(self.seen, fight, self.side).iter().collect();
        let steps: u8 = alive.iter().map(|unit| self.seen.field.get(*unit).steps).sum();
        let losses = fight.losses[1] + more;
        let dies = steps <= losses;
        let way_out = self.game.around(self.seen, fight.hex).any(|hex| {
            !self.seen.field.occupied(self.side.other()).contains(hex)
                && self.game.distance(self.seen, fight.hex, hex) == 1
        });
        let units = alive.iter().copied().collect();
        let holds = self.must_hold(fight.hex) || self.opens_ring(self.seen, units);
        if !way_out || holds && !dies { Action::Stay } else { Action::GoBack }
    }

    /// AR: back, unless that gives up something or there is nowhere to go.
    fn thrown_back(&self, fight: &Fight) -> Action {
        let chart = self.chart(self.seen);
        let keeps = |hex: &SpaceId| chart.goal[*hex] >= 30 && self.seen.controller(*hex) == self.side;
        let stuck = |hex: &SpaceId| {
            !self.game.around(self.seen, *hex).any(|near| !self.seen.field.occupied(self.side.other()).contains(near))
        };
        let units = self.game.alive(self.seen, fight, self.side).len();
        let ring = || self.opens_ring(self.seen, self.game.alive(self.seen, fight, self.side));
        let stay = (fight.from.iter().any(|hex| keeps(hex) || stuck(hex)) || ring()) && units > 2;
        if stay { Action::Stay } else { Action::GoBack }
    }

    /// 10.4.3: events that change the odds; Rattenkrieg against strong attacks.
    fn resist(&self, fight: &Fight) -> Action {
        let now = self.game.odds_of(self.seen, fight).raw;
        let worth = |action| {
            let mut doubled = fight.clone();
            let gain = |doubled: &Fight| i32::from(now - self.game.odds_of(self.seen, doubled).raw);
            match action {
                Action::Resist { unit, .. } => {
                    doubled.resisting = Some(unit);
                    Some(gain(&doubled) * 10)
                }
                Action::Play { plane } => match self.game.plane_event(plane) {
                    Ju52Event::StackResistance => {
                        doubled.stack_resists = true;
                        Some(gain(&doubled) * 10 + 2)
                    }
                    Ju52Event::Rattenkrieg if now >= 2 => Some(12),
                    Ju52Event::Hube if now >= 2 => Some(5),
                    Ju52Event::Support => Some(1),
                    _ => None,
                },
                _ => None,
            }
        };
        self.or_done(self.best(worth))
    }

    /// The cheapest step; if the enemy's loss is ours to name, the dearest.
    pub(super) fn lose(&self, losses: Losses) -> Action {
        let sign = if losses.side == self.side { -1 } else { 1 };
        let price = |action| match action {
            Action::Lose { unit } => Some(sign * self.loss_price(unit)),
            Action::Absorb { .. } => Some(sign * 7),
            _ => None,
        };
        self.best_of(price).map_or(self.offers[0], |(_, action)| action)
    }

    /// What the loss of a step costs; a dying elite leaves a Kampfgruppe behind.
    fn loss_price(&self, unit: UnitId) -> i32 {
        let piece = self.seen.field.get(unit);
        let price = self.step_price(self.seen, unit);
        let last = piece.steps <= 1;
        let group = last && self.game.is_german(unit) && self.game.is_elite(self.seen, unit);
        let ring = if self.closes_ring(self.seen, unit) { if last { 60 } else { 8 } } else { 0 };
        price + ring + if last { 3 } else { 0 } - if group { 6 } else { 0 }
    }

    pub(super) fn go_back(&self) -> Action {
        let chart = self.chart(self.seen);
        let closing = self.closing_retreats();
        let worth = |action| match action {
            Action::Retreat { unit, to } => {
                let room = if self.game.fits(self.seen, to, unit) { 60 } else { 0 };
                let closes = if closing.contains(&to) { self.weights().anchor } else { 0 };
                Some(self.place_worth(self.seen, &chart, unit, to) + room + closes)
            }
            // Each for himself finds room more easily; a stack goes on together only if it has set out so.
            _ => None,
        };
        self.best_of(worth).map_or(self.offers[0], |(_, action)| action)
    }

    /// Into the hex that was fought for, if the unit stands better there.
    pub(super) fn advance(&self) -> Action {
        let chart = self.chart(self.seen);
        let surprise = self.seen.fight.as_ref().is_some_and(|fight| fight.kind == FightKind::Surprise);
        let worth = |action| {
            let Action::Advance { unit, to } = action else { return None };
            // A headquarters does not follow up.
            if self.game.info(unit).is_hq() {
                return None;
            }
            let from = self.seen.field.at(unit)?;
            // A defender advances once, out of the hex that he held.
            let fight = self.seen.fight.as_ref()?;
            if self.side != fight.attacker && from != fight.hex {
                return None;
            }
            let gain = self.place_worth(self.seen, &chart, unit, to) - self.place_worth(self.seen, &chart, unit, from);
            let takes = self.seen.controller(to) != self.side;
            let mut bonus = if takes { 4 + chart.goal[to] } else { 0 };
            bonus += match self.stance(&chart, unit) {
                Posture::Attack => 6,
                Posture::Defend => -4,
            };
            bonus += if self.mobile(unit) { 4 } else { 0 } + if surprise { 40 } else { 0 };
            Some(gain + bonus - self.leaves_post(&chart, from))
        };
        self.or_done(self.best(worth))
    }

    /// The last unit does not leave a place that must be held.
    fn leaves_post(&self, chart: &Chart, from: SpaceId) -> i32 {
        let left = self.seen.field.stack(from).filter(|unit| !self.game.info(*unit).is_hq()).count();
        let post = chart.goal[from] >= 20 && self.seen.controller(from) == self.side;
        let ring = || self.seen.field.stack(from).any(|unit| self.closes_ring(self.seen, unit));
        if left <= 1 && (post || ring() || self.shuts_out()) { 100 } else { 0 }
    }

    /// Mobile troops first; as many as the result allows.
    pub(super) fn mark_exploiters(&self) -> Action {
        let worth = |action| match action {
            Action::Exploit { unit } => {
                Some(1 + self.attack_of(self.seen, unit) + if self.mobile(unit) { 20 } else { 0 })
            }
            _ => None,
        };
        self.or_done(self.best(worth))
    }

    /// The unit that will be missed least.
    pub(super) fn weakest(&self) -> Action {
        let worth = |action| match action {
            Action::Eliminate { unit } | Action::Capitulate { unit } | Action::Withdraw { unit } => {
                Some(-self.worth(self.seen, unit) - self.place_matters(self.seen, unit))
            }
            _ => None,
        };
        self.best_of(worth).map_or_else(|| self.or_done(None), |(_, action)| action)
    }

    /// How much a unit is needed where it is.
    fn place_matters(&self, state: &State, unit: UnitId) -> i32 {
        let Some(at) = state.field.at(unit) else { return 0 };
        let front = if self.game.near_enemy(state, self.side, at) { 6 } else { 0 };
        front - if state.field.get(unit).supply == Supply::In { 0 } else { 8 }
    }
}
