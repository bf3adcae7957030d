//! A riddle with a blank on the rack: display, storage and evaluation of guesses.

use crate::samples::riddle_with_blank;
use crate::stored_riddle::StoredRiddle;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::shipped;
use crossword::locale::Locale;
use crossword::riddle::{Guess, HINTS, Hint, evaluate, hint};
use draw::riddle_svg::{self, Lettering};
use draw::riddle_text;

#[test]
fn it_is_shown_with_its_blank() {
    let riddle = riddle_with_blank();
    let rack = riddle.rack();
    assert!(rack.ends_with('?') && rack.chars().count() == 7, "{rack}");
    let text = riddle_text::render(&riddle, true, false);
    assert!(text.contains(&format!("rack        {}\n", rack.to_uppercase())), "{text}");
    assert!(text.contains(&format!("answer      {}", riddle.description())), "{text}");
    let hidden = riddle_text::render(&riddle, false, false);
    assert!(!hidden.contains(&riddle.word()) && !hidden.contains("answer"), "{hidden}");
    let line = serde_json::to_value(RiddleLine::from(&riddle)).unwrap();
    assert_eq!(line["rack"], rack);
    assert_eq!(line["solution"]["move"], riddle.word());
    let blanks = line["blanks"].as_array().unwrap().len();
    let rows = line["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap());
    assert!(rows.flat_map(str::chars).all(|c| c == '.' || c.is_ascii_lowercase()));
    assert!(blanks + rack.matches('?').count() <= 2);
    // A blank on the rack shows `?`; a blank placed on the board shows its letter.
    for solution in [false, true] {
        let svg = riddle_svg::render(&riddle, solution, Lettering::Text);
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        assert!(parsed.descendants().any(|node| node.text() == Some("?")), "{svg}");
        assert_eq!(svg.contains(&riddle.description()), solution);
    }
}

#[test]
fn it_is_kept_guessed_and_hinted_at() {
    let riddle = riddle_with_blank();
    let stored = StoredRiddle::from(&riddle);
    let read = StoredRiddle::read(&stored.text().unwrap()).unwrap();
    assert_eq!(read, stored);
    let position = read.position(Locale::EnUs).unwrap();
    assert_eq!(position, riddle.position);
    assert_eq!(
        (read.answer.as_str(), read.answer.contains('?')),
        (riddle.plain_word().as_str(), false)
    );
    let lexicon = shipped(Locale::EnUs).unwrap();
    let square = riddle.square();
    for word in [riddle.word(), riddle.plain_word(), riddle.word().to_uppercase()] {
        let judged = evaluate(Guess { square: &square, word: &word }, &position, &lexicon).unwrap();
        assert!(judged.legal && judged.best, "{word}");
        assert_eq!((judged.score, judged.rank), (riddle.answer.score(), Some(1)), "{word}");
    }
    let hints: Vec<_> = (1..=HINTS).filter_map(|number| hint(number, &read.secret())).collect();
    let letter = riddle.plain_word().chars().take(1).collect();
    assert_eq!(hints.last(), Some(&Hint::Letter { hint: HINTS, first_letter: letter }));
    let length = riddle.plain_word().chars().count();
    let told = matches!(hints[0], Hint::Length { word_length, .. } if word_length == length);
    assert!(told, "{hints:?}");
    assert!(riddle.difficulty.points() <= 100 && riddle.finding.commonness.is_some());
}
