use super::Mind;
use super::chart::Posture;
use super::purpose::Purpose;
use crate::action::Action;
use crate::data::UnitId;
use crate::setup::tests::Table;
use crate::state::{FightKind, Frame, Place, Retreat, Supply};
use kessel_board::SpaceId;
use kessel_kernel::{Side, Temperament};

#[test]
fn infantry_holds_while_the_panzers_strike() {
    let table = Table::new("backhand-blow");
    let mind = mind(&table, Side::Axis);
    let chart = mind.chart(&table.state);
    assert_eq!(mind.stance(&chart, table.unit("335ID")), Posture::Defend);
    assert_eq!(mind.stance(&chart, table.unit("3SS-a")), Posture::Attack);
    // Kharkov is the prize: without a major city the rest counts for nothing.
    assert!(chart.goal[table.hex("2108")] > chart.goal[table.hex("0518")]);
}

#[test]
fn the_prize_is_the_city_that_the_enemy_holds_least() {
    let mut table = Table::new("backhand-blow");
    assert_eq!(mind(&table, Side::Axis).prize(&table.state), Some(table.hex("2108")), "Kharkov");
    let rostov = table.hex("0518");
    let board = &table.game.map(&table.state).board;
    let near = board.within(rostov, 8).flat_map(|hex| table.state.field.stack(hex));
    let soviets: Vec<_> = near.filter(|unit| table.game.info(*unit).side == Side::Soviet).collect();
    assert!(!soviets.is_empty());
    soviets.into_iter().for_each(|unit| table.state.field.put(unit, Place::Eliminated));
    assert_eq!(mind(&table, Side::Axis).prize(&table.state), Some(rostov));
}

#[test]
fn of_two_lost_cities_the_one_near_the_sources_is_struck_for() {
    let mut table = Table::new("backhand-blow");
    let (kharkov, rostov) = (table.hex("2108"), table.hex("0518"));
    for unit in table.game.data.unit_ids() {
        table.state.field.put(unit, Place::Eliminated);
    }
    let places = [("3SS-a", "2007"), ("48G", "2108"), ("25G", "2108"), ("11Pz", "0517"), ("33G", "0518")];
    for (unit, hex) in places {
        table.state.field.put(table.unit(unit), Place::Hex(table.hex(hex)));
    }
    table.state.axis_control.remove(kharkov);
    table.state.axis_control.remove(rostov);
    assert_eq!(mind(&table, Side::Axis).prize(&table.state), Some(kharkov));
    // Whoever outweighs the enemy by far goes there all the same.
    table.state.field.put(table.unit("33G"), Place::Eliminated);
    assert_eq!(mind(&table, Side::Axis).prize(&table.state), Some(rostov));
}

#[test]
fn an_hq_that_was_lost_comes_back_where_the_panzers_strike() {
    let mut table = Table::new("star-and-gallop");
    let (hq, kharkov) = (table.unit("Lanz"), table.hex("2108"));
    table.state.field.put(hq, Place::Eliminated);
    table.state.axis_control.remove(kharkov);
    table.state.okh.backhand_used = true;
    // Those who will strike have not come yet: there is nobody to feed near the city.
    let board = &table.game.map(&table.state).board;
    let near: Vec<_> = board.within(kharkov, 9).flat_map(|hex| table.state.field.stack(hex)).collect();
    near.into_iter().for_each(|unit| table.state.field.put(unit, Place::Eliminated));
    let offers = [table.hex("0812"), table.hex("1903")].map(|at| Action::Rebuild { unit: hq, at });
    let rebuilt = |table: &Table| Mind { offers: &offers, ..mind(table, Side::Axis) }.replace();
    assert_eq!(rebuilt(&table), offers[1], "the city is struck back for");
    table.state.field.put(table.unit("4PzA"), Place::Hex(table.hex("1903")));
    assert_eq!(rebuilt(&table), offers[0], "another HQ feeds those who do");
    table.state.field.put(table.unit("4PzA"), Place::Eliminated);
    table.state.okh.backhand_used = false;
    assert_eq!(rebuilt(&table), offers[0], "nobody strikes back");
}

