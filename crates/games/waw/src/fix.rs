//! Whole numbers for everything: no rule of this game uses floating point.
//!
//! Strengths, columns, shifts and losses are millionths ([`ONE`]), movement points are 120ths ([`MP`]), tonnage is grams. Every modifier goes
//! through [`factor`] or [`shift`], which name the rule it stands in: reports list it, and the tool that switches rules off one by one finds it.

use kessel_kernel::{Case, in_force};

/// One, in millionths.
pub const ONE: i64 = 1_000_000;
/// One movement point: quarters and thirds of it, and half as much again, stay whole.
pub const MP: i32 = 120;
/// A ton.
pub const TON: i64 = 1_000_000;

/// `v` times `p / q`, rounded half up.
#[inline]
pub fn times(v: i64, p: i64, q: i64) -> i64 {
    let (v, p, q) = (i128::from(v), i128::from(p), i128::from(q));
    (v * p + q / 2).div_euclid(q) as i64
}

/// `n / d`, rounded half up (towards plus infinity at the half).
#[inline]
pub fn rounded(n: i128, d: i128) -> i64 {
    (2 * n + d).div_euclid(2 * d) as i64
}

/// `a / d` in millionths.
#[inline]
pub fn ratio(a: i64, d: i64) -> i64 {
    ((i128::from(a) * i128::from(ONE) + i128::from(d) / 2) / i128::from(d)) as i64
}

/// 15.1.a: the column of a strength against another: 3:1 is 3, 1:1 is 1, 1:2 is 0, 1:3 is -1, and everything between.
pub fn column(attack: i64, defence: i64) -> i64 {
    if defence <= 0 {
        20 * ONE
    } else if attack >= defence {
        ratio(attack, defence)
    } else {
        2 * ONE - ratio(defence, attack.max(1))
    }
}

/// A modifier of strength, cost, loss or chance: `v` times `p / q`, unless the rule is switched off.
#[inline]
#[track_caller]
pub fn factor(case: Case, v: i64, p: i64, q: i64) -> i64 {
    if p == q || v == 0 || !in_force(case, true) { v } else { times(v, p, q) }
}

/// Something added to a column, a chance or a value, unless the rule is switched off.
#[inline]
#[track_caller]
pub fn shift(case: Case, v: i64) -> i64 {
    if v == 0 || !in_force(case, true) { 0 } else { v }
}

/// A rule that says yes or no: false while it is switched off.
#[inline]
#[track_caller]
pub fn holds(case: Case, yes: bool) -> bool {
    yes && in_force(case, true)
}

/// Millionths as a person reads them: one decimal, rounded half up.
pub fn tenths(v: i64) -> String {
    let t = rounded(i128::from(v), i128::from(ONE / 10));
    format!("{}{}.{}", if t < 0 { "-" } else { "" }, t.abs() / 10, t.abs() % 10)
}

/// The same with three decimals, for the second page of reports.
pub fn thousandths(v: i64) -> String {
    let t = rounded(i128::from(v), i128::from(ONE / 1000));
    format!("{}{}.{:03}", if t < 0 { "-" } else { "" }, t.abs() / 1000, t.abs() % 1000)
}

/// The same without zeros at its end, as a player reads it.
pub fn plain(v: i64) -> String {
    let text = thousandths(v);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A column as odds (15.3.b): `6.5:1`; below even odds the left half is less than one.
pub fn said(column: i64) -> String {
    if column >= ONE {
        return format!("{}:1", tenths(column));
    }
    let hundredths = rounded(100 * i128::from(ONE), i128::from(2 * ONE - column));
    format!("0.{:02}:1", hundredths.min(99))
}

/// A number that depends on nothing but its two arguments, and looks like chance: for what a turn's key decides.
#[inline]
pub fn mix(key: u64, n: u64) -> u64 {
    let mut z = key.wrapping_add((n.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A whole number in `-k ..= k` that a key and a label decide.
pub fn error_within(key: u64, label: u64, k: i64) -> i64 {
    if k <= 0 { 0 } else { (mix(key, label) % (2 * k as u64 + 1)) as i64 - k }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_on_below_one_to_one() {
        assert_eq!(column(3 * ONE, ONE), 3 * ONE);
        assert_eq!(column(ONE, 2 * ONE), 0);
        assert_eq!(column(ONE, 3 * ONE), -ONE);
        assert_eq!(column(ONE, 0), 20 * ONE);
    }

    #[test]
    fn odds_are_said_as_ratios() {
        let all = [6_500_000, ONE, 0, -ONE, -1_700_000].map(said);
        assert_eq!(all, ["6.5:1", "1.0:1", "0.50:1", "0.33:1", "0.27:1"]);
        assert_eq!([0, 5 * ONE, 4_050_000, -2_100_000].map(plain), ["0", "5", "4.05", "-2.1"]);
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!((rounded(-1, 2), rounded(1, 2), rounded(-3, 2)), (0, 1, -1));
        assert_eq!(times(640, 1, 3), 213);
        assert_eq!((tenths(2_571_429), tenths(-50_000), tenths(50_000)), ("2.6".into(), "0.0".into(), "0.1".into()));
    }
}
