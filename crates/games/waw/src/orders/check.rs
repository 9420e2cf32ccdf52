//! May a slot be ordered this? Asked against what the side knows and the rest of its plan.

use super::{Order, Plan, Slot};
use crate::Waw;
use crate::arrivals::replaces;
use crate::data::{Kind, Readiness, SupplyLevel, Terrain, Variant};
use crate::execution::AirMission;
use crate::field::{Field, contacts_at};
use crate::fix::holds;
use crate::movement::Danger;
use crate::state::{Assault, Mission, Mode, NONE, Secondary, Standing, State};
use crate::theater::Stage;
use kessel_kernel::{Case, Refusal, Side};

/// The longest path that can be plotted.
pub(super) const LONGEST: usize = 240;
/// 30.2.a: how far from Paulus' headquarters Sixth Army may go.
const RESTRICTED: u16 = 26;

/// Refuses if the rule is broken.
#[track_caller]
pub(super) fn unless(broken: bool, case: &'static str, why: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds(Case(case), broken) { Err(Refusal::new(Case(case), why())) } else { Ok(()) }
}

impl Waw {
    pub(super) fn check_of(
        &self,
        seen: &State,
        side: Side,
        plan: &Plan,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        let asking = Asking { stage: self.stage(seen), state: seen, side, plan, slot };
        match (slot, order) {
            (Slot::Unit(unit), Order::Move(mode, path)) => asking.movement(unit, *mode, path),
            (Slot::Unit(unit), Order::Go(mode, to, over)) => asking.go(unit, *mode, *to, *over),
            (Slot::Unit(unit), Order::Attack(_, hex)) => asking.attack(unit, *hex),
            (Slot::Unit(unit), Order::Scrub(hex)) => asking.scrub(unit, *hex),
            (Slot::Unit(unit), Order::Defend(_, also)) => asking.defend(unit, *also),
            (Slot::Unit(unit), Order::Fire(mission)) => asking.fire(unit, *mission),
            (Slot::Unit(unit), Order::Ride(carrier)) => asking.ride(unit, *carrier),
            (Slot::Gather(hq), Order::Gather) => asking.headquarters(hq),
            (Slot::Squadron(n), Order::Fly(mission, hex)) => asking.fly(n, *mission, *hex),
            (Slot::Leader(n), Order::Assign(unit)) => asking.assign(n, *unit),
            (Slot::Leader(n), Order::Free) => asking.free(n),
            (Slot::Level(hq), Order::Level(level)) => asking.level(hq, *level),
            (Slot::Attach(unit), Order::Attach(hq)) => asking.attach(unit, *hq),
            (Slot::Duty(n), Order::Once) => asking.once(n),
            (Slot::Duty(_), Order::Duty(_)) | (Slot::Worked, Order::Worked) => Ok(()),
            _ => Err(Refusal::new(Case("9.31"), "that cannot be told so")),
        }
    }
}

/// A question about one order.
pub(super) struct Asking<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) plan: &'a Plan,
    pub(super) slot: Slot,
}

