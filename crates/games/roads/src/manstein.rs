//! 16 Manstein: his prestige, Wintergewitter, Backhand Blow.

use crate::Roads;
use crate::action::Action;
use crate::approval::ONE_BOX;
use crate::data::{MansteinSide, UnitId, UnitKind};
use crate::decision::{Decision, Flow, Visit, not_now, phasing};
use crate::refusal::{Consult, Verdict, Why};
use crate::state::{Bill, Frame, Manstein, Plane, State, SupportBox, UnitSet};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// 16.3.2.a: Backhand Blow may be declared.
pub(crate) const BACKHAND: Decision = Decision {
    case: Case("16.3.2.a"),
    asks: phasing,
    check: Roads::check_backhand,
    offers: Roads::offer_backhand,
    apply: Roads::do_backhand,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Declare the Backhand Blow at the start of this turn?".into(),
};

/// 16.3.1: Wintergewitter in place of the supports of the turn.
pub(crate) const WINTERGEWITTER: Decision = Decision {
    case: Case("16.3.1.a"),
    asks: phasing,
    check: Roads::check_wintergewitter,
    offers: Roads::offer_wintergewitter,
    apply: Roads::do_wintergewitter,
    settle: Roads::settle_step,
    prompt: |_, _, _| "Launch Wintergewitter in place of this turn's supports?".into(),
};

impl Roads {
    /// 16.2.3: moves Manstein by so many boxes. Off the track he gains and loses nothing (R51).
    pub(crate) fn change_manstein(&self, state: &mut State, by: i8, case: Case, log: &mut Log) {
        if state.okh.manstein != Manstein::Track {
            return;
        }
        let from = state.okh.prestige;
        let to = from.saturating_add_signed(by).min(self.top_box());
        self.put_manstein(state, to, case, log);
    }

    fn put_manstein(&self, state: &mut State, to: u8, case: Case, log: &mut Log) {
        let from = std::mem::replace(&mut state.okh.prestige, to);
        if from != to {
            log.add(|| {
                let way = if to > from { "rises" } else { "falls" };
                let text = format!("Manstein {way} to box {to}");
                self.track_event(case, "manstein", from.into(), to.into(), text)
            });
        }
    }

    /// 16.2.4: at the end of a game turn, in box 0 he is dismissed; Approval goes to its last box.
    pub(crate) fn dismiss_manstein(&self, state: &mut State, log: &mut Log) {
        if state.okh.manstein != Manstein::Track || state.okh.prestige > 0 {
            return;
        }
        state.okh.manstein = Manstein::Dismissed;
        log.add(|| Event::note(Case("16.2.4.a"), "Manstein is dismissed"));
        let to = self.data.charts.approval_changes.dismissed_box;
        self.put_approval(state, to, Case("16.2.4.c"), log);
        state.okh.due = false;
        state.okh.locked = true;
    }

    /// Is Manstein there to lead an offensive (16.3, 16.2.4.b)?
    fn manstein_leads(&self, state: &State) -> Result<(), Why> {
        match state.okh.manstein {
            Manstein::Track => Ok(()),
            Manstein::Away(_) => Err(no!("Manstein leads his offensive already")),
            Manstein::Dismissed => Err(no!("Manstein has been dismissed")),
            Manstein::Withdrawn => Err(no!("Manstein has left the game")),
            Manstein::Unused => Err(no!("Manstein is not used in this scenario")),
        }
    }

    fn turn_marker(&self, state: &mut State, case: Case, log: &mut Log) {
        if std::mem::replace(&mut state.okh.side, MansteinSide::BackhandBlow) != MansteinSide::BackhandBlow {
            log.add(|| {
                let what = What::Flip { counter: "manstein".into(), to: "backhand-blow".into() };
                Event::new(case, what, "The Manstein marker is turned over")
            });
        }
    }

    // ------------------------------------------------------------ Backhand Blow (16.3.2)

    /// The Axis turn begins: what belonged to the last one ends, and Ju 52 that were not played return unseen (10.4.3.c).
    pub(crate) fn enter_backhand(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        self.begin_axis_okh(state, log);
        state.fortress.relief = [false, state.fortress.relief[0]];
        state.fortress.guard_attacked = false;
        for plane in state.ju52.iter_mut().filter(|plane| matches!(plane, Plane::Held | Plane::Hex(_))) {
            *plane = Plane::Pool;
        }
    }

