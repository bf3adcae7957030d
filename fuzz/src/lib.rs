//! The fuzz targets: one function per target. cargo-fuzz builds the targets; a test of the workspace runs them over the
//! seeds and the stored inputs.

pub mod held;
pub mod levels;
pub mod words;

/// A target: its name, and the check of an input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets. Those for text ignore other inputs.
pub const TARGETS: [Target; 13] = [
    ("aliases", |bytes| text(bytes, levels::aliases)),
    ("crossword_file", words::crossword_file),
    ("crossword_rows", |bytes| text(bytes, words::crossword_rows)),
    ("imports", |bytes| text(bytes, levels::imports)),
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
