//! What each legal action is called, and how the table shows it.

mod done;
mod preview;
mod prompt;
mod reminders;

use crate::data::{AssetId, UnitId};
use crate::state::{Frame, Kind, Phase, Piece, State};
use crate::{Action, Battle};
use kessel_board::SpaceId;
use kessel_kernel::event::Force;
use kessel_kernel::facets::Says;
use kessel_kernel::{Aim, Offer, OfferKind, Seen, Side};
use kessel_kit::Word;
use kessel_kit::offer::{about, at_cost, said};

impl Says for Battle {
    fn describe(&self, seen: &Seen<State>, side: Side, action: Action) -> Offer {
        about(self.aim(seen, side, action), self.said_of(seen, side, action))
    }

    fn aim(&self, seen: &Seen<State>, _: Side, action: Action) -> Aim {
        let aim = action.aim(self);
        let here = |aim: Aim, unit: UnitId| aim.where_it_is(seen.at(unit).map(|space| self.space_id(space)));
        let called = |verb: String, aim: Aim| Aim { verb: verb.into(), ..aim };
        match action {
            Action::Strength { unit, points } => here(called(format!("strength points {points}"), aim), unit),
            Action::Buy { unit, minor } => here(called(format!("buy minor {minor}"), aim), unit),
            Action::RebuildUnit { minor, .. } | Action::RebuildStep { minor, .. } => {
                called(format!("rebuild minor {minor}"), aim)
            }
            Action::March { unit, kind } => here(called(format!("march {}", kind.word()), aim), unit),
            Action::Assign { unit, .. }
            | Action::Remove { unit }
            | Action::Exclude { unit }
            | Action::Leave { unit } => here(aim, unit),
            Action::Step { to } => match *seen.frames.top() {
                Frame::March(march) => {
                    let kind = self.kind_of_entry(seen, march.unit, to);
                    Aim { kind, ..aim }.with(&*self.data.units[march.unit.index()].id)
                }
                _ => Aim::new("step", OfferKind::Other),
            },
            Action::Attempt { unit, to } => Aim { kind: self.kind_of_entry(seen, unit, to), ..aim }.entering(),
            Action::Attack { .. } => aim.battle(),
            _ => aim,
        }
    }
}

impl Battle {
    /// Going among the enemy is shown as an attack (7.9.1).
    fn kind_of_entry(&self, seen: &State, unit: UnitId, to: SpaceId) -> OfferKind {
        let enemy = self.picture(seen).held[self.side(unit).other().index()].contains(to);
        if enemy { OfferKind::Attack } else { OfferKind::Move }
    }

    /// What is said of an action.
    fn said_of(&self, state: &State, side: Side, action: Action) -> Offer {
        let (u, a) = (|unit| self.unit_name(unit), |asset| self.asset_name(asset));
        let s = |space| self.space_name(space);
        match action {
            Action::Strength { unit, points } => said(format!("{}: strength {points}", u(unit)), "Basic strength"),
            Action::Historical => said("Take the suggested set-up", "Set-up"),
            Action::Assign { asset, unit } => said(format!("{} to {}", a(asset), u(unit)), "Assign assets"),
            Action::Place { unit, at } => said(format!("{} to {}", u(unit), s(at)), "Place units"),
            Action::Deploy { unit, at } => said(format!("{} arrives in {}", u(unit), s(at)), "Army detachments"),
            Action::Withdraw { asset } => said(format!("{} to the reserve", a(asset)), "Withdraw assets"),
            Action::Surrender { asset } => {
                at_cost(said(format!("{} leaves the game", a(asset)), "Owed"), "out of the game for good")
            }
            Action::Buy { .. } | Action::RebuildUnit { .. } | Action::RebuildStep { .. } => {
                self.describe_purchase(state, action)
            }
            Action::March { unit, kind } => self.describe_march(state, unit, kind),
            Action::Step { to } => self.describe_step(state, to),
            Action::Halt => said("Stop here", "March"),
            Action::Transfer { unit, to } => {
                let guns = self.left_behind(state, unit).map(|guns| format!("; {guns}")).unwrap_or_default();
                at_cost(said(format!("{} to {}", u(unit), s(to)), "Front boxes"), format!("the whole move{guns}"))
            }
            Action::Attempt { unit, to } => self.describe_attempt(state, unit, to),
            Action::Remove { unit } => {
                at_cost(said(format!("Remove {}", u(unit)), "Overstacked"), "dead pile, with its assets")
            }
            Action::Launch => {
                let units = self.data.charts.uranus_moves(state.turn);
                said(format!("Launch Operation Uranus: units that move again: {units}"), "Operation Uranus")
            }
            Action::Attack { at } => self.describe_attack(state, side, at),
            Action::Exclude { unit } => said(format!("{} takes no part", u(unit)), "Overstacked"),
            Action::LoseStrength { unit } => self.describe_lost_strength(state, side, unit),
            Action::LoseStep { asset } => self.describe_lost_step(state, side, asset),
            Action::Leave { unit } => said(format!("Let {} leave the city", u(unit)), "Leave the city"),
            Action::Retreat { unit, to } => {
                // 8.3.g: there it shares losses and retreats, but does not fight this turn.
                let battle = self.picture(state).battle.contains(to);
                let note = if battle { ", into the battle there" } else { "" };
                said(format!("{} back to {}{note}", u(unit), s(to)), "Retreat enemy units")
            }
            Action::Done => said(self.done_label(state, side), ""),
        }
    }