#[test]
fn panzers_come_onto_the_map_where_they_strike() {
    let mut table = Table::new("star-and-gallop");
    // Kharkov is lost, and Zaporozhye is to be held.
    table.state.axis_control.remove(table.hex("2108"));
    table.state.field.put(table.unit("38G"), Place::Hex(table.hex("1207")));
    let places = [table.hex("1401"), table.hex("1901")];
    let arrives = |table: &Table, unit: UnitId| {
        let offers = places.map(|at| Action::Arrive { unit, at });
        Mind { offers: &offers, ..mind(table, Side::Axis) }.arrive()
    };
    let (panzers, infantry) = (table.unit("1SS-a"), table.unit("106ID"));
    table.state.okh.backhand_used = true;
    assert_eq!(arrives(&table, panzers), Action::Arrive { unit: panzers, at: places[1] });
    assert_eq!(arrives(&table, infantry), Action::Arrive { unit: infantry, at: places[0] }, "it holds");
    table.state.okh.backhand_used = false;
    assert_eq!(arrives(&table, panzers), Action::Arrive { unit: panzers, at: places[0] }, "nobody strikes back");
}

#[test]
fn panzers_that_strike_back_leave_guarding_to_others() {
    let table = Table::new("backhand-blow");
    let mind = mind(&table, Side::Axis);
    let mut chart = mind.chart(&table.state);
    let (unit, at) = (table.unit("3SS-a"), table.state.field.at(table.unit("Fr-Pico")).expect("it is on the map"));
    let striking = mind.place_worth(&table.state, &chart, unit, at);
    chart.counterstroke = false;
    assert!(striking < mind.place_worth(&table.state, &chart, unit, at), "the HQ draws them less");
}

#[test]
fn a_march_has_a_purpose_that_names_its_goal() {
    let table = Table::new("backhand-blow");
    let mind = mind(&table, Side::Axis);
    let chart = mind.chart(&table.state);
    let kharkov = table.hex("2108");
    let near = mind.game.around(&table.state, kharkov).next().expect("it has neighbours");
    assert_eq!(mind.purpose_of(&chart, table.unit("3SS-a"), near), Purpose::Take(kharkov));
    assert_eq!(mind.words_of(Purpose::Take(kharkov)), "On the way to 2108 Kharkov, which is to be taken.");
    let at = table.state.field.at(table.unit("Fr-Pico")).expect("it is on the map");
    assert!(matches!(mind.purpose_of(&chart, table.unit("335ID"), at), Purpose::Hold(_)), "infantry holds");
    assert!(matches!(mind.purpose_of(&chart, table.unit("3SS-a"), at), Purpose::Take(_)), "panzers strike");
}

fn mind(table: &Table, side: Side) -> Mind<'_> {
    Mind { game: &table.game, seen: &table.state, side, offers: &[], temperament: Temperament::Balanced }
}

#[test]
fn every_front_has_its_goal() {
    let table = Table::new("star-and-gallop");
    let chart = mind(&table, Side::Soviet).chart(&table.state);
    for near in ["2108", "0518"] {
        assert!(chart.goal[table.hex(near)] > chart.goal[table.hex("1203")], "{near} before Dnepropetrovsk");
    }
}

#[test]
fn an_hq_near_the_enemy_is_guarded() {
    let table = Table::new("backhand-blow");
    let chart = mind(&table, Side::Axis).chart(&table.state);
    let at = table.state.field.at(table.unit("Fr-Pico")).expect("it is on the map");
    assert!(chart.goal[at] > 0);
}

#[test]
fn a_line_across_the_relief_leaves_it_less_room() {
    let mut table = Table::new("wintergewitter");
    let held = mind(&table, Side::Soviet).relief_room(&table.state);
    for unit in ["4MK", "13MK", "126SD", "302SD", "91SD", "4KK"] {
        let unit = table.unit(unit);
        table.state.field.put(unit, Place::Eliminated);
    }
    assert!(held < mind(&table, Side::Soviet).relief_room(&table.state));
    // The relief does not deny itself anything.
    assert_eq!(mind(&table, Side::Axis).relief_room(&table.state), 0);
}

#[test]
fn the_fortress_is_stormed_when_it_is_hungry() {
    let mut table = Table::new("campaign");
    let (unit, at) = (table.unit("71ID"), table.hex("1334"));
    table.state.field.get_mut(unit).supply = Supply::Fortress;
    table.state.fortress.level = 10;
    assert!(mind(&table, Side::Soviet).storm_part(&table.state, at) < 100);
    table.state.fortress.level = 3;
    assert_eq!(mind(&table, Side::Soviet).storm_part(&table.state, at), 100);
}

