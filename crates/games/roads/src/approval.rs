//! 15 Führer Approval and the crises at OKH.

use crate::Roads;
use crate::data::{CrisisEffect, Region, StrategicHex, UnitId};
use crate::decision::Then;
use crate::refusal::{Consult, Verdict};
use crate::state::{Fight, Manstein, State, Step};
use kessel_board::SpaceId;
use kessel_kernel::{Case, Dice, Event, Log, Side, What, must};
use kessel_kit::no;

/// The last turn of the year: the city's plight costs most until then, and HQs are watched (15.2.1).
const YEAR_END: &str = "DEC IV";
/// The last turn in which the loss of the city costs approval (15.2.1).
const MOURNING_END: &str = "FEB I";
/// 'One box' (14.2.4, 15.3, 16.2.3).
pub(crate) const ONE_BOX: i8 = 1;

impl Roads {
    /// The highest box of the Approval track.
    pub(crate) fn top_box(&self) -> u8 {
        u8::try_from(self.data.charts.approval.len().saturating_sub(1)).unwrap_or(u8::MAX)
    }

    /// 5.4.1, 16.2.2: the box that says how many supports and replacement points the Axis receives, the higher of the two markers.
    pub(crate) fn okh_box(&self, state: &State) -> u8 {
        match state.okh.manstein {
            Manstein::Track => state.okh.approval.max(state.okh.prestige),
            _ => state.okh.approval,
        }
    }

    /// Has this turn not gone by yet?
    pub(crate) fn not_after(&self, state: &State, turn: &str) -> bool {
        self.data.turn(turn).is_some_and(|last| state.turn <= last.0)
    }

    /// 15.2: moves the Approval marker by so many boxes; box 0 is a crisis (15.3.d).
    pub(crate) fn change_approval(&self, state: &mut State, by: i8, case: Case, log: &mut Log) {
        let to = state.okh.approval.saturating_add_signed(by).min(self.top_box());
        self.put_approval(state, to, case, log);
    }

    /// Puts the Approval marker into a box. After a dismissal it does not move any more (16.2.4).
    pub(crate) fn put_approval(&self, state: &mut State, to: u8, case: Case, log: &mut Log) {
        let from = state.okh.approval;
        if !state.okh.used || state.okh.locked || from == to {
            return;
        }
        state.okh.approval = to;
        state.okh.due |= to == 0;
        log.add(|| {
            let way = if to > from { "rises" } else { "falls" };
            let text = format!("Führer Approval {way} to box {to}");
            self.track_event(case, "approval", from.into(), to.into(), text)
        });
    }

    /// 15.3: rolls a crisis that is due; a further one before the next Axis Supply phase only lowers Manstein (R49).
    pub(crate) fn settle_crisis(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
        if !std::mem::take(&mut state.okh.due) {
            return Then::Ask;
        }
        if state.okh.crisis {
            log.add(|| Event::note(Case("15.3.c"), "Another crisis at OKH"));
            self.change_manstein(state, -ONE_BOX, Case("15.3.c"), log);
            let row = self.data.charts.okh_crisis.get(state.okh.rolled.into());
            self.put_approval(state, row.approval, Case("15.3.c"), log);
            return Then::Again;
        }
        let roll = dice.d6(Case("15.3.a")) + dice.d6(Case("15.3.a"));
        let row = *self.data.charts.okh_crisis.get(roll.into());
        state.okh.crisis = true;
        state.okh.rolled = roll;
        log.add(|| {
            let text = format!("Crisis at OKH: the dice show {roll}");
            let what = What::Flip { counter: "approval".into(), to: "crisis".into() };
            Event::new(Case("15.3.a"), what, text)
        });
        self.change_manstein(state, row.manstein, Case("16.2.3.a"), log);
        self.put_approval(state, row.approval, Case("15.3.a"), log);
        if let Some(effect) = row.also {
            self.restrain(state, effect, log);
        }
        state.okh.duty = row.attacks > 0;
        state.okh.attacks = 0;
        if row.attacks > 0 {
            log.add(|| {
                let text =
                    format!("Armored attacks asked for before the next Axis Reinforcements phase: {}", row.attacks);
                Event::note(Case("EX13.d"), text)
            });
        }
        Then::Again
    }

