//! May a slot be ordered this? Asked rule after rule, against what the side knows and the rest of its plan.

use super::{DUTIES, Order, Plan, Slot};
use crate::Waw;
use crate::data::{Kind, Readiness, SupplyLevel, Terrain, UnitId, Variant};
use crate::execution::AirMission;
use crate::field::{Field, contacts_at};
use crate::fix::holds;
use crate::refusal::{Consult, Noun, Verdict, Why};
use crate::state::{Mission, Mode, NONE, Secondary, State};
use crate::theater::Stage;
use kessel_board::SpaceId;
use kessel_kernel::facets::Refuses;
use kessel_kernel::{Case, Consulted, No, Refusal, Side, must, unless};
use kessel_kit::no;

/// The longest path that can be plotted.
pub(super) const LONGEST: usize = 240;
/// 30.2.a: how far from Paulus' headquarters Sixth Army may go.
const RESTRICTED: u16 = 26;

/// A question about one order: who asks, what he knows, and what else he has planned.
pub(super) struct Asking<'a> {
    pub(super) stage: Stage<'a>,
    pub(super) state: &'a State,
    pub(super) side: Side,
    pub(super) plan: &'a Plan,
    pub(super) slot: Slot,
}

impl Waw {
    pub(super) fn asking<'a>(&'a self, seen: &'a State, side: Side, plan: &'a Plan, slot: Slot) -> Asking<'a> {
        Asking { stage: self.stage(seen), state: seen, side, plan, slot }
    }

    /// May a slot be ordered this beside the rest of a plan?
    pub(crate) fn allows(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, order: &Order) -> bool {
        self.asking(seen, side, plan, slot).order(&mut Consult::strict(), order).is_ok()
    }

    /// The same with the first 'no' in words.
    pub(super) fn refused(
        &self,
        seen: &State,
        side: Side,
        plan: &Plan,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        let answer = self.asking(seen, side, plan, slot).order(&mut Consult::strict(), order);
        answer.map_err(|no| self.refusal(seen, no))
    }

    /// Every rule that is asked about an order, with its answer.
    pub(super) fn consulted(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, order: &Order) -> Vec<Consulted> {
        let asking = self.asking(seen, side, plan, slot);
        Consult::told(|c| asking.order(c, order), |case, why| self.sentence(seen, case, why))
    }
}