#[test]
fn an_hq_that_falls_behind_costs_more_the_farther_it_is() {
    let table = Table::new("campaign");
    let (hq, mind) = (table.unit("Voronezh"), mind(&table, Side::Soviet));
    let near = table.state.field.at(hq).expect("it is on the map");
    assert_eq!(mind.hq_behind(&table.state, hq, None, near), 0);
    assert!(mind.hq_behind(&table.state, hq, None, table.hex("2634")) > 0);
}

#[test]
fn a_corridor_feeds_the_relief_past_the_enemy() {
    let mut table = Table::new("wintergewitter");
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    // One Soviet division on the railroad: next to it nobody is fed unless friends hold the way.
    for unit in table.game.data.unit_ids().collect::<Vec<_>>() {
        let far = table.state.field.at(unit).is_some_and(|at| table.game.space(&table.state, at).row < 12);
        if table.game.info(unit).side == Side::Soviet && far {
            table.state.field.put(unit, Place::Aside);
        }
    }
    let (guard, head) = (table.unit("126SD"), table.unit("6Pz-a"));
    table.state.field.put(guard, Place::Hex(table.hex("0931")));
    table.state.field.put(head, Place::Hex(table.hex("1030")));
    table.state.moved.insert(head);
    let mind = mind(&table, Side::Axis);
    assert_eq!(mind.relieved(&table.state), Some(table.game.in_supply(&table.state, head)));
    let mut units: Vec<_> = ["6Pz-b", "23Pz"].map(|unit| table.unit(unit)).to_vec();
    let reaches = mind.reaches(&table.state, &units);
    units.push(head);
    let posts = mind.relief_posts(&mind.chart(&table.state), &reaches, &units);
    let mut after = table.state.clone();
    for (unit, way) in &posts {
        way.iter().for_each(|way| after.field.put(*unit, Place::Hex(way.end())));
    }
    assert_eq!(mind.relieved(&after), Some(true), "{posts:?}");
}

#[test]
fn a_wall_shuts_the_relief_out() {
    let mut table = Table::new("wintergewitter");
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    let units: Vec<_> =
        ["4MK", "13MK", "126SD", "302SD", "91SD", "4KK", "2GMK", "24G", "33G", "98SD"].map(|u| table.unit(u)).to_vec();
    for (unit, hex) in
        units.iter().zip(["1029", "1030", "1031", "1032", "1033", "1034", "1035", "1132", "1133", "1131"])
    {
        table.state.field.put(*unit, Place::Hex(table.hex(hex)));
    }
    let soviet = mind(&table, Side::Soviet);
    assert!(soviet.shuts_out());
    let reaches = soviet.reaches(&table.state, &units);
    let posts = soviet.denying_posts(&reaches, &units);
    let mut after = table.state.clone();
    for (unit, way) in &posts {
        way.iter().for_each(|way| after.field.put(*unit, Place::Hex(way.end())));
    }
    // Nothing is left to be shut: no hex is needed for it.
    assert_eq!(soviet.wall(&after, &crate::state::Spaces::EMPTY), Some(Vec::new()));
    for unit in &units {
        after.field.put(*unit, Place::Aside);
    }
    assert_ne!(soviet.wall(&after, &crate::state::Spaces::EMPTY), Some(Vec::new()));
}

#[test]
fn whoever_has_the_last_move_guards_nothing() {
    let mut table = Table::new("wintergewitter");
    assert!(!mind(&table, Side::Axis).no_reply());
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    assert!(mind(&table, Side::Axis).no_reply());
    assert!(!mind(&table, Side::Soviet).no_reply());
}

#[test]
fn an_enemy_on_the_roads_behind_the_hqs_is_a_goal() {
    let mut table = Table::new("campaign");
    let (unit, at) = (table.unit("H12"), table.hex("1935"));
    let before = mind(&table, Side::Soviet).chart(&table.state).goal[at];
    table.state.field.put(unit, Place::Hex(at));
    assert!(mind(&table, Side::Soviet).chart(&table.state).goal[at] > before);
}

