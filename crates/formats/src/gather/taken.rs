//! Things that are taken, flipped, solved or pressed.

use super::{Gathered, of_tile, text};
use crate::area::Area;
use crate::kind::{Field, Kind};
use crate::place::Value;
use level::{Content, Tile};

/// Tiles that something is taken from.
const ITEMS: [(Tile, Content); 4] = [
    (Tile::KeySmall, Content::Key),
    (Tile::KeyBoss, Content::BossKey),
    (Tile::KeyItem, Content::KeyItem),
    (Tile::ItemMinor, Content::ItemMinor),
];

impl Gathered<'_> {
    /// Marks, tiles that are items, and plates.
    pub(super) fn taken(&mut self) {
        let asked = self.asked();
        for mark in &self.tiles.marks {
            let gives = self.level.graph.content_name(mark.gives);
            let kind = match mark.gives {
                Content::Toggle(_) => Kind::Switch,
                _ if self.told.puzzles.contains_key(&gives) => Kind::Puzzle,
                content if asked.wants(content) => Kind::Key,
                _ => Kind::Item,
            };
            let toggle = match mark.gives {
                Content::Toggle(number) => Some(Value::Int(number.into())),
                _ => None,
            };
            let puzzle = self.told.puzzles.get(&gives).and_then(|kind| text(kind));
            let fields = vec![
                (Field::Toggle, toggle),
                (Field::Puzzle, puzzle),
                (Field::Text, self.said(&gives)),
                (Field::Gives, text(&gives)),
            ];
            let at = self.put(kind, &self.called(&gives, &gives), Area::of(mark.cell), fields);
            self.givers.entry(mark.gives).or_default().push(at);
        }
        for (tile, content) in ITEMS {
            let kind = if asked.wants(content) { Kind::Key } else { Kind::Item };
            let gives = self.level.graph.content_name(content);
            for cell in self.tiles.holding(tile).collect::<Vec<_>>() {
                let fields = vec![
                    (Field::Tile, of_tile(tile)),
                    (Field::Text, self.said(&gives)),
                    (Field::Gives, text(&gives)),
                ];
                let at = self.put(kind, &self.called(&gives, tile.name()), Area::of(cell), fields);
                self.givers.entry(content).or_default().push(at);
            }
        }
        self.pressed();
    }

    /// Plates: a thing for each rectangle.
    fn pressed(&mut self) {
        for (plate, name) in self.tiles.plates.iter().zip(&self.level.graph.plates) {
            let gives = plate.gives.map(Content::Symbol);
            let gives_name = gives.map(|content| self.level.graph.content_name(content));
            let mut things = Vec::new();
            for area in Area::all(&plate.cells) {
                let fields = vec![
                    (Field::Plate, text(name)),
                    (Field::Gives, gives_name.as_deref().and_then(text)),
                ];
                things.push(self.put(Kind::Plate, name, area, fields));
            }
            if let Some(content) = gives {
                self.givers.entry(content).or_default().extend(&things);
            }
            self.plates.push(things);
        }
    }

    /// What something is called that gives a content.
    fn called(&self, gives: &str, usual: &str) -> String {
        let told = self.told.things.get(gives).map(|called| called.name.as_str());
        told.filter(|name| !name.is_empty()).unwrap_or(usual).to_owned()
    }

    /// A sentence about what gives a content.
    fn said(&self, gives: &str) -> Option<Value> {
        self.told.things.get(gives).and_then(|called| text(&called.text))
    }
}