    /// S4.j: must it be declared now?
    fn backhand_forced(&self, state: &State) -> bool {
        let scenario = self.scenario(state);
        scenario.rules.backhand && state.turn == scenario.first_turn.0 && !state.okh.backhand_used
    }

    /// 16.3.2.a: once, from its first turn on, at the beginning of the Axis turn.
    pub(crate) fn check_backhand(&self, state: &State, _: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Backhand => {
                if !c.gate(Case("16.3"), self.manstein_leads(state))? {
                    return Ok(());
                }
                let unused = !state.okh.backhand_used;
                c.ask(Case("16.3.2.a"), must(unused, no!("Backhand Blow has been declared before")))?;
                let late = state.turn >= self.data.charts.backhand.first_turn.0;
                c.ask(
                    Case("16.3.2.a"),
                    must(late, no!("it is too early for Backhand Blow: it can be declared from JAN I on")),
                )
            }
            Action::Done => {
                let free = !self.backhand_forced(state);
                c.ask(Case("S4.j"), must(free, no!("this scenario begins with Backhand Blow: declare it")))
            }
            _ => not_now(c, Case("16.3.2.a")),
        }
    }

    /// The declaration.
    pub(crate) fn offer_backhand(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        match self.check_backhand(state, side, Action::Backhand, &mut Consult::strict()) {
            Ok(()) => visit(Action::Backhand),
            Err(_) => Flow::Continue(()),
        }
    }

    /// 16.3.2.b to d: Manstein leaves the track, Approval goes up, supports are chosen.
    pub(crate) fn do_backhand(&self, state: &mut State, side: Side, action: Action, dice: &mut Dice, log: &mut Log) {
        if action != Action::Backhand {
            return self.end_step(state, dice, log);
        }
        let plan = self.data.charts.backhand;
        let back = state.turn.saturating_add(plan.turns_ahead);
        state.okh.backhand_used = true;
        state.okh.backhand = [0; 2];
        state.okh.manstein = Manstein::Away(back);
        // 16.3.2.j: no other supports this turn.
        state.okh.chosen = true;
        log.add(|| Event::note(Case("16.3.2.b"), "Backhand Blow is declared: Manstein leaves the track for two turns"));
        self.turn_marker(state, Case("16.3.2.b"), log);
        self.put_approval(state, plan.approval, Case("16.3.2.c"), log);
        // 16.3.2.d.
        state.frames.push(Frame::Choose { side, left: plan.chosen, to: SupportBox::Axis });
    }

    /// 16.3.2.e to i: in the third turn the supports go, the score is counted, and Manstein returns or not.
    pub(crate) fn backhand_return(&self, state: &mut State, log: &mut Log) {
        if state.okh.manstein != Manstein::Away(state.turn) {
            return;
        }
        let left = self.box_of(state, SupportBox::Axis);
        left.iter().for_each(|marker| self.to_pool(state, marker));
        log.add(|| Event::note(Case("16.3.2.e"), format!("Axis supports that return to the pool: {}", left.len())));
        let [taken, lost] = state.okh.backhand;
        let score = i16::from(taken) - i16::from(lost);
        let row = *self.data.charts.backhand_score.get(score);
        log.add(|| {
            let text = format!("Backhand Blow: {taken} major city hexes taken, {lost} major cities lost: {score}");
            Event::note(Case("16.3.2.f"), text)
        });
        let case = match row.manstein {
            None => Case("16.3.2.i"),
            Some(_) if score == 1 => Case("16.3.2.h"),
            Some(_) => Case("16.3.2.g"),
        };
        self.put_approval(state, row.approval, case, log);
        match row.manstein {
            Some(place) => {
                state.okh.manstein = Manstein::Track;
                // 16.2.3.f.
                self.put_manstein(state, place, case, log);
            }
            // R112: withdrawn, not dismissed.
            None => {
                state.okh.manstein = Manstein::Withdrawn;
                log.add(|| Event::note(case, "Manstein leaves the game"));
            }
        }
    }

    // ------------------------------------------------------------ Wintergewitter (16.3.1)

    /// The Axis Support phase begins: what was played returns before anything is chosen (5.2.1).
    pub(crate) fn enter_wintergewitter(&self, state: &mut State, _: &mut Dice, log: &mut Log) {
        self.return_played(state, state.phasing, log);
    }

    /// 16.3.1.b, R110: complete armored divisions at full strength, of any nation, Kampfgruppen too (1.1.8), stacked with or next to one
    /// and the same German HQ.
    fn divisions_at(&self, state: &State, hq: SpaceId) -> usize {
        let near = |hex: SpaceId| hex == hq || self.map(state).board.are_adjacent(hex, hq);
        let ready: UnitSet = std::iter::once(hq)
            .chain(self.around(state, hq))
            .flat_map(|hex| state.field.stack(hex))
            .filter(|unit| {
                let info = self.info(*unit);
                let whole = state.field.get(*unit).steps == info.steps();
                let division = info.is_division() || info.kind == UnitKind::ArmoredKampfgruppe;
                info.side == Side::Axis && division && info.armored && whole
            })
            .collect();
        let complete = |division: u8| {
            let mut parts = self.data.unit_ids().filter(|unit| self.info(*unit).division == Some(division));
            parts.all(|unit| ready.contains(unit) && state.field.at(unit).is_some_and(near))
        };
        // 16.3.1.i: a division of several counters counts once, by its first one.
        let counts = |unit: &UnitId| match self.info(*unit).division {
            None => true,
            Some(division) => {
                let first = ready.iter().find(|other| self.info(*other).division == Some(division));
                first == Some(*unit) && complete(division)
            }
        };
        ready.iter().filter(counts).count()
    }

    /// 16.3.1: once, up to its last turn, at the beginning of the Support phase.
    pub(crate) fn check_wintergewitter(&self, state: &State, side: Side, action: Action, c: &mut Consult) -> Verdict {
        match action {
            Action::Wintergewitter => {}
            Action::Done => return Ok(()),
            _ => return not_now(c, Case("16.3.1.a")),
        }
        if !c.gate(Case("16.3"), self.manstein_leads(state))? {
            return Ok(());
        }
        let plan = &self.data.charts.wintergewitter;
        let unused = !state.okh.wintergewitter && state.okh.side == MansteinSide::Wintergewitter;
        c.ask(Case("16.3"), must(unused, no!("Wintergewitter is over")))?;
        let why = no!("it is too late for Wintergewitter: DEC IV was the last turn for it");
        c.ask(Case("16.3.1.a"), must(state.turn <= plan.last_turn.0, why))?;
        let payable = self.payable(state, side, Bill::Wintergewitter).len() >= plan.returned.into();
        c.ask(Case("16.3.1.c"), must(payable, no!("two supports of the Axis box must be given for Wintergewitter")))?;
        let mut places = self.hqs(state, Side::Axis).filter(|(hq, _)| self.is_german(*hq));
        let ready = places.any(|(_, at)| self.divisions_at(state, at) >= plan.divisions.into());
        let why = no!("two complete full-strength armored divisions or Kampfgruppen must be at one German HQ");
        c.ask(Case("16.3.1.b"), must(ready, why))
    }

    /// The launch.
    pub(crate) fn offer_wintergewitter(&self, state: &State, side: Side, visit: &mut Visit<'_>) -> Flow {
        match self.check_wintergewitter(state, side, Action::Wintergewitter, &mut Consult::strict()) {
            Ok(()) => visit(Action::Wintergewitter),
            Err(_) => Flow::Continue(()),
        }
    }

    /// 16.3.1.d: two supports are returned, then two are chosen.
    pub(crate) fn do_wintergewitter(
        &self,
        state: &mut State,
        side: Side,
        action: Action,
        dice: &mut Dice,
        log: &mut Log,
    ) {
        if action != Action::Wintergewitter {
            return self.end_step(state, dice, log);
        }
        let plan = self.data.charts.wintergewitter;
        state.okh.wintergewitter = true;
        // 16.3.1.f: no other supports this turn.
        state.okh.chosen = true;
        log.add(|| Event::note(Case("16.3.1.a"), "Wintergewitter is launched"));
        self.turn_marker(state, Case("16.2.1"), log);
        state.frames.push(Frame::Choose { side, left: plan.chosen, to: SupportBox::Axis });
        state.frames.push(Frame::Pay { side, left: plan.returned, bill: Bill::Wintergewitter });
    }

    /// 16.3.1.e, h: once, in its time, the pocket is not sealed at the end of an Axis turn (R54, R87).
    pub(crate) fn wintergewitter_gain(&self, state: &mut State, log: &mut Log) {
        let open = state.okh.wintergewitter
            // 16.3.1.h.
            && !state.okh.unsealed_gains[1]
            && state.turn <= self.data.charts.wintergewitter.last_turn.0
            && self.fortress_open(state);
        if open {
            state.okh.unsealed_gains[1] = true;
            // 16.2.3.f.
            self.change_manstein(state, ONE_BOX, Case("16.3.1.e"), log);
        }
    }
}