#[test]
fn a_city_with_enough_before_it_draws_fewer() {
    let mut table = Table::new("star-and-gallop");
    let kharkov = table.hex("2108");
    let crowded = mind(&table, Side::Soviet).chart(&table.state).goal[kharkov];
    for unit in table.game.data.unit_ids().collect::<Vec<_>>() {
        let info = table.game.info(unit);
        if info.side == Side::Soviet && !info.is_hq() && table.state.field.at(unit).is_some() {
            table.state.field.put(unit, Place::Aside);
        }
    }
    assert!(mind(&table, Side::Soviet).chart(&table.state).goal[kharkov] > crowded);
}

#[test]
fn stragglers_are_no_front_for_an_hq() {
    let mut table = Table::new("campaign");
    let (hq, at, unit) = (table.unit("Voronezh"), table.hex("2634"), table.unit("H12"));
    let far = mind(&table, Side::Soviet).hq_behind(&table.state, hq, None, at);
    table.state.field.put(unit, Place::Hex(table.hex("2630")));
    assert!(mind(&table, Side::Soviet).hq_behind(&table.state, hq, None, at) < far);
    table.state.field.get_mut(unit).supply = Supply::Out;
    assert_eq!(mind(&table, Side::Soviet).hq_behind(&table.state, hq, None, at), far);
}

#[test]
fn an_hq_leads_its_front_to_the_city_before_it() {
    let mut table = Table::new("campaign");
    let (hq, kharkov) = (table.unit("Voronezh"), table.hex("2108"));
    assert_eq!(mind(&table, Side::Soviet).city_of(hq), Some(kharkov));
    let at = table.state.field.at(hq).expect("it is on the map");
    let soviet = mind(&table, Side::Soviet);
    let far = soviet.hq_behind(&table.state, hq, Some(kharkov), at);
    assert!(far > soviet.hq_behind(&table.state, hq, None, at), "the city is farther off than the enemy");
    table.state.axis_control.remove(kharkov);
    assert_ne!(mind(&table, Side::Soviet).city_of(hq), Some(kharkov), "it is taken");
}

#[test]
fn the_greatest_prize_draws_those_who_are_near_it() {
    let table = Table::new("campaign");
    let (soviet, board) = (mind(&table, Side::Soviet), &table.game.map(&table.state).board);
    let pull = soviet.chart(&table.state).pull;
    let top = board.hexes().max_by_key(|hex| pull[*hex]).expect("a hex");
    let beside: Vec<i32> = soviet.game.around(&table.state, top).map(|hex| pull[hex]).collect();
    assert!(beside.iter().any(|near| pull[top] - near > 20), "it fades fast: {} and {beside:?}", pull[top]);
    let [far, farther] = ["1926", "2026"].map(|hex| pull[table.hex(hex)]);
    assert!((far - farther).abs() <= 4, "and slowly far off: {far}, {farther}");
}

#[test]
fn the_ring_decides_until_its_turn_has_passed() {
    let mut table = Table::new("campaign");
    let last = table.game.data.turn("DEC IV").expect("a turn").0;
    let decides = |table: &Table| mind(table, Side::Soviet).ring_decides(&table.state);
    assert!(!decides(&table), "there is time");
    table.state.turn = last;
    assert!(decides(&table));
    table.state.turn = last + 1;
    assert!(!decides(&table));
}

#[test]
fn an_empty_city_that_counts_is_manned_before_attacks() {
    let mut table = Table::new("backhand-blow");
    let (kharkov, unit) = (table.hex("2108"), table.unit("3SS-a"));
    for soviet in table.state.field.stack(kharkov).collect::<Vec<_>>() {
        table.state.field.put(soviet, Place::Eliminated);
    }
    table.state.axis_control.insert(kharkov);
    let manned = |table: &Table| {
        let axis = mind(table, Side::Axis);
        let chart = axis.chart(&table.state);
        (axis.is_prize(&chart, kharkov), axis.keeps_prize(&chart, unit))
    };
    assert_eq!(manned(&table), (true, false), "nobody is there");
    table.state.field.put(unit, Place::Hex(kharkov));
    assert_eq!(manned(&table), (true, true), "the first who is there stays");
}

