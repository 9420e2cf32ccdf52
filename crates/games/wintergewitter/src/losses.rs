//! 11.5, 11.6 What a result does: points in their order, then retreat or check.

use crate::Winter;
use crate::action::Action;
use crate::data::{LossClass, UnitId};
use crate::decision::{Decides, Decision, Flow, Then, not_now};
use crate::sets::UnitSet;
use crate::state::{Fight, Losses, Stage, State, Toll};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, must, unless};
use kessel_kit::{no, wait};

/// 11.6: points are taken one by one, from whom the order lets them be taken.
pub(crate) const LOSSES: Decision = Decision {
    case: Case("11.6.a"),
    asks: |_, state| state.losses.last().map_or(ToAct::Nobody, |losses| losses.side.into()),
    check: |game, state, _, action, c| match (state.losses.last(), action) {
        (Some(losses), Action::Lose { unit }) => {
            let (case, able) = game.who_loses(state, losses);
            c.ask(case, must(able.contains(unit), no!("{unit} does not lose the next point", unit)))
        }
        _ => not_now(c, "11.6.a"),
    },
    offers: |game, state, side, visit| {
        let Some(losses) = state.losses.last() else { return Flow::Continue(()) };
        game.who_loses(state, losses)
            .1
            .iter()
            .try_for_each(|unit| game.offer(state, side, Action::Lose { unit }, visit))
    },
    apply: |game, state, _, action, _, log| {
        if let Action::Lose { unit } = action {
            game.take_point(state, unit, log);
        }
    },
    settle: |game, state, _, log| {
        let Some(losses) = state.losses.last() else {
            state.frames.pop();
            return Then::Again;
        };
        let (_, able) = game.who_loses(state, losses);
        if losses.left == 0 || able.is_empty() {
            game.close_losses(state);
            return Then::Again;
        }
        if able.len() == 1 {
            let only = able.first().unwrap_or(UnitId(0));
            game.take_point(state, only, log);
            return Then::Again;
        }
        Then::Ask
    },
    prompt: |_, state, _| {
        let left = state.losses.last().map_or(0, |losses| losses.left);
        Prompt::new(Case("11.6.a"), format!("{left} strength points are to be lost. From whom comes the next?"))
    },
};

/// 11.5.b: an optional result is answered by a retreat or by a check.
pub(crate) const CHOICE: Decision = Decision {
    case: Case("11.5.b"),
    asks: |game, state| state.fight.as_ref().map_or(ToAct::Nobody, |fight| game.answering(fight).0.into()),
    check: |game, state, _, action, c| {
        let Some(fight) = &state.fight else { return not_now(c, "11.5.b") };
        let open = || game.can_flee(state, fight);
        let defends = fight.stage == Stage::AttackerFireChoice;
        match action {
            Action::Retreat => {
                c.ask(Case("11.7.p"), must(open(), no!("there is no way to retreat")))?;
                let holds = defends && fight.holds == Some(true);
                c.ask(Case("5.3.c"), unless(holds, no!("Ring units that hold do not retreat")))
            }
            Action::Check => {
                let wavers = defends && fight.holds == Some(false) && open();
                c.ask(Case("5.3.e"), unless(wavers, no!("Ring units that failed to hold retreat")))
            }
            _ => not_now(c, "11.5.b"),
        }
    },
    offers: |game, state, side, visit| {
        game.offer(state, side, Action::Retreat, visit)?;
        game.offer(state, side, Action::Check, visit)
    },
    apply: |game, state, _, action, dice, log| {
        state.frames.pop();
        match action {
            Action::Retreat => game.choose_retreat(state),
            _ => game.choose_check(state, dice, log),
        }
    },
    settle: wait,
    prompt: |_, state, _| {
        let number = state.fight.as_ref().map_or(0, |fight| fight.optional);
        Prompt::new(
            Case("11.5.b"),
            format!("Retreat {number} hexes, or stand, roll a proficiency check and lose {number} points?"),
        )
    },
};

