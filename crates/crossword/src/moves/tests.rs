//! Tests of `moves`.

use super::*;
use crate::locale::Locale;
use crate::position::{Notation, Setting};

/// Rows from row H on.
fn position(locale: Locale, drawn: &[&str]) -> Position {
    let row = |n: usize| n.checked_sub(7).and_then(|n| drawn.get(n)).copied().unwrap_or("");
    let rows: Vec<_> = (0..SIZE).map(|n| format!("{:.<15}", row(n))).collect();
    Position::read(Setting::standard(locale), &rows, Notation::Batch).unwrap()
}

#[test]
fn moves_are_read_and_written_both_ways() {
    let check = |drawn: &[&str], at: &str, word: &str, people: &str, batch: &str| {
        let position = position(Locale::EnUs, drawn);
        let read = Move::read(at, word, &position).unwrap();
        assert_eq!(read.describe(&position), people);
        assert_eq!(read.batch(&position), batch);
    };
    check(&[], "H8", "nat?tier", "H8 nat?tier 64", "H 7 7 NATtIER 64");
    check(&[".......CaT"], "h7", "SCATS", "H7 scats 6", "H 7 6 S...S 6");
    check(&[".......CaT"], "h7", "sc?ats", "H7 scats 6", "H 7 6 S...S 6");
    check(&[".......CAT"], "10G", "?at?e", "10G ?at?e 1", "V 6 9 a.e 1");
}

#[test]
fn letters_of_several_bytes_are_letters() {
    let position = position(Locale::PlPl, &[]);
    let read = Move::read("8F", "ż?ółw", &position).unwrap();
    assert_eq!(read.batch(&position), "V 5 7 ŻóŁW 18");
    assert_eq!(read.describe(&position), "8F ż?ółw 18");
    let apart = Move::read("8F", "z\u{307}?o\u{301}łw", &position).unwrap();
    assert_eq!(apart, read, "marks as characters of their own");
}

#[test]
fn moves_that_cannot_be_laid_say_why() {
    let check = |at: &str, word: &str, expect: &str| {
        let position = position(Locale::EnUs, &[".......CAT"]);
        let error = Move::read(at, word, &position).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    };
    check("H16", "at", "is no coordinate");
    check("", "at", "is no coordinate");
    check("H8", "dogs", "H8: another tile lies there");
    check("H8", "c?ats", "H9: another tile lies there");
    check("H8", "cat", "lays a tile");
    check("G1", "a", "lays a tile");
    check("H11", "so", "H10: a tile lies there");
    check("H7", "sca", "H10: a tile lies there");
    check("H14", "abc", "leaves the board");
    check("G1", "añ", "'ñ' is no letter");
    check("G1", "at?", "'?' is no letter");
}

#[test]
fn the_order_is_that_of_scores_and_strings() {
    let position = position(Locale::EnUs, &[]);
    let moves: Vec<Move> = ["A1", "A2", "A10", "A15", "B1", "J1", "K1", "1A", "2A", "10A", "1J"]
        .iter()
        .flat_map(|at| ["ab", "?ab", "a?b", "abb", "ba", "zz"].map(|word| (at, word)))
        .filter_map(|(at, word)| Move::read(at, word, &position).ok())
        .collect();
    assert!(moves.len() > 50);
    let alphabet = Locale::EnUs.alphabet();
    for a in &moves {
        for b in &moves {
            let (left, right) = (a.batch(&position), b.batch(&position));
            let expect = b.score().cmp(&a.score()).then(left.cmp(&right));
            assert_eq!(a.canonical_cmp(b, alphabet), expect, "{left} | {right}");
        }
    }
}
