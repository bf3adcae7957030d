//! Parsers of the values of a profile's fields; the error is the values that are allowed.

use crate::lexicon::{LONGEST, SHORTEST};
use std::ops::RangeInclusive;

pub(super) fn name(value: &str) -> Result<String, &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let fits = !value.is_empty() && value.len() <= 64 && value.chars().all(plain);
    if fits { Ok(value.to_owned()) } else { Err("a name of letters, digits, - and _") }
}

pub(super) fn count(value: &str, most: u32) -> Option<u32> {
    let plain = value.bytes().all(|b| b.is_ascii_digit());
    value.parse().ok().filter(|n| plain && *n <= most)
}

pub(super) fn range(value: &str, most: u32) -> Option<RangeInclusive<u32>> {
    let (low, high) = value.split_once("..")?;
    let (low, high) = (count(low, most)?, count(high, most)?);
    (1 <= low && low <= high).then_some(low..=high)
}

pub(super) fn length(value: &str) -> Option<usize> {
    let n = count(value, LONGEST as u32)? as usize;
    (n >= SHORTEST).then_some(n)
}

pub(super) fn yes_no(value: &str) -> Result<bool, &'static str> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no"),
    }
}

pub(super) fn share(value: &str) -> Result<u32, &'static str> {
    count(value, 16).filter(|n| *n > 0).ok_or("a whole number from 1 to 16")
}

/// A range of ratings in whole points, in hundredths of one.
pub(super) fn band(value: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let ends = value.split_once("..").and_then(|(l, h)| Some((count(l, 100)?, count(h, 100)?)));
    let ends = ends.filter(|(low, high)| low <= high);
    ends.map(|(low, high)| 100 * low..=100 * high).ok_or("a range within 0..100, such as 30..45")
}

/// A decimal of at most three places, in thousandths.
pub(super) fn weight(value: &str) -> Result<i64, &'static str> {
    const WANTED: &str = "a number from -1000 to 1000 with at most three decimals";
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, value),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let whole = count(whole, 1000).ok_or(WANTED)?;
    let thousandths = count(part, 999).filter(|_| part.len() <= 3).ok_or(WANTED)?;
    let thousandths = thousandths * 10u32.pow(3 - part.len() as u32);
    Ok(sign * (i64::from(whole) * 1000 + i64::from(thousandths)))
}
