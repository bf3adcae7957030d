//! The list of messages, `docs/messages.md`: each crate compares its section with it, and checks the wording of its
//! messages. `QUANDARY_BLESS=1 cargo test messages` rewrites the list.

use std::fmt::{Display, Write as _};
use std::fs;
use std::path::PathBuf;

/// The messages of a section: the source of each, and the text.
pub type Messages = Vec<(String, String)>;

/// Adds a message.
pub fn say(all: &mut Messages, what: impl Display, message: impl Display) {
    all.push((what.to_string(), message.to_string()));
}

/// Adds a sample of every variant of an error. A variant without a sample does not compile.
#[doc(hidden)]
#[macro_export]
macro_rules! every_message {
    ($all:expr, $part:literal, $error:ty { $($pattern:pat => $sample:expr),+ $(,)? }) => {{
        #[allow(unreachable_patterns, reason = "a variant may have several samples")]
        let _ = |error: &$error| match error { $($pattern => {})+ };
        $({
            let error: $error = $sample;
            assert!(matches!(&error, $pattern), "{error}: is not {}", stringify!($pattern));
            let name = stringify!($pattern).split(['(', '{', ' ']).next().unwrap_or_default();
            $crate::messages::say($all, format!("{}::{name}", $part), error);
        })+
    }};
}
pub use every_message as every;

/// Forbidden parts of messages: words of the system, of the JSON parser, of the compiler.
const NEVER: [&str; 12] = [
    "os error",
    "invalid digit",
    "invalid float",
    "expected one of",
    "invalid type:",
    "EOF",
    "unwrap",
    "Some(",
    "None",
    "Err(",
    " { ",
    "  ",
];

/// The fault in the wording of a message, if any.
fn fault(message: &str) -> Option<String> {
    let line = message.lines().next().unwrap_or_default();
    if let Some(never) = NEVER.iter().find(|never| line.contains(*never)) {
        return Some(format!("says {never:?}"));
    }
    if message.trim().is_empty() || message.ends_with(['.', '!', ' ', '\n']) {
        return Some("is empty, or ends like a sentence".to_owned());
    }
    let mut letters = line.chars();
    if letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase)
    {
        return Some("begins like a sentence".to_owned());
    }
    if line.contains("unknown ") && !line.contains("known are") && !line.contains("unknown option")
    {
        return Some("calls something unknown, and does not tell what is known".to_owned());
    }
    let words: Vec<&str> = line.split(' ').collect();
    let plural = words.windows(2).find(|pair| {
        let word = pair[1].trim_end_matches([',', ':', ';']);
        pair[0] == "1"
            && word.len() > 3
            && word.ends_with('s')
            && word.chars().all(char::is_alphabetic)
    });
    plural.map(|pair| format!("says {:?}", pair.join(" ")))
}

/// Checks the wording of the messages of a section, and compares them with the list.
pub fn hold(section: &str, intro: &str, messages: &Messages) {
    let faults: Vec<String> = messages
        .iter()
        .filter_map(|(what, message)| Some(format!("{what}: {message:?} {}", fault(message)?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let mut text = format!("## {section}\n\n{intro}\n\n~~~text\n");
    for (what, message) in messages {
        let _ = writeln!(text, "{what}\n    {}", message.replace('\n', "\n    "));
    }
    text += "~~~\n";
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/messages.md"));
    let list = fs::read_to_string(&path).unwrap_or_default();
    let begin = list.find(&format!("## {section}\n")).unwrap_or(list.len());
    // No message starts a line like this.
    let next = list.get(begin + 3..).and_then(|rest| rest.find("\n## "));
    let end = next.map_or(list.len(), |at| begin + 3 + at + 1);
    if list.get(begin..end).map(str::trim_end) == Some(text.trim_end()) {
        return;
    }
    assert!(
        std::env::var_os("QUANDARY_BLESS").is_some(),
        "docs/messages.md is not up to date: read what changed in its section {section:?} after\n  \
         QUANDARY_BLESS=1 cargo test messages"
    );
    let (before, after) = (list.get(..begin).unwrap_or(""), list.get(end..).unwrap_or(""));
    let between = if after.is_empty() { "" } else { "\n" };
    let written = fs::write(&path, format!("{before}{text}{between}{after}"));
    assert!(written.is_ok(), "{}: {written:?}", path.display());
}
