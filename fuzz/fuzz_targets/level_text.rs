//! Any text as a drawn level: read or refused; what is read prints, reads back equal, and is judged.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(level) = level::formats::text::read(text) {
        fuzz::prints_and_reads_back(&level);
        fuzz::is_judged(&level, text);
    }
});
