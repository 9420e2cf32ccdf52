//! What a side may not know.

use super::game;
use kessel_drive::data::UnitId;
use kessel_drive::state::{Frame, Stage, State};
use kessel_kernel::Side;
use kessel_trial::Chance;

/// The same position with other secrets of `side`: buried units of equal standing have changed places.
pub(super) fn other_secrets(state: &State, side: Side, chance: &mut Chance) -> State {
    let mut other = state.clone();
    let data = &game().data;
    let open = |unit: UnitId| {
        state.tops.contains(unit)
            || state.frames.iter().any(|frame| match frame {
                Frame::Fight(fight) => {
                    fight.stage > Stage::Resolve && (fight.units.contains(unit) || fight.defenders.contains(unit))
                }
                Frame::Excess { hex, .. } => state.at(unit) == Some(*hex),
                _ => false,
            })
    };
    // Marks that count in each hex stay with the hex: only unmarked units change places.
    let marked = |unit: UnitId| {
        let in_frame = state.frames.iter().any(|frame| match frame {
            Frame::March(march) => march.units.contains(&unit),
            Frame::Muster(muster) => muster.units.contains(unit),
            Frame::Fight(fight) => {
                fight.units.contains(unit) || fight.defenders.contains(unit) || fight.guests.contains(unit)
            }
            _ => false,
        });
        in_frame || state.defended.contains(unit) || state.refugees.contains(unit)
    };
    let buried: Vec<UnitId> = data
        .unit_ids()
        .filter(|u| data.info(*u).side == side && state.at(*u).is_some() && !open(*u) && !marked(*u))
        .collect();
    for _ in 0..buried.len() {
        let (Some(a), Some(b)) = (chance.pick(&buried), chance.pick(&buried)) else { break };
        let (ia, ib) = (a.index(), b.index());
        let (pa, pb) = (other.units[ia].place, other.units[ib].place);
        other.units[ia].place = pb;
        other.units[ib].place = pa;
    }
    for unit in &buried {
        let now = &mut other.units[unit.index()];
        now.steps = 1 + chance.below(usize::from(data.info(*unit).steps())) as u8;
        now.spent = chance.below(3) as u8;
    }
    // What is worked out from where the units stand is worked out anew.
    let bytes = postcard::to_allocvec(&other).expect("a state is plain data");
    postcard::from_bytes(&bytes).expect("reads back")
}
