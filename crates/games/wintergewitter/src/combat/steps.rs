//! 11.2 The eight steps of a fight, one after the other.

use crate::Winter;
use crate::data::{Loss, Nation, UnitId};
use crate::decision::Then;
use crate::odds::Fire;
use crate::sets::UnitSet;
use crate::state::{AirBox, AttackKind, Fight, Frame, Losses, Place, Stage, State, Toll};
use kessel_kernel::event::{BattleReport, BattleResult, Force, ForceLine};
use kessel_kernel::{Case, Dice, Event, Log, Side, What};

impl Winter {
    /// Does the next thing of a fight.
    pub(crate) fn run_fight(&self, state: &mut State, dice: &mut Dice, log: &mut Log) -> Then {
        let Some(stage) = state.fight.as_ref().map(|fight| fight.stage) else {
            state.frames.pop();
            return Then::Again;
        };
        match stage {
            Stage::Declared => self.ask_defence(state),
            Stage::Defence => self.hold_check(state, dice, log),
            Stage::BatteryAttacker => self.ask_battery(state, true),
            Stage::BatteryDefender => self.ask_battery(state, false),
            Stage::DefensiveBarrage => self.ask_barrage(state, false, log),
            Stage::Barrage | Stage::Stukas => self.ask_barrage(state, true, log),
            Stage::AfterBarrage => self.after_barrage(state, dice, log),
            Stage::DefenderFire | Stage::LateFire => self.defender_fires(state, dice, log),
            Stage::DefenderFireChoice | Stage::LateFireChoice => self.after_defender_fire(state, log),
            Stage::AttackerFire => self.attacker_fires(state, dice, log),
            Stage::AttackerFireChoice => self.after_attacker_fire(state),
            Stage::Advance => self.begin_advance(state, log),
            Stage::End => self.end_fight(state),
        }
        Then::Again
    }

    pub(crate) fn set_stage(&self, state: &mut State, stage: Stage) {
        if let Some(fight) = &mut state.fight {
            fight.stage = stage;
        }
    }

    /// Step 2. A single possible lead need not be named; guns are asked for in prepared attacks (8.4.1.g).
    fn ask_defence(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let leaders = self.leaders(self.defenders(state, fight));
        let hasty = fight.kind == AttackKind::Hasty;
        let lead = if leaders.len() == 1 { leaders.first() } else { None };
        if let Some(fight) = &mut state.fight {
            (fight.leads[1], fight.stage) = (lead, Stage::Defence);
        }
        if lead.is_none() || !hasty {
            state.frames.push(Frame::Defence);
        }
    }

    /// 5.3.d, 5.3.o, R34: held Ring units check whether they hold, anew in every attack.
    fn hold_check(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        let Some(fight) = &state.fight else { return };
        let held = self.ground.ring - state.pocket.freed;
        let holds = self.defenders(state, fight).iter().any(|unit| held.contains(unit)).then(|| {
            let rating = self.lead_rating(state, fight, Side::Soviet);
            self.passes(rating, Side::Soviet, Case("5.3.d"), "the Ring holds its ground", dice, log)
        });
        if let Some(fight) = &mut state.fight {
            (fight.holds, fight.stage) = (holds, Stage::BatteryAttacker);
        }
    }

    /// Step 3 (11.2.3.a): counter-battery, the attacker first. Nobody is asked when there is nothing to fire at.
    fn ask_battery(&self, state: &mut State, by_attacker: bool) {
        let Some(fight) = &mut state.fight else { return };
        let side = if by_attacker { fight.attacker } else { fight.attacker.other() };
        let targets = if by_attacker { fight.defence } else { fight.guns };
        fight.stage = if by_attacker { Stage::BatteryDefender } else { Stage::DefensiveBarrage };
        if targets.iter().any(|gun| self.is_true_gun(gun)) {
            state.frames.push(Frame::Battery(side));
        }
    }

    /// Steps 4 and 5: guns, then dive bombers, bombard; a decision is open while there are any left.
    fn ask_barrage(&self, state: &mut State, by_attacker: bool, log: &mut Log) {
        self.check_attackers(state);
        let Some(fight) = &state.fight else { return };
        let stage = fight.stage;
        let side = if by_attacker { fight.attacker } else { fight.attacker.other() };
        let left = match stage {
            // 11.2.4: with the guns that were not suppressed.
            Stage::DefensiveBarrage => !fight.defence.is_empty() && !fight.attackers.is_empty(),
            Stage::Barrage => !fight.guns.is_empty() && self.has_target(state, fight),
            _ => !fight.stukas.is_empty() && self.has_target(state, fight),
        };
        if left {
            return state.frames.push(Frame::Barrage(side));
        }
        self.stand_down(state, log);
        let next = match stage {
            Stage::DefensiveBarrage => Stage::Barrage,
            Stage::Barrage => Stage::Stukas,
            _ => Stage::AfterBarrage,
        };
        self.set_stage(state, next);
    }