/// The pocket of the introductory scenario, with these units put where the test wants them.
fn pocket(places: &[(&str, &str)]) -> Table {
    let mut table = Table::new("wintergewitter");
    for (unit, hex) in places {
        let (unit, hex) = (table.unit(unit), table.hex(hex));
        table.state.field.put(unit, Place::Hex(hex));
    }
    table
}

#[test]
fn the_pocket_is_besieged_although_nobody_is_left_in_the_city() {
    let table = pocket(&[("305ID", "1433"), ("389ID", "1433"), ("71ID", "1432"), ("295ID", "1432")]);
    assert!(!table.game.axis_in_stalingrad(&table.state));
    let soviet = mind(&table, Side::Soviet);
    assert!(soviet.besieges(&table.state));
    assert!(soviet.ring(&table.state).contains(table.hex("1232")), "they could come back to the marker");
}

#[test]
fn those_behind_a_weak_outpost_stay_in_the_ring() {
    let mut table = pocket(&[("29Mot", "1432"), ("3Mot", "1433")]);
    let behind = ["1231", "1331"].map(|hex| table.hex(hex));
    let (outpost, at) = (table.unit("29SD"), table.hex("1332"));
    table.state.field.put(outpost, Place::Hex(at));
    let soviet = mind(&table, Side::Soviet);
    let ring = soviet.ring(&table.state);
    assert!(!ring.contains(at), "one division is not relied on");
    assert!(behind.iter().all(|hex| ring.contains(*hex)), "so the stacks behind it close the ring");
    // Three of them are.
    for unit in ["157SD", "36G"].map(|unit| table.unit(unit)) {
        table.state.field.put(unit, Place::Hex(at));
    }
    assert!(!mind(&table, Side::Soviet).ring(&table.state).contains(behind[0]));
}

#[test]
fn who_is_thrown_out_of_the_ring_closes_it_again() {
    let mut table = pocket(&[("Stalingrad", "1034")]);
    let (start, ends) = (table.hex("1232"), ["1132", "1133"].map(|hex| table.hex(hex)));
    let units = ["36G", "157SD", "29SD"].map(|unit| table.unit(unit));
    let retreat = Retreat {
        side: Side::Soviet,
        units: units.into_iter().collect(),
        hexes: 1,
        origin: Some(start),
        going: Default::default(),
        gone: 0,
        start,
    };
    table.state.frames.push(Frame::Retreat(retreat));
    let offers: Vec<Action> =
        units.iter().flat_map(|unit| ends.map(|to| Action::Retreat { unit: *unit, to })).collect();
    let soviet = Mind { offers: &offers, ..mind(&table, Side::Soviet) };
    assert_eq!(soviet.closing_retreats(), ends, "one to each hex behind the gap");
    // The first has gone: the next goes to the other hex.
    table.state.field.put(units[0], Place::Hex(ends[0]));
    *table.state.frames.top_mut() = Frame::Retreat(Retreat { units: units[1..].iter().copied().collect(), ..retreat });
    let soviet = Mind { offers: &offers, ..mind(&table, Side::Soviet) };
    assert_eq!(soviet.closing_retreats(), ends[1..]);
}

#[test]
fn in_its_last_turn_the_relief_goes_for_whoever_bars_its_way() {
    let mut table = Table::new("wintergewitter");
    let row = mind(&table, Side::Axis).relief_row().expect("the relief must reach a row");
    let barring = |table: &Table| {
        let axis = mind(table, Side::Axis);
        let mut goal = table.game.map(&table.state).board.space_map(0);
        axis.breach_goals(&table.state, row, &mut goal);
        table.state.field.occupied(Side::Soviet).iter().filter(|hex| goal[*hex] > 0).count()
    };
    assert_eq!(barring(&table), 0, "it is too early");
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    assert!(barring(&table) > 0);
}

