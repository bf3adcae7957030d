//! Dungeons, the judge, and games on a map.
//!
//! A request is an object with `ask`, the name of the question, and its fields; a level in it is a text, in any form that
//! `read` knows.

mod read;
mod dungeon;
mod pack;
mod judge;
mod play;
mod picture;

use crate::Progress;
use crate::refusal::{Refusal, written};
use ::dungeon::dungeon::rooms::Family;
use ::dungeon::layout::categories;
use ::level::TILES;
use serde::Deserialize;
use serde_json::json;

/// A question.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question {
    About,
    Dungeon(dungeon::Asked),
    Make(dungeon::Making),
    Pack(pack::Asked),
    Read(read::Asked),
    Convert(picture::Conversion),
    Board(picture::Asked),
    Check(judge::Asked),
    Solve(judge::Asked),
    Rate(judge::Asked),
    Explain(judge::Explaining),
    Play(play::Asked),
    Hint(play::Hinting),
}

/// Answers a question.
///
/// # Errors
/// A request that is none, what is given and will not do, and nothing found.
///
/// ```
/// let request = r#"{"ask": "check", "level": "@.*\n"}"#;
/// let answer = quandary_web::levels::ask(request, |_, _| ()).map_err(|refusal| refusal.error)?;
/// assert!(answer.starts_with(r#"{"verdict":"solvable","winnable":true,"unlosable":true"#));
/// # Ok::<(), String>(())
/// ```
pub fn ask(request: &str, progress: Progress) -> Result<String, Refusal> {
    let question: Question = serde_json::from_str(request).map_err(Refusal::request)?;
    match question {
        Question::About => about(),
        Question::Dungeon(asked) => asked.answer(progress),
        Question::Make(asked) => asked.answer(progress),
        Question::Pack(asked) => asked.answer(progress),
        Question::Read(asked) => asked.answer(),
        Question::Convert(asked) => asked.answer(),
        Question::Board(asked) => asked.answer(),
        Question::Check(asked) => asked.check(),
        Question::Solve(asked) => asked.solve(),
        Question::Rate(asked) => asked.rate(),
        Question::Explain(asked) => asked.answer(),
        Question::Play(asked) => asked.answer(),
        Question::Hint(asked) => asked.answer(),
    }
}

/// The choices there are: kinds of places, tiles, the version of the algorithm.
fn about() -> Result<String, Refusal> {
    let places = categories().iter().map(|category| {
        let family = Family::of(&category.name).map(|family| format!("{family:?}").to_lowercase());
        json!({"name": category.name, "family": family})
    });
    let tiles = TILES.iter().map(
        |(tile, name, letter)| json!({"id": tile.id(), "name": name, "letter": letter.to_string()}),
    );
    written(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "algorithm": ::dungeon::json::dungeon::ALGORITHM,
        "categories": places.collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
    }))
}
