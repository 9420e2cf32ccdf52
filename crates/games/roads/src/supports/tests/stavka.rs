//! What STAVKA, its offensives and Mars do with supports and the reserve.

use super::*;

#[test]
fn maskirovka_fills_the_stavka_box_for_a_launch() {
    // EX11: eight real supports and a shortage; two Tank Brigades and Maskirovka with Minor A.
    let mut table = campaign("FEB I", Step::Weather);
    table.give(SOVIET, &["1334", "1434"]);
    for id in ["1334", "1434"] {
        for unit in table.game.stack_of(&table.state, table.hex(id)).iter() {
            table.state.field.put(unit, Place::Eliminated);
        }
    }
    let eight = [
        "surprise-1",
        "surprise-2",
        "artillery-2-1",
        "artillery-2-2",
        "artillery-3-1",
        "reserves-1",
        "tank-brigade-1",
        "vvs-1",
        "shortage-1",
    ];
    for id in eight {
        table.at(id, Spot::Box(SupportBox::Stavka));
    }
    for id in ["tank-brigade-2", "tank-brigade-3", "maskirovka-1"] {
        table.at(id, Spot::Box(SupportBox::MinorA));
    }
    table.state.offensives[Om::MinorA as usize] = Offensive::Hex(table.hex("1317"));
    let rostov = table.hex("0518");
    table.go("FEB I", SOVIET, Step::Launch);
    assert_eq!(table.refused(SOVIET, Action::Launch { at: rostov }), Some("11.4.1.a"));
    table.go("FEB I", SOVIET, Step::Maskirovka);
    let marker = table.marker("maskirovka-1");
    table.play(SOVIET, Action::Maskirovka { marker });
    for id in ["tank-brigade-2", "tank-brigade-3"] {
        let marker = table.marker(id);
        table.play(SOVIET, Action::Shift { marker, to: SupportBox::Stavka });
    }
    // Its box is empty: the step passes.
    assert_eq!(table.state.step(), Step::Lift);
    table.play(SOVIET, Action::Done);
    table.play(SOVIET, Action::Launch { at: rostov });
    assert_eq!(table.state.step(), Step::Spend);
    assert!(table.state.launched && table.state.major_west);
    assert_eq!(table.spot("shortage-1"), Spot::Pool);
    assert_eq!(table.refused(SOVIET, Action::Done), Some("11.4.2.h"));
    // Artillery and Reserves for a chosen Surprise Attack.
    let (gun, reserves, chosen) =
        (table.marker("artillery-3-1"), table.marker("reserves-1"), table.marker("surprise-3"));
    table.play(SOVIET, Action::Trade { marker: gun });
    table.play(SOVIET, Action::Pay { marker: reserves });
    table.play(SOVIET, Action::Choose { marker: chosen });
    assert_eq!(table.spot("surprise-3"), Spot::Box(SupportBox::Major));
    assert_eq!((table.spot("reserves-1"), table.state.swapped), (Spot::Pool, 1));
    for marker in table.game.box_of(&table.state, SupportBox::Stavka).iter() {
        table.play(SOVIET, Action::Keep { marker });
    }
    assert_eq!(table.game.box_of(&table.state, SupportBox::Major).len(), 9);
}

#[test]
fn a_unit_of_the_reserve_comes_beside_a_supplied_friend_for_a_support() {
    let mut table = campaign("FEB I", Step::Weather);
    let at = table.hex("1433");
    table.remove("87SD", Place::Reserve);
    table.remove("5TK", Place::Reserve);
    table.at("vvs-1", Spot::Box(SupportBox::Stavka));
    table.state.offensives[0] = Offensive::Hex(at);
    table.state.launched = true;
    table.go("FEB I", SOVIET, Step::Spend);
    let to = table.hex("1635");
    let tank = Action::Release { unit: table.unit("5TK"), to };
    assert_eq!(table.refused(SOVIET, tank), Some("11.4.2.e"));
    let far = Action::Release { unit: table.unit("87SD"), to: table.hex("1930") };
    assert_eq!(table.refused(SOVIET, far), Some("11.4.2.f"));
    let rifle = Action::Release { unit: table.unit("87SD"), to };
    table.play(SOVIET, rifle);
    assert_eq!(table.place("87SD"), Place::Hex(to));
    assert_eq!(table.steps("87SD"), 2);
    let marker = table.marker("vvs-1");
    table.play(SOVIET, Action::Pay { marker });
}

