//! The time of each writer: `cargo run --release --example times FILE…` with JSON files of dungeons.

use quandary_formats::format::{Format, Using};
use quandary_formats::ldtk::Worlds;
use quandary_formats::{Place, Sheet, annotations};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let sheet = Sheet { file: "quandary-tiles.png", side: 32 };
    let using = Using { sheet, worlds: Worlds::Floors, floor: Some(0), picture: None };
    for format in Format::ALL {
        let (mut sum, mut most, mut many) = (0.0, 0.0_f64, 0.0);
        for file in std::env::args().skip(1) {
            let text = std::fs::read_to_string(&file)?;
            let value: serde_json::Value = serde_json::from_str(&text)?;
            let level = value.get("level").unwrap_or(&value).to_string();
            let (level, notes) = (level::formats::json::read(&level)?, annotations::read(&text)?);
            let begin = Instant::now();
            format.print(&Place::of(&level, &notes)?, &using)?;
            let took = begin.elapsed().as_secs_f64() * 1000.0;
            (sum, most, many) = (sum + took, most.max(took), many + 1.0);
        }
        println!("{}: {:.1} ms, at most {most:.1}", format.name(), sum / f64::max(many, 1.0));
    }
    Ok(())
}
