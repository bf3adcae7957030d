//! A batch of positions: reads one line and writes the answer line.
//!
//! An input line has `board`, `rack`, `board_type` and `id`; other fields are ignored. An answer has the unchanged
//! `id`, `count`, `best_score` (null without plays), `score_sum`, `hash`, and optionally `plays`. Invariant: the four
//! figures cover all legal plays, however many are listed.

use crate::board::BoardType;
use crate::lexicon::Lexicon;
use crate::movegen::{Prepared, Scratch};
use crate::moves::{Move, coordinate};
use crate::position::{Notation, Position, Setting};
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::hash::Hasher;

/// Format of the plays in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// Batch notation.
    Raw,
    /// Notation for people.
    Pretty,
    /// No plays.
    None,
}

/// Settings for all lines.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// The board that every line must name; `None` for any.
    pub board: Option<BoardType>,
    /// True if invalid words on the board are errors, not warnings.
    pub strict: bool,
    /// Format of the plays.
    pub plays: Plays,
    /// Largest number of plays written.
    pub limit: usize,
}

/// The answer to a line.
#[derive(Debug)]
pub struct Answer {
    /// The line, ended by a newline.
    pub line: Vec<u8>,
    /// Faults that make the position impossible in play.
    pub warnings: Vec<String>,
}

/// An input line.
#[derive(Deserialize)]
#[serde(expecting = "an object with board and rack")]
struct Record<'a> {
    /// `Some(null)` is written as null.
    #[serde(default, deserialize_with = "present")]
    id: Option<Value>,
    #[serde(default, borrow)]
    board_type: Option<Cow<'a, str>>,
    #[serde(borrow)]
    board: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    rack: Cow<'a, str>,
}

fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// An answer line.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    count: usize,
    best_score: Option<u32>,
    score_sum: u64,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<Listed<'a>>,
}

/// The plays that are written.
#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'a> {
    Raw(Vec<String>),
    Pretty(Vec<Pretty<'a>>),
}

/// A play in the notation for people.
#[derive(Serialize)]
struct Pretty<'a> {
    square: String,
    word: Cow<'a, str>,
    score: u32,
}

/// Answers a line.
///
/// # Errors
/// The fault, with the field and, if known, the row or square.
pub fn answer(
    line: &[u8],
    lexicon: &Lexicon,
    request: &BatchOptions,
    scratch: &mut Scratch,
) -> Result<Answer, String> {
    let record = read(line)?;
    let board = board(record.board_type.as_deref(), request.board)?;
    let setting = Setting { locale: lexicon.about().locale, board };
    let position = Position::read(setting, &record.board, Notation::Batch)
        .map_err(|error| format!("board: {error}"))?;
    let position = position.with_rack(&record.rack).map_err(|error| error.to_string())?;
    let faults = position.faults(lexicon);
    if let Some(fault) = faults.first().filter(|_| request.strict) {
        return Err(format!("board: {fault}"));
    }
    let warnings = faults.iter().map(|fault| format!("board: {fault}")).collect();
    let prepared = Prepared::new(position, lexicon).map_err(|error| error.to_string())?;
    let mut tally = Tally::default();
    let plays = match request.plays {
        Plays::None => {
            prepared.each(scratch, |play| tally.add(&play, lexicon));
            None
        }
        written => {
            let all = prepared.all(scratch);
            for play in &all {
                tally.add(play, lexicon);
            }
            let shown = all.get(..request.limit).unwrap_or(&all);
            Some(listed(shown, prepared.position(), written))
        }
    };
    let answer = Line {
        id: record.id,
        count: tally.count,
        best_score: tally.best,
        score_sum: tally.sum,
        hash: format!("{:016x}", tally.hash),
        plays,
    };
    let mut line = serde_json::to_vec(&answer).map_err(|error| error.to_string())?;
    line.push(b'\n');
    Ok(Answer { line, warnings })
}

/// Reads a line.
fn read(line: &[u8]) -> Result<Record<'_>, String> {
    // Without the newline, the reader reports an early end as a column of this line.
    let mut json = serde_json::Deserializer::from_slice(line.trim_ascii_end());
    let record: Record<'_> = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." || path == "?" { String::new() } else { format!("{path}: ") };
        place + &said(error.inner())
    })?;
    json.end().map_err(|error| said(&error))?;
    Ok(record)
}

/// Message of the JSON reader, with the column. The caller adds the line number.
fn said(error: &serde_json::Error) -> String {
    format!("{} (column {})", diagnostics::of_json(&error.to_string()), error.column())
}

/// The board of a line.
fn board(named: Option<&str>, asked: Option<BoardType>) -> Result<BoardType, String> {
    let named: Option<BoardType> =
        named.map(str::parse).transpose().map_err(|error| format!("board_type: {error}"))?;
    match (named, asked) {
        (Some(named), Some(asked)) if named != asked => {
            Err(format!("board_type: is {named}, and --board-type says {asked}"))
        }
        (named, asked) => Ok(named.or(asked).unwrap_or(BoardType::Standard)),
    }
}

