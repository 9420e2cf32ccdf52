//! What a side is asked.

use crate::Battle;
use crate::state::{Frame, Losses, March, Phase, State, UnitSet};
use kessel_board::SpaceId;
use kessel_table::{Case, Prompt, Seen, Side};

impl Battle {
    /// The question, its rule, and what is still undone. Made from what the side may know.
    pub(crate) fn prompt_for(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let mut prompt = match seen.frames.top() {
            Frame::Phase(phase) => self.phase_prompt(seen, side, *phase),
            Frame::March(march) => self.march_prompt(seen, *march),
            Frame::Overstack { space, .. } => self.overstack_prompt(*space, side),
            Frame::Fight(fight) => Prompt::new(Case("8.0.a"), format!("Battle in {}.", self.space_name(fight.space))),
            Frame::Naming { left, .. } => Prompt::new(
                Case("3.1.2.f"),
                format!("The box holds too many of your units. Name those that take no part; still to name: {left}."),
            ),
            Frame::Losses(losses) => self.losses_prompt(losses, side),
            Frame::Standing { .. } => Prompt::new(
                Case("8.3.c"),
                "A major city need not be left. Name the units that leave all the same, or hold with all.",
            ),
            Frame::Retreat { units, .. } => self.retreat_prompt(*units),
        };
        prompt.reminders = self.reminders(seen, side);
        prompt
    }

    fn phase_prompt(&self, seen: &State, side: Side, phase: Phase) -> Prompt {
        match phase {
            Phase::Setup | Phase::Over => self.setup_prompt(seen, side, phase),
            Phase::SovietAssignment => Prompt::new(
                Case("9.1.1.f"),
                "Place units from the reserve in Front boxes and assign assets to supplied units.",
            ),
            Phase::AxisAssignment => Prompt::new(Case("9.2.1.c"), "Assign assets from the reserve to supplied units."),
            Phase::SovietWithdrawal => {
                Prompt::new(Case("9.1.2.d"), "Withdraw assets from supplied units to the reserve, if you wish.")
            }
            Phase::AxisWithdrawal => {
                Prompt::new(Case("9.2.2.h"), "Withdraw assets from supplied units to the reserve, if you wish.")
            }
            Phase::SovietReplacement => {
                let text = format!("Spend your replacement points; left: {}.", seen.purse[0]);
                Prompt::new(Case("9.1.3.a"), text)
            }
            Phase::AxisReplacement => {
                let [german, minor] = seen.purse;
                let text = format!("Spend your replacement points; left: {german} German, {minor} minor.");
                Prompt::new(Case("9.2.3.a"), text)
            }
            Phase::SovietMovement | Phase::AxisMovement => self.movement_prompt(seen),
            Phase::SovietAttack | Phase::AxisAttack => Prompt::new(Case("8.0.c"), "Choose a battle to attack in."),
            Phase::Uranus => {
                let units = self.data.charts.uranus_moves(seen.turn);
                let text = format!("Launch Operation Uranus? Units that may move again this turn: {units}.");
                Prompt::new(Case("8.4.b"), text)
            }
            Phase::UranusMovement => {
                let left = self.data.charts.uranus_moves(seen.turn).saturating_sub(seen.moved.len());
                Prompt::new(Case("8.4.d"), format!("Operation Uranus: units that may still move: {left}."))
            }
            Phase::AxisDetachments => {
                let due = self.detachment_due(seen);
                let name = due.map_or("the army detachment", |unit| self.unit_name(unit));
                Prompt::new(Case("9.2.1.d"), format!("Choose the city where {name} arrives."))
            }
        }
    }

    fn setup_prompt(&self, seen: &State, side: Side, phase: Phase) -> Prompt {
        if phase == Phase::Over {
            return Prompt::new(Case("10.4.a"), "The game is over.");
        }
        match side {
            Side::Axis => Prompt::new(Case("6.4.a"), "Assign your assets in secret, or take the suggested set-up."),
            Side::Soviet => {
                let (points, units) = (self.points_left(seen), self.unset(seen).len());
                let text = format!(
                    "Spread your strength in secret and assign your assets, or take the suggested set-up. \
                     Points left: {points}, armies left: {units}."
                );
                Prompt::new(Case("6.3.c"), text)
            }
        }
    }

    fn movement_prompt(&self, seen: &State) -> Prompt {
        let engaged = seen.engaged - seen.moved;
        let open = (seen.moved - seen.engaged).is_empty();
        if !engaged.is_empty() && open {
            return Prompt::new(
                Case("7.1.1.a"),
                "Units in battle move first: take up one that leaves, or any other unit.",
            );
        }
        Prompt::new(Case("7.1.2"), "Take up a unit to move.")
    }

    fn march_prompt(&self, seen: &State, march: March) -> Prompt {
        let case = match march.kind {
            crate::state::Kind::Tactical => Case("7.2.b"),
            crate::state::Kind::Strategic => Case("7.3.d"),
        };
        let at = self.whereabouts(seen, march.unit);
        let name = self.unit_name(march.unit);
        let text =
            format!("{name} marches by {} movement and is in {at}; points used: {}.", march.kind.word(), march.spent);
        let next = if march.spent == 0 { " Choose where it goes." } else { " Go on, or stop here." };
        Prompt::new(case, text + next)
    }

    fn overstack_prompt(&self, space: SpaceId, side: Side) -> Prompt {
        let slots = self.data.spaces[space].caucasus.map_or(0, |info| info.slots[side.index()]);
        let text = format!("{} has room for {slots} of your units. Remove one.", self.space_name(space));
        Prompt::new(Case("3.1.2.e"), text)
    }

    fn losses_prompt(&self, losses: &Losses, side: Side) -> Prompt {
        let (left, due) = (losses.left(side), losses.due[side.index()]);
        let text = format!("Take your losses in {}: {left} of {due} left.", self.space_name(losses.space));
        Prompt::new(Case("8.2.a"), text)
    }

    fn retreat_prompt(&self, units: UnitSet) -> Prompt {
        let names: Vec<&str> = units.iter().map(|unit| self.unit_name(unit)).collect();
        Prompt::new(Case("8.3.d"), format!("Retreat the enemy, in any order: {}.", names.join(", ")))
    }
}
