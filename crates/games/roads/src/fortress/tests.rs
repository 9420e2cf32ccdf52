//! The pocket, by the examples 9 and 13 of the book.

use super::*;
use crate::data::{Cloud, Effect, Ju52Event, StrategicHex};
use crate::decision::{Decides, Then};
use crate::state::{Manstein, Step};
use crate::testing::game;
use kessel_kernel::facets::*;

struct Table {
    game: Roads,
    state: State,
    log: Log,
}

impl Table {
    fn new(scenario: &str) -> Table {
        let game = game();
        let mut log = Log::new();
        let state = game.first_position(scenario, &mut Dice::scripted([]), &mut log);
        Table { game, state, log }
    }

    fn hex(&self, name: &str) -> SpaceId {
        self.game.map(&self.state).board.space(name).expect("a hex of the map")
    }

    fn unit(&self, id: &str) -> UnitId {
        self.game.data.unit(id).expect("a unit of the game")
    }

    fn marker(&self, id: &str) -> crate::data::SupportId {
        self.game.data.supports.marker(id).expect("a support of the game")
    }

    fn put(&mut self, ids: &[&str], hex: &str) {
        let at = self.hex(hex);
        for id in ids {
            let unit = self.unit(id);
            self.state.field.put(unit, Place::Hex(at));
        }
        let unit = self.unit(ids[0]);
        match self.state.field.get(unit).side {
            Side::Axis => self.state.axis_control.insert(at),
            Side::Soviet => self.state.axis_control.remove(at),
        };
    }

    fn gone(&mut self, ids: &[&str]) {
        for id in ids {
            let unit = self.unit(id);
            self.state.field.put(unit, Place::Eliminated);
        }
    }

    fn at(&mut self, step: Step, phasing: Side, turn: &str) {
        self.state.turn = self.game.data.turn(turn).expect("a turn").0;
        self.state.phasing = phasing;
        self.state.frames = kessel_kernel::Frames::new(Frame::Step(step));
    }

    /// The ring of the first turn, with the units of the examples.
    fn ring() -> Table {
        let mut table = Table::new("campaign");
        table.gone(&["R6", "R15GL", "R20", "R2"]);
        for (ids, hex) in [
            (&["4TK"][..], "1331"),
            (&["26TK"], "1330"),
            (&["1TK"], "1429"),
            (&["8KK"], "1529"),
            (&["3GKK", "51G"], "1628"),
            (&["4MK"], "1231"),
            (&["13MK"], "1132"),
            (&["422SD", "169SD"], "1033"),
            (&["38SD"], "1133"),
        ] {
            table.put(ids, hex);
        }
        table.supply();
        table
    }

    fn supply(&mut self) {
        let Table { game, state, log } = self;
        game.remove_hqs(state, Side::Axis, log);
        game.supply_units(state, Side::Axis, log);
    }

    fn play(&mut self, side: Side, action: Action, dice: &[u8]) {
        let game = &self.game;
        game.check(&self.state, side, action).unwrap_or_else(|no| panic!("{action:?}: {no}"));
        let mut dice = Dice::scripted(dice.iter().copied());
        game.apply_unchecked(&mut self.state, side, action, &mut dice, &mut self.log);
        assert_eq!(dice.fault(), None);
    }

    fn declare() -> Table {
        let mut table = Table::ring();
        table.at(Step::Declare, Side::Axis, "NOV III");
        let at = table.hex("1333");
        let Table { game, state, log } = &mut table;
        game.check(state, Side::Axis, Action::Fortress { at }).expect("it may be declared");
        game.do_declare(state, Side::Axis, Action::Fortress { at }, &mut Dice::scripted([]), log);
        table
    }
}

