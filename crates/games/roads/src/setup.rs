//! Setting up: the first position of each scenario, and what the players choose before the first turn (S2 to S5).

use crate::Roads;
use crate::action::Action;
use crate::data::{Effect, Forecast, KindId, OffensiveStart, Scenario, SupportId, SupportOpening, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, soviet};
use crate::refusal::{Consult, Verdict};
use crate::state::{
    Field, Fortress, Frame, Manstein, Mars, Offensive, Okh, Om, Piece, Place, Plane, Restraint, Spaces, Spot, State,
    Stavka, Step, Supply, SupportBox, SupportSet, UnitSet,
};
use arrayvec::ArrayVec;
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Frames, Log, Side, What, must};
use kessel_kit::no;

/// S4.f: the Soviet player chooses the effects of German Superiority.
pub(crate) const CHOOSE_EFFECTS: Decision = Decision {
    case: Case("S4.f"),
    asks: soviet,
    check: Roads::check_choose_effects,
    offers: Roads::offer_choose_effects,
    apply: Roads::do_choose_effects,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Choose the effects of German Superiority that stay active.".into(),
};

/// S2.k: the opening supports, step by step as the scenario lists them.
pub(crate) const OPENING: Decision = Decision {
    case: Case("S2.k"),
    asks: |game, state| game.opening_side(state).into(),
    check: Roads::check_opening,
    offers: Roads::offer_opening,
    apply: Roads::do_opening,
    settle: Roads::settle_step,
    prompt: |game, seen, _| game.opening_text(seen).into(),
};

impl Roads {
    /// The first position of a scenario; the players' choices of set-up come next.
    pub(crate) fn first_position(&self, scenario: &str, dice: &mut Dice, log: &mut Log) -> State {
        let number = self.data.scenarios.iter().position(|known| known.id == scenario).unwrap_or(0);
        let plan = &self.data.scenarios[number];
        let mut state = self.empty_position(number, plan);
        self.place_supports(&mut state, plan);
        if let Some(start) = plan.rules.fortress {
            state.fortress.marker = Some(start.hex);
            state.fortress.level = start.level;
            state.fortress.fixed = start.fixed;
            state.fortress.ever = true;
        }
        self.remember_losses(&mut state, plan);
        self.new_turn(&mut state, log);
        let chosen = plan.tracks.superiority > 0 && !state.superiority.contains(&true);
        let first = if chosen {
            Step::ChooseEffects
        } else if plan.supports.steps.is_empty() {
            Step::Weather
        } else {
            Step::Opening(0)
        };
        self.go_to(&mut state, first, dice, log);
        state
    }

    fn empty_position(&self, number: usize, plan: &Scenario) -> State {
        State {
            scenario: number as u8,
            turn: plan.first_turn.0,
            phasing: plan.first_side,
            frames: Frames::new(Frame::Step(Step::Over)),
            closing: false,
            field: Field::new(self.data.unit_ids().map(|unit| self.piece_at_start(plan, unit)).collect()),
            axis_control: plan.axis_control.iter().collect(),
            forecast: Forecast {
                weather: plan.weather.weather,
                ice: plan.weather.ice,
                cloud: plan.weather.cloud.unwrap_or_default(),
            },
            february_mud: false,
            markers: ArrayVec::new(),
            served: [SupportSet::EMPTY; 2],
            played: SupportSet::EMPTY,
            pressed: SupportSet::EMPTY,
            transferred: false,
            offensives: plan.offensives.map(|start| match start {
                OffensiveStart::None => Offensive::None,
                OffensiveStart::InBox => Offensive::InBox,
                OffensiveStart::Turn(turn) => Offensive::Due(turn.0),
                OffensiveStart::Hex(hex) => Offensive::Hex(hex),
            }),
            stalingrad_side: [false; 3],
            launched: false,
            swapped: 0,
            major_west: plan.rules.major_west,
            banned: [false; 2],
            superiority: effects_at_start(plan),
            mars: Mars { at: plan.tracks.mars.unwrap_or(0), over: plan.tracks.mars.is_none(), paid: 0, stalin: 0 },
            okh: okh_at_start(plan),
            fortress: Fortress::default(),
            ju52: self.planes().map(|_| Plane::Pool).collect(),
            stavka: Stavka::default(),
            moved: UnitSet::EMPTY,
            attacked: UnitSet::EMPTY,
            struck: Spaces::EMPTY,
            retreated: UnitSet::EMPTY,
            surprised: UnitSet::EMPTY,
            yielding: UnitSet::EMPTY,
            strategic_paid: false,
            rail: 0,
            points: [0; 2],
            no_points: [false; 2],
            withdrawn: false,
            owed: [0; 2],
            arrived: UnitSet::EMPTY,
            leaving: UnitSet::EMPTY,
            city_reinforced: false,
            free_taken: false,
            upgrades: 0,
            lost_hexes: Spaces::EMPTY,
            successes: 0,
            recaptures: 0,
            fight: None,
            score: 0,
            conditions: 0,
            ended: None,
            kept: Default::default(),
        }
    }

