//! The text of a dungeon, read as a person does: a map, a legend, and lines that begin with a name.

use std::collections::{BTreeMap, BTreeSet};

/// A dungeon as a text tells it.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The lines below the legend, by their names.
    pub(crate) lines: BTreeMap<String, String>,
    /// The characters of the map that the legend does not have.
    pub(crate) unexplained: BTreeSet<char>,
    /// The characters that the legend explains more than once.
    pub(crate) twice: Vec<char>,
}

/// Reads a text; says what is missing.
pub(crate) fn read(text: &str) -> Result<Text, String> {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().rposition(|line| line.starts_with("  ") && !line.starts_with("   "));
    let first = first.ok_or("there is no legend")?;
    let below = |line: &&str| line.starts_with("    ");
    let last = first + 1 + lines[first + 1..].iter().take_while(|line| below(line)).count();
    let legend = lines[first..last].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let mut read = Text::default();
    let mut explained = BTreeSet::new();
    for entry in legend.split(", ") {
        let sign = entry.chars().next().ok_or("an empty entry of the legend")?;
        if entry.chars().nth(1) != Some(' ') {
            return Err(format!("{entry:?} is no entry of the legend"));
        }
        if !explained.insert(sign) {
            read.twice.push(sign);
        }
    }
    // The title, and of several floors the heads; what is left above the legend is the map.
    let map = lines[1..first].iter().filter(|line| !line.starts_with("Floor "));
    let drawn: BTreeSet<char> = map.flat_map(|line| line.chars()).filter(|c| *c != ' ').collect();
    read.unexplained = drawn.difference(&explained).copied().collect();
    let mut name = None;
    for line in &lines[last..] {
        match (line.strip_prefix("    "), line.split_once(": ")) {
            (Some(more), _) => {
                let known = name.as_ref().and_then(|name| read.lines.get_mut(name));
                let known = known.ok_or_else(|| format!("{line:?} belongs to nothing"))?;
                *known = format!("{known} {more}");
            }
            (None, Some((head, what))) => {
                read.lines.insert(head.to_owned(), what.to_owned());
                name = Some(head.to_owned());
            }
            (None, None) => return Err(format!("{line:?} says nothing")),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Dungeon 1: x\n\n\u{2588}@\u{b7}A\n  \u{2588}\n\n  \u{2588} wall, @ start,\n    A key A, \u{b7} floor\n\
        Keys: 1\nNeeded: key A \u{b7}\n    lever\n";

    #[test]
    fn a_text_is_a_map_a_legend_and_lines() {
        let text = read(TEXT).unwrap();
        assert_eq!(text.lines["Needed"], "key A \u{b7} lever");
        assert_eq!(text.lines["Keys"], "1");
        assert!(text.unexplained.is_empty() && text.twice.is_empty());
    }

    #[test]
    fn what_the_legend_lacks_or_has_twice_is_seen() {
        let text = read(&TEXT.replace("A key A, ", "")).unwrap();
        assert_eq!(text.unexplained, ['A'].into());
        let text = read(&TEXT.replace("@ start", "A ladder")).unwrap();
        assert_eq!((text.twice, text.unexplained), (vec!['A'], ['@'].into()));
        assert!(read("Dungeon\n").is_err());
    }
}
