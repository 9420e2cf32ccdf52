//! 17.1 Disruption removal, 3.1.6.c markers.

use crate::Winter;
use crate::data::UnitId;
use crate::state::{Place, State, Supply};
use kessel_kernel::{Case, Dice, Event, Log, What};

/// 17.1.a: every disrupted unit, of both sides (17.0.a), checks its own proficiency; out of supply adds one to the die (17.1.b, 14.5.1.b).
pub(crate) fn recover(game: &Winter, state: &mut State, dice: &mut Dice, log: &mut Log) {
    let disrupted: Vec<UnitId> = game.data.unit_ids().filter(|unit| state.unit(*unit).disrupted).collect();
    for unit in disrupted {
        let rating = game.proficiency(state, unit);
        let worse = u8::from(state.unit(unit).supply == Supply::Out);
        let value = dice.roll(Case("17.1.a"), 10);
        let recovers = value + worse <= rating;
        log.add(|| {
            let words = if recovers { "recovers" } else { "stays disrupted" };
            let what = What::Roll { side: game.side(unit), die: 10, value };
            let text = format!("{} {words} ({value}, {rating} or less is needed)", game.unit_name(unit));
            Event::new(Case("17.1.a"), what, text).only_for(game.side(unit))
        });
        if recovers {
            state.unit_mut(unit).disrupted = false;
            if let Some(hex) = state.at(unit) {
                game.refresh(state, game.side(unit), hex);
            }
        }
    }
}

/// 3.1.6.c: fired and moved markers come off; what was not rebuilt is lost for good (17.2.1.i, 17.2.1.k).
pub(crate) fn clear_markers(game: &Winter, state: &mut State, _: &mut Dice, _: &mut Log) {
    for unit in game.data.unit_ids() {
        let own = state.unit_mut(unit);
        (own.fired, own.moved) = (false, false);
        if own.place == Place::Dead && !game.data.info(unit).kind.is_hq() {
            own.place = Place::Lost;
        }
    }
    for unit in game.data.unit_ids().filter(|unit| game.data.info(*unit).kind.is_hq()) {
        if state.unit(unit).place == Place::Dead && !game.has_subordinates(state, unit) {
            state.unit_mut(unit).place = Place::Lost;
        }
    }
}
