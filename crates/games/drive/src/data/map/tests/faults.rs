//! Each test spoils one thing and expects to be told line and reason.

use super::{FILE, TEXT, load};

/// Spoiling the first `old` must give this fault among others.
#[track_caller]
fn expect(old: &str, new: &str, why: &str) {
    assert!(TEXT.contains(old), "{FILE} does not contain {old:?}");
    let faults = load(&TEXT.replacen(old, new, 1)).expect_err("a fault");
    assert!(faults.lines().any(|fault| fault.ends_with(why)), "{why}\nnot in\n{faults}");
}

#[test]
fn hexes() {
    expect("fff...#####", "fxf...#####", "terrain: no terrain has the letter 'x'");
    expect("\"N1143 ", "\"N1044 ", "terrain: the hex N1044 is there twice");
    expect("\"N1143 ", "\"N11ab ", "terrain: \"N11ab\" is no hex number");
}

#[test]
fn sides() {
    expect(
        "\"N1312|N1412\", ",
        "",
        "the course breaks before N1312|N1413: it shares no corner with the side before it",
    );
    expect("\"N1312|N1412\"", "\"N1312|N1511\"", "the Volga: N1312 and N1511 are not neighbours");
    expect("\"N1312|N1412\"", "\"N1312\"", "the Volga: \"N1312\" is no hexside: write \"N1016|N1115\"");
    expect("\"N1033|N1034\"", "\"N1034|N1035\"", "the Don: there is water on N1034|N1035 already");
    expect("name = \"Voronezh\"", "name = \"Volga\"", "the Volga: there are two waters of this name");
    expect("\"S2235|S2335\"", "\"S2235|S2236\"", "mountains: this side is listed twice");
}

#[test]
fn towns() {
    expect("\"N1122\", name", "\"N3843\", name", "Rtishchevo: there is nothing on the sea");
    expect("\"N1122\", name", "\"N1143\", name", "Kursk: N1143 has a name already");
    expect(
        "\"Kamyshin\", kind = \"town\", ultimate = \"soviet-north\"",
        "\"Kamyshin\", kind = \"town\"",
        "Kamyshin: a town on the Volga is a Soviet ultimate source (7.8)",
    );
    expect(
        "\"Krasny Luch\", kind = \"town\"",
        "\"Krasny Luch\", kind = \"city\"",
        "Krasny Luch: a city stands on clear terrain (9.10)",
    );
    expect("\"Anna\", kind = \"town\"", "\"Anna\"", "Anna: it is neither town nor city nor source");
}

#[test]
fn lines() {
    expect("\"N1242\", ", "", "blue: the start line breaks between N1141 and N1342");
    expect("\"N1044-N1042\"", "\"N1044-N1043\"", "blue: the start line does not pass between N1043 and N1042");
    expect("\"N1044-N1042\"", "\"N1044-N1041\"", "area of 2A: N1041 belongs to two armies");
    expect(
        "\"N1044-N1042\"",
        "\"N1042-N1044\"",
        "area of 2A: \"N1042-N1044\" does not lead along a row from west to east",
    );
    expect("\"N1044-N1039\"", "\"N1044-N1038\"", "uranus: N1038 is on the start line and on the Axis side of it");
}

#[test]
fn regions() {
    expect("id = \"inside-ring\"", "id = \"coast\"", "there is no region \"inside-ring\"");
    expect("id = \"inside-ring\"", "id = \"coast\"", "region coast: there are two regions of this id");
    expect("rostov    = \"N3635\"", "rostov    = \"N9999\"", "there is no hex N9999");
    expect("[labels]", "[label]", "`labels` is missing");
}
