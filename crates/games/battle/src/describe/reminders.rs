//! Things still undone: the mandatory, and what would be lost without a word.

use crate::data::{AssetId, SpaceKind, UnitId};
use crate::decision::Decides;
use crate::state::{Duty, Frame, Kind, March, Phase, Post, State};
use crate::view::last_control;
use crate::{Action, Battle};
use kessel_board::SpaceId;
use kessel_kernel::{Reminder, Side};
use kessel_kit::show::{insist, remind, there, warn};

/// An enemy so near to an empty city is a danger that one should hear of.
const NEAR: u32 = 2;

impl Battle {
    pub(super) fn reminders(&self, seen: &State, side: Side) -> Vec<Reminder> {
        let mut reminders = Vec::new();
        match seen.frames.top() {
            Frame::Phase(phase) => match phase {
                Phase::Setup => self.setup_reminders(seen, side, &mut reminders),
                Phase::SovietAssignment | Phase::AxisAssignment => self.reserve_reminders(seen, side, &mut reminders),
                Phase::AxisWithdrawal => self.duty_reminder(seen, &mut reminders),
                Phase::SovietReplacement | Phase::AxisReplacement => purse_reminder(seen, side, &mut reminders),
                Phase::SovietMovement | Phase::AxisMovement | Phase::UranusMovement => {
                    self.movement_reminders(seen, side, &mut reminders);
                }
                Phase::SovietAttack | Phase::AxisAttack => self.attack_reminders(seen, &mut reminders),
                Phase::SovietWithdrawal | Phase::Uranus | Phase::AxisDetachments | Phase::Over => {}
            },
            Frame::March(march) => self.march_reminders(seen, *march, &mut reminders),
            Frame::Losses(_) => reminders.push(remind(
                "8.2.h",
                "The last point of a unit goes after all its assets; a point of strength is the cheapest to replace.",
            )),
            Frame::Overstack { .. } | Frame::Fight(_) | Frame::Naming { .. } | Frame::Standing { .. } => {}
            Frame::Retreat { .. } => {}
        }
        if seen.phase().side() == Some(side) {
            self.sudden_death_reminder(seen, side, &mut reminders);
        }
        reminders
    }