    /// Is anything left in the hex that can be bombarded (12.3.1.i)?
    fn has_target(&self, state: &State, fight: &Fight) -> bool {
        self.defenders(state, fight).iter().any(|unit| !self.data.info(unit).kind.is_hq())
    }

    /// Attackers that are dead or disrupted drop out (13.1.c).
    pub(crate) fn check_attackers(&self, state: &mut State) {
        let Some(fight) = &state.fight else { return };
        let able = |unit: &UnitId| state.at(*unit).is_some() && !state.unit(*unit).disrupted;
        let able: UnitSet = fight.attackers.iter().filter(able).collect();
        if let Some(fight) = &mut state.fight {
            fight.barred |= fight.attackers - able;
            fight.attackers = able;
        }
    }

    /// After step 5: the hex may be empty (11.8.r, 11.8.s), or the lead lost (11.3.1).
    fn after_barrage(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.check_attackers(state);
        let Some(fight) = &state.fight else { return };
        let (attackers, defenders) = (self.attackers(state, fight), self.defenders(state, fight));
        if attackers.is_empty() {
            return self.set_stage(state, Stage::End);
        }
        if defenders.is_empty() {
            let granted = match fight.kind {
                AttackKind::Hasty => 1,
                AttackKind::Prepared => self.unmodified_roll(state, attackers, dice, log),
            };
            if let Some(fight) = &mut state.fight {
                (fight.granted, fight.stage) = (Some(granted), Stage::Advance);
            }
            return;
        }
        // 13.1.d.
        let late = defenders.iter().all(|unit| state.unit(unit).disrupted); // 11.2.6.b, 13.1.g
        if let Some(fight) = &mut state.fight {
            fight.late = late;
            fight.stage = if late { Stage::AttackerFire } else { Stage::DefenderFire };
        }
        self.look_for_lead(state, log);
    }

    /// 11.8.s, 11.8.t: both numbers of an unmodified roll, at least the hex itself.
    fn unmodified_roll(&self, state: &State, attackers: UnitSet, dice: &mut Dice, log: &mut Log) -> u8 {
        let words = || "the hex was emptied by bombardment; the advance".to_owned();
        let roll = self.d10(state.phasing, Case("11.8.s"), dice, log, words);
        let loss = self.data.charts.crt.read(self.strength(state, attackers), 0, roll as i8);
        (loss.mandatory + loss.optional).max(1)
    }

    /// 11.3.1: has the attack lost its lead? A hasty one stops; a prepared one finds another.
    fn look_for_lead(&self, state: &mut State, log: &mut Log) {
        let Some(fight) = &mut state.fight else { return };
        let lost = fight.leads[0].is_none_or(|lead| !fight.attackers.contains(lead));
        if !lost || fight.stage >= Stage::Advance {
            return;
        }
        if fight.kind == AttackKind::Hasty {
            (fight.stopped, fight.stage) = (true, Stage::End);
            return log.add(|| Event::note(Case("11.3.1.f"), "the lead unit is lost and the hasty attack stops"));
        }
        if fight.attackers.is_empty() {
            fight.stage = Stage::End;
            return;
        }
        state.frames.push(Frame::CallOff);
    }

    /// 11.3.1.b, 11.3.1.c: the others follow the new lead if they pass a check against its rating.
    pub(crate) fn follow_new_lead(&self, state: &mut State, lead: UnitId, dice: &mut Dice, log: &mut Log) {
        let rating = self.proficiency(state, lead);
        let others = state.fight.as_ref().map_or(UnitSet::EMPTY, |fight| fight.attackers - UnitSet::of(lead));
        for unit in others.iter() {
            let what = format!("{} follows {}", self.unit_name(unit), self.unit_name(lead));
            let passes = self.passes(rating, self.side(unit), Case("11.3.1.b"), &what, dice, log);
            if let Some(fight) = &mut state.fight
                && !passes
            {
                fight.attackers.remove(unit);
                fight.barred.insert(unit);
            }
        }
        if let Some(fight) = &mut state.fight {
            fight.leads[0] = Some(lead);
        }
    }