    /// What a crisis forbids or grants. 'Next' is the next Axis turn; for supports the next Axis Support phase, which may be this turn's.
    fn restrain(&self, state: &mut State, effect: CrisisEffect, log: &mut Log) {
        let before_supports = state.phasing == Side::Axis && (Step::Backhand..Step::Maskirovka).contains(&state.step());
        let supports = if before_supports { &mut state.okh.now } else { &mut state.okh.next };
        let text = match effect {
            CrisisEffect::NoSupports => {
                supports.no_supports = true;
                "No supports are drawn in the next Axis Support phase"
            }
            CrisisEffect::ExtraSupport => {
                supports.extra_support = true;
                "One support more is drawn in the next Axis Support phase"
            }
            CrisisEffect::HqsFrozen => {
                state.okh.next.hqs = true;
                "No Axis HQ may move in the next Axis turn"
            }
            CrisisEffect::CitiesFrozen => {
                state.okh.next.cities = true;
                "Axis units in cities may not move in the next Axis turn"
            }
        };
        log.add(|| Event::note(Case("PA.OKH"), text));
    }

    /// EX13.e: what a crisis forbids holds in the whole Axis turn, for reinforcements that go on by rail, too (R121).
    pub(crate) fn crisis_freeze(&self, state: &State, unit: UnitId, at: SpaceId, c: &mut Consult) -> Verdict {
        let now = state.okh.now;
        let hq = now.hqs && self.info(unit).is_hq();
        c.ask(Case("PA.OKH"), must(!hq, no!("{unit} may not move: the crisis at OKH", unit)))?;
        let city = now.cities && self.space(state, at).is_city();
        c.ask(Case("PA.OKH"), must(!city, no!("{unit} may not leave its city: the crisis at OKH", unit)))
    }

    /// The Axis turn begins: the Approval marker is turned back (R50), and what a crisis forbids for this turn holds.
    pub(crate) fn begin_axis_okh(&self, state: &mut State, log: &mut Log) {
        if std::mem::take(&mut state.okh.crisis) {
            log.add(|| {
                let what = What::Flip { counter: "approval".into(), to: "normal".into() };
                Event::new(Case("15.3.b"), what, "The Approval marker is turned back")
            });
        }
        state.okh.now = std::mem::take(&mut state.okh.next);
        state.okh.chosen = false;
    }

    /// The Axis Reinforcements phase begins: were the armored attacks made that a crisis asked for (EX13.d)? What Manstein gains or loses
    /// counts for the points of this phase (16.2.2). A crisis of this phase itself asks for the next one (R136).
    pub(crate) fn judge_attacks(&self, state: &mut State, log: &mut Log) {
        if !std::mem::take(&mut state.okh.duty) {
            return;
        }
        let row = *self.data.charts.okh_crisis.get(state.okh.rolled.into());
        let by = if state.okh.attacks >= row.attacks { row.reward } else { row.penalty };
        state.okh.attacks = 0;
        self.change_manstein(state, by, Case("EX13.d"), log);
    }

    /// 15.2.1.a to d: what the state of Stalingrad costs in this Axis turn, only the worst line (R13), at the end of the Stalingrad
    /// Supply phase (R10).
    pub(crate) fn stalingrad_drop(&self, state: &mut State, log: &mut Log) {
        let hexes = self.map(state).stalingrad_hexes();
        if hexes.is_empty() || !state.okh.used {
            return;
        }
        let changes = &self.data.charts.approval_changes;
        let soviet = hexes.iter().filter(|hex| state.field.holder(**hex) == Some(Side::Soviet)).count();
        let this_year = self.not_after(state, YEAR_END);
        let (by, case) = if this_year && soviet == hexes.len() {
            (changes.stalingrad_both_hexes, Case("15.2.1.c"))
        } else if this_year && soviet > 0 {
            (changes.stalingrad_one_hex, Case("15.2.1.b"))
        } else if this_year && hexes.iter().all(|hex| self.all_cut_off(state, *hex)) && self.sealed(state) {
            (changes.stalingrad_oos, Case("15.2.1.a"))
        } else if !this_year && self.not_after(state, MOURNING_END) && soviet == hexes.len() {
            (changes.stalingrad_later, Case("15.2.1.d"))
        } else {
            return;
        };
        self.change_approval(state, by, case, log);
    }

