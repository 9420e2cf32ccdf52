//! Reading a TOML file value by value, with the line of each.

use super::dir::DataDir;
use super::fault::Inspection;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::rc::Rc;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// A TOML file that has been parsed and can say on which line everything stands.
#[derive(Debug)]
pub struct Doc<'a> {
    name: &'a str,
    /// Where each line begins, in bytes.
    starts: Vec<usize>,
    root: Spanned<DeTable<'a>>,
    inspection: &'a Inspection,
}

impl<'a> Doc<'a> {
    /// Opens a file of `dir`. If it is missing or is no TOML, reports that (every syntax error) and gives `None`.
    pub fn open(dir: &'a DataDir, name: &'a str, inspection: &'a Inspection) -> Option<Doc<'a>> {
        let Some(text) = dir.text(name) else {
            inspection.report(name, 0, "there is no such file");
            return None;
        };
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        let (root, errors) = DeTable::parse_recoverable(text);
        let doc = Doc { name, starts, root, inspection };
        for error in &errors {
            let line = error.span().map_or(0, |span| doc.line(span.start));
            inspection.report(name, line, error.message());
        }
        errors.is_empty().then_some(doc)
    }

    /// The file's name.
    pub fn name(&self) -> &str {
        self.name
    }

    /// The table that holds everything.
    pub fn root(&self) -> Table<'_> {
        Table::new(self, self.root.get_ref(), 0, String::new())
    }

    /// Reports a fault at a byte of the text.
    fn fault(&self, at: usize, why: String) {
        self.inspection.report(self.name, self.line(at), why);
    }

    /// The line, from 1, that a byte of the text stands on.
    fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at)
    }
}

/// The keys that somebody has asked for.
type Asked<'d> = Rc<RefCell<BTreeSet<&'d str>>>;

/// A table of a [`Doc`]: `[name]`, one of `[[name]]`, or `{ inline = true }`.
///
/// What a reader asks for and does not find as it should be is reported, and some harmless value given in its place: reading goes on.
/// [`Table::finish`] reports the keys that nobody asked for.
#[derive(Debug)]
pub struct Table<'d> {
    doc: &'d Doc<'d>,
    table: &'d DeTable<'d>,
    at: usize,
    called: String,
    asked: Asked<'d>,
    lacking: Cell<bool>,
    /// The tables that say what it does not, the nearest first.
    general: Vec<(&'d DeTable<'d>, Asked<'d>)>,
}

