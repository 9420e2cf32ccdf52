//! One declaration for a table of a data file: the type, how it is read, and the facts it tells.

mod by;
mod fact;
mod limit;
mod read;

pub use by::{ByName, Each};
pub use fact::Fact;
pub use limit::{Faces, In, Limit, Number, Optional, Or};
pub use read::{Key, Read, Reader, Record, both_sides, called, field, lines};

/// Tables of data files, one struct each.
///
/// Every field stands under its own name, or under the one after `as`, in the file and in the facts. Its type says how it is read ([`Read`]); after
/// `=` stands what limits it ([`Limit`]: a range, some words, a value for 'left out'); after `=>` a reader of its own, from the table. Faults are told
/// with file and line, and reading goes on.
///
/// ```
/// use kessel_kit::{Names, Or, Reader, records, words};
///
/// words! {
///     enum Kind {
///         Army,
///         Corps,
///     }
/// }
///
/// records! {
///     /// A unit, which faults call `unit S-40`.
///     struct Unit as "unit" by id checked by fits {
///         id: String,
///         kind: Kind as "type",
///         max: u8 = 1..=9,
///         slots: u8 = Or(1, 0..=3),
///     }
/// }
///
/// fn fits(unit: &Unit, line: &kessel_kit::Table<'_>, _: &Reader<'_>) {
///     if unit.kind == Kind::Corps && unit.max > 5 {
///         line.fault("a corps is not so strong");
///     }
/// }
/// # use kessel_kit::{Fact, Limit};
/// # use kessel_kernel::data::*;
/// # let text = "[roster]\nsource = 'reconstructed'\n[[roster.units]]\nid = 'S-40'\ntype = 'army'\nmax = 5\n[[roster.units]]\nid = 'S-2'\ntype = 'corps'\nmax = 12\n";
/// # let dir = DataDir::embedded("x", &[(LEDGER_FILE, ""), ("units.toml", text)]);
/// # let (ledger, inspection) = (Ledger::default(), Inspection::new());
/// # let reading = Reading::new(&ledger);
/// # let doc = Doc::open(&dir, "units.toml", &inspection).unwrap();
/// # let units: Vec<Unit> = kessel_kit::In("units").under(&doc.root(), "roster", &Reader::new(&reading)).unwrap();
/// # let faults = inspection.finish(()).unwrap_err().to_string();
/// # assert_eq!(units[0].fact(&Names::default())["type"], "army");
/// assert_eq!(units[0], Unit { id: "S-40".to_owned(), kind: Kind::Army, max: 5, slots: 1 });
/// assert_eq!(faults, "units.toml:7: unit S-2: a corps is not so strong\nunits.toml:10: unit S-2: `max` is 12, not 1 to 9");
/// ```
///
/// The header may say, in this order: `as "unit" by id`, what faults call a line of a list, whose ids must differ; `parts(..)`, what `printed` may mark beside the keys;
/// `checked by f`, what must hold between the values. The structs are `Clone`, `Debug`, `PartialEq` and `Eq`. A table that lacks a value it must have is not given, a line of a list is, with a harmless one:
/// others may name it.
#[macro_export]
macro_rules! records {
    ($(
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident $(as $what:literal by $id:ident)? $(parts($($part:literal),*))? $(checked by $check:path)? {
            $($field:tt)*
        }
    )*) => {$(
        $crate::record! {
            $(#[$meta])*
            $vis struct $Name $(as $what by $id)? $(parts($($part),*))? $(checked by $check)? {
                $($field)*
            }
        }
    )*};
}

/// One of [`records!`](crate::records!).
#[doc(hidden)]
#[macro_export]
macro_rules! record {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Name:ident $(as $what:literal by $id:ident)? $(parts($($part:literal),*))? $(checked by $check:path)? {
            $($(#[$of:meta])* $seen:vis $field:ident: $ty:ty $(as $key:literal)? $(= $limit:expr)? $(=> $own:expr)?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $Name {
            $($(#[$of])* $seen $field: $ty,)*
        }

        impl $crate::Record for $Name {
            const CALLED: Option<(&'static str, &'static str)> = $crate::record!(@called $($what $id)?);

            fn values(table: &$crate::Table<'_>, reader: &$crate::Reader<'_>) -> Option<$Name> {
                let ($($field,)*): ($(Option<$ty>,)*) =
                    ($($crate::record!(@take table, reader, $crate::record!(@key $field $($key)?), $ty $(= $limit)? $(=> $own)?),)*);
                reader.printed_parts(table, &[$($($part),*)?]);
                if Self::CALLED.is_none() && !table.is_whole() {
                    return None;
                }
                let record = $Name { $($field: $field?,)* };
                $($check(&record, table, reader);)?
                Some(record)
            }
        }

        impl $crate::Read for $Name {
            fn read(item: &$crate::Item<'_>, reader: &$crate::Reader<'_>) -> Option<$Name> {
                <$Name as $crate::Record>::record(&$crate::record::called::<$Name>(reader.table(item)?).0, reader)
            }

            fn read_list(item: &$crate::Item<'_>, reader: &$crate::Reader<'_>) -> Vec<$Name> {
                $crate::record::lines(item, reader).into_iter().map(|(_, record)| record).collect()
            }
        }

        impl $crate::Fact for $Name {
            fn fact(&self, names: &$crate::Names<'_>) -> $crate::Value {
                let facts = [$(($crate::record!(@key $field $($key)?), $crate::Fact::fact(&self.$field, names))),*];
                $crate::tree::by_name(facts, |(key, fact)| (key.to_owned(), fact))
            }
        }
    };

    (@called) => { None };
    (@called $what:literal $id:ident) => { Some(($what, stringify!($id))) };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@take $table:ident, $reader:ident, $key:expr, $ty:ty) => { $crate::record::field::<$ty>($table, $key, $reader) };
    (@take $table:ident, $reader:ident, $key:expr, $ty:ty = $limit:expr) => {
        $crate::Limit::<$ty>::under($limit, $table, $key, $reader)
    };
    (@take $table:ident, $reader:ident, $key:expr, $ty:ty => $own:expr) => { $own($table, $reader) };
}
