//! Deserialisers of fields: whole numbers as JSON Schema defines them (`3.0` is 3); values that the command line
//! writes as text, given in JSON as that text, a number, or an array of numbers; and the attempts of a search.
//!
//! Invariant: a number fits its format in the OpenAPI document. `int32` and `int64` are signed, although all numbers
//! here are 0 or more.

use crate::Refusal;
use ::dungeon::Attempts;
use search::{Budget, Goal};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde_json::Value;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

/// A number without a fraction.
struct Whole<T>(T);

/// The visitor for it.
struct Reader<T>(PhantomData<T>);

/// A required number.
pub fn whole<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<T, D::Error> {
    Whole::deserialize(from).map(|Whole(n)| n)
}

/// An optional number, which may be `null`.
pub fn maybe<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(from).map(|read| read.map(|Whole(n)| n))
}

/// Two numbers.
pub fn pair<'de, D: Deserializer<'de>, T: TryFrom<u64>>(from: D) -> Result<[T; 2], D::Error> {
    <[Whole<T>; 2]>::deserialize(from).map(|both| both.map(|Whole(n)| n))
}

/// The largest number of a type's format in the OpenAPI document.
const fn most<T>() -> u64 {
    if size_of::<T>() < size_of::<u64>() { i32::MAX as u64 } else { i64::MAX as u64 }
}

impl<'de, T: TryFrom<u64>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader(PhantomData)).map(Self)
    }
}

impl<T: TryFrom<u64>> Visitor<'_> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<T, E> {
        let fitting = Some(n).filter(|n| *n <= most::<T>()).and_then(|n| T::try_from(n).ok());
        fitting.ok_or_else(|| E::custom(format_args!("{n} is too large")))
    }

    fn visit_f64<E: Error>(self, n: f64) -> Result<T, E> {
        // 2^64 is too large for a u64; from 2^53 on every float is whole.
        if n.fract() == 0.0 && (0.0..2.0_f64.powi(64)).contains(&n) {
            return self.visit_u64(n as u64);
        }
        Err(E::invalid_value(Unexpected::Float(n), &self))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<T, E> {
        match u64::try_from(n) {
            Ok(n) => self.visit_u64(n),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(n), &self)),
        }
    }
}

/// Reads a value by its `FromStr`.
///
/// # Errors
/// Fails if the text is not a value; the message says what is allowed.
pub fn words<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    written(&Value::deserialize(from)?).parse().map_err(D::Error::custom)
}

/// Reads an optional value, which may be `null`.
///
/// # Errors
/// Fails if the text is not a value; the message says what is allowed.
pub fn some_words<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        value => written(&value).parse().map(Some).map_err(D::Error::custom),
    }
}

/// Reads a list of values.
///
/// # Errors
/// Fails if a text is not a value; the message says what is allowed.
pub fn all_words<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let all = Vec::<Value>::deserialize(from)?;
    all.iter().map(|value| written(value).parse().map_err(D::Error::custom)).collect()
}

/// Checks that an optional number of attempts is not 0.
///
/// # Errors
/// Fails if it is 0.
pub fn not_none(field: &str, number: Option<u64>) -> Result<(), Refusal> {
    match number {
        Some(0) => Err(Refusal::of_field(field, "expected at least one attempt")),
        _ => Ok(()),
    }
}

/// The attempts by the fields `attempt`, `attempts` and `time` (in seconds).
///
/// # Errors
/// Fails if several are given, or one is 0.
pub(crate) fn attempts(
    (attempt, attempts, time): (Option<u64>, Option<u64>, Option<f64>),
    goal: Goal,
) -> Result<Attempts, Refusal> {
    not_none("attempts", attempts)?;
    let wrong = |field, error: &str| Err(Refusal::of_field(field, error));
    Ok(match (attempt, attempts, time) {
        (None, None, None) => Attempts::Usual,
        (Some(number), None, None) => Attempts::Only(number),
        (None, Some(_), None) => Attempts::Within(Budget { goal, attempts, time: None }),
        (None, None, Some(time)) => match Duration::try_from_secs_f64(time) {
            Ok(time) if !time.is_zero() => {
                Attempts::Within(Budget { goal, attempts, time: Some(time) })
            }
            _ => return wrong("time", "expected more than 0 seconds"),
        },
        _ => return wrong("attempts", "attempts, time and attempt do not go together"),
    })
}

/// The text of a value on the command line.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(written).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_without_a_fraction_is_whole() {
        let check = |text: &str, expect: Option<u32>| {
            assert_eq!(whole(&mut serde_json::Deserializer::from_str(text)).ok(), expect, "{text}");
        };
        check("3", Some(3));
        check("3.0", Some(3));
        check("3e2", Some(300));
        check("-0.0", Some(0));
        check("2147483647", Some(2_147_483_647));
        for text in ["3.5", "-1", "-1.0", "2147483648", "1e300", "\"3\"", "null", "true", "[3]"] {
            check(text, None);
        }
    }

    #[test]
    fn formats_bound_the_numbers() {
        let read = |text: &str| maybe::<_, u64>(&mut serde_json::Deserializer::from_str(text)).ok();
        assert_eq!(read("9223372036854775807"), Some(Some(i64::MAX as u64)));
        assert_eq!(read("9223372036854775808"), None);
        assert_eq!(read("1.8446744073709552e19"), None);
        assert_eq!(read("null"), Some(None));
        assert_eq!(
            pair::<_, u8>(&mut serde_json::Deserializer::from_str("[255, 2.0]")).ok(),
            Some([255, 2])
        );
        assert_eq!(pair::<_, u8>(&mut serde_json::Deserializer::from_str("[256, 2]")).ok(), None);
    }
}
