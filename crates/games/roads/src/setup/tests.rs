use crate::Roads;
use crate::action::Action;
use crate::data::{Effect, UnitId};
use crate::decision::Decides;
use crate::refusal::Consult;
use crate::state::{Offensive, Place, State, Step, SupportBox};
use crate::testing::game;
use kessel_board::SpaceId;
use kessel_kernel::{Dice, Log, Seed, Side};

/// A game and the first position of a scenario, with the few words that tests need.
pub(crate) struct Table {
    pub(crate) game: Roads,
    pub(crate) state: State,
    pub(crate) dice: Dice,
    pub(crate) log: Log,
}

impl Table {
    pub(crate) fn new(scenario: &str) -> Table {
        let game = game();
        let mut dice = Dice::seeded(&Seed::from_number(1), 0);
        let mut log = Log::new();
        let state = game.first_position(scenario, &mut dice, &mut log);
        Table { game, state, dice, log }
    }

    pub(crate) fn unit(&self, id: &str) -> UnitId {
        self.game.data.unit(id).expect("a unit of the game")
    }

    pub(crate) fn hex(&self, name: &str) -> SpaceId {
        self.game.map(&self.state).board.space(name).expect("a space of this map")
    }

    pub(crate) fn place(&self, id: &str) -> Place {
        self.state.field.get(self.unit(id)).place
    }

    pub(crate) fn steps(&self, id: &str) -> u8 {
        self.state.field.get(self.unit(id)).steps
    }

    /// Puts a unit into a hex at full strength, without any consequence.
    pub(crate) fn put(&mut self, id: &str, hex: &str) {
        let (unit, hex) = (self.unit(id), self.hex(hex));
        self.state.field.get_mut(unit).steps = self.game.info(unit).steps();
        self.state.field.put(unit, Place::Hex(hex));
    }

    /// Takes a unit away.
    pub(crate) fn remove(&mut self, id: &str, to: Place) {
        let unit = self.unit(id);
        self.state.field.get_mut(unit).steps = 0;
        self.state.field.put(unit, to);
    }

    /// Gives hexes to a side.
    pub(crate) fn give(&mut self, side: Side, hexes: &[&str]) {
        for name in hexes {
            let hex = self.hex(name);
            match side {
                Side::Axis => self.state.axis_control.insert(hex),
                Side::Soviet => self.state.axis_control.remove(hex),
            };
        }
    }

    /// Goes to a step of a player turn.
    pub(crate) fn go(&mut self, turn: &str, side: Side, step: Step) {
        self.state.turn = self.game.data.turn(turn).expect("a turn").0;
        self.state.phasing = side;
        self.game.go_to(&mut self.state, step, &mut self.dice, &mut self.log);
    }

    /// Does an action of a step if it is allowed; false if not.
    pub(crate) fn act(&mut self, side: Side, action: Action) -> bool {
        let allowed = self.game.allows(&self.state, side, action);
        if allowed {
            let decision = self.state.step().line().decision;
            (decision.apply)(&self.game, &mut self.state, side, action, &mut self.dice, &mut self.log);
        }
        allowed
    }

    /// The case under which an action is refused.
    pub(crate) fn refused(&self, side: Side, action: Action) -> Option<&'static str> {
        self.game.examine(&self.state, side, action, &mut Consult::strict()).err().map(|no| no.case.0)
    }
}

#[test]
fn the_campaign_begins_as_its_file_says() {
    let table = Table::new("campaign");
    assert_eq!(table.state.step(), Step::Opening(0));
    assert_eq!(table.place("26TK"), Place::Hex(table.hex("1927")));
    assert_eq!((table.steps("R6"), table.steps("R15GL")), (2, 1));
    assert_eq!(table.place("6Pz-a"), Place::Due(2));
    assert_eq!((table.place("12Pz"), table.place("1GTK")), (Place::Aside, Place::Aside));
    assert_eq!(table.state.offensives, [Offensive::InBox, Offensive::Due(2), Offensive::Due(4)]);
    assert_eq!(table.state.superiority, [true; 4]);
    assert_eq!((table.state.okh.approval, table.state.okh.prestige, table.state.rail), (7, 5, 2));
    let game = &table.game;
    assert_eq!(game.pool(&table.state, Side::Soviet).len(), 38);
    assert_eq!(game.pool(&table.state, Side::Axis).len(), 18);
}

