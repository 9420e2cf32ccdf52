//! 11 Soviet offensives: where Offensive Markers may lie, how far they reach, how they are taken up and placed.

use crate::Roads;
use crate::action::Action;
use crate::data::{Region, River, Terrain, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Offensive, Om, Spaces, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// 11.2.1: Offensive Markers are taken up.
pub(crate) const LIFT: Decision = Decision {
    case: Case("11.2.1"),
    asks: phasing,
    check: Roads::check_lift,
    offers: Roads::offer_lift,
    apply: Roads::do_lift,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Take up Offensive Markers that are to go elsewhere.".into(),
};

/// 11.4.2: a Major Offensive is launched.
pub(crate) const LAUNCH: Decision = Decision {
    case: Case("11.4.2.a"),
    asks: phasing,
    check: Roads::check_launch,
    offers: Roads::offer_launch,
    apply: Roads::do_launch,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Launch a Major Offensive? Choose its hex.".into(),
};

/// 11.1.2: the Minor Offensive Markers are placed.
pub(crate) const PLACE_MINOR: Decision = Decision {
    case: Case("11.1.2.e"),
    asks: phasing,
    check: Roads::check_place_minor,
    offers: Roads::offer_place_minor,
    apply: Roads::do_place_minor,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Place the Minor Offensive Markers.".into(),
};

impl Roads {
    /// The first turn of the campaign and of Uranus: a Major Offensive without its marker (S2.j, 11.1.2.a).
    pub(crate) fn opening_turn(&self, state: &State) -> bool {
        let scenario = self.scenario(state);
        scenario.rules.opening && state.turn == scenario.first_turn.0
    }

    /// May O supports be played without regard to the markers (S2.l)?
    pub(crate) fn offensives_free(&self, state: &State) -> bool {
        self.opening_turn(state) || !self.uses(state, "11")
    }

    /// Is a hex west of the Donets line (5.3.5)?
    pub(crate) fn west_of_donets(&self, state: &State, hex: SpaceId) -> bool {
        self.map(state).region(Region::WestOfDonets).contains(hex)
    }

    /// The hex of an Offensive Marker on the map.
    pub(crate) fn om_hex(&self, state: &State, om: Om) -> Option<SpaceId> {
        match state.offensives[om as usize] {
            Offensive::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Does the Axis control a hex of Stalingrad?
    pub(crate) fn axis_holds_stalingrad(&self, state: &State) -> bool {
        self.map(state).stalingrad_hexes().iter().any(|hex| state.axis_control.contains(*hex))
    }

    /// Within one hex of Stalingrad (R63)?
    pub(crate) fn at_stalingrad(&self, state: &State, hex: SpaceId) -> bool {
        let reach = u32::from(self.data.charts.offensives.stalingrad_distance);
        self.map(state).stalingrad_hexes().iter().any(|city| self.distance(state, *city, hex) <= reach)
    }

    /// Does a marker lie at Stalingrad (R118)?
    fn stalingrad_served(&self, state: &State) -> bool {
        Om::ALL.into_iter().any(|om| self.om_hex(state, om).is_some_and(|hex| self.at_stalingrad(state, hex)))
    }

    /// 1.6.2, 11.3.1: how far a marker reaches; one hex more on its Stalingrad side (1.6.3.b, 11.1.2.d), while the Axis holds a hex of the city (R118).
    pub(crate) fn om_reach(&self, state: &State, om: Om) -> u32 {
        let numbers = &self.data.charts.offensives;
        let plain = if om == Om::Major { numbers.major_radius } else { numbers.minor_radius };
        let flipped = state.stalingrad_side[om as usize] && self.axis_holds_stalingrad(state);
        let bonus = if flipped { numbers.stalingrad_bonus } else { 0 };
        u32::from(plain + bonus)
    }

    /// 1.6.2, 11.3.2: is a hex within the radius of a marker? Terrain and enemies do not matter.
    pub(crate) fn om_covers(&self, state: &State, om: Om, hex: SpaceId) -> bool {
        self.om_hex(state, om).is_some_and(|at| self.distance(state, at, hex) <= self.om_reach(state, om))
    }

    /// 11.1.2.b: must a marker still be played at Stalingrad?
    pub(crate) fn stalingrad_owed(&self, state: &State) -> bool {
        self.uses(state, "11") && self.axis_holds_stalingrad(state) && !self.stalingrad_served(state)
    }

    /// 11.1.2.f: a city, a village where a railroad meets another line, a crossing of a major river, a ferry.
    fn om_feature(&self, state: &State, hex: SpaceId) -> bool {
        let (map, space) = (self.map(state), self.space(state, hex));
        if space.is_city() {
            return true;
        }
        let (mut rails, mut roads) = (0, 0);
        for neighbor in map.board.neighbors(hex) {
            let side = map.sides[neighbor.edge];
            if side.ferry || side.bridge && side.river == River::Major {
                return true;
            }
            rails += u8::from(side.rail);
            roads += u8::from(side.road && !side.rail);
        }
        space.terrain == Terrain::Village && (rails > 2 || rails > 0 && roads > 0)
    }

    /// 11.1.2: may a marker be placed here? At Stalingrad it needs nothing while that duty stands (11.1.2.g).
    fn om_place(&self, state: &State, om: Om, at: SpaceId, c: &mut Consult) -> Verdict {
        let land = self.map(state).board.is_hex(at) && !self.space(state, at).is_water();
        c.ask(Case("11.1.2.e"), must(land, no!("{at} is no land hex", at)))?;
        if !land {
            return Ok(());
        }
        let owed = self.stalingrad_owed(state);
        if owed && self.at_stalingrad(state, at) {
            return Ok(());
        }
        // 11.1.2.b: somewhere else only if another Minor marker is left for Stalingrad.
        let other = [Om::MinorA, Om::MinorB].into_iter().any(|o| o != om && self.om_available(state, o));
        let why = no!("a marker must be played within one hex of Stalingrad before one goes to {at}", at);
        c.ask(Case("11.1.2.b"), must(!owed || other, why))?;
        let axis = state.axis_control.contains(at);
        let why = no!("the Axis does not control {at}: Offensive Markers go on hexes that it holds", at);
        c.ask(Case("11.1.2.e"), must(axis, why))?;
        let why = no!("{at} has no city, no junction, no crossing of a major river and no ferry", at);
        c.ask(Case("11.1.2.f"), must(self.om_feature(state, at), why))
    }

    pub(crate) fn om_available(&self, state: &State, om: Om) -> bool {
        state.offensives[om as usize] == Offensive::InBox
    }

    /// Hexes that a marker can possibly be placed on: what the check is asked about.
    fn om_candidates(&self, state: &State) -> Spaces {
        let mut hexes: Spaces = state.axis_control.iter().filter(|hex| self.om_feature(state, *hex)).collect();
        for &city in self.map(state).stalingrad_hexes() {
            hexes.insert(city);
            for hex in self.around(state, city) {
                hexes.insert(hex);
            }
        }
        hexes
    }

    /// 1.6.3.a, 11.1.2.b to d: is this marker the one that must be played at Stalingrad? A second one beside it is not.
    fn placed_for_stalingrad(&self, state: &State, om: Om, at: SpaceId) -> bool {
        let forced = om == Om::Major && self.launch_forced(state);
        self.at_stalingrad(state, at) && (forced || self.minor_due(state, om) || self.stalingrad_owed(state))
    }

    fn place_om(&self, state: &mut State, om: Om, at: SpaceId, case: Case, log: &mut Log) {
        state.stalingrad_side[om as usize] = self.placed_for_stalingrad(state, om, at);
        state.offensives[om as usize] = Offensive::Hex(at);
        // 5.3.5.a: once west of the Donets, the Major marker costs until the end of the game.
        if om == Om::Major && self.west_of_donets(state, at) {
            state.major_west = true;
        }
        log.add(|| {
            let what =
                What::Marker { marker: om.word().into(), at: self.map(state).board.name(at).into(), placed: true };
            Event::new(case, what, format!("The {} marker goes to {}", om_name(om), self.hex_name(state, at)))
        });
    }

    // ------------------------------------------------------------ 11.2 markers are taken up

    pub(crate) fn check_lift(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Lift { om } => {
                c.ask(Case("11.a"), must(self.uses(state, "11"), no!("there are no offensives in this scenario")))?;
                let lies = self.om_hex(state, om).is_some();
                c.ask(Case("11.2.1"), must(lies, no!("the marker is not on the map")))
            }
            // 11.2.2.a: he need not go.
            Action::Done => Ok(()),
            _ => not_now(c, Case("11.2.1")),
        }
    }

    pub(crate) fn offer_lift(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let lies = |om: &Om| self.check_lift(state, side, Action::Lift { om: *om }, &mut Consult::strict()).is_ok();
        Om::ALL.into_iter().filter(lies).try_for_each(|om| visit(Action::Lift { om }))
    }

    /// 11.2.1: available at once; 11.2.2.b: from under Axis units only at the end of the turn. 11.2.3, R117: its box is emptied.
    pub(crate) fn do_lift(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Lift { om } = action else { return self.end_step(state, dice, log) };
        let Some(at) = self.om_hex(state, om) else { return };
        let under = state.field.occupied(Side::Axis).contains(at);
        state.stalingrad_side[om as usize] = false;
        state.offensives[om as usize] = if under { Offensive::Lifted } else { Offensive::InBox };
        let case = Case(if under { "11.2.2.b" } else { "11.2.1" });
        log.add(|| {
            let what =
                What::Marker { marker: om.word().into(), at: self.map(state).board.name(at).into(), placed: false };
            Event::new(case, what, format!("The {} marker is taken up", om_name(om)))
        });
        let inside = self.box_of(state, om.supports());
        inside.iter().for_each(|marker| self.to_pool(state, marker));
        if !inside.is_empty() {
            let text = || format!("Supports of its box that return to the pool: {}", inside.len());
            log.add(|| Event::note(Case("11.2.3"), text()));
        }
    }

    // ------------------------------------------------------------ 11.4 the launch

    /// 11.4.1: ten real supports in the STAVKA box, and the marker in its own.
    pub(crate) fn may_launch(&self, state: &State) -> Result<(), (Case, Why)> {
        let no = |case: &'static str, why: Why| Err((Case(case), why));
        if !self.uses(state, "11") || self.opening_turn(state) {
            return no("11.1.2.a", no!("no Major Offensive can be launched in this turn"));
        }
        if state.launched || !self.om_available(state, Om::Major) {
            return no("11.4.1.b", no!("the Major Offensive marker is not in its box"));
        }
        let needed = self.data.charts.offensives.launch_supports;
        // 12.2.b: a Supply Shortage can be spent for nothing and is not counted.
        if self.stavka_money(state).len() < usize::from(needed) {
            return no("11.4.1.a", no!("{number} supports are needed in the STAVKA box", number = needed));
        }
        Ok(())
    }

    /// 11.4.2.i, 11.1.2.c: a supplied Axis unit in Stalingrad forces the launch, and the marker goes there.
    pub(crate) fn launch_forced(&self, state: &State) -> bool {
        let axis = |unit: &UnitId| self.info(*unit).side == Side::Axis;
        let cities = self.map(state).stalingrad_hexes().iter();
        let mut units = cities.flat_map(|hex| state.field.stack(*hex)).filter(axis);
        units.any(|unit| self.in_supply(state, unit))
    }

    /// S5.m: on the first turn of Star and Gallop the Major marker is placed, west of the Donets.
    fn launch_due(&self, state: &State) -> bool {
        let scenario = self.scenario(state);
        scenario.rules.major_must_west && state.turn == scenario.first_turn.0
    }

    /// 11.4.2: the rules of a launch but for the hex.
    pub(crate) fn check_launch(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Launch { at } => {
                if let Err((case, why)) = self.may_launch(state) {
                    return c.ask(case, Err(why));
                }
                self.launch_hex(state, at, self.launch_forced(state), c)
            }
            Action::Done => {
                if self.may_launch(state).is_err() {
                    return Ok(());
                }
                let due = self.launch_due(state);
                c.ask(Case("S5.m"), must(!due, no!("the Major Offensive must be launched in this turn")))?;
                let why = no!("a supplied Axis unit is in Stalingrad: the Major Offensive must be launched");
                c.ask(Case("11.4.2.i"), must(!self.launch_forced(state), why))
            }
            _ => not_now(c, Case("11.4.2.a")),
        }
    }

    fn launch_hex(&self, state: &State, at: SpaceId, forced: bool, c: &mut Consult) -> Verdict {
        if forced {
            let near = self.at_stalingrad(state, at);
            let why = no!("a supplied Axis unit is in Stalingrad: the marker must go there, not to {at}", at);
            c.ask(Case("11.1.2.c"), must(near, why))?;
            // 11.1.2.g: nothing else is asked of that hex but that it is one.
            let land = self.map(state).board.is_hex(at) && !self.space(state, at).is_water();
            return c.ask(Case("11.1.2.e"), must(land, no!("{at} is no land hex", at)));
        }
        if self.launch_due(state) {
            let west = self.west_of_donets(state, at);
            c.ask(Case("S5.m"), must(west, no!("{at} is not west of the Donets", at)))?;
        }
        self.om_place(state, Om::Major, at, c)
    }

    pub(crate) fn offer_launch(&self, state: &State, _: Side, visit: &mut Visit<'_>) -> Flow {
        if self.may_launch(state).is_err() {
            return Flow::Continue(());
        }
        let forced = self.launch_forced(state);
        let hexes = self.om_candidates(state);
        let good = |at: &SpaceId| self.launch_hex(state, *at, forced, &mut Consult::strict()).is_ok();
        hexes.iter().filter(good).try_for_each(|at| visit(Action::Launch { at }))
    }

    /// 11.4.2.b: the marker is placed, the STAVKA supports are shown, Supply Shortages go back.
    pub(crate) fn do_launch(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Launch { at } = action else { return self.end_step(state, dice, log) };
        state.launched = true;
        state.swapped = 0;
        self.place_om(state, Om::Major, at, Case("11.4.2.b"), log);
        let inside = self.box_of(state, crate::state::SupportBox::Stavka);
        log.reveal();
        log.add(|| {
            let text = format!("A Major Offensive: the STAVKA supports are {}", self.marker_list(inside));
            Event::note(Case("11.4.2.b"), text)
        });
        inside.iter().filter(|m| !self.is_real(*m)).for_each(|marker| self.to_pool(state, marker));
    }

    // ------------------------------------------------------------ 11.1 Minor markers are placed

    /// S2.q, S3.o: Minor A goes to Stalingrad in the turn in which it arrives.
    fn minor_due(&self, state: &State, om: Om) -> bool {
        let scenario = self.scenario(state);
        let arrives =
            scenario.offensives[om as usize] == crate::data::OffensiveStart::Turn(crate::data::Turn(state.turn));
        scenario.rules.opening && om == Om::MinorA && arrives && self.om_available(state, om)
    }

    pub(crate) fn check_place_minor(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let used = self.uses(state, "11");
        match action {
            Action::Place { om, at } => {
                c.ask(Case("11.a"), must(used, no!("there are no offensives in this scenario")))?;
                let minor = om != Om::Major;
                c.ask(Case("11.4.2.a"), must(minor, no!("the Major marker is placed by launching an offensive")))?;
                let there = self.om_available(state, om);
                c.ask(Case("11.2.1.b"), must(there, no!("the marker is not in its box")))?;
                if self.minor_due(state, om) {
                    let near = self.at_stalingrad(state, at);
                    c.ask(
                        self.special(state, "S2.q"),
                        must(near, no!("Minor Offensive A begins at Stalingrad, not in {at}", at)),
                    )?;
                    if near {
                        let land = !self.space(state, at).is_water();
                        return c.ask(Case("11.1.2.e"), must(land, no!("{at} is no land hex", at)));
                    }
                }
                self.om_place(state, om, at, c)
            }
            Action::Done => {
                let minors = [Om::MinorA, Om::MinorB];
                let due = minors.into_iter().any(|om| self.minor_due(state, om));
                c.ask(
                    self.special(state, "S2.q"),
                    must(!due, no!("Minor Offensive A must be placed at Stalingrad in this turn")),
                )?;
                let left = minors.into_iter().any(|om| self.om_available(state, om));
                // S5.m: on the first turn of Star and Gallop both markers are placed.
                let both = used && left && self.launch_due(state);
                c.ask(Case("S5.m"), must(!both, no!("both Offensive Markers must be placed in this turn")))?;
                let why = no!("a marker must be played within one hex of Stalingrad");
                c.ask(Case("11.1.2.b"), must(!(used && left && self.stalingrad_owed(state)), why))
            }
            _ => not_now(c, Case("11.1.2.e")),
        }
    }

    pub(crate) fn offer_place_minor(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let minors = [Om::MinorA, Om::MinorB].into_iter().filter(|om| self.om_available(state, *om));
        if !self.uses(state, "11") || minors.clone().next().is_none() {
            return Flow::Continue(());
        }
        let hexes = self.om_candidates(state);
        for om in minors {
            for at in hexes.iter() {
                self.offer(state, side, Action::Place { om, at }, visit)?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_place_minor(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Place { om, at } => self.place_om(state, om, at, Case("11.1.2.e"), log),
            _ => self.end_step(state, dice, log),
        }
    }
}

/// A marker by its name.
pub(crate) const fn om_name(om: Om) -> &'static str {
    match om {
        Om::Major => "Major Offensive",
        Om::MinorA => "Minor Offensive A",
        Om::MinorB => "Minor Offensive B",
    }
}
