//! Zones, supply and distances, laid over the map on demand.

use crate::Winter;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::{Detail, LayerView};

/// Makes a layer of its id, name, meaning and spaces.
type MakeLayer<'a> = dyn Fn(&str, &str, &str, &dyn Fn(SpaceId) -> bool) -> LayerView + 'a;

impl Winter {
    pub(super) fn layer_views(&self, state: &State, detail: Detail) -> Vec<LayerView> {
        let layer = |id: &str, name: &str, case: &str, covers: &dyn Fn(SpaceId) -> bool| {
            let covered = || self.data.map.board.hexes().filter(|hex| covers(*hex));
            LayerView {
                id: id.into(),
                name: name.into(),
                case: case.into(),
                spaces: detail.whole(|| covered().map(|hex| self.hex_id(hex).to_owned()).collect()),
                ..LayerView::default()
            }
        };
        let interdicted = |hex| self.interdicted(state, hex) > 0;
        let mut layers = vec![layer("interdiction", "Interdiction zones", "4.4", &interdicted)];
        for side in Side::BOTH {
            let name = format!("{} zones of control", if side == Side::Axis { "Axis" } else { "Soviet" });
            layers.push(layer(&format!("zone-{}", side.word()), &name, "10", &|hex| state.in_zone(side, hex)));
            let open = self.passable(state, side);
            let name = format!("{} supply can be traced", if side == Side::Axis { "Axis" } else { "Soviet" });
            layers.push(layer(&format!("supply-{}", side.word()), &name, "14.2", &|hex| open.contains(hex)));
        }
        self.trigger_layers(state, &layer, &mut layers);
        layers
    }

    /// 19.1.1.p, 19.3.3.b, 19.3.3.c: where coming near has consequences: reserves that are seen, and the distances from the Pocket.
    fn trigger_layers(&self, state: &State, layer: &MakeLayer<'_>, layers: &mut Vec<LayerView>) {
        let waiting: Vec<SpaceId> =
            self.own(Side::Soviet).filter(|u| self.in_reserve(state, *u)).filter_map(|u| state.at(u)).collect();
        let reach = self.data.charts.pocket.reserve_reach;
        let near = |hex| waiting.iter().any(|at| self.distance(*at, hex) <= reach);
        layers.push(layer("reserves", "An enemy here frees a reserve", "19.1.1.p", &near));
        let points = &self.data.charts.points;
        for (id, name, case, far) in [
            ("pocket-far", "Near the Pocket: a point", "19.3.3.b", points.far_distance),
            ("pocket-near", "Close to the Pocket: another", "19.3.3.c", points.near_distance),
        ] {
            layers.push(layer(id, name, case, &|hex| (1..=far).contains(&self.data.map.to_pocket[hex])));
        }
    }
}
