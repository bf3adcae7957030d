//! Uniform wording of error messages.
//!
//! A message names the error and its place, then what is valid: a range, the known names with the nearest of them, or
//! a command that helps. It begins with a lower-case letter, unless with a name, and has no full stop: it may follow
//! `error:` or the name of a file, or be a field of a JSON object.
//!
//! ```
//! let said = quandary_diagnostics::unknown("category", "Tempel", ["cave", "temple"]);
//! assert_eq!(said, r#"unknown category "Tempel" (did you mean temple?); known are cave, temple"#);
//! ```

pub mod json;
mod shown;

pub use shown::{is_obeyed, shown, shown_lines};

use std::io::{self, ErrorKind};
use std::ops::RangeInclusive;

/// The longest part of a name that a message repeats, in characters.
const LONGEST: usize = 60;

/// The message for an unknown name, with the nearest known one.
#[must_use]
pub fn unknown<S: AsRef<str>>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = S>,
) -> String {
    let known: Vec<S> = known.into_iter().collect();
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let tip = did_you_mean(name, &known);
    format!("unknown {what} {:?}{tip}; known are {}", short(name), shown(&known.join(", ")))
}

/// ` (did you mean temple?)`, or an empty text if no known name is near.
#[must_use]
pub fn did_you_mean<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!(" (did you mean {near}?)"))
}

/// The known name that was probably meant: one that differs in few letters, or the only one with this prefix.
#[must_use]
pub fn nearest<'a, S: AsRef<str>>(name: &str, known: &'a [S]) -> Option<&'a str> {
    let name = name.trim().to_lowercase();
    let letters = name.chars().count();
    if letters == 0 || letters > LONGEST {
        return None;
    }
    let far = (letters / 3).clamp(1, 3);
    let distance = |known: &str| strsim::damerau_levenshtein(&name, &known.to_lowercase());
    let known = || known.iter().map(AsRef::as_ref);
    let mut near: Vec<_> = known().map(|known| (distance(known), known)).collect();
    near.retain(|&(found, known)| found <= far && found < known.len());
    near.sort_by_key(|&(found, _)| found);
    match near[..] {
        [(_, only)] => return Some(only),
        // If two are equally near, neither is suggested.
        [(first, near), (second, _), ..] if first < second => return Some(near),
        _ => {}
    }
    let mut begins = known().filter(|known| letters > 1 && known.to_lowercase().starts_with(&name));
    begins.next().filter(|_| begins.next().is_none())
}

