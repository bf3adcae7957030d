//! `POST /moves`: every legal play of a position, the highest scores first; and `POST /wordcheck`: a lexicon check of
//! up to sixteen words, a play and its cross words.

use super::AppState;
use super::body::JsonBody;
use super::clients::Client;
use super::kinds::{BoardName, LocaleName, Row, Tiles};
use super::openapi::Example;
use super::pool::WorkToken;
use super::problem::{Problem, WorkRefusals};
use ask::fields::maybe;
use ask::riddle::{board, locale};
use axum::Json;
use axum::extract::State;
use crossword::lexicon::Lexicon;
use crossword::movegen::{Prepared, Scratch};
use crossword::moves::{Move, coordinate};
use crossword::position::{Notation, Position, PositionError, Setting};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The version of the answer's form.
const VERSION: &str = "1.0";
/// Longest wait for the lexicon, and for the plays, which take milliseconds.
const TIME: Duration = Duration::from_secs(10);

/// A position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::MOVES.value()))]
struct MovesRequest {
    /// The language; short names such as `is` are accepted.
    #[schema(value_type = LocaleName, example = "en_US")]
    locale: String,
    /// The board: `standard` or `explo`. The name `boardType` is accepted too.
    #[serde(default, alias = "boardType")]
    #[schema(value_type = Option<BoardName>)]
    board_type: Option<String>,
    /// Fifteen rows of fifteen squares: a lower-case letter is a tile, an upper-case letter a blank, a dot or space an
    /// empty square.
    #[schema(value_type = Vec<Row>, min_items = 15, max_items = 15)]
    board: Vec<String>,
    /// Up to seven tiles, `?` for a blank.
    #[schema(value_type = Tiles)]
    rack: String,
    /// The largest number of plays listed; all by default.
    #[serde(default, deserialize_with = "maybe")]
    limit: Option<u64>,
}

/// The plays.
#[derive(Debug, Serialize, ToSchema)]
struct MovesAnswer {
    /// The version of this form.
    version: &'static str,
    /// Number of plays, listed or not.
    count: usize,
    /// The plays, the highest scores first.
    moves: Vec<Play>,
}

/// A play.
#[derive(Debug, Serialize, ToSchema)]
struct Play {
    /// First square and direction of its word: `H8` across, `8H` down.
    co: String,
    /// Its word, with `?` before the letter of each blank placed.
    w: String,
    /// Its score.
    sc: u32,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(moves)).routes(routes!(wordcheck))
}

/// Find every legal play of a position
#[utoipa::path(
    post, path = "/moves", tag = "crosswords", request_body = MovesRequest,
    responses((status = 200, description = "The plays.", body = MovesAnswer), WorkRefusals),
)]
async fn moves(
    State(state): State<AppState>,
    client: Client,
    JsonBody(asked): JsonBody<MovesRequest>,
) -> Result<Json<MovesAnswer>, Problem> {
    let position = asked.position()?;
    let lexicon = state.lexicons.get(position.setting().locale, TIME).await?;
    let limit =
        asked.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let work = move |_: &WorkToken| plays(position, &lexicon, limit);
    state.quick.run_for(client, TIME, work).await?.map(Json)
}

fn plays(position: Position, lexicon: &Lexicon, limit: usize) -> Result<MovesAnswer, Problem> {
    let wrong = |error: crossword::movegen::AlphabetError| {
        Problem::unprocessable("board", error.to_string())
    };
    let prepared = Prepared::new(position, lexicon).map_err(wrong)?;
    let all = prepared.all(&mut Scratch::default());
    let play = |play: &Move| Play {
        co: coordinate(play.start(), play.direction()),
        w: play.word(prepared.position()),
        sc: play.score(),
    };
    let moves = all.iter().take(limit).map(play).collect();
    Ok(MovesAnswer { version: VERSION, count: all.len(), moves })
}

impl MovesRequest {
    fn position(&self) -> Result<Position, Problem> {
        let board = board(self.board_type.as_deref())?;
        let setting = Setting { locale: locale(&self.locale)?, board };
        let position = Position::read(setting, &self.board, Notation::Moves);
        position
            .map_err(|error| Problem::unprocessable("board", error.to_string()))?
            .with_rack(&self.rack)
            .map_err(|error| {
                let field = if matches!(error, PositionError::Rack(_)) { "rack" } else { "board" };
                Problem::unprocessable(field, error.to_string())
            })
    }
}

/// The most words: one along a line and one across each of its squares.
const MOST_WORDS: usize = 16;

/// Words to look up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::WORDCHECK.value()))]
struct WordcheckRequest {
    /// The language; short names such as `is` are accepted.
    #[schema(value_type = LocaleName, example = "en_US")]
    locale: String,
    /// The main word. It is returned unchanged, and is looked up itself if `words` is omitted.
    #[serde(default)]
    word: Option<String>,
    /// The words to look up; case does not matter.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 16)]
    words: Option<Vec<String>>,
}

/// The result of the lookup.
#[derive(Debug, Serialize, ToSchema)]
struct WordcheckAnswer {
    /// True if all words are in the lexicon.
    ok: bool,
    /// Each word, with true if it is in the lexicon.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    valid: Vec<(String, bool)>,
    /// The main word.
    word: String,
}

/// Look up words in the lexicon
#[utoipa::path(
    post, path = "/wordcheck", tag = "crosswords", request_body = WordcheckRequest,
    responses((status = 200, description = "The result for each word.", body = WordcheckAnswer), WorkRefusals),
)]
async fn wordcheck(
    State(state): State<AppState>,
    JsonBody(asked): JsonBody<WordcheckRequest>,
) -> Result<Json<WordcheckAnswer>, Problem> {
    let WordcheckRequest { locale: name, word, words } = asked;
    let locale = locale(&name)?;
    let words = words.or_else(|| Some(vec![word.clone()?])).unwrap_or_default();
    if !(1..=MOST_WORDS).contains(&words.len()) {
        let error = format!("{} words; between 1 and {MOST_WORDS} can be asked about", words.len());
        return Err(Problem::unprocessable("words", error));
    }
    let lexicon = state.lexicons.get(locale, TIME).await?;
    let word = word.or_else(|| words.first().cloned()).unwrap_or_default();
    let check = |word: String| {
        let is_word = lexicon.contains(&word);
        (word, is_word)
    };
    let valid: Vec<_> = words.into_iter().map(check).collect();
    let ok = valid.iter().all(|(_, is_word)| *is_word);
    Ok(Json(WordcheckAnswer { ok, valid, word }))
}
