//! Saves a dungeon, loads it, and verifies it again: the claims of a file are unproved until then.

use quandary::{Dungeon, check};
use std::{env, error::Error, fs, process};

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn Error>> {
    let path = env::temp_dir().join(format!("temple-{}.json", process::id()));
    let temple = Dungeon::generate("temple", 7)?;
    fs::write(&path, temple.to_json()?)?;

    let loaded = Dungeon::from_json(&fs::read_to_string(&path)?)?;
    fs::remove_file(&path)?;
    assert_eq!(loaded, temple);
    let judgement = check(&loaded.level)?;
    assert!(judgement.is_winnable() && judgement.is_softlock_free());
    print!("{judgement}");
    Ok(())
}
