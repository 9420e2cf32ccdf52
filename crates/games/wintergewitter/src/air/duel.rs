//! 4.3 Air combat: interception, the bounce, pairing, fighter fire, fire on bombers. One enemy mission box after the other.

use crate::Winter;
use crate::action::Action;
use crate::data::{AirClass, AirId, AirResult};
use crate::decision::{Decides, Decision, Flow, Then, not_now};
use crate::refusal::{Consult, Verdict};
use crate::state::{AirBox, Frame, State};
use arrayvec::ArrayVec;
use kessel_kernel::{Case, Dice, Event, Log, Prompt, Side, ToAct, must, unless};
use kessel_kit::{idle, never, no, nobody, nothing, wait};
use serde::{Deserialize, Serialize};

type Wing = ArrayVec<AirId, 16>;

/// Where the combat over a box stands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Bout {
    /// The next box has not been looked at.
    #[default]
    Next,
    /// Fighters are paired.
    Pairing,
    /// Pairs fire.
    Fighters,
    /// Bombers are engaged.
    Engaging,
    /// They fire.
    Bombers,
}

/// Air combat over one mission box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    /// Which of the three boxes: German interdiction, German ground attack, Soviet ground attack.
    over: u8,
    bout: Bout,
    interceptors: Wing,
    escorts: Wing,
    bombers: Wing,
    /// Who has the bounce.
    bounce: Option<Side>,
    /// Firer and target.
    pairs: ArrayVec<(AirId, AirId), 32>,
}

/// The boxes in order: whose mission, mission, escort, and the enemy's superiority box.
const BOXES: [(Side, AirBox, AirBox, AirBox); 3] = [
    (Side::Axis, AirBox::Interdiction, AirBox::InterdictionEscort, AirBox::AgainstInterdiction),
    (Side::Axis, AirBox::Attack, AirBox::AttackEscort, AirBox::AgainstAttack),
    (Side::Soviet, AirBox::Attack, AirBox::AttackEscort, AirBox::AgainstAttack),
];

/// 3.1.1.b: air combat begins.
pub(crate) fn begin_combat(_: &Winter, state: &mut State, _: &mut Dice, _: &mut Log) {
    state.duel = Duel::default();
}

/// The combat itself asks nobody but opens the decisions of its rounds.
pub(crate) const COMBAT: Decision = Decision {
    case: Case("4.3.a"),
    asks: nobody,
    check: never,
    offers: nothing,
    apply: idle,
    settle: |game, state, dice, log| {
        match state.duel.bout {
            Bout::Next => game.next_box(state, dice, log),
            Bout::Pairing => state.duel.bout = Bout::Fighters,
            Bout::Fighters => game.fighter_round(state, dice, log),
            Bout::Engaging => state.duel.bout = Bout::Bombers,
            Bout::Bombers => game.bomber_round(state, dice, log),
        }
        Then::Again
    },
    prompt: |_, _, _| Prompt::default(),
};

/// 4.3.1.d, 4.3.1.f, R26: the winner of the bounce pairs his fighters, then the owner of unpaired ones pairs those.
pub(crate) const PAIRING: Decision = Decision {
    case: Case("4.3.1.d"),
    asks: |game, state| game.pairing_side(state).map_or(ToAct::Nobody, ToAct::from),
    check: |game, state, side, action, c| match action {
        Action::Pair { air, target } => game.check_pair(state, side, air, target, c),
        _ => not_now(c, "4.3.1.d"),
    },
    offers: |game, state, side, visit| {
        let (own, enemy) = game.fighters(state, side);
        for air in own {
            enemy
                .iter()
                .try_for_each(|target| game.offer(state, side, Action::Pair { air, target: *target }, visit))?;
        }
        Flow::Continue(())
    },
    apply: |_, state, _, action, _, _| {
        if let Action::Pair { air, target } = action {
            state.duel.pairs.push((air, target));
        }
    },
    settle: |game, state, _, _| {
        if game.pairing_side(state).is_none() {
            state.frames.pop();
            return Then::Again;
        }
        Then::Ask
    },
    prompt: |_, _, _| {
        Prompt::new(Case("4.3.1.d"), "Pair your fighters with enemy fighters; every enemy once before any twice.")
    },
};

