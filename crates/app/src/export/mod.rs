//! What people look at: missions as text, as Graphviz, and as SVG; layouts as text and SVG; levels as pictures;
//! boards and riddles as text and SVG.
//!
//! Invariant: an exporter reads a finished value and returns text or pixels; it never draws a random
//! number, never reads a clock, and gives the same bytes for the same value.

pub(crate) mod cave;
pub(crate) mod ramp;
pub(crate) mod label;
pub(crate) mod canvas;
pub(crate) mod board_text;
pub(crate) mod riddle_text;
pub(crate) mod riddle_svg;
pub(crate) mod glyph;
pub(crate) mod dungeon_signs;
pub(crate) mod claims_text;
pub(crate) mod dungeon_map;
pub(crate) mod floor;
pub(crate) mod summary;
pub(crate) mod mission_text;
pub(crate) mod mission_cells;
pub(crate) mod mission_dot;
pub(crate) mod svg;
pub(crate) mod mission_svg;
pub(crate) mod mission_floor;
pub(crate) mod strokes;
mod strokes_latin;
pub(crate) mod level_icons;
pub(crate) mod level_picture;
pub(crate) mod level_tiles;
pub(crate) mod level_names;
pub(crate) mod level_labels;
pub(crate) mod level_way;
pub(crate) mod level_legend;
pub(crate) mod level_svg;
pub(crate) mod level_png;
pub(crate) mod tile_sheet;
pub(crate) mod layout_text;
pub(crate) mod area_text;
pub(crate) mod layout_svg;
pub(crate) mod folded;
pub(crate) mod verdict_text;
