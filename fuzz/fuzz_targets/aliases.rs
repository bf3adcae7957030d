//! Any text as a table of foreign names, and after the first NUL a drawing with its letters: read or refused.

#![no_main]

use level::formats::aliases::Aliases;
use level::formats::xsb;
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fuzz_target!(|text: &str| {
    let (table, drawing) = text.split_once('\0').unwrap_or((text, "####\nw@$.\n####\n"));
    let Ok(table) = toml::from_str::<BTreeMap<String, String>>(table) else { return };
    let Ok(aliases) = Aliases::of(&table) else { return };
    for (name, meaning) in &table {
        let tile = aliases.tile(name).expect("a name of the table");
        assert_eq!(tile.map_or("NOTHING", level::Tile::name), meaning.to_ascii_uppercase());
    }
    let _ = vglc::tiles::read_with(drawing, &aliases);
    for level in xsb::read_with(drawing, &aliases).iter().flatten().filter(|level| fuzz::is_small(level)) {
        fuzz::prints_and_reads_back(level);
        assert!(xsb::print(level).is_ok());
    }
});
