//! Every unit has a supply line when the game begins (19.4, 19.7, 29.0).

use super::scenario;
use crate::data::{HqRank, Scale, Scenario, ScenarioId, Start, Terrain, UnitId};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use std::collections::VecDeque;

/// Who stands where on turn 1, and where a line may run.
struct Field<'a> {
    scenario: &'a Scenario,
    stands: Vec<[bool; 2]>,
}

impl Field<'_> {
    fn new(scenario: &Scenario) -> Field<'_> {
        let mut stands = vec![[false; 2]; scenario.map.board.len()];
        for unit in &scenario.units {
            if let Start::Hex(hex) = unit.place {
                stands[hex.index()][unit.side.index()] = true;
            }
        }
        Field { scenario, stands }
    }

    fn near(&self, hex: SpaceId, side: Side) -> bool {
        let around = self.scenario.map.board.neighbors(hex);
        around.iter().any(|neighbor| self.stands[neighbor.space.index()][side.index()])
    }

    /// Owned ground, free of enemy zones unless friends are there or near; water stops it, ferries are for the Soviets.
    fn is_open(&self, hex: SpaceId, side: Side) -> bool {
        let ground = match self.scenario.map.terrain[hex] {
            Terrain::Water => false,
            Terrain::Ferry => side == Side::Soviet,
            _ => true,
        };
        let held = self.stands[hex.index()][side.index()];
        let owned = self.scenario.owner[hex] == side;
        ground && owned && (held || !self.near(hex, side.other()) || self.near(hex, side))
    }

    /// The length of the shortest line from a hex to one of the goals.
    fn line(&self, from: SpaceId, side: Side, goals: &[SpaceId]) -> Option<u32> {
        let mut far = vec![u32::MAX; self.stands.len()];
        far[from.index()] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(hex) = open.pop_front() {
            if goals.contains(&hex) {
                return Some(far[hex.index()]);
            }
            for neighbor in self.scenario.map.board.neighbors(hex) {
                let next = neighbor.space;
                let may = goals.contains(&next) || self.is_open(next, side);
                if may && far[next.index()] == u32::MAX {
                    far[next.index()] = far[hex.index()] + 1;
                    open.push_back(next);
                }
            }
        }
        None
    }
}

/// The longest line that still brings something (19.43).
fn longest(scenario: &Scenario, unit: UnitId) -> u32 {
    let info = scenario.unit(unit);
    match (scenario.map.scale, info.hq.map(|hq| (hq.rank, hq.level))) {
        (Scale::City, _) => 128,
        (Scale::Field, Some(_)) => 128,
        (Scale::Field, None) => 47,
        (Scale::Front, Some((HqRank::Front, _) | (_, 1))) => 128,
        (Scale::Front, Some((HqRank::Army | HqRank::Corps, _))) => 191,
        (Scale::Front, _) => 47,
    }
}

fn place(scenario: &Scenario, unit: UnitId) -> Option<SpaceId> {
    match scenario.unit(unit).place {
        Start::Hex(hex) => Some(hex),
        _ => None,
    }
}

#[test]
fn every_unit_on_the_map_has_a_supply_line_on_turn_1() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        let field = Field::new(scenario);
        for unit in scenario.unit_ids() {
            let Some(hex) = place(scenario, unit) else { continue };
            let info = scenario.unit(unit);
            let above = info.superior.and_then(|superior| place(scenario, superior));
            let own = scenario.sources.iter().filter(|source| source.side == info.side).map(|source| source.hex);
            let goals: Vec<_> = above.map_or_else(|| own.collect(), |hex| vec![hex]);
            let length = field.line(hex, info.side, &goals);
            let most = longest(scenario, unit);
            assert!(
                length.is_some_and(|length| length <= most),
                "{id:?}: {} at {}: {length:?} of {most}",
                info.id,
                scenario.map.board.name(hex)
            );
        }
    }
}

#[test]
fn each_side_begins_with_sources_of_its_own() {
    for id in ScenarioId::ALL {
        let scenario = scenario(id);
        for side in Side::BOTH {
            let own = scenario.sources.iter().filter(|source| source.side == side);
            let (open, shut): (Vec<_>, Vec<_>) = own.partition(|source| scenario.owner[source.hex] == side);
            assert!(!open.is_empty(), "{id:?}: the {side} have no source");
            // A source on enemy ground gives nothing before it is taken: they are few.
            assert!(shut.len() <= open.len(), "{id:?} {side}: {shut:?}");
        }
    }
}
