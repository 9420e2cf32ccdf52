//! 9.0, 9.1.1, 9.2.1: arrivals and assignments.

use crate::Battle;
use crate::action::Action;
use crate::data::{Arrival, AssetId, City, SpaceKind, Start, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, Visit, not_now, phasing};
use crate::refusal::{Consult, Noun, Verdict};
use crate::sequence::pass_if_idle;
use crate::sets::{AssetSet, Spaces, UnitSet};
use crate::stacking::too_large_for;
use crate::state::{MOST_PIECES, Phase, Place, Post, State};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, What, must, unless, unless_found};
use kessel_kit::no;

/// 9.1.1: the Soviet places units from the reserve and assigns assets.
pub(crate) const SOVIET_ASSIGNMENT: Decision = Decision {
    case: Case("9.1.1.f"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Place { unit, at } => game.check_place(state, side, unit, at, c),
        Action::Assign { asset, unit } => game.check_assign(state, side, asset, unit, c),
        // 9.1.1.i: nobody has to leave it.
        Action::Done => Ok(()),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        game.place_offers(state, side, game.waiting_units(state, side), visit)?;
        game.assign_offers(state, side, game.waiting_assets(state, side), visit)?;
        visit(Action::Done)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Place { unit, at } => game.apply_place(state, side, unit, at, log),
        Action::Assign { asset, unit } => game.apply_assign(state, side, asset, unit, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: pass_if_idle,
    prompt: |_, _, _| {
        let text = "Place units from the reserve in Front boxes and assign assets to supplied units.";
        Prompt::new(Case("9.1.1.f"), text)
    },
};

/// 9.2.1: the Axis assigns assets. R-78: SS-Wiking does not wait while a unit of its army could take it.
pub(crate) const AXIS_ASSIGNMENT: Decision = Decision {
    case: Case("9.2.1.c"),
    asks: phasing,
    check: |game, state, side, action, c| match action {
        Action::Assign { asset, unit } => game.check_assign(state, side, asset, unit, c),
        Action::Done => {
            let bound = game.bound_asset(state, side);
            c.ask(
                Case("9.2.1.j"),
                unless_found(bound, |bound| {
                    no!("{asset} must be assigned to {host} first", asset = bound.asset, host = Noun::Host(bound.asset))
                }),
            )
        }
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        game.assign_offers(state, side, game.waiting_assets(state, side), visit)?;
        game.offer(state, side, Action::Done, visit)
    },
    apply: |game, state, side, action, dice, log| match action {
        Action::Assign { asset, unit } => game.apply_assign(state, side, asset, unit, log),
        _ => game.end_phase(state, dice, log),
    },
    settle: pass_if_idle,
    prompt: |_, _, _| Prompt::new(Case("9.2.1.c"), "Assign assets from the reserve to supplied units."),
};

/// 9.2.1.d: an army detachment arrives in a city. R-52: one with no city waits in the reserve.
pub(crate) const DETACHMENTS: Decision = Decision {
    case: Case("9.2.1.d"),
    asks: phasing,
    check: |game, state, _, action, c| match action {
        Action::Deploy { unit, at } => game.check_deploy(state, unit, at, c),
        _ => not_now(c, "4.0.b"),
    },
    offers: |game, state, side, visit| {
        let Some(unit) = game.detachment_due(state) else { return Flow::Continue(()) };
        let cities = game.landing_cities(state, unit);
        cities.iter().try_for_each(|at| game.offer(state, side, Action::Deploy { unit, at }, visit))
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Deploy { unit, at } = action {
            game.apply_deploy(state, unit, at, log);
        }
    },
    settle: settle_detachments,
    prompt: |game, seen, _| {
        let name = game.detachment_due(seen).map_or("the army detachment", |unit| game.unit_name(unit));
        Prompt::new(Case("9.2.1.d"), format!("Choose the city where {name} arrives."))
    },
};

/// A detachment with one city takes it, one with none waits.
fn settle_detachments(game: &Battle, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
    let Some(unit) = game.detachment_due(state) else {
        game.end_phase(state, dice, log);
        return Then::Again;
    };
    let cities = game.landing_cities(state, unit);
    match (cities.len(), cities.first()) {
        (0, _) | (_, None) => game.to_reserve(state, unit, game.data.units[unit.index()].max),
        (1, Some(city)) => game.apply_deploy(state, unit, city, log),
        _ => return Then::Ask,
    }
    Then::Again
}

/// 4.2.4: what arrives after the Axis attacks. 9.2.1.d: nothing is said of detachments in a turn that brings none.
pub(crate) fn axis_arrivals(game: &Battle, state: &mut State, dice: &mut Dice, log: &mut Log) {
    let detachments = game.detachment_due(state).is_some();
    game.enter_phase(state, if detachments { Phase::AxisDetachments } else { Phase::AxisAssignment }, log);
    game.arrive(state, Side::Axis, dice, log);
}

/// 6.4.g, 9.2.1.j, R-78: an asset that has to serve with one army and waits in the reserve, and the units of that army that could take it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bound {
    pub asset: AssetId,
    hosts: UnitSet,
}

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
        let anti_tank = self.is_anti_tank(asset);
        self.host_rules(state, side, unit, anti_tank, self.taken(state, unit, anti_tank), c)?;
        if self.side(unit) != side {
            return Ok(());
        }
        self.pair_rules(state, asset, unit, self.bound_asset(state, side), c)
    }

    /// 2.2.1.e: the asset must wait in its own reserve.
    pub(crate) fn assigned_rules(&self, state: &State, side: Side, asset: AssetId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_asset(side, asset))? {
            return Ok(());
        }
        let waits = state.assets[asset.index()].post == Post::Reserve;
        c.ask(Case("2.2.1.e"), must(waits, no!("{asset} is not in the reserve", asset)))?;
        if state.phase() == Phase::SovietReplacement {
            // in the replacement phase only what came this turn; 9.1.a: and was not withdrawn since.
            let withdrawn = state.withdrawn.contains(asset);
            let why = no!("{asset} was withdrawn this turn and waits for the next", asset);
            c.ask(Case("9.1.a"), unless(withdrawn, why))?;
            let fresh = state.fresh_assets.contains(asset);
            let why = no!("only what came to the reserve this turn may still leave it in this phase");
            c.ask(Case("9.1.1.g"), must(fresh, why))?;
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
        taken: usize,
        c: &mut Consult,
    ) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let Some(at) = state.at(unit) else { return c.ask(Case("2.2.1.e"), Err(no!("{unit} is not in play", unit))) };
        if state.phase() != Phase::Setup {
            // 9.1.1.j, 9.2.1.k: in the boxes off the map everybody is.
            let fed = self.picture(state).fed[side.index()].contains(at);
            c.ask(Case("5.1.b"), must(fed, no!("{unit} at {at} is unsupplied", unit, at)))?;
        }
        if anti_tank {
            c.ask(Case("6.4.i"), must(taken == 0, no!("the anti-tank slot of {unit} is taken", unit)))
        } else {
            let room = taken < usize::from(self.data.units[unit.index()].slots);
            c.ask(Case("3.1.1.c"), must(room, no!("{unit} has no free asset slot", unit)))
        }
    }

    /// How many slots of a kind a unit has taken.
    pub(crate) fn taken(&self, state: &State, unit: UnitId, anti_tank: bool) -> usize {
        state.assets_of(unit).iter().filter(|a| self.is_anti_tank(*a) == anti_tank).count()
    }

    /// The same for all units at once: ordinary slots, and the anti-tank slot.
    pub(crate) fn all_taken(&self, state: &State) -> [[usize; MOST_PIECES]; 2] {
        let mut taken = [[0; MOST_PIECES]; 2];
        for (asset, now) in self.data.asset_ids().zip(&state.assets) {
            if let Post::With(unit) = now.post {
                taken[usize::from(self.is_anti_tank(asset))][unit.index()] += 1;
            }
        }
        taken
    }

    /// 6.4.c, 6.4.g: who may have what; 3.1.2: the limits of the box the host stands in. `bound` is the asset for which places are kept
    /// ([`Battle::bound_asset`]).
    pub(crate) fn pair_rules(
        &self,
        state: &State,
        asset: AssetId,
        unit: UnitId,
        bound: Option<Bound>,
        c: &mut Consult,
    ) -> Verdict {
        let info = &self.data.assets[asset.index()];
        let host = &self.data.units[unit.index()];
        if let Some(only) = info.only_unit {
            let why = no!("{asset} may be assigned only to {host}", asset, host = Noun::Host(asset));
            c.ask(Case("6.4.c"), must(only == unit, why))?;
        }
        if let Some(group) = &info.only_group {
            let member = *group == host.group;
            let why = no!("{asset} may be assigned only to {host}", asset, host = Noun::Host(asset));
            c.ask(Case("6.4.g"), must(member, why))?;
        }
        if let Some(bound) = bound.filter(|bound| bound.asset != asset) {
            let room = self.leaves_room(state, bound.hosts, asset, unit);
            let why = no!(
                "no place would be left for {asset}, which must be assigned to {host}",
                asset = bound.asset,
                host = Noun::Host(bound.asset)
            );
            c.ask(Case("6.4.g"), must(room, why))?;
        }
        let Some(at) = state.at(unit).filter(|at| self.data.spaces[*at].caucasus.is_some()) else { return Ok(()) };
        match host.side {
            Side::Soviet => {
                let large = self.too_large(asset);
                c.ask(Case("3.1.2.h"), unless(large, too_large_for(asset, at)))
            }
            Side::Axis => {
                let full = self.axis_asset_room(state, at) == 0;
                c.ask(self.asset_case(at), unless(full, self.no_asset_room(unit, at)))
            }
        }
    }

    /// The asset that waits though a unit of its army could take it.
    pub(crate) fn bound_asset(&self, state: &State, side: Side) -> Option<Bound> {
        let waits = |(a, _): &&(AssetId, UnitSet)| {
            self.ground.assets[side.index()].contains(*a) && state.assets[a.index()].post == Post::Reserve
        };
        let bound = |&(asset, group): &(AssetId, UnitSet)| Bound { asset, hosts: self.open_hosts(state, asset, group) };
        self.ground.bound.iter().filter(waits).map(bound).find(|bound| !bound.hosts.is_empty())
    }

    /// The units of the group that could take it now.
    fn open_hosts(&self, state: &State, bound: AssetId, group: UnitSet) -> UnitSet {
        let info = &self.data.assets[bound.index()];
        let anti_tank = self.is_anti_tank(bound);
        let open = |u: &UnitId| {
            let taken = self.taken(state, *u, anti_tank);
            self.host_rules(state, info.side, *u, anti_tank, taken, &mut Consult::strict()).is_ok()
                && state.at(*u).is_some_and(|at| self.axis_asset_room(state, at) > 0)
        };
        group.iter().filter(open).collect()
    }

    /// Would there still be a place with one of these hosts if `asset` went to `unit`?
    fn leaves_room(&self, state: &State, hosts: UnitSet, asset: AssetId, unit: UnitId) -> bool {
        let (at, anti_tank) = (state.at(unit), self.is_anti_tank(asset));
        let free = || usize::from(self.data.units[unit.index()].slots).saturating_sub(self.taken(state, unit, false));
        let slot = |host: UnitId| host != unit || anti_tank || free() > 1;
        let place = |host: UnitId| match state.at(host) {
            Some(box_of) if at == Some(box_of) => self.axis_asset_room(state, box_of) > 1,
            _ => true,
        };
        hosts.iter().any(|host| slot(host) && place(host))
    }

    /// 9.1.1.d: may this unit leave the reserve for that Front box?
    pub(crate) fn check_place(&self, state: &State, side: Side, unit: UnitId, to: SpaceId, c: &mut Consult) -> Verdict {
        if !c.gate(Case("2.2.1.b"), self.own_unit(side, unit))? {
            return Ok(());
        }
        let waits = state.at(unit) == Some(self.data.places.soviet_reserve);
        c.ask(Case("9.1.1.d"), must(waits, no!("{unit} is not in the reserve", unit)))?;
        if state.phase() == Phase::SovietReplacement {
            let fresh = state.fresh_units.contains(unit);
            let why = no!("only what came to the reserve this turn may still leave it in this phase");
            c.ask(Case("9.1.1.g"), must(fresh, why))?;
        }
        let front = self.data.spaces[to].kind == SpaceKind::Front;
        c.ask(Case("9.1.1.d"), must(front, no!("{to} is not a Front box", to)))?;
        c.ask(Case("9.1.1.e"), self.room_in_front(state, to))
    }

    /// 9.2.1.d: the detachments that come this turn, in order: Hollidt, then Fretter-Pico.
    pub(crate) fn detachment_due(&self, state: &State) -> Option<UnitId> {
        // 9.2.1.e: never, if the operation is never launched.
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
        c.ask(Case("9.2.1.d"), must(due, no!("{unit} does not arrive now", unit)))?;
        let first = self.first_detachment();
        let case = match first.and_then(|u| state.at(u)) {
            _ if first == Some(unit) => Case("9.2.1.f"),
            Some(taken) if taken == at => Case("9.2.1.h"),
            _ => Case("9.2.1.g"),
        };
        let open = self.landing_cities(state, unit).contains(at);
        c.ask(case, must(open, no!("{unit} may not arrive in {at}", unit, at)))
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

    /// Every assignment, by the three parts of its check.
    pub(crate) fn assign_offers(&self, state: &State, side: Side, assets: AssetSet, visit: &mut Visit<'_>) -> Flow {
        let assets: AssetSet =
            assets.iter().filter(|a| self.assigned_rules(state, side, *a, &mut Consult::strict()).is_ok()).collect();
        if assets.is_empty() {
            return Flow::Continue(());
        }
        let (taken, bound) = (self.all_taken(state), self.bound_asset(state, side));
        let hosts = [false, true].map(|anti_tank| -> UnitSet {
            let open = |u: &UnitId| {
                let taken = taken[usize::from(anti_tank)][u.index()];
                self.host_rules(state, side, *u, anti_tank, taken, &mut Consult::strict()).is_ok()
            };
            self.own(side).iter().filter(open).collect()
        });
        let boxed = |u: &UnitId| state.at(*u).is_some_and(|at| self.data.spaces[at].caucasus.is_some());
        let boxed: UnitSet = (hosts[0] | hosts[1]).iter().filter(boxed).collect();
        for asset in assets.iter() {
            let info = &self.data.assets[asset.index()];
            // An asset for everybody, no place kept from it: only the boxes have something to say.
            let free = info.only_unit.is_none() && info.only_group.is_none() && bound.is_none();
            for unit in hosts[usize::from(self.is_anti_tank(asset))].iter() {
                let open = free && !boxed.contains(unit);
                if open || self.pair_rules(state, asset, unit, bound, &mut Consult::strict()).is_ok() {
                    visit(Action::Assign { asset, unit })?;
                }
            }
        }
        Flow::Continue(())
    }

    pub(crate) fn place_offers(&self, state: &State, side: Side, units: UnitSet, visit: &mut Visit<'_>) -> Flow {
        for unit in units.iter() {
            for at in self.data.board.boxes() {
                if self.data.spaces[at].kind == SpaceKind::Front {
                    self.offer(state, side, Action::Place { unit, at }, visit)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The assets of a side.
    pub(crate) fn own_assets(&self, side: Side) -> impl Iterator<Item = AssetId> + '_ {
        self.ground.assets[side.index()].iter()
    }

    /// Assets of a side in its reserve.
    pub(crate) fn waiting_assets(&self, state: &State, side: Side) -> AssetSet {
        self.own_assets(side).filter(|a| state.assets[a.index()].post == Post::Reserve).collect()
    }

    /// Units of a side in its reserve.
    pub(crate) fn waiting_units(&self, state: &State, side: Side) -> UnitSet {
        self.units_in(state, self.reserve(side), side)
    }

    /// 6.4.a: an asset joins a unit, whose fate it shares from now on (6.4.b); only its owner hears of it.
    pub(crate) fn apply_assign(&self, state: &mut State, side: Side, asset: AssetId, unit: UnitId, log: &mut Log) {
        state.assets[asset.index()].post = Post::With(unit);
        log.add(|| {
            let info = &self.data.assets[asset.index()];
            let what = What::Place { counter: info.id.clone(), at: self.data.units[unit.index()].id.clone() };
            let text = format!("{} joins {}", info.name, self.unit_name(unit));
            Event::new(Case("6.4.a"), what, text).only_for(side)
        });
    }

    /// 9.1.1.d: a unit comes from the reserve into a Front box; 7.6.e: it uses up no passage.
    pub(crate) fn apply_place(&self, state: &mut State, side: Side, unit: UnitId, at: SpaceId, log: &mut Log) {
        log.add(|| self.moved_event(unit, self.reserve(side), at, Case("9.1.1.d")).only_for(side));
        self.put_unit(state, unit, at, log);
    }
}