#[test]
fn the_ring_of_the_example_is_closed_and_the_fortress_is_declared() {
    let mut table = Table::ring();
    assert!(table.game.sealed(&table.state));
    // Approval as in example 13 before the declaration.
    table.state.okh.approval = 5;
    table.at(Step::Declare, Side::Axis, "NOV III");
    let at = table.hex("1333");
    table.play(Side::Axis, Action::Fortress { at }, &[]);
    let state = &table.state;
    assert_eq!((state.fortress.level, state.fortress.marker, state.fortress.ever), (10, Some(at), true));
    assert_eq!((state.okh.approval, state.okh.prestige), (4, 4));
    assert_eq!(state.field.get(table.unit("6A")).place, Place::Withdrawn);
    let alarms = table.game.box_of(state, SupportBox::Axis);
    assert_eq!(alarms.len(), 3);
    assert_eq!(state.field.get(table.unit("71ID")).supply, Supply::Fortress);
    assert_eq!(*state.frames.top(), Frame::Superiority { on: false });
    // The Soviets switch an effect off; then the sealed pocket costs one more (EX13.f).
    table.play(Side::Soviet, Action::Deactivate { effect: Effect::HumanWaves }, &[6, 5, 4, 3, 2, 1, 1, 1]);
    assert_eq!(table.state.okh.approval, 3);
    assert!(!table.state.superior(Effect::HumanWaves));
}

#[test]
fn the_pocket_is_not_sealed_while_a_gap_is_left() {
    let mut table = Table::ring();
    let unit = table.unit("4TK");
    table.state.field.put(unit, Place::Aside);
    assert!(!table.game.sealed(&table.state), "1331 is open, next to enemies or not");
}

#[test]
fn influence_stops_at_enemy_units() {
    let mut table = Table::declare();
    let (far, near) = (table.hex("1330"), table.hex("1332"));
    assert!(table.game.in_influence(&table.state, near));
    assert!(!table.game.in_influence(&table.state, far), "enemies stand there");
    assert!(!table.game.in_influence(&table.state, table.hex("1733")));
    table.state.fortress.marker = Some(table.hex("1332"));
    // No airfield: two hexes.
    assert!(!table.game.in_influence(&table.state, table.hex("1335")));
}

#[test]
fn example_nine_level_modifier_and_markers() {
    let mut table = Table::declare();
    table.at(Step::AirBridge, Side::Axis, "NOV IV");
    table.state.forecast.cloud = Cloud::Clear;
    table.state.fortress.assaulted.insert(table.hex("1332"));
    table.state.fortress.assaulted.insert(table.hex("1532"));
    let (vvs, aa, hex, unit) = (table.marker("vvs-1"), table.marker("aa-1"), table.hex("1532"), table.unit("4TK"));
    table.state.markers[vvs.index()] = Spot::Hex(hex);
    table.state.markers[aa.index()] = Spot::Unit(unit);
    let Table { game, state, log } = &mut table;
    game.soviet_turn_fortress(state, log);
    assert_eq!(state.fortress.level, 9);
    assert_eq!(game.air_bridge_modifier(state), 2);
    game.do_air_bridge(state, Side::Axis, Action::Done, &mut Dice::scripted([2, 1, 1]), log);
    assert_eq!(state.fortress.level, 8);
    let held = state.ju52.iter().filter(|plane| **plane == Plane::Held).count();
    assert_eq!(held, 2);
}

#[test]
fn modifiers_are_limited() {
    let mut table = Table::declare();
    table.state.forecast.cloud = Cloud::Blizzard;
    for name in ["1333", "1125", "1023"] {
        let hex = table.hex(name);
        table.state.axis_control.remove(hex);
    }
    assert_eq!(table.game.air_bridge_modifier(&table.state), -4);
    let places = [table.hex("1333"), table.hex("1433")];
    table.state.turn += 1;
    for hex in places {
        table.state.axis_control.remove(hex);
    }
    let Table { game, state, log } = &mut table;
    game.end_air_bridge(state, &mut Dice::scripted([]), log);
    assert_eq!(state.fortress.level, 8, "no die, two levels");
}