    fn describe_purchase(&self, state: &State, action: Action) -> Offer {
        let costs = &self.data.charts.costs;
        match action {
            Action::Buy { unit, minor } => {
                let now = state.units[unit.index()].strength;
                let label = format!("{}: strength {now} to {}", self.unit_name(unit), now + 1);
                at_cost(said(label, "Raise strength"), price(costs.strength, minor))
            }
            Action::RebuildUnit { unit, minor } => {
                let label = format!("{} back to the reserve", self.unit_name(unit));
                at_cost(said(label, "Rebuild units"), price(costs.unit, minor))
            }
            Action::RebuildStep { asset, minor } => {
                let (now, info) = (state.assets[asset.index()].steps, &self.data.assets[asset.index()]);
                let label = format!("{}: steps {now} to {} of {}", info.name, now + 1, info.rebuild_steps);
                at_cost(said(label, "Rebuild assets"), price(costs.asset_step, minor))
            }
            _ => Offer::default(),
        }
    }

    fn describe_march(&self, state: &State, unit: UnitId, kind: Kind) -> Offer {
        let info = &self.data.units[unit.index()];
        let (group, points) = match (kind, info.side) {
            (Kind::Tactical, _) => ("Tactical movement", info.tactical.to_string()),
            (Kind::Strategic, Side::Soviet) => ("Strategic movement", info.strategic[0].to_string()),
            (Kind::Strategic, Side::Axis) => {
                ("Strategic movement", format!("{} in the ALZ, {} outside", info.strategic[0], info.strategic[1]))
            }
        };
        let label = format!("{}: {}, {points}", info.name, kind.word());
        Offer { cost: self.left_behind(state, unit), ..said(label, group) }
    }

    /// 7.0.g: the anti-tank asset that a move leaves behind.
    fn left_behind(&self, state: &State, unit: UnitId) -> Option<String> {
        let guns = state.assets_of(unit).iter().find(|asset| self.is_anti_tank(*asset));
        guns.map(|asset| format!("{} stays behind and goes to the reserve", self.asset_name(asset)))
    }

