//! Layers over the map: supply, zones, control, regions.

use crate::Battle;
use crate::state::{Spaces, State};
use kessel_board::SpaceId;
use kessel_table::Side;
use kessel_table::view::LayerView;

impl Battle {
    pub(super) fn layer_views(&self, seen: &State) -> Vec<LayerView> {
        let picture = self.picture(seen);
        let mut layers = Vec::new();
        for side in Side::BOTH {
            let (line, fed) = (picture.line[side.index()], picture.fed[side.index()]);
            layers.push(LayerView {
                id: format!("supply-{}", side.word()),
                name: format!("{side} supply; in the second shade supplied, but no line runs on"),
                case: "5.2.a".into(),
                spaces: self.ids(line),
                half: self.ids(fed - line),
                ..LayerView::default()
            });
        }
        for side in Side::BOTH {
            layers.push(LayerView {
                id: format!("zones-{}", side.word()),
                name: format!("{side} zones of interdiction"),
                case: "3.2.a".into(),
                spaces: self.ids(picture.zone[side.index()]),
                ..LayerView::default()
            });
        }
        let controlled = |space: &SpaceId| self.control(seen, *space) == Some(Side::Axis);
        layers.push(LayerView {
            id: "control-axis".into(),
            name: "Axis control; in the second shade contested".into(),
            case: "3.3.a".into(),
            spaces: self.ids(self.data.board.spaces().filter(controlled).collect()),
            half: self.ids(picture.battle),
            ..LayerView::default()
        });
        layers.push(self.region("alz", "Axis Logistical Zone", "2.1.1.b", &|s| self.data.spaces[s].alz));
        layers.push(self.region("volga", "On the Volga", "10.4.a", &|s| self.data.spaces[s].volga));
        layers
    }

    fn region(&self, id: &str, name: &str, case: &str, within: &dyn Fn(SpaceId) -> bool) -> LayerView {
        LayerView {
            id: id.into(),
            name: name.into(),
            case: case.into(),
            spaces: self.ids(self.data.board.spaces().filter(|&space| within(space)).collect()),
            ..LayerView::default()
        }
    }

    /// The spaces on the map of a set.
    fn ids(&self, spaces: Spaces) -> Vec<String> {
        let on_map = spaces.iter().filter(|&space| self.on_map(space));
        on_map.map(|space| self.space_id(space).to_owned()).collect()
    }
}
