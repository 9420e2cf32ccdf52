//! Layers over the map: command, supply, the fortress, offensives, control.

use crate::Roads;
use crate::state::{Offensive, Om, Spaces, State};
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::LayerView;
use kessel_kit::show;
use std::collections::VecDeque;

impl Roads {
    pub(super) fn layer_views(&self, seen: &State) -> Vec<LayerView> {
        let mut layers: Vec<LayerView> = Side::BOTH.into_iter().map(|side| self.supply_layer(seen, side)).collect();
        layers.extend(Side::BOTH.into_iter().flat_map(|side| self.command_layers(seen, side)));
        layers.extend(self.fortress_layers(seen));
        layers.extend(self.offensive_layers(seen));
        let map = self.map(seen);
        layers.push(self.layer(seen, "control-axis", "Axis control".into(), "1.10.1.a", seen.axis_control));
        let airfields = map.board.hexes().filter(|hex| map.spaces[*hex].airfield).collect();
        layers.push(self.layer(seen, "airfields", "Airfields".into(), "10.4.l", airfields));
        let stars = map.board.hexes().filter(|hex| self.strategic(seen, *hex).is_some()).collect();
        layers.push(self.layer(seen, "strategic", "Hexes that change the Führer's approval".into(), "15.2.2.f", stars));
        for side in Side::BOTH {
            let name = format!("{side} supply sources that work now");
            layers.push(self.layer(seen, &format!("sources-{}", side.word()), name, "4.2.3", self.sources(seen, side)));
        }
        layers
    }

    fn layer(&self, seen: &State, id: &str, name: String, case: &str, spaces: Spaces) -> LayerView {
        show::layer(id, name, case, self.hex_ids(seen, spaces))
    }

    /// Where an HQ of the side supplies its own nation, or a source everybody; in the second shade HQs without a line of supply.
    fn supply_layer(&self, seen: &State, side: Side) -> LayerView {
        let (mut fed, mut dry) = (self.source_area(seen, side), Spaces::EMPTY);
        for (hq, _) in self.hqs(seen, side) {
            let area = self.command_area(seen, hq);
            if self.has_line(seen, hq) {
                fed |= area;
            } else {
                dry |= area;
            }
        }
        let name = format!("{side} supply; in the second shade of HQs that have no line themselves");
        let half = self.hex_ids(seen, dry - fed);
        LayerView { half, ..self.layer(seen, &format!("supply-{}", side.word()), name, "4.3.1.a", fed) }
    }

    /// One layer for each HQ.
    fn command_layers(&self, seen: &State, side: Side) -> Vec<LayerView> {
        self.hqs(seen, side)
            .map(|(hq, _)| {
                let info = self.info(hq);
                let line = if self.has_line(seen, hq) { "" } else { ", without a line of supply" };
                let name = format!("Command of {}, radius {}{line}", info.name, info.radius);
                self.layer(seen, &format!("command-{}", info.id), name, "1.2.2.a", self.command_area(seen, hq))
            })
            .collect()
    }

    fn fortress_layers(&self, seen: &State) -> Vec<LayerView> {
        let mut layers = Vec::new();
        if seen.fortress.marker.is_some() {
            let name = "Influence of Fortress Stalingrad".to_owned();
            layers.push(self.layer(seen, "fortress", name, "10.2.2.a", self.influence(seen)));
        }
        if self.map(seen).stalingrad.is_some() {
            let leak = self.leak(seen);
            let name = if leak.is_empty() { "The pocket is sealed" } else { "The way out of Stalingrad: not sealed" };
            layers.push(self.layer(seen, "leak", name.into(), "10.2.5.a", leak));
        }
        layers
    }

    /// A shortest path from an Axis unit in Stalingrad to an Axis source, past enemies but not through them; empty if the pocket is
    /// sealed (10.2.5). From several starts, which the board's trace does not know.
    pub(crate) fn leak(&self, seen: &State) -> Spaces {
        let mut path = Spaces::EMPTY;
        if self.sealed(seen) {
            return path;
        }
        let (sources, enemies) = (self.sources(seen, Side::Axis), *seen.field.occupied(Side::Soviet));
        let own = seen.field.occupied(Side::Axis);
        let marker = seen.fortress.marker.filter(|_| seen.fortress.fixed);
        let starts = self.map(seen).stalingrad_hexes().iter().copied().chain(marker).filter(|hex| own.contains(*hex));
        let mut came: Vec<Option<SpaceId>> = vec![None; Spaces::CAPACITY];
        let mut open: VecDeque<SpaceId> = starts.collect();
        let mut reached: Spaces = open.iter().copied().collect();
        while let Some(hex) = open.pop_front() {
            if sources.contains(hex) {
                let mut at = Some(hex);
                while let Some(hex) = at {
                    path.insert(hex);
                    at = came[hex.index()];
                }
                return path;
            }
            for near in self.around(seen, hex).filter(|near| !enemies.contains(*near)) {
                if reached.insert(near) {
                    came[near.index()] = Some(hex);
                    open.push_back(near);
                }
            }
        }
        path
    }

    /// Where supports marked O may be used.
    fn offensive_layers(&self, seen: &State) -> Vec<LayerView> {
        let on_map = |om: Om| match seen.offensives[om as usize] {
            Offensive::Hex(hex) => Some((om, hex)),
            _ => None,
        };
        let board = &self.map(seen).board;
        Om::ALL
            .into_iter()
            .filter_map(on_map)
            .map(|(om, hex)| {
                let radius = self.om_reach(seen, om);
                let name = format!("{}: radius {radius}", super::supports::om_name(om));
                let within = board.within(hex, radius).collect();
                self.layer(seen, &format!("offensive-{}", om.word()), name, "11.3.1.a", within)
            })
            .collect()
    }
}
