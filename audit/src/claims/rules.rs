//! The rules of a level, as far as the search knows them.

use crate::measures::read::Level;
use serde_json::Value;

/// The rules that may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// True if blocks can be pushed, any number of times.
    pub(super) push: bool,
    /// True if blocks go back when a room is left.
    pub(super) reset: bool,
    /// Number of bombs of a pick-up; none if they are never used up.
    pub(super) bombs: Option<u32>,
}

/// The rules that have their strict value, or the search does not know them.
const STRICT: [(&str, &str); 8] = [
    ("preset", "strict"),
    ("locks", "doorway"),
    ("one_way", "enforced"),
    ("warps", "stairs"),
    ("diagonals", "false"),
    ("switches", "visited"),
    ("push_onto", "floor"),
    ("stair_edges", "stair"),
];

impl Rules {
    /// The rules under which a level was made.
    ///
    /// # Errors
    /// A rule that the search does not know.
    pub(super) fn of(level: &Level) -> Result<Self, String> {
        let (mut push, mut reset, mut unlimited, mut each) = (None, false, false, 4);
        for (name, value) in &level.rules {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match (name.as_str(), text.as_str()) {
                ("push", "free") => push = Some(true),
                ("push", "off") => push = Some(false),
                ("blocks", "reset" | "keep") => reset = text == "reset",
                ("bombs", "unlimited" | "consumed") => unlimited = text == "unlimited",
                ("bomb_pickup", _) => each = number(value)?,
                rule if STRICT.contains(&rule) => {}
                _ => return Err(format!("the rule {name}={text} is not known to the search")),
            }
        }
        let blocks = level.floors.iter().flat_map(|floor| floor.grid.iter().flatten());
        if push.is_none() && blocks.into_iter().any(|tile| *tile == 3) {
            return Err("blocks that are pushed once are not known to the search".to_owned());
        }
        let bombs = (!unlimited).then_some(each);
        Ok(Self { push: push.unwrap_or(false), reset: reset && !level.rooms.is_empty(), bombs })
    }
}

fn number(value: &Value) -> Result<u32, String> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    let number = number.and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| format!("bomb_pickup={value} is no number"))
}
