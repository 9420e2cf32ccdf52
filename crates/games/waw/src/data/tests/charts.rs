//! 14.12, 14.13, 15.41, 15.43, 16.51, 16.53, 19.1 as the manual prints them.

use super::data;
use crate::data::{Ground, MoveClass, PROHIBITED, Ratio, SupplyLevel, Terrain};

/// A cost of the chart in quarters of a movement point; `None` where nobody may go.
fn quarters(ground: Ground, class: MoveClass, terrain: Terrain) -> Option<u16> {
    let cost = data().charts.cost(ground, class, terrain);
    (cost != PROHIBITED).then(|| {
        assert_eq!(cost % 30, 0);
        cost / 30
    })
}

#[test]
fn costs_of_entering_and_leaving() {
    use Ground as G;
    use MoveClass as M;
    use Terrain as T;
    assert_eq!(quarters(G::Normal, M::Foot, T::Clear), Some(2));
    assert_eq!(quarters(G::Normal, M::Foot, T::Marsh), Some(8));
    assert_eq!(quarters(G::Normal, M::Tracked, T::Marsh), None);
    assert_eq!(quarters(G::Normal, M::Foot, T::Ferry), Some(3));
    assert_eq!(quarters(G::Normal, M::Truck, T::Rubble), Some(4));
    assert_eq!(quarters(G::LightMud, M::Truck, T::Forest), Some(14));
    assert_eq!(quarters(G::LightMud, M::Tracked, T::Clear), Some(3));
    assert_eq!(quarters(G::LightFreeze, M::Foot, T::Marsh), Some(5));
    assert_eq!(quarters(G::HardFreeze, M::Ski, T::Water), Some(2));
    assert_eq!(quarters(G::HardFreeze, M::Foot, T::Water), None);
    assert_eq!(quarters(G::HardFreeze, M::Tracked, T::Rubble), Some(10));
    assert_eq!(quarters(G::DeepSnow, M::Motorcycle, T::Forest), Some(18));
    assert_eq!(quarters(G::DeepSnow, M::Tracked, T::Forest), Some(12));
    assert_eq!(quarters(G::DeepSnow, M::Ski, T::Clear), Some(2));
    for ground in Ground::ALL {
        for terrain in Terrain::ALL {
            let (mounted, foot) = (quarters(ground, M::Mounted, terrain), quarters(ground, M::Foot, terrain));
            assert_eq!(mounted, foot, "mounted units pay as foot does");
        }
    }
}

#[test]
fn costs_of_hexsides() {
    let sides = &data().charts.sides;
    assert_eq!((sides.river, sides.bridge, sides.rail), (360, 60, 40));
    assert_eq!(sides.hill_light, [60, 120, 60, 60, 60]);
    assert_eq!(sides.hill_heavy, [120, 240, 120, 120, 120]);
    assert_eq!(sides.balka_motor, [120, 240, 120, 120, 240]);
    assert_eq!(sides.balka_foot, [0, 0, 0, 0, 120]);
}

#[test]
fn what_ground_does_to_odds_antitank_and_fire() {
    let of = |terrain| data().charts.terrain(terrain);
    let tenths = |terrain| of(terrain).odds / 100_000;
    assert_eq!([Terrain::City, Terrain::Factory].map(tenths), [-30, -30]);
    assert_eq!([Terrain::Rubble, Terrain::Village, Terrain::Suburb].map(tenths), [-25, -20, -20]);
    assert_eq!([Terrain::Forest, Terrain::Marsh, Terrain::Clear, Terrain::Ferry].map(tenths), [-10, -10, 0, 10]);
    assert_eq!(of(Terrain::Rubble).antitank, Ratio { p: 5, q: 2 });
    assert_eq!(of(Terrain::Ferry).antitank, Ratio { p: 1, q: 4 });
    assert_eq!(of(Terrain::Clear).fire, Ratio { p: 3, q: 2 });
    assert_eq!(of(Terrain::Marsh).fire, Ratio { p: 1, q: 2 });
    assert_eq!(data().charts.frozen_marsh.fire, Ratio { p: 3, q: 2 });
    assert_eq!(data().charts.frozen_marsh.odds, 0);
}

#[test]
fn what_supply_does_to_strength() {
    let of = |level| data().charts.supply(level);
    let half = Ratio { p: 1, q: 2 };
    assert_eq!(of(SupplyLevel::Attack).attack.of(1_000_000), 1_250_000);
    assert_eq!(of(SupplyLevel::Defensive).attack, half);
    assert_eq!(of(SupplyLevel::Defensive).defence, Ratio::ONE);
    assert_eq!(of(SupplyLevel::Minimal).defence, half);
    assert_eq!(of(SupplyLevel::None).armour, Ratio { p: 1, q: 4 });
    assert_eq!(of(SupplyLevel::None).barrage.of(7), 0);
    assert_eq!(of(SupplyLevel::Minimal).support, Ratio::ONE);
    assert_eq!(of(SupplyLevel::Minimal).movement, Ratio { p: 1, q: 3 });
    assert_eq!((of(SupplyLevel::Attack).quality, of(SupplyLevel::None).quality), (1, -1));
}

#[test]
fn losses_rise_for_the_defender_and_fall_for_the_attacker() {
    let losses = &data().charts.losses;
    assert!(losses.is_sorted_by(|one, next| one.attacker >= next.attacker && one.defender <= next.defender));
    assert_eq!((losses[0].result, losses[0].attacker, losses[0].defender), (-6_000_000, 240_000, 5_000));
}

#[test]
fn antitank_is_never_nothing_and_at_most_the_printed_pair_for_foot() {
    for class in &data().classes {
        assert!(class.antitank >= 1, "{}", class.code);
    }
}
