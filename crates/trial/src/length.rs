//! How much a series asks: a short one with every change, a long one in `make long`.

use std::ops::Range;

/// Is the long series asked for? `make long` sets `KESSEL_LONG`.
pub fn long() -> bool {
    std::env::var_os("KESSEL_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// The short of two lengths, or the long one in `make long`.
pub fn several<T>(short: T, in_long: T) -> T {
    if long() { in_long } else { short }
}

/// That many seeds from `first`: `short`, or `in_long` in `make long`. The long series begins with the short one.
pub fn seeds(first: u64, short: u64, in_long: u64) -> Range<u64> {
    first..first + several(short, in_long)
}
