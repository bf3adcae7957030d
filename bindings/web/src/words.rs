//! Riddles, boards and plays.
//!
//! [`open`] opens a lexicon; the following queries use it.

use crate::Progress;
use crate::refusal::{Refusal, written};
use ask::RiddleRequest;
use ask::riddle::{board, locale};
use crossword::board::Square;
use crossword::lexicon::Lexicon;
use crossword::movegen;
use crossword::moves::{Move, coordinate};
use crossword::position::{Position, Setting};
use crossword::riddle::{HINTS, Posed, hint};
use search::{Control, Seed};
use serde::Deserialize;
use serde_json::json;
use std::cell::RefCell;

thread_local! {
    static LEXICON: RefCell<Option<Lexicon>> = const { RefCell::new(None) };
}

/// A query.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Query {
    Board(BoardQuery),
    Riddle(RiddleRequest),
    Plays(PlaysQuery),
    Hint(HintQuery),
}

/// The language and the kind of a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardQuery {
    locale: String,
    #[serde(default)]
    board_type: Option<String>,
}

/// A query for the plays of a position, with the fields of a riddle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaysQuery {
    #[serde(default)]
    board_type: Option<String>,
    board: Vec<String>,
    blanks: Vec<String>,
    rack: String,
}

/// A query for a hint at the best play of a position; `number` is the hint level.
#[derive(Deserialize)]
struct HintQuery {
    number: u32,
    #[serde(flatten)]
    position: PlaysQuery,
}

/// Opens the file of a lexicon. Returns its locale and its number of words.
///
/// # Errors
/// A damaged file, or a file of another format.
pub fn open(file: &[u8]) -> Result<String, Refusal> {
    let lexicon = Lexicon::read(file).map_err(Refusal::input)?;
    let answer = json!({"locale": lexicon.about().locale.name(), "words": lexicon.len()});
    LEXICON.with_borrow_mut(|slot| *slot = Some(lexicon));
    written(&answer)
}

/// Answers a query.
///
/// # Errors
/// A malformed request, no open lexicon, or nothing found.
///
/// ```
/// let request = r#"{"ask": "board", "locale": "en_US"}"#;
/// let answer = quandary_web::words::ask(request, |_, _| ()).map_err(|refusal| refusal.error)?;
/// assert!(answer.starts_with(r#"{"premiums":[[1,3],[1,1],"#));
/// # Ok::<(), String>(())
/// ```
pub fn ask(request: &str, progress: Progress) -> Result<String, Refusal> {
    match serde_json::from_str(request).map_err(Refusal::request)? {
        Query::Board(query) => query.answer(),
        Query::Riddle(request) => with_lexicon(|lexicon| riddle(&request, lexicon, progress)),
        Query::Plays(query) => with_lexicon(|lexicon| query.answer(lexicon)),
        Query::Hint(query) => with_lexicon(|lexicon| query.answer(lexicon)),
    }
}

fn with_lexicon<T>(ask: impl FnOnce(&Lexicon) -> Result<T, Refusal>) -> Result<T, Refusal> {
    LEXICON.with_borrow(|lexicon| match lexicon {
        Some(lexicon) => ask(lexicon),
        None => Err(Refusal::request("no lexicon was opened")),
    })
}

impl BoardQuery {
    /// The premiums of the squares (the factors of letter and word), and the letters with their values.
    fn answer(self) -> Result<String, Refusal> {
        let locale = locale(&self.locale)?;
        let kind = board(self.board_type.as_deref())?;
        let tiles = locale.tiles(kind);
        let premiums: Vec<[_; 2]> = Square::all()
            .map(|square| kind.board().premium(square))
            .map(|premium| [premium.letter, premium.word])
            .collect();
        let letters: Vec<_> = (0..32)
            .filter_map(crossword::alphabet::Letter::new)
            .take(tiles.alphabet().len())
            .map(|letter| {
                json!({"letter": tiles.alphabet().lower(letter).to_string(), "value": tiles.value(letter)})
            })
            .collect();
        written(&json!({"premiums": premiums, "letters": letters}))
    }
}

/// The JSON of `quandary riddle`; the default seed is 1.
fn riddle(
    request: &RiddleRequest,
    lexicon: &Lexicon,
    progress: Progress,
) -> Result<String, Refusal> {
    let seed = Seed::new(request.seed.unwrap_or(1)).map_err(Refusal::request)?;
    let control = Control { progress: &progress, ..Control::default() };
    let riddle = request.task()?.make(lexicon, seed, &control)?;
    let mut out = Vec::new();
    riddle.json(&mut out).map_err(Refusal::request)?;
    String::from_utf8(out).map_err(Refusal::request)
}

