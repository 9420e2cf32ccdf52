//! What a slot may be told next: verbs with their targets, each asked of the same check.

use super::{DUTIES, Order, Plan, Slot};
use crate::Waw;
use crate::data::SupplyLevel;
use crate::execution::AirMission;
use crate::fix::holds;
use crate::movement::{Danger, Search};
use crate::state::{Assault, Mission, Mode, NONE, Secondary, Stance, State};
use kessel_kernel::plan::MenuLine;
use kessel_kernel::{Case, OfferKind, Side};
use kessel_kit::Word;

/// 3.3.a: whoever gives this away must know what it means.
const COMMAND_ALL: &str = "let the staff command everything: your own orders are not carried out";

/// Verb, label, rule, whether it takes a target, and what kind of order it is.
pub(super) type Verb = (&'static str, &'static str, &'static str, bool, OfferKind);

const UNIT: [Verb; 27] = [
    ("tactical", "move tactically to", "14.2.a", true, OfferKind::Move),
    ("strategic", "move strategically to", "14.3.b", true, OfferKind::Move),
    ("on", "move on to", "14.11.a", true, OfferKind::Move),
    ("back", "shorten the path", "9.5.d", false, OfferKind::Other),
    ("auto", "let the staff move it to", "14.4", true, OfferKind::Move),
    ("probe", "probe", "15.2.a", true, OfferKind::Attack),
    ("no-advance", "assault without advance", "15.2.b", true, OfferKind::Attack),
    ("assault", "assault", "15.2.c", true, OfferKind::Attack),
    ("all-out", "all-out assault", "15.2.d", true, OfferKind::Attack),
    ("scrub", "call the attack off on", "15.3.f", true, OfferKind::Other),
    ("retreat", "retreat if attacked", "15.51.a", false, OfferKind::Other),
    ("defend", "defend if attacked", "15.51.c", false, OfferKind::Other),
    ("hold", "hold at all costs", "15.51.d", false, OfferKind::Other),
    ("dig", "defend and dig in", "23.2.b", false, OfferKind::Other),
    ("hold-dig", "hold and dig in", "23.2.b", false, OfferKind::Other),
    ("retreat-dig", "dig in, and retreat if attacked", "23.2.b", false, OfferKind::Other),
    ("fortify", "defend and fortify", "23.3.a", false, OfferKind::Other),
    ("hold-fortify", "hold and fortify", "23.3.a", false, OfferKind::Other),
    ("retreat-fortify", "fortify, and retreat if attacked", "23.3.a", false, OfferKind::Other),
    ("replace", "take replacements", "26.2.b", false, OfferKind::Other),
    ("hold-replace", "hold and take replacements", "26.2.b", false, OfferKind::Other),
    ("retreat-replace", "take replacements, and retreat if attacked", "26.2.b", false, OfferKind::Other),
    ("fire", "fire at", "16.31.a", true, OfferKind::Attack),
    ("on-call", "fire on call", "16.33.b", false, OfferKind::Other),
    ("counter-battery", "counter-battery fire", "16.32.e", false, OfferKind::Other),
    ("scoot", "shoot and scoot at", "16.32.f", true, OfferKind::Attack),
    ("ride", "ride on", "14.62", true, OfferKind::Move),
];

/// The verbs of a slot.
pub(super) fn verbs_of(slot: Slot) -> &'static [Verb] {
    match slot {
        Slot::Unit(_) => &UNIT,
        Slot::Attach(_) => &[("attach", "attach to", "12.2", true, OfferKind::Other)],
        Slot::Level(_) => &[("level", "Supply Level", "19.3.a", true, OfferKind::Other)],
        Slot::Gather(_) => &[("gather", "send its units to it", "14.5", false, OfferKind::Move)],
        Slot::Squadron(_) => &[
            ("support", "ground support at", "17.11.a", true, OfferKind::Attack),
            ("recon", "reconnaissance around", "17.13", true, OfferKind::Other),
            ("resupply", "bring supplies to", "17.12.d", true, OfferKind::Other),
        ],
        Slot::Leader(_) => &[
            ("assign", "assign to", "13.1.a", true, OfferKind::Other),
            ("free", "leave his unit", "13.1.b", false, OfferKind::Other),
        ],
        Slot::Duty(_) => &[
            ("give", "let the staff do it each turn", "3.3", false, OfferKind::Other),
            ("now", "let the staff do it this time", "3.3.k", false, OfferKind::Other),
            ("take-back", "do it oneself", "3.3", false, OfferKind::Other),
        ],
        Slot::Worked => &[],
    }
}

