//! Rules suspended one by one, as docs/case-files.md shows it: every debug build can do it.

use crate::common::{fails, ok};
use std::fs;

/// A corps beside the enemy may not go by strategic movement; `dash` says where it tries to.
fn case_file(dash: &str) -> String {
    format!(
        r#"title = "A corps next to the enemy goes on foot"
game  = "battle"
cases = ["7.3.b"]

[given]
empty = true
turn  = 3
phase = "axis-movement"
put   = {{ "G-48Pz" = "0814", "S-40" = "0813" }}

[[play]]
side = "axis"
do   = {{ move = "G-48Pz", by = "{dash}" }}
refused = "7.3.b"
"#
    )
}

#[test]
fn a_rule_that_a_case_file_proves_is_missed_when_it_is_suspended() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("corps.toml");
    fs::write(&file, case_file("strategic")).expect("writes");
    let told = ok(folder.path(), &["cases", "battle", "--suspend", "--cases", ".", "--json"]).json();
    let noticed = told["noticed"].as_array().expect("a list");
    assert!(noticed.iter().any(|case| case == "7.3.b"), "{told}");
    assert!(told["untested"].as_array().is_some_and(|rules| !rules.is_empty()), "{told}");
    // A file that fails with all rules in force can miss none.
    fs::write(&file, case_file("tactical")).expect("writes");
    fails(folder.path(), 1, &["cases", "battle", "--suspend", "--cases", "."]);
}
