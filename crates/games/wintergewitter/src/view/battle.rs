//! The fight on the table: its step, who leads, which guns are named, the sums of both sides' fire; and the fire at who retreats.

use crate::Winter;
use crate::data::UnitId;
use crate::odds::{Fire, FireLine};
use crate::sets::UnitSet;
use crate::state::{Fight, Frame, Stage, State};
use kessel_kernel::event::{Approach, BattleReport, Force, ForceLine};
use kessel_kernel::{Case, Side};

impl Winter {
    /// The fight as it stands. Who fights is open to both (18.1.h), so their fire is.
    pub(super) fn battle_view(&self, state: &State) -> Option<BattleReport> {
        let fight = state.fight.as_ref()?;
        let (case, step, words) = self.step_of(state, fight);
        // In step 6 the defender's fire is what counts, otherwise the attacker's.
        let defends = step == 6;
        let side = if defends { fight.attacker.other() } else { fight.attacker };
        let fire = if defends { self.defender_fire(state, fight) } else { self.attacker_fire(state, fight) };
        let line = |(case, text, value): &FireLine| ForceLine {
            case: *case,
            text: (*text).into(),
            value: format!("{value:+}"),
        };
        let hexes = self.hexes_of(state, self.attackers(state, fight));
        let from: Vec<String> = hexes.iter().map(|hex| self.hex_id(hex).to_owned()).collect();
        Some(BattleReport {
            at: self.hex_id(fight.hex).into(),
            attacker: Some(fight.attacker),
            forces: [fight.attacker, fight.attacker.other()].map(|s| self.ranks(state, fight, s, side, &fire)).into(),
            column: self.data.charts.crt.column(fire.strength, fire.left()).map_or("-".into(), |head| head.to_string()),
            chances: self.loss_chances(&fire, "they"),
            shifts: fire.shifts.iter().map(line).collect(),
            approach: Some(Approach {
                counts: if from.len() >= 4 { from.clone() } else { Vec::new() },
                from,
                case: case.into(),
                text: format!("Step {step} of 8: {words}"),
            }),
            ..BattleReport::default()
        })
    }

    /// The sum of a side, with its lead and its guns by name.
    pub(crate) fn ranks(&self, state: &State, fight: &Fight, side: Side, firing: Side, fire: &Fire) -> Force {
        let mut force = self.force(state, fight, side, firing, fire);
        let which = usize::from(side != fight.attacker);
        let lead = fight.leads[which].map(|unit| self.unit_name(unit).to_owned());
        for line in force.lines.iter_mut().filter(|line| Some(&line.text) == lead.as_ref()) {
            line.text.push_str(" (lead)");
        }
        let guns = if which == 0 { fight.guns } else { fight.defence };
        force.lines.extend(guns.iter().map(|unit| ForceLine {
            case: Case(if which == 0 { "11.2.1.a" } else { "11.2.2" }),
            text: format!("{} bombards", self.unit_name(unit)),
            value: format!("{} factors", state.unit(unit).points),
        }));
        if which == 0 {
            force.lines.extend(fight.stukas.iter().map(|air| ForceLine {
                case: Case("11.2.1.c"),
                text: format!("{} dives", self.data.plane(*air).name),
                value: format!("{} factors", self.data.plane(*air).bombs),
            }));
        }
        force
    }

    /// Which of the eight steps is on, with its rule and its words.
    fn step_of(&self, state: &State, fight: &Fight) -> (&'static str, u8, &'static str) {
        let late = matches!(fight.stage, Stage::AttackerFire | Stage::AttackerFireChoice);
        match state.frames.top() {
            Frame::Muster | Frame::Lead => ("11.2.1.a", 1, "the attack is drawn up, and a unit leads it"),
            Frame::CallOff => ("11.3.1.a", 1, "the lead is lost; another takes it"),
            Frame::Defence => ("11.2.2", 2, "the defender names his lead and his guns"),
            Frame::Battery(_) => ("11.2.3.a", 3, "guns answer guns"),
            Frame::Barrage(side) if *side != fight.attacker => ("11.2.4.b", 4, "the defender bombards"),
            Frame::Barrage(_) => ("11.2.5.a", 5, "the attacker bombards"),
            Frame::Advance => ("11.8.a", 8, "the attackers advance"),
            _ if late => ("11.2.7", 7, "the attacker fires"),
            _ => ("11.2.6.a", 6, "the defender fires"),
        }
    }

    /// 11.7.1: what firing at the units that retreat would be.
    pub(crate) fn opportunity_preview(&self, state: &State, side: Side) -> Option<BattleReport> {
        let flight = state.flight.as_ref()?;
        let shooters = self.shooters(state, side, flight.hex);
        let strength = self.strength(state, shooters);
        let fleeing = flight.group.iter().map(|unit| i32::from(state.unit(unit).points)).sum();
        let crt = &self.data.charts.crt;
        let force = |side: Side, units: UnitSet, total: i32| {
            let line = |unit: UnitId| ForceLine {
                case: Case("11.7.1.a"),
                text: self.unit_name(unit).into(),
                value: format!("+{}", state.unit(unit).points),
            };
            Force { side: Some(side), lines: units.iter().map(line).collect(), total, most: total, sum: None }
        };
        Some(BattleReport {
            at: self.hex_id(flight.hex).into(),
            attacker: Some(side),
            forces: vec![force(side, shooters, strength.into()), force(flight.side, flight.group, fleeing)],
            column: crt.column(strength, 0).map_or("-".into(), |head| head.to_string()),
            chances: self.loss_chances(&Fire { strength, ..Fire::default() }, "they"),
            ..BattleReport::default()
        })
    }
}