#[test]
fn a_lost_hex_moves_the_marker_towards_the_city() {
    let mut table = Table::declare();
    let (from, tank) = (table.hex("1333"), table.unit("4TK"));
    for unit in table.game.stack_of(&table.state, from).iter() {
        table.state.field.put(unit, Place::Eliminated);
    }
    let Table { game, state, log } = &mut table;
    game.enter_hex(state, tank, from, Case("7.1.1.a"), log);
    assert_eq!(state.fortress.marker, game.map(state).board.space("1334"));
    // In the city it goes over to the other hex; without Axis units there it is gone, and the pocket is plainly OOS.
    let (south, north) = (state.fortress.marker.expect("it has moved"), game.map(state).stalingrad_hexes()[1]);
    game.take_hex(state, south, Side::Soviet, Case("1.10.1.a"), log);
    assert_eq!(state.fortress.marker, Some(north));
    for unit in (game.stack_of(state, south) | game.stack_of(state, north)).iter() {
        state.field.put(unit, Place::Eliminated);
    }
    game.take_hex(state, north, Side::Soviet, Case("1.10.1.a"), log);
    assert_eq!((state.fortress.marker, state.fortress.level), (None, 0));
    let piece = state.field.get(game.data.unit("24Pz").expect("a unit"));
    assert_eq!(piece.supply, Supply::Out);
}

#[test]
fn the_garrison_is_counted_from_the_turn_after() {
    let mut table = Table::declare();
    assert_eq!(table.game.garrison(&table.state), None);
    table.state.turn += 1;
    let (asked, there) = table.game.garrison(&table.state).expect("it is asked for");
    assert_eq!(asked, 24);
    assert!(there > 24, "{there} stand there at the start");
    let hex = table.hex("1334");
    table.state.axis_control.remove(hex);
    assert_eq!(table.game.garrison(&table.state).map(|(asked, _)| asked), Some(15));
    let far = table.hex("2718");
    for unit in table.game.data.unit_ids() {
        if table.game.info(unit).side == Side::Soviet && table.state.field.at(unit).is_some() {
            table.state.field.put(unit, Place::Hex(far));
        }
    }
    let vvs = table.marker("vvs-1");
    table.state.markers[vvs.index()] = Spot::Box(SupportBox::Stavka);
    let Table { game, state, log } = &mut table;
    game.soviet_turn_fortress(state, log);
    assert_eq!((state.banned[1], state.spot(vvs)), (true, Spot::Pool));
}

#[test]
fn the_fortress_gives_up_half_of_its_worn_units() {
    let mut table = Table::declare();
    table.state.fortress.level = 1;
    for name in ["1333", "1433"] {
        let hex = table.hex(name);
        table.state.axis_control.remove(hex);
    }
    for id in ["71ID", "295ID", "79ID"] {
        let unit = table.unit(id);
        table.state.field.get_mut(unit).steps = 1;
    }
    table.at(Step::Landing, Side::Axis, "NOV IV");
    let Table { game, state, log } = &mut table;
    game.end_stalingrad_supply(state, &mut Dice::scripted([]), log);
    assert_eq!(*state.frames.top(), Frame::Capitulate { left: 2 });
    let unit = game.data.unit("71ID").expect("a unit");
    assert!(game.check(state, Side::Axis, Action::Done).is_err());
    game.do_capitulate(state, Side::Axis, Action::Capitulate { unit }, &mut Dice::scripted([]), log);
    let unit = game.data.unit("79ID").expect("a unit");
    game.do_capitulate(state, Side::Axis, Action::Capitulate { unit }, &mut Dice::scripted([]), log);
    assert_eq!(game.settle_capitulate(state, &mut Dice::scripted([]), log), Then::Again);
    assert_eq!(state.field.get(unit).place, Place::Withdrawn);
    let steps = |id: &str| state.field.get(game.data.unit(id).expect("a unit")).steps;
    assert_eq!((steps("295ID"), steps("305ID"), steps("100Jg")), (1, 1, 1));
}

