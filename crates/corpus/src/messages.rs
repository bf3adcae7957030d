//! Samples of this crate's messages for the list in the documentation.

use crate::table::TableError;
use crate::{RequestError, RowError};
use crossword::board::BoardTypeError;
use crossword::lexicon::shipped;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{Profile, Request, RiddleProblem};
use std::io;
use testing::messages::{Messages, every, hold};

#[test]
fn the_messages_of_corpora_are_listed() {
    let mut all = Messages::new();
    let design = || Profile::named("design").unwrap();
    let request = Request::new(Setting::standard(Locale::EnUs), design());
    let icelandic = shipped(Locale::IsIs).unwrap();
    let alphabet = || RiddleProblem::new(&request, &icelandic).err().unwrap();
    every!(&mut all, "corpus", RequestError {
        RequestError::Json(_) => RequestError::Json("make: line 1, column 9: missing field `make`".to_owned()),
        RequestError::Empty => RequestError::Empty,
        RequestError::Seeds { .. } => RequestError::Seeds { first: 9_007_199_254_740_991, count: 2 },
        RequestError::Parts { .. } => RequestError::Parts { parts: 11, count: 10, most: 10 },
        RequestError::Part { .. } => RequestError::Part { part: 4, parts: 4 },
        RequestError::NoCategory => RequestError::NoCategory,
        RequestError::Category(_) => dungeon::layout::category("castle").unwrap_err().into(),
        RequestError::Dungeon(_) => dungeon::dungeon::RequestError::Rooms(9_999).into(),
        RequestError::Mission(_) => dungeon::mission::Request::default().check(3).unwrap_err().into(),
        RequestError::Space(_) => dungeon::mission::Count::new(9).with_link_chance(2.0).err().unwrap().into(),
        RequestError::AlikeInPart => RequestError::AlikeInPart,
        RequestError::Board(_) => BoardTypeError("standart".to_owned()).into(),
        RequestError::Locale(_) => "de_DE".parse::<Locale>().unwrap_err().into(),
        RequestError::Profile(_) => Profile::named("hard").unwrap_err().into(),
        RequestError::NoLexicon(_) => RequestError::NoLexicon(Locale::NbNo),
        RequestError::OtherLocale { .. } => {
            RequestError::OtherLocale { asked: Locale::EnUs, found: Locale::IsIs }
        },
        RequestError::OtherWords { .. } => {
            RequestError::OtherWords { asked: "aa".repeat(32), found: "bb".repeat(32) }
        },
        RequestError::Alphabet(_) => alphabet().into(),
    });
    every!(&mut all, "corpus", RowError {
        RowError::Interrupted => RowError::Interrupted,
        RowError::Row { .. } => RowError::Row { row: 10, last: 9 },
        RowError::Written(_) => RowError::Written("the dungeon has no tiles".to_owned()),
    });
    every!(&mut all, "table", TableError {
        TableError::Io(_) => TableError::Io(io::ErrorKind::StorageFull.into()),
        TableError::Parquet(_) => TableError::Parquet("a text is not UTF-8".to_owned()),
        TableError::Columns(_) => {
            TableError::Columns("`seeds` stands where `seed` is to be".to_owned())
        },
    });
    hold("corpus", "Corpora that cannot be asked for, rows that were not made, tables.", &all);
}
