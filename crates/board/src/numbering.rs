//! How the numbers printed in the hexes of a map name places on the grid.

use crate::coord::Coord;
use crate::direction::Orientation;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;

/// A numbering as a map file writes it down. Every field is what one sees on the printed sheet.
///
/// ```toml
/// [numbering]
/// orientation  = "pointy-top"
/// order        = "row-column"
/// digits       = 2
/// rows-grow    = "south"
/// columns-grow = "west"
/// shifted      = "odd"
/// shifted-to   = "west"
/// prefixes = [
///   { name = "N", first-row = 10, last-row = 42 },
///   { name = "S", first-row = 10, last-row = 28, row-offset = 32 },
/// ]
/// ```
///
/// [`Numbering`] is the checked form; it deserialises from the same table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NumberingDraft {
    /// Which way up the hexes lie.
    pub orientation: Orientation,
    /// Whether the row or the column is printed first.
    pub order: Order,
    /// How many digits each of the two parts has: 1, 2 or 3.
    pub digits: u8,
    /// Where the rows with higher numbers lie.
    pub rows_grow: RowGrowth,
    /// Where the columns with higher numbers lie.
    pub columns_grow: ColumnGrowth,
    /// Which lines are shifted by half a hex: the rows with odd or even numbers on a pointy-top
    /// map, the columns with odd or even numbers on a flat-top one. The row counted is the one
    /// after the prefix's offset.
    pub shifted: Parity,
    /// Which way they are shifted, seen from the other lines: east or west on a pointy-top map,
    /// north or south on a flat-top one.
    pub shifted_to: Side,
    /// Letters before the digits that tell the sheets of a joined map apart. Without any, numbers are bare digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prefixes: Vec<Prefix>,
}

/// The letters before the numbers of one sheet of a map.
///
/// Where sheets overlap, the prefix listed first gives a hex its name; the other one is an alias.
/// A prefix with an empty name, listed last, lets bare digits stand for a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Prefix {
    /// The letters, e.g. `N`.
    pub name: String,
    /// The first row printed on this sheet.
    pub first_row: u16,
    /// The last row printed on this sheet.
    pub last_row: u16,
    /// What to add to a row printed on this sheet to get the row of the joined map.
    #[serde(default)]
    pub row_offset: i16,
}

/// Whether the row or the column is printed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// RRCC.
    RowColumn,
    /// CCRR.
    ColumnRow,
}

/// Where the rows with higher numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowGrowth {
    /// Numbers rise towards the north.
    North,
    /// Numbers rise towards the south.
    South,
}

/// Where the columns with higher numbers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnGrowth {
    /// Numbers rise towards the east.
    East,
    /// Numbers rise towards the west.
    West,
}

/// Odd or even numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// 0, 2, 4, ...
    Even,
    /// 1, 3, 5, ...
    Odd,
}

/// A side of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The upper side.
    North,
    /// The right side.
    East,
    /// The lower side.
    South,
    /// The left side.
    West,
}

/// A row and a column as a person counts them, on the joined map.
#[derive(Clone, Copy)]
struct RowColumn {
    row: i32,
    column: i32,
}

/// The rule by which printed hex numbers and [`Coord`]s translate into each other.
///
/// Guarantees: `parse(print(coord)) == coord` whenever `print` answers, and `print(parse(text))` is
/// the canonical form of `text` (itself, unless it was an alias). Different canonical numbers are
/// different places.
///
/// ```
/// use kessel_board::{Numbering, NumberingDraft, Orientation};
/// use kessel_board::numbering::{ColumnGrowth, Order, Parity, RowGrowth, Side};
///
/// let numbering = Numbering::new(NumberingDraft {
///     orientation: Orientation::FlatTop,
///     order: Order::ColumnRow,
///     digits: 2,
///     rows_grow: RowGrowth::South,
///     columns_grow: ColumnGrowth::East,
///     shifted: Parity::Even,
///     shifted_to: Side::South,
///     prefixes: vec![],
/// })?;
/// let hex = numbering.parse("2428")?;
/// let south_east = hex.step(Orientation::FlatTop.direction("SE").unwrap());
/// assert_eq!(numbering.print(south_east).as_deref(), Some("2529"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "NumberingDraft", into = "NumberingDraft")]
pub struct Numbering {
    draft: NumberingDraft,
    /// The half-hex shift of a shifted line, positive in the sense of [`Coord::along`].
    shift: i32,
}

