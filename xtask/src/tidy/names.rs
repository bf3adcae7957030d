//! How files are named: after what they are, and a decision after its day.

use super::finding::Finding;

/// Words that say nothing about what a file holds.
const EMPTY_WORDS: [&str; 6] = ["util", "utils", "helper", "helpers", "manager", "managers"];

/// The finding of a source file's path, a folder being a module too.
pub(super) fn source(path: &str) -> Option<Finding> {
    let word = path.trim_end_matches(".rs").split('/').find_map(empty_word)?;
    Some(Finding::new(path, 1, complaint(word)))
}

/// The word of a module's name that says nothing, if there is one.
pub(super) fn empty_word(name: &str) -> Option<&str> {
    name.split(['_', '-']).find(|word| EMPTY_WORDS.contains(word))
}

/// What is wrong with such a word.
pub(super) fn complaint(word: &str) -> String {
    format!("a module is named after what it holds, not `{word}`")
}

/// The finding of the path of a file in `docs/decisions/`.
pub(super) fn decision(path: &str) -> Option<Finding> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let what = "the name of a decision begins with its day, YYYY-MM-DD-";
    (!begins_with_day(name)).then(|| Finding::new(path, 1, what))
}

/// Whether a name begins with a day, and something follows it.
fn begins_with_day(name: &str) -> bool {
    let mut parts = name.splitn(4, '-');
    let mut number = |digits: usize, low: u32, high: u32| {
        let part = parts.next().unwrap_or_default();
        let all_digits = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        all_digits && part.parse().is_ok_and(|n: u32| (low..=high).contains(&n))
    };
    let day = number(4, 1, 9999) && number(2, 1, 12) && number(2, 1, 31);
    day && parts.next().is_some_and(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_named_after_what_it_holds() {
        let check = |path, expect| assert_eq!(source(path).is_none(), expect, "{path}");
        check("crates/level/src/grid.rs", true);
        check("crates/level/src/utilise.rs", true);
        check("crates/level/src/utils.rs", false);
        check("crates/level/src/helpers/mod.rs", false);
        check("crates/quandary/src/level_manager.rs", false);
    }

    #[test]
    fn a_decision_is_named_after_its_day() {
        let check = |name, expect| {
            let path = format!("docs/decisions/{name}");
            assert_eq!(decision(&path).is_none(), expect, "{name}");
        };
        check("2026-11-20-links-last.md", true);
        check("2026-11-20.md", false);
        check("2026-11-20-", false);
        check("2026-13-20-x.md", false);
        check("26-11-20-x.md", false);
        check("links.md", false);
    }
}