impl<'d> Table<'d> {
    fn new(doc: &'d Doc<'d>, table: &'d DeTable<'d>, at: usize, called: String) -> Table<'d> {
        Table { doc, table, at, called, asked: Asked::default(), lacking: Cell::new(false), general: Vec::new() }
    }

    /// The same table under a name that its faults begin with: `unit S-40`.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Table<'d> {
        self.called = name.into();
        self
    }

    /// The same table, to which applies whatever the table around it says and it does not; or else the table around that.
    #[must_use]
    pub fn under(mut self, general: &Table<'d>) -> Table<'d> {
        self.general.push((general.table, Rc::clone(&general.asked)));
        self.general.extend(general.general.iter().cloned());
        self
    }

    /// The line on which the table begins.
    pub fn line(&self) -> usize {
        self.doc.line(self.at)
    }

    /// Reports a fault of the table as a whole.
    pub fn fault(&self, why: impl Display) {
        self.doc.fault(self.at, self.say(&why));
    }

    /// A value that may be left out.
    pub fn get(&self, key: &str) -> Option<Item<'d>> {
        let own = self.table.get_key_value(key).map(|found| (found, &self.asked));
        let general = || self.general.iter().find_map(|(table, asked)| Some((table.get_key_value(key)?, asked)));
        let ((key, value), asked) = own.or_else(general)?;
        asked.borrow_mut().insert(key.get_ref());
        Some(Item { doc: self.doc, key: key.get_ref(), value, called: self.called.clone(), top: self.is_root() })
    }

    /// A value that must be there.
    pub fn need(&self, key: &str) -> Option<Item<'d>> {
        let item = self.get(key);
        if item.is_none() {
            self.fault(format!("`{key}` is missing"));
            self.lacking.set(true);
        }
        item
    }

    /// Has everything been there so far that must be?
    pub fn is_whole(&self) -> bool {
        !self.lacking.get()
    }

    /// Is the key there?
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key) || self.general.iter().any(|(table, _)| table.contains_key(key))
    }

    /// Is it the table that holds the whole file?
    fn is_root(&self) -> bool {
        std::ptr::eq(self.table, self.doc.root.get_ref())
    }

    /// A text that must be there, or `""`.
    pub fn text(&self, key: &str) -> &'d str {
        self.need(key).and_then(|item| item.text()).unwrap_or("")
    }

    /// A number that must be there and in the range, or the nearest of the range.
    pub fn int<T: TryFrom<i64> + Copy + PartialOrd + Display>(&self, key: &str, range: RangeInclusive<T>) -> T {
        let low = *range.start();
        self.need(key).map_or(low, |item| item.near(range).unwrap_or_else(|nearest| nearest))
    }

    /// One of several words that must be there, or the meaning of the first.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> T {
        self.need(key).and_then(|item| item.word(words)).unwrap_or(words[0].1)
    }

    /// Yes or no; left out means no.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(|item| item.flag()).unwrap_or(false)
    }

    /// A table that must be there.
    pub fn table(&self, key: &str) -> Option<Table<'d>> {
        self.need(key)?.table()
    }

    /// The tables of a list that must be there.
    pub fn tables(&self, key: &str) -> Vec<Table<'d>> {
        let items = self.need(key).map(|item| item.items()).unwrap_or_default();
        items.iter().filter_map(Item::table).collect()
    }

    /// The values of a list that may be left out.
    pub fn items(&self, key: &str) -> Vec<Item<'d>> {
        self.get(key).map(|item| item.items()).unwrap_or_default()
    }

    /// Everything in the table, in the order of the file.
    pub fn entries(&self) -> Vec<Item<'d>> {
        let mut keys: Vec<_> = self.table.keys().collect();
        keys.sort_by_key(|key| key.span().start);
        keys.into_iter().filter_map(|key| self.get(key.get_ref())).collect()
    }

    /// The value at the end of a path of keys and of places in lists, from 0: `die.3`. Nothing is reported if it is not there.
    pub fn find(&self, path: &str) -> Option<Item<'d>> {
        let mut keys = path.split('.');
        let first = self.get(keys.next()?)?;
        keys.try_fold(first, |item, key| item.part(key))
    }

    /// Reports every key that nobody has asked for: most are misspelt.
    pub fn finish(&self) {
        let asked = self.asked.borrow();
        for key in self.table.keys().filter(|key| !asked.contains(key.get_ref().as_ref())) {
            let why = self.say(&format!("there is no key `{}` here", key.get_ref()));
            self.doc.fault(key.span().start, why);
        }
    }

    fn say(&self, why: &dyn Display) -> String {
        said(&self.called, why)
    }
}

/// A value of a [`Doc`], with its key and line.
#[derive(Clone, Debug)]
pub struct Item<'d> {
    doc: &'d Doc<'d>,
    key: &'d str,
    value: &'d Spanned<DeValue<'d>>,
    called: String,
    top: bool,
}

