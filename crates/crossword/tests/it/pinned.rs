//! Games, plays and riddles of a handful of seeds, pinned by hash.
//!
//! Other tests compare plays with a naive generator and riddles with the rules. Here every turn, rank and reject
//! reason is the same as before.

use quandary_crossword::board::BoardType;
use quandary_crossword::json::game;
use quandary_crossword::json::positions::{BatchOptions, Plays, answer};
use quandary_crossword::json::riddle::RiddleLine;
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Opening, Prepared, Scratch};
use quandary_crossword::moves::Move;
use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::riddle::{
    self, Guess, HintLevel, KEPT, Posed, Profile, RejectReason, make,
};
use quandary_crossword::robot::{Casual, Played, Robot, play};
use search::{Budget, Control, Goal, Seed};
use serde_json::json;
use std::fmt::{Debug, Write as _};
use std::sync::LazyLock;
use testing::pinned::hold;

static AMERICAN: LazyLock<Lexicon> = LazyLock::new(|| lexicon::shipped(Locale::EnUs).unwrap());
static BRITISH: LazyLock<Lexicon> = LazyLock::new(|| lexicon::shipped(Locale::EnGb).unwrap());
static POLISH: LazyLock<Lexicon> = LazyLock::new(polish);

/// A language of few words, some with letters that English does not have.
fn polish() -> Lexicon {
    let words = "as\nasa\nasy\nżar\nżary\nłaś\nłasi\nmy\nmysz\nmyszy\nkot\nkota\nkoty\nkąt\nkąty\nsowa\nsowy\nda\ndaj\ntak\n\
                 ta\nto\nno\non\nona\nono\nósmy\nsen\nsny\nrak\nraki\nmak\nmaki\noko\noka\nucho\nza\nzez\nże\n";
    lexicon::build(words.as_bytes(), Locale::PlPl, &lexicon::Options::default()).unwrap().0
}

fn seed(n: u64) -> Seed {
    Seed::new(n).expect("a small seed")
}

/// Appends a value's `Debug` text.
fn say(text: &mut String, value: impl Debug) {
    let _ = writeln!(text, "{value:?}");
}

fn setting(locale: Locale, board: BoardType) -> Setting {
    Setting { locale, board }
}

/// A game between two different robots.
fn game(lexicon: &Lexicon, board: BoardType, n: u64) -> Played {
    let casual = |commonness, among| Robot::Casual(Casual { commonness, among });
    let robots = [
        [Robot::Greedy, Robot::Greedy],
        [casual(0, 5), Robot::Greedy],
        [casual(120, 3), casual(60, 0)],
    ];
    let setting = setting(lexicon.about().locale, board);
    play(setting, robots[n as usize % 3], lexicon, seed(n).attempt(0)).expect("a game")
}

#[test]
fn games() {
    let mut said = Vec::new();
    for (name, lexicon) in [("american", &AMERICAN), ("british", &BRITISH), ("polish", &POLISH)] {
        let mut text = String::new();
        for (n, board) in
            (0..12).map(|n| (n, [BoardType::Standard, BoardType::Explo][n as usize % 2]))
        {
            let played = game(lexicon, board, n);
            let request = game::GameRequest {
                seed: seed(n),
                commonness: 1,
                among: 2,
                lexicon: lexicon.about(),
            };
            text += &serde_json::to_string(&game::GameJson::new(&played, &request)).expect("JSON");
            text += &played.position.draw(Notation::Batch);
            say(&mut text, played.position.words());
            say(&mut text, played.position.faults(lexicon));
        }
        said.push((name, text));
    }
    hold!("games", &said);
}

#[test]
fn plays() {
    let mut said = Vec::new();
    for (name, lexicon) in [("american", &AMERICAN), ("british", &BRITISH), ("polish", &POLISH)] {
        let (mut text, mut scratch) = (String::new(), Scratch::default());
        for n in 0..6 {
            for turn in game(lexicon, BoardType::Standard, n).turns.into_iter().step_by(3) {
                for opening in [Opening::Across, Opening::BothWays] {
                    let position = turn.before.clone();
                    let prepared = Prepared::new(position, lexicon).unwrap().with_opening(opening);
                    let plays = prepared.all(&mut scratch);
                    let batch = |play: &_| -> String { Move::batch(play, prepared.position()) };
                    text += &plays.iter().map(batch).collect::<Vec<_>>().join(";");
                    say(&mut text, prepared.best(&mut scratch));
                }
                say(&mut text, answers(&turn.before, lexicon, &mut scratch));
            }
        }
        said.push((name, text));
    }
    hold!("plays", &said);
}