    /// A counter at the start: in its hex, on the turn track, or aside.
    fn piece_at_start(&self, plan: &Scenario, unit: UnitId) -> Piece {
        let info = self.info(unit);
        let mut piece = Piece {
            side: info.side,
            place: Place::Aside,
            steps: 0,
            supply: Supply::In,
            exploiting: false,
            pontoon: None,
        };
        // The set-up is in the order of the units' ids.
        if let Ok(at) = plan.setup.binary_search_by_key(&unit, |placement| placement.unit) {
            let placement = &plan.setup[at];
            piece.place = Place::Hex(placement.hex);
            piece.steps = if placement.reduced { 1 } else { info.steps() };
        } else if let Some(arrival) = plan.arrivals.iter().find(|arrival| arrival.units.contains(&unit)) {
            piece.place = Place::Due(arrival.turn.0);
        }
        piece
    }

    /// 5.1.1: the pools. Supply Shortages lie outside them, but for those that earlier turns have put in.
    fn place_supports(&self, state: &mut State, plan: &Scenario) {
        let mut shortages = plan.supports.shortages;
        for marker in self.supports() {
            let kind = self.support(marker);
            let spot = if !plan.uses("5") {
                // Without pools: what a side has is given to it each turn.
                Spot::Outside
            } else if !kind.outside {
                Spot::Pool
            } else if kind.compulsory {
                if plan.supports.test { Spot::Pool } else { Spot::Outside }
            } else if shortages > 0 {
                shortages -= 1;
                Spot::Pool
            } else {
                Spot::Outside
            };
            state.markers.push(spot);
        }
    }

    /// R104, R105, R106: where play begins in February, what is Soviet then has been lost by the Axis before.
    fn remember_losses(&self, state: &mut State, plan: &Scenario) {
        if plan.rules.opening || plan.rules.fortress.is_some() {
            return;
        }
        let strategic = |hex: &SpaceId| {
            let space = &plan.map.spaces[*hex];
            plan.control(*hex) == Some(Side::Soviet) && (space.is_city() || space.red_star)
        };
        state.lost_hexes = plan.map.board.hexes().filter(strategic).collect();
        for (number, city) in plan.map.cities.iter().enumerate() {
            if city.hexes.iter().all(|hex| plan.control(*hex) == Some(Side::Soviet)) {
                state.successes |= 1 << number;
            }
        }
    }

