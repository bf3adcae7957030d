//! Boards, vocabularies and players that can be counted by hand.

use super::board::{Board, Seen, place};
use super::guess::{Play, VOCABULARIES, choose};
use super::words::Words;
use crate::difficulty::dice::Dice;

fn board(rows: &[&str]) -> Board {
    let rows: Vec<String> =
        (0..15).map(|n| format!("{:.<15}", rows.get(n).copied().unwrap_or(""))).collect();
    Board::read(&rows).unwrap()
}

#[test]
fn a_play_makes_its_word_and_those_across() {
    let board = board(&["", ".cat", "..t"]);
    assert_eq!((place("B2"), place("12C")), (Some(([1, 1], true)), Some(([2, 11], false))));
    let seen = |square, word| board.seen(square, word).unwrap();
    let expect = |words: &[&str], through, blanks| Seen {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        through,
        blanks,
    };
    assert_eq!(seen("B2", "cat?s"), expect(&["cats"], 3, 1));
    // Down along the T, with S behind CAT.
    assert_eq!(seen("5A", "as"), expect(&["as", "cats"], 0, 0));
    // Below: A under T of the second row, with its own cross word.
    assert_eq!(seen("C3", "ta"), expect(&["ta", "ta"], 1, 0));
    assert_eq!(seen("A3", "a"), expect(&["a", "aat"], 0, 0));
    assert_eq!(board.rows(&[[1, 2]])[1], ".CaT...........");
    assert!(Board::read(&[".".to_owned()]).is_err());
}

fn words() -> Words {
    let mut text = String::from("the\t250\n");
    (0..9).for_each(|n| text.push_str(&format!("rare{n}\t10\n")));
    Words::read(&text).unwrap()
}

#[test]
fn a_vocabulary_has_the_most_common_words_and_some_of_those_on_which_it_ends() {
    let words = words();
    assert_eq!(words.len(), 10);
    let (the, rare) = (words.place("the").unwrap(), words.place("rare3").unwrap());
    assert_eq!(([the.from, the.to], [rare.from, rare.to]), ([0, 1], [1, 10]));
    assert!((1..1000).all(|who| the.is_known(1, who) && !rare.is_known(1, who)));
    assert!((1..1000).all(|who| rare.is_known(10, who)));
    let some = (1..1001).filter(|&who| rare.is_known(4, who)).count();
    assert!((250..420).contains(&some), "about a third, not {some}");
    assert_eq!(words.place("none"), None);
}

fn play(words: &Words, word: &str, length: usize, score: f64) -> (f64, Play) {
    let words = vec![words.place(word).unwrap()];
    let play = Play { words, length, through: 0, blanks: 0, score };
    (play.chance(), play)
}

#[test]
fn players_choose_the_best_of_what_they_know_and_see() {
    let words = words();
    let plays = [play(&words, "rare1", 2, 50.0), play(&words, "the", 2, 20.0)];
    assert_eq!((plays[0].0, plays[1].0), (1.0, 1.0), "nothing is hidden about them");
    let choices = |vocabulary| {
        let games = (1..500).map(|who| choose(&plays, vocabulary, who, &mut Dice::of(3, who)));
        games.collect::<Vec<_>>()
    };
    assert!(choices(10).iter().all(|choice| *choice == Some(0)));
    assert!(choices(1).iter().all(|choice| *choice == Some(1)));
    assert!(choices(0).iter().all(Option::is_none));
}

#[test]
fn rarer_longer_and_better_hidden_plays_are_overlooked_more_often() {
    let words = words();
    let chance = |length, through, blanks| {
        let words = vec![words.place("the").unwrap()];
        Play { words, length, through, blanks, score: 1.0 }.chance()
    };
    assert!(chance(3, 0, 0) > chance(7, 0, 0));
    assert!(chance(7, 0, 0) > chance(7, 2, 0));
    assert!(chance(7, 0, 0) > chance(7, 0, 1));
    let mut text = String::new();
    (0..4000).for_each(|n| text.push_str(&format!("w{n}\t{}\n", 250 - n / 1000)));
    let many = Words::read(&text).unwrap();
    let rarity = |word| many.place(word).unwrap().rarity();
    assert!(rarity("w1") < rarity("w3999") && rarity("w1") == 0.0);
    assert!(VOCABULARIES.is_sorted());
}
