//! Writing base maps as data files.

use crate::raster::Base;
use std::fmt::Write;

const HEAD: &str = "\
# This file is made by `make maps` from the tables in atlas/: change those, not this.
# Nobody has the printed map: a reconstruction (docs/reconstructions-waw.md).
#
# Signs: . clear, f woods, m marsh, v village, s suburb, c city, F factory, # rubble, A airfield (clear), ~ water, = ferry.
# Even rows stand half a hex further east. A hex is column and row, three digits each, from 1.
";

/// The text of a data file.
pub fn map(base: &Base, title: &str) -> String {
    let mut text = format!("# World at War: Stalingrad: {title}.\n{HEAD}\n");
    let (columns, rows) = base.frame.size();
    let metres = (base.frame.pitch() * 1000.0).round() as u32;
    let _ =
        writeln!(text, "[map]\nsource  = \"printed 29\"\ncolumns = {columns}\nrows    = {rows}\nmetres  = {metres}\n");
    let _ = writeln!(text, "[terrain]\nsource = \"reconstructed\"\nrows = [");
    for (row, signs) in base.ground.iter().enumerate() {
        let signs: String = signs.iter().collect();
        let _ = writeln!(text, "    \"{signs}\", # {:03}", row + 1);
    }
    text.push_str("]\n");
    lines(base, &mut text);
    text.push_str(
        "\n# The ground rises from outside into each hex of a hill.\n[hills]\nsource = \"reconstructed\"\nlist = [\n",
    );
    for (name, hexes) in &base.hills {
        let hexes: Vec<_> = hexes.iter().map(|hex| format!("\"{}\"", hex.number())).collect();
        let _ = writeln!(text, "    {{ name = \"{name}\", hexes = [{}] }},", hexes.join(", "));
    }
    text.push_str("]\n");
    for (key, list) in [("places", &base.places), ("airfields", &base.airfields)] {
        let _ = writeln!(text, "\n[{key}]\nsource = \"reconstructed\"\nlist = [");
        for (hex, name) in list {
            let _ = writeln!(text, "    {{ hex = \"{}\", name = \"{name}\" }},", hex.number());
        }
        text.push_str("]\n");
    }
    text.push_str("\n# By column: the first row south of the Weather Line. By row: the first column east of the Volga.\n[bounds]\nsource = \"reconstructed\"\n");
    for (key, numbers) in [("south", &base.south), ("east", &base.east)] {
        let _ = writeln!(text, "{key} = [");
        for chunk in numbers.chunks(20) {
            let numbers: Vec<_> = chunk.iter().map(|number| (number + 1).to_string()).collect();
            let _ = writeln!(text, "    {},", numbers.join(", "));
        }
        text.push_str("]\n");
    }
    text
}

fn lines(base: &Base, text: &mut String) {
    for line in &base.lines {
        let _ = writeln!(
            text,
            "\n[[line]]\nkind   = \"{}\"\nname   = \"{}\"\nsource = \"reconstructed\"",
            line.kind.word(),
            line.name
        );
        if line.kind.is_on_sides() {
            text.push_str("sides = [\n");
            for chunk in line.sides.chunks(8) {
                let sides: Vec<_> = chunk.iter().map(|(a, b)| format!("\"{}|{}\"", a.number(), b.number())).collect();
                let _ = writeln!(text, "    {},", sides.join(", "));
            }
            text.push_str("]\n");
        } else {
            text.push_str("hexes = [\n");
            for run in &line.runs {
                let hexes: Vec<_> = run.iter().map(|hex| format!("\"{}\"", hex.number())).collect();
                let _ = writeln!(text, "    [{}],", hexes.join(", "));
            }
            text.push_str("]\n");
        }
    }
}
