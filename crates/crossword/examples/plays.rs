//! Every play of a position, from a lexicon of the words that a file lists, or of a few words without a file.

use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::{lexicon, locale::Locale, movegen};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words = std::env::args().nth(1).map(std::fs::read).transpose()?;
    let plays = plays(words.as_deref().unwrap_or(b"CAB\nCABS\nCAT\nCATS\nSCAB\nSCAT\n"))?;
    println!("{}", plays.join("\n"));
    Ok(())
}

/// The plays with the rack ABCS? on a board where CAT lies.
fn plays(words: &[u8]) -> Result<Vec<String>, Box<dyn Error>> {
    let (lexicon, _) = lexicon::build(words, Locale::EnUs, &lexicon::Options::default())?;
    let mut rows = vec![".".repeat(15); 15];
    rows[7].replace_range(7..10, "CAT");
    let setting = Setting::standard(Locale::EnUs);
    let position = Position::read(setting, &rows, Notation::Plain)?.with_rack("ABCS?")?;
    let plays = movegen::all(&position, &lexicon)?;
    Ok(plays.iter().map(|play| play.describe(&position)).collect())
}

#[test]
fn it_runs() {
    let plays = plays(b"CAT\nCATS\n").unwrap_or_default();
    assert!(plays.iter().any(|play| play == "H8 cats 6"), "{plays:?}");
}