#[test]
fn uranus_has_its_own_map_and_no_approval() {
    let table = Table::new("uranus");
    assert_eq!(table.place("It8A"), Place::Hex(table.hex("1522")));
    assert_eq!(table.place("H7"), Place::Aside);
    assert!(!table.state.okh.used && table.state.mars.over);
    assert_eq!(table.state.offensives[2], Offensive::None);
    assert_eq!(table.state.rail, 0);
}

#[test]
fn four_of_the_ten_supports_are_artillery() {
    let mut table = Table::new("uranus");
    let marker = |table: &Table, id: &str| table.game.data.supports.marker(id).expect("a marker");
    for id in ["surprise-1", "surprise-2", "tank-brigade-1", "tank-brigade-2", "vvs-1", "novikov"] {
        let marker = marker(&table, id);
        assert!(table.act(Side::Soviet, Action::Choose { marker }), "{id}");
    }
    let seventh = marker(&table, "breakthrough-1");
    assert_eq!(table.refused(Side::Soviet, Action::Choose { marker: seventh }), Some("S2.k"));
    assert_eq!(table.refused(Side::Soviet, Action::Done), Some("S2.k"));
    for id in ["artillery-2-1", "artillery-2-2", "katyusha-1", "katyusha-2"] {
        let marker = marker(&table, id);
        assert!(table.act(Side::Soviet, Action::Choose { marker }), "{id}");
    }
    assert_eq!(table.refused(Side::Soviet, Action::Done), None);
    assert_eq!(table.game.box_of(&table.state, SupportBox::Major).len(), 10);
    // S2.m: two Surprise Attacks, Novikov and the artillery bear the O.
    assert_eq!(table.state.pressed.len(), 7);
    assert_eq!(table.refused(Side::Soviet, Action::Choose { marker: seventh }), Some("S2.k"));
}

#[test]
fn the_soviet_player_names_the_effects_of_february() {
    let mut table = Table::new("star-and-gallop");
    assert_eq!(table.state.step(), Step::ChooseEffects);
    let (first, second) = (Effect::ALL[0], Effect::ALL[2]);
    assert!(!table.act(Side::Axis, Action::Activate { effect: first }));
    assert!(table.act(Side::Soviet, Action::Activate { effect: first }));
    assert_eq!(table.refused(Side::Soviet, Action::Activate { effect: first }), Some("S5.f"));
    assert_eq!(table.refused(Side::Soviet, Action::Done), Some("S5.f"));
    assert!(table.act(Side::Soviet, Action::Activate { effect: second }));
    assert_eq!(table.state.superiority, [true, false, true, false]);
    assert_eq!(table.refused(Side::Soviet, Action::Done), None);
}

#[test]
fn drawn_supports_leave_out_what_is_set_aside() {
    let mut table = Table::new("star-and-gallop");
    table.go("FEB I", Side::Soviet, Step::Opening(1));
    table.go("FEB I", Side::Soviet, Step::Opening(2));
    let game = &table.game;
    for (at, count) in [(SupportBox::Stavka, 6), (SupportBox::MinorB, 3)] {
        let drawn = game.box_of(&table.state, at);
        assert_eq!(drawn.len(), count);
        assert!(drawn.iter().all(|marker| game.is_real(marker) && !game.support(marker).compulsory));
    }
    // S5.n: those set aside are in the pool again, with the Test and four Supply Shortages.
    let pool = game.pool(&table.state, Side::Soviet);
    assert_eq!(pool.iter().filter(|marker| !game.is_real(*marker)).count(), 5);
}

#[test]
fn what_is_soviet_in_february_has_been_lost_before() {
    let table = Table::new("backhand-blow");
    let lost = |name: &str| table.state.lost_hexes.contains(table.hex(name));
    assert!(lost("2108") && lost("2409") && !lost("1203") && !lost("1605"));
    assert_eq!(table.state.successes.count_ones(), 2);
    assert!(Table::new("campaign").state.lost_hexes.is_empty());
}