/// The beginning of a text, for a message.
#[must_use]
pub fn short(text: &str) -> String {
    if text.chars().nth(LONGEST).is_none() {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// `1 room`, `2 rooms`.
#[must_use]
pub fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// The message for a number out of its range: `27 keys are asked for; from 0 to 26 are possible`.
#[must_use]
pub fn asked(n: u64, one: &str, many: &str, range: RangeInclusive<u64>) -> String {
    let verb = if n == 1 { "is" } else { "are" };
    let (least, most) = (grouped(*range.start()), grouped(*range.end()));
    format!("{} {verb} asked for; from {least} to {most} are possible", counted(n, one, many))
}

/// A number with thousands separators: `10,000,000`.
#[must_use]
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Rewords an error message of the JSON reader: without its position, which is reported separately, and with the
/// nearest name after an unknown one.
///
/// ```
/// let said = "unknown field `titel`, expected one of `name`, `title` at line 1 column 9";
/// let ours = "unknown field `titel` (did you mean title?); known are name, title";
/// assert_eq!(quandary_diagnostics::of_json(said), ours);
/// ```
#[must_use]
pub fn of_json(said: &str) -> String {
    let said = said.rfind(" at line ").and_then(|at| said.get(..at)).unwrap_or(said);
    let Some((head, list)) = said.split_once("`, expected ") else { return plain(said) };
    let Some((what, name)) = head.split_once(" `") else { return plain(said) };
    let known: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    if !what.starts_with("unknown ") || known.is_empty() {
        return plain(said);
    }
    let what = if what == "unknown variant" { "unknown value" } else { what };
    let tip = did_you_mean(name, &known);
    format!("{what} `{}`{tip}; known are {}", short(name), known.join(", "))
}

/// The same, preceded by the place: `line 2, column 5: the text ends too early`.
#[must_use]
pub fn of_json_at(line: usize, column: usize, said: &str) -> String {
    format!("line {line}, column {column}: {}", of_json(said))
}

/// Replaces the reader's names of JSON types by common ones.
fn plain(said: &str) -> String {
    if said.starts_with("EOF while parsing") {
        return "the text ends too early".to_owned();
    }
    if said == "expected value" {
        return "no value of JSON stands here".to_owned();
    }
    let kinds = said.strip_prefix("invalid type: ").or(said.strip_prefix("invalid value: "));
    let Some(kinds) = kinds else { return said.to_owned() };
    let named = |kind: &str| match kind {
        "map" | "a map" => "an object".to_owned(),
        "sequence" | "a sequence" => "an array".to_owned(),
        "null" | "unit value" => "null".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        other => other.to_owned(),
    };
    match kinds.split_once(", expected ") {
        Some((found, wanted)) => {
            format!("expected {}, found {}", named(wanted), value(&named(found)))
        }
        None => said.to_owned(),
    }
}

/// A value found by the JSON reader, reworded: ``the integer 7`` for ``integer `7` ``.
fn value(found: &str) -> String {
    if found.starts_with("string ") {
        return format!("the {found}");
    }
    match found.split_once(" `") {
        Some((kind, value)) => {
            let kind = if kind == "floating point" { "number" } else { kind };
            format!("the {kind} {}", value.trim_end_matches('`'))
        }
        None => found.to_owned(),
    }
}

/// The system's reason why a file cannot be read or written, in plain words.
#[must_use]
pub fn of_io(error: &io::Error) -> String {
    match error.kind() {
        // The error is from this program or a library, not from the system.
        _ if error.raw_os_error().is_none() => error.to_string(),
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the rights do not allow it".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a part of the path is no folder".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::FileTooLarge => "the file would be larger than is allowed".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        _ => {
            let said = error.to_string();
            let plain = said.split(" (os error").next().unwrap_or_default();
            let mut letters = plain.chars();
            let first = letters.next().into_iter().flat_map(char::to_lowercase);
            first.chain(letters).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    #[test]
    fn the_nearest_name_is_near() {
        let known = ["cave", "temple", "tower", "solution", "single_room"];
        let check = |name: &str, expect| assert_eq!(nearest(name, &known), expect, "{name}");
        check("Temple", Some("temple"));
        check("tempel", Some("temple"));
        check("CAEV", Some("cave"));
        check("sol", Some("solution"));
        check("t", None);
        assert_eq!(nearest("mission/9", &["mission/1", "mission/2"]), None);
        check("castle", None);
        check("", None);
        check(&"temple".repeat(99), None);
    }

    #[test]
    fn long_names_are_cut() {
        let said = unknown("rule", &"x".repeat(1000), ["push"]);
        assert!(said.chars().count() < 120 && said.ends_with("…\"; known are push"), "{said}");
    }

    #[test]
    fn numbers_and_plural_forms() {
        assert_eq!(counted(1, "room", "rooms"), "1 room");
        assert_eq!(counted(0, "room", "rooms"), "0 rooms");
        let range = |n| asked(n, "key", "keys", 2..=2_000);
        assert_eq!(range(2_001), "2001 keys are asked for; from 2 to 2,000 are possible");
        assert_eq!(range(1), "1 key is asked for; from 2 to 2,000 are possible");
        let written = [0, 7, 999, 1_000, 10_000_000, 138_948_811].map(grouped);
        assert_eq!(written, ["0", "7", "999", "1,000", "10,000,000", "138,948,811"]);
    }

    #[test]
    fn json_is_told_in_our_words() {
        let check = |said: &str, ours: &str| assert_eq!(of_json(said), ours);
        check("unknown field `x`, expected `y`", "unknown field `x`; known are y");
        check(
            "unknown variant `leter`, expected `letter` or `blank` at line 2 column 3",
            "unknown value `leter` (did you mean letter?); known are letter, blank",
        );
        check("invalid type: map, expected a sequence", "expected an array, found an object");
        check(
            "invalid type: string \"x\", expected u32 at line 1 column 2",
            "expected a whole number from 0, found the string \"x\"",
        );
        check(
            "invalid value: integer `-1`, expected u32",
            "expected a whole number from 0, found the integer -1",
        );
        check("EOF while parsing a list at line 3 column 0", "the text ends too early");
        check("expected value at line 1 column 1", "no value of JSON stands here");
        check("missing field `col` at line 1 column 9", "missing field `col`");
        check("unknown field `x`, there are no fields", "unknown field `x`, there are no fields");
    }

    #[test]
    fn the_system_is_told_in_plain_words() {
        let folder = tempfile::tempdir().unwrap();
        let said = |error: io::Error| of_io(&error);
        let missing = File::open(folder.path().join("nothing")).unwrap_err();
        assert_eq!(said(missing), "there is no such file");
        assert_eq!(
            said(io::Error::new(ErrorKind::NotFound, "there is no such folder")),
            "there is no such folder"
        );
        assert_eq!(said(fs::read(folder.path()).unwrap_err()), "it is a folder");
        for code in 1..40 {
            let plain = said(io::Error::from_raw_os_error(code));
            assert!(!plain.contains("os error") && !plain.ends_with('.'), "{plain}");
            assert!(!plain.starts_with(char::is_uppercase), "{plain}");
        }
    }
}
