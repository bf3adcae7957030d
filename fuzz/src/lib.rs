//! What every parser is held to, whatever it is fed with: a function for each fuzz target. The targets are built by cargo-fuzz;
//! a test of the workspace runs them over the seeds and over what was found.

pub mod held;
pub mod aliases;
pub mod crossword_file;
pub mod crossword_rows;
pub mod ldtk;
pub mod level_json;
pub mod level_text;
pub mod riddle_profile;
pub mod tiled_map;
pub mod tmx;
pub mod vglc_graph;
pub mod vglc_tiles;
pub mod xsb;

/// A target: its name, and what is held of an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Those that want text pass over what is none.
pub const TARGETS: [Target; 12] = [
    ("aliases", |bytes| text(bytes, aliases::run)),
    ("crossword_file", crossword_file::run),
    ("crossword_rows", |bytes| text(bytes, crossword_rows::run)),
    ("ldtk", |bytes| text(bytes, ldtk::run)),
    ("level_json", |bytes| text(bytes, level_json::run)),
    ("level_text", |bytes| text(bytes, level_text::run)),
    ("riddle_profile", |bytes| text(bytes, riddle_profile::run)),
    ("tiled_map", |bytes| text(bytes, tiled_map::run)),
    ("tmx", |bytes| text(bytes, tmx::run)),
    ("vglc_graph", |bytes| text(bytes, vglc_graph::run)),
    ("vglc_tiles", |bytes| text(bytes, vglc_tiles::run)),
    ("xsb", |bytes| text(bytes, xsb::run)),
];

fn text(bytes: &[u8], run: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        run(text);
    }
}
