//! A line taken apart: several commands, and what stands after `with` or `on`.

use super::verbs;
use crate::puzzle::play::fold;

/// Words between commands.
const LINKS: [&str; 3] = [" and then ", " then ", " and "];
/// Words before what something is done with or to.
const WITH: [&str; 5] = ["with", "using", "on", "onto", "to"];

/// The first words of a line that are one command, and the rest; commands about files are never taken apart.
pub(super) fn commands(line: &str) -> Vec<&str> {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    if ["save", "load", "restore"].contains(&first.as_str()) {
        return vec![line];
    }
    let parts = line.split([';', ',', '.', '!']).map(str::trim);
    parts.map(bare).filter(|part| !part.is_empty()).collect()
}

/// A command without a link in front.
fn bare(part: &str) -> &str {
    let links = ["and then ", "then ", "and "];
    let bare = links.iter().find_map(|link| part.strip_prefix(link)).unwrap_or(part);
    bare.trim()
}

/// The commands that are linked in one that is not understood as a whole; a thing alone is for the verb before it.
pub(super) fn linked(command: &str) -> Vec<String> {
    let Some((first, rest)) = LINKS.iter().find_map(|link| command.split_once(link)) else {
        return Vec::new();
    };
    let folded = fold::name(rest);
    let words: Vec<&str> = folded.split(' ').collect();
    let rest = match (verbs::read(&words), first.split_once(' ')) {
        (None, Some((verb, _))) => format!("{verb} {rest}"),
        _ => rest.to_owned(),
    };
    vec![first.trim().to_owned(), rest]
}

/// The thing that a verb is about, and the one that it is to be done with or to, if that is said. What leads `to` a
/// number is a way, as in `north to 10`.
pub(super) fn parts(typed: &str) -> (&str, &str) {
    let mut at = 0;
    for word in typed.split_inclusive(char::is_whitespace) {
        let (about, rest) = typed.split_at(at);
        let rest = rest.strip_prefix(word).unwrap_or_default().trim();
        let link = word.trim().to_lowercase();
        let is_way = link == "to" && rest.starts_with(|c: char| c.is_ascii_digit());
        if at > 0 && !is_way && WITH.contains(&link.as_str()) {
            return (about.trim(), rest);
        }
        at += word.len();
    }
    (typed, "")
}

/// What is typed, without the articles in front.
pub(super) fn shortened(typed: &str) -> &str {
    let (first, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let is_article = fold::is_article(&first.to_lowercase()) && !rest.trim().is_empty();
    if is_article { shortened(rest.trim()) } else { typed }
}

/// What is typed, without a word such as `on` in the end: `turn the lever on`.
pub(super) fn endless<'t>(typed: &'t str, ends: &[&str]) -> &'t str {
    let end = ends.iter().find_map(|end| typed.strip_suffix(end)?.strip_suffix(' '));
    end.map_or(typed, str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_several_commands() {
        assert_eq!(commands("n, w"), ["n", "w"]);
        assert_eq!(commands("take all. n. and then w;"), ["take all", "n", "w"]);
        assert_eq!(commands("save my.game.json"), ["save my.game.json"]);
        assert_eq!(linked("pull lever and go north"), ["pull lever", "go north"]);
        assert_eq!(linked("take key a and bombs"), ["take key a", "take bombs"]);
        assert!(linked("take key").is_empty());
    }

    #[test]
    fn what_it_is_done_with_stands_after_the_thing() {
        assert_eq!(parts("north door with key a"), ("north door", "key a"));
        assert_eq!(parts("stones onto plates"), ("stones", "plates"));
        assert_eq!(parts("with key a"), ("with key a", ""));
        assert_eq!(parts("lever"), ("lever", ""));
        assert_eq!(parts("north to 10 with key b"), ("north to 10", "key b"));
        assert_eq!(parts("west to 19"), ("west to 19", ""));
    }
}
