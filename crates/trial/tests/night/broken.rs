//! The toy that is planned, with one fault.

use kessel_kernel::data::Ledger;
use kessel_kernel::facets::{
    Arranges, Asks, Evaluates, Facts, Plays, Printed, Redacts, Rules, Samples, Sheets, Shows, Thinks,
};
use kessel_kernel::night::{Night, Order, Orders, Slot, State};
use kessel_kernel::plan::{MenuLine, Never, PlanOf, Plans, SlotView};
use kessel_kernel::{
    Case, Dice, Event, GameInfo, Given, Log, Options, Outcome, Prompt, Refusal, Seen, Sheet, Side, ToAct, View, Viewer,
    What,
};
use kessel_trial::Chance;
use rand_pcg::Pcg32;
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// A line is missing on the menus.
    MenuShort,
    /// A refused order is on them.
    MenuWide,
    /// To march is allowed only to the second counter that is told something.
    Sequence,
    /// The dice of a turn are not those of the journal.
    Clock,
    /// The turn changes if somebody listens.
    LogMatters,
    /// It tells of a rule that does not exist.
    LogUnlisted,
    /// Nothing is hidden.
    LeakRedact,
}

/// The toy with a fault.
pub struct Broken {
    pub fault: Fault,
    night: Night,
}

impl Broken {
    pub fn new(fault: Fault) -> Broken {
        Broken { fault, night: Night::new() }
    }
}

static TICKS: AtomicU64 = AtomicU64::new(0);

impl Printed for Broken {
    fn info(&self) -> &GameInfo {
        self.night.info()
    }

    fn ledger(&self) -> &Ledger {
        self.night.ledger()
    }

    fn data(&self) -> Value {
        self.night.data()
    }

    fn data_hash(&self) -> &str {
        self.night.data_hash()
    }
}

impl Rules for Broken {
    type State = State;
    type Action = Never;
    type Plans = BrokenOrders;

    fn setup(&self, scenario: &str, options: &Options, dice: &mut Dice, log: &mut Log) -> State {
        self.night.setup(scenario, options, dice, log)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.night.outcome(state)
    }

    fn turn(&self, state: &State) -> u32 {
        self.night.turn(state)
    }
}

impl Redacts for Broken {
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let viewer = if self.fault == Fault::LeakRedact { Viewer::Umpire } else { viewer };
        self.night.redact(state, viewer)
    }
}

impl Shows for Broken {
    fn view(&self, seen: &Seen<State>) -> View {
        self.night.view(seen)
    }
}

impl Sheets for Broken {
    fn sheet(&self, scenario: &str) -> Sheet {
        self.night.sheet(scenario)
    }
}

impl Asks for Broken {
    fn prompt(&self, seen: &Seen<State>, side: Side) -> Prompt {
        self.night.prompt(seen, side)
    }
}

impl Plays for Broken {}

impl Arranges for Broken {
    fn arrange(&self, state: &mut State, given: &Given) -> Result<(), Vec<String>> {
        self.night.arrange(state, given)
    }
}

impl Facts for Broken {
    fn facts(&self, seen: &Seen<State>) -> Value {
        self.night.facts(seen)
    }
}

impl Samples for Broken {
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        self.night.sample(seen, side, rng)
    }
}

impl Evaluates for Broken {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        self.night.evaluate(seen, side)
    }
}

impl Thinks for Broken {}

kessel_kernel::only_plans!(Broken);

/// The orders of the toy with a fault.
pub struct BrokenOrders;

impl Plans<Broken> for BrokenOrders {
    type Slot = Slot;
    type Order = Order;

    fn planners(game: &Broken, state: &State) -> ToAct {
        Orders::planners(&game.night, state)
    }

    fn slots(game: &Broken, seen: &Seen<State>, side: Side) -> Vec<Slot> {
        Orders::slots(&game.night, seen, side)
    }

    fn menu(game: &Broken, seen: &Seen<State>, side: Side, plan: &PlanOf<Broken>, slot: Slot) -> Vec<MenuLine> {
        let mut menu = Orders::menu(&game.night, seen, side, plan, slot);
        match game.fault {
            Fault::MenuShort => menu.retain(|line| line.verb != "hold"),
            Fault::MenuWide => menu.iter_mut().for_each(|line| {
                if let Some(targets) = line.targets.as_mut() {
                    targets.push("5".into());
                    targets.dedup();
                }
            }),
            _ => {}
        }
        menu
    }

    fn pick(
        game: &Broken,
        seen: &Seen<State>,
        plan: &PlanOf<Broken>,
        slot: Slot,
        verb: &str,
        target: Option<&str>,
    ) -> Option<Order> {
        Orders::pick(&game.night, seen, plan, slot, verb, target)
    }

    fn check_order(
        game: &Broken,
        seen: &Seen<State>,
        side: Side,
        plan: &PlanOf<Broken>,
        slot: Slot,
        order: &Order,
    ) -> Result<(), Refusal> {
        if game.fault == Fault::Sequence && matches!(order, Order::March(_)) && plan.is_empty() {
            return Err(Refusal::new(Case("2.1"), "not as the first order"));
        }
        Orders::check_order(&game.night, seen, side, plan, slot, order)
    }

    fn complete(
        game: &Broken,
        seen: &Seen<State>,
        side: Side,
        plan: &PlanOf<Broken>,
    ) -> Result<PlanOf<Broken>, Refusal> {
        Orders::complete(&game.night, seen, side, plan)
    }

    fn execute(game: &Broken, state: &mut State, plans: [PlanOf<Broken>; 2], dice: &mut Dice, log: &mut Log) {
        let before = state.clone();
        if game.fault == Fault::LogUnlisted {
            log.add(|| Event::new(Case("99.9"), What::Note, "a rule of its own"));
        }
        Orders::execute(&game.night, state, plans, dice, log);
        let mut heard = false;
        log.add(|| {
            heard = true;
            Event::new(Case("1.1"), What::Note, "the night is over")
        });
        let ticks = TICKS.fetch_add(1, Ordering::Relaxed);
        match game.fault {
            Fault::Clock if Chance(ticks).once_in(3) => *state = before,
            Fault::LogMatters if heard => drop(dice.roll(Case("3.3"), 6)),
            _ => {}
        }
    }

    fn read_slot(game: &Broken, state: &State, word: &str) -> Result<Slot, String> {
        Orders::read_slot(&game.night, state, word)
    }

    fn write_slot(game: &Broken, state: &State, slot: Slot) -> String {
        Orders::write_slot(&game.night, state, slot)
    }

    fn read_order(game: &Broken, state: &State, slot: Slot, value: &Value) -> Result<Order, String> {
        Orders::read_order(&game.night, state, slot, value)
    }

    fn write_order(game: &Broken, state: &State, order: &Order) -> Value {
        Orders::write_order(&game.night, state, order)
    }

    fn describe(game: &Broken, seen: &Seen<State>, plan: &PlanOf<Broken>, slot: Slot) -> SlotView {
        Orders::describe(&game.night, seen, plan, slot)
    }
}
