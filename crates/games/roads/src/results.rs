//! 8.9 to 8.11, 3.2.2: what terrain, supports, weak allies, German Superiority and mud make of the tactical results.

use crate::Roads;
use crate::data::{DefenderResult, Effect, Ice, LevelsWhen, River, SupportClass, Weather};
use crate::state::{AttackerWord, Fight, FightKind, State, Supply};
use kessel_kernel::{Case, Event, Log, Side};

/// The highest exploitation level (8.11).
const MOST: u8 = 4;

impl Roads {
    /// 8.10.4: all attackers cross a major river, and it would do other than the terrain.
    pub(crate) fn river_matters(&self, state: &State) -> bool {
        let Some(fight) = &state.fight else { return false };
        // 3.4: over ice a major river is a minor one, and of those 8.10.4 does not speak.
        let open = state.forecast.ice != Ice::MajorFrozen && state.forecast.weather != Weather::Mud;
        if !open || fight.level == 0 || !self.all_across(state, fight) {
            return false;
        }
        self.level_after(state, fight, true) != self.level_after(state, fight, false)
    }

    /// Do all attackers cross a major river?
    fn all_across(&self, state: &State, fight: &Fight) -> bool {
        let major = |from| self.bank(state, fight.attacker, from, fight.hex).river == River::Major;
        !fight.from.is_empty() && fight.from.iter().all(|from| major(*from))
    }

    /// What the river, or the terrain, leaves of the exploitation level.
    fn level_after(&self, state: &State, fight: &Fight, by_river: bool) -> u8 {
        let charts = &self.data.charts;
        let levels = if by_river {
            &charts.rivers[1][state.forecast.ice as usize].levels
        } else {
            &charts.terrain[self.defence_terrain(state, fight.hex, fight.defender()) as usize].levels
        };
        levels[usize::from(fight.level.min(3))]
    }

    /// Step 6 begins with what changes the results, step 5 is among it (8.9).
    pub(crate) fn modify_results(&self, state: &mut State, log: &mut Log) {
        let Some(mut fight) = state.fight.take() else { return };
        let rolled = (fight.level, fight.defender_result);
        let mud = state.forecast.weather == Weather::Mud;
        self.modify_attacker(state, &mut fight, mud);
        self.modify_defender(state, &mut fight);
        // 8.9.1; 14.1.h: it sees the results after terrain and supports.
        self.superiority(state, &mut fight, mud, log);
        fight.own_engagement |= fight.attacker_result == AttackerWord::Engagement;
        // 3.2.2.f: an Eng that the table prints costs both sides, in mud as well.
        let printed = fight.attacker_result == AttackerWord::Engagement
            || fight.defender_result.result() == DefenderResult::Engagement;
        fight.one_sided &= !printed;
        fight.engagement |= printed;
        fight.retreat = fight.defender_result.result().hexes();
        if (fight.level, fight.defender_result) != rolled {
            log.add(|| {
                let level = match fight.level {
                    0 => "no exploitation".into(),
                    1 => "E".to_owned(),
                    more => format!("E{more}"),
                };
                let text = format!(
                    "After all modifiers: attacker {level}, defender {}",
                    fight.defender_result.result().word()
                );
                Event::note(Case("8.10.2"), text)
            });
        }
        state.fight = Some(fight);
    }

    /// The attacker's result: terrain or river, then supports and weak allies; in mud none of these (3.2.2.c) but the E of 8.11.1.
    pub(crate) fn modify_attacker(&self, state: &State, fight: &mut Fight, mud: bool) {
        let weak = u8::from(fight.weak_allies && fight.kind != FightKind::Exploitation);
        if mud {
            Self::in_mud(fight, weak);
            return;
        }
        fight.level = self.level_after(state, fight, fight.by_river);
        self.support_levels(fight);
        // 8.11.1.a, 8.11.1.b: an E more, up to E4; 8.11.1.d: after the terrain.
        fight.level = (fight.level + weak).min(MOST);
    }

    /// 3.2.2: in mud D1 is void (3.2.2.d) and every E, one received under 8.11.1 too (R22), becomes an engagement that costs the
    /// attacker only (3.2.2.e).
    fn in_mud(fight: &mut Fight, weak: u8) {
        if fight.attacker_result == AttackerWord::Loss {
            fight.attacker_result = AttackerWord::None;
        }
        if fight.level + weak > 0 {
            fight.engagement = true;
            fight.own_engagement = true;
            fight.one_sided = true;
        }
        fight.level = 0;
    }

