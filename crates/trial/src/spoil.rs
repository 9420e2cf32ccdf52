//! Data files with a fault in them: whoever typed it must be told file, line and reason.

use kessel_kernel::data::{DataDir, Faults};

/// The data of a game, to be spoilt in one place at a time.
///
/// ```text
/// const DATA: Spoil = Spoil { files: Data::embedded, load: |dir| Data::load(dir).map(drop) };
/// DATA.expect("units.toml", "move = 5", "move = 55", "unit 3PD: `move` is 55, not 1 to 12");
/// ```
pub struct Spoil {
    /// The files without a fault.
    pub files: fn() -> DataDir,
    /// Reads and checks them.
    pub load: fn(&DataDir) -> Result<(), Faults>,
}

impl Spoil {
    /// Replaces the first `old` in a file and gives the faults that follow, one a line.
    ///
    /// # Panics
    /// If the file does not contain `old`, or nothing is found wrong.
    #[track_caller]
    pub fn faults(&self, file: &str, old: &str, new: &str) -> String {
        let files = (self.files)();
        let text = files.text(file).unwrap_or_else(|| panic!("there is no file {file}"));
        assert!(text.contains(old), "{file} does not contain {old:?}");
        let text = text.replacen(old, new, 1);
        (self.load)(&files.with(file, text)).expect_err("a fault").to_string()
    }

    /// The line on which `place` first stands.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn line_of(&self, file: &str, place: &str) -> usize {
        let files = (self.files)();
        let text = files.text(file).unwrap_or_else(|| panic!("there is no file {file}"));
        let (before, _) = text.split_once(place).unwrap_or_else(|| panic!("{file} does not contain {place:?}"));
        before.matches('\n').count() + 1
    }

    /// Spoiling `old` must give exactly this fault, on the line of `old`.
    #[track_caller]
    pub fn expect(&self, file: &str, old: &str, new: &str, why: &str) {
        self.expect_at(file, old, new, old, why);
    }

    /// Spoiling `old` must give exactly this fault, on the line where `place` stands.
    #[track_caller]
    pub fn expect_at(&self, file: &str, old: &str, new: &str, place: &str, why: &str) {
        assert_eq!(self.faults(file, old, new), format!("{file}:{}: {why}", self.line_of(file, place)));
    }

    /// Spoiling `old` must give this fault on the line of `old`; others may follow from it.
    #[track_caller]
    pub fn expect_first(&self, file: &str, old: &str, new: &str, why: &str) {
        let faults = self.faults(file, old, new);
        let wanted = format!("{file}:{}: {why}", self.line_of(file, old));
        assert!(faults.lines().any(|fault| fault == wanted), "{wanted}\nnot in\n{faults}");
    }

    /// Spoiling `old` must give at least this fault.
    #[track_caller]
    pub fn expect_among(&self, file: &str, old: &str, new: &str, why: &str) {
        let faults = self.faults(file, old, new);
        assert!(faults.lines().any(|fault| fault.contains(why)), "{faults}");
    }
}