#[test]
fn a_crisis_is_rolled_once_and_then_costs_manstein() {
    let mut table = Table::declare();
    table.state.okh.approval = 1;
    let Table { game, state, log } = &mut table;
    game.change_approval(state, -1, Case("15.2.1.e"), log);
    let prestige = state.okh.prestige;
    assert_eq!(game.settle_crisis(state, &mut Dice::scripted([3, 4]), log), Then::Again);
    assert_eq!((state.okh.approval, state.okh.prestige), (6, prestige - 1));
    assert!(state.okh.next.cities && state.okh.duty && state.okh.crisis);
    game.change_approval(state, -9, Case("15.2.1.e"), log);
    assert_eq!(game.settle_crisis(state, &mut Dice::scripted([]), log), Then::Again);
    assert_eq!((state.okh.approval, state.okh.prestige), (6, prestige - 2));
    game.begin_axis_okh(state, log);
    assert!(state.okh.now.cities && !state.okh.crisis);
    state.okh.attacks = 2;
    game.judge_attacks(state, log);
    assert_eq!(state.okh.prestige, prestige - 1);
}

#[test]
fn captures_count_each_time_and_successes_once() {
    let mut table = Table::new("campaign");
    let (kalach, rostov) = (table.hex("1331"), table.hex("0518"));
    assert_eq!(table.game.strategic(&table.state, kalach), Some(StrategicHex::RedStar));
    let Table { game, state, log } = &mut table;
    game.take_hex(state, kalach, Side::Soviet, Case("1.10.1.a"), log);
    assert_eq!(state.okh.approval, 6);
    game.take_hex(state, kalach, Side::Axis, Case("1.10.1.a"), log);
    assert_eq!(state.okh.approval, 7);
    game.take_hex(state, rostov, Side::Soviet, Case("1.10.1.a"), log);
    assert_eq!((state.okh.approval, state.okh.prestige, *state.frames.top()), (5, 4, Frame::Superiority { on: false }));
    state.frames.pop();
    game.take_hex(state, rostov, Side::Axis, Case("1.10.1.a"), log);
    assert_eq!((state.okh.approval, state.okh.prestige, *state.frames.top()), (7, 5, Frame::Superiority { on: true }));
    state.frames.pop();
    game.take_hex(state, rostov, Side::Soviet, Case("1.10.1.a"), log);
    assert_eq!((state.okh.approval, state.okh.prestige, state.frames.depth()), (5, 5, 1));
}

#[test]
fn hqs_that_leave_the_fortress_cost_approval_but_never_the_last_box() {
    let mut table = Table::declare();
    let (hq, from, to) = (table.unit("4PzA"), table.hex("0932"), table.hex("0831"));
    table.state.okh.approval = 3;
    let Table { game, state, log } = &mut table;
    game.hq_moved(state, hq, from, to, log);
    assert_eq!(state.okh.approval, 2);
    game.hq_moved(state, hq, to, from, log);
    assert_eq!(state.okh.approval, 2);
    assert!(!game.hq_veto(state, hq, from, to));
    state.okh.approval = 1;
    assert!(game.hq_veto(state, hq, from, to) && !game.hq_veto(state, hq, to, from));
    state.turn = game.data.turn("JAN I").expect("a turn").0;
    assert!(!game.hq_veto(state, hq, from, to));
}

