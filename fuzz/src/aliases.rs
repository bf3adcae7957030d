//! Any text as a table of foreign names, and after the first NUL a drawing with its letters: read or refused.

use super::held;
use level::formats::aliases::Aliases;
use level::formats::xsb;
use std::collections::BTreeMap;

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let (table, drawing) = text.split_once('\0').unwrap_or((text, "####\nw@$.\n####\n"));
    let Ok(table) = toml::from_str::<BTreeMap<String, String>>(table) else { return };
    let Ok(aliases) = Aliases::of(&table) else { return };
    for (name, meaning) in &table {
        let tile = aliases.tile(name).expect("a name of the table");
        assert_eq!(tile.map_or("NOTHING", level::Tile::name), meaning.to_ascii_uppercase());
    }
    let _ = vglc::tiles::read_with(drawing, &aliases);
    for level in
        xsb::read_with(drawing, &aliases).iter().flatten().filter(|level| held::is_small(level))
    {
        held::prints_and_reads_back(level);
        assert!(xsb::print(level).is_ok());
    }
}