    /// What a hex is to the Approval track. The last Soviet positions are urban, but no city of their own (1.8.3).
    pub(crate) fn strategic(&self, state: &State, hex: SpaceId) -> Option<StrategicHex> {
        let space = self.space(state, hex);
        // 1.8.3.b: nothing hangs on 1335 and 1435.
        if space.foothold {
            None
        } else if self.in_stalingrad(state, hex) {
            Some(StrategicHex::Stalingrad)
        } else if space.city.is_some() {
            Some(StrategicHex::MajorCity)
        } else if space.is_city() {
            Some(StrategicHex::City)
        } else {
            space.red_star.then_some(StrategicHex::RedStar)
        }
    }

    /// 15.2.1.e, 15.2.2.e: a strategic hex has changed hands, each time anew (R11, R104).
    pub(crate) fn strategic_taken(&self, state: &mut State, hex: SpaceId, by: Side, log: &mut Log) {
        let Some(kind) = self.strategic(state, hex) else { return };
        let value = self.data.charts.strategic[kind as usize];
        match by {
            Side::Soviet => self.change_approval(state, value.capture, Case("15.2.1.e"), log),
            Side::Axis if self.was_lost(state, hex) => {
                self.change_approval(state, value.recapture, Case("15.2.2.e"), log);
            }
            Side::Axis => {}
        }
    }

    /// Had the Soviets taken this hex before (R104)? A hex that was Axis at the start must have been lost; in the scenarios of 1943
    /// every Soviet hex was.
    fn was_lost(&self, state: &State, hex: SpaceId) -> bool {
        let scenario = self.scenario(state);
        scenario.control(hex) == Some(Side::Axis) || !scenario.rules.opening || state.lost_hexes.contains(hex)
    }

    /// 15.2.2, 10.4.f, EX13.d: an Axis attack with an armored attack declared is over. One called off was none (R130).
    pub(crate) fn armored_attack_made(&self, state: &mut State, fight: &Fight, log: &mut Log) {
        if !fight.armored || fight.attacker != Side::Axis || fight.column < 0 {
            return;
        }
        let bridge = &self.data.charts.air_bridge_modifiers;
        if self.map(state).region(Region::EastOfDon).contains(fight.hex)
            && self.near_pocket(state, fight.hex, bridge.armored_attack_radius)
        {
            state.fortress.relief[0] = true;
        }
        if state.okh.duty {
            state.okh.attacks = state.okh.attacks.saturating_add(1);
        }
        // 15.2.2.d: once in the Combat phase, once in the Exploitation phase.
        if !fight.taken || state.okh.gained || !state.okh.used {
            return;
        }
        let changes = &self.data.charts.approval_changes;
        let case = if fight.soviet_losses >= changes.armored_attack_steps {
            Case("15.2.2.a")
        } else if self.near_pocket(state, fight.hex, changes.armored_attack_radius) {
            Case("15.2.2.c")
        } else {
            return;
        };
        state.okh.gained = true;
        self.change_approval(state, changes.armored_attack, case, log);
    }

    /// 15.2.1.g: does it matter where this HQ goes (R12)?
    pub(crate) fn fortress_watches(&self, state: &State, hq: UnitId) -> bool {
        state.okh.used
            && !state.okh.locked
            && state.fortress.marker.is_some()
            && self.info(hq).side == Side::Axis
            && self.not_after(state, YEAR_END)
    }

    /// 15.2.1.g: does this move of an Axis HQ leave the fortress behind?
    fn leaves_fortress(&self, state: &State, hq: UnitId, from: SpaceId, to: SpaceId) -> bool {
        let Some(marker) = state.fortress.marker else { return false };
        self.fortress_watches(state, hq) && self.distance(state, to, marker) > self.distance(state, from, marker)
    }

    /// 15.2.1.g: an Axis HQ has ended its move.
    pub(crate) fn hq_moved(&self, state: &mut State, hq: UnitId, from: SpaceId, to: SpaceId, log: &mut Log) {
        if self.leaves_fortress(state, hq, from, to) {
            let by = self.data.charts.approval_changes.hq_moves_away;
            self.change_approval(state, by, Case("15.2.1.g"), log);
        }
    }

    /// 15.2.1.h: is such a move forbidden, because it would bring the Approval marker into box 0?
    pub(crate) fn hq_veto(&self, state: &State, hq: UnitId, from: SpaceId, to: SpaceId) -> bool {
        let by = self.data.charts.approval_changes.hq_moves_away;
        self.leaves_fortress(state, hq, from, to) && state.okh.approval.saturating_add_signed(by) == 0
    }
}