/// 4.3.1.m, 4.3.1.o: interceptors that are left choose their bombers.
pub(crate) const ENGAGING: Decision =
    Decision {
        case: Case("4.3.1.o"),
        asks: |_, state| BOXES.get(usize::from(state.duel.over)).map_or(ToAct::Nobody, |b| b.0.other().into()),
        check: |_, state, _, action, c| match action {
            Action::Engage { air, target } => {
                let able = state.duel.interceptors.contains(&air) && state.duel.bombers.contains(&target);
                if !c.gate(Case("4.3.1.o"), must(able, no!("{air} does not meet that aircraft", air)))? {
                    return Ok(());
                }
                let twice = state.duel.pairs.iter().any(|(firer, _)| *firer == air);
                c.ask(Case("4.3.1.p"), unless(twice, no!("{air} has its target", air)))
            }
            Action::Done => Ok(()),
            _ => not_now(c, "4.3.1.o"),
        },
        offers: |game, state, side, visit| {
            for air in &state.duel.interceptors {
                state.duel.bombers.iter().try_for_each(|target| {
                    game.offer(state, side, Action::Engage { air: *air, target: *target }, visit)
                })?;
            }
            game.offer(state, side, Action::Done, visit)
        },
        apply: |_, state, _, action, _, _| match action {
            Action::Engage { air, target } => state.duel.pairs.push((air, target)),
            _ => state.frames.pop(),
        },
        settle: wait,
        prompt: |_, _, _| Prompt::new(Case("4.3.1.o"), "Which aircraft do your fighters engage?"),
    };

impl Winter {
    fn wing(&self, state: &State, side: Side, at: AirBox) -> Wing {
        let here = |air: &AirId| self.data.plane(*air).side == side && state.air[air.index()] == at;
        self.data.air_ids().filter(here).take(16).collect()
    }

    /// The next box: who intercepts (4.3.b to 4.3.e), who meets whom. After the last one the segment is over.
    fn next_box(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some((side, mission, escort, against)) = BOXES.get(usize::from(state.duel.over)).copied() else {
            return self.end_air_combat(state, dice, log);
        };
        // 4.3.f: hunters meet what is in the mission's box, and never each other.
        let (bombers, escorts) = (self.wing(state, side, mission), self.wing(state, side, escort));
        let mut interceptors = Wing::new();
        for air in self.wing(state, side.other(), against) {
            let plane = self.data.plane(air);
            let met = !(bombers.is_empty() && escorts.is_empty());
            let what = format!("{} intercepts", plane.name);
            if met && self.passes(plane.proficiency, plane.side, Case("4.3.b"), &what, dice, log) {
                // 4.3.c: over this box, and no other.
                interceptors.push(air);
            } else {
                state.air[air.index()] = AirBox::Flown; // 4.3.d, 4.3.e
            }
        }
        state.duel.bout = Bout::Engaging;
        let fights = !interceptors.is_empty();
        let duels = fights && !escorts.is_empty();
        (state.duel.interceptors, state.duel.escorts, state.duel.bombers) = (interceptors, escorts, bombers);
        if !fights {
            return self.leave_box(state);
        }
        // 4.3.1.a: escorts first.
        if duels {
            state.duel.bounce = Some(self.roll_bounce(state, side, dice, log));
            state.duel.bout = Bout::Pairing;
            state.frames.push(Frame::Pairing);
        } else {
            self.ask_engaging(state); // 4.3.1.y
        }
    }

