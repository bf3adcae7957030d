//! A designed dungeon: made, proved, drawn, saved.

use super::error::Error;
use draw::designed::Shown;
use draw::dungeon::Format;
use dungeon::Options;
use dungeon::designed::{self, ATTEMPTS, Request};
use level::Level;
use search::Seed;
use std::ops::Deref;

/// A designed dungeon with everything that was proved of it: loops that mean something, secrets, rooms drawn by hand. It
/// derefs to its plan, its claims, its measures and its way ([`dungeon::designed::Designed`]).
///
/// ```
/// use quandary::Designed;
///
/// let crypt = Designed::generate("crypt", 7)?;
/// for claim in &crypt.claims.all {
///     println!("{} of {:?} holds", claim.kind.name(), claim.about);
/// }
/// assert!(crypt.to_json()?.starts_with("{"));
/// # Ok::<(), quandary::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Designed {
    made: designed::Designed,
    request: Request,
    seed: Seed,
    attempts: u64,
}

impl Designed {
    /// Makes the dungeon of a category, such as `temple` or `cave`, that a seed below 2^53 stands for: of fifty drafts the
    /// best.
    ///
    /// # Errors
    /// When the category or the seed is none.
    pub fn generate(category: &str, seed: u64) -> Result<Self, Error> {
        Self::of_request(Request::of(category)?, seed, Options::default())
    }

    /// Makes the dungeon that is asked for.
    ///
    /// # Errors
    /// When the request cannot be satisfied, or no attempt gave a dungeon.
    pub fn of_request(request: Request, seed: u64, options: Options<'_>) -> Result<Self, Error> {
        let (seed, attempts) = (Seed::new(seed)?, options.attempts.number(ATTEMPTS));
        let made = designed::generate(&request, seed, options)??;
        Ok(Self { made, request, seed, attempts })
    }

    /// The level of tiles, for a game or for the judge.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.made.draft.tiled.level
    }

    /// The tiles as text, with a legend and what was proved.
    ///
    /// # Errors
    /// When the tiles cannot be shown.
    pub fn map(&self) -> Result<String, Error> {
        self.text(Format::Map)
    }

    /// A picture as SVG, in the look of its family.
    ///
    /// # Errors
    /// When the tiles cannot be drawn.
    pub fn to_svg(&self) -> Result<String, Error> {
        self.text(Format::Svg)
    }

    /// The same picture as PNG.
    ///
    /// # Errors
    /// When it is too large for pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.written(Format::Png)
    }

    /// The JSON of all of it (`quandary/dungeon/2`): rooms, passages, loops, claims, measures, level, and proof.
    ///
    /// # Errors
    /// When the level cannot be printed.
    pub fn to_json(&self) -> Result<String, Error> {
        self.text(Format::Json)
    }

    fn text(&self, format: Format) -> Result<String, Error> {
        let bytes = self.written(format)?;
        String::from_utf8(bytes).map_err(|error| Error::Picture(error.to_string()))
    }

    fn written(&self, format: Format) -> Result<Vec<u8>, Error> {
        let Self { made, request, seed, attempts } = self;
        let shown = Shown { made, request, seed: *seed, attempts: *attempts };
        let mut out = Vec::new();
        let written = shown.write(&mut out, format, false, false);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        Ok(out)
    }
}

impl Deref for Designed {
    type Target = designed::Designed;

    fn deref(&self) -> &designed::Designed {
        &self.made
    }
}
