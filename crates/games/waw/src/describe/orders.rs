//! Slots with their orders in words.

use crate::Waw;
use crate::fix::tenths;
use crate::orders::{DUTIES, Order, Plan, Slot};
use crate::planner::Planner;
use crate::state::{Mission, Mode, NONE, Secondary, Stance, Standing, State};
use crate::theater::Stage;
use kessel_kernel::Side;
use kessel_kernel::plan::{SlotView, Stroke};
use kessel_kit::Word;
use std::collections::BTreeMap;

impl Waw {
    /// A standing order in words.
    pub(crate) fn standing_words(&self, state: &State, unit: u16) -> String {
        let stage = self.stage(state);
        let now = &state.units[unit as usize];
        match now.order {
            Standing::Move(mode) => {
                let end = state.path(unit).last().map_or("", |h| stage.hex_name(*h));
                format!("goes on to {end} ({})", mode.word())
            }
            Standing::Attack(kind, hex) => format!("{} on {}", kind.word(), stage.hex_name(hex)),
            Standing::Defend(stance, Secondary::Nothing) => stance_words(stance).into(),
            Standing::Defend(stance, also) => format!("{}, {}", stance_words(stance), also_words(also)),
            Standing::Fire(mission) => mission_words(&stage, mission),
            Standing::Ride => "rides".into(),
        }
    }

    /// Slots with their orders in words. What the staff makes of the position is worked out once for all of them, and only if somebody attacks.
    pub(crate) fn describe_slots(&self, seen: &State, plan: &Plan, slots: &[Slot]) -> Vec<SlotView> {
        let stage = self.stage(seen);
        let mut work: Option<Planner<'_>> = None;
        let mut odds: BTreeMap<u16, String> = BTreeMap::new();
        let mut told = |unit: u16, hex: u16| {
            let told = odds.entry(hex).or_insert_with(|| {
                let work = work.get_or_insert_with(|| Planner::new(self, seen, stage.side(unit), plan.clone()));
                let (units, fire) = work.planned_on(hex);
                tenths(work.estimate(&units, hex, fire))
            });
            told.clone()
        };
        slots.iter().map(|slot| self.describe_slot(seen, plan, *slot, &mut told)).collect()
    }

    fn describe_slot(
        &self,
        seen: &State,
        plan: &Plan,
        slot: Slot,
        odds: &mut dyn FnMut(u16, u16) -> String,
    ) -> SlotView {
        let stage = self.stage(seen);
        let order = plan.get(&slot);
        let (label, counter) = slot_name(&stage, slot);
        let text = match (order, slot) {
            (Some(Order::Attack(kind, at)), Slot::Unit(u)) => {
                // 15.3.c: with the odds as the Executive Officer sees them.
                format!("{} on {}, odds about {}", kind.word(), stage.hex_name(*at), odds(u, *at))
            }
            (Some(order), _) => self.order_words(seen, order),
            (None, _) => self.unordered_words(seen, slot),
        };
        // 3.3.a: said once, of the duty itself: to say it of every order would make a large message of one click.
        let all = matches!(slot, Slot::Duty(n) if DUTIES.get(usize::from(n)) == Some(&"all"));
        let commanded = all && self.duty_side(seen).is_some_and(|n| self.is_commanded(seen, Side::BOTH[n], plan));
        let text = if commanded { format!("{text}: your own orders are not carried out") } else { text };
        let Slot::Unit(unit) = slot else {
            return SlotView { label, counter, text, stroke: order.and_then(stroke_of), ..SlotView::default() };
        };
        let superior = match plan.get(&Slot::Attach(unit)) {
            Some(Order::Attach(hq)) => *hq,
            _ => seen.units[unit as usize].hq,
        };
        SlotView {
            label,
            counter,
            text,
            path: way_of(&stage, seen, unit, order),
            stroke: order.and_then(stroke_of),
            superior: (superior != NONE).then(|| stage.info(superior).id.clone()),
            ..SlotView::default()
        }
    }

    /// What a slot does by itself.
    fn unordered_words(&self, seen: &State, slot: Slot) -> String {
        let stage = self.stage(seen);
        let name = |unit: u16| stage.info(unit).name.clone();
        match slot {
            Slot::Unit(u) => self.standing_words(seen, u),
            Slot::Attach(u) => {
                let hq = seen.units[u as usize].hq;
                if hq == NONE { "nobody".into() } else { name(hq) }
            }
            Slot::Level(u) => seen.units[u as usize].level.word().into(),
            Slot::Leader(n) => {
                let unit = seen.leaders[n as usize];
                if unit == NONE { "free".into() } else { format!("with {}", name(unit)) }
            }
            Slot::Squadron(_) => "on the ground".into(),
            Slot::Duty(n) => {
                let given = self.duty_side(seen).is_some_and(|side| seen.duties[side] & 1 << n != 0);
                if given { "each turn" } else { "not delegated" }.into()
            }
            Slot::Gather(_) | Slot::Worked => String::new(),
        }
    }