    /// Step 6: the defender fires at one stack (11.2.6.d).
    fn defender_fires(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.check_attackers(state);
        let Some(mut fight) = state.fight.take() else { return };
        let attackers = self.attackers(state, &fight);
        let late = fight.stage == Stage::LateFire;
        let hexes = self.hexes_of(state, attackers);
        if hexes.is_empty() || self.defenders(state, &fight).is_empty() {
            fight.stage = if late { Stage::Advance } else { Stage::AttackerFire };
            state.fight = Some(fight);
            return;
        }
        if fight.fired_at.is_none_or(|hex| !hexes.contains(hex)) {
            fight.fired_at = if hexes.len() == 1 { hexes.first() } else { None };
            if fight.fired_at.is_none() {
                state.fight = Some(fight);
                return state.frames.push(Frame::FireAt);
            }
        }
        // 11.2.6.e: if all are disrupted, those who are left after the attacker's fire.
        let fire = self.defender_fire(state, &fight);
        let (attacker, side) = (fight.attacker, fight.attacker.other());
        let (roll, mut loss) = self.roll_fire(&fire, side, Case("11.2.6.a"), dice, log);
        self.report(state, &fight, side, &fire, roll, loss, log);
        let stack: UnitSet = attackers.iter().filter(|u| state.at(*u) == fight.fired_at).collect();
        let lone = stack.iter().all(|unit| self.is_lone_gun(state, unit));
        if lone {
            loss = Loss { mandatory: loss.mandatory + loss.optional, optional: 0 }; // 12.1.i, 12.1.n
        }
        let tanks = self.anti_tank_toll(state, &fight);
        let at = fight.fired_at;
        fight.optional = loss.optional;
        fight.stage = if late { Stage::LateFireChoice } else { Stage::DefenderFireChoice };
        state.fight = Some(fight);
        if let (true, Some(hex)) = (lone && loss.mandatory > 0, at) {
            self.open_flight(state, stack, hex, 2); // 12.1.j
        }
        // 11.5.a: at once; 11.6.c: from all the stacks that attack.
        self.charge(state, attacker, loss.mandatory, Toll::Ordered, attackers);
        self.charge(state, attacker, 1, Toll::Tank, tanks);
    }

    /// 16.1.c, 16.1.d: German flak in the hex costs attacking Soviet tanks one point more.
    fn anti_tank_toll(&self, state: &State, fight: &Fight) -> UnitSet {
        let flak = |unit: UnitId| {
            let info = self.data.info(unit);
            info.nation == Nation::German && info.kind.is_anti_air()
        };
        if fight.attacker != Side::Soviet || !self.defenders(state, fight).iter().any(flak) {
            return UnitSet::EMPTY;
        }
        self.attackers(state, fight).iter().filter(|u| self.data.info(*u).kind.is_tank()).collect()
    }

    /// Opens the taking of points.
    pub(crate) fn charge(&self, state: &mut State, side: Side, left: u8, toll: Toll, units: UnitSet) {
        if left > 0 && !units.is_empty() && !state.losses.is_full() {
            state.losses.push(Losses { side, left, toll, units, hit: UnitSet::EMPTY, led: false });
            state.frames.push(Frame::Losses);
        }
    }

    /// The die and the cell.
    pub(crate) fn roll_fire(&self, fire: &Fire, side: Side, case: Case, dice: &mut Dice, log: &mut Log) -> (u8, Loss) {
        let words = || format!("fire with {} points, {} columns left, {:+}", fire.strength, fire.left(), fire.net());
        let roll = self.d10(side, case, dice, log, words);
        (roll, self.fire_result(fire, roll))
    }

    /// The fire as everybody may see it: who fights is open (18.1.h).
    #[allow(clippy::too_many_arguments)] // one call, all of it words
    fn report(&self, state: &State, fight: &Fight, side: Side, fire: &Fire, roll: u8, loss: Loss, log: &mut Log) {
        log.add(|| {
            let cell = format!("{}/{}", loss.mandatory, loss.optional);
            let line = |(case, text, value): &crate::odds::FireLine| ForceLine {
                case: *case,
                text: (*text).into(),
                value: format!("{value:+}"),
            };
            let report = BattleReport {
                at: self.hex_id(fight.hex).into(),
                attacker: Some(fight.attacker),
                forces: [fight.attacker, fight.attacker.other()]
                    .map(|s| self.force(state, fight, s, side, fire))
                    .into(),
                column: self
                    .data
                    .charts
                    .crt
                    .column(fire.strength, fire.left())
                    .map_or("-".into(), |head| head.to_string()),
                results: vec![BattleResult {
                    side,
                    line: format!("{:+}", fire.net()),
                    die: roll,
                    cell: cell.clone(),
                    cells: Vec::new(),
                }],
                shifts: fire.shifts.iter().map(line).collect(),
                ..BattleReport::default()
            };
            let text = format!("{} fires at {}: {cell}", Winter::side_name(side), self.hex_name(fight.hex));
            self.passing(state, Event::new(Case("11.4.s"), What::Battle(Box::new(report)), text))
        });
    }

