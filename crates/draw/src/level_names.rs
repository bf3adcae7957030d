//! Labels of symbols and plates on a picture: a short name is its own label, a longer one has a number, and the legend
//! tells the name.
//!
//! Invariant: two symbols on one picture have two labels, and so have two plates; a number stands for one thing.

use super::level_picture::Badge;
use super::level_tokens::Shape;
use level::{Content, Level, PlateId, Requirement, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// The most letters of a name that fit into a cell.
const MOST_LETTERS: usize = 2;

/// Something that has a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A symbol.
    Symbol(SymbolId),
    /// A pressure plate.
    Plate(PlateId),
}

/// The labels of a level.
#[derive(Clone, Debug, Default)]
pub struct Names {
    labels: BTreeMap<Named, String>,
    /// The names of those that have a number, in the order of their numbers.
    numbered: Vec<(Named, String)>,
    /// The symbols that plates give.
    given: BTreeMap<PlateId, SymbolId>,
    /// The shapes of symbols; none of a plain level.
    shapes: BTreeMap<SymbolId, Shape>,
}

impl Names {
    /// The labels of all symbols and plates that are on the picture.
    pub fn of(level: &Level, badges: &[Badge]) -> Self {
        let tiles = level.tiles.iter();
        let given = tiles.clone().flat_map(|tiles| &tiles.marks).filter_map(|mark| {
            let Content::Symbol(id) = mark.gives else { return None };
            Some(id)
        });
        let needs = tiles.clone().flat_map(|tiles| &tiles.locks).flat_map(|lock| &lock.needs);
        let asked = needs.chain(badges.iter().flat_map(|badge| &badge.asks));
        let asked = asked.filter_map(|asked| match asked {
            Requirement::Symbol(id) | Requirement::Lacks(id) => Some(*id),
            _ => None,
        });
        let there: BTreeSet<SymbolId> = given.chain(asked).collect();
        let name = |id| level.graph.symbol_name(id).to_owned();
        let symbols = there.into_iter().map(|id| (Named::Symbol(id), name(id)));
        let plates = (0..).zip(&level.graph.plates);
        let plates = plates.map(|(id, name)| (Named::Plate(id), name.clone()));
        let given = (0..).zip(tiles.flat_map(|tiles| &tiles.plates));
        let given = given.filter_map(|(id, plate)| Some((id, plate.gives?))).collect();
        Self { given, ..Self::label_all(symbols.chain(plates)) }
    }

    /// The same labels, on things that have a shape by what a designed dungeon calls them.
    pub fn shaped(self, level: &Level) -> Self {
        let shapes = (0..).zip(&level.graph.symbols);
        let shapes = shapes.map(|(id, name)| (id, Shape::of_symbol(name)));
        Self { shapes: shapes.collect(), ..self }
    }

    /// True if things have shapes.
    pub fn are_shaped(&self) -> bool {
        !self.shapes.is_empty()
    }

    /// The shape of a symbol, if things have shapes.
    pub fn shape(&self, id: SymbolId) -> Option<Shape> {
        self.shapes.get(&id).copied()
    }

    fn label_all(all: impl Iterator<Item = (Named, String)>) -> Self {
        let is_short = |(_, name): &(Named, String)| name.chars().count() <= MOST_LETTERS;
        let (short, numbered): (Vec<_>, Vec<_>) = all.partition(is_short);
        let taken: BTreeSet<String> = short.iter().map(|(_, name)| name.clone()).collect();
        let numbers = (1..).map(|n: u32| n.to_string()).filter(|number| !taken.contains(number));
        let mut labels: BTreeMap<Named, String> =
            numbered.iter().map(|&(named, _)| named).zip(numbers).collect();
        labels.extend(short);
        Self { labels, numbered, ..Self::default() }
    }

    /// The label of a symbol.
    pub fn symbol(&self, id: SymbolId) -> &str {
        self.labels.get(&Named::Symbol(id)).map_or("", String::as_str)
    }

    /// The label of a plate.
    pub fn plate(&self, id: PlateId) -> &str {
        self.labels.get(&Named::Plate(id)).map_or("", String::as_str)
    }

    /// The symbol that a plate gives.
    pub fn given_by(&self, plate: PlateId) -> Option<SymbolId> {
        self.given.get(&plate).copied()
    }

    /// True if the label is a number.
    pub fn is_numbered(&self, named: Named) -> bool {
        self.numbered.iter().any(|(numbered, _)| *numbered == named)
    }

    /// Those whose label is a number, with their names.
    pub fn numbered(&self) -> impl Iterator<Item = (Named, &str)> {
        self.numbered.iter().map(|(named, name)| (*named, name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_numbers_that_no_short_name_is() {
        let names = ["A", "widow's key", "1", "solved bell wheel", "B7", "ééé"];
        let symbols = (0..).map(Named::Symbol).zip(names.map(str::to_owned));
        let plates = (0..).map(Named::Plate).zip(["north", "4", "A"].map(str::to_owned));
        let names = Names::label_all(symbols.chain(plates));
        let labels: Vec<&str> = (0..6).map(|id| names.symbol(id)).collect();
        assert_eq!(labels, ["A", "2", "1", "3", "B7", "5"]);
        assert_eq!([0, 1, 2].map(|id| names.plate(id)), ["6", "4", "A"]);
        let told: Vec<&str> = names.numbered().map(|(_, name)| name).collect();
        assert_eq!(told, ["widow's key", "solved bell wheel", "ééé", "north"]);
    }
}
