//! Parsers for the values of options: numbers with a range, known names, times (`2s`, `500ms`, `1m`) and sizes
//! (`512M`, `4G`).
//!
//! Names ignore case. The list of known names is used in the help, in shell completions and in error messages.

use ::dungeon::cave;
use ::dungeon::layout::{categories, category};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use level::rules::{KNOWN, Rules};
use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

/// The largest number of threads.
pub const MOST_THREADS: u64 = 1_024;

/// Reads a whole number within a range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| wanted("whole ", &range))
    }
}

/// Reads a whole number whose range depends on other options and is checked later.
pub fn any<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().and_then(|number: u64| T::try_from(number).ok());
    number.ok_or_else(|| "expected a whole number without a sign".to_owned())
}

/// Reads a number within a range, with or without decimals.
pub fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// The message with the allowed values.
fn wanted(kind: &str, range: &RangeInclusive<u64>) -> String {
    let (least, most) = (diagnostics::grouped(*range.start()), diagnostics::grouped(*range.end()));
    match (*range.start(), *range.end()) {
        (_, u64::MAX) => format!("expected a {kind}number of at least {least}"),
        _ => format!("expected a {kind}number from {least} to {most}"),
    }
}

/// A parser for known names.
#[derive(Clone)]
pub struct Named<F> {
    read: F,
    known: Vec<&'static str>,
}

/// The parser for the names of `T`.
pub fn named<T>(
    known: impl IntoIterator<Item = &'static str>,
) -> Named<impl Fn(&str) -> Result<T, String> + Clone>
where
    T: FromStr<Err: Display>,
{
    let read = |text: &str| text.parse::<T>().map_err(|error| error.to_string());
    Named { read, known: known.into_iter().collect() }
}

/// The parser for categories.
pub fn kinds() -> Named<impl Fn(&str) -> Result<String, String> + Clone> {
    let read = |text: &str| match category(text) {
        Ok(found) => Ok(found.name.clone()),
        Err(unknown) => Err(unknown.to_string()),
    };
    Named { read, known: categories().iter().map(|row| row.name.as_str()).collect() }
}

/// The parser for a rule and its value.
pub fn rule() -> Named<impl Fn(&str) -> Result<String, String> + Clone> {
    let read = |text: &str| match Rules::default().set(text) {
        Ok(()) => Ok(text.to_owned()),
        Err(wrong) => Err(wrong.to_string()),
    };
    Named { read, known: assignments().iter().map(String::as_str).collect() }
}

/// Every rule with every value, as after `--rule`.
fn assignments() -> &'static [String] {
    static WRITTEN: OnceLock<Vec<String>> = OnceLock::new();
    let of = |(name, values): (&str, &[&str])| {
        values.iter().map(|value| format!("{name}={value}")).collect::<Vec<_>>()
    };
    WRITTEN.get_or_init(|| KNOWN.into_iter().flat_map(of).collect())
}

/// The parser for a name out of a list; `what` is the kind of name in the message.
pub fn among(
    what: &'static str,
    known: impl IntoIterator<Item = &'static str>,
) -> Named<impl Fn(&str) -> Result<String, String> + Clone> {
    let known: Vec<&'static str> = known.into_iter().collect();
    let names = known.clone();
    let read = move |text: &str| {
        let found = names.iter().find(|name| name.eq_ignore_ascii_case(text));
        found.map(|name| (*name).to_owned()).ok_or_else(|| diagnostics::unknown(what, text, &names))
    };
    Named { read, known }
}

impl<F, T> TypedValueParser for Named<F>
where
    F: Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<T, Error> {
        TypedValueParser::parse_ref(&self.read, command, arg, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.known.iter().copied().map(PossibleValue::new)))
    }
}

/// Reads the text of a file.
///
/// # Errors
/// The reason why it cannot be read.
pub fn text_of_file(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| diagnostics::of_io(&error))
}

/// Reads a time. A number alone is seconds.
///
/// # Errors
/// The allowed values.
pub fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
    let seconds = scaled(text, &units).ok_or("expected a time, such as 2s, 500ms or 1m")?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a shorter time, such as 2s".to_owned())
}