#[test]
fn a_marker_must_lie_at_stalingrad_while_the_axis_is_there() {
    let mut table = campaign("NOV IV", Step::PlaceMinor);
    table.state.offensives[2] = Offensive::Due(4);
    assert_eq!(table.refused(SOVIET, Action::Done), Some("S3.o"));
    let place = |table: &Table, om, hex: &str| Action::Place { om, at: table.hex(hex) };
    assert_eq!(table.refused(SOVIET, place(&table, Om::MinorA, "1125")), Some("S3.o"));
    table.go("DEC I", SOVIET, Step::PlaceMinor);
    table.state.offensives[2] = Offensive::Due(4);
    assert_eq!(table.refused(SOVIET, Action::Done), Some("11.1.2.b"));
    assert_eq!(table.refused(SOVIET, place(&table, Om::MinorA, "1125")), Some("11.1.2.b"));
    table.state.offensives[2] = Offensive::InBox;
    assert_eq!(table.refused(SOVIET, place(&table, Om::MinorA, "1125")), None);
    assert_eq!(table.refused(SOVIET, place(&table, Om::MinorA, "1624")), Some("11.1.2.f"));
    assert_eq!(table.refused(SOVIET, place(&table, Om::MinorA, "2618")), Some("11.1.2.e"));
    table.act(SOVIET, place(&table, Om::MinorA, "1335"));
    assert_eq!(table.refused(SOVIET, Action::Done), None);
    // 11.3.1: two hexes, and one more on the Stalingrad side.
    assert!(table.game.om_covers(&table.state, Om::MinorA, table.hex("1332")));
    assert!(!table.game.om_covers(&table.state, Om::MinorA, table.hex("1331")));
}

#[test]
fn a_marker_under_axis_units_comes_back_at_the_end_of_the_turn() {
    let mut table = campaign("DEC II", Step::PlaceMinor);
    for (om, hex) in [(Om::MinorA, "1334"), (Om::MinorB, "1125")] {
        table.state.offensives[om as usize] = Offensive::Hex(table.hex(hex));
    }
    table.at("vvs-1", Spot::Box(SupportBox::MinorA));
    table.go("DEC II", SOVIET, Step::Lift);
    for om in [Om::MinorA, Om::MinorB] {
        assert!(table.act(SOVIET, Action::Lift { om }));
    }
    assert_eq!(table.state.offensives[1..], [Offensive::Lifted, Offensive::InBox]);
    assert_eq!(table.spot("vvs-1"), Spot::Pool);
}

#[test]
fn the_test_marker_takes_real_supports_with_the_shortages() {
    let mut table = campaign("DEC II", Step::Weather);
    for id in ["test-shortage", "shortage-1", "shortage-2", "shortage-3", "vvs-1", "vvs-2"] {
        table.at(id, Spot::Box(SupportBox::MinorA));
    }
    table.go("DEC II", SOVIET, Step::Movement);
    table.game.test_shortage(&mut table.state, &mut Log::new());
    assert_eq!(*table.state.frames.top(), Frame::ReturnReal { from: SupportBox::MinorA, left: 2, unmatched: 1 });
    assert_eq!((table.spot("test-shortage"), table.spot("shortage-3")), (Spot::Pool, Spot::Pool));
    // Both must go: nothing to choose.
    table.game.go_on(&mut table.state, &mut table.dice, &mut table.log);
    assert_eq!(*table.state.frames.top(), Frame::MarkOos { left: 1 });
    assert_eq!(table.spot("vvs-2"), Spot::Pool);
    let at = table.hex("1827");
    assert_eq!(table.refused(AXIS, Action::Mark { at: table.hex("1931") }), Some("12.3.d"));
    table.play(AXIS, Action::Mark { at });
    assert_eq!(table.state.field.get(table.unit("14G")).supply, Supply::Out);
    assert_eq!(table.state.frames.depth(), 1);
}