    /// What follows if a unit meets the enemy in the space it enters, in words (7.9.1): the first one in has a battle to fight, over a river as an
    /// assault; in Operation Uranus no attack follows (8.4.e).
    fn entry(&self, state: &State, unit: UnitId, to: SpaceId) -> &'static str {
        let picture = self.picture(state);
        if self.kind_of_entry(state, unit, to) == OfferKind::Move {
            return "";
        }
        let river = state.at(unit).is_some_and(|from| self.over_river(from, to));
        let uranus = state.phase() == Phase::UranusMovement;
        match (uranus, picture.battle.contains(to)) {
            (true, true) => ", joining the battle; no attack follows now",
            (true, false) => ", starting a battle; no attack follows now",
            (false, true) => ", joining the battle",
            (false, false) if river => ", a river assault: your tanks count half",
            (false, false) => ", starting a battle",
        }
    }

    /// A step; one that meets the enemy is shown as an attack.
    fn describe_step(&self, state: &State, to: SpaceId) -> Offer {
        let Frame::March(march) = *state.frames.top() else { return Offer::default() };
        let note = self.entry(state, march.unit, to);
        let label = format!("To {}{note}", self.space_name(to));
        let used = march.spent + 1;
        let step = self.step_of(state, march, to);
        let cost = step.map(|step| format!("point {used} of {}", self.limit(step)));
        // What the fight would be: asked of by whoever is about to enter it.
        let odds = (!note.is_empty()).then(|| self.fight_words(state, march.unit, to));
        let cost = [cost, odds].into_iter().flatten().reduce(|cost, odds| format!("{cost}; {odds}"));
        Offer { cost, ..said(label, "March") }
    }

    /// `12 against 1 to 9, odds 1-1 to 6-1; 58% that they give way`: the battle that a step leads into, as far as one may know it.
    fn fight_words(&self, state: &State, unit: UnitId, to: SpaceId) -> String {
        let report = self.preview_of_step(state, unit, to);
        let range = |force: &Force| match (force.total, force.most) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let sums: Vec<String> = report.forces.iter().map(range).collect();
        let gives_way = report.forecast.as_ref().map_or(0, |forecast| forecast.clears / 10);
        format!("{}, odds {}; {gives_way}% that they give way", sums.join(" against "), report.column)
    }

    fn describe_attempt(&self, state: &State, unit: UnitId, to: SpaceId) -> Offer {
        let strength = state.units[unit.index()].strength;
        let note = self.entry(state, unit, to);
        let label = format!("{} tries to reach {}{note}", self.unit_name(unit), self.space_name(to));
        let lost = state.assets_of(unit).len();
        let cost = match lost {
            0 => format!("a die of {strength} or more"),
            n => format!("a die of {strength} or more; assets destroyed first: {n}"),
        };
        at_cost(said(label, "Without supply"), cost)
    }

    fn describe_attack(&self, state: &State, side: Side, at: SpaceId) -> Offer {
        let due = self.attacks_due(state).contains(at);
        let group = if due { "Compulsory attacks" } else { "Voluntary attacks" };
        let preview = Some(Box::new(self.preview(state, side, at)));
        Offer { preview, ..said(format!("Attack in {}", self.space_name(at)), group) }
    }

    fn describe_lost_strength(&self, state: &State, side: Side, unit: UnitId) -> Offer {
        let left = state.units[unit.index()].strength.saturating_sub(named(state, side, Piece::Unit(unit)));
        let cost = if left <= 1 {
            "the unit dies".into()
        } else {
            format!("{} to replace", price(self.data.charts.costs.strength, 0))
        };
        let label = format!("{}: strength {left} to {}", self.unit_name(unit), left.saturating_sub(1));
        at_cost(said(label, "Basic strength"), cost)
    }

    fn describe_lost_step(&self, state: &State, side: Side, asset: AssetId) -> Offer {
        let info = &self.data.assets[asset.index()];
        let left = state.assets[asset.index()].steps.saturating_sub(named(state, side, Piece::Asset(asset)));
        let label = match left {
            0 | 1 => format!("{}: destroyed", info.name),
            n => {
                let factor = |steps: u8| info.factors[usize::from(steps)];
                format!("{}: {} to {}", info.name, factor(n), factor(n - 1))
            }
        };
        let cost = if left > info.rebuild_steps {
            "can never be regained".into()
        } else {
            format!("{} to rebuild", price(self.data.charts.costs.asset_step, 0))
        };
        at_cost(said(label, "Assets"), cost)
    }
}

/// `3 points`, `2 points, 1 of them minor`.
fn price(points: u8, minor: u8) -> String {
    let whole = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
    match minor {
        0 => whole,
        n if n == points => whole.replace("point", "minor point"),
        n => format!("{whole}, {n} of them minor"),
    }
}

/// How often a side has named a piece for the losses being taken.
fn named(state: &State, side: Side, piece: Piece) -> u8 {
    match state.frames.top() {
        Frame::Losses(losses) => losses.taken[side.index()].iter().filter(|p| **p == piece).count() as u8,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