impl Asking<'_> {
    /// The one truth of what may be ordered.
    pub(super) fn order(&self, c: &mut Consult, order: &Order) -> Verdict {
        match (self.slot, order) {
            (Slot::Unit(unit), order) => self.action(c, unit, order),
            (Slot::Gather(hq), Order::Gather) => self.headquarters(c, hq).map(drop),
            (Slot::Squadron(n), Order::Fly(mission, hex)) => self.fly(c, n, *mission, *hex),
            (Slot::Leader(n), Order::Assign(unit)) => self.assign(c, n, *unit),
            (Slot::Leader(n), Order::Free) => self.free(c, n),
            (Slot::Level(hq), Order::Level(level)) => self.level(c, hq, *level),
            (Slot::Attach(unit), Order::Attach(hq)) => self.attach(c, unit, *hq),
            (Slot::Duty(n), Order::Once) => once(c, n),
            (Slot::Duty(_), Order::Duty(_)) | (Slot::Worked, Order::Worked) => Ok(()),
            _ => cannot_be_told(c),
        }
    }

    /// 9.31: a unit's primary action.
    fn action(&self, c: &mut Consult, unit: u16, order: &Order) -> Verdict {
        if !self.own(c, unit)? {
            return Ok(());
        }
        match order {
            Order::Move(mode, path) => self.movement(c, unit, *mode, path),
            Order::Go(mode, to, over) => self.go(c, unit, *mode, *to, *over),
            Order::Attack(_, hex) => self.attack(c, unit, *hex),
            Order::Scrub(hex) => self.scrub(c, unit, *hex),
            Order::Defend(_, also) => self.defend(c, unit, *also),
            Order::Fire(mission) => self.fire(c, unit, *mission),
            Order::Ride(carrier) => self.ride(c, unit, *carrier),
            _ => cannot_be_told(c),
        }
    }

    /// The other orders of the plan.
    pub(super) fn others(&self) -> impl Iterator<Item = (Slot, &Order)> {
        self.plan.iter().filter(|(slot, _)| **slot != self.slot).map(|(slot, order)| (*slot, order))
    }

    /// Is it this side's, and on the map? Of any other nothing more is asked.
    pub(super) fn own(&self, c: &mut Consult, unit: u16) -> Result<bool, No<Why>> {
        let mine = (unit as usize) < self.state.units.len() && self.stage.side(unit) == self.side;
        if !c.gate(Case("5.1.a"), must(mine, no!("that unit is not yours")))? {
            return Ok(false);
        }
        let here = self.state.units[unit as usize].here();
        c.gate(Case("5.1.a"), must(here, no!("{unit} is not on the map", unit = UnitId(unit))))
    }

    pub(super) fn known_field(&self) -> Field {
        Field::with_contacts(&self.stage, self.state, self.side)
    }

    fn enemy_known(&self, hex: u16) -> bool {
        !contacts_at(&self.stage, self.state, hex).is_empty()
    }

    /// 14.18: any path that is possible in theory may be plotted; what stands in its way, and whether there is room (11.2), is met in Execution.
    fn movement(&self, c: &mut Consult, unit: u16, mode: Mode, path: &[u16]) -> Verdict {
        let fits = (1..=LONGEST).contains(&path.len());
        c.ask(Case("14.11.a"), must(fits, no!("a path has 1 to {most} hexes", most = Noun::Number(LONGEST as u16))))?;
        match self.first_fault(unit, mode, path) {
            Err(no) => c.ask(no.case, Err(no.why)),
            Ok(()) => Ok(()),
        }
    }

    /// The first step of a path that cannot be made: of those behind it nobody asks.
    fn first_fault(&self, unit: u16, mode: Mode, path: &[u16]) -> Verdict {
        let (class, centre) = (self.stage.info(unit).movement, self.restriction(unit));
        let mut from = self.state.units[unit as usize].at;
        for to in path {
            if let Err(closed) = self.stage.step_cost(self.state, self.side, class, mode, from, *to) {
                let (unit, from, to) = (UnitId(unit), SpaceId(from), SpaceId(*to));
                let why = no!("{unit} cannot go from {from} to {to}: {closed}", unit, from, to, closed);
                return Err(No { case: closed.case(), why });
            }
            let far = centre.is_some_and(|centre| self.stage.theater.distance(centre, *to) > RESTRICTED);
            if holds(Case("30.2.a"), far) {
                let most = Noun::Number(RESTRICTED);
                let unit = UnitId(unit);
                let why = no!("{unit} may not go farther than {most} hexes from where Paulus began", unit, most);
                return Err(No { case: Case("30.2.a"), why });
            }
            from = *to;
        }
        Ok(())
    }

    /// 30.2.a: Sixth Army stays within 78 km of where Paulus began.
    fn restriction(&self, unit: u16) -> Option<u16> {
        let restricted = self.state.setup.has(Variant::SixthArmyRestricted);
        let centre = self.stage.scenario.restriction.filter(|_| restricted)?;
        self.stage.of_sixth_army(unit).then_some(centre.0)
    }

    /// 14.22, 14.4: is there a way for the Executive Officer to plot?
    fn go(&self, c: &mut Consult, unit: u16, mode: Option<Mode>, to: u16, over: bool) -> Verdict {
        let strategic = over && mode == Some(Mode::Strategic);
        c.ask(Case("14.22.d"), unless(strategic, no!("known enemies are ignored in tactical movement only")))?;
        if self.stage.dragged(self.state, unit, mode, to, over).is_some() {
            return self.attack(c, unit, to);
        }
        match self.stage.plot(self.state, unit, mode, to, over) {
            Some((mode, path)) => self.movement(c, unit, mode, &path),
            None => {
                let (unit, to) = (UnitId(unit), SpaceId(to));
                c.ask(Case("14.42.a"), Err(no!("there is no way for {unit} to {to}", unit, to)))
            }
        }
    }

    /// 9.31.d, 15.1: who may attack what.
    fn attack(&self, c: &mut Consult, id: u16, at: u16) -> Verdict {
        let (info, now) = (self.stage.info(id), &self.state.units[id as usize]);
        let (unit, hex) = (UnitId(id), SpaceId(at));
        // 15.1.g: guns attack by fire.
        let fires = matches!(info.kind, Kind::Hq | Kind::Artillery);
        c.ask(Case("9.31.d"), unless(fires, no!("{unit} may not be given an attack order", unit)))?;
        c.ask(Case("15.1.b"), must(now.attack > 0, no!("{unit} has no attack strength", unit)))?;
        let beside = self.stage.theater.toward(now.at, at).is_some();
        c.ask(Case("15.1.c"), must(beside, no!("{unit} is not beside {hex}", unit, hex)))?;
        c.ask(Case("15.1.c"), must(self.enemy_known(at), no!("no enemy is known in {hex}", hex)))
    }

    /// 15.3.f: an attack on a hex is called off by a unit beside it.
    fn scrub(&self, c: &mut Consult, unit: u16, hex: u16) -> Verdict {
        let beside = self.stage.theater.toward(self.state.units[unit as usize].at, hex).is_some();
        let attacked = beside && self.enemy_known(hex);
        let (unit, hex) = (UnitId(unit), SpaceId(hex));
        c.ask(Case("15.3.f"), must(attacked, no!("{unit} attacks nobody in {hex}", unit, hex)))
    }

    /// 9.32: a defender may do something beside it.
    fn defend(&self, c: &mut Consult, unit: u16, also: Secondary) -> Verdict {
        match also {
            Secondary::Nothing => Ok(()),
            Secondary::Dig | Secondary::Fortify => self.dig(c, unit, also),
            Secondary::Replace => self.replacement(c, unit),
        }
    }

    /// 23.2, 23.3: firm ground, no enemy beside it, and engineers for the first fortification.
    fn dig(&self, c: &mut Consult, id: u16, also: Secondary) -> Verdict {
        let (info, at, unit) = (self.stage.info(id), self.state.units[id as usize].at, UnitId(id));
        let marsh = also == Secondary::Dig && self.stage.soft_marsh(self.state, at);
        let wet = matches!(self.stage.terrain(self.state, at), Terrain::Ferry | Terrain::Water);
        c.ask(Case("23.2.a"), unless(marsh || wet, no!("{unit} cannot dig in there", unit)))?;
        let beside = self
            .known_field_beside(at)
            .is_some_and(|zone| !(self.stage.city() && self.side == Side::Soviet && holds(Case("23.2.c"), zone <= 2)));
        c.ask(Case("23.2.a"), unless(beside, no!("{unit} stands beside an enemy", unit)))?;
        let engineer = matches!(info.kind, Kind::Engineer | Kind::Builder);
        let begun = self.state.works_at(at).is_some_and(|w| w.fortified);
        let able = also == Secondary::Dig || engineer || begun;
        c.ask(Case("9.32.b"), must(able, no!("{unit} is no engineer: the first fortification is theirs", unit)))
    }

    /// The known enemy zone in a hex, if a known enemy stands beside it.
    fn known_field_beside(&self, at: u16) -> Option<u8> {
        let near = self.stage.theater.near[at as usize].into_iter().filter(|near| *near != NONE);
        let beside = near.into_iter().any(|hex| self.enemy_known(hex));
        beside.then(|| Field::known_zone(&self.stage, self.state, self.side, at))
    }

    /// 26.1, 26.2: a point of its own kind, a loss to make good, supply, and no enemy zone.
    fn replacement(&self, c: &mut Consult, id: u16) -> Verdict {
        let (info, now, unit) = (self.stage.info(id), &self.state.units[id as usize], UnitId(id));
        let Some(kind) = self.stage.replacement_kind(id) else {
            return c.ask(Case("26.1"), Err(no!("headquarters take no replacements")));
        };
        // 26.2.c: of the dead nobody asks here.
        let weak = info.full.defence - now.defence >= self.stage.replacement_gain(id);
        c.ask(Case("26.2.a"), must(weak, no!("{unit} has lost too little", unit)))?;
        c.ask(Case("26.2.e"), unless(now.level == SupplyLevel::None, no!("{unit} has no supply", unit)))?;
        let zone = Field::known_zone(&self.stage, self.state, self.side, now.at);
        c.ask(Case("26.2.e"), unless(zone > 0, no!("{unit} stands in an enemy zone of control", unit)))?;
        let same = |(slot, order): &(Slot, &Order)| {
            let Slot::Unit(other) = slot else { return false };
            matches!(order, Order::Defend(_, Secondary::Replace)) && self.stage.replacement_kind(*other) == Some(kind)
        };
        let taken = self.others().filter(same).count() as u16;
        let pool = self.state.pools[self.side.index()][kind as usize];
        c.ask(Case("28.4.a"), must(taken < pool, no!("no replacement point of that kind is left")))
    }

    /// 16.0, 16.21, 16.3: guns that are ready, in range, and not on their own hex.
    fn fire(&self, c: &mut Consult, id: u16, mission: Mission) -> Verdict {
        let (info, now, unit) = (self.stage.info(id), &self.state.units[id as usize], UnitId(id));
        c.ask(Case("16.1"), must(info.is_artillery(), no!("{unit} has no guns for that", unit)))?;
        self.stage.guns_ready(c, self.state, id)?;
        let (Mission::Target(at) | Mission::Scoot(at)) = mission else { return Ok(()) };
        c.ask(Case("16.0"), unless(at == now.at, no!("{unit} cannot fire into its own hex", unit)))?;
        let (hex, far) = (SpaceId(at), self.stage.theater.distance(now.at, at));
        let range = u16::from(info.range);
        let (away, reach) = (Noun::Number(far), Noun::Number(range));
        let why = no!("{hex} is {away} hexes away, and {unit} reaches {reach}", hex, away, unit, reach);
        c.ask(Case("16.1"), must(far <= range, why))?;
        let heavy = matches!(mission, Mission::Scoot(_)) && info.ready != Some(Readiness::Light);
        c.ask(Case("16.32.f"), unless(heavy, no!("{unit} is too heavy to shoot and scoot", unit)))
    }

    /// 14.6: who rides on whom.
    fn ride(&self, c: &mut Consult, id: u16, on: u16) -> Verdict {
        if !self.own(c, on)? {
            return Ok(());
        }
        let (unit, carrier) = (UnitId(id), UnitId(on));
        let (rider, tank) = (self.stage.info(id), self.stage.info(on));
        c.ask(Case("14.6.a"), must(rider.rider, no!("{unit} cannot ride", unit)))?;
        c.ask(Case("14.6.b"), must(tank.carrier, no!("{carrier} carries nobody", carrier)))?;
        let together = id != on && self.state.units[id as usize].at == self.state.units[on as usize].at;
        c.ask(Case("14.6.b"), must(together, no!("{carrier} is not in the hex of {unit}", carrier, unit)))?;
        let small = tank.striped && !rider.striped;
        c.ask(Case("14.6.c"), unless(small, no!("{carrier} is too small to carry {unit}", carrier, unit)))?;
        let riding = self.riding(id);
        let points = |u: u16| if self.stage.info(u).striped { 1 } else { 3 };
        let load: u8 = riding.iter().filter(|(_, to)| *to == on).map(|(u, _)| points(*u)).sum();
        let room = if tank.striped { 1 } else { 3 };
        c.ask(Case("14.6.c"), must(load + points(id) <= room, no!("{carrier} has no room left", carrier)))?;
        c.ask(Case("14.61.b"), must(riding.len() < 4, no!("a stack has room for four pairs of carrier and rider")))
    }

    /// Rider and carrier in the hex of a unit, itself left out: whoever rides now takes up room until the Execution, and whoever is ordered to does
    /// so, too.
    fn riding(&self, unit: u16) -> Vec<(u16, u16)> {
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
        riding
    }

    /// 17.0 to 17.4: which squadron may fly where.
    fn fly(&self, c: &mut Consult, n: u8, mission: AirMission, at: u16) -> Verdict {
        let Some(wing) = self.stage.squadrons.get(n as usize).filter(|s| s.side == self.side) else {
            return c.ask(Case("5.1.a"), Err(no!("that squadron is not yours")));
        };
        c.ask(Case("17.0"), must(self.stage.may_fly(self.state, self.side), no!("nobody can fly now")))?;
        let (squadron, hex) = (Noun::Squadron(n), SpaceId(at));
        let refit = self.state.squadrons[n as usize].ready > self.state.turn;
        let case = if mission == AirMission::Support { Case("17.11.e") } else { Case("17.12.d") };
        c.ask(case, unless(refit, no!("{squadron} is being refitted", squadron)))?;
        match mission {
            AirMission::Support => {
                c.ask(Case("17.11.a"), must(wing.bombs(), no!("{squadron} carries no bombs", squadron)))?;
            }
            AirMission::Recon => {
                c.ask(Case("17.13.a"), must(wing.scouts(), no!("{squadron} does not scout", squadron)))?;
            }
            AirMission::Resupply => {
                c.ask(Case("17.12.d"), must(wing.tons != 0, no!("{squadron} carries no supplies", squadron)))?;
            }
        }
        if at as usize >= self.stage.theater.hexes {
            return c.ask(Case("17.4.b"), Err(no!("there is no such hex")));
        }
        let water = self.stage.terrain(self.state, at) == Terrain::Water && !self.stage.volga_frozen(self.state);
        c.ask(Case("17.4.a"), unless(water, no!("{hex} is open water", hex)))?;
        let twice = mission == AirMission::Support && self.is_bombed(at);
        c.ask(Case("17.11.b"), unless(twice, no!("{hex} is a target already", hex)))
    }

    /// 17.11.b: is another squadron sent against a hex in which nobody of the own side stands?
    fn is_bombed(&self, hex: u16) -> bool {
        let strike = Order::Fly(AirMission::Support, hex);
        let here = |u: u16| self.state.units[u as usize].at == hex && self.stage.side(u) == self.side;
        self.others().any(|(slot, order)| matches!(slot, Slot::Squadron(_)) && *order == strike)
            && !(0..self.state.units.len() as u16).any(here)
    }
}

/// 9.31: an order of another kind of slot.
fn cannot_be_told(c: &mut Consult) -> Verdict {
    c.ask(Case("9.31"), Err(no!("that cannot be told so")))
}

/// 3.3.j, 3.3.k: guns and ground units are planned at once; supply and the whole command are given for longer.
fn once(c: &mut Consult, duty: u8) -> Verdict {
    let now = DUTIES.get(usize::from(duty)).is_some_and(|d| matches!(*d, "fire" | "air" | "ground"));
    c.ask(Case("3.3.k"), must(now, no!("only fire, air and ground units are planned at once")))
}
