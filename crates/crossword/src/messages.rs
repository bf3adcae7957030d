//! Samples of this crate's messages for the list in the documentation: every error, and malformed profiles.

use crate::board::{BoardType, Square};
use crate::game::TurnError;
use crate::lexicon::{BuildError, GraphError, PackedError, RanksError, ReadError, ShippedError};
use crate::locale::Locale;
use crate::movegen::AlphabetError;
use crate::moves::MoveError;
use crate::position::{Fault, PositionError};
use crate::rack::RackError;
use crate::riddle::{GuessError, Illegal, PosedError, Profile, ProfileError};
use testing::messages::{Messages, every, hold, say};

#[test]
fn the_messages_of_words_are_listed() {
    let mut all = Messages::new();
    names(&mut all);
    boards(&mut all);
    files(&mut all);
    profiles(&mut all);
    hold("crossword", "Boards, moves, lexicons and profiles.", &all);
}

fn names(all: &mut Messages) {
    say(all, "BoardTypeError", "standart".parse::<BoardType>().unwrap_err());
    say(all, "LocaleError", "en_UK".parse::<Locale>().unwrap_err());
    say(all, "AlphabetError", AlphabetError { lexicon: "is", position: "en" });
    say(all, "RanksError", RanksError { ranks: 1, words: 2 });
}

fn boards(all: &mut Messages) {
    let square = Square { row: 7, col: 7 };
    let letters = || "abc".to_owned();
    every!(all, "moves", MoveError {
        MoveError::Coordinate { .. } => MoveError::Coordinate { found: "H99".to_owned() },
        MoveError::Letter { .. } => MoveError::Letter { found: '7' },
        MoveError::TooLong => MoveError::TooLong,
        MoveError::Occupied { .. } => MoveError::Occupied { square },
        MoveError::GoesOn { .. } => MoveError::GoesOn { square },
        MoveError::NoTiles => MoveError::NoTiles,
    });
    every!(all, "position", PositionError {
        PositionError::Rows { .. } => PositionError::Rows { found: 1 },
        PositionError::Row { .. } => PositionError::Row { row: 'C', found: 1 },
        PositionError::Letter { .. } => PositionError::Letter { square, found: '7', letters: letters() },
        PositionError::TooMany { .. } => PositionError::TooMany { square, letter: 'q', found: 2, has: 1 },
        PositionError::Island { .. } => PositionError::Island { square },
        PositionError::Blank { .. } =>
            PositionError::Blank { name: "H8".to_owned(), what: "is an empty square" },
        PositionError::Rack(_) => PositionError::Rack(RackError::Size { found: 8 }),
    });
    every!(all, "position", Fault {
        Fault::Word { .. } => Fault::Word { at: "H8".to_owned(), word: "qzx".to_owned() },
        Fault::Start { .. } => Fault::Start { start: square },
    });
    every!(all, "rack", RackError {
        RackError::Letter { .. } => RackError::Letter { found: '7', letters: letters() },
        RackError::Size { .. } => RackError::Size { found: 8 },
    });
    every!(all, "guess", GuessError {
        GuessError::Square(_) => GuessError::Square(MoveError::Coordinate { found: "H99".to_owned() }),
        GuessError::Word(_) => GuessError::Word(MoveError::Letter { found: '7' }),
        GuessError::Alphabet(_) => GuessError::Alphabet(AlphabetError { lexicon: "is", position: "en" }),
    });
    every!(all, "guess", Illegal {
        Illegal::Move(_) => MoveError::Occupied { square }.into(),
        Illegal::Rack(_) => TurnError::Rack.into(),
        Illegal::Apart(_) => PositionError::Island { square }.into(),
        Illegal::Fault(_) => Fault::Start { start: square }.into(),
    });
    every!(all, "riddle", PosedError {
        PosedError::Position(_) => PosedError::Position(PositionError::Rows { found: 1 }),
        PosedError::Solution(_) => PosedError::Solution(MoveError::TooLong),
        PosedError::Best { .. } =>
            PosedError::Best { said: "H8 cat 10".to_owned(), best: "H8 cats 12".to_owned() },
        PosedError::NoPlay => PosedError::NoPlay,
        PosedError::Alphabet(_) => AlphabetError { lexicon: "is", position: "en" }.into(),
    });
    every!(all, "game", TurnError {
        TurnError::Over => TurnError::Over,
        TurnError::Rack => TurnError::Rack,
        TurnError::Illegal => TurnError::Illegal,
        TurnError::Bag { .. } => TurnError::Bag { left: 1 },
        TurnError::NoTiles => TurnError::NoTiles,
    });
}

