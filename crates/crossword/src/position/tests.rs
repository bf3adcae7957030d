//! Tests of `position`.

use super::*;
use crate::lexicon::{Options, build};
use crate::locale::Locale;

/// A board from its rows, from row H on; other squares are empty.
fn rows(drawn: &[&str]) -> Vec<String> {
    let row = |n: usize| n.checked_sub(7).and_then(|n| drawn.get(n)).copied().unwrap_or("");
    (0..SIZE).map(|n| format!("{:.<15}", row(n))).collect()
}

fn setting() -> Setting {
    Setting::standard(Locale::EnUs)
}

fn check(drawn: &[&str], rack: &str, expect: &str) {
    let read = Position::read(setting(), &rows(drawn), Notation::Batch);
    let said = read.and_then(|position| position.with_rack(rack));
    let said = said.map_or_else(|error| error.to_string(), |_| String::new());
    assert!(said.contains(expect) && said.is_empty() == expect.is_empty(), "{said}");
}

#[test]
fn illegal_positions_say_where() {
    check(&[".......CAT"], "AEI", "");
    check(&[".......CAT.....x"], "", "row H has 16 squares");
    check(&[".......CAÞ"], "", "H10: 'Þ' is no letter of the alphabet (abc");
    check(&[".......QUIZ", ".......U", ".......I", ".......Z"], "", "K8: there are 2 of 'z'");
    check(&[".......CAT"], "QQ", "A1: there are 2 of 'q', and the set has 1");
    check(&[".......cat"], "", "H10: there are 3 of '?', and the set has 2");
    check(&[".......CAT", "", ".......CAT"], "", "J8: the tiles here are not connected");
    check(&[".......CAT", "..........S"], "", "I11: the tiles here are not connected");
    check(&[".......CAT"], "ABCDEFGH", "the rack: 8 tiles");
    let short = Position::read(setting(), &rows(&[])[1..], Notation::Batch);
    assert_eq!(short, Err(PositionError::Rows { found: 14 }));
}

#[test]
fn notations_say_the_same() {
    let read = |row: &str, notation| Position::read(setting(), &rows(&[row]), notation).unwrap();
    let position = read(".......CaT", Notation::Batch);
    assert_eq!(read(".......cAt", Notation::Moves), position);
    assert_eq!(read("       cAt", Notation::Moves), position);
    let plain = Position::read_with_blanks(setting(), &rows(&[".......cat"]), &["H9"]).unwrap();
    assert_eq!(plain, position);
    assert_eq!(position.blanks().iter().map(ToString::to_string).collect::<Vec<_>>(), ["H9"]);
    for (notation, row) in
        [(Notation::Batch, "CaT"), (Notation::Moves, "cAt"), (Notation::Plain, "cat")]
    {
        assert_eq!(&position.rows(notation)[7], &format!(".......{row}....."));
    }
    assert!(position.draw(Notation::Batch).contains("H  . . . . . . . C a T . . . . .\n"));
}

#[test]
fn listed_blanks_must_lie_on_tiles() {
    let fail = |blanks: &[&str]| {
        let read = Position::read_with_blanks(setting(), &rows(&[".......cat"]), blanks);
        read.unwrap_err().to_string()
    };
    assert!(fail(&["8H"]).contains("written as H8"));
    assert!(fail(&["A1"]).contains("is empty"));
    assert!(fail(&["H8", "H8"]).contains("listed twice"));
    assert!(fail(&["H8", "H9", "H10"]).contains("3 of '?'"));
}

#[test]
fn words_that_are_none_are_faults() {
    let (lexicon, _) = build(b"cat\nat\ntea\n", Locale::EnUs, &Options::default()).unwrap();
    let faults = |drawn: &[&str]| {
        let position = Position::read(setting(), &rows(drawn), Notation::Batch).unwrap();
        position.faults(&lexicon).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(faults(&[".......CAT"]).is_empty());
    assert_eq!(
        faults(&["...CAT", ".....A", ".....B"]),
        ["H8: tiles lie on the board, and none on the start", "6H: \"tab\" is no word"]
    );
    assert_eq!(faults(&[".......TAc"]), ["H8: \"tac\" is no word"]);
}
