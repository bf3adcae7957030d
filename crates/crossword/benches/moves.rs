//! Benchmarks in a middle game: all moves, the best move, and preparing a position.
//!
//! `cargo bench --package quandary-crossword`. The lexicon is the embedded one. `cargo xtask bench crossword` compares
//! the figures with those of other engines.

use divan::{Bencher, black_box};
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Prepared, Scratch};
use quandary_crossword::position::{Notation, Position, Setting};
use std::sync::LazyLock;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| match lexicon::shipped(Locale::EnUs) {
    Ok(lexicon) => lexicon,
    Err(error) => {
        eprintln!("{error}");
        std::process::exit(1);
    }
});

const ROWS: [&str; 15] = [
    "...............",
    "...............",
    "...............",
    "...............",
    "........TOIL...",
    ".......POP.....",
    ".....TEEN......",
    "......SH.......",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
];

fn main() {
    divan::main();
}

fn position(rack: &str) -> Option<Position> {
    let setting = Setting::standard(Locale::EnUs);
    Position::read(setting, &ROWS, Notation::Batch).ok()?.with_rack(rack).ok()
}

const RACKS: [&str; 3] = ["ACGLRVZ", "AEINRST", "?AEINRT"];

#[divan::bench(args = RACKS)]
fn all(bencher: Bencher<'_, '_>, rack: &str) {
    let prepared = position(rack).and_then(|p| Prepared::new(p, &LEXICON).ok());
    let Some(prepared) = prepared else { return };
    let (mut scratch, mut plays) = (Scratch::default(), Vec::new());
    bencher.bench_local(|| {
        plays.clear();
        prepared.each(&mut scratch, |play| plays.push(play));
        black_box(plays.len())
    });
}

#[divan::bench(args = RACKS)]
fn best(bencher: Bencher<'_, '_>, rack: &str) {
    let prepared = position(rack).and_then(|p| Prepared::new(p, &LEXICON).ok());
    let Some(prepared) = prepared else { return };
    let mut scratch = Scratch::default();
    bencher.bench_local(|| prepared.best(&mut scratch));
}

#[divan::bench]
fn made_ready(bencher: Bencher<'_, '_>) {
    let Some(position) = position("ACGLRVZ") else { return };
    bencher.bench_local(|| Prepared::new(position.clone(), &LEXICON));
}

#[divan::bench(sample_count = 10)]
fn read(bencher: Bencher<'_, '_>) {
    let file = LEXICON.write();
    bencher.bench_local(|| Lexicon::read(&file));
}