impl Asking<'_> {
    /// The other orders of the plan.
    pub(super) fn others(&self) -> impl Iterator<Item = (Slot, &Order)> {
        self.plan.iter().filter(|(slot, _)| **slot != self.slot).map(|(slot, order)| (*slot, order))
    }

    pub(super) fn name(&self, unit: u16) -> &str {
        &self.stage.info(unit).name
    }

    /// Is it this side's, and on the map?
    pub(super) fn own(&self, unit: u16) -> Result<(), Refusal> {
        let known = (unit as usize) < self.state.units.len();
        if !known || self.stage.side(unit) != self.side {
            return Err(Refusal::new(Case("5.1.a"), "that unit is not yours"));
        }
        if !self.state.units[unit as usize].here() {
            return Err(Refusal::new(Case("5.1.a"), format!("{} is not on the map", self.name(unit))));
        }
        Ok(())
    }

    pub(super) fn known_field(&self) -> Field {
        Field::with_contacts(&self.stage, self.state, self.side)
    }

    fn enemy_known(&self, hex: u16) -> bool {
        !contacts_at(&self.stage, self.state, hex).is_empty()
    }

    /// 14.18: any path that is possible in theory may be plotted; what stands in its way, and whether there is room (11.2), is met in Execution.
    fn movement(&self, unit: u16, mode: Mode, path: &[u16]) -> Result<(), Refusal> {
        self.own(unit)?;
        if path.is_empty() || path.len() > LONGEST {
            return Err(Refusal::new(Case("14.11.a"), format!("a path has 1 to {LONGEST} hexes")));
        }
        let info = self.stage.info(unit);
        let mut from = self.state.units[unit as usize].at;
        for to in path {
            let step = self.stage.step_cost(self.state, self.side, info.movement, mode, from, *to);
            step.map_err(|closed| {
                let why = format!(
                    "{} cannot go from {} to {}: {}",
                    info.name,
                    self.stage.hex_name(from),
                    self.stage.hex_name(*to),
                    closed.words()
                );
                Refusal::new(closed.case(), why)
            })?;
            self.restricted(unit, *to)?;
            from = *to;
        }
        Ok(())
    }

    /// 30.2.a: Sixth Army stays within 78 km of where Paulus began.
    fn restricted(&self, unit: u16, to: u16) -> Result<(), Refusal> {
        let Some(centre) =
            self.stage.scenario.restriction.filter(|_| self.state.setup.has(Variant::SixthArmyRestricted))
        else {
            return Ok(());
        };
        let far = self.stage.of_sixth_army(unit) && self.stage.theater.distance(centre.0, to) > RESTRICTED;
        unless(far, "30.2.a", || {
            format!("{} may not go farther than {RESTRICTED} hexes from where Paulus began", self.name(unit))
        })
    }

    /// 14.22, 14.4: is there a way for the Executive Officer to plot?
    fn go(&self, unit: u16, mode: Option<Mode>, to: u16, over: bool) -> Result<(), Refusal> {
        self.own(unit)?;
        let strategic = over && mode == Some(Mode::Strategic);
        unless(strategic, "14.22.d", || "known enemies are ignored in tactical movement only".into())?;
        if self.stage.dragged(self.state, unit, mode, to, over).is_some() {
            return self.attack(unit, to);
        }
        match self.stage.plot(self.state, unit, mode, to, over) {
            Some((mode, path)) => self.movement(unit, mode, &path),
            None => Err(Refusal::new(
                Case("14.42.a"),
                format!("there is no way for {} to {}", self.name(unit), self.stage.hex_name(to)),
            )),
        }
    }

    /// 9.31.d, 15.1: who may attack what.
    fn attack(&self, unit: u16, hex: u16) -> Result<(), Refusal> {
        self.own(unit)?;
        let (info, now) = (self.stage.info(unit), &self.state.units[unit as usize]);
        // 15.1.g: guns attack by fire.
        unless(matches!(info.kind, Kind::Hq | Kind::Artillery), "9.31.d", || {
            format!("{} may not be given an attack order", info.name)
        })?;
        unless(now.attack <= 0, "15.1.b", || format!("{} has no attack strength", info.name))?;
        let apart = self.stage.theater.toward(now.at, hex).is_none();
        if apart {
            return Err(Refusal::new(
                Case("15.1.c"),
                format!("{} is not beside {}", info.name, self.stage.hex_name(hex)),
            ));
        }
        unless(!self.enemy_known(hex), "15.1.c", || format!("no enemy is known in {}", self.stage.hex_name(hex)))
    }

    /// 15.3.f: an attack on a hex is called off by a unit beside it.
    fn scrub(&self, unit: u16, hex: u16) -> Result<(), Refusal> {
        self.own(unit)?;
        let beside = self.stage.theater.toward(self.state.units[unit as usize].at, hex).is_some();
        unless(!beside || !self.enemy_known(hex), "15.3.f", || {
            format!("{} attacks nobody in {}", self.name(unit), self.stage.hex_name(hex))
        })
    }

    /// 3.3.j, 3.3.k: guns and ground units are planned at once; supply and the whole command are given for longer.
    fn once(&self, duty: u8) -> Result<(), Refusal> {
        let now = super::DUTIES.get(usize::from(duty)).is_some_and(|d| matches!(*d, "fire" | "air" | "ground"));
        unless(!now, "3.3.k", || "only fire, air and ground units are planned at once".into())
    }

    /// 9.32: a defender may do something beside it.
    fn defend(&self, unit: u16, also: Secondary) -> Result<(), Refusal> {
        self.own(unit)?;
        let (info, at) = (self.stage.info(unit), self.state.units[unit as usize].at);
        match also {
            Secondary::Nothing => Ok(()),
            Secondary::Dig | Secondary::Fortify => {
                let marsh = also == Secondary::Dig && self.stage.soft_marsh(self.state, at);
                let wet = matches!(self.stage.terrain(self.state, at), Terrain::Ferry | Terrain::Water);
                unless(marsh || wet, "23.2.a", || format!("{} cannot dig in there", info.name))?;
                let field = self.known_field_beside(at);
                let beside = field.is_some_and(|zone| {
                    !(self.stage.city() && self.side == Side::Soviet && holds(Case("23.2.c"), zone <= 2))
                });
                unless(beside, "23.2.a", || format!("{} stands beside an enemy", info.name))?;
                let engineer = matches!(info.kind, Kind::Engineer | Kind::Builder);
                let begun = self.state.works_at(at).is_some_and(|w| w.fortified);
                unless(also == Secondary::Fortify && !engineer && !begun, "9.32.b", || {
                    format!("{} is no engineer: the first fortification is theirs", info.name)
                })
            }
            Secondary::Replace => self.replacement(unit),
        }
    }

    /// The known enemy zone in a hex, if a known enemy stands beside it.
    fn known_field_beside(&self, at: u16) -> Option<u8> {
        let near = self.stage.theater.near[at as usize].into_iter().filter(|near| *near != NONE);
        let beside = near.into_iter().any(|hex| self.enemy_known(hex));
        beside.then(|| Field::known_zone(&self.stage, self.state, self.side, at))
    }

    /// 26.1, 26.2: a point of its own kind, a loss to make good, supply, and no enemy zone.
    fn replacement(&self, unit: u16) -> Result<(), Refusal> {
        let (info, now) = (self.stage.info(unit), &self.state.units[unit as usize]);
        let Some(kind) = self.stage.replacement_kind(unit) else {
            return Err(Refusal::new(Case("26.1"), "headquarters take no replacements"));
        };
        // 26.2.c: of the dead nobody asks here.
        let gain = self.stage.replacement_gain(unit);
        unless(info.full.defence - now.defence < gain, "26.2.a", || format!("{} has lost too little", info.name))?;
        unless(now.level == SupplyLevel::None, "26.2.e", || format!("{} has no supply", info.name))?;
        let zone = Field::known_zone(&self.stage, self.state, self.side, now.at);
        unless(zone > 0, "26.2.e", || format!("{} stands in an enemy zone of control", info.name))?;
        let same = |(slot, order): &(Slot, &Order)| {
            let Slot::Unit(other) = slot else { return false };
            matches!(order, Order::Defend(_, Secondary::Replace)) && self.stage.replacement_kind(*other) == Some(kind)
        };
        let taken = self.others().filter(same).count() as u16;
        let pool = self.state.pools[self.side.index()][kind as usize];
        unless(taken >= pool, "28.4.a", || "no replacement point of that kind is left".into())
    }

    /// 16.0, 16.21, 16.3: guns that are ready, in range, and not on their own hex.
    fn fire(&self, unit: u16, mission: Mission) -> Result<(), Refusal> {
        self.own(unit)?;
        let (info, now) = (self.stage.info(unit), &self.state.units[unit as usize]);
        if !info.is_artillery() {
            return Err(Refusal::new(Case("16.1"), format!("{} has no guns for that", info.name)));
        }
        self.stage
            .guns_ready(self.state, unit)
            .map_err(|(case, why)| Refusal::new(case, format!("{}: {why}", info.name)))?;
        let (Mission::Target(hex) | Mission::Scoot(hex)) = mission else { return Ok(()) };
        unless(hex == now.at, "16.0", || format!("{} cannot fire into its own hex", info.name))?;
        let far = self.stage.theater.distance(now.at, hex);
        unless(far > u16::from(info.range), "16.1", || {
            format!("{} is {far} hexes away, and {} reaches {}", self.stage.hex_name(hex), info.name, info.range)
        })?;
        let scoots = matches!(mission, Mission::Scoot(_)) && info.ready != Some(Readiness::Light);
        unless(scoots, "16.32.f", || format!("{} is too heavy to shoot and scoot", info.name))
    }

    /// 14.6: who rides on whom.
    fn ride(&self, unit: u16, carrier: u16) -> Result<(), Refusal> {
        self.own(unit)?;
        self.own(carrier)?;
        let (rider, tank) = (self.stage.info(unit), self.stage.info(carrier));
        unless(!rider.rider, "14.6.a", || format!("{} cannot ride", rider.name))?;
        unless(!tank.carrier, "14.6.b", || format!("{} carries nobody", tank.name))?;
        let apart = self.state.units[unit as usize].at != self.state.units[carrier as usize].at;
        unless(apart || unit == carrier, "14.6.b", || format!("{} is not in the hex of {}", tank.name, rider.name))?;
        unless(tank.striped && !rider.striped, "14.6.c", || {
            format!("{} is too small to carry {}", tank.name, rider.name)
        })?;
        // Whoever rides now takes up room until the Execution, and whoever is ordered to does so, too.
        let at = self.state.units[unit as usize].at;
        let here = |u: &u16| *u != unit && self.state.units[*u as usize].at == at;
        let now = (0..self.state.units.len() as u16).filter(here).map(|u| (u, self.state.units[u as usize].carrier));
        let mut riding: Vec<(u16, u16)> = now.filter(|(_, on)| *on != NONE).collect();
        for (slot, order) in self.others() {
            if let (Slot::Unit(u), Order::Ride(on)) = (slot, order)
                && self.state.units[u as usize].at == at
                && !riding.contains(&(u, *on))
            {
                riding.push((u, *on));
            }
        }
        let points = |u: u16| if self.stage.info(u).striped { 1 } else { 3 };
        let load: u8 = riding.iter().filter(|(_, on)| *on == carrier).map(|(u, _)| points(*u)).sum();
        let room = if tank.striped { 1 } else { 3 };
        unless(load + points(unit) > room, "14.6.c", || format!("{} has no room left", tank.name))?;
        unless(riding.len() >= 4, "14.61.b", || "a stack has room for four pairs of carrier and rider".into())
    }

    /// 17.0 to 17.4: which squadron may fly where.
    fn fly(&self, n: u8, mission: AirMission, hex: u16) -> Result<(), Refusal> {
        let Some(squadron) = self.stage.squadrons.get(n as usize).filter(|s| s.side == self.side) else {
            return Err(Refusal::new(Case("5.1.a"), "that squadron is not yours"));
        };
        unless(!self.stage.may_fly(self.state, self.side), "17.0", || "nobody can fly now".into())?;
        let refit = self.state.squadrons[n as usize].ready > self.state.turn;
        let case = if mission == AirMission::Support { "17.11.e" } else { "17.12.d" };
        unless(refit, case, || format!("{} is being refitted", squadron.name))?;
        match mission {
            AirMission::Support => {
                unless(!squadron.bombs(), "17.11.a", || format!("{} carries no bombs", squadron.name))?
            }
            AirMission::Recon => unless(!squadron.scouts(), "17.13.a", || format!("{} does not scout", squadron.name))?,
            AirMission::Resupply => {
                unless(squadron.tons == 0, "17.12.d", || format!("{} carries no supplies", squadron.name))?
            }
        }
        if hex as usize >= self.stage.theater.hexes {
            return Err(Refusal::new(Case("17.4.b"), "there is no such hex"));
        }
        let water = self.stage.terrain(self.state, hex) == Terrain::Water && !self.stage.volga_frozen(self.state);
        unless(water, "17.4.a", || format!("{} is open water", self.stage.hex_name(hex)))?;
        let friends = || {
            let here = |u: u16| self.state.units[u as usize].at == hex && self.stage.side(u) == self.side;
            (0..self.state.units.len() as u16).any(here)
        };
        let strike = Order::Fly(AirMission::Support, hex);
        let twice = mission == AirMission::Support
            && self.others().any(|(slot, order)| matches!(slot, Slot::Squadron(_)) && *order == strike)
            && !friends();
        unless(twice, "17.11.b", || format!("{} is a target already", self.stage.hex_name(hex)))
    }
}

