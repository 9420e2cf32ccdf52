//! What a side is asked.

use super::halves;
use super::moves::mode_word;
use super::supports::{bill_words, box_name};
use crate::Roads;
use crate::data::UnitId;
use crate::phase::phase_case;
use crate::state::{Frame, March, Retreat, Stage, State, Step, SupportBox, UnitSet};
use kessel_table::{Case, Prompt, Seen, Side};

impl Roads {
    /// The question, its rule, and what is still undone. Made from what the side may know.
    pub(crate) fn prompt_for(&self, seen: &Seen<State>, side: Side) -> Prompt {
        let mut prompt = match seen.frames.top() {
            Frame::Step(step) => self.step_prompt(seen, side, *step),
            Frame::Fight | Frame::Muster => self.fight_prompt(seen),
            Frame::March(march) => self.march_prompt(seen, *march),
            Frame::Losses(losses) => {
                let case = if losses.in_order { "8.8.2.a" } else { "8.10.5" };
                Prompt::new(Case(case), format!("Take your losses; steps left: {}.", losses.left))
            }
            Frame::Retreat(retreat) => self.retreat_prompt(retreat),
            frame => self.frame_prompt(seen, frame),
        };
        prompt.reminders = self.reminders(seen, side);
        prompt
    }

    fn step_prompt(&self, seen: &State, side: Side, step: Step) -> Prompt {
        let text = match step {
            Step::ChooseEffects => "Choose the effects of German Superiority that stay active.".into(),
            Step::Opening(n) => self.opening_text(seen, n),
            Step::Weather => "The weather is rolled.".into(),
            Step::Backhand => "Declare the Backhand Blow at the start of this turn?".into(),
            Step::Dismantle => "Take pontoons up before supply is tested, or leave them.".into(),
            Step::Pontoons if !self.contenders(seen, side).is_empty() => {
                "Allied HQs cannot supply every foreign unit: name who goes without, or leave it open.".into()
            }
            Step::Pontoons => "Supplied HQs next to a river may build a pontoon.".into(),
            Step::Declare => "Declare Fortress Stalingrad? The marker goes within two hexes of the city.".into(),
            Step::AirBridge => "Play Goering for the air bridge, or roll.".into(),
            Step::Landing => "Place the Ju 52 face down, one in each hex with OOS-FS units.".into(),
            Step::Maskirovka => "Play Maskirovka, to move supports between boxes?".into(),
            Step::Lift => "Take up Offensive Markers that are to go elsewhere.".into(),
            Step::Launch => "Launch a Major Offensive? Choose its hex.".into(),
            Step::Spend => {
                let left = self.box_of(seen, SupportBox::Stavka).len();
                format!("Empty the STAVKA box: keep, trade, or pay for units of the reserve. Left: {left}.")
            }
            Step::PlaceMinor => "Place the Minor Offensive Markers.".into(),
            Step::Wintergewitter => "Launch Wintergewitter in place of this turn's supports?".into(),
            Step::Transfer => "One support marked O may go from the STAVKA box to an offensive.".into(),
            Step::Strike if side == Side::Soviet => "First deployments: Surprise Attacks and Tank Brigades.".into(),
            Step::Strike => "First deployments: the Luftwaffe.".into(),
            Step::Deploy => "Deploy supports in any order: take one from its box, then a unit or hex.".into(),
            Step::Shortages => "Return Supply Shortages to the pool, or keep them.".into(),
            Step::Mars => "Operation Mars: return supports for a better roll, then roll.".into(),
            Step::Release => self.release_text(seen),
            Step::Enter => "Units on or next to two HQs may enter the reserve, where they are refitted.".into(),
            Step::Movement => "Take up a unit to move.".into(),
            Step::Combat => "Choose a hex to attack.".into(),
            Step::ExploitMovement => "Move units with Exploitation markers.".into(),
            Step::ExploitCombat => "Attack with units that still have Exploitation markers.".into(),
            Step::Arrivals => "Place your reinforcements.".into(),
            Step::Upgrades => "Name the division that becomes Guards.".into(),
            Step::Withdrawals => "Name the divisions that leave.".into(),
            Step::FreeDivision => "A worn infantry division may come back free.".into(),
            Step::Replacements => match side {
                Side::Soviet => format!("Spend your replacement points; left: {}.", seen.points[0]),
                Side::Axis => {
                    let [points, allied] = seen.points;
                    format!("Spend your replacement points; left: {points}, of them for allies: {allied}.")
                }
            },
            Step::Return => "HQs that lost their line of supply come back.".into(),
            Step::Over => "The game is over.".into(),
        };
        Prompt::new(phase_case(step), text)
    }