    /// A new game turn: what was remembered for the last one is forgotten, markers due arrive, rail points are there again.
    pub(crate) fn new_turn(&self, state: &mut State, log: &mut Log) {
        let scenario = self.scenario(state);
        // 7.3.1.b: rail points are not saved.
        let first = state.turn == scenario.first_turn.0;
        state.rail = if first { scenario.points.rail_first } else { scenario.points.rail };
        state.launched = false;
        state.swapped = 0;
        state.transferred = false;
        state.surprised.clear();
        state.strategic_paid = false;
        state.mars.paid = 0;
        state.mars.stalin = 0;
        state.city_reinforced = false;
        state.free_taken = false;
        state.arrived.clear();
        state.leaving.clear();
        // 10.2.6: the ban holds for one turn.
        state.banned = [state.banned[1], false];
        for om in Om::ALL {
            // S2.g, S3.f: in time for the Offensives phase of its turn.
            if matches!(state.offensives[om as usize], Offensive::Due(turn) if turn <= state.turn) {
                state.offensives[om as usize] = Offensive::InBox;
                log.add(|| {
                    let what = What::Place { counter: crate::view::om_counter(om), at: om.supports().word().into() };
                    Event::new(Case("11.1.1"), what, "An Offensive Marker becomes available")
                });
            }
        }
    }

    // ------------------------------------------------------------- effects of German Superiority (S4.f, S5.f)

    fn effects_case(&self, state: &State) -> Case {
        Case(if self.scenario(state).id == "backhand-blow" { "S4.f" } else { "S5.f" })
    }

    /// How many effects are still to be named.
    fn effects_left(&self, state: &State) -> usize {
        let active = state.superiority.iter().filter(|active| **active).count();
        usize::from(self.scenario(state).tracks.superiority).saturating_sub(active)
    }

