use crate::action::Action;
use crate::setup::tests::Table;
use crate::state::{Place, Step};
use kessel_kernel::Side;

#[test]
fn arrivals_without_a_choice_come_by_themselves() {
    let mut table = Table::new("campaign");
    table.go("NOV IV", Side::Axis, Step::Arrivals);
    assert_eq!(table.place("Hollidt"), Place::Hex(table.hex("1125")));
    assert_eq!((table.place("15Lw"), table.steps("15Lw")), (Place::Hex(table.hex("0426")), 2));
    // 6Pz may choose among the stations of the line.
    let unit = table.unit("6Pz-a");
    assert_eq!(table.refused(Side::Axis, Action::Done), Some("S0.a"));
    let (wrong, right) = (table.hex("1125"), table.hex("0628"));
    assert_eq!(table.refused(Side::Axis, Action::Arrive { unit, at: wrong }), Some("S0.a"));
    assert!(table.act(Side::Axis, Action::Arrive { unit, at: right }));
    let unit = table.unit("6Pz-b");
    assert!(table.act(Side::Axis, Action::Arrive { unit, at: right }));
    assert_eq!(table.refused(Side::Axis, Action::Done), None);
    assert!(table.state.arrived.contains(unit));
}

#[test]
fn enemies_in_every_entry_hex_bar_the_way() {
    let mut table = Table::new("campaign");
    table.put("23SD", "0426");
    table.go("NOV IV", Side::Axis, Step::Arrivals);
    assert_eq!(table.place("15Lw"), Place::Eliminated);
    let (unit, at) = (table.unit("6Pz-a"), table.hex("0426"));
    assert_eq!(table.refused(Side::Axis, Action::Arrive { unit, at }), Some("S0.a"));
}

#[test]
fn soviet_reinforcements_may_enter_one_major_city() {
    let mut table = Table::new("campaign");
    table.go("NOV IV", Side::Soviet, Step::Arrivals);
    assert_eq!(table.place("1GMK"), Place::Reserve);
    table.give(Side::Soviet, &["0518"]);
    table.go("DEC I", Side::Soviet, Step::Arrivals);
    assert_eq!(table.place("7TK"), Place::Due(3));
    let (unit, at) = (table.unit("7TK"), table.hex("0518"));
    assert!(table.act(Side::Soviet, Action::Arrive { unit, at }));
    assert_eq!((table.place("7TK"), table.place("5MK")), (Place::Hex(at), Place::Reserve));
}

#[test]
fn grossdeutschland_comes_early_if_the_donets_is_crossed() {
    let mut table = Table::new("campaign");
    table.state.turn = table.game.data.turn("JAN I").expect("a turn").0;
    table.game.note_conditions(&mut table.state, &mut table.log);
    let due = table.game.data.turn("JAN IV").expect("a turn").0;
    assert_eq!(table.place("GD-a"), Place::Due(due));
    table.put("23SD", "1409");
    table.game.note_conditions(&mut table.state, &mut table.log);
    table.game.note_conditions(&mut table.state, &mut table.log);
    assert_eq!(table.place("GD-a"), Place::Due(due - 1));
}

#[test]
fn the_caucasus_army_goes_round_if_rostov_is_lost() {
    let mut table = Table::new("campaign");
    table.give(Side::Soviet, &["0518"]);
    table.go("JAN II", Side::Axis, Step::Arrivals);
    let (unit, at) = (table.unit("111ID"), table.hex("1901"));
    assert_eq!(table.refused(Side::Axis, Action::Arrive { unit, at: table.hex("0018") }), Some("S0.a"));
    assert!(table.act(Side::Axis, Action::Arrive { unit, at }));
}

#[test]
fn an_evacuated_division_returns_reduced_to_an_hq() {
    let mut table = Table::new("campaign");
    let unit = table.unit("376ID");
    table.remove("376ID", Place::Due(3));
    table.state.field.get_mut(unit).steps = 1;
    table.go("DEC I", Side::Axis, Step::Arrivals);
    let (far, near) = (table.hex("1909"), table.hex("0931"));
    assert_eq!(table.refused(Side::Axis, Action::Arrive { unit, at: far }), Some("17.3.13.a"));
    assert!(table.act(Side::Axis, Action::Arrive { unit, at: near }));
    assert_eq!((table.place("376ID"), table.steps("376ID")), (Place::Hex(near), 1));
}

#[test]
fn the_free_division_needs_a_lost_stalingrad() {
    let mut table = Table::new("campaign");
    for id in ["376ID", "44ID", "22Pz"] {
        table.remove(id, Place::Eliminated);
    }
    table.go("JAN I", Side::Axis, Step::FreeDivision);
    let (unit, at) = (table.unit("376ID"), table.hex("0931"));
    assert_eq!(table.refused(Side::Axis, Action::Rebuild { unit, at }), Some("17.2.3"));
    table.give(Side::Soviet, &["1334", "1434"]);
    // Neither elite nor armored.
    for id in ["44ID", "22Pz"] {
        let unit = table.unit(id);
        assert_eq!(table.refused(Side::Axis, Action::Rebuild { unit, at }), Some("17.2.3"), "{id}");
    }
    assert!(table.act(Side::Axis, Action::Rebuild { unit, at }));
    assert_eq!((table.place("376ID"), table.steps("376ID")), (Place::Hex(at), 1));
    assert_eq!(table.refused(Side::Axis, Action::Rebuild { unit, at }), Some("17.2.3"));
}