    fn opening_text(&self, seen: &State, n: u8) -> String {
        let Some(opening) = self.scenario(seen).supports.steps.get(usize::from(n)) else { return "Set-up.".into() };
        let least = opening.least.as_ref().map_or(String::new(), |(least, classes)| {
            let classes: Vec<String> = classes.iter().map(|class| format!("{class:?}").to_lowercase()).collect();
            format!(" At least {least} must be {}.", classes.join(" or "))
        });
        let earlier = &self.scenario(seen).supports.steps[..usize::from(n)];
        let before: usize =
            earlier.iter().filter(|step| step.to == opening.to).map(|step| usize::from(step.count)).sum();
        let name = self.map(seen).board.name(opening.to);
        let to = SupportBox::ALL.into_iter().find(|known| known.word() == name);
        let taken = to.map_or(0, |to| self.box_of(seen, to).len()).saturating_sub(before);
        let so_far = if taken == 0 { String::new() } else { format!(" Chosen so far: {taken}.") };
        format!("Choose {} supports in secret from your pool.{least}{so_far}", opening.count)
    }

    fn release_text(&self, seen: &State) -> String {
        let stavka = &seen.stavka;
        if seen.launched {
            return format!("The offensive draws on the reserve: units that may still come: {}.", stavka.left);
        }
        match stavka.hqs[usize::from(stavka.serving.min(1))] {
            Some(hq) if stavka.rolled => {
                format!("Place units of the reserve on or next to {}; left: {}.", self.info(hq).name, stavka.left)
            }
            Some(hq) => format!("Spend supports for the die of {}, then roll.", self.info(hq).name),
            None => "Name the HQs that ask for units of the reserve; the first has priority.".into(),
        }
    }

    fn march_prompt(&self, seen: &State, march: March) -> Prompt {
        let case = Case(match march.mode {
            crate::state::Mode::Normal => "7.1.4",
            crate::state::Mode::Strategic => "7.2.1",
            crate::state::Mode::Rail => "7.3.4",
            crate::state::Mode::Exploitation => "9.2.2",
            crate::state::Mode::React => "CRT.R.b",
        });
        let left = match (march.mode, march.hexes) {
            (crate::state::Mode::Rail, _) => "any distance".to_owned(),
            (_, Some(hexes)) => format!("hexes left: {hexes}"),
            (_, None) => format!("points left: {}", halves(march.left)),
        };
        let (name, at) = (&self.info(march.unit).name, self.whereabouts(seen, march.unit));
        let next = if march.entered == 0 { "Choose where it goes." } else { "Go on, or stop here." };
        Prompt::new(case, format!("{name} is in {at}, {}; {left}. {next}", mode_word(march.mode)))
    }

    fn fight_prompt(&self, seen: &State) -> Prompt {
        let Some(fight) = &seen.fight else { return Prompt::new(Case("8.2.1"), "A combat.") };
        let hex = self.hex_name(seen, fight.hex);
        if *seen.frames.top() == Frame::Muster {
            let text = match fight.attackers.len() {
                0 => format!("Name the units that attack {hex}."),
                n => {
                    let who = if n == 1 { "One unit attacks".to_owned() } else { format!("{n} units attack") };
                    let column = self.preview_of(seen, fight).column;
                    format!("{who} {hex} on column {column}. Once the attack begins the choice stands.")
                }
            };
            return Prompt::new(Case("8.3.1"), text);
        }
        let (case, text) = match fight.stage {
            Stage::Ju52 => ("10.4.3.b", format!("{hex} is attacked. Play a Ju 52?")),
            Stage::AttackerSupports => ("5.5.4.a", format!("Supports for the attack on {hex}?")),
            Stage::DefenderSupports => ("5.5.4.a", format!("Supports for the defence of {hex}?")),
            Stage::AttackerElite | Stage::DefenderElite => ("8.6.1", "Use the bonus of an elite unit?".into()),
            Stage::Armored => ("8.6.3.a", "Declare an armored attack?".into()),
            Stage::AttackerChoice | Stage::DefenderChoice => {
                ("8.10.3", format!("The dice show {}. Choose a result of the same block, or keep it.", fight.roll))
            }
            Stage::RiverOrTerrain => ("8.10.4", "All attackers cross a major river. What weakens their result?".into()),
            Stage::FallBack => ("CRT.F", format!("Hold {hex}, or go back one hex with one loss less?")),
            Stage::StandFast => ("CRT.S", format!("Hold {hex} with one more loss, or go back one hex?")),
            Stage::AttackerRetreat => ("CRT.AR", "Go back with all attackers, or lose steps?".into()),
            _ => ("8.2.1", format!("The combat at {hex} goes on.")),
        };
        Prompt::new(Case(case), text)
    }