#[test]
fn backhand_blow_is_forced_in_its_scenario_and_scored_two_turns_later() {
    let mut table = Table::new("backhand-blow");
    table.at(Step::Backhand, Side::Axis, "FEB III");
    assert!(table.game.check(&table.state, Side::Axis, Action::Done).is_err());
    let Table { game, state, log } = &mut table;
    game.do_backhand(state, Side::Axis, Action::Backhand, &mut Dice::scripted([]), log);
    assert_eq!(state.okh.manstein, Manstein::Away(state.turn + 2));
    assert_eq!((state.okh.approval, state.okh.chosen), (7, true));
    assert_eq!(*state.frames.top(), Frame::Choose { side: Side::Axis, left: 3, to: SupportBox::Axis });
    state.frames.pop();
    let kharkov = game.map(state).places.kharkov.expect("on the map");
    game.take_hex(state, kharkov, Side::Axis, Case("1.10.1.a"), log);
    assert_eq!(state.okh.backhand, [1, 0]);
    state.turn += 2;
    game.backhand_return(state, log);
    assert_eq!((state.okh.manstein, state.okh.prestige, state.okh.approval), (Manstein::Track, 5, 5));
}

#[test]
fn manstein_in_box_0_is_dismissed_at_the_end_of_the_turn() {
    let mut table = Table::new("campaign");
    let Table { game, state, log } = &mut table;
    state.okh.prestige = 0;
    game.axis_turn_fortress(state, log);
    assert_eq!((state.okh.manstein, state.okh.approval, state.okh.locked), (Manstein::Dismissed, 3, true));
    game.change_approval(state, -3, Case("15.2.1.e"), log);
    assert_eq!((state.okh.approval, state.okh.due), (3, false));
}

#[test]
fn wintergewitter_needs_two_whole_divisions_at_one_hq_and_two_supports() {
    let mut table = Table::new("campaign");
    table.at(Step::Wintergewitter, Side::Axis, "DEC II");
    table.gone(&["6A"]);
    table.put(&["6Pz-a", "6Pz-b"], "0729");
    table.put(&["23Pz"], "0728");
    table.put(&["4PzA"], "0729");
    for id in ["6Pz-a", "6Pz-b", "23Pz"] {
        let unit = table.unit(id);
        table.state.field.get_mut(unit).steps = 2;
    }
    let allowed = |table: &Table| table.game.check(&table.state, Side::Axis, Action::Wintergewitter).is_ok();
    assert!(!allowed(&table));
    for id in ["hoth", "rudel"] {
        let marker = table.marker(id);
        table.state.markers[marker.index()] = Spot::Box(SupportBox::Axis);
    }
    assert!(allowed(&table));
    let part = table.unit("6Pz-b");
    table.state.field.get_mut(part).steps = 1;
    assert!(!allowed(&table), "6Pz is not whole");
    table.state.field.get_mut(part).steps = 2;
    table.play(Side::Axis, Action::Wintergewitter, &[]);
    assert!(matches!(table.state.frames.top(), Frame::Pay { left: 2, .. }));
}

#[test]
fn a_sortie_binds_the_rest_of_the_pocket() {
    let mut table = Table::declare();
    table.at(Step::Movement, Side::Axis, "NOV IV");
    let at = table.hex("1332");
    let mut planes = table.game.planes();
    let plane = planes.find(|plane| table.game.plane_event(*plane) == Ju52Event::Sortie1).expect("there is one");
    table.state.ju52[usize::from(plane.0)] = Plane::Hex(at);
    let Table { game, state, log } = &mut table;
    game.check(state, Side::Axis, Action::Play { plane }).expect("it may be played");
    game.do_play(state, Side::Axis, Action::Play { plane }, &mut Dice::scripted([]), log);
    assert!(game.check(state, Side::Axis, Action::Done).is_err());
    game.do_sortie(state, Side::Axis, Action::Sortie { at }, &mut Dice::scripted([]), log);
    assert_eq!(game.settle_sortie(state, &mut Dice::scripted([]), log), Then::Again);
    let (mot, inf) = (game.data.unit("29Mot").expect("a unit"), game.data.unit("71ID").expect("a unit"));
    assert!(game.full_strength(state, mot) && game.may_act(state, mot));
    assert!(!game.full_strength(state, inf) && !game.may_act(state, inf));
    game.axis_turn_fortress(state, log);
    assert_eq!((state.fortress.level, state.fortress.sortie), (9, false));
}

