//! The messages of the program itself, for the list of all messages.

use crate::cli::exit::Failure;
use crossword::board::BoardTypeError;
use crossword::position::PositionError;
use store::stored_riddle::StoredError;
use store::{Cause, SecretError, StoreError};
use testing::messages::{Messages, every, hold};

#[test]
fn the_messages_of_the_program_are_listed() {
    let mut all = Messages::new();
    let json = || serde_json::from_str::<u8>("x").unwrap_err();
    every!(&mut all, "exit", Failure {
        Failure::Usage(_) => Failure::Usage("--full goes with --format json".to_owned()),
        Failure::Input(_) => Failure::Input("level.json: there is no such file".to_owned()),
        Failure::Board(_) => Failure::Board("two.xsb 2: line 7, column 1: no player".to_owned()),
    });
    every!(&mut all, "store", StoreError {
        StoreError::Address(_) => StoreError::Address("store.db".to_owned()),
        StoreError::Missing(_) => StoreError::Missing("sqlite:riddles.db".to_owned()),
        StoreError::Open { .. } => StoreError::Open {
            place: "sqlite:riddles.db".to_owned(),
            cause: Cause::lasting("it is no database of SQLite (file is not a database)".to_owned()),
        },
        StoreError::Empty(_) => StoreError::Empty("sqlite:riddles.db".to_owned()),
        StoreError::NoSeed(_) => StoreError::NoSeed("sqlite:riddles.db".to_owned()),
        StoreError::Gone(_) => StoreError::Gone("riddles.db".to_owned()),
        StoreError::Late => StoreError::Late,
        StoreError::Away => StoreError::Away,
        StoreError::Query(_) => StoreError::Query(sqlx::Error::RowNotFound),
        StoreError::Secret(_) => StoreError::Secret(SecretError::Damaged),
        StoreError::OtherSeed => StoreError::OtherSeed,
        StoreError::Row { .. } => StoreError::Row {
            key: "daily riddle en_US 2026-12-01, revision 1".to_owned(),
            what: "the board has 14 rows".to_owned(),
        },
        StoreError::Stored(_) => StoreError::Stored(StoredError::Format("quandary/stored-riddle/9".to_owned())),
    });
    every!(&mut all, "store", SecretError {
        SecretError::Short(_) => SecretError::Short(1),
        SecretError::Draw(_) => SecretError::Draw(getrandom::Error::UNSUPPORTED),
        SecretError::Damaged => SecretError::Damaged,
    });
    every!(&mut all, "wire", StoredError {
        StoredError::Json(_) => StoredError::Json(json()),
        StoredError::Format(_) => StoredError::Format("quandary/stored-riddle/9".to_owned()),
        StoredError::Board(_) => StoredError::Board(BoardTypeError("standart".to_owned())),
        StoredError::Position(_) => StoredError::Position(PositionError::Rows { found: 14 }),
    });
    hold("app", "The store, guesses and saved riddles.", &all);
}