    fn retreat_prompt(&self, retreat: &Retreat) -> Prompt {
        let left = retreat.hexes.saturating_sub(retreat.gone);
        let text = match retreat.going.len() {
            1 => format!("{} goes back; hexes left: {left}.", self.names(retreat.going)),
            2.. => format!("{} go back together; hexes left: {left}.", self.names(retreat.going)),
            0 => {
                let hexes = if retreat.hexes == 1 { "one hex".to_owned() } else { format!("{} hexes", retreat.hexes) };
                format!("Go back {hexes}, together or each for himself: {}.", self.names(retreat.units))
            }
        };
        Prompt::new(Case("8.12.5.a"), text)
    }

    fn frame_prompt(&self, seen: &State, frame: &Frame) -> Prompt {
        let hex = |at: kessel_board::SpaceId| self.hex_name(seen, at);
        let name = |unit: UnitId| self.info(unit).name.clone();
        let (case, text) = match *frame {
            Frame::Shifting { from } => {
                let goal = box_name(self.shift_goal(seen));
                let text = match self.shift_goal(seen) {
                    SupportBox::Major => format!("Maskirovka: move supports from the Minor boxes to {goal}."),
                    _ => format!("Maskirovka: move supports from {} to {goal}.", box_name(from)),
                };
                ("PA.SUP.maskirovka", text)
            }
            Frame::Pay { left, bill, .. } => {
                ("1.5.2.b", format!("{}; supports left to pay: {left}.", bill_words(bill)))
            }
            Frame::Choose { side, left, to } => {
                let case = if side == Side::Soviet { "11.4.2.d" } else { "16.3.1.d" };
                (case, format!("Choose supports from the pool into {}; left: {left}.", box_name(to)))
            }
            Frame::ReturnReal { from, left, .. } => {
                let text = format!(
                    "The Test Supply Shortage opens {}: give back real supports, left: {left}.",
                    box_name(from)
                );
                ("12.3.c", text)
            }
            Frame::MarkOos { left } => {
                ("12.3.d", format!("Put OOS markers on Soviet stacks next to your units; left: {left}."))
            }
            Frame::Surprise(surprise) => {
                let text = if surprise.fought {
                    "The Surprise Attack is over: advance, or stay.".to_owned()
                } else {
                    format!("Surprise Attack from {}: step one hex, or attack.", hex(surprise.at))
                };
                ("PA.SUP.surprise", text)
            }
            Frame::Kampfgruppe { unit, hex: at, .. } => {
                ("8.15.1", format!("{} is lost in {}. Shall a Kampfgruppe take its place?", name(unit), hex(at)))
            }
            Frame::React { rescue: true, .. } => {
                ("14.1.b", "Panzers to the rescue: a German armored division nearby may move.".into())
            }
            Frame::React { .. } => ("CRT.R.a", "A unit within two hexes, not next to an enemy, may react.".into()),
            Frame::Advance { into, .. } => {
                let case = if into.is_some() { "8.13.2" } else { "8.13.1" };
                let into = into.map_or_else(|| "the hexes left by the attackers".to_owned(), hex);
                (case, format!("Advance into {into}, as far as stacking allows."))
            }
            Frame::Exploit { left } => {
                ("8.14.1", format!("Put Exploitation markers on units that attacked; left: {}.", halves(left)))
            }
            Frame::Superiority { on: true } => {
                ("14.2.3.b", "Choose the effect of German Superiority that becomes active again.".into())
            }
            Frame::Superiority { on: false } => {
                ("14.2.2.b", "A major success: choose the effect that is switched off.".into())
            }
            Frame::Overstack { hex: at, .. } => ("1.11.2.b", format!("{} holds too many units. Remove one.", hex(at))),
            Frame::Capitulate { left } => {
                ("10.3.5.b", format!("The fortress gives up: name reduced units that surrender, left: {left}."))
            }
            Frame::Evacuate => ("10.4.3.i", "Evacuation: a reduced infantry division may be flown out.".into()),
            Frame::Sortie { left } => ("10.4.3.o", format!("Name the stacks that sally; left: {left}.")),
            Frame::Airlift { hex: at } => ("10.4.3.m", format!("Choose the support that is flown into {}.", hex(at))),
            Frame::MarkerMoves { from } => {
                ("10.1.5", format!("{} is lost. Choose the hex that the fortress marker goes to.", hex(from)))
            }
            Frame::Step(_) | Frame::March(_) | Frame::Muster | Frame::Fight | Frame::Losses(_) | Frame::Retreat(_) => {
                ("2.a", String::new())
            }
        };
        Prompt::new(Case(case), text)
    }

    pub(super) fn names(&self, units: UnitSet) -> String {
        units.iter().map(|unit| self.info(unit).name.as_str()).collect::<Vec<_>>().join(", ")
    }
}
