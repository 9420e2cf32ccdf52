mod stavka;

use crate::action::Action;
use crate::data::{Cloud, Forecast, SupportId, UnitId};
use crate::decision::{Decides, Flow};
use crate::setup::tests::Table;
use crate::state::{Fight, FightKind, Frame, Offensive, Om, Place, Spot, Step, Supply, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::facets::*;
use kessel_kernel::{Dice, Log, Seed, Side};
use kessel_trial::seeds;

const SOVIET: Side = Side::Soviet;
const AXIS: Side = Side::Axis;

impl Table {
    fn marker(&self, id: &str) -> SupportId {
        self.game.data.supports.marker(id).expect("a marker of the game")
    }

    fn at(&mut self, id: &str, spot: Spot) {
        let marker = self.marker(id);
        self.state.markers[marker.index()] = spot;
    }

    fn spot(&self, id: &str) -> Spot {
        self.state.spot(self.marker(id))
    }

    /// Does an action that must be allowed, and lets the game go on.
    fn play(&mut self, side: Side, action: Action) {
        assert_eq!(self.refused(side, action), None, "{action:?}");
        self.game.apply_unchecked(&mut self.state, side, action, &mut self.dice, &mut self.log);
    }

    fn dice(&mut self, rolls: impl IntoIterator<Item = u8>) {
        self.dice = Dice::scripted(rolls);
    }

    /// All supports of a side back in the pool.
    fn empty_boxes(&mut self) {
        for spot in self.state.markers.iter_mut().filter(|spot| matches!(spot, Spot::Box(_))) {
            *spot = Spot::Pool;
        }
    }

    fn offers(&self, side: Side) -> Vec<Action> {
        let mut out = Vec::new();
        let _ = self.game.each_offer(&self.state, side, &mut |action| {
            out.push(action);
            Flow::Continue(())
        });
        out
    }
}

/// The campaign, some turns later, with empty boxes.
fn campaign(turn: &str, step: Step) -> Table {
    let mut table = Table::new("campaign");
    table.empty_boxes();
    table.state.pressed.clear();
    for om in &mut table.state.offensives[1..] {
        *om = Offensive::InBox;
    }
    table.go(turn, SOVIET, step);
    table
}

#[test]
fn random_play_of_every_scenario_ends_and_offers_only_what_is_allowed() {
    for (scenario, games) in
        [("wintergewitter", 4), ("uranus", 6), ("backhand-blow", 3), ("star-and-gallop", 3), ("campaign", 2)]
    {
        for seed in seeds(0, 1, games) {
            let mut table = Table::new(scenario);
            table.dice = Dice::seeded(&Seed::from_number(seed), 0);
            table.log = Log::silent();
            table.game.go_on(&mut table.state, &mut table.dice, &mut table.log);
            let mut chance = seed.wrapping_add(7);
            let mut actions = 0;
            while table.state.ended.is_none() {
                let side = if table.game.asked(&table.state).includes(SOVIET) { SOVIET } else { AXIS };
                let offers = table.offers(side);
                assert!(!offers.is_empty(), "{scenario} {seed}: nothing to do in {:?}", table.state.frames.top());
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let action = offers[(chance >> 33) as usize % offers.len()];
                for offer in offers.iter().step_by(1 + offers.len() / 40).chain([&action]) {
                    assert_eq!(table.refused(side, *offer), None, "{scenario} {seed}: {offer:?}");
                }
                table.game.apply_unchecked(&mut table.state, side, action, &mut table.dice, &mut table.log);
                actions += 1;
                assert!(actions < 100_000, "{scenario} {seed} does not end");
            }
        }
    }
}

#[test]
fn the_reach_of_the_offensives_costs_supports() {
    // EX3.a: Major on Rostov, Minor B on Kharkov, Minor A at Stalingrad.
    let mut table = campaign("FEB I", Step::Movement);
    table.state.major_west = true;
    for (om, hex) in [(Om::Major, "0518"), (Om::MinorA, "1333"), (Om::MinorB, "2108")] {
        table.state.offensives[om as usize] = Offensive::Hex(table.hex(hex));
    }
    assert_eq!(table.game.acquisition_modifier(&table.state), -3);
    let rolls = [4, 4, 9, 9, 9, 2, 3, 4, 3, 9];
    table.dice(rolls.map(|n: u8| if n == 9 { 1 } else { n }));
    table.go("FEB I", SOVIET, Step::Transfer);
    let count = |at| table.game.box_of(&table.state, at).len();
    assert_eq!((count(SupportBox::Stavka), count(SupportBox::MinorA), count(SupportBox::MinorB)), (3, 0, 1));
    // 5.3.5.a, b: the Major's price stays, a Minor's goes with it; 2610 is not west.
    table.state.offensives = [Offensive::InBox, Offensive::InBox, Offensive::Hex(table.hex("2610"))];
    assert_eq!(table.game.acquisition_modifier(&table.state), -2);
}

#[test]
fn an_offensive_support_goes_with_its_own_marker() {
    let mut table = campaign("DEC I", Step::Transfer);
    table.empty_boxes();
    table.state.offensives[Om::MinorA as usize] = Offensive::Hex(table.hex("1334"));
    table.at("katyusha-1", Spot::Box(SupportBox::MinorA));
    table.at("katyusha-2", Spot::Box(SupportBox::Stavka));
    table.at("katyusha-3", Spot::Box(SupportBox::MinorB));
    table.at("tank-brigade-1", Spot::Box(SupportBox::Stavka));
    table.at("vvs-1", Spot::Box(SupportBox::Stavka));
    table.go("DEC I", SOVIET, Step::Deploy);
    let attach =
        |table: &Table, id: &str, unit: &str| Action::Attach { marker: table.marker(id), unit: table.unit(unit) };
    let near = attach(&table, "katyusha-1", "226SD");
    let far = attach(&table, "katyusha-1", "14G");
    assert_eq!(table.refused(SOVIET, far), Some("5.5.6.a"));
    let action = attach(&table, "katyusha-2", "226SD");
    assert_eq!(table.refused(SOVIET, action), Some("5.5.6.c"));
    let action = attach(&table, "katyusha-3", "226SD");
    assert_eq!(table.refused(SOVIET, action), Some("5.5.6.a"));
    // S2.aa: nothing in the last positions; 5.5.7.b: Tank Brigades come earlier.
    let action = attach(&table, "katyusha-1", "138SD");
    assert_eq!(table.refused(SOVIET, action), Some("S3.r"));
    let action = attach(&table, "tank-brigade-1", "14G");
    assert_eq!(table.refused(SOVIET, action), Some("5.5.7.b"));
    table.play(SOVIET, near);
    assert_eq!(table.spot("katyusha-1"), Spot::Unit(table.unit("226SD")));
}

#[test]
fn artillery_east_of_the_don_costs_another_support() {
    let mut table = campaign("DEC I", Step::Transfer);
    table.empty_boxes();
    table.state.offensives[Om::MinorA as usize] = Offensive::Hex(table.hex("1334"));
    table.at("artillery-2-1", Spot::Box(SupportBox::MinorA));
    table.go("DEC I", SOVIET, Step::Deploy);
    let action = Action::Attach { marker: table.marker("artillery-2-1"), unit: table.unit("36G") };
    assert_eq!(table.refused(SOVIET, action), Some("4.5.2.a"));
    table.at("shortage-1", Spot::Box(SupportBox::Stavka));
    assert_eq!(table.refused(SOVIET, action), Some("4.5.2.a"), "a Supply Shortage pays nothing");
    table.at("vvs-1", Spot::Box(SupportBox::Stavka));
    table.play(SOVIET, action);
    assert!(matches!(table.state.frames.top(), Frame::Pay { left: 1, .. }));
    assert_eq!(table.refused(SOVIET, Action::Done), Some("4.5.2.a"));
    let marker = table.marker("vvs-1");
    table.play(SOVIET, Action::Pay { marker });
    assert_eq!(table.spot("vvs-1"), Spot::Pool);
    assert_eq!(table.state.frames.depth(), 1);
}

/// The opening of Uranus with these markers in the Major box, at the Strike step.
fn opening(markers: &[&str]) -> Table {
    let mut table = Table::new("uranus");
    table.empty_boxes();
    for id in markers {
        table.at(id, Spot::Box(SupportBox::Major));
    }
    table.go("NOV III", SOVIET, Step::Strike);
    table
}

#[test]
fn the_opening_artillery_is_split_and_must_be_played() {
    let mut table = opening(&["artillery-2-1", "artillery-2-2", "katyusha-1", "bridging-1"]);
    table.play(SOVIET, Action::Done);
    assert_eq!(table.state.step(), Step::Deploy);
    assert_eq!(table.refused(SOVIET, Action::Done), Some("S2.m"));
    let attach =
        |table: &Table, id: &str, unit: &str| Action::Attach { marker: table.marker(id), unit: table.unit(unit) };
    let action = attach(&table, "artillery-2-1", "36G");
    table.play(SOVIET, action);
    let south = attach(&table, "artillery-2-2", "29SD");
    assert_eq!(table.refused(SOVIET, south), Some("S2.n"));
    for (id, unit) in [("artillery-2-2", "14G"), ("katyusha-1", "14G")] {
        let action = attach(&table, id, unit);
        table.play(SOVIET, action);
    }
    // The Bridging Unit is not marked O: it may wait.
    assert_eq!(table.refused(SOVIET, Action::Done), None);
}

#[test]
fn a_surprise_attack_overstacks_fights_and_advances() {
    // EX4: the stack of 1927 steps into 1827, which is full, and attacks 1727.
    let mut table = opening(&["surprise-1", "tank-brigade-1", "katyusha-1", "novikov"]);
    assert_eq!(table.refused(SOVIET, Action::Done), Some("S2.m"));
    let brigade = Action::Attach { marker: table.marker("tank-brigade-1"), unit: table.unit("26TK") };
    table.play(SOVIET, brigade);
    let surprise = Action::Surprise { marker: table.marker("surprise-1"), at: table.hex("1927") };
    table.play(SOVIET, surprise);
    let (step, target) = (table.hex("1827"), table.hex("1727"));
    assert_ne!(table.refused(SOVIET, Action::Attack { at: target }), None);
    table.play(SOVIET, Action::Step { to: step });
    assert_ne!(table.refused(SOVIET, Action::Step { to: table.hex("1927") }), None);
    // 6/1, a roll of 7: D2, E2, DR3.
    table.dice([3, 4]);
    table.play(SOVIET, Action::Attack { at: target });
    while !matches!(table.state.frames.top(), Frame::Advance { .. }) {
        let side = if table.game.asked(&table.state).includes(SOVIET) { SOVIET } else { AXIS };
        let offers = table.offers(side);
        let action = if offers.contains(&Action::Done) { Action::Done } else { offers[0] };
        table.play(side, action);
    }
    for id in ["1TK", "26TK", "8KK"] {
        let action = Action::Advance { unit: table.unit(id), to: target };
        table.play(SOVIET, action);
    }
    while table.state.frames.depth() > 1 {
        table.play(SOVIET, Action::Done);
    }
    assert_eq!(table.place("26TK"), Place::Hex(target));
    assert!(!table.state.attacked.contains(table.unit("26TK")) && !table.state.moved.contains(table.unit("26TK")));
    while table.state.step() == Step::Strike {
        table.play(SOVIET, Action::Done);
    }
    let attach = |table: &Table, id: &str| Action::Attach { marker: table.marker(id), unit: table.unit("26TK") };
    let (katyusha, novikov) = (attach(&table, "katyusha-1"), attach(&table, "novikov"));
    assert_eq!(table.refused(SOVIET, katyusha), Some("5.5.7.d"));
    assert_eq!(table.refused(SOVIET, novikov), None);
}

#[test]
fn a_surprise_attack_that_is_called_off_goes_home() {
    let mut table = opening(&["surprise-1"]);
    let surprise = Action::Surprise { marker: table.marker("surprise-1"), at: table.hex("1927") };
    table.play(SOVIET, surprise);
    let to = table.hex("1827");
    table.play(SOVIET, Action::Step { to });
    assert_eq!(table.place("8KK"), Place::Hex(to));
    table.play(SOVIET, Action::Done);
    assert_eq!(table.place("8KK"), Place::Hex(table.hex("1927")));
    assert_eq!(table.spot("surprise-1"), Spot::Spent);
}

/// The supports that may serve an attack of these units on a hex.
fn serving(table: &mut Table, attackers: &[&str], hex: &str, side: Side) -> Vec<SupportId> {
    let at = table.hex(hex);
    let mut fight = Fight::new(FightKind::Combat, SOVIET, at);
    fight.attackers = attackers.iter().map(|id| table.unit(id)).collect::<UnitSet>();
    fight.defenders = table.game.stack_of(&table.state, at);
    table.state.fight = Some(fight);
    table.game.combat_supports(&table.state, side).iter().collect()
}

#[test]
fn two_supports_of_a_class_never_serve_one_combat() {
    let mut table = campaign("DEC I", Step::Movement);
    let unit = |table: &Table, id: &str| Spot::Unit(table.unit(id));
    for (id, host) in [("artillery-2-1", "14G"), ("artillery-3-1", "47G"), ("lelyushenko", "14G"), ("novikov", "47G")] {
        let spot = unit(&table, host);
        table.at(id, spot);
    }
    assert_eq!(serving(&mut table, &["14G", "47G"], "1727", SOVIET).len(), 4);
    let (gun, leader) = (table.marker("artillery-2-1"), table.marker("lelyushenko"));
    let fight = table.state.fight.as_mut().expect("a fight");
    fight.supports.insert(gun);
    fight.supports.insert(leader);
    assert!(table.game.combat_supports(&table.state, SOVIET).is_empty());
    // One attack a turn for the guns; leaders always help.
    table.state.served[0].insert(gun);
    table.state.served[0].insert(leader);
    assert_eq!(serving(&mut table, &["14G"], "1727", SOVIET), [leader]);
}

#[test]
fn aircraft_reach_as_far_as_the_sky_and_the_flak_allow() {
    let mut table = campaign("DEC I", Step::Movement);
    table.state.forecast = Forecast::default();
    let spot = Spot::Hex(table.hex("1728"));
    table.at("luftwaffe-1", spot);
    let luftwaffe = table.marker("luftwaffe-1");
    assert_eq!(serving(&mut table, &["14G"], "1727", AXIS), [luftwaffe]);
    table.state.forecast.cloud = Cloud::Overcast;
    assert!(serving(&mut table, &["14G"], "1727", AXIS).is_empty());
    assert_eq!(serving(&mut table, &["14G"], "1728", AXIS), [luftwaffe]);
    table.state.forecast.cloud = Cloud::Blizzard;
    assert!(serving(&mut table, &["14G"], "1728", AXIS).is_empty());
    table.state.forecast.cloud = Cloud::Clear;
    let spot = Spot::Unit(table.unit("14G"));
    table.at("aa-1", spot);
    assert!(serving(&mut table, &["14G"], "1727", AXIS).is_empty());
    // Novikov makes the VVS reach two hexes.
    let spot = Spot::Hex(table.hex("1929"));
    table.at("vvs-1", spot);
    assert!(serving(&mut table, &["14G"], "1727", SOVIET).is_empty());
    let spot = Spot::Unit(table.unit("14G"));
    table.at("novikov", spot);
    let vvs = table.marker("vvs-1");
    assert!(serving(&mut table, &["14G"], "1728", SOVIET).contains(&vvs));
}

#[test]
fn surrender_takes_steps_from_a_stack_that_is_cut_off() {
    let mut table = campaign("DEC I", Step::Weather);
    table.at("surrender", Spot::Box(SupportBox::Stavka));
    table.go("DEC I", SOVIET, Step::Deploy);
    let at = table.hex("1727");
    let demand = Action::Demand { marker: table.marker("surrender"), at };
    assert_eq!(table.refused(SOVIET, demand), Some("PA.SUP.surrender"));
    let romanian = table.unit("R14");
    table.state.field.get_mut(romanian).supply = Supply::Fortress;
    assert_eq!(table.refused(SOVIET, demand), Some("10.2.3.e"));
    table.state.field.get_mut(romanian).supply = Supply::Out;
    table.play(SOVIET, demand);
    assert_eq!(table.place("R14"), Place::Eliminated);
}

#[test]
fn alarm_units_stay_until_they_die() {
    let mut table = campaign("DEC I", Step::Weather);
    table.at("alarm-0-1", Spot::Box(SupportBox::Axis));
    table.at("luftwaffe-1", Spot::Box(SupportBox::Axis));
    table.at("pak-88-1", Spot::Box(SupportBox::Axis));
    table.go("DEC I", AXIS, Step::Deploy);
    let alarm = |table: &Table, hex: &str| Action::Alarm { marker: table.marker("alarm-0-1"), at: table.hex(hex) };
    assert_eq!(table.refused(AXIS, alarm(&table, "1830")), Some("PA.SUP.alarm"));
    let action = alarm(&table, "1727");
    assert_eq!(table.refused(AXIS, action), Some("PA.SUP.alarm"), "no German is near");
    let action = alarm(&table, "1731");
    table.play(AXIS, action);
    let Spot::Unit(unit) = table.spot("alarm-0-1") else { panic!("it is a unit") };
    // 5.5.3.e: no German support for allies.
    let pak = Action::Attach { marker: table.marker("pak-88-1"), unit: table.unit("R14") };
    assert_eq!(table.refused(AXIS, pak), Some("5.5.3.e"));
    let pak = Action::Attach { marker: table.marker("pak-88-1"), unit: table.unit("376ID") };
    table.play(AXIS, pak);
    // 5.2.1: not in the turn in which they are played.
    table.game.return_played(&mut table.state, AXIS, &mut Log::new());
    assert!(matches!(table.spot("pak-88-1"), Spot::Unit(_)));
    table.state.played.clear();
    table.game.return_played(&mut table.state, AXIS, &mut Log::new());
    assert_eq!((table.spot("alarm-0-1"), table.spot("pak-88-1")), (Spot::Unit(unit), Spot::Pool));
    table.game.kill_unit(&mut table.state, unit, kessel_kernel::Case("PA.SUP.alarm"), &mut Log::new());
    assert_eq!((table.spot("alarm-0-1"), table.state.field.get(unit).place), (Spot::Pool, Place::Aside));
}

#[test]
fn nothing_flies_in_a_blizzard() {
    let mut table = campaign("DEC I", Step::Weather);
    table.at("vvs-1", Spot::Box(SupportBox::Stavka));
    table.go("DEC I", SOVIET, Step::Deploy);
    let fly = Action::Fly { marker: table.marker("vvs-1"), to: table.hex("1727") };
    table.state.forecast.cloud = Cloud::Blizzard;
    assert_eq!(table.refused(SOVIET, fly), Some("5.5.2"));
    table.state.forecast.cloud = Cloud::Overcast;
    table.play(SOVIET, fly);
    assert_eq!(table.spot("vvs-1"), Spot::Hex(table.hex("1727")));
}

#[test]
fn the_axis_draws_by_the_higher_of_its_two_markers() {
    for (approval, prestige, drawn) in [(3, 4, 2), (7, 4, 3), (1, 1, 1)] {
        let mut table = campaign("DEC I", Step::Weather);
        table.state.okh.approval = approval;
        table.state.okh.prestige = prestige;
        table.go("DEC I", AXIS, Step::Transfer);
        assert_eq!(table.game.box_of(&table.state, SupportBox::Axis).len(), drawn);
    }
    let mut table = campaign("DEC I", Step::Weather);
    table.state.okh.chosen = true;
    table.go("DEC I", AXIS, Step::Transfer);
    assert!(table.game.box_of(&table.state, SupportBox::Axis).is_empty());
}

#[test]
fn mud_in_february_keeps_major_rivers_open() {
    use crate::data::{Ice, Weather};
    let mut table = campaign("DEC I", Step::Movement);
    table.dice([6, 6, 1, 2]);
    table.go("FEB IV", SOVIET, Step::Weather);
    assert!(table.state.forecast.weather == Weather::Mud && table.state.february_mud);
    table.go("MAR I", SOVIET, Step::Weather);
    assert_eq!(table.state.forecast, Forecast { weather: Weather::Snow, ice: Ice::MinorFrozen, cloud: Cloud::Clear });
}

#[test]
fn the_introductory_scenario_gives_the_same_supports_every_turn() {
    let mut table = Table::new("wintergewitter");
    for _ in 0..2 {
        table.go("DEC II", AXIS, Step::Transfer);
        let held: Vec<_> = table.game.box_of(&table.state, SupportBox::Axis).iter().collect();
        assert_eq!(held, [table.marker("luftwaffe-1"), table.marker("hoth")]);
    }
    table.go("DEC III", SOVIET, Step::Transfer);
    table.go("DEC III", SOVIET, Step::Deploy);
    let attach = Action::Attach { marker: table.marker("artillery-2-1"), unit: table.unit("126SD") };
    table.play(SOVIET, attach);
    let host: UnitId = table.unit("126SD");
    assert_eq!(table.spot("artillery-2-1"), Spot::Unit(host));
}