    /// One force of the report; the modifiers stand with who fires.
    pub(crate) fn force(&self, state: &State, fight: &Fight, side: Side, firing: Side, fire: &Fire) -> Force {
        let own = if side == fight.attacker { self.attackers(state, fight) } else { self.defenders(state, fight) };
        let line = |unit: UnitId| ForceLine {
            case: Case("11.2.7.b"),
            text: self.unit_name(unit).into(),
            value: format!("+{}", state.unit(unit).points),
        };
        let mut lines: Vec<ForceLine> = own.iter().map(line).collect();
        if side == firing {
            lines.extend(fire.modifiers.iter().map(|(case, text, value)| ForceLine {
                case: *case,
                text: (*text).into(),
                value: format!("{value:+}"),
            }));
        }
        let total = i32::from(self.strength(state, own));
        Force { side: Some(side), lines, total, most: total, sum: None }
    }

    /// After the defender's fire: the optional number, then the lead, then step 7.
    fn after_defender_fire(&self, state: &mut State, log: &mut Log) {
        self.check_attackers(state);
        let Some(fight) = &mut state.fight else { return };
        let stack = fight
            .attackers
            .iter()
            .filter(|u| state.units[u.index()].place == fight.fired_at.map_or(Place::Out, Place::At));
        if fight.optional > 0 && stack.count() > 0 {
            return state.frames.push(Frame::Choice);
        }
        fight.optional = 0;
        let late = fight.stage == Stage::LateFireChoice;
        fight.stage = if late { Stage::Advance } else { Stage::AttackerFire };
        if !late {
            self.look_for_lead(state, log);
        }
    }

    /// Step 7: everybody who is left fires at the hex.
    fn attacker_fires(&self, state: &mut State, dice: &mut Dice, log: &mut Log) {
        self.check_attackers(state);
        let Some(mut fight) = state.fight.take() else { return };
        // 11.1.a: all of the hex.
        let (attackers, defenders) = (self.attackers(state, &fight), self.defenders(state, &fight));
        if attackers.is_empty() || defenders.is_empty() {
            fight.stage = if defenders.is_empty() { Stage::Advance } else { Stage::End };
            state.fight = Some(fight);
            return;
        }
        let fire = self.attacker_fire(state, &fight);
        let (roll, mut loss) = self.roll_fire(&fire, fight.attacker, Case("11.2.7"), dice, log);
        self.report(state, &fight, fight.attacker, &fire, roll, loss, log);
        let lone = defenders.iter().all(|unit| self.is_lone_gun(state, unit));
        if lone {
            loss = Loss { mandatory: loss.mandatory + loss.optional, optional: 0 }; // 12.1.i
            fight.granted = Some(loss.mandatory); // 12.1.k
            fight.ignored = defenders;
        }
        fight.stage = Stage::AttackerFireChoice;
        fight.optional = loss.optional;
        let (side, hex) = (fight.attacker.other(), fight.hex);
        state.fight = Some(fight);
        if lone {
            self.refresh(state, side, hex);
            self.open_flight(state, defenders, hex, 2); // 12.1.j
        }
        self.charge(state, side, loss.mandatory, Toll::Ordered, defenders);
    }

    /// After the attacker's fire: the optional number, then late fire or the advance.
    fn after_attacker_fire(&self, state: &mut State) {
        let alive = state.fight.as_ref().is_some_and(|fight| !self.defenders(state, fight).is_empty());
        let Some(fight) = &mut state.fight else { return };
        if fight.optional > 0 && alive {
            return state.frames.push(Frame::Choice);
        }
        fight.unmet += std::mem::take(&mut fight.optional); // 11.8.d: nobody is left to take it
        fight.stage = if fight.late { Stage::LateFire } else { Stage::Advance };
    }

    /// Everything is over: who fought is covered again; a hasty group goes on.
    fn end_fight(&self, state: &mut State) {
        let Some(fight) = state.fight.take() else { return };
        for unit in fight.ignored.iter() {
            if let Some(hex) = state.at(unit) {
                self.refresh(state, self.side(unit), hex);
            }
        }
        for air in &fight.stukas {
            state.air[air.index()] = AirBox::Flown;
        }
        state.open = UnitSet::EMPTY;
        state.runners.clear();
        state.frames.pop();
        if fight.kind == AttackKind::Hasty {
            self.resume_march(state, fight.barred);
        }
    }
}
