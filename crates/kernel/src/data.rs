//! Data files: where they come from, how they are read, and what is wrong with them.
//!
//! A game's data is a [`DataDir`]: a named set of text files, built into the program and replaceable by a
//! folder of one's own. A loader opens each file as a [`Doc`], reads it through [`Table`] and [`Item`], and
//! goes on after a fault, so that the person who typed the file learns of everything at once:
//!
//! ```
//! use kessel_kernel::data::{DataDir, Doc, Inspection};
//!
//! let dir = DataDir::embedded("example", &[("units.toml", "[[unit]]\nid = 'S-40'\nmax = 11\n")]);
//! let inspection = Inspection::new();
//! if let Some(doc) = Doc::open(&dir, "units.toml", &inspection) {
//!     for unit in doc.root().tables("unit") {
//!         let id = unit.text("id");
//!         let max: u8 = unit.called(format!("unit {id}")).int("max", 1..=9);
//!     }
//! }
//! let faults = inspection.finish(()).unwrap_err();
//! assert_eq!(faults.to_string(), "units.toml:3: unit S-40: `max` is 11, not 1 to 9");
//! ```

mod aids;
mod briefing;
mod dir;
mod doc;
mod fault;
mod hexsides;
mod ledger;
mod nation;
mod reading;
mod source;

pub use aids::{AIDS_FILE, Aids};
pub use briefing::{BRIEFING_FILE, Briefings};
pub use dir::DataDir;
pub use doc::{Doc, Item, Table};
pub use fault::{Fault, Faults, Inspection};
pub use hexsides::{course, hexside};
pub use ledger::{CaseKind, LEDGER_FILE, Ledger, LedgerCase};
pub use nation::Nation;
pub use reading::{Printed, Reading, SIDES, TableSource, optional_text, texts};
pub use source::Source;
