//! Layers over the map: supply, zones, control, regions.

use crate::Battle;
use crate::data::SpaceInfo;
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::LayerView;
use kessel_kit::show::layer;

impl Battle {
    pub(super) fn layer_views(&self, seen: &State) -> Vec<LayerView> {
        let picture = self.picture(seen);
        let mut layers = Vec::new();
        for side in Side::BOTH {
            let (line, fed) = (picture.line[side.index()], picture.fed[side.index()]);
            let name = format!("{side} supply; in the second shade supplied, but no line runs on");
            let supply = layer(format!("supply-{}", side.word()), name, "5.2.a", self.ids(line));
            layers.push(LayerView { half: self.ids(fed - line), ..supply });
        }
        for side in Side::BOTH {
            let (id, name) = (format!("zones-{}", side.word()), format!("{side} zones of interdiction"));
            layers.push(layer(id, name, "3.2.a", self.ids(picture.zone[side.index()])));
        }
        let axis = |space: &SpaceId| self.control(seen, *space) == Some(Side::Axis);
        let axis = self.ids(self.data.board.spaces().filter(axis).collect());
        let control = layer("control-axis", "Axis control; in the second shade contested", "3.3.a", axis);
        layers.push(LayerView { half: self.ids(picture.battle), ..control });
        layers.push(layer("alz", "Axis Logistical Zone", "2.1.1.b", self.region(|space| space.alz)));
        layers.push(layer("volga", "On the Volga", "10.4.a", self.region(|space| space.volga)));
        layers
    }

    fn region(&self, within: fn(&SpaceInfo) -> bool) -> Vec<String> {
        self.ids(self.data.board.spaces().filter(|&space| within(&self.data.spaces[space])).collect())
    }

    /// The spaces on the map of a set.
    fn ids(&self, spaces: Spaces) -> Vec<String> {
        let on_map = spaces.iter().filter(|&space| self.on_map(space));
        on_map.map(|space| self.space_id(space).to_owned()).collect()
    }
}
