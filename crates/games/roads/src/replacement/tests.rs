use crate::action::Action;
use crate::setup::tests::Table;
use crate::state::{Bill, Frame, Place, Spot, Step, Supply, SupportBox};
use kessel_kernel::Side;

#[test]
fn points_come_by_the_schedule_and_the_track() {
    let mut table = Table::new("campaign");
    for (turn, side, points) in [
        ("NOV III", Side::Soviet, [0, 0]),
        ("NOV III", Side::Axis, [0, 0]),
        ("NOV IV", Side::Soviet, [2, 0]),
        // Box 7 gives three, one of them for allies (17.3.3).
        ("NOV IV", Side::Axis, [3, 1]),
    ] {
        table.go(turn, side, Step::Replacements);
        assert_eq!(table.state.points, points, "{turn} {side}");
    }
    table.go("NOV IV", Side::Axis, Step::Replacements);
    table.act(Side::Axis, Action::Done);
    assert_eq!(table.state.points, [0, 0]);
    table.state.okh.approval = 1;
    // 16.2.2: Manstein's box 5.
    table.go("NOV IV", Side::Axis, Step::Replacements);
    assert_eq!(table.state.points, [2, 1]);
}

#[test]
fn a_step_needs_supply_and_no_enemy_beside_it() {
    let mut table = Table::new("campaign");
    for id in ["258SD", "51G", "16TK"] {
        let unit = table.unit(id);
        table.state.field.get_mut(unit).steps = 1;
    }
    table.go("NOV IV", Side::Soviet, Step::Replacements);
    let (rear, front, tanks) = (table.unit("258SD"), table.unit("51G"), table.unit("16TK"));
    assert_eq!(table.refused(Side::Soviet, Action::Restore { unit: front }), Some("17.3.14"));
    assert_eq!(table.refused(Side::Soviet, Action::Restore { unit: table.unit("1TK") }), Some("17.3.7"));
    table.state.field.get_mut(rear).supply = Supply::Out;
    assert_eq!(table.refused(Side::Soviet, Action::Restore { unit: rear }), Some("17.3.14"));
    table.state.field.get_mut(rear).supply = Supply::In;
    assert!(table.act(Side::Soviet, Action::Restore { unit: rear }));
    assert_eq!((table.steps("258SD"), table.state.points[0]), (2, 1));
    // 17.3.7: armor needs a support.
    assert_eq!(table.refused(Side::Soviet, Action::Restore { unit: tanks }), Some("17.3.7"));
    let marker = table.game.data.supports.marker("vvs-1").expect("a marker");
    table.state.markers[marker.index()] = Spot::Box(SupportBox::Stavka);
    assert!(table.act(Side::Soviet, Action::Restore { unit: tanks }));
    assert_eq!(*table.state.frames.top(), Frame::Pay { side: Side::Soviet, left: 1, bill: Bill::Armor });
}

#[test]
fn rebuilt_soviet_units_come_whole_and_rebuilt_axis_units_reduced() {
    let mut table = Table::new("campaign");
    for id in ["23SD", "376ID", "R6", "R4"] {
        table.remove(id, Place::Eliminated);
    }
    table.go("NOV IV", Side::Soviet, Step::Replacements);
    let (unit, at) = (table.unit("23SD"), table.hex("STAVKA"));
    assert_eq!(table.refused(Side::Soviet, Action::Rebuild { unit, at: table.hex("1931") }), Some("17.3.13.b"));
    assert!(table.act(Side::Soviet, Action::Rebuild { unit, at }));
    assert_eq!((table.place("23SD"), table.steps("23SD")), (Place::Reserve, 2));
    table.go("NOV IV", Side::Axis, Step::Replacements);
    let (unit, at) = (table.unit("376ID"), table.hex("0931"));
    assert!(table.act(Side::Axis, Action::Rebuild { unit, at }));
    assert_eq!((table.place("376ID"), table.steps("376ID")), (Place::Hex(at), 1));
    assert!(table.act(Side::Axis, Action::Restore { unit }));
    // A Romanian needs his own HQ, and the allies have one point.
    table.go("NOV IV", Side::Axis, Step::Replacements);
    let unit = table.unit("R6");
    assert_eq!(table.refused(Side::Axis, Action::Rebuild { unit, at }), Some("17.3.13.a"));
    let at = table.hex("1324");
    assert!(table.act(Side::Axis, Action::Rebuild { unit, at }));
    let unit = table.unit("R4");
    assert_eq!(table.refused(Side::Axis, Action::Rebuild { unit, at }), Some("17.3.3"));
}

#[test]
fn a_removed_hq_returns_where_it_has_a_line() {
    let mut table = Table::new("campaign");
    table.remove("SouthWest", Place::Removed);
    table.go("NOV IV", Side::Soviet, Step::Return);
    let unit = table.unit("SouthWest");
    assert_eq!(table.refused(Side::Soviet, Action::Done), Some("4.1.2.b"));
    // Next to an enemy; where another HQ stands.
    for at in ["1828", "1733"] {
        let at = table.hex(at);
        assert_eq!(table.refused(Side::Soviet, Action::Return { unit, at }), Some("4.1.2.b"));
    }
    let at = table.hex("1832");
    assert!(table.act(Side::Soviet, Action::Return { unit, at }));
    assert_eq!(table.place("SouthWest"), Place::Hex(at));
    assert_eq!(table.refused(Side::Soviet, Action::Done), None);
}
