//! Labels of symbols on a picture: a short name is its own label, a longer one has a number, and the legend
//! tells the name.
//!
//! Invariant: two symbols on one picture have two labels.

use super::level_picture::Badge;
use level::{Content, Level, Requirement, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// The most letters of a name that fit into a cell.
const MOST_LETTERS: usize = 2;

/// The labels of the symbols of a level.
#[derive(Clone, Debug, Default)]
pub struct Names {
    labels: BTreeMap<SymbolId, String>,
    /// The names of those that have a number, in the order of their numbers.
    numbered: Vec<(SymbolId, String)>,
}

impl Names {
    /// The labels of all symbols that are on the picture.
    pub fn of(level: &Level, badges: &[Badge]) -> Self {
        let tiles = level.tiles.iter();
        let given = tiles.clone().flat_map(|tiles| &tiles.marks).filter_map(|mark| {
            let Content::Symbol(id) = mark.gives else { return None };
            Some(id)
        });
        let needs = tiles.flat_map(|tiles| &tiles.locks).flat_map(|lock| &lock.needs);
        let asked = needs.chain(badges.iter().flat_map(|badge| &badge.asks));
        let asked = asked.filter_map(|asked| match asked {
            Requirement::Symbol(id) => Some(*id),
            _ => None,
        });
        let there: BTreeSet<SymbolId> = given.chain(asked).collect();
        let name = |id| level.graph.symbol_name(id).to_owned();
        Self::label_all(there.into_iter().map(|id| (id, name(id))))
    }

    fn label_all(symbols: impl Iterator<Item = (SymbolId, String)>) -> Self {
        let is_short = |(_, name): &(SymbolId, String)| name.chars().count() <= MOST_LETTERS;
        let (short, numbered): (Vec<_>, Vec<_>) = symbols.partition(is_short);
        let taken: BTreeSet<String> = short.iter().map(|(_, name)| name.clone()).collect();
        let numbers = (1..).map(|n: u32| n.to_string()).filter(|number| !taken.contains(number));
        let mut labels: BTreeMap<SymbolId, String> =
            numbered.iter().map(|&(id, _)| id).zip(numbers).collect();
        labels.extend(short);
        Self { labels, numbered }
    }

    /// The label of a symbol.
    pub fn label(&self, id: SymbolId) -> &str {
        self.labels.get(&id).map_or("", String::as_str)
    }

    /// The symbols whose label is a number, with their names.
    pub fn numbered(&self) -> &[(SymbolId, String)] {
        &self.numbered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_numbers_that_no_short_name_is() {
        let names = ["A", "widow's key", "1", "solved bell wheel", "B7", "ééé"];
        let symbols = (0..).zip(names.map(str::to_owned));
        let names = Names::label_all(symbols);
        let labels: Vec<&str> = (0..6).map(|id| names.label(id)).collect();
        assert_eq!(labels, ["A", "2", "1", "3", "B7", "4"]);
        let told: Vec<&str> = names.numbered().iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(told, ["widow's key", "solved bell wheel", "ééé"]);
    }
}
