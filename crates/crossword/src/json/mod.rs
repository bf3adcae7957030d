//! Riddles, games and batches of positions as JSON.

pub mod riddle;
pub mod positions;
pub mod game;

/// The JSON Schemas of games and riddles: the name of each, what it describes, and its text.
pub const SCHEMAS: [(&str, &str, &str); 2] = [
    ("game", "a game (quandary/game/1)", include_str!("../../schemas/game.json")),
    ("riddle", "what riddle --format json prints", include_str!("../../schemas/riddle.json")),
];