/// The plays in the requested format.
fn listed<'a>(plays: &[Move], position: &Position, written: Plays) -> Listed<'a> {
    let pretty = |play: &Move| Pretty {
        square: coordinate(play.start(), play.direction()),
        word: play.word(position).into(),
        score: play.score(),
    };
    match written {
        Plays::Pretty => Listed::Pretty(plays.iter().map(pretty).collect()),
        _ => Listed::Raw(plays.iter().map(|play| play.batch(position)).collect()),
    }
}

/// Figures counted over all plays.
#[derive(Default)]
struct Tally {
    count: usize,
    best: Option<u32>,
    sum: u64,
    hash: u64,
    text: String,
}

impl Tally {
    fn add(&mut self, play: &Move, lexicon: &Lexicon) {
        self.count += 1;
        self.best = self.best.max(Some(play.score()));
        self.sum += u64::from(play.score());
        self.text.clear();
        play.batch_into(lexicon.alphabet(), &mut self.text);
        self.hash = self.hash.wrapping_add(fnv1a(self.text.as_bytes()));
    }
}

/// FNV-1a with 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::{Options, build};
    use crate::locale::Locale;
    use serde_json::json;

    fn lexicon() -> Lexicon {
        build(b"cab\nat\nta\n", Locale::EnUs, &Options::default()).unwrap().0
    }

    fn request(plays: Plays) -> BatchOptions {
        BatchOptions { board: None, strict: false, plays, limit: 1 }
    }

    fn ask(value: &Value, request: &BatchOptions) -> Result<Value, String> {
        let line = value.to_string();
        let answer = answer(line.as_bytes(), &lexicon(), request, &mut Scratch::default())?;
        Ok(serde_json::from_slice(&answer.line).unwrap())
    }

    fn empty() -> Value {
        json!({"board": vec!["."; 15].iter().map(|dot| dot.repeat(15)).collect::<Vec<_>>(), "rack": "AT"})
    }

    #[test]
    fn figures_are_over_all_plays() {
        let mut value = empty();
        value["id"] = json!({"any": [1]});
        let said = ask(&value, &request(Plays::Raw)).unwrap();
        let sum: u64 = ["H 7 6 AT 4", "H 7 7 AT 4", "H 7 6 TA 4", "H 7 7 TA 4"]
            .iter()
            .fold(0, |sum, play| fnv1a(play.as_bytes()).wrapping_add(sum));
        let expect = json!({
            "id": {"any": [1]}, "count": 4, "best_score": 4, "score_sum": 16,
            "hash": format!("{sum:016x}"), "plays": ["H 7 6 AT 4"]
        });
        assert_eq!(said, expect);
        let said = ask(&value, &request(Plays::Pretty)).unwrap();
        assert_eq!(said["plays"], json!([{"square": "H7", "word": "at", "score": 4}]));
        let said = ask(&value, &request(Plays::None)).unwrap();
        assert_eq!((&said["hash"], said.get("plays")), (&expect["hash"], None));
        value["rack"] = json!("ZZ");
        let error = ask(&value, &request(Plays::None)).unwrap_err();
        assert!(error.contains("2 of 'z', and the set has 1"), "{error}");
        value["rack"] = json!("");
        let said = ask(&value, &request(Plays::Raw)).unwrap();
        assert_eq!((&said["best_score"], &said["plays"]), (&Value::Null, &json!([])));
        assert_eq!(said["hash"], "0".repeat(16));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let check = |change: &dyn Fn(&mut Value), part: &str| {
            let mut value = empty();
            change(&mut value);
            let error = ask(&value, &request(Plays::Raw)).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        check(&|value| value["board"][2] = json!("."), "board: row C has 1 square; a row has 15");
        check(
            &|value| value["board"][2] = json!(7),
            "board[2]: expected a string, found the integer 7",
        );
        check(&|value| value["board"][7] = json!(".......þ......."), "board: H8: 'þ' is no letter");
        check(&|value| value["board_type"] = json!("super"), "known are standard, explo");
        check(&|value| *value = json!([]), "an object with board and rack");
        check(&|value| *value = json!({"rack": ""}), "missing field `board`");
        let line =
            answer(b"{\"rack\": x", &lexicon(), &request(Plays::Raw), &mut Scratch::default());
        assert_eq!(line.unwrap_err(), "rack: no value of JSON stands here (column 10)");
        let asked = BatchOptions { board: Some(BoardType::Explo), ..request(Plays::Raw) };
        let mut value = empty();
        assert!(ask(&value, &asked).is_ok());
        value["board_type"] = json!("standard");
        assert!(ask(&value, &asked).unwrap_err().contains("--board-type says explo"));
    }

    #[test]
    fn words_that_are_none_are_warnings_unless_asked() {
        let mut value = empty();
        value["board"][7] = json!(".......TT......");
        let line = value.to_string();
        let strict = BatchOptions { strict: true, ..request(Plays::Raw) };
        let mut scratch = Scratch::default();
        let said = answer(line.as_bytes(), &lexicon(), &request(Plays::Raw), &mut scratch).unwrap();
        assert_eq!(said.warnings, ["board: H8: \"tt\" is no word"]);
        assert_eq!(ask(&value, &strict).unwrap_err(), "board: H8: \"tt\" is no word");
    }
}
