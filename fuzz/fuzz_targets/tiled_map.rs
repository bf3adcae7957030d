//! Any text as a map of Tiled: read or refused; what is read prints, as a map too, reads back equal, and is judged.

#![no_main]

use level::formats::tiled::{Read, is_map, print, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = is_map(text);
    if let Ok(Read { level, .. }) = read(text, &Read::no_files) {
        fuzz::prints_and_reads_back(&level);
        if let Ok(map) = print(&level, None) {
            assert_eq!(read(&map, &Read::no_files).map(|read| read.level).as_ref(), Ok(&level));
        }
        fuzz::is_judged(&level, text);
    }
});
