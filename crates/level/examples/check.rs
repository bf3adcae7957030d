//! Checks a level: `cargo run --example check -- FILE`, or a built-in level without a file.

use quandary_level::report::text::{self, Terms};
use quandary_level::{Limits, Rules, check, formats};
use std::error::Error;

/// A key, its door, and on the left another door that wastes the key.
const CUPBOARD: &str = "#########\n#.+.@k+*#\n#########\n";

fn main() -> Result<(), Box<dyn Error>> {
    let drawing = std::env::args().nth(1).map(std::fs::read_to_string).transpose()?;
    print!("{}", judged(drawing.as_deref().unwrap_or(CUPBOARD))?);
    Ok(())
}

/// The report on a drawing, in words.
fn judged(drawing: &str) -> Result<String, Box<dyn Error>> {
    let level = formats::text::read(drawing)?;
    let (rules, limits) = (Rules::default(), Limits::default());
    let check = check(&level, &rules, &limits)?;
    Ok(text::check(&level, Terms { rules: &rules, limits: &limits }, &check))
}

#[test]
fn it_runs() {
    let said = judged(CUPBOARD).unwrap_or_else(|error| error.to_string());
    assert!(said.starts_with("solvable") && said.contains("5 of 15 states are dead"), "{said}");
}
