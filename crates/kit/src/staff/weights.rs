//! The numbers that decide between two sensible plans: declared in one place, read from a data file that an owner or the lab can change.

use crate::{DataDir, Reader, Record};
use kessel_kernel::Side;
use kessel_kernel::data::{Doc, Table};
use toml::Value;

/// The file of a game's weights. It stays out of the fingerprint of the data: an old journal is not wrong because an officer became wiser.
pub const STAFF_FILE: &str = "staff.toml";

/// A struct of weights, made by [`weights!`](crate::weights!).
pub trait Weights: Record + Clone {
    /// What they are called.
    const NAMES: &'static [&'static str];
}

/// A struct of named whole numbers that a planner goes by.
///
/// A weight is a number or an array of numbers; after `=` stands the range that it must keep to, 0 to 1000 for an `i32` unless said otherwise.
///
/// ```
/// use kessel_kit::staff::{reweighted, weights_of};
/// use kessel_kit::{DataDir, Reader, weights};
///
/// weights! {
///     /// What the planner holds dear.
///     struct Weights {
///         /// What an attack must bring.
///         restraint: i32,
///         /// A hex nearer to the goal: on the defensive, on the offensive.
///         goal: [i32; 2],
///         /// A stack of so many factors needs no more.
///         full: u16 = 1..=99,
///     }
/// }
///
/// let text = "[both]\nfull = 40\ngoal = [1, 8]\n[axis]\nrestraint = 4\n[soviet]\nrestraint = 80\ngoal = [4, 1]\n";
/// let dir = DataDir::embedded("toy", &[("staff.toml", text)]);
/// # use kessel_kernel::data::{Doc, Inspection, Ledger, Reading};
/// # let read = |dir: &DataDir| {
/// #     let (ledger, inspection) = (Ledger::default(), Inspection::new());
/// #     let reading = Reading::new(&ledger);
/// #     let doc = Doc::open(dir, "staff.toml", &inspection).unwrap();
/// #     let found = weights_of::<Weights>(&doc, &Reader::new(&reading));
/// #     inspection.finish(found).map(Option::unwrap).map_err(|faults| faults.to_string())
/// # };
/// let [axis, soviet] = read(&dir).unwrap();
/// assert_eq!((axis.restraint, axis.goal, axis.full), (4, [1, 8], 40));
/// assert_eq!((soviet.restraint, soviet.goal), (80, [4, 1]));
///
/// let changed = reweighted(dir.clone(), &["full=0", "axis.goal=[2, 9]", "soviet.courage=1"]).unwrap();
/// assert_eq!(
///     read(&changed).unwrap_err(),
///     "staff.toml:7: axis: `full` is 0, not 1 to 99\nstaff.toml:13: soviet: `full` is 0, not 1 to 99\nstaff.toml:14: soviet: there is no key `courage` here"
/// );
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident {
            $($(#[$of:meta])* $field:ident: $ty:ty $(= $range:expr)?,)*
        }
    ) => {
        $crate::record! {
            $(#[$meta])*
            $vis struct $Name {
                $($(#[$of])* $vis $field: $ty = $crate::weights!(@range $($range)?),)*
            }
        }

        impl $crate::staff::Weights for $Name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
        }
    };

    (@range) => { 0..=1000i32 };
    (@range $range:expr) => { $range };
}

/// Reads the weights of the Axis and of the Soviets: a side's own table, and for what is not there the table `both`.
pub fn weights_of<W: Weights>(doc: &Doc<'_>, reader: &Reader<'_>) -> Option<[W; 2]> {
    // No scenario is called so: what is left is what holds for all of them.
    weights_by_scenario(doc, reader, &[""]).and_then(|all| all.into_iter().next())
}

/// The same for each of these scenarios: what a side's table says of the scenario (`[axis.last-gasp]`) goes before what it says of all.
pub fn weights_by_scenario<W: Weights>(doc: &Doc<'_>, reader: &Reader<'_>, scenarios: &[&str]) -> Option<Vec<[W; 2]>> {
    let root = doc.root();
    let both = root.table("both")?.called("both");
    let [axis, soviet] = Side::BOTH.map(|side| {
        let own = root.table(side.word())?.called(side.word());
        weights_of_side(own, &both, reader, scenarios)
    });
    // What both sides say for themselves nobody has asked of `both`.
    W::NAMES.iter().for_each(|name| drop(both.get(name)));
    both.finish();
    root.finish();
    Some(axis?.into_iter().zip(soviet?).map(|(axis, soviet)| [axis, soviet]).collect())
}

/// The weights of one side for each scenario.
fn weights_of_side<'d, W: Weights>(
    own: Table<'d>,
    both: &Table<'d>,
    reader: &Reader<'_>,
    scenarios: &[&str],
) -> Option<Vec<W>> {
    let special: Vec<Option<Table<'d>>> = scenarios.iter().map(|scenario| own.get(scenario)?.table()).collect();
    let own = own.under(both);
    let usual = W::record(&own, reader);
    let of = |(special, scenario): (Option<Table<'d>>, &&str)| match special {
        Some(table) => W::record(&table.called(*scenario).under(&own), reader),
        None => usual.clone(),
    };
    special.into_iter().zip(scenarios).map(of).collect()
}

/// The files with some weights changed: `pinprick=10` for both sides, `axis.goal=[2, 9]` for one. Whether there is such a weight, and what it may
/// be, is said when the files are read.
///
/// # Errors
/// What cannot be read as a change, in words.
pub fn reweighted<S: AsRef<str>>(dir: DataDir, changes: &[S]) -> Result<DataDir, String> {
    if changes.is_empty() {
        return Ok(dir);
    }
    let text = dir.text(STAFF_FILE).ok_or_else(|| format!("{} has no weights", dir.label()))?;
    let mut tables: toml::Table = text.parse().map_err(|error| format!("{STAFF_FILE}: {error}"))?;
    for change in changes.iter().map(AsRef::as_ref) {
        let wrong = || format!("{change:?} is not of the form NAME=NUMBER or SIDE.NAME=NUMBER");
        let (name, value) = change.split_once('=').ok_or_else(wrong)?;
        let value: Value = format!("value = {value}")
            .parse::<toml::Table>()
            .ok()
            .and_then(|mut t| t.remove("value"))
            .ok_or_else(wrong)?;
        let (sides, name) = match name.split_once('.') {
            Some((side, name)) => (vec![Side::BOTH.into_iter().find(|s| s.word() == side).ok_or_else(wrong)?], name),
            None => (Side::BOTH.to_vec(), name),
        };
        for side in sides {
            if let Some(table) = tables.get_mut(side.word()).and_then(Value::as_table_mut) {
                // It counts in every scenario, whatever the file says of one.
                table
                    .iter_mut()
                    .filter_map(|(_, special)| special.as_table_mut())
                    .for_each(|special| drop(special.remove(name)));
                table.insert(name.to_owned(), value.clone());
            }
        }
    }
    Ok(dir.with(STAFF_FILE, tables.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kessel_kernel::data::{Inspection, Ledger, Reading};

    weights! {
        struct Few {
            goal: [i32; 2],
            full: u16 = 1..=99,
        }
    }

    fn read(text: &str) -> Result<[Few; 2], String> {
        read_by_scenario(text, &["short"]).map(|all| all[0].clone())
    }

    fn read_by_scenario(text: &str, scenarios: &[&str]) -> Result<Vec<[Few; 2]>, String> {
        let dir = DataDir::embedded("toy", &[]).with(STAFF_FILE, text);
        let (ledger, inspection) = (Ledger::default(), Inspection::new());
        let reading = Reading::new(&ledger);
        let doc = Doc::open(&dir, STAFF_FILE, &inspection);
        let found = doc.and_then(|doc| weights_by_scenario(&doc, &Reader::new(&reading), scenarios));
        inspection.finish(found).map_err(|faults| faults.to_string()).map(|found| found.expect("weights"))
    }

    #[test]
    fn a_side_goes_by_its_own_and_else_by_what_holds_for_both() {
        let text = "[both]\nfull = 9\ngoal = [1, 2]\n[axis]\ngoal = [3, 4]\n[soviet]\ngoal = [5, 6]\n";
        let [axis, soviet] = read(text).expect("no fault");
        assert_eq!((axis.full, axis.goal, soviet.full, soviet.goal), (9, [3, 4], 9, [5, 6]));
    }

    #[test]
    fn what_a_side_says_of_a_scenario_goes_before_what_it_says_of_all() {
        let text = "[both]\nfull = 9\ngoal = [1, 2]\n[axis]\nfull = 8\n[axis.long]\nfull = 7\n[soviet]\n";
        let all = read_by_scenario(text, &["short", "long"]).expect("no fault");
        assert_eq!((all[0][0].full, all[1][0].full, all[1][1].full, all[1][0].goal), (8, 7, 9, [1, 2]));
        let faults = read_by_scenario(&text.replace("= 7", "= 100"), &["short", "long"]).expect_err("a fault");
        assert_eq!(faults, "staff.toml:7: long: `full` is 100, not 1 to 99");
        assert!(read_by_scenario(text, &["short"]).expect_err("a fault").contains("axis: there is no key `long` here"));
    }

    #[test]
    fn a_changed_weight_counts_in_every_scenario() {
        let text = "[both]\nfull = 9\ngoal = [1, 2]\n[axis]\n[axis.long]\nfull = 7\n[soviet]\n";
        let dir = DataDir::embedded("toy", &[]).with(STAFF_FILE, text);
        let changed = reweighted(dir, &["axis.full=5"]).expect("a change");
        let all = read_by_scenario(changed.text(STAFF_FILE).expect("the file"), &["short", "long"]).expect("no fault");
        assert_eq!((all[0][0].full, all[1][0].full), (5, 5));
    }

    #[test]
    fn what_is_missing_unknown_or_misshapen_is_told_with_its_line() {
        let text = "[both]\nful = 9\n[axis]\nfull = 9\ngoal = [3]\n[soviet]\ngoal = [5, 2000]\n[romania]\n";
        let faults = read(text).expect_err("faults");
        for fault in [
            "staff.toml:2: both: there is no key `ful` here",
            "staff.toml:5: axis: `goal` needs 2 numbers",
            "staff.toml:6: soviet: `full` is missing",
            "staff.toml:7: soviet: `goal` is 2000, not 0 to 1000",
            "staff.toml:8: there is no key `romania` here",
        ] {
            assert!(faults.contains(fault), "{fault} in\n{faults}");
        }
    }

    #[test]
    fn a_change_is_written_as_name_and_number() {
        let dir = || DataDir::embedded("toy", &[]).with(STAFF_FILE, "[both]\nfull = 1\n[axis]\n[soviet]\n");
        let text = |changes: &[&str]| reweighted(dir(), changes).map(|dir| dir.text(STAFF_FILE).map(str::to_owned));
        assert!(text(&["soviet.full=7"]).is_ok_and(|text| text.is_some_and(|t| t.contains("[soviet]\nfull = 7"))));
        for wrong in ["full", "full=", "romania.full=7", "full=seven"] {
            assert!(text(&[wrong]).is_err_and(|why| why.contains("NAME=NUMBER")), "{wrong}");
        }
        assert!(reweighted(DataDir::embedded("toy", &[]), &["full=1"]).is_err_and(|why| why.contains("no weights")));
    }
}
