use crate::action::Action;
use crate::setup::tests::Table;
use crate::state::{Place, Step};
use kessel_kernel::Side;

#[test]
fn an_upgrade_keeps_place_and_strength() {
    let mut table = Table::new("campaign");
    let corps = table.unit("26TK");
    table.state.field.get_mut(corps).steps = 1;
    table.go("DEC I", Side::Soviet, Step::Upgrades);
    assert_eq!(table.place("26TK"), Place::Withdrawn);
    assert_eq!((table.place("1GTK"), table.steps("1GTK")), (Place::Hex(table.hex("1927")), 1));
    // 18.2.1.a: an eliminated unit is upgraded among the eliminated.
    table.remove("4MK", Place::Eliminated);
    table.go("DEC III", Side::Soviet, Step::Upgrades);
    assert_eq!(table.place("3GMK"), Place::Eliminated);
}

#[test]
fn any_rifle_division_becomes_guards() {
    let mut table = Table::new("campaign");
    table.go("JAN I", Side::Soviet, Step::Upgrades);
    let (rifle, tanks) = (table.unit("23SD"), table.unit("1TK"));
    let into = table.unit("59G");
    assert_eq!(table.refused(Side::Soviet, Action::Done), Some("18.2.1.c"));
    assert_eq!(table.refused(Side::Soviet, Action::Upgrade { unit: tanks, into }), Some("18.2.1.c"));
    assert!(table.act(Side::Soviet, Action::Upgrade { unit: rifle, into }));
    assert_eq!(table.place("59G"), Place::Hex(table.hex("1732")));
    assert_eq!(table.refused(Side::Soviet, Action::Upgrade { unit: table.unit("24SD"), into }), Some("18.2.1.a"));
    let (unit, into) = (table.unit("278SD"), table.unit("60G"));
    assert!(table.act(Side::Soviet, Action::Upgrade { unit, into }));
    assert_eq!(table.refused(Side::Soviet, Action::Done), None);
}

#[test]
fn the_army_of_stalingrad_leaves_once_the_city_is_taken() {
    let mut table = Table::new("campaign");
    table.go("FEB II", Side::Soviet, Step::Withdrawals);
    assert_eq!(table.state.owed, [0; 2]);
    table.give(Side::Soviet, &["1334", "1434"]);
    table.go("FEB III", Side::Soviet, Step::Withdrawals);
    assert_eq!(table.state.owed, [9, 28]);
    assert_eq!(table.refused(Side::Soviet, Action::Done), Some("18.1.1.a"));
    let (guards, corps) = (table.unit("4G"), table.unit("26TK"));
    assert_eq!(table.refused(Side::Soviet, Action::Withdraw { unit: corps }), Some("18.1.1.a"));
    assert!(table.act(Side::Soviet, Action::Withdraw { unit: guards }));
    assert_eq!((table.place("4G"), table.state.owed), (Place::Withdrawn, [8, 28]));
}

#[test]
fn too_few_divisions_cost_all_replacements() {
    let mut table = Table::new("campaign");
    table.give(Side::Soviet, &["1334", "1434"]);
    for id in ["13G", "15G", "27G", "36G"] {
        table.remove(id, Place::Eliminated);
    }
    table.go("FEB II", Side::Soviet, Step::Withdrawals);
    // Eight Guards divisions are left of the nine: all of them go.
    assert_eq!(table.state.owed, [0, 28]);
    assert!(table.state.no_points[Side::Soviet.index()] && table.state.withdrawn);
    assert_eq!((table.place("4G"), table.place("13G")), (Place::Withdrawn, Place::Eliminated));
    table.go("FEB II", Side::Soviet, Step::Replacements);
    assert_eq!(table.state.points, [0; 2]);
}

#[test]
fn romanians_leave_but_for_two() {
    let mut table = Table::new("campaign");
    table.go("FEB I", Side::Axis, Step::Withdrawals);
    assert_eq!((table.place("Ro3A"), table.place("Ro4A")), (Place::Withdrawn, Place::Withdrawn));
    let owed = table.state.owed[0];
    assert_eq!(usize::from(owed) + 2, table.state.leaving.len());
    let unit = table.unit("R6");
    assert!(table.act(Side::Axis, Action::Withdraw { unit }));
    assert_eq!(table.state.owed[0] + 1, owed);
    let german = table.unit("376ID");
    assert_eq!(table.refused(Side::Axis, Action::Withdraw { unit: german }), Some("18.1.1.a"));
}