    /// Whose duties are shown: in what a side is shown those of the other are blank, so the side that has units on the map.
    fn duty_side(&self, seen: &State) -> Option<usize> {
        let stage = self.stage(seen);
        let first = (0..seen.units.len() as u16).find(|u| seen.units[*u as usize].here())?;
        Some(stage.side(first).index())
    }

    fn order_words(&self, seen: &State, order: &Order) -> String {
        let stage = self.stage(seen);
        let hex = |h: u16| stage.hex_name(h).to_owned();
        match order {
            Order::Move(mode, path) => {
                format!(
                    "moves {}ly to {}",
                    if *mode == Mode::Tactical { "tactical" } else { "strategical" },
                    path.last().map_or(String::new(), |h| hex(*h))
                )
            }
            Order::Go(_, to, _) => format!("moves to {}", hex(*to)),
            Order::Attack(kind, at) => format!("{} on {}", kind.word(), hex(*at)),
            Order::Scrub(at) => format!("calls off the attack on {}", hex(*at)),
            Order::Defend(stance, Secondary::Nothing) => stance_words(*stance).into(),
            Order::Defend(stance, also) => format!("{}, {}", stance_words(*stance), also_words(*also)),
            Order::Fire(mission) => mission_words(&stage, *mission),
            Order::Ride(carrier) => format!("rides on {}", stage.info(*carrier).name),
            Order::Gather => "gather at its destination".into(),
            Order::Fly(mission, at) => format!("{} at {}", mission.word(), hex(*at)),
            Order::Assign(unit) => format!("goes to {}", stage.info(*unit).name),
            Order::Free => "leaves his unit".into(),
            Order::Level(level) => level.word().into(),
            Order::Attach(hq) => format!("goes to {}", stage.info(*hq).name),
            Order::Duty(on) => if *on { "each turn" } else { "not delegated" }.into(),
            Order::Once => "this time".into(),
            Order::Worked => "has done its work".into(),
        }
    }
}

/// What a slot is called, and the counter that it is.
fn slot_name(stage: &Stage<'_>, slot: Slot) -> (String, Option<String>) {
    match slot {
        Slot::Unit(u) => (stage.info(u).name.clone(), Some(stage.info(u).id.clone())),
        Slot::Attach(u) => (format!("{}: attached to", stage.info(u).name), None),
        Slot::Level(u) => (format!("{}: Supply Level", stage.info(u).name), None),
        Slot::Gather(u) => (format!("{}: its units", stage.info(u).name), None),
        Slot::Squadron(n) => (stage.squadrons[n as usize].name.clone(), None),
        Slot::Leader(n) => (stage.data.leader(stage.scenario.leaders[n as usize].leader).name.clone(), None),
        Slot::Duty(n) => (format!("Staff: {}", DUTIES[n as usize]), None),
        Slot::Worked => ("Staff".into(), None),
    }
}

/// The hexes that an order runs through, from where the unit stands.
fn way_of(stage: &Stage<'_>, seen: &State, unit: u16, order: Option<&Order>) -> Vec<String> {
    let at = seen.units[unit as usize].at;
    let way: &[u16] = match order {
        Some(Order::Move(_, way)) => way,
        Some(
            Order::Attack(_, hex) | Order::Go(_, hex, _) | Order::Fire(Mission::Target(hex) | Mission::Scoot(hex)),
        ) => std::slice::from_ref(hex),
        None if seen.units[unit as usize].order.moves() => seen.path(unit),
        _ => &[],
    };
    if way.is_empty() || at == NONE {
        return Vec::new();
    }
    [at].iter().chain(way).map(|hex| stage.hex_name(*hex).to_owned()).collect()
}

/// How an order is drawn.
fn stroke_of(order: &Order) -> Option<Stroke> {
    match order {
        Order::Move(Mode::Strategic, _) | Order::Go(Some(Mode::Strategic), ..) => Some(Stroke::Strategic),
        Order::Move(..) | Order::Go(..) => Some(Stroke::Tactical),
        Order::Attack(..) => Some(Stroke::Attack),
        Order::Fire(Mission::Target(_) | Mission::Scoot(_)) => Some(Stroke::Support),
        Order::Fly(..) => Some(Stroke::Air),
        _ => None,
    }
}

fn stance_words(stance: Stance) -> &'static str {
    match stance {
        Stance::Retreat => "retreats if attacked",
        Stance::Defend => "defends",
        Stance::Hold => "holds at all costs",
    }
}

fn also_words(also: Secondary) -> &'static str {
    match also {
        Secondary::Nothing => "nothing else",
        Secondary::Dig => "digs in",
        Secondary::Fortify => "fortifies",
        Secondary::Replace => "takes replacements",
    }
}

fn mission_words(stage: &Stage<'_>, mission: Mission) -> String {
    match mission {
        Mission::Target(hex) => format!("fires at {}", stage.hex_name(hex)),
        Mission::Scoot(hex) => format!("fires at {} and moves", stage.hex_name(hex)),
        Mission::OnCall => "fires on call".into(),
        Mission::CounterBattery => "fires at enemy guns".into(),
    }
}
