//! Tests of `format`.

use super::*;
use crate::lexicon::{Options, build};

fn lexicon(locale: Locale, words: &str) -> Lexicon {
    let options = Options { licence: "Anyone\nmay use it.".to_owned(), ..Options::default() };
    let lexicon = build(words.as_bytes(), locale, &options).unwrap().0;
    let ranks = (0..lexicon.len()).map(|n| n as u8 * 7).collect();
    lexicon.with_ranks(ranks).unwrap()
}

fn all_words(lexicon: &Lexicon) -> Vec<String> {
    let mut words = Vec::new();
    lexicon.words(|word| words.push(word.to_owned()));
    words
}

#[test]
fn a_file_is_read_as_it_was_written() {
    for (locale, words) in
        [(Locale::EnUs, "cab\nscab\nat\nscabs\n"), (Locale::PlPl, "żółw\nłąka\n")]
    {
        let lexicon = lexicon(locale, words);
        let file = lexicon.write();
        let read = Lexicon::read(&file).unwrap();
        assert_eq!(read.about(), lexicon.about());
        assert_eq!(all_words(&read), all_words(&lexicon));
        assert_eq!(read.graph(), lexicon.graph());
        assert_eq!(read.filter(), lexicon.filter());
        assert_eq!(read.ranks, lexicon.ranks);
        assert!(read.is_sound());
        assert_eq!(read.write(), file, "the same bytes again");
        assert_eq!(read.rank(words.lines().next().unwrap()), Some(read.ranks[1]));
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    let file = lexicon(Locale::EnUs, "cab\nscab\nat\nscabs\nabs\n").write();
    for at in 0..file.len() {
        for flip in [1, 0x80, 0xff] {
            let mut damaged = file.clone();
            damaged[at] ^= flip;
            assert!(Lexicon::read(&damaged).is_err(), "byte {at}");
        }
    }
    for length in 0..file.len() {
        let error = Lexicon::read(&file[..length]).unwrap_err();
        let expected = matches!(error, ReadError::CutOff { .. });
        assert!(expected, "{length}: {error}");
    }
    let longer = [file, vec![0]].concat();
    assert_eq!(Lexicon::read(&longer).err(), Some(ReadError::TooLong(1)));
}

#[test]
fn other_versions_and_alphabets_are_refused() {
    let said = |file: &[u8]| Lexicon::read(file).unwrap_err().to_string();
    let file = lexicon(Locale::EnUs, "cab\nat\n").write();
    let mut other = file.clone();
    other[8] = 1;
    assert!(said(&other).contains("has version 1"));
    assert!(said(&other).contains("quandary lexicon build"));
    assert!(said(b"PK\x03\x04 and more").contains("no lexicon file"));
    assert!(said(b"").contains("cut off"));
    let meta = |text: &str| assemble(&[(b"meta", text.as_bytes().to_vec())]);
    let hash = "0".repeat(64);
    assert!(said(&meta(&format!("en_US\nabc\n1\n{hash}\n"))).contains("letters \"abc\""));
    assert!(said(&meta("xx\n")).contains("unknown locale"));
    assert!(said(&meta("en_US\nabcdefghijklmnopqrstuvwxyz\n1\nzz\n")).contains("hash"));
    let missing = format!("en_US\nabcdefghijklmnopqrstuvwxyz\n1\n{hash}\n");
    assert!(said(&meta(&missing)).contains("\"fore\" is missing"));
}

/// Files with correct checksums and inconsistent contents, written by another program or by mistake.
#[test]
fn contents_that_do_not_fit_are_refused() {
    let lexicon = lexicon(Locale::EnUs, "cab\nat\ncabs\n");
    let sides = [lexicon.graph().forth(), lexicon.graph().back()];
    let good = sides.map(|side| packed::pack(&Dawg::of_side(side)));
    let with = |[fore, back]: [Vec<u8>; 2], words: &str| {
        let meta = lexicon.meta().replacen("\n3\n", words, 1).into_bytes();
        Lexicon::read(&assemble(&[(b"meta", meta), (b"fore", fore), (b"back", back)]))
    };
    assert!(with(good.clone(), "\n3\n").unwrap().is_sound());
    assert!(with(good.clone(), "\n4\n").unwrap_err().to_string().contains("4"));
    let mut unsound = 0;
    for side in 0..2 {
        for at in 0..8 * good[side].len() {
            let mut bent = good.clone();
            bent[side][at / 8] ^= 1 << (at % 8);
            // A file that was read is safe to use, and `check` reports the inconsistency.
            if let Ok(read) = with(bent, "\n3\n") {
                let _ = all_words(&read);
                assert!(read.index("cabs").is_none_or(|index| index < 3));
                unsound += usize::from(!read.is_sound());
                play(&read);
            }
        }
    }
    assert!(unsound > 20, "{unsound}");
}

/// Generates moves on an empty board and beside a word.
fn play(lexicon: &Lexicon) {
    use crate::{
        movegen,
        position::{Notation, Position, Setting},
    };
    let rows: Vec<_> =
        (0..15).map(|n| if n == 7 { "......CABS....." } else { "..............." }).collect();
    let setting = Setting::standard(Locale::EnUs);
    let board = Position::read(setting, &rows, Notation::Batch).unwrap();
    for position in [Position::empty(setting), board] {
        let position = position.with_rack("ABCST?S").unwrap();
        let all = movegen::all(&position, lexicon).unwrap();
        let best = movegen::best(&position, lexicon).unwrap();
        assert!(best.is_some() || all.is_empty());
    }
}