impl<'d> Item<'d> {
    /// The key that the value stands under.
    pub fn key(&self) -> &'d str {
        self.key
    }

    /// The file it stands in.
    pub fn file(&self) -> &'d str {
        self.doc.name
    }

    /// Does it stand at the top of its file, in no table?
    pub fn is_top(&self) -> bool {
        self.top
    }

    /// The line on which the value begins.
    pub fn line(&self) -> usize {
        self.doc.line(self.value.span().start)
    }

    /// Reports a fault of this value.
    pub fn fault(&self, why: impl Display) {
        self.doc.fault(self.value.span().start, said(&self.called, &why));
    }

    /// The value as text.
    pub fn text(&self) -> Option<&'d str> {
        self.expect(self.value.get_ref().as_str(), "a text in quotes")
    }

    /// The value as yes or no.
    pub fn flag(&self) -> Option<bool> {
        self.expect(self.value.get_ref().as_bool(), "true or false")
    }

    /// The value as a whole number within a range.
    pub fn int<T: TryFrom<i64> + PartialOrd + Display>(&self, range: RangeInclusive<T>) -> Option<T> {
        self.near(range).ok()
    }

    /// The value as a whole number within a range; if it is not, the end of the range that is nearest to it.
    fn near<T: TryFrom<i64> + PartialOrd + Display>(&self, range: RangeInclusive<T>) -> Result<T, T> {
        let Some(integer) = self.expect(self.value.get_ref().as_integer(), "a whole number") else {
            return Err(range.into_inner().0);
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(i64::MAX);
        match T::try_from(number) {
            Ok(fits) if range.contains(&fits) => Ok(fits),
            number_of_type => {
                let (low, high) = range.into_inner();
                self.fault(format!("`{}` is {integer}, not {low} to {high}", self.key));
                let below = number_of_type.map_or(number < 0, |number| number < low);
                Err(if below { low } else { high })
            }
        }
    }

    /// The meaning of the value, which must be one of these words.
    pub fn word<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let word = self.text()?;
        let meaning = words.iter().find(|(known, _)| *known == word).map(|&(_, meaning)| meaning);
        if meaning.is_none() {
            let known: Vec<_> = words.iter().map(|(known, _)| format!("\"{known}\"")).collect();
            self.fault(format!("`{}` is \"{word}\", not {}", self.key, known.join(" or ")));
        }
        meaning
    }

    /// The value as a table.
    pub fn table(&self) -> Option<Table<'d>> {
        let table = self.expect(self.value.get_ref().as_table(), "a table")?;
        Some(Table::new(self.doc, table, self.value.span().start, self.called.clone()))
    }

    /// The value as a list.
    pub fn items(&self) -> Vec<Item<'d>> {
        let list = self.expect(self.value.get_ref().as_array(), "a list in [ ]");
        let values = list.map(|list| list.iter()).into_iter().flatten();
        values.map(|value| Item { value, ..self.clone() }).collect()
    }

    /// The value under a key of this table, or at a place of this list.
    fn part(&self, key: &str) -> Option<Item<'d>> {
        let value = self.value.get_ref();
        match (value.as_table(), value.as_array()) {
            (Some(table), _) => {
                let (key, value) = table.get_key_value(key)?;
                Some(Item { key: key.get_ref(), value, top: false, ..self.clone() })
            }
            (None, Some(list)) => Some(Item { value: list.get(key.parse::<usize>().ok()?)?, ..self.clone() }),
            (None, None) => None,
        }
    }

    /// Is the value a table?
    pub fn is_table(&self) -> bool {
        self.value.get_ref().as_table().is_some()
    }

    /// The value in plain words, as a cell of a chart shows it: lists with commas, tables as pairs, yes and no.
    pub fn plain(&self) -> String {
        plain(self.value.get_ref())
    }

    /// The value as a type of its own, by serde.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        match T::deserialize(ValueDeserializer::from(self.value.clone())) {
            Ok(read) => Some(read),
            Err(error) => {
                let at = error.span().unwrap_or(self.value.span()).start;
                self.doc.fault(at, said(&self.called, &format!("`{}`: {}", self.key, error.message())));
                None
            }
        }
    }

    fn expect<T>(&self, value: Option<T>, what: &str) -> Option<T> {
        if value.is_none() {
            self.fault(format!("`{}` is not {what}", self.key));
        }
        value
    }
}

fn plain(value: &DeValue<'_>) -> String {
    let listed = |parts: Vec<String>| parts.join(", ");
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Boolean(true) => "yes".to_owned(),
        DeValue::Boolean(false) => "no".to_owned(),
        DeValue::Array(list) => listed(list.iter().map(|part| plain(part.get_ref())).collect()),
        DeValue::Table(table) => {
            let mut parts: Vec<_> = table.iter().collect();
            parts.sort_by_key(|(key, _)| key.span().start);
            listed(
                parts.into_iter().map(|(key, part)| format!("{}: {}", key.get_ref(), plain(part.get_ref()))).collect(),
            )
        }
        DeValue::Float(_) | DeValue::Datetime(_) => String::new(),
    }
}

