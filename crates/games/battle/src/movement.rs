//! 7.0 Movement: who may march, attempt or change Front boxes, and what a march does.

use crate::Battle;
use crate::action::Action;
use crate::data::{Link, River, SpaceKind, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, ask_while, not_now, phasing};
use crate::march::{Outlook, Step};
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::sequence::pass_if_idle;
use crate::sets::AssetSet;
use crate::state::{Frame, Kind, March, Marker, Phase, Post, State};
use kessel_board::{Neighbor, SpaceId};
use kessel_kernel::{Case, Dice, Event, Log, No, Prompt, Side, ToAct, What, must, unless};
use kessel_kit::{Word, no};

/// 7.0: a movement phase; 8.4.d: the extra moves of Operation Uranus.
pub(crate) const MOVEMENT: Decision = Decision {
    case: Case("7.1.2"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::March { unit, kind } => game.check_march(state, side, unit, kind, c),
        Action::Attempt { unit, to } => game.check_attempt(state, side, unit, to, c),
        Action::Transfer { unit, to } => game.check_transfer(state, side, unit, to, c),
        // 7.0.a: some, all or none.
        Action::Done => Ok(()),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        let fed = game.picture(state).fed[side.index()];
        for unit in (game.own(side) - state.moved).iter() {
            let attempts = game.data.units[unit.index()].attempts;
            if state.at(unit).is_some_and(|from| fed.contains(from) || attempts) {
                game.offer_moves(state, side, unit, visit)?;
            }
        }
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| match action {
        Action::March { unit, kind } => game.apply_march(state, unit, kind),
        Action::Attempt { unit, to } => game.apply_attempt(state, unit, to, dice, log),
        Action::Transfer { unit, to } => game.apply_transfer(state, unit, to, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: pass_if_idle,
    prompt: |game, seen, _| {
        if seen.phase() == Phase::UranusMovement {
            let left = game.data.charts.uranus_moves(seen.turn).saturating_sub(seen.moved.count());
            return Prompt::new(Case("8.4.d"), format!("Operation Uranus: units that may still move: {left}."));
        }
        let engaged = seen.engaged - seen.moved;
        let open = (seen.moved - seen.engaged).is_empty();
        if !engaged.is_empty() && open {
            return Prompt::new(
                Case("7.1.1.a"),
                "Units in battle move first: take up one that leaves, or any other unit.",
            );
        }
        Prompt::new(Case("7.1.2"), "Take up a unit to move.")
    },
};

/// 7.0.c: a unit on the march goes on space by space, until it stops or cannot go on.
pub(crate) const MARCH: Decision = Decision {
    case: Case("7.0.c"),
    asks: |game, state| marching(state).map_or(ToAct::Nobody, |march| game.side(march.unit).into()),
    check: |game, state, _, action, c| match (action, marching(state)) {
        (Action::Step { to }, Some(march)) => game.check_step(state, march, to, c),
        (Action::Halt, Some(march)) => c.ask(
            Case("7.0.c"),
            must(
                march.spent > 0,
                no!("{unit} has not left its space {at} yet", unit = march.unit, at = Noun::Whereabouts(march.unit)),
            ),
        ),
        _ => not_now(c, "7.0.c"),
    },
    offers: |game, state, side, visit| {
        let Some(march) = marching(state) else { return Flow::Continue(()) };
        let view = game.outlook(state, march.unit);
        for to in game.open_steps(state, &view, march) {
            visit(Action::Step { to })?;
        }
        game.offer(state, side, Action::Halt, visit)
    },
    apply: |game, state, _, action, _, log| match (action, marching(state)) {
        (Action::Step { to }, Some(march)) => game.apply_step(state, march, to, log),
        _ => state.frames.pop(),
    },
    settle: |game, state, _, _| {
        let open = marching(state).is_some_and(|march| game.any_step(state, &game.outlook(state, march.unit), march));
        ask_while(open, state)
    },
    prompt: |game, seen, _| {
        let Some(march) = marching(seen) else { return Prompt::default() };
        let case = match march.kind {
            Kind::Tactical => Case("7.2.b"),
            Kind::Strategic => Case("7.3.d"),
        };
        let at = game.whereabouts(seen, march.unit);
        let name = game.unit_name(march.unit);
        let text =
            format!("{name} marches by {} movement and is in {at}; points used: {}.", march.kind.word(), march.spent);
        let next = if march.spent == 0 { " Choose where it goes." } else { " Go on, or stop here." };
        Prompt::new(case, text + next)
    },
};

fn marching(state: &State) -> Option<March> {
    match state.frames.top() {
        Frame::March(march) => Some(*march),
        _ => None,
    }
}

impl Battle {
    /// What a unit may do in a movement phase: what all of it shares is asked once.
    fn offer_moves(&self, state: &State, side: Side, unit: UnitId, visit: &mut Visit<'_>) -> Flow {
        let Ok(Some(from)) = self.mover_rules(state, side, unit, &mut Consult::strict()) else {
            return Flow::Continue(());
        };
        let view = self.outlook(state, unit);
        let beside = self.data.board.neighbors(from).iter().map(|near| near.space);
        if !view.picture.fed[side.index()].contains(from) {
            let open = |to: &SpaceId| self.attempt_rules(state, &view, unit, from, *to, &mut Consult::strict()).is_ok();
            return beside.filter(open).try_for_each(|to| visit(Action::Attempt { unit, to }));
        }
        for kind in [Kind::Tactical, Kind::Strategic] {
            if self.march_rules(state, &view, unit, from, kind, &mut Consult::strict()).is_ok() {
                visit(Action::March { unit, kind })?;
            }
        }
        let open = |to: &SpaceId| self.transfer_rules(state, unit, from, *to, &mut Consult::strict()).is_ok();
        beside.filter(open).try_for_each(|to| visit(Action::Transfer { unit, to }))
    }

    /// Rules common to every way of moving: whose unit, moved already, its turn in the order of 7.1.
    fn mover_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        c: &mut Consult,
    ) -> Result<Option<SpaceId>, No<Why>> {
        if !c.gate(Case("7.0.h"), self.own_unit(side, unit))? {
            return Ok(None);
        }
        let Some(from) = state.at(unit) else {
            c.ask(Case("2.2.1.d"), Err(no!("{unit} is not in play", unit)))?;
            return Ok(None);
        };
        let moved = state.moved.contains(unit);
        c.ask(Case("7.0.c"), unless(moved, no!("{unit} has already moved, or tried to, in this phase", unit)))?;
        let waits = self.data.spaces[from].kind == SpaceKind::Reserve(Side::Soviet);
        let why = no!("{unit} waits in the reserve; it must be placed in a Front box before it can move", unit);
        c.ask(Case("9.1.1.d"), unless(waits, why))?;
        if state.engaged.contains(unit) {
            // 7.9.2.a.
            let closed = !(state.moved - state.engaged).is_empty();
            let why = no!(
                "{unit} stands in the battle at {from}; units in battle had to move before any other unit moved or tried to",
                unit,
                from
            );
            c.ask(Case("7.1.1.b"), unless(closed, why))?;
        }
        if state.phase() == Phase::UranusMovement {
            let most = self.data.charts.uranus_moves(state.turn);
            let spent = state.moved.count() >= most;
            let why = no!("units that Operation Uranus moves on this turn: {most}; they have moved, or tried to", most);
            c.ask(Case("8.4.d"), unless(spent, why))?;
        }
        Ok(Some(from))
    }

    /// 7.0, 5.1.a: may this unit be taken up for a march of this kind?
    pub(crate) fn check_march(&self, state: &State, side: Side, unit: UnitId, kind: Kind, c: &mut Consult) -> Verdict {
        let Some(from) = self.mover_rules(state, side, unit, c)? else { return Ok(()) };
        self.march_rules(state, &self.outlook(state, unit), unit, from, kind, c)
    }

    fn march_rules(
        &self,
        state: &State,
        view: &Outlook<'_>,
        unit: UnitId,
        from: SpaceId,
        kind: Kind,
        c: &mut Consult,
    ) -> Verdict {
        let side = self.side(unit);
        let supplied = view.picture.fed[side.index()].contains(from);
        if from == self.data.places.kerch {
            c.ask(Case("3.1.2.k"), must(supplied, no!("{unit} cannot leave Kerch until it is supplied", unit)))?;
        }
        c.ask(Case("5.1.a"), must(supplied, no!("{unit} at {from} is unsupplied", unit, from)))?;
        if kind == Kind::Strategic {
            let engaged = state.engaged.contains(unit);
            c.ask(Case("7.1.1.a"), unless(engaged, no!("{from} is a battle space", from)))?;
            let boxed = self.data.spaces[from].kind == SpaceKind::Caucasus;
            let why = no!("{from} is a Caucasus box: only tactical movement goes in or out", from);
            c.ask(Case("7.3.e"), unless(boxed, why))?;
            let zone = view.picture.zone[side.other().index()].contains(from);
            c.ask(Case("7.3.b"), unless(zone, no!("{from} lies in an enemy zone of interdiction", from)))?;
        }
        let march = March { unit, kind, spent: 0, outside: false };
        let open = self.any_step(state, view, march);
        c.ask(Case("7.0.c"), must(open, no!("{unit} at {from} has no space it could enter this way", unit, from)))
    }

    /// 7.0.c: may the marching unit enter this space now?
    pub(crate) fn check_step(&self, state: &State, march: March, to: SpaceId, c: &mut Consult) -> Verdict {
        let view = self.outlook(state, march.unit);
        match self.step_of(state, march, to) {
            Some(step) => self.step_rules(state, &view, step, c),
            None => c.ask(Case("2.2.1.d"), Err(no!("{unit} is not in play", unit = march.unit))),
        }
    }

    pub(crate) fn step_of(&self, state: &State, march: March, to: SpaceId) -> Option<Step> {
        let from = state.at(march.unit)?;
        Some(Step {
            unit: march.unit,
            kind: march.kind,
            spent: march.spent,
            outside: march.outside,
            from,
            to,
            assets: self.carried(state, march.unit, to),
            points: None,
        })
    }

    /// What a unit would take into a space. Only the limits of the Caucasus boxes ask, so it is looked up only there.
    fn carried(&self, state: &State, unit: UnitId, to: SpaceId) -> AssetSet {
        if self.data.spaces[to].caucasus.is_some() { state.assets_of(unit) } else { AssetSet::EMPTY }
    }

    /// The spaces that a marching unit may enter now.
    pub(crate) fn open_steps<'a>(
        &'a self,
        state: &'a State,
        view: &'a Outlook<'_>,
        march: March,
    ) -> impl Iterator<Item = SpaceId> + 'a {
        let from = state.at(march.unit);
        let beside = from.map_or(&[][..], |from| self.data.board.neighbors(from));
        let open = move |n: &&Neighbor| {
            self.step_of(state, march, n.space)
                .is_some_and(|step| self.step_over(state, view, step, n.edge, &mut Consult::strict()).is_ok())
        };
        beside.iter().filter(open).map(|n| n.space)
    }

    pub(crate) fn any_step(&self, state: &State, view: &Outlook<'_>, march: March) -> bool {
        !self.march_must_end(state, march) && self.open_steps(state, view, march).next().is_some()
    }

    /// 7.0.f, R-74: entering an enemy-held space or a battle space ends the move; 7.2.e, 7.5.a: so does a box.
    pub(crate) fn march_must_end(&self, state: &State, march: March) -> bool {
        if march.spent == 0 {
            return false;
        }
        let Some(at) = state.at(march.unit) else { return true };
        self.data.spaces[at].kind != SpaceKind::Hex || self.picture(state).battle.contains(at)
    }

    /// 7.7: may this unsupplied unit try to enter that space?
    pub(crate) fn check_attempt(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(from) = self.mover_rules(state, side, unit, c)? else { return Ok(()) };
        self.attempt_rules(state, &self.outlook(state, unit), unit, from, to, c)
    }

    fn attempt_rules(
        &self,
        state: &State,
        view: &Outlook<'_>,
        unit: UnitId,
        from: SpaceId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let kerch = from == self.data.places.kerch;
        c.ask(Case("3.1.2.k"), unless(kerch, no!("{unit} cannot leave Kerch until it is supplied", unit)))?;
        let supplied = view.picture.fed[self.side(unit).index()].contains(from);
        c.ask(Case("7.7.a"), unless(supplied, no!("{unit} is supplied and moves normally", unit)))?;
        let bracketed = self.data.units[unit.index()].attempts;
        c.ask(Case("7.7.b"), must(bracketed, no!("{unit} has no movement at all while unsupplied", unit)))?;
        let step = Step {
            unit,
            kind: Kind::Tactical,
            spent: 0,
            outside: false,
            from,
            to,
            // 7.7.c: they are abandoned before the roll, so no box limit can count them.
            assets: AssetSet::EMPTY,
            points: Some(1),
        };
        // 7.7.g: what it could enter on the march.
        self.step_rules(state, view, step, c)
    }

    /// 7.6: may this unit change to that Front box?
    pub(crate) fn check_transfer(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        to: SpaceId,
        c: &mut Consult,
    ) -> Verdict {
        let Some(from) = self.mover_rules(state, side, unit, c)? else { return Ok(()) };
        self.transfer_rules(state, unit, from, to, c)
    }

    fn transfer_rules(&self, state: &State, unit: UnitId, from: SpaceId, to: SpaceId, c: &mut Consult) -> Verdict {
        let front = self.data.spaces[from].kind == SpaceKind::Front;
        if !c.gate(Case("7.6.a"), must(front, no!("{unit} is not in a Front box", unit)))? {
            return Ok(());
        }
        let arrow = self.data.board.edge(from, to).is_some_and(|e| self.data.links[e] == Link::Arrow);
        c.ask(Case("7.6.a"), must(arrow, no!("no arrow leads from {from} to {to}", from, to)))?;
        // 7.6.c: between DSF and SVF nobody counts.
        if self.is_narrow(from, to) {
            let why = no!("a unit has already passed between DSF and TCF this turn");
            c.ask(Case("7.6.d"), unless(state.tcf_used, why))?;
        }
        c.ask(Case("3.1.1.b"), self.room_in_front(state, to))
    }

    /// Is this the passage that takes one unit a turn (7.6.d)?
    fn is_narrow(&self, from: SpaceId, to: SpaceId) -> bool {
        [from, to].into_iter().any(|s| self.data.spaces[s].transfers.is_some())
    }

    pub(crate) fn apply_march(&self, state: &mut State, unit: UnitId, kind: Kind) {
        let outside = state.at(unit).is_some_and(|at| self.outside_alz(at));
        state.frames.push(Frame::March(March { unit, kind, spent: 0, outside }));
    }

    pub(crate) fn apply_step(&self, state: &mut State, march: March, to: SpaceId, log: &mut Log) {
        let Some(from) = state.at(march.unit) else { return };
        if march.spent == 0 {
            state.moved.insert(march.unit);
            self.drop_anti_tank(state, march.unit, log);
        }
        let outside = march.outside || self.outside_alz(to);
        *state.frames.top_mut() = Frame::March(March { spent: march.spent + 1, outside, ..march });
        self.enter(state, march.unit, from, to, Case("7.0.c"), log);
    }

    /// 7.7: the assets are abandoned, then the die decides; R-35: one try a phase.
    pub(crate) fn apply_attempt(&self, state: &mut State, unit: UnitId, to: SpaceId, dice: &mut Dice, log: &mut Log) {
        let Some(from) = state.at(unit) else { return };
        state.moved.insert(unit);
        for asset in state.assets_of(unit).iter() {
            let slot = &mut state.assets[asset.index()];
            slot.post = Post::Dead;
            slot.steps = 0;
            log.add(|| self.asset_dies(asset, Case("7.7.c")));
        }
        let die = dice.d6(Case("7.7.d"));
        let passes = die >= state.units[unit.index()].strength;
        let side = self.side(unit);
        log.add(|| {
            let outcome = if passes { "moves" } else { "stays where it is" };
            let text = format!("{} attempts to move without supply, rolls {die} and {outcome}", self.unit_name(unit));
            let case = if passes { Case("7.7.d") } else { Case("7.7.f") };
            Event::new(case, What::Roll { side, die: 6, value: die }, text)
        });
        if passes {
            self.enter(state, unit, from, to, Case("7.7.d"), log);
        }
    }

    pub(crate) fn apply_transfer(&self, state: &mut State, unit: UnitId, to: SpaceId, log: &mut Log) {
        let Some(from) = state.at(unit) else { return };
        state.moved.insert(unit);
        // 7.6.f: whichever way it went.
        state.tcf_used |= self.is_narrow(from, to);
        self.drop_anti_tank(state, unit, log);
        log.add(|| self.moved_event(unit, from, to, Case("7.6.a")).only_for(self.side(unit)));
        self.put_unit(state, unit, to, log);
    }

    /// A unit enters a space: control, and 7.9.1 if it meets the enemy there.
    fn enter(&self, state: &mut State, unit: UnitId, from: SpaceId, to: SpaceId, case: Case, log: &mut Log) {
        let side = self.side(unit);
        let before = self.picture(state);
        let creates = before.held[side.other().index()].contains(to) && !before.battle.contains(to);
        // Off the map a unit is out of the enemy's sight (3.5): he sees it come or go, not where from or to.
        log.add(|| self.moved_event(unit, from, to, case));
        self.put_unit(state, unit, to, log);
        // 7.7.e, 7.9.1.a: however it came.
        if creates {
            self.create_battle(state, from, to, log);
        }
    }

    /// 7.9.1.c, 7.9.1.d: would an attack that comes this way be a river assault? Not into the four cities on a river.
    pub(crate) fn over_river(&self, from: SpaceId, to: SpaceId) -> bool {
        let edge = self.data.board.edge(from, to);
        edge.is_some_and(|e| self.data.rivers[e] != River::None) && !self.data.spaces[to].crossing
    }

    /// 7.9.1: the first unit's way in decides; 8.4.e: Operation Uranus places no marker.
    fn create_battle(&self, state: &mut State, from: SpaceId, to: SpaceId, log: &mut Log) {
        if state.phase() == Phase::UranusMovement {
            log.add(|| {
                let what = What::Marker { marker: "battle".into(), at: self.data.board.name(to).into(), placed: true };
                Event::new(Case("8.4.g"), what, format!("{} becomes a battle space", self.space_name(to)))
            });
            return;
        }
        let river = self.over_river(from, to);
        // 7.9.1.e, 7.9.1.f: the first unit's is the only one: whoever joins a battle makes none.
        state.markers.push(Marker { space: to, from, river });
        log.add(|| {
            let (case, marker) = if river { ("7.9.1.c", "river-assault") } else { ("7.9.1.b", "compulsory") };
            let what = What::Marker { marker: marker.into(), at: self.data.board.name(to).into(), placed: true };
            let name = if river { "A River Assault" } else { "A compulsory attack" };
            Event::new(Case(case), what, format!("{name} is due in {}", self.space_name(to)))
        });
    }

    pub(crate) fn moved_event(&self, unit: UnitId, from: SpaceId, to: SpaceId, case: Case) -> Event {
        let what = What::Move {
            counter: self.data.units[unit.index()].id.clone(),
            from: self.data.board.name(from).into(),
            to: self.data.board.name(to).into(),
        };
        Event::new(case, what, format!("{} to {}", self.unit_name(unit), self.space_name(to)))
    }
}