/// Reads a time, in seconds.
///
/// # Errors
/// The allowed values.
pub fn seconds(text: &str) -> Result<f64, String> {
    time(text).map(|time| time.as_secs_f64())
}

/// Reads two numbers with an x between them; `such` is an example for the message.
fn sides(text: &str, such: &str) -> Result<[u32; 2], String> {
    let number = |part: &str| part.parse::<u32>().ok();
    let size = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some([number(w)?, number(h)?]));
    size.ok_or_else(|| format!("expected two whole numbers with an x between, such as {such}"))
}

/// Reads the size of rooms in tiles.
///
/// # Errors
/// Fails for other texts.
pub fn size_of_rooms(text: &str) -> Result<[u32; 2], String> {
    sides(text, "16x11")
}

/// Reads the size of a cave in cells.
///
/// # Errors
/// Fails for other texts, and for sizes that no cave can have.
pub fn size_of_cave(text: &str) -> Result<[u32; 2], String> {
    let [width, height] = sides(text, "80x24")?;
    cave::Request::new(width, height).check().map_err(|error| error.to_string())?;
    Ok([width, height])
}

/// Reads a cell, as two numbers.
///
/// # Errors
/// Fails for other texts.
pub fn cell(text: &str) -> Result<(i32, i32), String> {
    let number = |part: &str| part.trim().parse::<i32>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    cell.ok_or_else(|| "expected two whole numbers with a comma between, such as 3,0".to_owned())
}

/// Reads a size in bytes. The units K, M and G are powers of 1024, in either case; KB and KiB are allowed too.
///
/// # Errors
/// The allowed values.
pub fn memory(text: &str) -> Result<u64, String> {
    let units = [("K", 1024.0), ("M", 1_048_576.0), ("G", 1_073_741_824.0), ("", 1.0)];
    let size = text.to_ascii_uppercase();
    let size = size.strip_suffix("IB").or(size.strip_suffix('B')).unwrap_or(&size);
    let bytes = scaled(size, &units);
    let bytes = bytes.ok_or(
        "expected a size, such as 512M or 4G: a number, with K, M or G for 1024 and its powers",
    )?;
    Ok(bytes as u64)
}

/// A number of at least 0, with the first matching unit at its end.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let number: f64 = number.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_tell_their_range() {
        let rooms = whole::<u16>(5..=400);
        assert_eq!((rooms("5"), rooms("400")), (Ok(5), Ok(400)));
        for wrong in ["4", "401", "-5", "eight", "", "5.0", "99999999999999999999"] {
            let told = "expected a whole number from 5 to 400".to_owned();
            assert_eq!(rooms(wrong), Err(told), "{wrong}");
        }
        let told = |range| whole::<u64>(range)("x").unwrap_err();
        assert_eq!(told(1..=u64::MAX), "expected a whole number of at least 1");
        assert_eq!(told(0..=u64::MAX), "expected a whole number of at least 0");
        assert_eq!(
            whole::<u64>(0..=10_000)("x").unwrap_err(),
            "expected a whole number from 0 to 10,000"
        );
        assert_eq!(real(0.0..=1.0)("0.5"), Ok(0.5));
        for wrong in ["nan", "inf", "-0.1", "1.1", "half"] {
            assert_eq!(real(0.0..=1.0)(wrong), Err("expected a number from 0 to 1".to_owned()));
        }
    }

    #[test]
    fn every_name_that_is_listed_is_read() {
        for rule in assignments() {
            assert!((self::rule().read)(rule).is_ok(), "{rule}");
        }
        for name in categories().iter().map(|row| row.name.to_uppercase()) {
            assert_eq!((kinds().read)(&name), Ok(name.to_lowercase()));
        }
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(time("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("1m"), Ok(Duration::from_secs(60)));
        assert_eq!(memory("2K"), Ok(2048));
        assert_eq!(memory("7"), Ok(7));
        for same in ["4G", "4GB", "4GiB", "4g", "4gb", "4 GB", "4096M", "4194304KiB"] {
            assert_eq!(memory(same), Ok(4 << 30), "{same}");
        }
        for wrong in ["", "s", "-1s", "nan", "2h", "inf", "1e300"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert!(["4T", "-1", "B", "iB", "4Gi", "1e30x"].map(memory).iter().all(Result::is_err));
    }
}