    pub(crate) fn check_choose_effects(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let case = self.effects_case(state);
        let left = self.effects_left(state);
        match action {
            Action::Activate { effect } => {
                c.ask(case, must(left > 0, no!("all effects that stay active have been named")))?;
                c.ask(case, must(!state.superior(effect), no!("this effect is active already")))
            }
            Action::Done => c.ask(case, must(left == 0, no!("name the effects that stay active first"))),
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_choose_effects(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        for effect in Effect::ALL {
            self.offer(state, side, Action::Activate { effect }, visit)?;
        }
        Flow::Continue(())
    }

    pub(crate) fn do_choose_effects(&self, state: &mut State, _: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let Action::Activate { effect } = action else { return self.end_step(state, dice, log) };
        {
            state.superiority[effect as usize] = true;
            log.add(|| {
                let what = What::Flip { counter: effect.word().into(), to: "active".into() };
                let name = &self.data.charts.superiority[effect as usize].name;
                Event::new(self.effects_case(state), what, format!("German Superiority: {name} stays active"))
            });
        }
    }

    // ------------------------------------------------------------- supports before play (S2.k, S3.g, S4.k, S5.k)

    /// The step of the opening supports being played.
    fn opening<'a>(&'a self, state: &State) -> Option<(usize, &'a SupportOpening)> {
        let Step::Opening(number) = state.step() else { return None };
        let number = usize::from(number);
        Some((number, self.scenario(state).supports.steps.get(number)?))
    }

    /// The number of a special rule in this scenario: the campaign prints those of Uranus again under numbers of its own.
    #[inline]
    pub(crate) fn special(&self, state: &State, uranus: &'static str) -> Case {
        if self.campaign == Some(state.scenario) { campaign_case(uranus) } else { Case(uranus) }
    }

    /// The case that a side's opening supports come by.
    fn opening_case(&self, state: &State, side: Side) -> Case {
        Case(match (self.scenario(state).id.as_str(), side) {
            ("uranus", Side::Soviet) => "S2.k",
            ("uranus", Side::Axis) => "S2.o",
            ("campaign", Side::Soviet) => "S3.g",
            ("campaign", Side::Axis) => "S3.j",
            ("backhand-blow", _) => "S4.k",
            (_, Side::Soviet) => "S5.k",
            (_, Side::Axis) => "S5.l",
        })
    }

    /// The box that a step fills.
    fn opening_box(&self, state: &State, opening: &SupportOpening) -> SupportBox {
        let name = self.map(state).board.name(opening.to);
        SupportBox::ALL.into_iter().find(|known| known.word() == name).unwrap_or(SupportBox::Stavka)
    }

    /// How many this step has brought so far: those in its box, less what earlier steps put there.
    fn opening_taken(&self, state: &State, number: usize, opening: &SupportOpening) -> u8 {
        let steps = &self.scenario(state).supports.steps;
        let before: u8 = steps[..number].iter().filter(|step| step.to == opening.to).map(|step| step.count).sum();
        let there = self.box_of(state, self.opening_box(state, opening)).len() as u8;
        there.saturating_sub(before)
    }

    /// The markers that a step may bring: S5.j sets some aside, S4.k has them drawn again, which is the same.
    fn opening_pool(&self, state: &State, opening: &SupportOpening) -> SupportSet {
        self.supports().filter(|marker| self.may_open(state, opening, *marker)).collect()
    }

    /// Is this one of them?
    fn may_open(&self, state: &State, opening: &SupportOpening, marker: SupportId) -> bool {
        state.spot(marker) == Spot::Pool
            && self.support(marker).side == opening.side
            && !opening.except.contains(&self.kind_id(marker))
    }

    /// Steps in which supports are drawn do it by themselves.
    pub(crate) fn enter_opening(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some((_, opening)) = self.opening(state) else { return };
        if opening.chosen {
            return;
        }
        let (case, to) = (self.opening_case(state, opening.side), self.opening_box(state, opening));
        for _ in 0..opening.count {
            let Some(marker) = self.draw(case, self.opening_pool(state, opening), dice) else { break };
            state.markers[marker.index()] = Spot::Box(to);
            log.add(|| {
                let event = Event::note(case, format!("{} is drawn", self.support(marker).name));
                // 1.5.3: what must be played is shown when it is drawn.
                if self.support(marker).compulsory { event } else { event.only_for(opening.side) }
            });
        }
        log.add(|| {
            let who = if opening.side == Side::Axis { "The Axis" } else { "The Soviet player" };
            Event::note(case, format!("{who} draws {} supports before play", opening.count))
        });
    }

    pub(crate) fn check_opening(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        let Some((number, opening)) = self.opening(state) else { return not_now(c, Case("S2.k")) };
        let case = self.opening_case(state, opening.side);
        let taken = self.opening_taken(state, number, opening);
        let left = opening.count.saturating_sub(taken);
        match action {
            Action::Choose { marker } => {
                let open = opening.chosen && left > 0;
                c.ask(case, must(open, no!("all supports of the set-up have been chosen")))?;
                let there = self.may_open(state, opening, marker);
                c.ask(case, must(there, no!("{marker} cannot be chosen now", marker)))?;
                let Some((least, classes)) = &opening.least else { return Ok(()) };
                let counts = |marker| classes.contains(&self.support(marker).class);
                let to = self.opening_box(state, opening);
                let have = self.box_of(state, to).iter().filter(|marker| counts(*marker)).count() as u8;
                let owed = least.saturating_sub(have);
                let fits = counts(marker) || owed < left;
                c.ask(case, must(fits, no!("{number} more Artillery or Katyusha supports are owed", number = owed)))
            }
            Action::Done => {
                // A pool that is used up ends the choice (R119).
                let over = !opening.chosen || left == 0 || self.opening_pool(state, opening).is_empty();
                c.ask(case, must(over, no!("{number} more supports must be chosen", number = left)))
            }
            _ => not_now(c, case),
        }
    }

    pub(crate) fn offer_opening(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        let Some((_, opening)) = self.opening(state) else { return Flow::Continue(()) };
        if !opening.chosen {
            return Flow::Continue(());
        }
        // Markers of one kind are alike.
        let mut last: Option<(KindId, bool)> = None;
        for marker in self.opening_pool(state, opening).iter() {
            let kind = self.kind_id(marker);
            let open = match last {
                Some((known, open)) if known == kind => open,
                _ => self.allows(state, side, Action::Choose { marker }),
            };
            last = Some((kind, open));
            if open {
                visit(Action::Choose { marker })?;
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn do_opening(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        let (Some((_, opening)), Action::Choose { marker }) = (self.opening(state), action) else {
            return self.end_step(state, dice, log);
        };
        let case = self.opening_case(state, side);
        let to = self.opening_box(state, opening);
        state.markers[marker.index()] = Spot::Box(to);
        // S2.m, S3.h: those marked O must be played in the first turn.
        if self.scenario(state).rules.opening && side == Side::Soviet && self.support(marker).offensive {
            state.pressed.insert(marker);
        }
        log.add(|| {
            let text = format!("{} is chosen for {}", self.support(marker).name, self.hex_name(state, opening.to));
            Event::note(case, text).only_for(side)
        });
    }

    /// S2.k: how many supports are chosen, of which kinds, and how many have been.
    fn opening_text(&self, seen: &State) -> String {
        let Step::Opening(n) = seen.step() else { return "Set-up.".into() };
        let Some(opening) = self.scenario(seen).supports.steps.get(usize::from(n)) else { return "Set-up.".into() };
        let least = opening.least.as_ref().map_or(String::new(), |(least, classes)| {
            let classes: Vec<String> = classes.iter().map(|class| format!("{class:?}").to_lowercase()).collect();
            format!(" At least {least} must be {}.", classes.join(" or "))
        });
        let earlier = &self.scenario(seen).supports.steps[..usize::from(n)];
        let before: usize =
            earlier.iter().filter(|step| step.to == opening.to).map(|step| usize::from(step.count)).sum();
        let name = self.map(seen).board.name(opening.to);
        let to = SupportBox::ALL.into_iter().find(|known| known.word() == name);
        let taken = to.map_or(0, |to| self.box_of(seen, to).len()).saturating_sub(before);
        let so_far = if taken == 0 { String::new() } else { format!(" Chosen so far: {taken}.") };
        format!("Choose {} supports in secret from your pool.{least}{so_far}", opening.count)
    }

    /// Who chooses in this step of the set-up.
    fn opening_side(&self, state: &State) -> Side {
        let Step::Opening(n) = state.step() else { return state.phasing };
        self.scenario(state).supports.steps.get(usize::from(n)).map_or(state.phasing, |opening| opening.side)
    }
}

/// The effects that are active before anybody chooses: all, those named, or none yet.
fn effects_at_start(plan: &Scenario) -> [bool; 4] {
    let all = usize::from(plan.tracks.superiority) == Effect::ALL.len();
    Effect::ALL.map(|effect| all || plan.tracks.effects.contains(&effect))
}

fn okh_at_start(plan: &Scenario) -> Okh {
    let manstein = plan.tracks.manstein;
    Okh {
        used: plan.tracks.approval.is_some(),
        approval: plan.tracks.approval.unwrap_or(0),
        crisis: false,
        rolled: 0,
        due: false,
        attacks: 0,
        duty: false,
        next: Restraint::default(),
        now: Restraint::default(),
        locked: false,
        gained: false,
        manstein: if manstein.is_some() { Manstein::Track } else { Manstein::Unused },
        prestige: manstein.map_or(0, |(place, _)| place),
        side: manstein.map_or(crate::data::MansteinSide::Wintergewitter, |(_, side)| side),
        wintergewitter: false,
        unsealed_gains: [false; 2],
        backhand: [0; 2],
        backhand_used: false,
        chosen: false,
    }
}

/// The number of a special rule of Uranus in the campaign.
fn campaign_case(uranus: &'static str) -> Case {
    Case(match uranus {
        "S2.m" => "S3.h",
        "S2.n" => "S3.i",
        "S2.q" => "S3.o",
        "S2.u" => "S3.l",
        "S2.w" => "S3.p",
        "S2.y" | "S2.z" | "S2.aa" => "S3.r",
        other => other,
    })
}

#[cfg(test)]
pub(crate) mod tests;