impl Waw {
    pub(super) fn menu_of(&self, seen: &State, side: Side, plan: &Plan, slot: Slot) -> Vec<MenuLine> {
        let mut menu = Vec::new();
        for (verb, label, case, aimed, kind) in verbs_of(slot) {
            let targets = aimed.then(|| self.targets(seen, side, plan, slot, verb));
            let able = match &targets {
                Some(targets) => !targets.is_empty(),
                None => self.can_mean(seen, side, plan, slot, verb, None),
            };
            if !able {
                continue;
            }
            let all = matches!(slot, Slot::Duty(n) if DUTIES.get(usize::from(n)) == Some(&"all"));
            let label = if all && *verb == "give" { COMMAND_ALL } else { label };
            menu.push(MenuLine::new(verb, label, case, *kind, targets));
        }
        if let Slot::Squadron(n) = slot
            && let Some(squadron) = self.stage(seen).squadrons.get(usize::from(n))
        {
            // 17.2.b: the usual mission first.
            menu.sort_by_key(|line| line.verb != squadron.aircraft.default_mission());
        }
        menu
    }

    /// What a verb can be aimed at.
    pub(super) fn targets(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, verb: &str) -> Vec<String> {
        if let (Slot::Unit(unit), "auto") = (slot, verb) {
            let stage = self.stage(seen);
            let able = self.staff_reach(seen, side, plan, unit);
            return able.into_iter().map(|(hex, _)| stage.hex_name(hex).to_owned()).collect();
        }
        let all = self.candidates(seen, side, plan, slot, verb).into_iter();
        all.filter(|target| self.can_mean(seen, side, plan, slot, verb, Some(target))).collect()
    }

    /// Does a verb, with a target or without, mean an order that is allowed?
    fn can_mean(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, verb: &str, target: Option<&str>) -> bool {
        let order = self.pick_of(seen, plan, slot, verb, target);
        order.is_some_and(|order| self.allows(seen, side, plan, slot, &order))
    }

    /// What a verb could be aimed at, before the check.
    pub(super) fn candidates(&self, seen: &State, side: Side, plan: &Plan, slot: Slot, verb: &str) -> Vec<String> {
        let stage = self.stage(seen);
        let names = |hexes: Vec<u16>| hexes.into_iter().map(|h| stage.hex_name(h).to_owned()).collect::<Vec<_>>();
        let near = |hex: u16| {
            let mut near: Vec<u16> = stage.theater.near[hex as usize].into_iter().filter(|h| *h != NONE).collect();
            near.sort_unstable();
            near
        };
        let own = |keep: &dyn Fn(u16) -> bool| {
            let all = (0..seen.units.len() as u16).filter(|u| seen.units[*u as usize].here() && stage.side(*u) == side);
            all.filter(|u| keep(*u)).map(|u| stage.info(u).id.clone()).collect::<Vec<_>>()
        };
        match (slot, verb) {
            (Slot::Unit(_), "on") => match plan.get(&slot) {
                Some(Order::Move(_, path)) => path.last().map_or(Vec::new(), |end| names(near(*end))),
                _ => Vec::new(),
            },
            (Slot::Unit(u), "tactical" | "strategic") => names(near(seen.units[u as usize].at)),
            (Slot::Unit(u), "probe" | "no-advance" | "assault" | "all-out" | "scrub") => {
                names(near(seen.units[u as usize].at))
            }
            (Slot::Unit(u), "fire" | "scoot") if stage.info(u).is_artillery() => {
                names(stage.theater.within(seen.units[u as usize].at, stage.info(u).range.into()).collect())
            }
            (Slot::Unit(u), "ride") if stage.info(u).rider => {
                own(&|other| stage.info(other).carrier && seen.units[other as usize].at == seen.units[u as usize].at)
            }
            (Slot::Attach(u), _) => {
                // By day only the headquarters below its own, unless it is out of supply (12.12): the line is looked at once.
                let free = self.asking(seen, side, plan, slot).goes_anywhere(u);
                own(&|other| stage.info(other).hq.is_some() && (free || stage.is_step_down(seen, u, other)))
            }
            (Slot::Level(_), _) => SupplyLevel::words().iter().map(|word| (*word).to_owned()).collect(),
            (Slot::Leader(n), "assign") => {
                let Some(presence) = stage.scenario.leaders.get(n as usize) else { return Vec::new() };
                own(&|other| presence.under.is_none_or(|hq| stage.is_under(seen, other, hq.0)))
            }
            (Slot::Squadron(_), _) => names((0..stage.theater.hexes as u16).collect()),
            _ => Vec::new(),
        }
    }