    /// Exploitation levels that supports add, after the terrain; in exploitation they are of no use (5.5.5).
    fn support_levels(&self, fight: &mut Fight) {
        if fight.kind == FightKind::Exploitation {
            return;
        }
        for marker in fight.supports.iter() {
            let kind = self.support(marker);
            let holds = kind.side == fight.attacker
                && match kind.levels_when {
                    // PA.SUP.breakthrough.
                    Some(LevelsWhen::Always) => true,
                    // PA.SUP.lelyushenko.
                    Some(LevelsWhen::Exploitation) => fight.level > 0,
                    // PA.SUP.hoth.
                    Some(LevelsWhen::ArmoredAttack) => fight.armored,
                    None => false,
                };
            if holds {
                fight.level = (fight.level + kind.levels).min(MOST);
            }
        }
    }

    /// The defender's result: terrain, Hollidt, then the fortress (8.10.2, 10.2.3.g).
    pub(crate) fn modify_defender(&self, state: &State, fight: &mut Fight) {
        let terrain = self.defence_terrain(state, fight.hex, fight.defender());
        let mut result = self.data.charts.terrain[terrain as usize].defender(fight.defender_result.result());
        // PA.SUP.hollidt.
        let softens = |marker| {
            let kind = self.support(marker);
            kind.side == fight.defender() && kind.class == SupportClass::Leader && kind.defence > 0
        };
        if fight.supports.iter().any(softens) {
            result = match result {
                DefenderResult::Retreat3 => DefenderResult::Retreat2,
                DefenderResult::Retreat2 => DefenderResult::Retreat,
                DefenderResult::Retreat => DefenderResult::StandFast,
                other => other,
            };
        }
        let pocket = fight.defenders.iter().any(|unit| state.field.get(unit).supply == Supply::Fortress);
        if pocket {
            result = match result {
                DefenderResult::Retreat3 => DefenderResult::Retreat,
                DefenderResult::Retreat2 | DefenderResult::Retreat => DefenderResult::StandFast,
                other => other,
            };
        }
        fight.defender_result = result.into();
    }

    /// 14.1: the four effects; one that is switched off does nothing (14.1.j).
    fn superiority(&self, state: &State, fight: &mut Fight, mud: bool, log: &mut Log) {
        match fight.attacker {
            Side::Axis => self.german_attack(state, fight, mud, log),
            // 14.1.d.
            Side::Soviet if fight.all_german && fight.level < 2 => {
                // Human waves: one more step, if there was any.
                if state.superior(Effect::HumanWaves) && fight.losses[0] > 0 {
                    fight.losses[0] += 1;
                    log.add(|| Event::note(Case("14.1.c"), "Human waves: the Soviets lose one step more"));
                }
                if state.superior(Effect::PanzersToTheRescue) {
                    fight.rescue = true;
                    log.add(|| {
                        Event::note(Case("14.1.a"), "Panzers to the rescue: a German armored division may react")
                    });
                }
            }
            Side::Soviet => {}
        }
    }

    /// Overwhelming German attack and Soviet rout: only Germans attack, a Panzer division among them.
    fn german_attack(&self, state: &State, fight: &mut Fight, mud: bool, log: &mut Log) {
        let only_german = fight.attackers.iter().all(|unit| self.is_german(unit) && !self.starving(state, unit));
        // 1.1.8.b: an armored Kampfgruppe is as good as a Panzer division.
        let panzers = fight.attackers.iter().any(|unit| self.info(unit).armored);
        // 9.3.2, R31: in exploitation there is no result to better.
        if !only_german || !panzers || fight.kind == FightKind::Exploitation {
            return;
        }
        let thrown_back = fight.attacker_result == AttackerWord::Retreat;
        if state.superior(Effect::OverwhelmingAttack) && !thrown_back && !mud {
            // 14.1.f.
            fight.level = (fight.level + 1).min(MOST);
            log.add(|| Event::note(Case("14.1.e"), "Overwhelming German attack: one exploitation more"));
        }
        if state.superior(Effect::SovietRout) && fight.level >= 2 && fight.losses[0] > 0 {
            fight.losses[0] -= 1;
            log.add(|| Event::note(Case("14.1.g"), "Soviet rout: the Axis loses one step less"));
        }
    }
}