impl Winter {
    /// 11.6: the rule that is at work, and who may take the next point.
    pub(crate) fn who_loses(&self, state: &State, losses: &Losses) -> (Case, UnitSet) {
        let alive = |unit: &UnitId| state.at(*unit).is_some() && state.unit(*unit).points > 0;
        let units: UnitSet = losses.units.iter().filter(alive).collect();
        let class = |wanted: &dyn Fn(LossClass) -> bool| {
            units.iter().filter(|u| wanted(self.data.info(*u).kind.losses())).collect::<UnitSet>()
        };
        let troops = class(&|class| matches!(class, LossClass::Armor | LossClass::Infantry));
        let guns = class(&|class| class == LossClass::Artillery);
        match losses.toll {
            Toll::Tank => (Case("16.1.d"), units),
            Toll::Free => {
                let fighting = troops | guns;
                (Case("11.7.1.c"), if fighting.is_empty() { units } else { fighting })
            }
            Toll::Ordered => self.ordered(state, losses, units, troops, guns),
        }
    }

    fn ordered(
        &self,
        state: &State,
        losses: &Losses,
        units: UnitSet,
        troops: UnitSet,
        guns: UnitSet,
    ) -> (Case, UnitSet) {
        let lead = state.fight.as_ref().and_then(|f| f.leads[usize::from(losses.side != f.attacker)]);
        if let Some(lead) = lead.filter(|lead| !losses.led && units.contains(*lead)) {
            // 11.3.c.
            return (Case("11.6.a"), UnitSet::of(lead));
        }
        let fresh = troops - losses.hit;
        if !fresh.is_empty() {
            let strong: UnitSet = fresh.iter().filter(|u| state.unit(*u).points > 1).collect();
            return if strong.is_empty() { (Case("11.6.b"), fresh) } else { (Case("11.6.d"), strong) };
        }
        let fresh_guns = guns - losses.hit;
        if !(troops | fresh_guns).is_empty() {
            return (Case("11.6.e"), troops | fresh_guns);
        }
        if !guns.is_empty() {
            return (Case("11.6.f"), guns);
        }
        (Case("11.6.g"), units)
    }

    fn take_point(&self, state: &mut State, unit: UnitId, log: &mut Log) {
        let case = state.losses.last().map_or(Case("11.6.a"), |losses| self.who_loses(state, losses).0);
        self.hurt(state, unit, 1, case, log);
        if let Some(losses) = state.losses.last_mut() {
            losses.left -= 1;
            losses.led = true;
            losses.hit.insert(unit);
        }
    }

    /// Points that found nobody lengthen the advance (11.5.c, 11.8.d).
    fn close_losses(&self, state: &mut State) {
        state.frames.pop();
        let Some(losses) = state.losses.pop() else { return };
        if let Some(fight) = &mut state.fight
            && losses.side != fight.attacker
            && losses.toll == Toll::Ordered
        {
            fight.unmet += losses.left;
        }
    }

    /// Who answers an optional result, and the hex of the stack that it falls on.
    pub(crate) fn answering(&self, fight: &Fight) -> (Side, SpaceId) {
        match fight.stage {
            Stage::AttackerFireChoice => (fight.attacker.other(), fight.hex),
            _ => (fight.attacker, fight.fired_at.unwrap_or(fight.hex)),
        }
    }

    /// The units of that stack: for an attacker those that attack from there.
    pub(crate) fn answering_units(&self, state: &State, fight: &Fight) -> UnitSet {
        let (side, hex) = self.answering(fight);
        if side == fight.attacker {
            return self.attackers(state, fight).iter().filter(|u| state.at(*u) == Some(hex)).collect();
        }
        state.units_at(hex).filter(|u| self.side(*u) == side).collect()
    }