/// A fault with the name of what it belongs to before it.
fn said(called: &str, why: &dyn Display) -> String {
    match called {
        "" => why.to_string(),
        called => format!("{called}: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# a comment
title = 'Blue'

[[unit]]
id = 'S-40'
max = 5
ready = true

[[unit]]
id = 'S-21'
max = 'many'
list = [
    { side = 'left' },
    { side = 'up', extra = 1 },
]

[order]
zebra = 1
ape = 2
";

    fn read(text: &'static str, check: impl FnOnce(&Table<'_>)) -> String {
        let dir = DataDir::embedded("test", &[("units.toml", text)]);
        let inspection = Inspection::new();
        if let Some(doc) = Doc::open(&dir, "units.toml", &inspection) {
            check(&doc.root());
        }
        inspection.finish(()).map_or_else(|faults| faults.to_string(), |()| String::new())
    }

    #[test]
    fn what_is_there_is_read() {
        let faults = read(TEXT, |root| {
            assert_eq!(root.text("title"), "Blue");
            let first = root.tables("unit").remove(0).called("unit S-40");
            assert_eq!(first.int("max", 1..=9_u8), 5);
            assert!(first.flag("ready"));
            assert!(!first.flag("tired"));
            assert_eq!(first.line(), 4);
        });
        assert_eq!(faults, "");
    }

    #[test]
    fn every_fault_is_reported_with_its_line() {
        let faults = read(TEXT, |root| {
            let second = root.tables("unit").remove(1).called("unit S-21");
            second.text("name");
            second.int("max", 1..=9_u8);
            for part in second.tables("list") {
                part.word("side", &[("left", 0), ("right", 1)]);
                part.finish();
            }
            root.fault("nothing good");
        });
        assert_eq!(
            faults,
            "units.toml:1: nothing good\n\
             units.toml:9: unit S-21: `name` is missing\n\
             units.toml:11: unit S-21: `max` is not a whole number\n\
             units.toml:14: unit S-21: `side` is \"up\", not \"left\" or \"right\"\n\
             units.toml:14: unit S-21: there is no key `extra` here"
        );
    }

    #[test]
    fn numbers_out_of_range_name_the_range() {
        let faults = read("a = 300\nb = -1\nc = 7\n", |root| {
            assert_eq!(root.int("a", 0..=9_u8), 9, "the nearest, so that no other fault follows from this one");
            assert_eq!(root.int("b", 0..=9_u8), 0);
            assert_eq!(root.int("c", 0..=9_u8), 7);
        });
        assert_eq!(faults, "units.toml:1: `a` is 300, not 0 to 9\nunits.toml:2: `b` is -1, not 0 to 9");
    }

    #[test]
    fn entries_come_in_the_order_of_the_file() {
        read(TEXT, |root| {
            let order = root.table("order").unwrap();
            let keys: Vec<_> = order.entries().iter().map(Item::key).collect();
            assert_eq!(keys, ["zebra", "ape"]);
            order.finish();
        });
    }

    #[test]
    fn syntax_errors_are_all_reported() {
        let faults = read("a = \nb = 1\nb = 2\nc = ]\n", |_| panic!("there is nothing to read"));
        let lines: Vec<_> = faults.lines().map(|line| line.split(": ").next().unwrap()).collect();
        assert!(lines.contains(&"units.toml:1") && lines.contains(&"units.toml:3"), "{faults}");
        assert!(lines.contains(&"units.toml:4"), "{faults}");
    }

    #[test]
    fn a_missing_file_is_reported() {
        let dir = DataDir::embedded("test", &[]);
        let inspection = Inspection::new();
        assert!(Doc::open(&dir, "map.toml", &inspection).is_none());
        assert_eq!(inspection.finish(()).unwrap_err().to_string(), "map.toml: there is no such file");
    }

    #[test]
    fn types_of_their_own_are_read_by_serde() {
        #[derive(serde::Deserialize, Debug)]
        #[serde(deny_unknown_fields)]
        struct Order {
            zebra: u8,
            #[serde(default)]
            ape: u8,
        }
        let faults = read(TEXT, |root| {
            let order: Order = root.need("order").unwrap().read().unwrap();
            assert_eq!((order.zebra, order.ape), (1, 2));
        });
        assert_eq!(faults, "");
        let faults = read("[order]\nzebra = 1\napes = 2\n", |root| {
            assert!(root.need("order").unwrap().read::<Order>().is_none());
        });
        assert!(faults.starts_with("units.toml:3: `order`: unknown field `apes`"), "{faults}");
    }
}