#[test]
fn evacuation_is_played_at_once() {
    let mut table = Table::declare();
    table.at(Step::AirBridge, Side::Axis, "NOV IV");
    table.state.fortress.level = 5;
    let unit = table.unit("71ID");
    table.state.field.get_mut(unit).steps = 1;
    let kinds: Vec<_> = table.game.planes().map(|plane| table.game.plane_event(plane)).collect();
    let place = kinds.iter().position(|event| *event == Ju52Event::Evacuation).expect("there is one") as u8 + 1;
    table.state.forecast.cloud = Cloud::Overcast;
    let Table { game, state, log } = &mut table;
    game.do_air_bridge(state, Side::Axis, Action::Done, &mut Dice::scripted([1, place]), log);
    assert_eq!(*state.frames.top(), Frame::Evacuate);
    assert_eq!(state.fortress.level, 5, "one less by the table, one more by the evacuation");
    game.do_evacuate(state, Side::Axis, Action::Evacuate { unit }, &mut Dice::scripted([]), log);
    assert_eq!(state.field.get(unit).place, Place::Due(4));
    assert_eq!(state.ju52[usize::from(place) - 1], Plane::Gone);
}

#[test]
fn units_outside_the_influence_die() {
    let mut table = Table::declare();
    let (lost, saved, kept) = (table.unit("71ID"), table.unit("305ID"), table.unit("295ID"));
    let (far, fed) = (table.hex("1731"), table.hex("1428"));
    table.state.field.put(lost, Place::Hex(far));
    table.state.field.put(saved, Place::Hex(fed));
    let Table { game, state, log } = &mut table;
    game.fortress_deaths(state, log);
    assert_eq!(state.field.get(lost).place, Place::Withdrawn);
    // A Romanian HQ reaches the other one.
    assert_eq!((state.field.at(saved), state.field.get(saved).supply), (Some(fed), Supply::In));
    assert_eq!((state.field.at(kept).is_some(), state.field.get(kept).supply), (true, Supply::Fortress));
}

/// Nobody is ever stuck in a pocket that is left alone but for combat, to the end of the campaign.
#[test]
fn a_pocket_lives_and_dies() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..6_u64 {
        let mut table = Table::declare();
        let mut dice = Dice::seeded(&kessel_kernel::Seed::from_number(seed), 0);
        let mut luck = seed + 1;
        let Table { game, state, log } = &mut table;
        game.go_on(state, &mut dice, log);
        for _ in 0..20_000 {
            if state.ended.is_some() {
                break;
            }
            let side =
                Side::BOTH.into_iter().find(|side| game.asked(state).includes(*side)).expect("somebody is asked");
            let mut offers = Vec::new();
            let _ = game.each_offer(state, side, &mut |action| {
                offers.push(action);
                Flow::Continue(())
            });
            assert!(!offers.is_empty(), "{:?}", state.frames.top());
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mut action = offers[(luck >> 33) as usize % offers.len()];
            let still = matches!(state.frames.top().step(), Some(Step::Movement | Step::ExploitMovement));
            if still && offers.contains(&Action::Done) && !matches!(action, Action::Play { .. }) {
                action = Action::Done;
            }
            if matches!(state.frames.top(), Frame::Advance { .. }) && luck & (1 << 40) != 0 {
                action = Action::Done;
            }
            game.check(state, side, action).unwrap_or_else(|no| panic!("{action:?}: {no}"));
            seen.insert(format!("{action:?}").split(' ').next().unwrap_or("").to_owned());
            game.apply_unchecked(state, side, action, &mut dice, log);
            log.take();
            let level = state.fortress.level;
            assert!(state.fortress.marker.is_none() == (level == 0) && level <= 11);
        }
    }
    for verb in ["Deactivate", "Land", "Play", "Resist", "Backhand"] {
        assert!(seen.contains(verb), "{verb} never came up");
    }
}
