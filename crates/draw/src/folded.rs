//! Folds long lines between words, to the width of the terminal or of a page.

/// Width of lines without a terminal, in columns.
pub const PAGE: usize = 100;
/// Indentation of the continuation of a folded line, in columns.
const INDENT: usize = 4;

/// The text with lines of at most `width` characters, if no word is longer.
pub fn folded(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for line in text.lines() {
        fold(&mut out, line, width);
        out.push('\n');
    }
    out
}

fn fold(out: &mut String, line: &str, width: usize) {
    if line.chars().count() <= width {
        out.push_str(line);
        return;
    }
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    out.push_str(&" ".repeat(indent));
    let mut column = indent;
    let mut is_first = true;
    for word in words.split(' ') {
        let letters = word.chars().count();
        if !is_first && column + 1 + letters > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent + INDENT));
            column = indent + INDENT;
        } else if !is_first {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += letters;
        is_first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_words() {
        let text = format!("short\n  {}end\n", "word, ".repeat(50));
        let folded = folded(&text, 40);
        assert!(folded.lines().all(|line| line.chars().count() <= 40), "{folded}");
        assert!(folded.starts_with("short\n  word, word,"), "{folded}");
        assert!(folded.contains("\n      word"), "{folded}");
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(plain(&folded), plain(&text));
    }

    #[test]
    fn nothing_is_lost_where_no_word_fits() {
        assert_eq!(folded("aaaaaaaaaa bbbbbbbbbb", 4), "aaaaaaaaaa\n    bbbbbbbbbb\n");
        assert_eq!(folded("   0  start at [1,1]\n", 100), "   0  start at [1,1]\n");
    }
}
