//! What a position is worth: hundredths of a victory level, more being better for the Axis. Both sides see the same sum.

use crate::Winter;
use crate::state::State;
use kessel_kernel::facets::{Evaluates, Rules};
use kessel_kernel::{Seen, Side};
use kessel_kit::Decides;

impl Evaluates for Winter {
    fn evaluate(&self, seen: &Seen<State>, side: Side) -> i32 {
        let axis = self.axis_value(&self.ready(seen));
        if side == Side::Axis { axis } else { -axis }
    }
}

impl Winter {
    /// The expected level for the Axis, in hundredths, from what the viewer knows of public things: ground, points, strength that is seen.
    fn axis_value(&self, state: &State) -> i32 {
        if let Some(end) = &state.ended {
            return i32::from(end.level) * 100;
        }
        let (level, _, _) = self.verdict(state);
        let done = self.turn(state) as i32;
        let scenario = self.data.scenario(state.scenario);
        let all = i32::from(scenario.last - scenario.first) + 1;
        // The verdict of today counts more the nearer the end is; ground and strength make up the rest.
        i32::from(level) * 100 * done / all + self.ground_value(state) * (all - done) / all
    }

    fn ground_value(&self, state: &State) -> i32 {
        let value = match self.data.scenario(state.scenario).crossing {
            Some(mark) => {
                let held = if mark.town && state.control[0] == Side::Axis { 50 } else { 0 };
                let most = mark.decisive.unwrap_or(mark.marginal);
                let (points, _) = self.counted(state, mark);
                points.min(most.into()) as i32 + held - if mark.town { 60 } else { 50 }
            }
            None => {
                let near = self.own(Side::Axis).filter(|u| self.is_relief(*u)).filter_map(|u| state.at(u));
                let closest = near.map(|hex| self.data.map.to_pocket[hex]).min().unwrap_or(40);
                5 * (20 - i32::from(closest))
            }
        };
        value.clamp(-150, 150)
    }
}
