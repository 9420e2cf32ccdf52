//! The second half of a refusal: what the player could do instead, or when.

use crate::Drive;
use crate::data::{UnitId, UnitKind};
use crate::state::{Army, Duty, Order, Place, State};
use kessel_kernel::{Case, Side};

impl Drive {
    /// When a frozen army is free (3.2, 8.4).
    pub(super) fn when_it_wakes(&self, state: &State, unit: UnitId) -> String {
        let release = &self.data.charts.release;
        match state.units[unit.index()].army {
            Army::Front(army) => format!(
                ": {} is free from turn {} on, or once the Axis attacks it or is across the start line within {} hexes of it",
                army.code(),
                self.data.blue.wakes(army),
                release.front_radius
            ),
            Army::Reserve(reserve) => match self.data.blue.reserves.get(usize::from(reserve.0)) {
                Some(army) => format!(
                    ": {} is free once your turn begins with an Axis unit within {} hexes of {}, Moscow answers, or the Axis crosses the Don",
                    army.name,
                    release.reserve_radius,
                    self.hex_name(army.hex)
                ),
                None => String::new(),
            },
            Army::Axis(_) | Army::None => String::new(),
        }
    }

    /// When an Axis army is released (3.2).
    pub(super) fn when_released(&self, state: &State, unit: UnitId) -> String {
        match state.units[unit.index()].army {
            Army::Axis(army) => format!(": {} is released in turn {}", army.code(), self.data.blue.released(army)),
            Army::Front(_) | Army::Reserve(_) | Army::None => String::new(),
        }
    }

    /// Why a unit cannot come in now (8.1 to 8.5).
    pub(super) fn when_it_comes(&self, state: &State, unit: UnitId) -> String {
        match state.units[unit.index()].place {
            Place::At(_) => ": it is on the map".into(),
            Place::Dead | Place::Piled | Place::Withdrawn => ": it has left the game".into(),
            Place::Setup | Place::Out => ": it is no reinforcement here".into(),
            Place::ToCome | Place::Waiting if self.is_taman_unit(state.scenario, unit) => {
                ": it comes when the Axis has the Taman peninsula".into()
            }
            // 8.5: rifle divisions of the pool come to the south map.
            Place::ToCome if state.south.open && self.card(unit).kind == UnitKind::Rifle => {
                let extras = &self.data.charts.extras;
                format!(
                    ": the south map gets {} rifle divisions in a turn and {} in the game",
                    extras.south_rifles_per_turn, extras.south_rifles
                )
            }
            Place::ToCome | Place::Waiting => match self.arrival(state.scenario, unit) {
                Some(turn) => format!(": it comes from turn {turn} on"),
                None if self.side(unit) == Side::Soviet => ": it has not been drawn".into(),
                None => String::new(),
            },
        }
    }

    /// What must still be withdrawn (8.7).
    pub(super) fn still_owed(&self, duty: Duty) -> String {
        let mut owed = Vec::new();
        if duty.panzers > 0 {
            owed.push(format!("German panzer divisions: {}", duty.panzers));
        }
        if duty.infantry > 0 {
            let least = self.data.charts.withdrawal.infantry_factor;
            owed.push(format!("German infantry divisions that print a {least} or more: {}", duty.infantry));
        }
        if duty.gross_deutschland {
            owed.push("Gross Deutschland".into());
        }
        if duty.motorised > 0 {
            owed.push(format!("German motorised divisions in place of Gross Deutschland: {}", duty.motorised));
        }
        if owed.is_empty() { String::new() } else { format!(" ({})", owed.join("; ")) }
    }

    /// The first counter of a unit's pile.
    pub(super) fn first_of_its_pile(&self, state: &State, unit: UnitId) -> &str {
        let alike = |u: &UnitId| {
            self.card(*u).kind == self.card(unit).kind
                && state.units[u.index()].place == state.units[unit.index()].place
                && self.ground.groups[state.scenario as usize][u.index()]
                    == self.ground.groups[state.scenario as usize][unit.index()]
        };
        let before = (0..unit.0).rev().map(UnitId).take_while(alike);
        self.unit_id(before.last().unwrap_or(unit))
    }

    /// Points that the marching group has left.
    pub(super) fn points_words(&self, state: &State) -> String {
        state.march().map_or_else(String::new, |march| format!(" ({})", self.points_left(state, &march.units)))
    }

    /// The ports by name (9.18).
    pub(super) fn port_names(&self) -> String {
        let names: Vec<String> = self.ground.ports.iter().map(|port| self.hex_name(port)).collect();
        names.join(", ")
    }
}

/// An order of phases in words.
pub(super) fn said_of(order: Order) -> &'static str {
    match order {
        Order::AssaultMove => "'prepared assaults, then movement'",
        Order::MoveAssault => "'movement, then prepared assaults'",
        Order::AssaultAssault => "'two phases of prepared assaults'",
        Order::MoveMove => "'two phases of movement'",
    }
}

/// Where a unit may come in (8.2 to 8.10).
pub(super) fn where_it_comes(case: Case) -> &'static str {
    match case.0 {
        "8.2.c" => ": it comes to the Taman hex only",
        "8.8.b" => ": it comes over the south edge, from N4227 westward",
        "8.3.a" => ": it needs a supply source of its network on the north map, and not Astrakhan",
        "8.5.a" => ": it needs a supply source of its network on the south map, or Astrakhan",
        "8.2.a" => ": it needs a working supply source of the north map",
        "8.10.a" => ": it needs a supply source of its network",
        _ => ": it needs a working supply source",
    }
}

/// Why an order of phases is not open (5.4, 5.5).
pub(super) fn why_not_in_this_order(case: Case) -> &'static str {
    match case.0 {
        "5.4.b" => ": in Blue the Soviet assaults, then moves, or once in the game moves twice",
        "5.4.c" => ": in turn 1 of Blue the German assaults first and moves then",
        "5.4.d" => ": in turn 1 of Uranus the Soviet assaults first and moves then",
        "5.5.b" => ": only the Soviet may move twice",
        "5.5.g" => ": Uranus has no such player turn",
        _ => "",
    }
}