/// The answers to a line of JSON about a position.
fn answers(position: &Position, lexicon: &Lexicon, scratch: &mut Scratch) -> String {
    let rack = position.rack().print(lexicon.alphabet());
    let line = json!({ "board": position.rows(Notation::Batch), "rack": rack }).to_string();
    let ways = [(Plays::Raw, true, 3), (Plays::Pretty, false, 50)];
    let requests =
        ways.map(|(plays, strict, limit)| BatchOptions { board: None, strict, plays, limit });
    let answers = requests.map(|request| answer(line.as_bytes(), lexicon, &request, scratch));
    format!("{answers:?}")
}

#[test]
fn riddles() {
    let mut said = Vec::new();
    let own = "tiles 15..60\nracks_per_board 3\nweight.gap 1";
    let mut profiles = vec![("own", Profile::read(own).unwrap())];
    for name in Profile::NAMES {
        profiles.push((name, Profile::named(name).unwrap()));
    }
    for (name, profile) in profiles {
        let mut text = String::new();
        for (lexicon, board) in [(&AMERICAN, BoardType::Standard), (&BRITISH, BoardType::Explo)] {
            let setting = setting(lexicon.about().locale, board);
            let request = riddle::Request::new(setting, profile.clone());
            let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(1500), time: None };
            let report = make(&request, lexicon, seed(3), &budget, &Control::default()).unwrap();
            say(&mut text, (&report.tally, report.boards, report.accepted));
            for riddle in &report.riddles {
                let line = RiddleLine::from(riddle);
                text += &serde_json::to_string(&line).expect("JSON");
                let posed = line.posed(setting, lexicon).expect("a sound riddle");
                told(&mut text, &posed, lexicon);
            }
        }
        said.push((name, text));
    }
    hold!("riddles", &said);
}

/// Appends everything that a player can see of a riddle.
fn told(text: &mut String, posed: &Posed, lexicon: &Lexicon) {
    let secret = posed.secret();
    let mut level = HintLevel::default();
    while let Some(hint) = level.advance(&secret) {
        *text += &hint.words();
    }
    let rating = posed.rating(lexicon);
    *text += &serde_json::to_string(&rating).expect("JSON");
    say(text, (rating, posed.average_score(), posed.plays().len()));
    for play in posed.plays().iter().step_by(40) {
        let told = play.describe(posed.position());
        let (square, rest) = told.split_once(' ').expect("a square");
        let word = rest.split_once(' ').map_or(rest, |(word, _)| word);
        let guess = Guess { square, word };
        // The nested `Ok` keeps the form of the pinned text.
        say(text, posed.evaluate(guess).map(Ok::<_, ()>));
    }
}

#[test]
fn lexicons() {
    let mut text = String::new();
    // Not a shared lexicon: the memory of those grows with the first search for a riddle.
    let (american, polish) = (lexicon::shipped(Locale::EnUs).unwrap(), polish());
    for lexicon in [&american, &polish] {
        say(&mut text, (lexicon.len(), lexicon.memory(), lexicon.about(), lexicon.has_ranks()));
        let mut number = 0;
        lexicon.words(|word| {
            if number % 997 == 0 {
                let _ = writeln!(text, "{word} {:?} {:?}", lexicon.index(word), lexicon.rank(word));
            }
            number += 1;
        });
    }
    say(&mut text, polish.write());
    // A generated list of some 26,000 words.
    let (mut list, mut number) = (String::new(), 0);
    american.words(|word| {
        number += 1;
        if number % 9 == 0 {
            let _ = writeln!(list, "{word}");
        }
    });
    let (built, report) =
        lexicon::build(list.as_bytes(), Locale::EnUs, &lexicon::Options::default()).unwrap();
    say(&mut text, (report, built.memory(), built.write()));
    hold!("lexicons", &[("lexicons", text)]);
}

#[test]
fn names() {
    let mut text = String::new();
    for locale in Locale::ALL {
        let names: Vec<_> = locale.short_names().collect();
        say(&mut text, (locale.name(), locale.title(), names, locale.to_string()));
        for board in [BoardType::Standard, BoardType::Explo] {
            let tiles = locale.tiles(board);
            say(&mut text, (board.name(), tiles.name(), tiles.total(), tiles.blanks()));
        }
    }
    for reject in RejectReason::ALL {
        say(&mut text, (reject.name(), reject.to_string()));
    }
    hold!("names", &[("names", text)]);
}
