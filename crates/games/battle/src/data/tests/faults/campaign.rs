//! Faults of the scenario.

use super::DATA;
use crate::data::Data;

#[test]
fn a_default_split_that_does_not_add_up() {
    DATA.expect_among(
        "campaign.toml",
        "S-40  = 4",
        "S-40  = 3",
        "default.strength: the strengths add up to 48, not to 49",
    );
    DATA.expect_among("campaign.toml", "S-40  = 4", "S-40  = 6", "default.strength: `S-40` is 6, not 1 to 5");
    DATA.expect_among("campaign.toml", "S-40  = 4\n", "", "default.strength: S-40 has no strength");
    DATA.expect_among("campaign.toml", "S-40  = 4", "S-41  = 4", "default.strength: there is no unit S-41");
    DATA.expect_among(
        "campaign.toml",
        "S-40  = 4",
        "S-65  = 4",
        "default.strength: S-65 is no Soviet unit that is there at the start",
    );
}

#[test]
fn a_wrong_number_of_soviet_units_at_the_start() {
    DATA.expect_at(
        "campaign.toml",
        "units  = 15",
        "units  = 14",
        "[default.strength]",
        "default.strength: 15 Soviet units start by units.toml, 14 by [scenario]",
    );
}

#[test]
fn default_assets_that_do_not_fit() {
    DATA.expect(
        "campaign.toml",
        "SA-24  = \"S-5T\"",
        "SA-24  = \"S-28\"",
        "default.soviet: S-28 has no slot left for SA-24: it has 1",
    );
    DATA.expect(
        "campaign.toml",
        "SA-24  = \"S-5T\"",
        "SA-17  = \"S-5T\"",
        "default.soviet: SA-17 is not there at the start",
    );
    DATA.expect(
        "campaign.toml",
        "SA-24  = \"S-5T\"",
        "SA-24  = \"S-65\"",
        "default.soviet: S-65 is not there at the start",
    );
    DATA.expect(
        "campaign.toml",
        "SA-24  = \"S-5T\"",
        "SA-24  = \"G-51\"",
        "default.soviet: SA-24 and G-51 are not both of this side",
    );
    DATA.expect("campaign.toml", "SA-24  = \"S-5T\"", "SA-94  = \"S-5T\"", "default.soviet: there is no asset SA-94");
    DATA.expect_among(
        "campaign.toml",
        "GA-Wik = \"G-57Pz\"",
        "GA-Wik = \"G-40Pz\"",
        "default.axis: GA-Wik may be attached to units of its group only",
    );
    DATA.expect_among(
        "campaign.toml",
        "GA-Wik = \"G-57Pz\"",
        "",
        "default.axis: GA-Wik must be attached to a unit of its group",
    );
    let (old, new) = ("GA-22  = \"G-3Pz\"", "GA-22  = \"G-42\"");
    let kerch = Data::embedded()
        .text("map.toml")
        .unwrap()
        .replace("axis_assets = 1\nonly_unit  = \"G-42\"", "axis_assets = 0\nonly_unit  = \"G-42\"");
    let campaign = Data::embedded().text("campaign.toml").unwrap().replace(old, new);
    let faults = Data::load(&Data::embedded().with("map.toml", kerch).with("campaign.toml", campaign)).unwrap_err();
    assert!(faults.to_string().ends_with("default.axis: Kerch holds no more Axis assets"), "{faults}");
}

#[test]
fn turns_that_do_not_follow_each_other() {
    DATA.expect(
        "campaign.toml",
        "{ turn = 3,",
        "{ turn = 4,",
        "turn 4: this must be turn 3: turns follow each other from 1",
    );
}
