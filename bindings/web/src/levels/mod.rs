//! Dungeons, the verifier, and games on a map.
//!
//! A request is an object with `ask`, the name of the query, and its fields. A level in it is a text in any format that
//! `read` supports.

mod read;
mod dungeon;
mod pack;
mod verify;
mod play;
mod picture;

use crate::Progress;
use crate::refusal::{Refusal, written};
use ::dungeon::dungeon::rooms::Family;
use ::dungeon::layout::categories;
use ::level::TILES;
use serde::Deserialize;
use serde_json::json;

/// A query.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Query {
    About,
    Dungeon(dungeon::DungeonQuery),
    Make(dungeon::MakeQuery),
    Pack(pack::PackQuery),
    Read(read::ReadQuery),
    Convert(picture::ConvertQuery),
    Board(picture::BoardQuery),
    Check(verify::VerifyQuery),
    Solve(verify::VerifyQuery),
    Rate(verify::VerifyQuery),
    Explain(verify::ExplainQuery),
    Play(play::PlayQuery),
    Hint(play::HintQuery),
}

/// Answers a query.
///
/// # Errors
/// A malformed request, an invalid input, or nothing found.
///
/// ```
/// let request = r#"{"ask": "check", "level": "@.*\n"}"#;
/// let answer = quandary_web::levels::ask(request, |_, _| ()).map_err(|refusal| refusal.error)?;
/// assert!(answer.starts_with(r#"{"verdict":"solvable","winnable":true,"unlosable":true"#));
/// # Ok::<(), String>(())
/// ```
pub fn ask(request: &str, progress: Progress) -> Result<String, Refusal> {
    let query: Query = serde_json::from_str(request).map_err(Refusal::request)?;
    match query {
        Query::About => about(),
        Query::Dungeon(query) => query.answer(progress),
        Query::Make(query) => query.answer(progress),
        Query::Pack(query) => query.answer(progress),
        Query::Read(query) => query.answer(),
        Query::Convert(query) => query.answer(),
        Query::Board(query) => query.answer(),
        Query::Check(query) => query.check(),
        Query::Solve(query) => query.solve(),
        Query::Rate(query) => query.rate(),
        Query::Explain(query) => query.answer(),
        Query::Play(query) => query.answer(),
        Query::Hint(query) => query.answer(),
    }
}

/// The available categories and tiles, and the versions of the package and of the algorithm.
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
