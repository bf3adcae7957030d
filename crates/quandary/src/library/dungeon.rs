//! A dungeon with its level: made, walked, drawn, saved, loaded.

use super::error::Error;
use draw::dungeon::{Chosen, Format, Shown};
use dungeon::json::dungeon::{Asked, load};
use dungeon::model;
use dungeon::{Attempts, Options, Request};
use level::Level;
use search::Seed;
use std::ops::Deref;

/// A dungeon that was proved when it was made: it can be won, and no player can get stuck. It derefs to its rooms and
/// passages ([`dungeon::Dungeon`]).
///
/// A loaded dungeon is what a file says; [`check`](crate::check()) of its [`level`](Self::level) proves it again.
#[derive(Clone, Debug)]
pub struct Dungeon {
    model: model::Dungeon,
    level: Level,
    json: String,
    map: Option<String>,
}

impl Dungeon {
    /// Makes the dungeon of a category, such as `temple` or `cave`, that a seed below 2^53 stands for.
    ///
    /// # Errors
    /// When the category or the seed is none.
    pub fn generate(category: &str, seed: u64) -> Result<Self, Error> {
        Self::of_request(&Request::of(category)?, seed, Options::default())
    }

    /// Makes the dungeon that is asked for; of many attempts the best.
    ///
    /// # Errors
    /// When the request cannot be satisfied, or no attempt gave a dungeon.
    pub fn of_request(request: &Request, seed: u64, options: Options<'_>) -> Result<Self, Error> {
        let seed = Seed::new(seed)?;
        let chosen = match options.attempts {
            Attempts::Usual => Chosen::First,
            Attempts::Within(_) | Attempts::Only(_) => Chosen::Best,
        };
        let found = dungeon::generate(request, seed, options)?.best(seed)?;
        let asked = Asked::new(request, Vec::new());
        let shown = Shown { found: &found, seed, asked: &asked, chosen };
        let write = |format| {
            let mut out = Vec::new();
            let written = shown.write(&mut out, format, false, false);
            written.map_err(|error| Error::Picture(error.to_string()))?;
            Ok::<_, Error>(String::from_utf8_lossy(&out).into_owned())
        };
        let (json, map) = (write(Format::Json)?, Some(write(Format::Map)?));
        let mut made = Self::new(found.draft.dungeon, found.draft.level, json, map);
        // Pictures are titled as the program titles them.
        made.level.name = Some(format!("{} {}", made.area.layout.category.name, seed.value()));
        Ok(made)
    }

    fn new(model: model::Dungeon, level: Option<Level>, json: String, map: Option<String>) -> Self {
        let level = level.unwrap_or_else(|| Level::of_graph(model::level_graph(&model)));
        Self { model, level, json, map }
    }

    /// The level of tiles, for a game or for the judge; of a dungeon without tiles its rooms alone.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The tiles as text, with a legend; for a dungeon that was just made, with its proof.
    #[must_use]
    pub fn map(&self) -> String {
        let plain = || draw::dungeon_map::render(&self.level, &Default::default(), false);
        self.map.clone().or_else(plain).unwrap_or_default()
    }

    /// A picture as SVG.
    #[must_use]
    pub fn to_svg(&self) -> String {
        draw::level_svg::picture(&self.level, None).unwrap_or_default()
    }

    /// The same picture as PNG.
    ///
    /// # Errors
    /// When it is too large for pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut png = Vec::new();
        let written = draw::level_png::write(&mut png, &self.to_svg());
        written.map_err(|error| Error::Picture(error.to_string()))?;
        Ok(png)
    }

    /// The JSON of all of it (`quandary/dungeon/1`): mission, area, level, and proof.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.json.clone()
    }

    /// Reads what [`to_json`](Self::to_json) or `quandary dungeon --format json` wrote.
    ///
    /// # Errors
    /// The fault of the text, with its line and column or its field.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let (model, level) = load(text)?;
        Ok(Self::new(model, level, text.to_owned(), None))
    }
}

/// Two dungeons are equal if their JSON is.
impl PartialEq for Dungeon {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}

impl Deref for Dungeon {
    type Target = model::Dungeon;

    fn deref(&self) -> &model::Dungeon {
        &self.model
    }
}