#[test]
fn the_first_marker_of_lost_momentum_is_the_test() {
    let mut table = campaign("DEC II", Step::Movement);
    let (state, log) = (&mut table.state, &mut table.log);
    for _ in 0..3 {
        table.game.add_shortage(state, kessel_kernel::Case("12.1.a"), log);
    }
    let spots = ["test-shortage", "shortage-1", "shortage-2", "shortage-3"].map(|id| table.spot(id));
    assert_eq!(spots, [Spot::Pool, Spot::Pool, Spot::Pool, Spot::Outside]);
    table.game.take_shortage(&mut table.state, kessel_kernel::Case("PA.SUP.stalin"), &mut table.log);
    assert_eq!(table.spot("test-shortage"), Spot::Pool);
}

#[test]
fn the_reserve_is_released_by_two_hqs() {
    // EX12: Stalingrad on a road with priority, Voronezh in a city with a railroad.
    let mut table = campaign("DEC II", Step::Weather);
    for id in ["1GMK", "87SD", "300SD", "4KK"] {
        table.remove(id, Place::Reserve);
    }
    table.go("DEC II", SOVIET, Step::Release);
    let hq = |table: &Table, id: &str| Action::Solicit { unit: table.unit(id) };
    let action = hq(&table, "Stalingrad");
    table.play(SOVIET, action);
    assert_eq!(table.refused(SOVIET, Action::Roll), Some("13.1.1.a"), "two HQs are chosen first");
    let action = hq(&table, "Voronezh");
    table.play(SOVIET, action);
    table.dice([1]);
    table.play(SOVIET, Action::Roll);
    assert_eq!(table.state.stavka.left, 2);
    let next = table.hex("1236");
    let release = |table: &Table, id: &str, to: SpaceId| Action::Release { unit: table.unit(id), to };
    let near = table.hex("1234");
    assert_eq!(table.refused(SOVIET, release(&table, "1GMK", near)), Some("13.1.1.g"), "next to the enemy");
    let action = release(&table, "1GMK", next);
    table.play(SOVIET, action);
    assert_ne!(table.refused(SOVIET, release(&table, "87SD", next)), None);
    table.dice([4]);
    table.play(SOVIET, Action::Roll);
    assert_eq!(table.state.stavka.left, 2);
}

#[test]
fn tired_units_recover_in_the_reserve() {
    let mut table = campaign("DEC II", Step::Enter);
    let unit = table.unit("260SD");
    table.state.field.get_mut(unit).steps = 1;
    let hq = table.unit("Don");
    assert_eq!(table.refused(SOVIET, Action::Enter { unit: table.unit("14G"), hq }), Some("13.1.3.a"));
    table.play(SOVIET, Action::Enter { unit, hq });
    assert_eq!((table.place("260SD"), table.steps("260SD")), (Place::Reserve, 2));
    table.play(SOVIET, Action::Enter { unit: table.unit("273SD"), hq });
    assert_eq!(table.refused(SOVIET, Action::Enter { unit: table.unit("298SD"), hq }), Some("13.1.3.b"));
}

#[test]
fn mars_ends_in_collapse_and_brings_its_units() {
    let mut table = campaign("DEC I", Step::Weather);
    table.state.mars.at = -2;
    table.go("DEC I", SOVIET, Step::Shortages);
    table.dice([1, 1]);
    table.go("DEC I", SOVIET, Step::Mars);
    assert!(table.act(SOVIET, Action::Done));
    assert!(table.state.mars.over && table.state.mars.at == -3);
    assert_eq!((table.place("12Pz"), table.place("52ID")), (Place::Due(3), Place::Due(3)));
    assert_eq!(table.game.mars_modifier(&table.state), -1);
    table.state.turn = 7;
    assert_eq!(table.game.mars_modifier(&table.state), 0);
}
