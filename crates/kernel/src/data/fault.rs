//! What is wrong with a data file, and the list of everything that is.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;

/// One thing that is wrong with a data file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file, as it is called in its folder.
    pub file: String,
    /// The line, counted from 1; 0 if the fault is not on a line (a file that is missing).
    pub line: usize,
    /// What is wrong, for the person who typed it.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.why),
            line => write!(f, "{}:{line}: {}", self.file, self.why),
        }
    }
}

/// Everything that is wrong with a set of data files, by file and line. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// The faults, by file and line.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// How many there are: at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// One fault a line: `units.toml:37: ...`.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, fault) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl Error for Faults {}

/// Collects faults while files are read and checked.
///
/// A reader reports a fault and goes on with some harmless value; in the end [`Inspection::finish`] gives
/// the product only if nothing was reported.
#[derive(Debug, Default)]
pub struct Inspection {
    found: RefCell<Vec<Fault>>,
}

impl Inspection {
    /// Nothing found yet.
    pub fn new() -> Inspection {
        Inspection::default()
    }

    /// Reports a fault.
    pub fn report(&self, file: &str, line: usize, why: impl Into<String>) {
        self.found.borrow_mut().push(Fault { file: file.to_owned(), line, why: why.into() });
    }

    /// Takes over the faults of another inspection.
    pub fn absorb(&self, faults: Faults) {
        self.found.borrow_mut().extend(faults.0);
    }

    /// Has nothing been reported so far?
    pub fn is_clean(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// The product, if nothing was reported; otherwise every fault, once, by file and line.
    pub fn finish<T>(self, product: T) -> Result<T, Faults> {
        let mut faults = self.found.into_inner();
        if faults.is_empty() {
            return Ok(product);
        }
        faults.sort();
        faults.dedup();
        Err(Faults(faults))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_listed_once_by_file_and_line() {
        let inspection = Inspection::new();
        inspection.report("units.toml", 12, "late");
        inspection.report("units.toml", 3, "early");
        inspection.report("map.toml", 0, "not there");
        inspection.report("units.toml", 3, "early");
        assert!(!inspection.is_clean());
        let faults = inspection.finish(()).unwrap_err();
        assert_eq!(faults.len(), 3);
        assert_eq!(faults.to_string(), "map.toml: not there\nunits.toml:3: early\nunits.toml:12: late");
    }

    #[test]
    fn a_clean_inspection_gives_the_product() {
        assert_eq!(Inspection::new().finish(7), Ok(7));
    }
}