impl Stage<'_> {
    /// Did the unit start the game under German Sixth Army?
    pub(crate) fn of_sixth_army(&self, unit: u16) -> bool {
        let mut at = Some(crate::data::UnitId(unit));
        for _ in 0..8 {
            let Some(id) = at else { return false };
            if self.scenario.unit(id).id == "A.6A.HQ" {
                return true;
            }
            at = self.scenario.unit(id).superior;
        }
        false
    }

    /// 14.22.c, 15.1.e: a unit that is sent a single hex, onto a known enemy, assaults it; without advance where it could not follow.
    pub(crate) fn dragged(&self, seen: &State, unit: u16, mode: Option<Mode>, to: u16, over: bool) -> Option<Assault> {
        let (info, at) = (self.info(unit), seen.units[unit as usize].at);
        let enemy = (to as usize) < self.theater.hexes && !contacts_at(self, seen, to).is_empty();
        let fights = !matches!(info.kind, Kind::Hq | Kind::Artillery) && seen.units[unit as usize].attack > 0;
        let beside = at != NONE && self.theater.toward(at, to).is_some();
        if over || !enemy || !fights || !beside || mode == Some(Mode::Strategic) || !holds(Case("14.22.c"), true) {
            return None;
        }
        let open = self.step_cost(seen, info.side, info.movement, Mode::Tactical, at, to).is_ok();
        Some(if open || !holds(Case("15.1.e"), true) { Assault::Assault } else { Assault::NoAdvance })
    }

    /// 14.4, 14.22, 3.19: the way and the mode that the Executive Officer plots.
    pub(crate) fn plot(
        &self,
        seen: &State,
        unit: u16,
        mode: Option<Mode>,
        to: u16,
        over: bool,
    ) -> Option<(Mode, Vec<u16>)> {
        let danger = if over { None } else { Some(Danger::of(self, seen)) };
        self.plot_with(seen, unit, mode, to, danger.as_ref())
    }

    /// The same with the dangers at hand.
    pub(crate) fn plot_with(
        &self,
        seen: &State,
        unit: u16,
        mode: Option<Mode>,
        to: u16,
        danger: Option<&Danger>,
    ) -> Option<(Mode, Vec<u16>)> {
        if to as usize >= self.theater.hexes {
            return None;
        }
        let find =
            // 14.22.a: around known enemies and their zones; 14.42.b: of others he knows nothing.
            |mode| self.find_way(seen, unit, mode, to, |hex| danger.is_some_and(|d| holds(Case("14.42.a"), d.at(hex))));
        let path = match mode {
            Some(mode) => (mode, find(mode)?),
            None => {
                // 3.19: tactical within its range or near known enemies, strategic otherwise.
                let tactical = find(Mode::Tactical)?;
                let info = self.info(unit);
                let mut from = seen.units[unit as usize].at;
                let mut cost = 0;
                for hex in &tactical {
                    cost += self.step_cost(seen, info.side, info.movement, Mode::Tactical, from, *hex).unwrap_or(0);
                    from = *hex;
                }
                let near = tactical.iter().any(|hex| danger.is_some_and(|d| d.near(*hex)));
                if near || cost <= self.allowance(seen, unit, false) {
                    (Mode::Tactical, tactical)
                } else {
                    (Mode::Strategic, find(Mode::Strategic)?)
                }
            }
        };
        Some(path).filter(|(_, way)| way.len() <= LONGEST)
    }

    /// Is the unit doing something that it was told, and not only standing there?
    pub(crate) fn is_ordered(&self, state: &State, plan: &Plan, unit: u16) -> bool {
        plan.contains_key(&Slot::Unit(unit))
            || match state.units[unit as usize].order {
                Standing::Defend(_, also) => also != Secondary::Nothing,
                _ => true,
            }
            || replaces(state.units[unit as usize].order)
    }
}
