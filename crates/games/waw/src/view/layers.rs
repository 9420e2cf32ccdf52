//! Whose the ground is believed to be, and how units are supplied.

use crate::Waw;
use crate::field::Field;
use crate::state::State;
use kessel_kernel::view::{Detail, LayerView, LineView};
use kessel_kernel::{Side, Viewer};

impl Waw {
    /// Ownership, supply lines.
    pub(super) fn layers(&self, seen: &State, viewer: Viewer, detail: Detail) -> Vec<LayerView> {
        let stage = self.stage(seen);
        let mut layers: Vec<LayerView> = Side::BOTH
            .iter()
            .map(|side| {
                let mine = (0..stage.theater.hexes as u16).filter(|h| seen.owner(*h) == *side);
                LayerView {
                    id: format!("ground-{}", side.word()),
                    name: format!("Ground believed {side}"),
                    case: "18.6.c".into(),
                    spaces: detail.whole(|| mine.map(|h| stage.hex_name(h).to_owned()).collect()),
                    ..LayerView::default()
                }
            })
            .collect();
        if let Some(side) = viewer.side() {
            layers.push(LayerView {
                id: format!("supply-{}", side.word()),
                name: "Supply lines".into(),
                case: "19.41".into(),
                lines: detail.whole(|| self.supply_lines(seen, side)),
                ..LayerView::default()
            });
        }
        layers
    }

    /// 19.41: how each unit of a side is supplied.
    fn supply_lines(&self, seen: &State, side: Side) -> Vec<LineView> {
        let stage = self.stage(seen);
        let field = Field::with_contacts(&stage, seen, side);
        let lines = stage.lines(seen, &field, side, |hex| seen.owner(hex));
        let words = ["green", "blue", "yellow", "red", "black"];
        let of = |unit: u16| LineView {
            kind: if lines[unit as usize].band < 4 { "chain" } else { "broken" }.into(),
            path: vec![stage.hex_name(seen.units[unit as usize].at).to_owned()],
            stops: Vec::new(),
            text: format!("{}: {} line", stage.info(unit).name, words[usize::from(lines[unit as usize].band)]),
        };
        let units = (0..seen.units.len() as u16).filter(|u| seen.units[*u as usize].here() && stage.side(*u) == side);
        units.map(of).collect()
    }
}