fn files(all: &mut Messages) {
    every!(all, "lexicon", BuildError {
        BuildError::NotUtf8 { .. } => BuildError::NotUtf8 { line: 3, byte: 0xe9 },
        BuildError::NoWords { .. } => BuildError::NoWords {
            letters: "abc".to_owned(), lines: 1, outside_alphabet: 1, outside_length: 0,
        },
        BuildError::Graph(_) => BuildError::Graph(GraphError::Root),
        BuildError::TooMany(_) => BuildError::TooMany("more than 2^24".to_owned()),
    });
    every!(all, "lexicon", ReadError {
        ReadError::Foreign => ReadError::Foreign,
        ReadError::Version { .. } => ReadError::Version { found: 9 },
        ReadError::CutOff { .. } => ReadError::CutOff { found: 1, needed: 20 },
        ReadError::TooLong(_) => ReadError::TooLong(1),
        ReadError::Damaged { .. } => ReadError::Damaged { section: "head".to_owned() },
        ReadError::Missing(_) => ReadError::Missing("meta"),
        ReadError::About(_) => ReadError::About("missing field `locale`".to_owned()),
        ReadError::Alphabet { .. } => ReadError::Alphabet {
            locale: Locale::EnUs, found: "abc".to_owned(), expected: "abcd".to_owned(),
        },
        ReadError::Section { .. } => ReadError::Section {
            section: "fore", error: PackedError::Graph(GraphError::Root),
        },
        ReadError::Content(_) => ReadError::Content("the number of words is 1, and it says that it is 2".to_owned()),
    });
    every!(all, "lexicon", GraphError {
        GraphError::Root => GraphError::Root,
        GraphError::Order(_) => GraphError::Order(7),
        GraphError::Letter(_) => GraphError::Letter(7),
        GraphError::TooMany(_) => GraphError::TooMany(1 << 25),
    });
    every!(all, "lexicon", PackedError {
        PackedError::Stream => PackedError::Stream,
        PackedError::Length { .. } => PackedError::Length { nodes: 2, arcs: 3, bytes: 7 },
        PackedError::Node(_) => PackedError::Node(7),
        PackedError::Arcs { .. } => PackedError::Arcs { letters: 3, arcs: 2 },
        PackedError::Graph(_) => PackedError::Graph(GraphError::Root),
    });
    every!(all, "lexicon", ShippedError {
        ShippedError::NotShipped(_) => ShippedError::NotShipped(Locale::NbNo),
        ShippedError::LeftOut(_) => ShippedError::LeftOut(Locale::PlPl),
        ShippedError::Read(_) => ShippedError::Read(ReadError::Foreign),
    });
}

fn profiles(all: &mut Messages) {
    every!(all, "profile", ProfileError {
        ProfileError::Unknown { .. } => Profile::read("bets 40").unwrap_err(),
        ProfileError::Value { .. } => Profile::read("tiles many").unwrap_err(),
        ProfileError::Twice { .. } => Profile::read("best 1\nbest 2").unwrap_err(),
        ProfileError::Missing(_) => Profile::read("").unwrap_err(),
        ProfileError::Boards { .. } => ProfileError::Boards { boards: 9, numbers: 1 },
        ProfileError::Name(_) => Profile::named("dayly").unwrap_err(),
    });
    for line in [
        "plays x",
        "plays_with_blank x",
        "best x",
        "unique perhaps",
        "gap x",
        "length 1",
        "answer_commonness rare",
        "triple_triple x",
        "boards_per_game 0",
        "word_racks 17",
        "difficulty 30",
        "weight.best x",
        "name",
    ] {
        say(all, format!("profile {line:?}"), Profile::read(line).unwrap_err());
    }
}