impl Numbering {
    /// Checks a draft.
    ///
    /// # Errors
    /// The first thing in the draft that cannot be.
    pub fn new(draft: NumberingDraft) -> Result<Self, NumberingError> {
        if !(1..=3).contains(&draft.digits) {
            return Err(NumberingError::Digits(draft.digits));
        }
        let shift = match (draft.orientation, draft.shifted_to) {
            (Orientation::PointyTop, Side::East) | (Orientation::FlatTop, Side::North) => 1,
            (Orientation::PointyTop, Side::West) | (Orientation::FlatTop, Side::South) => -1,
            (orientation, side) => return Err(NumberingError::Shift(orientation, side)),
        };
        for (place, prefix) in draft.prefixes.iter().enumerate() {
            let name = &prefix.name;
            if name.contains(|c: char| c.is_ascii_digit()) {
                return Err(NumberingError::DigitInPrefix(name.clone()));
            }
            if draft.prefixes[..place].iter().any(|other| other.name == *name) {
                return Err(NumberingError::DuplicatePrefix(name.clone()));
            }
            if prefix.first_row > prefix.last_row {
                return Err(NumberingError::EmptyPrefix(name.clone()));
            }
        }
        Ok(Self { draft, shift })
    }

    /// Which way up the hexes lie.
    #[must_use]
    pub const fn orientation(&self) -> Orientation {
        self.draft.orientation
    }

    /// The numbering as written down.
    #[must_use]
    pub const fn draft(&self) -> &NumberingDraft {
        &self.draft
    }

    /// The place that a printed number names. Aliases are understood.
    ///
    /// # Errors
    /// If the text is not a number of this map. Whether the map has a hex there is another
    /// question: ask [`Board::space`](crate::Board::space).
    pub fn parse(&self, text: &str) -> Result<Coord, NumberError> {
        let fault = |reason| NumberError { text: text.to_owned(), reason };
        let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = &text[letters.len()..];
        let width = usize::from(self.draft.digits);
        if digits.len() != 2 * width {
            return Err(fault(NumberFault::Digits(2 * self.draft.digits)));
        }
        let (first, second) = digits.split_at(width);
        let (row, column) = match self.draft.order {
            Order::RowColumn => (first, second),
            Order::ColumnRow => (second, first),
        };
        let number = |part: &str| part.parse::<u16>().expect("at most three ASCII digits");
        let (row, column) = (number(row), number(column));
        let offset = if self.draft.prefixes.is_empty() {
            letters.is_empty().then_some(0).ok_or_else(|| fault(NumberFault::Prefix))?
        } else {
            let mut known = self.draft.prefixes.iter();
            let prefix = known.find(|prefix| prefix.name == letters).ok_or_else(|| fault(NumberFault::Prefix))?;
            if !(prefix.first_row..=prefix.last_row).contains(&row) {
                return Err(fault(NumberFault::Row(prefix.first_row, prefix.last_row)));
            }
            prefix.row_offset
        };
        Ok(self.coord(RowColumn { row: i32::from(row) + i32::from(offset), column: column.into() }))
    }

    /// The number printed in a hex, or `None` if the place has none (its row or column would be
    /// negative, too long, or on no sheet).
    #[must_use]
    pub fn print(&self, coord: Coord) -> Option<String> {
        let RowColumn { row, column } = self.row_column(coord);
        let (letters, row) = if self.draft.prefixes.is_empty() {
            ("", row)
        } else {
            self.draft.prefixes.iter().find_map(|prefix| {
                let printed = row - i32::from(prefix.row_offset);
                let rows = i32::from(prefix.first_row)..=i32::from(prefix.last_row);
                rows.contains(&printed).then_some((prefix.name.as_str(), printed))
            })?
        };
        let width = usize::from(self.draft.digits);
        let printable = 0..10_i32.pow(self.draft.digits.into());
        if !printable.contains(&row) || !printable.contains(&column) {
            return None;
        }
        let (first, second) = match self.draft.order {
            Order::RowColumn => (row, column),
            Order::ColumnRow => (column, row),
        };
        Some(format!("{letters}{first:0width$}{second:0width$}"))
    }