    /// Hexes worth flying to: known enemies, own units, and airfields that can be landed on.
    pub(super) fn air_targets(&self, seen: &State, side: Side) -> Vec<u16> {
        let stage = self.stage(seen);
        let mut hexes: Vec<u16> = seen.contacts.iter().map(|c| c.at).collect();
        hexes.extend(
            (0..seen.units.len() as u16)
                .filter(|u| seen.units[*u as usize].here() && stage.side(*u) == side)
                .map(|u| seen.units[u as usize].at),
        );
        let fields = stage.scenario.map.airfields.iter().map(|field| field.hex.0);
        hexes.extend(fields.filter(|hex| stage.scenario.landing && seen.owner(*hex) == side));
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The hexes that "auto" can be aimed at: what the staff can plot a way to, and what that costs, found in one search instead of one for each
    /// of them.
    pub(super) fn staff_reach(&self, seen: &State, side: Side, plan: &Plan, unit: u16) -> Vec<(u16, i32)> {
        let stage = self.stage(seen);
        if !seen.units[unit as usize].here() || stage.side(unit) != side {
            return Vec::new();
        }
        let (info, at) = (stage.info(unit), seen.units[unit as usize].at);
        let danger = Danger::of(&stage, seen);
        let open = Search::run(&stage, at, None, i32::MAX, |a, b| {
            let through = a == at || !holds(Case("14.42.a"), danger.at(a));
            stage.step_cost(seen, info.side, info.movement, Mode::Tactical, a, b).ok().filter(|_| through)
        });
        let bound = seen.setup.has(crate::data::Variant::SixthArmyRestricted);
        let able = |hex: u16| {
            let cost = open.cost(hex)?;
            let free = !bound || self.allows(seen, side, plan, Slot::Unit(unit), &Order::Go(None, hex, false));
            free.then_some((hex, cost))
        };
        self.reach(seen, unit).into_iter().filter_map(able).collect()
    }

    /// Where the staff would send a unit with one click: as far as it gets in a turn, either way.
    pub(super) fn reach(&self, seen: &State, unit: u16) -> Vec<u16> {
        let stage = self.stage(seen);
        let (info, at) = (stage.info(unit), seen.units[unit as usize].at);
        let most = stage.allowance(seen, unit, false);
        let search = Search::run(&stage, at, None, most, |a, b| {
            stage.step_cost(seen, info.side, info.movement, Mode::Tactical, a, b).ok()
        });
        (0..stage.theater.hexes as u16).filter(|hex| *hex != at && search.cost(*hex).is_some()).collect()
    }

    pub(super) fn pick_of(
        &self,
        seen: &State,
        plan: &Plan,
        slot: Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Order> {
        let stage = self.stage(seen);
        let hex = || target.and_then(|t| stage.hex(t));
        let unit = || target.and_then(|t| stage.unit(t));
        Some(match (slot, verb) {
            (Slot::Unit(_), "tactical") => Order::Move(Mode::Tactical, vec![hex()?]),
            (Slot::Unit(_), "strategic") => Order::Move(Mode::Strategic, vec![hex()?]),
            (Slot::Unit(_), "on") => match plan.get(&slot)? {
                Order::Move(mode, path) => Order::Move(*mode, [path.as_slice(), &[hex()?]].concat()),
                _ => return None,
            },
            (Slot::Unit(_), "back") if target.is_none() => match plan.get(&slot)? {
                Order::Move(mode, path) if path.len() > 1 => Order::Move(*mode, path[..path.len() - 1].to_vec()),
                _ => return None,
            },
            (Slot::Unit(u), "auto") => Order::Go(None, hex().filter(|h| self.reach(seen, u).contains(h))?, false),
            // Only what is planned against can be called off; the check itself must not ask for it.
            (Slot::Unit(_), "scrub") => Order::Scrub(hex().filter(|h| plan.values().any(|order| order.strikes(*h)))?),
            (Slot::Unit(_), "fire") => Order::Fire(Mission::Target(hex()?)),
            (Slot::Unit(_), "scoot") => Order::Fire(Mission::Scoot(hex()?)),
            (Slot::Unit(_), "on-call") if target.is_none() => Order::Fire(Mission::OnCall),
            (Slot::Unit(_), "counter-battery") if target.is_none() => Order::Fire(Mission::CounterBattery),
            (Slot::Unit(_), "ride") => Order::Ride(unit()?),
            (Slot::Unit(_), _) if target.is_none() && UNIT.iter().any(|(known, ..)| *known == verb) => {
                // 9.32, 23.2.b: any of the three stances, with anything beside it; without a stance it is to defend.
                let (stance, also) = match verb.split_once('-') {
                    Some((stance, also)) => (stance, also),
                    None if matches!(verb, "dig" | "fortify" | "replace") => ("defend", verb),
                    None => (verb, "nothing"),
                };
                let stance = Stance::from_word(stance)?;
                let also = Secondary::from_word(also)?;
                Order::Defend(stance, also)
            }
            (Slot::Unit(_), _) => {
                let kind = Assault::from_word(verb)?;
                Order::Attack(kind, hex()?)
            }
            (Slot::Attach(_), "attach") => Order::Attach(unit()?),
            (Slot::Level(_), "level") => Order::Level(SupplyLevel::from_word(target?)?),
            (Slot::Gather(_), "gather") if target.is_none() => Order::Gather,
            (Slot::Leader(_), "assign") => Order::Assign(unit()?),
            (Slot::Leader(_), "free") if target.is_none() => Order::Free,
            (Slot::Duty(n), "give") if target.is_none() && (n as usize) < DUTIES.len() => Order::Duty(true),
            (Slot::Duty(n), "now") if target.is_none() && (n as usize) < DUTIES.len() => Order::Once,
            (Slot::Duty(n), "take-back") if target.is_none() && (n as usize) < DUTIES.len() => Order::Duty(false),
            // 17.4: anywhere over the map, 17.11.d and 17.13 also where nobody is known to be.
            (Slot::Squadron(_), _) => Order::Fly(AirMission::from_word(verb)?, hex()?),
            _ => return None,
        })
    }
}
