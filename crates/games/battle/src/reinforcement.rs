//! 9.0, 9.1.1, 9.1.2, 9.2.1, 9.2.2: arrivals, assignments, withdrawals.

use crate::Battle;
use crate::data::{Arrival, AssetId, City, SpaceKind, Start, UnitId};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{AssetSet, Duty, Phase, Place, Post, Spaces, State};
use kessel_board::SpaceId;
use kessel_table::{Case, Dice, Event, Log, Side, What};

impl Battle {
    /// 9.0: what is printed with this turn comes to the reserve; 9.1.1.a, 9.2.1.a: Soviet units at 1, Axis units full.
    pub(crate) fn arrive(&self, state: &mut State, side: Side, dice: &mut Dice, log: &mut Log) {
        let reserve = self.reserve(side);
        for unit in self.own(side).iter() {
            let info = &self.data.units[unit.index()];
            if info.start == Start::Turn(state.turn) && state.units[unit.index()].place == Place::ToCome {
                let strength = match side {
                    Side::Soviet => self.data.charts.costs.soviet_arrives_at,
                    Side::Axis => info.max,
                };
                self.to_reserve(state, unit, strength);
                let case = if side == Side::Soviet { Case("9.1.1.a") } else { Case("9.2.1.b") };
                log.add(|| self.arrival(case, &info.id, &info.name, reserve));
            }
        }
        for asset in self.data.asset_ids() {
            self.asset_arrives(state, asset, side, dice, log);
        }
    }

    fn asset_arrives(&self, state: &mut State, asset: AssetId, side: Side, dice: &mut Dice, log: &mut Log) {
        let info = &self.data.assets[asset.index()];
        if info.side != side || state.assets[asset.index()].post != Post::ToCome {
            return;
        }
        let steps = match info.arrival {
            Arrival::Turn { turn, steps } if turn == state.turn => steps,
            Arrival::Roll { turn, at_least } if turn == state.turn => {
                let die = dice.d6(Case("9.2.1.i"));
                log.add(|| {
                    let word = if die >= at_least { "arrives" } else { "does not come" };
                    let text = format!("{}: a roll of {die}, it {word}", info.name);
                    Event::new(Case("9.2.1.i"), What::Roll { side, die: 6, value: die }, text)
                });
                if die < at_least {
                    return;
                }
                info.max_steps
            }
            _ => return,
        };
        let slot = &mut state.assets[asset.index()];
        slot.post = Post::Reserve;
        slot.steps = steps;
        state.fresh_assets.insert(asset);
        let case = if side == Side::Soviet { Case("9.1.1.b") } else { Case("9.2.1.b") };
        log.add(|| self.arrival(case, &info.id, &info.name, self.reserve(side)));
    }

    fn arrival(&self, case: Case, id: &str, name: &str, at: SpaceId) -> Event {
        let what = What::Place { counter: id.into(), at: self.data.board.name(at).into() };
        Event::new(case, what, format!("{name} arrives"))
    }

    /// A unit comes to its side's reserve box.
    pub(crate) fn to_reserve(&self, state: &mut State, unit: UnitId, strength: u8) {
        let reserve = self.reserve(self.side(unit));
        state.units[unit.index()].place = Place::At(reserve);
        state.units[unit.index()].strength = strength;
        state.fresh_units.insert(unit);
        self.repaint(state);
    }

    /// 6.4, 9.1.1.f, 9.2.1.c: may this asset be assigned to that unit?
    ///
    /// In three parts, so that a list of all assignments asks about each asset and each host once.
    pub(crate) fn check_assign(
        &self,
        state: &State,
        side: Side,
        asset: AssetId,
        unit: UnitId,
        c: &mut Consult,
    ) -> Verdict {
        self.assigned_rules(state, side, asset, c)?;
        self.host_rules(state, side, unit, self.is_anti_tank(asset), c)?;
        if self.side(unit) == side { self.pair_rules(state, asset, unit, c) } else { Ok(()) }
    }