    /// 4.3.1.b, 4.3.1.c: a die and the best rating; ties again.
    fn roll_bounce(&self, state: &State, side: Side, dice: &mut Dice, log: &mut Log) -> Side {
        let best = |wing: &Wing| wing.iter().map(|air| self.data.plane(*air).proficiency).max().unwrap_or(0);
        let ratings = [best(&state.duel.escorts), best(&state.duel.interceptors)];
        loop {
            let roll = |owner: Side, rating: u8, dice: &mut Dice, log: &mut Log| {
                let words = || format!("{} rolls for the bounce, with {rating}", Winter::side_name(owner));
                self.d10(owner, Case("4.3.1.b"), dice, log, words) + rating
            };
            let intercept = roll(side.other(), ratings[1], dice, log);
            let escort = roll(side, ratings[0], dice, log);
            if intercept != escort || dice.fault().is_some() {
                return if intercept > escort { side.other() } else { side };
            }
        }
    }

    /// Own and enemy fighters of the duel.
    fn fighters(&self, state: &State, side: Side) -> (Wing, Wing) {
        let mission = BOXES.get(usize::from(state.duel.over)).map_or(Side::Axis, |b| b.0);
        let (escorts, interceptors) = (state.duel.escorts.clone(), state.duel.interceptors.clone());
        if side == mission { (escorts, interceptors) } else { (interceptors, escorts) }
    }

    fn unpaired(&self, state: &State, side: Side) -> bool {
        let (own, enemy) = self.fighters(state, side);
        let winner = state.duel.bounce == Some(side);
        let busy = |air: &AirId| {
            let fires = state.duel.pairs.iter().any(|(firer, _)| firer == air);
            fires || (!winner && state.duel.pairs.iter().any(|(_, target)| target == air))
        };
        !enemy.is_empty() && own.iter().any(|air| !busy(air))
    }

    /// Who has fighters to pair: first the winner of the bounce, then the other for those that nobody met.
    fn pairing_side(&self, state: &State) -> Option<Side> {
        let winner = state.duel.bounce?;
        [winner, winner.other()].into_iter().find(|side| self.unpaired(state, *side))
    }

    fn check_pair(&self, state: &State, side: Side, air: AirId, target: AirId, c: &mut Consult) -> Verdict {
        let (own, enemy) = self.fighters(state, side);
        let met = own.contains(&air) && enemy.contains(&target);
        if !c.gate(Case("4.3.1.d"), must(met, no!("{air} does not meet that fighter", air)))? {
            return Ok(());
        }
        let fires = state.duel.pairs.iter().any(|(firer, _)| *firer == air);
        c.ask(Case("4.3.1.i"), unless(fires, no!("{air} is paired already", air)))?;
        let winner = state.duel.bounce == Some(side);
        let engaged = !winner && state.duel.pairs.iter().any(|(_, at)| *at == air);
        c.ask(Case("4.3.1.e"), unless(engaged, no!("{air} fights the enemy it was paired with", air)))?;
        let own_pairs = |at: &AirId| state.duel.pairs.iter().any(|(firer, to)| to == at && own.contains(firer));
        let doubled = winner && own_pairs(&target) && enemy.iter().any(|other| !own_pairs(other));
        c.ask(Case("4.3.1.f"), unless(doubled, no!("{target} has its opponent, and another enemy has none", target)))
    }

    /// One fire: column by the difference, better rating, no fighter -1 (4.3.1.j, 4.3.1.k).
    fn air_fire(&self, firer: AirId, target: AirId, dice: &mut Dice, log: &mut Log) -> AirResult {
        let (own, enemy) = (self.data.plane(firer), self.data.plane(target));
        let mut modifier = self.proficiency_bonus(own.proficiency, enemy.proficiency);
        if own.class != AirClass::Fighter {
            modifier -= 1;
        }
        let difference = own.attack as i8 - enemy.defence as i8;
        let words = || format!("{} fires at {}, column {difference:+}, {modifier:+}", own.name, enemy.name);
        let roll = self.d10(own.side, Case("4.3.1.j"), dice, log, words);
        self.data.charts.air.read(difference, roll as i8 + modifier)
    }

