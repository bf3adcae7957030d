//! Exporters: missions as text, Graphviz and SVG; layouts as text and SVG; levels as pictures; boards and riddles as
//! text and SVG.
//!
//! Invariant: an exporter reads a finished value and returns text or pixels. It draws no random numbers, reads no
//! clock, and gives the same bytes for the same value.

pub mod animation;
pub mod cave;
pub mod heat_map;
pub mod label;
pub mod canvas;
pub mod board_text;
pub mod riddle_text;
pub mod riddle_svg;
pub mod glyph;
pub mod dungeon_signs;
pub mod dungeon_map;
pub mod floor;
pub mod summary;
pub mod mission_text;
pub mod mission_dot;
pub mod svg;
pub mod mission_svg;
pub mod strokes;
pub mod icons;
pub mod level_picture;
pub mod look;
mod furniture;
mod textures;
pub mod level_tiles;
pub mod level_names;
pub mod level_labels;
pub mod level_way;
pub mod legend;
pub mod level_svg;
pub mod pixels;
pub mod level_png;
pub mod tile_sheet;
pub mod layout_text;
pub mod area_text;
pub mod layout_svg;
pub mod folded;
pub mod overlay;
pub mod dungeon;
pub mod look_of;
pub mod engines;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/missions.rs"]
mod missions;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/riddles.rs"]
mod riddles;
