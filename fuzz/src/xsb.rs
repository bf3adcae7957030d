//! Any text as levels of Sokoban: read or refused; what is read prints in every form, reads back equal, and is judged.

use super::held;
use level::formats::xsb::{print, read};

/// Holds what is said above of an input.
pub fn run(text: &str) {
    for level in read(text).iter().flatten().filter(|level| held::is_small(level)) {
        held::prints_and_reads_back(level);
        let printed = print(level).expect("what was read is a level of Sokoban");
        let again = read(&printed).expect("what was printed can be read");
        assert_eq!(again.len(), 1);
        assert_eq!(print(&again[0]).as_ref(), Ok(&printed));
        held::is_judged(level, text);
    }
}
