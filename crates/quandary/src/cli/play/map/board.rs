//! The visible map: the sign of each cell, in full size and reduced.
//!
//! Invariant: unexplored cells have no sign.

use super::fog::Fog;
use super::paint::Paint;
use super::view::scale;
use crate::cli::terminal::window;
use draw::dungeon_signs::Signs;
use draw::glyph::look;
use level::{Cell, Tile, Tiles};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::{BTreeMap, BTreeSet};

/// A map, and the things on it.
pub(super) struct Board<'a> {
    /// The current tiles.
    pub(super) tiles: &'a Tiles,
    pub(super) signs: &'a Signs,
    pub(super) fog: &'a Fog,
    pub(super) paint: Paint,
    pub(super) player: Cell,
    /// Cells with a thing to collect or a switch to flip.
    pub(super) marks: BTreeSet<Cell>,
    /// The plates of each cell with plates; true if one of them is pressed.
    pub(super) plates: BTreeMap<Cell, bool>,
}

/// A sign, and its priority on a map with many cells per character.
type Sign = (u8, char, Style);

impl Board<'_> {
    /// Draws the part around the player.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let all = self.size(self.player.floor);
        let room = [area.height.into(), area.width.into()];
        let about = [self.player.row as usize, self.player.col as usize];
        let window = window(about, room, all);
        self.paint_cells(
            window.first,
            window.shown,
            window.blank,
            1,
            self.player.floor,
            area,
            buffer,
        );
    }

    /// Draws a whole floor: in full size around a cell, or reduced, with several cells per character.
    pub(super) fn draw_whole(&self, floor: u32, area: Rect, buffer: &mut Buffer) {
        let all = self.size(floor);
        let room = [area.height.into(), area.width.into()];
        let scale = scale(room, all);
        let shown = all.map(|many| many.div_ceil(scale));
        let window = window([0, 0], room, shown);
        self.paint_cells([0, 0], window.shown, window.blank, scale, floor, area, buffer);
    }

    /// Number of cells per character of a whole floor.
    pub(super) fn scale(&self, floor: u32, area: Rect) -> usize {
        scale([area.height.into(), area.width.into()], self.size(floor))
    }

    #[expect(clippy::too_many_arguments, reason = "a window has two ends, and a place")]
    fn paint_cells(
        &self,
        first: [usize; 2],
        shown: [usize; 2],
        blank: [usize; 2],
        scale: usize,
        floor: u32,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        for row in 0..shown[0] {
            for col in 0..shown[1] {
                let corner = [(first[0] + row) * scale, (first[1] + col) * scale];
                let cells = (0..scale * scale).map(|n| {
                    Cell::new(floor, (corner[0] + n / scale) as u32, (corner[1] + n % scale) as u32)
                });
                let best = cells.filter_map(|cell| self.sign(cell)).max_by_key(|sign| sign.0);
                let Some((_, sign, style)) = best else { continue };
                let (x, y) = (area.x + (blank[1] + col) as u16, area.y + (blank[0] + row) as u16);
                if let Some(place) = buffer.cell_mut((x, y)) {
                    place.set_char(sign).set_style(style);
                }
            }
        }
    }

    /// The rows and columns of a floor.
    fn size(&self, floor: u32) -> [usize; 2] {
        let floor = self.tiles.floors.get(floor as usize);
        floor.map_or([0, 0], |floor| [floor.rows() as usize, floor.cols() as usize])
    }

    /// The sign of a cell; `None` if it is unexplored.
    fn sign(&self, cell: Cell) -> Option<Sign> {
        let tile = self.tiles.tile(cell)?;
        if cell == self.player {
            return Some((u8::MAX, '@', self.paint.player()));
        }
        if !self.fog.is_seen(cell, self.tiles) {
            return None;
        }
        let has_mark = self.marks.contains(&cell) && tile != Tile::Block;
        let (glyph, style) = match tile {
            Tile::DoorLocked | Tile::DoorBoss | Tile::DoorPuzzle => self.signs.look(cell, tile),
            _ if has_mark => self.signs.look(cell, tile),
            _ => look(tile),
        };
        let style = self.paint.tile(tile, style);
        let weight = if has_mark { MARK } else { weight(tile) };
        Some(match self.plates.get(&cell) {
            Some(&is_down) if !has_mark => {
                let glyph = if tile == Tile::Block { glyph } else { '_' };
                (PLATE, glyph, self.paint.plate(style, is_down))
            }
            _ => (weight, glyph, style),
        })
    }
}

const MARK: u8 = 9;
const PLATE: u8 = 5;

/// Priority of a tile on a reduced map.
fn weight(tile: Tile) -> u8 {
    match tile {
        Tile::Goal => 10,
        Tile::KeySmall | Tile::KeyBoss | Tile::KeyItem | Tile::ItemMinor => 9,
        Tile::DoorLocked | Tile::DoorBomb | Tile::DoorBoss | Tile::DoorPuzzle => 8,
        Tile::Stair | Tile::DoorSoft => 7,
        Tile::Boss => 6,
        Tile::Block | Tile::DoorOpen => 4,
        Tile::Element | Tile::Pit => 3,
        Tile::Floor | Tile::ElementFloor | Tile::Start | Tile::Enemy | Tile::Puzzle => 2,
        Tile::Wall => 1,
        Tile::Void => 0,
    }
}
