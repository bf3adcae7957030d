//! Texts beside the map: the room, the inventory, the last line, the end.
//!
//! Invariant: they do not change the game.

use super::super::told;
use super::keys::LIST;
use super::screen::Over;
use super::session::{Question, Session};
use draw::dungeon_signs::thing_words;
use dungeon::game::dungeon::{Mirror, effort, share};
use level::{Cell, Content, NodeIndex, Tile};
use std::collections::BTreeSet;

impl Session<'_> {
    /// The name of the room, or of the level.
    pub(super) fn title(&self) -> String {
        match &self.mirror {
            Some(mirror) => mirror.name(),
            None => self.place.name.clone(),
        }
    }

    /// The text of the room.
    pub(super) fn text(&self) -> Vec<String> {
        self.mirror.as_ref().map(Mirror::text).unwrap_or_default()
    }

    /// The lines that stay in the terminal after the game.
    pub(super) fn farewell(&self) -> Vec<String> {
        if self.game.is_won() { self.ending() } else { vec!["Until next time.".to_owned()] }
    }

    /// The inventory.
    pub(super) fn held(&self) -> Vec<String> {
        let graph = &self.place.level.graph;
        let named = |content: Content| match (&self.mirror, content) {
            (Some(mirror), _) => mirror.held(content),
            (None, Content::KeyItem) => Some("key item".to_owned()),
            (None, _) => Some(thing_words(graph, content)),
        };
        told::held(&self.place.level, &self.place.rules, &self.game.holdings(), named)
    }

    /// The last line: a question, or the keys.
    pub(super) fn bar(&self) -> String {
        match (&self.question, self.over) {
            (Some(Question::Quit), _) => {
                "Quit without saving? q quits, s saves, another key stays".to_owned()
            }
            (Some(Question::Back(1)), _) => "Take the step back? y does".to_owned(),
            (Some(Question::Back(steps)), _) => format!("Take {steps} steps back? y does"),
            (Some(Question::Which(choices)), _) => {
                let name = |node: NodeIndex| {
                    let scene = self.place.scene.as_ref()?;
                    scene.words().rooms.get(node as usize).map(|room| room.name.clone())
                };
                let told = choices
                    .iter()
                    .map(|choice| told::command(&self.place.level, choice.step.command, name));
                let told = told.enumerate().map(|(at, what)| format!("{} {what}", at + 1));
                told.collect::<Vec<_>>().join(" · ")
            }
            (None, Over::Map(_)) => "< > floors · any other key: back".to_owned(),
            (None, Over::Keys) => "any key: back".to_owned(),
            (None, Over::Nothing) if self.game.is_won() => {
                "Won · u undo · s save · q quit".to_owned()
            }
            (None, Over::Nothing) => {
                let steps = diagnostics::counted(self.game.steps().len() as u64, "step", "steps");
                format!("{steps} · u undo · ? hint · m map · s save · q quit · {} keys", LIST[9].0)
            }
        }
    }

    /// The text for the winner.
    pub(super) fn ending(&self) -> Vec<String> {
        let story = self.mirror.as_ref().map(Mirror::ending).unwrap_or_default();
        let secrets = match &self.mirror {
            Some(mirror) => mirror.secrets(),
            None => self.secrets(),
        };
        let rooms = match self.place.level.tiles.as_ref().map(|tiles| self.fog.share(tiles)) {
            Some((seen, all)) if all > 0 => Some(format!("Rooms seen: {seen} of {all}.")),
            _ => None,
        };
        let effort = effort(self.game.steps().len(), self.hints);
        let won = "You have won.".to_owned();
        story.into_iter().chain([won, effort]).chain(secrets).chain(rooms).collect()
    }

    /// The sentence with the number of opened cracked walls of all cracked walls.
    fn secrets(&self) -> Option<String> {
        let (tiles, now) = (self.place.level.tiles.as_ref()?, self.game.tiles()?);
        let mut walls: BTreeSet<Cell> = tiles.holding(Tile::DoorBomb).collect();
        let (mut found, mut all) = (0, 0);
        while let Some(&wall) = walls.first() {
            let piece = tiles.piece(wall);
            all += 1;
            found += usize::from(piece.iter().any(|&cell| now.tile(cell) != Some(Tile::DoorBomb)));
            piece.iter().for_each(|cell| _ = walls.remove(cell));
        }
        share(found, all)
    }
}