/// A single division in Stalingrad South, and Soviets around it but for one hex, to which somebody could come.
fn nearly_sealed() -> (Table, SpaceId) {
    let mut table = Table::new("uranus");
    for unit in table.game.data.unit_ids().collect::<Vec<_>>() {
        if table.state.field.at(unit).is_some() && !table.game.info(unit).is_hq() {
            table.state.field.put(unit, Place::Aside);
        }
    }
    let (city, besieged) = (table.hex("1334"), table.unit("71ID"));
    table.state.field.put(besieged, Place::Hex(city));
    let around: Vec<SpaceId> = table.game.around(&table.state, city).collect();
    let gap = table.hex("1233");
    let posts: Vec<SpaceId> = around.into_iter().filter(|hex| *hex != gap).collect();
    let divisions = ["422SD", "38SD", "15G", "36G", "157SD", "29SD"].map(|unit| table.unit(unit));
    for (unit, hex) in divisions.into_iter().zip(posts.iter().copied().chain([table.hex("1133")])) {
        table.state.field.put(unit, Place::Hex(hex));
    }
    (table, gap)
}

#[test]
fn an_open_pocket_that_costs_points_is_closed_before_attacks() {
    let (mut table, gap) = nearly_sealed();
    let soviet = mind(&table, Side::Soviet);
    assert!(soviet.must_seal(&table.state));
    assert!(!mind(&table, Side::Axis).must_seal(&table.state));
    let (orders, why) = soviet.plan_movement();
    assert!(why.iter().any(|(_, purpose)| *purpose == Purpose::Ring), "{why:?}");
    assert!(orders.iter().any(|order| *order == Action::Step { to: gap }), "{orders:?}");
    // Sealed: somebody of each stack that seals it stays behind in an attack.
    let (closing, at) = (table.unit("169SD"), table.hex("1334"));
    table.state.field.put(closing, Place::Hex(gap));
    let soviet = mind(&table, Side::Soviet);
    let chart = soviet.chart(&table.state);
    assert!(chart.ring.contains(gap));
    let made = soviet.standing_attack(&mut table.state.clone(), &chart, FightKind::Combat, at);
    assert!(made.is_none_or(|assault| !assault.units.contains(closing)), "it is alone in its hex");
}

#[test]
fn of_two_rings_one_is_kept() {
    let (mut table, gap) = nearly_sealed();
    let held = *table.state.field.occupied(Side::Soviet);
    let city = table.hex("1334");
    let behind = table.game.around(&table.state, gap).filter(|hex| !held.contains(*hex) && *hex != city);
    let hexes: Vec<SpaceId> = behind.chain([gap]).collect();
    let is_spare = |unit: &UnitId| {
        let info = table.game.info(*unit);
        info.side == Side::Soviet && !info.is_hq() && table.state.field.at(*unit).is_none()
    };
    let spare: Vec<UnitId> = table.game.data.unit_ids().filter(is_spare).collect();
    for (unit, hex) in spare.into_iter().zip(&hexes) {
        table.state.field.put(unit, Place::Hex(*hex));
    }
    let soviet = mind(&table, Side::Soviet);
    let first = table.state.field.stack(gap).next().expect("it was put there");
    assert!(!soviet.closes_ring(&table.state, first), "those behind it close the ring, too");
    assert!(soviet.ring(&table.state).contains(gap), "but not if they think the same of it");
}

#[test]
fn hexes_of_a_region_score_in_the_last_turn() {
    let mut table = Table::new("uranus");
    let (beyond, between, named) = (table.hex("1325"), table.hex("1328"), table.hex("1125"));
    let scored = |table: &Table, side| {
        let points = mind(table, side).chart(&table.state).points;
        [beyond, between, named].map(|hex| points[hex])
    };
    assert_eq!(scored(&table, Side::Soviet), [0, 0, 0], "nothing is counted yet");
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    assert_eq!(scored(&table, Side::Soviet), [1, 0, 0], "beyond the Chir; Morozovsk is a goal of its own");
    assert_eq!(scored(&table, Side::Axis), [0, 1, 0], "between Chir and Don");
}

#[test]
fn a_hex_whose_loss_ends_the_game_is_never_left_empty() {
    let (mut table, _) = nearly_sealed();
    table.state.turn = table.game.scenario(&table.state).last_turn.0;
    let (city, unit) = (table.hex("1334"), table.unit("71ID"));
    let keeps = |side| {
        let mind = mind(&table, side);
        let chart = mind.chart(&table.state);
        (mind.is_prize(&chart, city), mind.keeps_prize(&chart, unit))
    };
    assert_eq!(keeps(Side::Axis), (true, true), "S2.v2, even if the enemy moves no more");
    assert_eq!(keeps(Side::Soviet), (false, false));
}
