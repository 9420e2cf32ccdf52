//! What a side may think: a whole position that agrees with what it knows.

use crate::Waw;
use crate::data::Kind;
use crate::intelligence::{EXACT, NAME, SEEN, TYPE};
use crate::state::{Life, NONE, State, Unit};
use kessel_kernel::facets::Samples;
use kessel_kernel::{Lots, Seen, Side};
use rand_pcg::Pcg32;

impl Samples for Waw {
    /// As [`Waw::guessed`] with what is hidden drawn at random, and an hour's chance of its own.
    fn sample(&self, seen: &Seen<State>, side: Side, rng: &mut Pcg32) -> State {
        let mut state = self.guessed(seen, side, |n| rng.below(n));
        state.key = (0..8).fold(0_u64, |key, _| key.wrapping_mul(250).wrapping_add(rng.below(250) as u64));
        let stage = self.stage(seen);
        // Of the days beyond the forecast nothing is known: they are drawn as they were.
        let (sky, heat) = stage.whole_weather(false, &mut kessel_kernel::Dice::scripted([]));
        let today = stage.scenario.day(seen.turn.max(1));
        for turn in seen.turn + 1..=stage.scenario.turns {
            if stage.scenario.day(turn) - today >= crate::weather::FORECAST_DAYS {
                let n = turn as usize - 1;
                (state.sky[n], state.temperature[n]) = (sky[n], heat[n]);
            }
        }
        state
    }
}

impl Waw {
    /// A position that `side` cannot tell from the real one. Units that it knows by name stand where they were seen; of the others a unit of the
    /// right kind, or any, stands there; units that nobody has seen are left out.
    pub(crate) fn guessed(&self, seen: &State, side: Side, mut pick: impl FnMut(usize) -> usize) -> State {
        let stage = self.stage(seen);
        let mut state = seen.clone();
        let enemy = side.other();
        let mut free: Vec<u16> = (0..state.units.len() as u16).filter(|u| stage.side(*u) == enemy).collect();
        free.retain(|u| seen.contacts.iter().all(|c| c.unit != *u));
        for contact in &seen.contacts {
            let unit = if contact.unit != NONE {
                contact.unit
            } else {
                let fits = |u: &u16| match contact.level {
                    0..=1 => !matches!(stage.info(*u).kind, Kind::Hq),
                    _ => u16::from(stage.info(*u).class.0) == contact.kind,
                };
                let able: Vec<usize> = (0..free.len()).filter(|n| fits(&free[*n])).collect();
                if able.is_empty() {
                    continue;
                }
                free.remove(able[pick(able.len())])
            };
            let info = stage.info(unit);
            let level = stage.scenario.default_supply[enemy.index()];
            let fed = i64::from(stage.data.charts.supply(level).quality);
            let (attack, defence) = if contact.level >= 2 {
                (contact.seems[0], contact.seems[1])
            } else {
                (info.start.attack, info.start.defence)
            };
            state.units[unit as usize] = Unit {
                life: Life::Map,
                at: contact.at,
                attack: attack.min(info.full.attack),
                defence: defence.clamp(1, info.full.defence.max(1)),
                // What is seen of its quality has its supply in it.
                quality: if contact.level >= 3 {
                    (i64::from(contact.quality) - fed).clamp(0, 9) as u8
                } else {
                    info.quality
                },
                hq: info.superior.map_or(NONE, |hq| hq.0),
                level,
                morning: level,
                still: 9,
                drew: true,
                known: [0, SEEN, TYPE, NAME, EXACT][usize::from(contact.level.min(4))],
                ..Unit::default()
            };
            let daily = stage.at_level(stage.daily(&state, unit), level);
            state.units[unit as usize].tons = daily;
            if let Some(works) = contact.works {
                state.set_works(contact.at, Some(works));
            }
        }
        state
    }
}