    /// 2.2.1.e: the asset must wait in its own reserve.
    pub(crate) fn assigned_rules(&self, state: &State, side: Side, asset: AssetId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_asset(side, asset))? {
            return Ok(());
        }
        let waits = state.assets[asset.index()].post == Post::Reserve;
        c.ask(Case("2.2.1.e"), if waits { Ok(()) } else { Err(Why::AssetNotInReserve(asset)) })?;
        if state.phase() == Phase::SovietReplacement {
            // in the replacement phase only what came this turn; 9.1.a: and was not withdrawn since.
            let withdrawn = state.withdrawn.contains(asset);
            c.ask(Case("9.1.a"), if withdrawn { Err(Why::JustWithdrawn(asset)) } else { Ok(()) })?;
            let fresh = state.fresh_assets.contains(asset);
            c.ask(Case("9.1.1.g"), if fresh { Ok(()) } else { Err(Why::NotFresh) })?;
        }
        Ok(())
    }

    /// 5.1.b: the host must be supplied; 3.1.1.c, 6.4.i: it must have a free slot of the right kind.
    pub(crate) fn host_rules(
        &self,
        state: &State,
        side: Side,
        unit: UnitId,
        anti_tank: bool,
        c: &mut Consult,
    ) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let Some(at) = state.at(unit) else { return c.ask(Case("2.2.1.e"), Err(Why::NotInPlay(unit))) };
        if state.phase() != Phase::Setup {
            let fed = self.picture(state).fed[side.index()].contains(at);
            c.ask(Case("5.1.b"), if fed { Ok(()) } else { Err(Why::Unsupplied(unit)) })?;
        }
        let taken = state.assets_of(unit).iter().filter(|a| self.is_anti_tank(*a) == anti_tank).count();
        if anti_tank {
            c.ask(Case("6.4.i"), if taken == 0 { Ok(()) } else { Err(Why::NoAntiTankSlot(unit)) })
        } else {
            let room = taken < usize::from(self.data.units[unit.index()].slots);
            c.ask(Case("3.1.1.c"), if room { Ok(()) } else { Err(Why::NoSlot(unit)) })
        }
    }

    /// 6.4.c, 6.4.g: who may have what; 3.1.2: the limits of the box the host stands in.
    pub(crate) fn pair_rules(&self, state: &State, asset: AssetId, unit: UnitId, c: &mut Consult) -> Verdict {
        let info = &self.data.assets[asset.index()];
        let host = &self.data.units[unit.index()];
        if let Some(only) = info.only_unit {
            c.ask(Case("6.4.c"), if only == unit { Ok(()) } else { Err(Why::OnlyWith(asset)) })?;
        }
        if let Some(group) = &info.only_group {
            let member = *group == host.group;
            c.ask(Case("6.4.g"), if member { Ok(()) } else { Err(Why::OnlyWith(asset)) })?;
        }
        if let Some(bound) = self.bound_asset(state, host.side).filter(|bound| *bound != asset) {
            let room = self.leaves_room(state, bound, asset, unit);
            c.ask(Case("6.4.g"), if room { Ok(()) } else { Err(Why::PlaceKept(bound)) })?;
        }
        let Some(at) = state.at(unit).filter(|at| self.data.spaces[*at].caucasus.is_some()) else { return Ok(()) };
        match host.side {
            Side::Soviet => {
                let large = self.too_large(asset);
                c.ask(Case("3.1.2.h"), if large { Err(Why::AssetTooLarge(asset, at)) } else { Ok(()) })
            }
            Side::Axis => {
                let full = self.axis_asset_room(state, at) == 0;
                let elbrus = at == self.data.places.elbrus;
                let (case, why) = if elbrus {
                    (Case("3.1.2.i"), Why::NoAssetsThere(unit, at))
                } else {
                    (Case("3.1.2.g"), Why::TooManyAssets(unit, at))
                };
                c.ask(case, if full { Err(why) } else { Ok(()) })
            }
        }
    }

    /// 6.4.g, 9.2.1.j, R-78: the asset that has to serve with one army and waits in the reserve while a unit of
    /// that army could take it.
    pub(crate) fn bound_asset(&self, state: &State, side: Side) -> Option<AssetId> {
        let bound = |a: &AssetId| {
            let info = &self.data.assets[a.index()];
            info.side == side && info.only_group.is_some() && state.assets[a.index()].post == Post::Reserve
        };
        self.data.asset_ids().filter(bound).find(|a| self.hosts_of_bound(state, *a).next().is_some())
    }

    /// The units that could take it now.
    fn hosts_of_bound<'a>(&'a self, state: &'a State, bound: AssetId) -> impl Iterator<Item = UnitId> + 'a {
        let info = &self.data.assets[bound.index()];
        let member = |u: &UnitId| info.only_group.as_ref() == Some(&self.data.units[u.index()].group);
        let open = move |u: &UnitId| {
            self.host_rules(state, info.side, *u, self.is_anti_tank(bound), &mut Consult::strict()).is_ok()
                && state.at(*u).is_some_and(|at| self.axis_asset_room(state, at) > 0)
        };
        self.data.unit_ids().filter(move |u| member(u) && open(u))
    }

    /// Would there still be a place for it if `asset` went to `unit`?
    fn leaves_room(&self, state: &State, bound: AssetId, asset: AssetId, unit: UnitId) -> bool {
        let taken = state.assets_of(unit).iter().filter(|a| !self.is_anti_tank(*a)).count();
        let free = usize::from(self.data.units[unit.index()].slots).saturating_sub(taken);
        let slot = |host: UnitId| host != unit || self.is_anti_tank(asset) || free > 1;
        let place = |host: UnitId| match state.at(host) {
            Some(at) if state.at(unit) == Some(at) => self.axis_asset_room(state, at) > 1,
            _ => true,
        };
        self.hosts_of_bound(state, bound).any(|host| slot(host) && place(host))
    }

    /// 9.1.1.d: may this unit leave the reserve for that Front box?
    pub(crate) fn check_place(&self, state: &State, side: Side, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let waits = state.at(unit) == Some(self.data.places.soviet_reserve);
        c.ask(Case("9.1.1.d"), if waits { Ok(()) } else { Err(Why::NotInReserve(unit)) })?;
        if state.phase() == Phase::SovietReplacement {
            let fresh = state.fresh_units.contains(unit);
            c.ask(Case("9.1.1.g"), if fresh { Ok(()) } else { Err(Why::NotFresh) })?;
        }
        let front = self.data.spaces[to].kind == SpaceKind::Front;
        c.ask(Case("9.1.1.d"), if front { Ok(()) } else { Err(Why::NotAFront(to)) })?;
        c.ask(Case("9.1.1.e"), self.room_in_front(state, to))
    }

    /// 9.1.2.d, 9.2.2.b: an asset leaves a supplied unit for the reserve.
    pub(crate) fn check_withdraw(&self, state: &State, side: Side, asset: AssetId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_asset(side, asset))? {
            return Ok(());
        }
        let case = if side == Side::Soviet { Case("9.1.2.d") } else { Case("9.2.2.h") };
        let Post::With(host) = state.assets[asset.index()].post else {
            return c.ask(case, Err(Why::NotAssigned(asset)));
        };
        match side {
            Side::Axis => {
                let first = !self.surrenders(state).is_empty();
                c.ask(Case("9.2.2.c"), if first { Err(Why::DutyFirst) } else { Ok(()) })?;
            }
            Side::Soviet => {
                let waits = state.at(host) == Some(self.data.places.soviet_reserve);
                c.ask(case, if waits { Err(Why::HostInReserve(host)) } else { Ok(()) })?;
            }
        }
        c.ask(Case("5.1.b"), if self.supplied(state, host) { Ok(()) } else { Err(Why::Unsupplied(host)) })
    }

    /// The asset whose withdrawal the calendar demands: Grossdeutschland.
    fn leaver(&self) -> Option<AssetId> {
        self.data.asset_ids().find(|a| self.data.assets[a.index()].withdraw_turn.is_some())
    }

    /// 9.2.2.c to 9.2.2.i: what can leave the game now, if something is owed.
    ///
    /// Grossdeutschland itself while it lives; else a panzer division at three steps, or, if none is left anywhere, one of those with
    /// most steps. Only from the reserve or from a supplied host; else it stays owed.
    pub(crate) fn surrenders(&self, state: &State) -> AssetSet {
        if state.duty != Duty::Owed {
            return AssetSet::default();
        }
        let Some(leaver) = self.leaver() else { return AssetSet::default() };
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
        c.ask(Case("9.2.2.c"), if owed { Ok(()) } else { Err(Why::NothingOwed) })?;
        let fits = self.surrenders(state).contains(asset);
        c.ask(Case("9.2.2.d"), if fits { Ok(()) } else { Err(Why::NotASubstitute(asset)) })
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

    /// 9.2.1.d: the detachments that come this turn, in order: Hollidt, then Fretter-Pico.
    pub(crate) fn detachment_due(&self, state: &State) -> Option<UnitId> {
        if state.uranus != Some(state.turn) {
            return None;
        }
        let mut due = self.data.unit_ids().filter(|u| {
            self.data.units[u.index()].start == Start::Uranus && state.units[u.index()].place == Place::ToCome
        });
        due.next()
    }

    /// 9.2.1.f to 9.2.1.h: the cities in which a detachment may arrive.
    pub(crate) fn landing_cities(&self, state: &State, unit: UnitId) -> Spaces {
        let picture = self.picture(state);
        let axis = Side::Axis.index();
        let open: Spaces = self
            .data
            .board
            .hexes()
            .filter(|s| {
                self.data.spaces[*s].city != City::None
                    && state.axis_control.contains(*s)
                    && !picture.battle.contains(*s)
                    && picture.fed[axis].contains(*s)
            })
            .collect();
        if Some(unit) == self.first_detachment() { self.nearest_to_rostov(open) } else { self.other_city(state, open) }
    }

    /// Hollidt: the first detachment of the list.
    fn first_detachment(&self) -> Option<UnitId> {
        self.data.unit_ids().find(|u| self.data.units[u.index()].start == Start::Uranus)
    }

    /// 9.2.1.f, R-53: Rostov, else the nearest; the Axis chooses among equals.
    fn nearest_to_rostov(&self, open: Spaces) -> Spaces {
        let away = |s: &SpaceId| self.data.board.distance(*s, self.data.places.rostov);
        let nearest = open.iter().filter_map(|s| away(&s)).min();
        open.iter().filter(|s| away(s) == nearest).collect()
    }

    /// 9.2.1.g, 9.2.1.h: any city of the ALZ but Hollidt's, unless the Axis has no second supplied city anywhere.
    fn other_city(&self, state: &State, open: Spaces) -> Spaces {
        let inside: Spaces = open.iter().filter(|s| self.data.spaces[*s].alz).collect();
        let taken = self.first_detachment().and_then(|u| state.at(u));
        let others: Spaces = inside.iter().filter(|s| Some(*s) != taken).collect();
        if others.is_empty() && open.len() == 1 { inside } else { others }
    }

    pub(crate) fn check_deploy(&self, state: &State, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let due = self.detachment_due(state) == Some(unit);
        c.ask(Case("9.2.1.d"), if due { Ok(()) } else { Err(Why::NotDue(unit)) })?;
        let first = self.first_detachment();
        let case = match first.and_then(|u| state.at(u)) {
            _ if first == Some(unit) => Case("9.2.1.f"),
            Some(taken) if taken == at => Case("9.2.1.h"),
            _ => Case("9.2.1.g"),
        };
        let open = self.landing_cities(state, unit).contains(at);
        c.ask(case, if open { Ok(()) } else { Err(Why::NotACity(unit, at)) })
    }

    /// 9.2.1.a: at full strength.
    pub(crate) fn apply_deploy(&self, state: &mut State, unit: UnitId, at: SpaceId, log: &mut Log) {
        state.units[unit.index()].strength = self.data.units[unit.index()].max;
        log.add(|| {
            let info = &self.data.units[unit.index()];
            let what = What::Place { counter: info.id.clone(), at: self.data.board.name(at).into() };
            Event::new(Case("9.2.1.d"), what, format!("{} arrives in {}", info.name, self.space_name(at)))
        });
        self.put_unit(state, unit, at, log);
    }
}
