//! How values of data files are read.

use crate::{Names, Word};
use kessel_board::{Board, EdgeId, SpaceId};
use kessel_kernel::Side;
use kessel_kernel::data::{Item, Nation, Printed, Reading, Table, hexside};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Deref;

/// What values are read against: the ledger, and the names known so far.
pub struct Reader<'a> {
    reading: &'a Reading<'a>,
    /// The names known so far.
    pub names: Names<'a>,
    seen: RefCell<BTreeSet<(&'static str, String)>>,
}

impl<'a> Reader<'a> {
    /// A reader that knows no names yet.
    pub fn new(reading: &'a Reading<'a>) -> Reader<'a> {
        Reader { reading, names: Names::default(), seen: RefCell::default() }
    }

    /// The same on a board.
    pub fn on<'b>(&self, board: &'b Board) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader { reading: self.reading, names: self.names.clone().with(board), seen: RefCell::default() }
    }

    /// Is it the first of this kind and name?
    pub fn is_new(&self, what: &'static str, name: impl Into<String>) -> bool {
        self.seen.borrow_mut().insert((what, name.into()))
    }

    /// A value as a table. One at the top of its file is called by its key, and says where its values come from.
    pub fn table<'d>(&self, item: &Item<'d>) -> Option<Table<'d>> {
        let table = item.table()?;
        if !item.is_top() {
            return Some(table);
        }
        let table = table.called(item.key());
        self.source(&table, format!("{} {}", item.file(), item.key()));
        Some(table)
    }
}

impl<'a> Deref for Reader<'a> {
    type Target = Reading<'a>;

    fn deref(&self) -> &Reading<'a> {
        self.reading
    }
}

/// A type that values of data files can have.
pub trait Read: Sized {
    /// Reads a value; nothing after a fault.
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Self>;

    /// Reads the values of a list.
    fn read_list(item: &Item<'_>, reader: &Reader<'_>) -> Vec<Self> {
        item.items().iter().filter_map(|item| Self::read(item, reader)).collect()
    }

    /// What it is when its key is left out; nothing if it must be there.
    fn left_out() -> Option<Self> {
        None
    }

    /// A harmless value to go on with after a fault; it never leaves the loader.
    fn harmless() -> Option<Self> {
        Self::left_out()
    }
}

/// The value under a key, as its type says. After a fault a harmless one, if there is any.
pub fn field<T: Read>(table: &Table<'_>, key: &str, reader: &Reader<'_>) -> Option<T> {
    if !table.has(key)
        && let Some(value) = T::left_out()
    {
        return Some(value);
    }
    table.need(key).and_then(|item| T::read(&item, reader)).or_else(T::harmless)
}

/// A table with a type of its own, declared by [`record!`](crate::record!).
pub trait Record: Sized {
    /// What faults call one of a list, and the key that tells one from another: `("unit", "id")`.
    const CALLED: Option<(&'static str, &'static str)>;

    /// Reads its values from a table that may hold others.
    fn values(table: &Table<'_>, reader: &Reader<'_>) -> Option<Self>;

    /// Reads the table, which has been [`called`]. Whatever else it holds is a fault.
    fn record(table: &Table<'_>, reader: &Reader<'_>) -> Option<Self> {
        let record = Self::values(table, reader);
        table.finish();
        record
    }
}

/// The table under the name that its faults begin with, and that name.
pub fn called<T: Record>(table: Table<'_>) -> (Table<'_>, String) {
    let Some((what, id)) = T::CALLED else { return (table, String::new()) };
    let name = table.get(id).map_or_else(String::new, |id| id.plain());
    (table.called(format!("{what} {name}")), name)
}

/// The records of a list, each with its table for further checks; no two may have the same id. Those at the top of a file say where their values
/// come from.
pub fn lines<'d, T: Record>(list: &Item<'d>, reader: &Reader<'_>) -> Vec<(Table<'d>, T)> {
    read_lines(list, reader, &mut Vec::new(), |line| line)
}

/// The records of both sides, the Soviets first, each with its table for further checks: `[soviet]` and `[axis]` with a list under `key` each. What
/// these tables say themselves applies to all their lines.
pub fn both_sides<'d, T: Record>(
    root: &Table<'d>,
    key: &str,
    reader: &Reader<'_>,
    side_of: impl Fn(&T) -> Side,
) -> Vec<(Table<'d>, T)> {
    let (mut names, mut all) = (Vec::new(), Vec::new());
    for side in [Side::Soviet, Side::Axis] {
        let Some(table) = root.need(side.word()).and_then(|item| reader.table(&item)) else { continue };
        let list = table.need(key);
        let lines = list.map(|list| read_lines(&list, reader, &mut names, |line| line.under(&table)));
        for (line, record) in lines.unwrap_or_default() {
            if side_of(&record) != side {
                line.fault(format!("is not {side}"));
            }
            all.push((line, record));
        }
        table.finish();
    }
    all
}

