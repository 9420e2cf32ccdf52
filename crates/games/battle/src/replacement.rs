//! 9.1.3, 9.2.3: replacement points and what they buy.

use crate::Battle;
use crate::action::Action;
use crate::data::{AssetId, Nation, UnitId};
use crate::decision::{Decides, Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict};
use crate::sequence::pass_if_idle;
use crate::state::{Place, Post, State};
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must, unless};
use kessel_kit::no;

/// 9.1.3: the Soviet spends replacement points; what he rebuilds he places and assigns at once.
pub(crate) const SOVIET_REPLACEMENT: Decision = Decision {
    case: Case("9.1.3.a"),
    check: |game, state, side, action, c| match action {
        Action::Place { unit, at } => game.check_place(state, side, unit, at, c),
        Action::Assign { asset, unit } => game.check_assign(state, side, asset, unit, c),
        _ => game.check_purchase(state, side, action, c),
    },
    offers: |game, state, side, visit| {
        game.purchase_offers(state, side, visit)?;
        game.place_offers(state, side, state.fresh_units, visit)?;
        game.assign_offers(state, side, state.fresh_assets, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Place { unit, at } => game.apply_place(state, side, unit, at, log),
        Action::Assign { asset, unit } => game.apply_assign(state, side, asset, unit, log),
        _ => game.apply_purchase(state, action, dice, log),
    },
    prompt: |_, seen, _| {
        Prompt::new(Case("9.1.3.a"), format!("Spend your replacement points; left: {}.", seen.purse[0]))
    },
    ..AXIS_REPLACEMENT
};

/// 9.2.3: the Axis spends German and minor replacement points.
pub(crate) const AXIS_REPLACEMENT: Decision = Decision {
    case: Case("9.2.3.a"),
    asks: phasing,
    check: Battle::check_purchase,
    offers: |game, state, side, visit| {
        game.purchase_offers(state, side, visit)?;
        visit(Action::Done)
    },
    apply: |game, state, _, action, dice, log| game.apply_purchase(state, action, dice, log),
    settle: pass_if_idle,
    prompt: |_, seen, _| {
        let [german, minor] = seen.purse;
        let text = format!("Spend your replacement points; left: {german} German, {minor} minor.");
        Prompt::new(Case("9.2.3.a"), text)
    },
};

impl Battle {
    /// The points that the turn track gives: the Soviet or German purse, and the minors' (9.1.3.a, 9.2.3.a).
    pub(crate) fn printed_purse(&self, turn: u8, side: Side) -> [u8; 2] {
        let info = &self.data.turns[usize::from(turn.max(1)) - 1];
        match side {
            Side::Soviet => [info.soviet, 0],
            Side::Axis => [info.german, info.minor],
        }
    }

    /// 9.2.3.i: minor points never pay for German pieces; either purse must hold its part.
    fn payment(&self, state: &State, side: Side, nation: Nation, cost: u8, minor: u8, c: &mut Consult) -> Verdict {
        if minor > 0 {
            let why = no!("the minors' points pay only for Romanian, Hungarian and Italian pieces");
            c.ask(Case("9.2.3.i"), must(nation.is_ally(), why))?;
        }
        let case = if side == Side::Soviet { Case("9.1.3.a") } else { Case("9.2.3.a") };
        let enough = minor <= cost && minor <= state.purse[1] && cost - minor <= state.purse[0];
        c.ask(case, must(enough, no!("that costs {cost} replacement points; the purse does not hold them", cost)))
    }

    /// 9.1.3.e, 9.2.3.e: a point of basic strength.
    pub(crate) fn check_buy(&self, state: &State, side: Side, unit: UnitId, minor: u8, c: &mut Consult) -> Verdict {
        let info = &self.data.units[unit.index()];
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let case = if side == Side::Soviet { Case("9.1.3.e") } else { Case("9.2.3.e") };
        let Some(at) = state.at(unit) else { return c.ask(case, Err(no!("{unit} is not in play", unit))) };
        let full = state.units[unit.index()].strength >= info.max;
        c.ask(case, unless(full, no!("{unit} is at its full basic strength", unit)))?;
        let fed = self.picture(state).fed[side.index()].contains(at);
        c.ask(Case("5.1.c"), must(fed, no!("{unit} at {at} is unsupplied", unit, at)))?;
        self.payment(state, side, info.nation, self.data.charts.costs.strength, minor, c)
    }

    /// 9.1.3.d, 9.2.3.d: a unit from the dead pile.
    pub(crate) fn check_rebuild_unit(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        minor: u8,
        c: &mut Consult,
    ) -> Verdict {
        let info = &self.data.units[unit.index()];
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let case = if side == Side::Soviet { Case("9.1.3.d") } else { Case("9.2.3.d") };
        let dead = state.units[unit.index()].place == Place::Dead;
        c.ask(case, must(dead, no!("{unit} is not in the dead pile", unit)))?;
        self.payment(state, side, info.nation, self.data.charts.costs.unit, minor, c)
    }

    /// 9.1.3.f-g, 9.2.3.f-h: a step of an asset, in the dead pile or in the reserve.
    pub(crate) fn check_rebuild_step(
        &self,
        state: &State,
        side: Side,
        asset: AssetId,
        minor: u8,
        c: &mut Consult,
    ) -> Verdict {
        let info = &self.data.assets[asset.index()];
        let slot = state.assets[asset.index()];
        let soviet = side == Side::Soviet;
        if !c.gate(Case("2.2.1.b"), self.own_asset(side, asset))? {
            return Ok(());
        }
        let (out, stands, most) = if soviet {
            (Case("9.1.3.f"), Case("9.1.2.c"), Case("9.1.3.g"))
        } else {
            let most = if info.max_steps > info.rebuild_steps { Case("9.2.3.h") } else { Case("9.2.3.g") };
            (if slot.post == Post::Withdrawn { Case("9.2.2.f") } else { Case("9.2.3.f") }, Case("9.2.2.g"), most)
        };
        match slot.post {
            Post::ToCome | Post::Withdrawn => return c.ask(out, Err(no!("{asset} is not in play", asset))),
            Post::With(_) => {
                return c
                    .ask(stands, Err(no!("{asset} must be withdrawn to the reserve before it can be rebuilt", asset)));
            }
            Post::Reserve | Post::Dead => {}
        }
        // 6.4.f.
        let complete = slot.steps >= info.rebuild_steps;
        c.ask(most, unless(complete, no!("{asset} cannot be rebuilt beyond the steps it has", asset)))?;
        self.payment(state, side, info.nation, self.data.charts.costs.asset_step, minor, c)
    }

    fn pay(&self, state: &mut State, cost: u8, minor: u8) {
        state.purse[0] -= cost - minor;
        state.purse[1] -= minor;
    }

    pub(crate) fn apply_buy(&self, state: &mut State, unit: UnitId, minor: u8, log: &mut Log) {
        self.pay(state, self.data.charts.costs.strength, minor);
        state.units[unit.index()].strength += 1;
        let side = self.side(unit);
        log.add(|| {
            let counter = self.data.units[unit.index()].id.clone();
            let to = format!("strength {}", state.units[unit.index()].strength);
            let case = if side == Side::Soviet { Case("9.1.3.e") } else { Case("9.2.3.e") };
            let text = format!("{} is raised to {to}", self.unit_name(unit));
            Event::new(case, What::Flip { counter, to }, text).only_for(side)
        });
    }

    pub(crate) fn apply_rebuild_unit(&self, state: &mut State, unit: UnitId, minor: u8, log: &mut Log) {
        self.pay(state, self.data.charts.costs.unit, minor);
        self.to_reserve(state, unit, self.data.charts.costs.unit_returns_at);
        let side = self.side(unit);
        log.add(|| {
            let at = self.data.board.name(self.reserve(side)).to_string();
            let counter = self.data.units[unit.index()].id.clone();
            let case = if side == Side::Soviet { Case("9.1.3.d") } else { Case("9.2.3.d") };
            let text = format!("{} is rebuilt", self.unit_name(unit));
            Event::new(case, What::Place { counter, at }, text)
        });
    }

    pub(crate) fn apply_rebuild_step(&self, state: &mut State, asset: AssetId, minor: u8, log: &mut Log) {
        self.pay(state, self.data.charts.costs.asset_step, minor);
        let slot = &mut state.assets[asset.index()];
        let was_dead = slot.post == Post::Dead;
        slot.post = Post::Reserve;
        slot.steps += 1;
        if was_dead {
            state.fresh_assets.insert(asset);
        }
        let info = &self.data.assets[asset.index()];
        log.add(|| {
            let case = if info.side == Side::Soviet { Case("9.1.3.f") } else { Case("9.2.3.f") };
            let what = What::Flip { counter: info.id.clone(), to: "rebuilt".into() };
            let event = Event::new(case, what, format!("{} is rebuilt by a step", info.name));
            // The dead pile is open, the reserve is not (3.5).
            if was_dead { event } else { event.only_for(info.side) }
        });
    }

    fn check_purchase(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Buy { unit, minor } => self.check_buy(state, side, unit, minor, c),
            Action::RebuildUnit { unit, minor } => self.check_rebuild_unit(state, side, unit, minor, c),
            Action::RebuildStep { asset, minor } => self.check_rebuild_step(state, side, asset, minor, c),
            Action::Done => Ok(()),
            _ => not_now(c, "4.0.b"),
        }
    }

    fn apply_purchase(&self, state: &mut State, action: Action, dice: &mut Dice, log: &mut Log) {
        match action {
            Action::Buy { unit, minor } => self.apply_buy(state, unit, minor, log),
            Action::RebuildUnit { unit, minor } => self.apply_rebuild_unit(state, unit, minor, log),
            Action::RebuildStep { asset, minor } => self.apply_rebuild_step(state, asset, minor, log),
            _ => self.end_phase(state, dice, log),
        }
    }

    /// What the points could buy.
    fn purchase_offers(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        if state.purse == [0; 2] {
            return Flow::Continue(());
        }
        let costs = &self.data.charts.costs;
        for unit in self.own(side).iter() {
            let minors = |cost: u8| 0..=cost.min(state.purse[1]);
            match state.units[unit.index()].place {
                Place::At(_) => {
                    for minor in minors(costs.strength) {
                        self.offer(state, side, Action::Buy { unit, minor }, visit)?;
                    }
                }
                Place::Dead => {
                    for minor in minors(costs.unit) {
                        self.offer(state, side, Action::RebuildUnit { unit, minor }, visit)?;
                    }
                }
                Place::ToCome => {}
            }
        }
        for asset in self.own_assets(side) {
            if matches!(state.assets[asset.index()].post, Post::Dead | Post::Reserve) {
                for minor in 0..=costs.asset_step.min(state.purse[1]) {
                    self.offer(state, side, Action::RebuildStep { asset, minor }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }
}