    /// `+1` if row numbers grow with the axis they lie on in a [`Coord`], else `-1`; the same for columns.
    const fn signs(&self) -> (i32, i32) {
        let south = match self.draft.rows_grow {
            RowGrowth::South => 1,
            RowGrowth::North => -1,
        };
        let east = match self.draft.columns_grow {
            ColumnGrowth::East => 1,
            ColumnGrowth::West => -1,
        };
        match self.draft.orientation {
            Orientation::PointyTop => (south, east),
            Orientation::FlatTop => (-south, east),
        }
    }

    /// The shift of a line in half hexes, and a constant that makes [`Coord::along`] a whole number
    /// (it moves the whole map by half a hex, which nobody sees).
    const fn half_hexes(&self, line: i32) -> (i32, i32) {
        let even = line.rem_euclid(2) == 0;
        match self.draft.shifted {
            Parity::Even => (if even { self.shift } else { 0 }, 1),
            Parity::Odd => (if even { 0 } else { self.shift }, 0),
        }
    }

    fn coord(&self, RowColumn { row, column }: RowColumn) -> Coord {
        let (row, column) = (row * self.signs().0, column * self.signs().1);
        let (line, place) = match self.draft.orientation {
            Orientation::PointyTop => (row, column),
            Orientation::FlatTop => (column, row),
        };
        let (shift, whole) = self.half_hexes(line);
        Coord::new((2 * place + shift - line + whole) / 2, line)
    }

    fn row_column(&self, Coord { line, along }: Coord) -> RowColumn {
        let (shift, whole) = self.half_hexes(line);
        let place = (2 * along - shift + line - whole) / 2;
        let (row, column) = match self.draft.orientation {
            Orientation::PointyTop => (line, place),
            Orientation::FlatTop => (place, line),
        };
        RowColumn { row: row * self.signs().0, column: column * self.signs().1 }
    }
}

impl TryFrom<NumberingDraft> for Numbering {
    type Error = NumberingError;

    fn try_from(draft: NumberingDraft) -> Result<Self, NumberingError> {
        Self::new(draft)
    }
}

impl From<Numbering> for NumberingDraft {
    fn from(numbering: Numbering) -> Self {
        numbering.draft
    }
}

/// Why a [`NumberingDraft`] cannot be the numbering of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberingError {
    /// The parts of a number have 1 to 3 digits.
    Digits(u8),
    /// Rows are shifted east or west, columns north or south.
    Shift(Orientation, Side),
    /// A prefix is letters only.
    DigitInPrefix(String),
    /// Two prefixes with one name.
    DuplicatePrefix(String),
    /// A prefix without rows.
    EmptyPrefix(String),
}

impl fmt::Display for NumberingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digits(digits) => {
                write!(f, "hex numbers have 1 to 3 digits for a row or column, not {digits}")
            }
            Self::Shift(Orientation::PointyTop, side) => {
                write!(f, "rows of pointy-top hexes are shifted east or west, not {side:?}")
            }
            Self::Shift(Orientation::FlatTop, side) => {
                write!(f, "columns of flat-top hexes are shifted north or south, not {side:?}")
            }
            Self::DigitInPrefix(name) => write!(f, "the prefix {name:?} contains a digit"),
            Self::DuplicatePrefix(name) => write!(f, "the prefix {name:?} is listed twice"),
            Self::EmptyPrefix(name) => {
                write!(f, "the last row of the prefix {name:?} comes before its first row")
            }
        }
    }
}

impl Error for NumberingError {}

/// A text that is not a hex number of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberError {
    /// The text as given.
    pub text: String,
    /// What is wrong with it.
    pub reason: NumberFault,
}

/// What is wrong with a text that should be a hex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// It does not end in this many digits.
    Digits(u8),
    /// What stands before the digits is no prefix of this map.
    Prefix,
    /// The sheet with this prefix has only the rows from the first to the last.
    Row(u16, u16),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no hex number of this map: ", self.text)?;
        match self.reason {
            NumberFault::Digits(digits) => write!(f, "it does not have {digits} digits"),
            NumberFault::Prefix => write!(f, "the letters before the digits are wrong"),
            NumberFault::Row(first, last) => {
                write!(f, "that sheet has the rows {first} to {last}")
            }
        }
    }
}

impl Error for NumberError {}