    fn setup_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        if side == Side::Soviet {
            let unset = self.unset(seen).len();
            if unset > 0 {
                out.push(insist(
                    "6.3.c",
                    format!("Armies without strength: {unset}, points left: {}.", self.points_left(seen)),
                ));
            }
        }
        for asset in self.assets_of_side(side) {
            let info = &self.data.assets[asset.index()];
            if seen.assets[asset.index()].post == Post::Reserve && info.only_group.is_some() {
                let rule = self.host_rule(asset).unwrap_or_default();
                out.push(insist("6.4.g", format!("{} must be assigned to {rule}.", info.name)));
            }
        }
        let waiting = self.assets_waiting(seen, side);
        if waiting > 0 {
            out.push(warn("6.4.a", format!("Assets not assigned wait in the reserve: {waiting}.")));
        }
    }

    fn reserve_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        if let Some(asset) = self.bound_asset(seen, side).map(|bound| bound.asset) {
            let rule = self.host_rule(asset).unwrap_or_default();
            out.push(insist("9.2.1.j", format!("{} must be assigned to {rule}.", self.asset_name(asset))));
        }
        let waiting = self.assets_waiting(seen, side);
        let case = if side == Side::Soviet { "9.1.1.f" } else { "9.2.1.c" };
        if waiting > 0 {
            out.push(warn(case, format!("Assets in the reserve: {waiting}.")));
        }
        let units = seen.all_in(self.data.places.soviet_reserve).len();
        if side == Side::Soviet && units > 0 {
            out.push(remind(
                "9.1.1.d",
                format!("Units in the reserve: {units}; from there they cannot enter the map."),
            ));
        }
    }

    /// Own assets in the reserve that may be assigned now.
    fn assets_waiting(&self, seen: &State, side: Side) -> usize {
        let waits = |asset: &AssetId| seen.assets[asset.index()].post == Post::Reserve;
        self.assets_of_side(side).filter(waits).count()
    }

    fn duty_reminder(&self, seen: &State, out: &mut Vec<Reminder>) {
        if seen.duty != Duty::Owed {
            return;
        }
        let payable = !self.surrenders(seen).is_empty();
        let text = if payable {
            "Grossdeutschland, or a division in its stead, must leave the game now."
        } else {
            "Grossdeutschland, or a division in its stead, is owed; nothing supplied can leave yet."
        };
        out.push(Reminder { mandatory: payable, ..remind("9.2.2.c", text) });
    }

    fn movement_reminders(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let engaged = seen.engaged - seen.moved;
        if !engaged.is_empty() && (seen.moved - seen.engaged).is_empty() {
            let n = engaged.len();
            let text = format!("Units in battle: {n}. They can leave only before any other unit moves or tries to.");
            out.push(remind("7.1.1.b", text));
        }
        // Operation Uranus is no movement phase (8.4.c): the boxes are cleared after the next one.
        let deadline =
            if seen.phase() == Phase::UranusMovement { "of your next movement phase" } else { "of the phase" };
        for space in self.data.board.boxes() {
            let over = self.overstack(seen, space, side);
            if over > 0 {
                let text = format!(
                    "{} is overstacked by {over}; what is too much there at the end {deadline} is removed.",
                    self.space_name(space)
                );
                out.push(there(self.space_id(space), warn("3.1.2.d", text)));
            }
        }
        for unit in self.own(side).iter() {
            self.gun_reminder(seen, side, unit, out);
        }
    }

    /// What becomes of a unit's anti-tank asset if it moves in one of the ways that are open to it: a march or a transfer sends it to
    /// the reserve (7.0.g), an attempt destroys it with all other assets (7.7.c).
    fn gun_reminder(&self, seen: &State, side: Side, unit: UnitId, out: &mut Vec<Reminder>) {
        let Some(space) = seen.at(unit) else { return };
        let Some(guns) = seen.assets_of(unit).iter().find(|asset| self.is_anti_tank(*asset)) else { return };
        let beside = || self.data.board.neighbors(space).iter().map(|n| n.space);
        let march = |kind| self.allows(seen, side, Action::March { unit, kind });
        let moves = [Kind::Tactical, Kind::Strategic].into_iter().any(march)
            || beside().any(|to| self.allows(seen, side, Action::Transfer { unit, to }));
        if moves {
            out.push(self.guns_left_behind(guns, unit, space));
        } else if beside().any(|to| self.allows(seen, side, Action::Attempt { unit, to })) {
            let (asset, unit) = (self.asset_name(guns), self.unit_name(unit));
            let text = format!("{asset} is destroyed with all other assets of {unit} if it tries to move.");
            out.push(there(self.space_id(space), remind("7.7.c", text)));
        }
    }

    fn guns_left_behind(&self, guns: AssetId, unit: UnitId, space: SpaceId) -> Reminder {
        let text = format!("{} would go to the reserve if {} moves.", self.asset_name(guns), self.unit_name(unit));
        there(self.space_id(space), remind("7.0.g", text))
    }

    fn attack_reminders(&self, seen: &State, out: &mut Vec<Reminder>) {
        for space in self.attacks_due(seen).iter() {
            let river = seen.marker(space).is_some_and(|marker| marker.river);
            let kind = if river { "River assault" } else { "Compulsory attack" };
            let text = format!("{kind} in {}.", self.space_name(space));
            out.push(there(self.space_id(space), insist("8.0.b", text)));
        }
    }

    /// While a unit marches: its guns, and the rivers before the enemy.
    fn march_reminders(&self, seen: &State, march: March, out: &mut Vec<Reminder>) {
        let (Some(from), side) = (seen.at(march.unit), self.side(march.unit)) else { return };
        let guns = seen.assets_of(march.unit).iter().find(|asset| self.is_anti_tank(*asset));
        out.extend(guns.filter(|_| march.spent == 0).map(|guns| self.guns_left_behind(guns, march.unit, from)));
        if seen.phase() == Phase::UranusMovement {
            return; // 8.4.e: no attack, so no river assault.
        }
        let picture = self.picture(seen);
        let enemy = picture.held[side.other().index()] - picture.battle;
        for near in self.data.board.neighbors(from).iter().filter(|n| enemy.contains(n.space)) {
            if self.over_river(from, near.space) {
                let dry = self.dry_sides(near.space, side, seen);
                let text =
                    format!("Entering {} first from here is a river assault; {dry}.", self.space_name(near.space));
                out.push(there(self.space_id(near.space), remind("7.9.1.c", text)));
            }
        }
    }

    /// From where a space that the enemy holds can be entered over dry ground: own map edges too, a Caucasus box only
    /// with last control of it (7.4.d).
    fn dry_sides(&self, to: SpaceId, side: Side, seen: &State) -> String {
        let held = self.picture(seen).held[side.other().index()];
        let open = |from: SpaceId| match self.data.spaces[from].kind {
            SpaceKind::Hex => !held.contains(from),
            SpaceKind::Caucasus => !held.contains(from) && last_control(seen, from) == side,
            SpaceKind::Front => side == Side::Soviet,
            SpaceKind::Reserve(owner) => side == owner,
        };
        let dry: Vec<&str> = self
            .data
            .board
            .neighbors(to)
            .iter()
            .filter(|n| open(n.space) && !self.over_river(n.space, to))
            .map(|n| self.space_id(n.space))
            .collect();
        if dry.is_empty() { "no side is dry".into() } else { format!("dry from {}", dry.join(", ")) }
    }

    /// 10.1: a city that would end the game at the start of the opponent's next player turn.
    fn sudden_death_reminder(&self, seen: &State, side: Side, out: &mut Vec<Reminder>) {
        let places = &self.data.places;
        let cities: &[SpaceId] = match side {
            Side::Axis => &[places.kharkov],
            Side::Soviet => &[places.stalingrad, places.astrakhan],
        };
        let picture = self.picture(seen);
        let enemy = side.other();
        for &city in cities {
            let lost = picture.held[enemy.index()].contains(city)
                && !picture.battle.contains(city)
                && picture.fed[enemy.index()].contains(city);
            if lost {
                let case = if side == Side::Axis { "10.1.a" } else { "10.1.b" };
                let text = format!(
                    "The {enemy} side holds {} in supply and wins if it still does when its turn begins.",
                    self.space_name(city)
                );
                out.push(there(self.space_id(city), warn(case, text)));
            }
            self.open_city_reminder(seen, side, city, out);
        }
    }

    /// 10.1: a city that would end the game stands empty, and the enemy is near enough to walk in.
    fn open_city_reminder(&self, seen: &State, side: Side, city: SpaceId, out: &mut Vec<Reminder>) {
        let picture = self.picture(seen);
        let near = |hex: SpaceId| self.data.board.distance(hex, city).is_some_and(|far| far <= NEAR);
        let empty = Side::BOTH.iter().all(|side| !picture.held[side.index()].contains(city));
        if empty && self.control(seen, city) == Some(side) && picture.held[side.other().index()].iter().any(near) {
            let case = if side == Side::Axis { "10.1.a" } else { "10.1.b" };
            let text = format!(
                "{} stands empty with an enemy within {NEAR} hexes; its loss can end the game.",
                self.space_name(city)
            );
            out.push(there(self.space_id(city), warn(case, text)));
        }
    }
}

fn purse_reminder(seen: &State, side: Side, out: &mut Vec<Reminder>) {
    let left = seen.purse[0] + seen.purse[1];
    if left > 0 {
        let case = if side == Side::Soviet { "9.1.3.c" } else { "9.2.3.c" };
        out.push(warn(case, format!("Points not spent are forfeited: {left}.")));
    }
}
