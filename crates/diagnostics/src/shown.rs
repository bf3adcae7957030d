//! Escapes untrusted text for terminals, tables and pages.
//!
//! Names and titles in files may hold control characters: they can set a terminal's title, clear it or inject input,
//! and reverse the direction of text. They are escaped as in JSON, so escaping JSON text leaves its meaning unchanged.

use std::borrow::Cow;
use std::fmt::Write as _;

/// True for a character with an effect instead of a glyph: controls (C0, DEL, C1), Unicode line and paragraph
/// separators, and marks that change the direction of text.
#[must_use]
pub const fn is_obeyed(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
    )
}

/// Escapes a name or a title, which becomes one line.
///
/// ```
/// assert_eq!(quandary_diagnostics::shown("a\u{1b}[2J\nb"), r"a\u001b[2J\u000ab");
/// ```
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, is_obeyed)
}

/// Escapes text of several lines; keeps line ends and tabs.
#[must_use]
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t'))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_escaped(letter) {
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_is_shown_as_json_escapes_it() {
        assert!(matches!(shown("Þór, Łódź, 名前 👑 a-b_c"), Cow::Borrowed(_)));
        assert_eq!(shown("\u{1b}]0;x\u{7}\u{7f}\u{9b}"), r"\u001b]0;x\u0007\u007f\u009b");
        assert_eq!(shown("\u{202e}a\u{2069}\u{200f}"), r"\u202ea\u2069\u200f");
        assert_eq!(shown("a\tb\r\n"), r"a\u0009b\u000d\u000a");
        assert_eq!(shown_lines("a\tb\r\n"), "a\tb\\u000d\n");
    }

    #[test]
    fn every_escape_has_four_digits() {
        let all = ('\0'..='\u{ffff}').filter(|&letter| is_obeyed(letter));
        assert!(all.map(|letter| shown(&letter.to_string()).len()).all(|length| length == 6));
    }
}
