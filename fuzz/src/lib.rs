//! What every parser is held to, whatever it is fed with: a function for each fuzz target. The targets are built by cargo-fuzz;
//! a test of the workspace runs them over the seeds and over what was found.

pub mod held;
pub mod levels;
pub mod words;

/// A target: its name, and what is held of an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Those that want text pass over what is none.
pub const TARGETS: [Target; 12] = [
    ("aliases", |bytes| text(bytes, levels::aliases)),
    ("crossword_file", words::crossword_file),
    ("crossword_rows", |bytes| text(bytes, words::crossword_rows)),
    ("ldtk", |bytes| text(bytes, levels::ldtk)),
    ("level_json", |bytes| text(bytes, levels::level_json)),
    ("level_text", |bytes| text(bytes, levels::level_text)),
    ("riddle_profile", |bytes| text(bytes, words::riddle_profile)),
    ("tiled_map", |bytes| text(bytes, levels::tiled_map)),
    ("tmx", |bytes| text(bytes, levels::tmx)),
    ("vglc_graph", |bytes| text(bytes, levels::vglc_graph)),
    ("vglc_tiles", |bytes| text(bytes, levels::vglc_tiles)),
    ("xsb", |bytes| text(bytes, levels::xsb)),
];

fn text(bytes: &[u8], run: fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        run(text);
    }
}