impl PlaysQuery {
    /// The position, read with the alphabet of the lexicon's locale.
    fn position(&self, lexicon: &Lexicon) -> Result<Position, Refusal> {
        let setting =
            Setting { locale: lexicon.about().locale, board: board(self.board_type.as_deref())? };
        Position::read_with_blanks(setting, &self.board, &self.blanks)
            .and_then(|position| position.with_rack(&self.rack))
            .map_err(Refusal::input)
    }

    /// All plays of the position, the highest score first, as listed by `POST /moves`.
    fn answer(self, lexicon: &Lexicon) -> Result<String, Refusal> {
        let position = self.position(lexicon)?;
        let plays = movegen::all(&position, lexicon).map_err(Refusal::input)?;
        let play = |play: &Move| json!({"co": coordinate(play.start(), play.direction()), "w": play.word(&position), "sc": play.score()});
        written(&json!({"moves": plays.iter().map(play).collect::<Vec<_>>()}))
    }
}

impl HintQuery {
    /// A hint at the best play, with the fields of the service's daily hints.
    fn answer(self, lexicon: &Lexicon) -> Result<String, Refusal> {
        let position = self.position.position(lexicon)?;
        let posed = Posed::of(position, lexicon).map_err(Refusal::input)?;
        let none = || Refusal::request(format_args!("expected a hint from 1 to {HINTS}"));
        written(&hint(self.number, &posed.secret()).ok_or_else(none)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Kind;
    use crossword::lexicon::shipped_file;
    use crossword::locale::Locale;

    #[test]
    fn a_riddle_is_that_of_the_program_and_takes_its_fields() {
        open(shipped_file(Locale::EnUs).unwrap()).unwrap();
        let riddle = |fields: &str| {
            let query = format!(r#"{{"ask": "riddle", "seed": 7{fields}}}"#);
            ask(&query, |_, _| ()).map_err(|refusal| (refusal.kind, refusal.error))
        };
        let made = riddle(r#", "attempts": 200, "board_type": "standard", "time": null"#).unwrap();
        let value: serde_json::Value = serde_json::from_str(&made).unwrap();
        let attempt = &value["provenance"]["attempt"];
        let again = format!(r#", "attempt": {attempt}, "locale": "en_US", "profile": "design""#);
        assert_eq!(riddle(&again), Ok(made));
        let check = |fields: &str, kind, part: &str| {
            let (refused, why) = riddle(fields).unwrap_err();
            assert!(refused == kind && why.contains(part), "{fields}: {why}");
        };
        check(r#", "milliseconds": 5"#, Kind::Request, "unknown field");
        check(r#", "time": 0"#, Kind::Request, "more than 0 seconds");
        check(r#", "locale": "is""#, Kind::Request, "the lexicon is of en_US");
        let hard = format!(r#", "attempt": {attempt}, "difficulty": "0..0""#);
        check(&hard, Kind::Nothing, "makes no riddle: 1 × ");
    }

    #[test]
    fn the_hints_of_a_position_are_those_of_its_best_play() {
        open(shipped_file(Locale::EnUs).unwrap()).unwrap();
        let mut board = vec!["...............".to_owned(); 15];
        board[7] = "......cats.....".to_owned();
        let answer = |query: serde_json::Value| ask(&query.to_string(), |_, _| ());
        let hint = |number: u32| {
            let query = json!({"ask": "hint", "board": board, "blanks": [], "rack": "zxqjkvw", "number": number});
            answer(query).map_err(|refusal| refusal.error)
        };
        let plays =
            answer(json!({"ask": "plays", "board": board, "blanks": [], "rack": "zxqjkvw"}));
        let plays: serde_json::Value = serde_json::from_str(&plays.unwrap()).unwrap();
        let word = plays["moves"][0]["w"].as_str().unwrap();
        let first = word.chars().next().unwrap();
        assert!(
            hint(1).unwrap().starts_with(&format!(r#"{{"hint":1,"word_length":{}"#, word.len()))
        );
        assert_eq!(hint(3).unwrap(), format!(r#"{{"hint":3,"first_letter":"{first}"}}"#));
        assert_eq!(hint(4).unwrap_err(), "expected a hint from 1 to 3");
    }
}
