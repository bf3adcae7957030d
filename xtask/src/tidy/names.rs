//! Names of files: after what they hold. (Numbers of decisions are held by the tests of `quandary`.)

use super::finding::Finding;

/// Words in file names that say nothing about the content.
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

/// Message about such a word.
pub(super) fn complaint(word: &str) -> String {
    format!("a module is named after what it holds, not `{word}`")
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
}
