//! Reads files `.slc`: collections of levels of Sokoban in XML.
//!
//! `<SokobanLevels>` has a `<Title>` and a `<LevelCollection Copyright>` of `<Level Id>`, each with rows `<L>`. The Id
//! is the name of a level. The title and the copyright, also one of a level, go to the provenance.

use super::board::{Board, Ink};
use super::credits::{self, COLLECTION, COPYRIGHT};
use super::{MOST_LEVELS, too_many};
use crate::aliases::Aliases;
use crate::tiled::xml;
use crate::{Import, check_cells};
use level::formats::json::{ReadError, at};
use level::model::level::Level;
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// The name of the root element.
const ROOT: &str = "SokobanLevels";

/// True if a text is such a file.
#[must_use]
pub fn is_slc(text: &str) -> bool {
    let is_root = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric());
    let roots = || text.match_indices("<SokobanLevels");
    text.trim_start().starts_with('<')
        && roots().any(|(at, root)| text.get(at + root.len()..).is_some_and(is_root))
}

/// Reads the levels of a file.
pub(super) fn read(text: &str, aliases: &Aliases) -> Import {
    let document = match xml::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let fault = ReadError::Field { field: error.place, message: error.message };
            return Import::of(vec![Err(fault)], error.notes);
        }
    };
    let ink = Ink { aliases, cells: 0 };
    let place = Place { text, at: 0, line: 0, column: 0 };
    Reader { ink, place, levels: Vec::new(), sizes: Sizes::default() }.read(&document)
}

/// A file with the state of reading.
struct Reader<'a> {
    ink: Ink<'a>,
    place: Place<'a>,
    levels: Vec<Result<Level, ReadError>>,
    sizes: Sizes,
}

/// The levels whose rows have another size than they say.
#[derive(Default)]
struct Sizes {
    wrong: u64,
    first: String,
}

impl Reader<'_> {
    fn read(mut self, document: &Document<'_>) -> Import {
        let root = document.root_element();
        let of_root = |name: &str| root.children().find(|child| child.has_tag_name(name));
        let title = of_root("Title").map(words).unwrap_or_default();
        for node in root.descendants().filter(|node| node.has_tag_name("Level")) {
            let (line, column) = self.place.to(node.range().start);
            if self.levels.len() == MOST_LEVELS {
                self.levels.push(Err(at(line, column, too_many())));
                break;
            }
            let level = self.level(node, &title, (line, column));
            self.levels.push(level);
            if check_cells(self.ink.cells).is_err() {
                break;
            }
        }
        if self.levels.is_empty() {
            self.levels.push(Err(at(0, 0, format!("<{ROOT}> has no <Level>"))));
        }
        let notes = left_out(root).into_iter().chain(self.sizes.note()).collect();
        Import::of(self.levels, notes)
    }

    fn level(
        &mut self,
        node: Node<'_, '_>,
        title: &str,
        place: (usize, usize),
    ) -> Result<Level, ReadError> {
        let mut board = Board::new(place);
        for row in node.children().filter(|child| child.has_tag_name("L")) {
            let text = row.first_child().map_or(row.range().start, |text| text.range().start);
            board.line(self.place.to(text), &contents(row), &mut self.ink);
        }
        let name = node.attribute("Id").map(str::trim).filter(|name| !name.is_empty());
        self.sizes.count(node, board.size(), name);
        let mut level = board.level(&mut self.ink)?;
        level.name = name.map(str::to_owned);
        let collection = node.parent().and_then(|parent| parent.attribute(COPYRIGHT));
        let copyright = node.attribute(COPYRIGHT).or(collection).unwrap_or_default();
        for (key, value) in [(COPYRIGHT, copyright.trim()), (COLLECTION, title)] {
            if let Some(field) = credits::field(key).filter(|_| !value.is_empty()) {
                credits::give(&mut level, field, value);
            }
        }
        Ok(level)
    }
}

impl Sizes {
    /// Counts a level if its rows do not fit into the size that it says.
    fn count(&mut self, node: Node<'_, '_>, (rows, cols): (usize, usize), name: Option<&str>) {
        let said = |name: &str| node.attribute(name).and_then(|said| said.trim().parse().ok());
        let fits = |name, there: usize| said(name).is_none_or(|said: usize| there <= said);
        if fits("Height", rows) && fits("Width", cols) {
            return;
        }
        if self.wrong == 0 {
            self.first = diagnostics::short(name.unwrap_or("without an Id"));
        }
        self.wrong += 1;
    }

    fn note(&self) -> Option<String> {
        let Self { wrong, first } = self;
        let those = match wrong {
            0 => return None,
            1 => format!("{first:?} is"),
            more => format!("{} levels, the first {first:?}, are", diagnostics::grouped(*more)),
        };
        Some(format!("{those} larger than Width and Height say; the rows count"))
    }
}

/// A note on the elements that are not read.
fn left_out(root: Node<'_, '_>) -> Option<String> {
    let is_read = |name: &str| matches!(name, "Title" | "LevelCollection" | "Level" | "L");
    let mut names = BTreeMap::new();
    for node in root.descendants().filter(|node| node.is_element() && *node != root) {
        let name = node.tag_name().name();
        if !is_read(name) {
            *names.entry(name).or_insert(0_u64) += 1;
        }
    }
    let names: Vec<&str> = names.into_keys().collect();
    (!names.is_empty()).then(|| format!("elements that are not read: {}", crate::quoted(&names)))
}

/// The texts of an element.
fn contents(node: Node<'_, '_>) -> String {
    node.children().filter_map(|child| child.text()).collect()
}

/// The text of an element, in one line.
fn words(node: Node<'_, '_>) -> String {
    contents(node).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A place in a text, which moves on only.
struct Place<'a> {
    text: &'a str,
    /// The position in bytes, and its line and column from 0.
    at: usize,
    line: usize,
    column: usize,
}

impl Place<'_> {
    /// Moves on to a position in bytes, and returns its line and column.
    fn to(&mut self, end: usize) -> (usize, usize) {
        let passed = self.text.get(self.at..end).unwrap_or_default();
        self.at = self.at.max(end);
        self.line += passed.matches('\n').count();
        self.column = match passed.rsplit_once('\n') {
            Some((_, rest)) => rest.chars().count(),
            None => self.column + passed.chars().count(),
        };
        (self.line, self.column)
    }
}