    /// 4.3.1.t, 4.3.1.u: the target aborts, to the flown or the disrupted box.
    fn suffer(&self, state: &mut State, target: AirId, result: AirResult, log: &mut Log) {
        let (to, words) = match result {
            AirResult::None => return,
            AirResult::Abort => (AirBox::Flown, "aborts"),
            AirResult::Disrupted => (AirBox::Disrupted, "aborts, disrupted"),
        };
        if state.air[target.index()] != AirBox::Disrupted {
            state.air[target.index()] = to;
        }
        let duel = &mut state.duel;
        for wing in [&mut duel.interceptors, &mut duel.escorts, &mut duel.bombers] {
            wing.retain(|air| *air != target);
        }
        log.add(|| Event::note(Case("4.3.1.t"), format!("{} {words}", self.data.plane(target).name)));
    }

    fn in_duel(&self, state: &State, air: AirId) -> bool {
        let duel = &state.duel;
        duel.interceptors.contains(&air) || duel.escorts.contains(&air) || duel.bombers.contains(&air)
    }

    /// 4.3.1.g to 4.3.1.l: the winner fires, results apply, the survivors fire back at those they were paired with.
    fn fighter_round(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let pairs = std::mem::take(&mut state.duel.pairs);
        let winner = state.duel.bounce.take().unwrap_or(Side::Axis);
        let of = |side: Side, air: AirId| self.data.plane(air).side == side;
        let mut loser_fire: Vec<(AirId, AirId)> = Vec::new();
        for (firer, target) in &pairs {
            if of(winner, *firer) {
                if !loser_fire.iter().any(|(air, _)| air == target) {
                    loser_fire.push((*target, *firer));
                }
                // 4.3.1.g, 4.3.1.h: one after the other; who finds his target gone has lost his fire.
                if self.in_duel(state, *target) {
                    let result = self.air_fire(*firer, *target, dice, log);
                    self.suffer(state, *target, result, log);
                }
            }
        }
        // 4.3.1.l: of those whom the first fire has left.
        loser_fire.extend(pairs.iter().copied().filter(|(firer, _)| !of(winner, *firer)));
        for (firer, target) in loser_fire {
            if self.in_duel(state, firer) && self.in_duel(state, target) {
                let result = self.air_fire(firer, target, dice, log);
                self.suffer(state, target, result, log);
            }
        }
        self.ask_engaging(state);
    }

    fn ask_engaging(&self, state: &mut State) {
        state.duel.bout = Bout::Engaging;
        if state.duel.interceptors.is_empty() || state.duel.bombers.is_empty() {
            return;
        }
        state.frames.push(Frame::Engaging);
    }

    /// 4.3.1.n to 4.3.1.q: all fire at once; a bomber that is fired at fires once.
    fn bomber_round(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let pairs = std::mem::take(&mut state.duel.pairs);
        let mut results: Vec<(AirId, AirResult)> = Vec::new();
        for (firer, target) in &pairs {
            results.push((*target, self.air_fire(*firer, *target, dice, log)));
        }
        // 4.3.1.n: before any result counts; 4.3.1.q: each once, and only if it was fired at.
        let mut replied: Vec<AirId> = Vec::new();
        for (firer, target) in &pairs {
            if !replied.contains(target) {
                replied.push(*target);
                results.push((*firer, self.air_fire(*target, *firer, dice, log)));
            }
        }
        for (target, result) in results {
            self.suffer(state, target, result, log);
        }
        self.leave_box(state);
    }

    /// 4.3.1.r: the fighters of the box have flown; the next box.
    fn leave_box(&self, state: &mut State) {
        let duel = &state.duel;
        // 4.3.1.s: bombers that are still there go on to their target.
        let fighters: Vec<AirId> = duel.interceptors.iter().chain(&duel.escorts).copied().collect();
        for air in fighters {
            state.air[air.index()] = AirBox::Flown;
        }
        state.duel = Duel { over: state.duel.over + 1, ..Duel::default() };
    }

    fn end_air_combat(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        state.duel = Duel::default();
        self.next_step(state, dice, log);
    }
}
