//! Properties of arbitrary input: no panic, and written values read back.

use proptest::prelude::*;
use quandary_crossword::board::{BoardType, Direction, Square};
use quandary_crossword::lexicon::{self, Lexicon, Options};
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Prepared, Scratch};
use quandary_crossword::moves::{Move, coordinate, place};
use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::rack::Rack;

fn locale() -> impl Strategy<Value = Locale> {
    proptest::sample::select(Locale::ALL.to_vec())
}

/// Words over the first letters of an alphabet.
fn words(locale: Locale) -> impl Strategy<Value = Vec<String>> {
    let letters: Vec<char> = locale.alphabet().letters().take(6).collect();
    let word = proptest::collection::vec(proptest::sample::select(letters), 2..8);
    proptest::collection::vec(word.prop_map(String::from_iter), 1..30)
}

proptest! {
    #[test]
    fn a_lexicon_has_its_words_and_no_others(
        (locale, words) in locale().prop_flat_map(|l| (Just(l), words(l))),
        other in "[a-e]{1,8}",
    ) {
        let list = words.join("\n");
        let (lexicon, report) = lexicon::build(list.as_bytes(), locale, &Options::default()).unwrap();
        let mut sorted: Vec<&String> = words.iter().collect();
        let rank = |c: char| locale.alphabet().letter(c);
        sorted.sort_by_key(|word| word.chars().map(rank).collect::<Vec<_>>());
        sorted.dedup();
        prop_assert_eq!(report.words, sorted.len());
        let mut all = Vec::new();
        lexicon.words(|word| all.push(word.to_owned()));
        prop_assert!(all.iter().eq(sorted.iter().copied()));
        for (index, word) in all.iter().enumerate() {
            prop_assert_eq!(lexicon.index(word), Some(index));
            prop_assert_eq!(lexicon.index(&word.to_uppercase()), Some(index));
        }
        prop_assert_eq!(lexicon.contains(&other), all.contains(&other));
        prop_assert!(lexicon.is_sound());
        let file = lexicon.write();
        prop_assert_eq!(Lexicon::read(&file).unwrap().write(), file);
    }

    #[test]
    fn any_bytes_are_a_list_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for locale in Locale::ALL {
            let _ = lexicon::build(&bytes, locale, &Options::default());
        }
        let _ = Lexicon::read(&bytes);
    }

    #[test]
    fn any_rows_are_a_position_or_an_error(
        rows in proptest::collection::vec("[.aA-DqQÞ ]{13,16}", 14..17),
        rack in "[?A-Cqz]{0,9}",
        locale in locale(),
    ) {
        let (lexicon, _) = lexicon::build(b"ab\nba\naa\nbad\n", locale, &Options::default()).unwrap();
        for board in BoardType::ALL {
            for notation in [Notation::Batch, Notation::Moves, Notation::Plain] {
                let setting = Setting { locale, board };
                let Ok(position) = Position::read(setting, &rows, notation) else { continue };
                let Ok(position) = position.with_rack(&rack) else { continue };
                let _ = position.faults(&lexicon);
                let prepared = Prepared::new(position, &lexicon).unwrap();
                let mut scratch = Scratch::default();
                let all = prepared.all(&mut scratch);
                prop_assert_eq!(prepared.best(&mut scratch), all.first().copied());
            }
        }
    }

    /// Sparse boards of random letters: most words are invalid, and moves are found all the same.
    #[test]
    fn boards_of_anything_have_moves_that_fit(
        tiles in proptest::collection::vec((0..15u8, 0..15u8, 0..4u8), 1..12),
        rack in "[?ABD]{0,7}",
    ) {
        let mut rows = vec![vec!['.'; 15]; 15];
        for (row, col, letter) in tiles {
            rows[usize::from(row)][usize::from(col)] = ['A', 'B', 'D', 'A'][usize::from(letter)];
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let setting = Setting::standard(Locale::EnUs);
        let list = b"ab\nba\naa\nbad\nabba\ndad\ndab\nbaad\nad\n";
        let (lexicon, _) = lexicon::build(list, Locale::EnUs, &Options::default()).unwrap();
        let Ok(position) = Position::read(setting, &rows, Notation::Batch) else { return Ok(()) };
        let Ok(position) = position.with_rack(&rack) else { return Ok(()) };
        let prepared = Prepared::new(position.clone(), &lexicon).unwrap();
        let mut scratch = Scratch::default();
        let all = prepared.all(&mut scratch);
        prop_assert_eq!(prepared.best(&mut scratch), all.first().copied());
        for play in all {
            prop_assert_eq!(quandary_crossword::score::score(&position, play.direction(), play.squares()), play.score());
            let text = play.describe(&position);
            let mut parts = text.split(' ');
            let (at, word) = (parts.next().unwrap(), parts.next().unwrap());
            prop_assert_eq!(Move::read(at, word, &position), Ok(play));
        }
    }

    #[test]
    fn coordinates_are_read_as_they_are_written(row in 0..15usize, col in 0..15usize, text in ".{0,4}") {
        let square = Square::new(row, col).unwrap();
        for direction in Direction::BOTH {
            prop_assert_eq!(place(&coordinate(square, direction)), Some((square, direction)));
        }
        if let Some((square, direction)) = place(&text) {
            prop_assert_eq!(coordinate(square, direction), text.to_uppercase());
        }
    }

    #[test]
    fn racks_are_read_as_they_are_printed(text in "[?a-zA-Z]{0,7}") {
        let alphabet = Locale::EnUs.alphabet();
        let rack = Rack::read(&text, alphabet).unwrap();
        prop_assert_eq!(Rack::read(&rack.print(alphabet), alphabet), Ok(rack));
    }
}
