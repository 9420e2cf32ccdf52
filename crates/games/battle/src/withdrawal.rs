//! 9.1.2, 9.2.2: assets that go back to the reserve, or leave the game.

use crate::Battle;
use crate::action::Action;
use crate::data::AssetId;
use crate::decision::{Decides, Decision, Then, not_now, phasing};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sequence::pass_if_idle;
use crate::sets::AssetSet;
use crate::state::{Duty, Phase, Post, State};
use kessel_kernel::{Case, Event, Log, Prompt, Side, What, must, unless};
use kessel_kit::no;

/// 9.1.2, 9.2.2: assets go back to the reserve; Grossdeutschland or a substitute leaves the game when its turn has come.
pub(crate) const WITHDRAWAL: Decision = Decision {
    case: Case("9.2.2.h"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Withdraw { asset } => game.check_withdraw(state, side, asset, c),
        Action::Surrender { asset } if side == Side::Axis => game.check_surrender(state, asset, c),
        Action::Done if side == Side::Axis => c.ask(
            Case("9.2.2.c"),
            must(game.surrenders(state).is_empty(), no!("a division that must leave the game has to go first")),
        ),
        // 9.1.2.b.
        Action::Done => Ok(()),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        for asset in game.surrenders(state).iter() {
            game.offer(state, side, Action::Surrender { asset }, visit)?;
        }
        game.own_assets(side).try_for_each(|asset| game.offer(state, side, Action::Withdraw { asset }, visit))?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Withdraw { asset } => game.apply_withdraw(state, side, asset, log),
        Action::Surrender { asset } => game.apply_surrender(state, asset, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: |game, state, dice, log| {
        let owed = game.surrenders(state);
        match owed.iter().next() {
            Some(only) if owed.len() == 1 && state.phase() == Phase::AxisWithdrawal => {
                game.apply_surrender(state, only, log);
                Then::Again
            }
            _ => pass_if_idle(game, state, dice, log),
        }
    },
    prompt: |_, _, side| {
        let case = if side == Side::Soviet { Case("9.1.2.d") } else { Case("9.2.2.h") };
        Prompt::new(case, "Withdraw assets from supplied units to the reserve, if you wish.")
    },
};

impl Battle {
    /// 9.1.2.d, 9.2.2.b: an asset leaves a supplied unit for the reserve.
    pub(crate) fn check_withdraw(&self, state: &State, side: Side, asset: AssetId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_asset(side, asset))? {
            return Ok(());
        }
        let case = if side == Side::Soviet { Case("9.1.2.d") } else { Case("9.2.2.h") };
        let Post::With(host) = state.assets[asset.index()].post else {
            return c.ask(case, Err(no!("{asset} is not assigned to a unit", asset)));
        };
        // 9.2.2.j: the Axis from units in its reserve too.
        match side {
            Side::Axis => {
                let first = !self.surrenders(state).is_empty();
                c.ask(Case("9.2.2.c"), unless(first, no!("a division that must leave the game has to go first")))?;
            }
            Side::Soviet => {
                let waits = state.at(host) == Some(self.data.places.soviet_reserve);
                let why = no!(
                    "{host} waits in the reserve; assets are withdrawn from units on the map or in a Front box",
                    host
                );
                c.ask(case, unless(waits, why))?;
            }
        }
        let why = no!("{host} at {at} is unsupplied", host, at = Noun::Whereabouts(host));
        c.ask(Case("5.1.b"), must(self.supplied(state, host), why))
    }

    /// The asset whose withdrawal the calendar demands: Grossdeutschland.
    fn leaver(&self) -> Option<AssetId> {
        self.data.asset_ids().find(|a| self.data.assets[a.index()].withdraw_turn.is_some())
    }

    /// 9.2.2.c to 9.2.2.i: what can leave the game now, if something is owed.
    ///
    /// 9.2.2.e, 9.2.2.i: Grossdeutschland itself while it lives; else a panzer division at three steps, or, if none is left anywhere, one of those with
    /// most steps. Only from the reserve or from a supplied host; else it stays owed.
    pub(crate) fn surrenders(&self, state: &State) -> AssetSet {
        if state.duty != Duty::Owed {
            return AssetSet::EMPTY;
        }
        let Some(leaver) = self.leaver() else { return AssetSet::EMPTY };
        let alive = |a: AssetId| matches!(state.assets[a.index()].post, Post::With(_) | Post::Reserve);
        let free = |a: &AssetId| match state.assets[a.index()].post {
            Post::With(host) => self.supplied(state, host),
            Post::Reserve => true,
            Post::ToCome | Post::Dead | Post::Withdrawn => false,
        };
        if alive(leaver) {
            return Some(leaver).filter(free).into_iter().collect();
        }
        let kin = self.data.assets[leaver.index()].max_steps;
        let same = |a: &AssetId| {
            let info = &self.data.assets[a.index()];
            info.side == Side::Axis && info.is_tank() && info.max_steps == kin && alive(*a)
        };
        let best = self.data.asset_ids().filter(same).map(|a| state.assets[a.index()].steps).max();
        let strongest = |a: &AssetId| Some(state.assets[a.index()].steps) == best;
        self.data.asset_ids().filter(|a| same(a) && strongest(a) && free(a)).collect()
    }

    /// 9.2.2.d: may this division leave in its stead?
    pub(crate) fn check_surrender(&self, state: &State, asset: AssetId, c: &mut Consult) -> Verdict {
        let owed = state.duty == Duty::Owed;
        c.ask(Case("9.2.2.c"), must(owed, no!("no division has to leave the game now")))?;
        let fits = self.surrenders(state).contains(asset);
        c.ask(Case("9.2.2.d"), must(fits, no!("{asset} cannot leave in place of Grossdeutschland", asset)))
    }

    pub(crate) fn apply_surrender(&self, state: &mut State, asset: AssetId, log: &mut Log) {
        let slot = &mut state.assets[asset.index()];
        slot.post = Post::Withdrawn;
        slot.steps = 0;
        state.duty = Duty::Paid;
        log.reveal();
        log.add(|| {
            let counter = self.data.assets[asset.index()].id.clone();
            let text = format!("{} leaves the game", self.asset_name(asset));
            Event::new(Case("9.2.2.c"), What::Remove { counter, from: String::new() }, text)
        });
    }

    /// 9.1.2.d, 9.2.2.h: an asset goes back to the reserve.
    fn apply_withdraw(&self, state: &mut State, side: Side, asset: AssetId, log: &mut Log) {
        state.assets[asset.index()].post = Post::Reserve;
        state.withdrawn.insert(asset);
        log.add(|| {
            let at = self.data.board.name(self.reserve(side)).to_string();
            let info = &self.data.assets[asset.index()];
            let case = if side == Side::Soviet { Case("9.1.2.d") } else { Case("9.2.2.h") };
            let what = What::Place { counter: info.id.clone(), at };
            Event::new(case, what, format!("{} is withdrawn to the reserve", info.name)).only_for(side)
        });
    }
}
