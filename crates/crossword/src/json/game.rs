//! `quandary/game/1`: the JSON of a game between robots.
//!
//! Players are 1 and 2. The rows of `board` have an upper-case letter for a tile and a lower-case one for a blank, as
//! in batches of positions. `totals` are both players' scores after a turn; the last ones are the final scores, which
//! include the values of the racks.

use crate::game::{End, Turn};
use crate::lexicon::About;
use crate::moves::coordinate;
use crate::position::Notation;
use crate::robot::{Played, TurnTaken, tiles};
use search::Seed;
use serde::Serialize;

/// Version of the algorithm: under one version a seed and an attempt always give the same game.
const ALGORITHM: &str = "game/1";

/// Parameters of a game, printed in its provenance.
pub struct GameRequest<'a> {
    /// The seed.
    pub seed: Seed,
    /// For casual robots: the least commonness of the words they know.
    pub commonness: u8,
    /// For casual robots: the number of best plays among which they choose.
    pub among: usize,
    /// The lexicon.
    pub lexicon: &'a About,
}

/// The JSON document of a game.
#[derive(Serialize)]
pub struct GameJson {
    format: &'static str,
    locale: &'static str,
    board_type: &'static str,
    seed: u64,
    robots: [&'static str; 2],
    turns: Vec<TurnLine>,
    end: &'static str,
    scores: [i32; 2],
    racks: [String; 2],
    board: Vec<String>,
    provenance: Provenance,
}

#[derive(Serialize)]
struct TurnLine {
    player: usize,
    rack: String,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<String>,
    score: u32,
    totals: [i32; 2],
}

#[derive(Serialize)]
struct Provenance {
    version: &'static str,
    algorithm: &'static str,
    seed: u64,
    attempt: u64,
    request: RequestLine,
}

#[derive(Serialize)]
struct RequestLine {
    locale: &'static str,
    board_type: &'static str,
    robots: [&'static str; 2],
    commonness: u8,
    among: usize,
    /// The SHA-256 of the list that the lexicon was built from.
    lexicon: String,
}

impl GameJson {
    /// The document of a game.
    pub fn new(played: &Played, request: &GameRequest<'_>) -> Self {
        let (locale, board_type) = (played.setting.locale.name(), played.setting.board.name());
        let seed = request.seed.value();
        let line = RequestLine {
            locale,
            board_type,
            robots: played.robots,
            commonness: request.commonness,
            among: request.among,
            lexicon: hex::encode(request.lexicon.source),
        };
        let version = env!("CARGO_PKG_VERSION");
        Self {
            format: "quandary/game/1",
            locale,
            board_type,
            seed,
            robots: played.robots,
            turns: played.turns.iter().map(turn).collect(),
            end: match played.end {
                End::Out { .. } => "out",
                End::Scoreless => "scoreless",
            },
            scores: played.scores,
            racks: played.racks.clone(),
            board: played.position.rows(Notation::Batch),
            provenance: Provenance {
                version,
                algorithm: ALGORITHM,
                seed,
                attempt: 0,
                request: line,
            },
        }
    }
}

fn turn(taken: &TurnTaken) -> TurnLine {
    let (player, rack, totals) = (taken.player + 1, taken.rack.clone(), taken.totals);
    let (square, word, exchanged) = (None, None, None);
    let nothing =
        TurnLine { player, rack, action: "pass", square, word, tiles: exchanged, score: 0, totals };
    match &taken.turn {
        Turn::Pass => nothing,
        Turn::Exchange(put) => {
            TurnLine { action: "exchange", tiles: Some(tiles(put, &taken.before)), ..nothing }
        }
        Turn::Play(play) => TurnLine {
            action: "play",
            square: Some(coordinate(play.start(), play.direction())),
            word: Some(play.word(&taken.before)),
            score: play.score(),
            ..nothing
        },
    }
}