    /// The hexes from which the fire came.
    pub(crate) fn firing_hexes(&self, state: &State, fight: &Fight) -> arrayvec::ArrayVec<SpaceId, 6> {
        match fight.stage {
            Stage::AttackerFire | Stage::AttackerFireChoice => {
                self.hexes_of(state, self.attackers(state, fight)).iter().take(6).collect()
            }
            _ => std::iter::once(fight.hex).collect(),
        }
    }

    fn choose_retreat(&self, state: &mut State) {
        let Some(fight) = state.fight.take() else { return };
        let units = self.answering_units(state, &fight);
        let (side, hex) = self.answering(&fight);
        let length = fight.optional;
        let mut fight = fight;
        fight.optional = 0;
        if side != fight.attacker {
            (fight.retreat, fight.fled) = (length, true);
        }
        state.fight = Some(fight);
        // 11.5.1.a, 11.5.2.a: as many hexes as the number says, and no check.
        self.open_flight(state, units, hex, length);
    }

    /// 11.5.1, 11.5.2: the check decides on disruption; the points are lost either way (11.5.f).
    fn choose_check(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some(mut fight) = state.fight.take() else { return };
        let units = self.answering_units(state, &fight);
        let (side, hex) = self.answering(&fight);
        let all = if side == fight.attacker { self.attackers(state, &fight) } else { self.defenders(state, &fight) };
        let points = std::mem::take(&mut fight.optional);
        let lead = fight.leads[usize::from(side != fight.attacker)].filter(|lead| state.at(*lead).is_some());
        // 11.7.p: enemies around, and the check is rolled; 11.7.d: terrain around, and nobody is asked.
        let stuck = !self.can_flee_from(state, &fight, units, hex, points)
            && !self.is_surrounded(state, &fight, units, hex, points);
        state.fight = Some(fight);
        let failed = self.failed_units(state, side, units, lead, stuck, dice, log);
        // 11.5.1.c, 11.5.2.d: who passes pays this and nothing else; 8.4.1.n: and a hasty attacker goes on.
        self.charge(state, side, points, Toll::Ordered, all);
        for unit in failed.iter() {
            self.disrupt(state, unit, Case(if side == all_side(state) { "11.5.1.b" } else { "11.5.2.b" }), log);
        }
        if let Some(fight) = &mut state.fight
            && side == fight.attacker
        {
            // 11.5.1.d: from what comes now; the fire that was made stands. 8.4.1.m: a hasty attack of theirs is over.
            fight.barred |= failed;
        }
    }

    /// Who fails: the whole stack on the lead's roll, each unit on its own if the lead is gone (11.5.e), everybody without a roll where only
    /// terrain bars the way (11.7.d).
    #[allow(clippy::too_many_arguments)]
    fn failed_units(
        &self,
        state: &State,
        side: Side,
        units: UnitSet,
        lead: Option<UnitId>,
        stuck: bool,
        dice: &mut Dice,
        log: &mut Log,
    ) -> UnitSet {
        if stuck {
            log.add(|| Event::note(Case("11.7.d"), "terrain bars the retreat: the stack is disrupted"));
            return units;
        }
        if let Some(lead) = lead {
            let rating = self.proficiency(state, lead);
            let what = format!("{} stands", self.unit_name(lead));
            return if self.passes(rating, side, Case("11.5.d"), &what, dice, log) { UnitSet::EMPTY } else { units };
        }
        let mut failed = UnitSet::EMPTY;
        for unit in units.iter().filter(|u| !self.ground.convoys.contains(*u)) {
            let what = format!("{} stands", self.unit_name(unit));
            if !self.passes(self.proficiency(state, unit), side, Case("11.5.e"), &what, dice, log) {
                failed.insert(unit);
            }
        }
        failed
    }
}

/// The attacker of the fight.
fn all_side(state: &State) -> Side {
    state.fight.as_ref().map_or(Side::Axis, |fight| fight.attacker)
}