fn read_lines<'d, T: Record>(
    list: &Item<'d>,
    reader: &Reader<'_>,
    names: &mut Vec<String>,
    prepare: impl Fn(Table<'d>) -> Table<'d>,
) -> Vec<(Table<'d>, T)> {
    let mut records = Vec::new();
    for line in list.items() {
        let Some(table) = line.table() else { continue };
        let (table, name) = called::<T>(prepare(table));
        if list.is_top() {
            reader.source(&table, format!("{} {} {name}", list.file(), list.key()));
        }
        if let Some((what, id)) = T::CALLED {
            if names.contains(&name) {
                // A river is called "the Don".
                let what = if what == "the" { list.key() } else { what };
                table.fault(format!("there are two {what}s of this {id}"));
            }
            names.push(name);
        }
        records.extend(T::record(&table, reader).map(|record| (table, record)));
    }
    records
}

/// What can be a key of a table that lists things by name.
pub trait Key: Sized {
    /// Reads the key, which stands at `item`.
    fn from_key(key: &str, item: &Item<'_>, reader: &Reader<'_>) -> Option<Self>;

    /// The key as files write it.
    fn key(&self, names: &Names<'_>) -> String;
}

impl Word for Side {}

impl Word for Nation {}

impl<W: Word> Read for W {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<W> {
        W::of(item)
    }

    fn harmless() -> Option<W> {
        W::every().first().copied()
    }
}

impl<W: Word> Key for W {
    fn from_key(key: &str, item: &Item<'_>, _: &Reader<'_>) -> Option<W> {
        let word = W::from_word(key);
        if word.is_none() {
            item.fault(format!("`{key}` is none of {}", W::known(", ")));
        }
        word
    }

    fn key(&self, _: &Names<'_>) -> String {
        self.word().to_owned()
    }
}

impl Read for String {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<String> {
        item.text().map(str::to_owned)
    }

    fn harmless() -> Option<String> {
        Some(String::new())
    }
}

/// Left out means no.
impl Read for bool {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<bool> {
        item.flag()
    }

    fn left_out() -> Option<bool> {
        Some(false)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Option<T>> {
        T::read(item, reader).map(Some)
    }

    fn left_out() -> Option<Option<T>> {
        Some(None)
    }
}

/// A list that must be there; it may be empty.
impl<T: Read> Read for Vec<T> {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<Vec<T>> {
        Some(T::read_list(item, reader))
    }

    fn harmless() -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

/// The marks of printed values; [`record!`](crate::record!) checks them.
impl Read for Printed {
    fn read(item: &Item<'_>, _: &Reader<'_>) -> Option<Printed> {
        let marks = item.table()?.entries();
        Some(marks.iter().filter_map(|mark| Some((mark.key().to_owned(), mark.text()?.to_owned()))).collect())
    }

    fn left_out() -> Option<Printed> {
        Some(Printed::new())
    }
}

impl Read for SpaceId {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<SpaceId> {
        reader.names.space(item.text()?, item)
    }

    /// Each once.
    fn read_list(item: &Item<'_>, reader: &Reader<'_>) -> Vec<SpaceId> {
        each_once(item, reader, |space: SpaceId| {
            format!("the hex {} is listed twice", reader.names.board().name(space))
        })
    }
}

impl Key for SpaceId {
    fn from_key(key: &str, item: &Item<'_>, reader: &Reader<'_>) -> Option<SpaceId> {
        reader.names.space(key, item)
    }

    fn key(&self, names: &Names<'_>) -> String {
        names.board().name(*self).to_owned()
    }
}

/// A hexside, `0114|0214`.
impl Read for EdgeId {
    fn read(item: &Item<'_>, reader: &Reader<'_>) -> Option<EdgeId> {
        hexside(reader.names.board(), item)
    }

    /// Each once.
    fn read_list(item: &Item<'_>, reader: &Reader<'_>) -> Vec<EdgeId> {
        each_once(item, reader, |_: EdgeId| "this side is listed twice".to_owned())
    }
}

fn each_once<T: Read + Copy + PartialEq>(list: &Item<'_>, reader: &Reader<'_>, twice: impl Fn(T) -> String) -> Vec<T> {
    let mut all = Vec::new();
    for item in list.items() {
        let Some(one) = T::read(&item, reader) else { continue };
        if all.contains(&one) {
            item.fault(twice(one));
        }
        all.push(one);
    }
    all
}
