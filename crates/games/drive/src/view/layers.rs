//! Layers over the map: supply with its network, control, armies that wait, victory, regions.

use crate::Drive;
use crate::data::{AxisArmy, FrontArmy, Region};
use crate::sets::Spaces;
use crate::state::State;
use kessel_board::SpaceId;
use kessel_kernel::Side;
use kessel_kernel::view::{Detail, LayerView};
use kessel_kit::show;

impl Drive {
    pub(super) fn layer_views(&self, seen: &State, detail: Detail) -> Vec<LayerView> {
        let playable = self.ground.playable[seen.scenario as usize];
        let mut layers: Vec<LayerView> =
            Side::BOTH.into_iter().map(|side| self.supply_layer(seen, side, detail)).collect();
        if seen.is_blue() {
            layers.extend(self.frozen_layers(seen, detail));
            let held = self.ground.victory & seen.axis_control;
            let name = "Victory hexes held by the German; in the second shade those still open";
            layers.push(self.layer(detail, ("victory", name, "4.2.a"), held, self.ground.victory - held));
        }
        let deadly = if seen.is_blue() { Region::SuddenDeathBlue } else { Region::SuddenDeathUranus };
        let deadly = self.data.map.region(deadly).iter().collect();
        let case = if seen.is_blue() { "4.6" } else { "4.9.a" };
        layers.push(self.layer(
            detail,
            ("sudden-death", "A Soviet unit here ends the game", case),
            deadly,
            Spaces::EMPTY,
        ));
        let control = seen.axis_control & playable;
        layers.push(self.layer(detail, ("control-axis", "Axis control", "3.4.a"), control, Spaces::EMPTY));
        let beyond = self.ground.east_of_don & playable;
        layers.push(self.layer(detail, ("east-of-don", "East of the Don", "8.6.a"), beyond, Spaces::EMPTY));
        layers
    }

    fn layer(&self, detail: Detail, (id, name, case): (&str, &str, &str), spaces: Spaces, half: Spaces) -> LayerView {
        let half = detail.whole(|| self.hex_ids(half));
        LayerView { half, ..show::layer(id, name, case, detail.whole(|| self.hex_ids(spaces))) }
    }

    /// Where a side is supplied, its working sources in the second shade, and the links between them.
    fn supply_layer(&self, seen: &State, side: Side, detail: Detail) -> LayerView {
        let playable = self.ground.playable[seen.scenario as usize];
        let name = format!("{side} supply with its network; point at a stack to see its chain");
        let (area, sources) = detail.whole(|| {
            let fed = self.fed(seen, side);
            ((fed.hexes & playable) - fed.sources, fed.sources)
        });
        LayerView {
            lines: detail.whole(|| self.supply_lines(seen, side)),
            ..self.layer(detail, (&format!("supply-{}", side.word()), &name, "7.12.a"), area, sources)
        }
    }

    /// 3.2, 8.4: the areas of armies that wait.
    fn frozen_layers(&self, seen: &State, detail: Detail) -> Vec<LayerView> {
        let spaces = &self.data.map.spaces;
        let of = |wanted: &dyn Fn(SpaceId) -> bool| -> Spaces {
            self.ground.playable[0].iter().filter(|hex| wanted(*hex)).collect()
        };
        let asleep: Vec<FrontArmy> = FrontArmy::ALL.into_iter().filter(|army| self.is_asleep(seen, *army)).collect();
        let front = of(&|hex| spaces[hex].front.is_some_and(|army| asleep.contains(&army)));
        let reserves: Spaces = self.reserves_asleep(seen).map(|army| army.hex).collect();
        let codes: Vec<&str> = asleep.iter().map(|army| army.code()).collect();
        let name = match (codes.is_empty(), reserves.is_empty()) {
            (true, true) => "Frozen Soviet armies: none".to_owned(),
            (true, false) => "Frozen Soviet armies: reserve armies, in the second shade".to_owned(),
            (false, true) => format!("Frozen Soviet armies: {}", codes.join(", ")),
            (false, false) => format!("Frozen Soviet armies: {}; in the second shade reserve armies", codes.join(", ")),
        };
        let soviet = self.layer(detail, ("frozen-soviet", &name, "3.2.o"), front, reserves);
        let held: Vec<AxisArmy> = AxisArmy::ALL.into_iter().filter(|army| self.is_held_back(seen, *army)).collect();
        let codes: Vec<&str> = held.iter().map(|army| army.code()).collect();
        let area = of(&|hex| spaces[hex].army.is_some_and(|army| held.contains(&army)));
        let name = if held.is_empty() {
            "Axis armies that wait: none".to_owned()
        } else {
            format!("Axis armies that wait in their areas: {}", codes.join(", "))
        };
        vec![soviet, self.layer(detail, ("frozen-axis", &name, "3.2.k"), area, Spaces::EMPTY)]
    }

    fn hex_ids(&self, hexes: Spaces) -> Vec<String> {
        hexes.iter().map(|hex| self.hex_id(hex).to_owned()).collect()
    }
}
