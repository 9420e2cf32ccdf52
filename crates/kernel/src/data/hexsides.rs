//! Reading hexsides, written `0114|0214`, and the courses they make: rivers, shores, ridges.

use super::Item;
use kessel_board::{Board, EdgeId};

/// The side between two hexes of the map.
pub fn hexside(board: &Board, item: &Item<'_>) -> Option<EdgeId> {
    let text = item.text()?;
    let Some((one, other)) = text.split_once('|') else {
        item.fault(format!("\"{text}\" is no hexside: write \"{}\"", an_example(board)));
        return None;
    };
    let find = |name: &str| {
        let hex = board.space(name).filter(|&space| board.is_hex(space));
        if hex.is_none() {
            item.fault(format!("there is no hex {name} on the map"));
        }
        hex
    };
    let (a, b) = (find(one), find(other));
    let side = board.edge(a?, b?);
    if side.is_none() {
        item.fault(format!("{one} and {other} are not neighbours"));
    }
    side
}

/// An unbroken line of hexsides; `lay` puts on each of them what runs there.
pub fn course(board: &Board, items: &[Item<'_>], mut lay: impl FnMut(&Item<'_>, EdgeId)) -> Vec<EdgeId> {
    let mut course = Vec::with_capacity(items.len());
    let mut before = None;
    for item in items {
        let side = hexside(board, item);
        let before = std::mem::replace(&mut before, side);
        let Some(side) = side else { continue };
        if before.is_some_and(|before| !board.share_a_corner(before, side)) {
            let text = item.text().unwrap_or("");
            item.fault(format!("the course breaks before {text}: it shares no corner with the side before it"));
        }
        lay(item, side);
        course.push(side);
    }
    course
}

/// How a hexside of this map is written.
fn an_example(board: &Board) -> String {
    board.edges().next().map_or_else(String::new, |edge| {
        let (a, b) = board.edge_ends(edge);
        format!("{}|{}", board.name(a), board.name(b))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{DataDir, Doc, Inspection};
    use super::*;
    use kessel_board::{BoardBuilder, Numbering};

    fn board() -> Board {
        let numbering: Numbering = toml::from_str(
            "orientation = 'pointy-top'\norder = 'row-column'\ndigits = 2\nrows-grow = 'south'\n\
             columns-grow = 'east'\nshifted = 'even'\nshifted-to = 'east'\n",
        )
        .unwrap();
        let mut builder = BoardBuilder::new(numbering);
        for name in ["0101", "0102", "0103", "0201", "0202"] {
            builder.add_hex(name);
        }
        builder.add_box("Baku").link("Baku", "0103");
        builder.build().unwrap()
    }

    /// Reads a course and gives it back as it was written, or what is wrong with it.
    fn read(sides: &[&str]) -> Result<Vec<String>, String> {
        let board = board();
        let dir = DataDir::embedded("example", &[]).with("map.toml", format!("sides = {sides:?}\n"));
        let inspection = Inspection::new();
        let mut laid = Vec::new();
        let doc = Doc::open(&dir, "map.toml", &inspection).unwrap();
        let course = course(&board, &doc.root().items("sides"), |item, side| {
            assert_eq!(hexside(&board, item), Some(side));
            laid.push(item.text().unwrap().to_owned());
        });
        assert_eq!(course.len(), laid.len());
        inspection.finish(laid).map_err(|faults| faults.to_string())
    }

    #[test]
    fn a_course_goes_on_from_corner_to_corner() {
        let whole = ["0101|0201", "0101|0102", "0102|0201", "0202|0102"];
        assert_eq!(read(&whole).unwrap(), whole);
    }

    #[test]
    fn a_gap_is_told_where_it_is() {
        let why = "map.toml:1: the course breaks before 0102|0103: it shares no corner with the side before it";
        assert_eq!(read(&["0101|0201", "0102|0103"]).unwrap_err(), why);
    }

    #[test]
    fn what_is_no_side_of_the_map() {
        let fault = |side: &str| read(&[side]).unwrap_err();
        assert_eq!(fault("0101-0102"), "map.toml:1: \"0101-0102\" is no hexside: write \"0101|0102\"");
        assert_eq!(fault("0101|0104"), "map.toml:1: there is no hex 0104 on the map");
        assert_eq!(fault("0103|Baku"), "map.toml:1: there is no hex Baku on the map");
        assert_eq!(fault("0101|0103"), "map.toml:1: 0101 and 0103 are not neighbours");
    }
}
