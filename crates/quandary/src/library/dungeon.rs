//! A dungeon: made, proved, drawn, saved, loaded.

use super::error::Error;
use draw::dungeon::{Format, Shown};
use dungeon::designed::{self, ATTEMPTS, Designed, Request};
use dungeon::{Dungeon as Document, Options};
use search::Seed;
use std::ops::Deref;

/// A dungeon with everything that was proved of it when it was made: it can be won, and no player can get stuck. It derefs to
/// its rooms, passages, loops, claims and its level ([`dungeon::Dungeon`]).
///
/// A loaded dungeon is what a file says; [`check`](crate::check()) of its level proves it again.
///
/// ```
/// use quandary::Dungeon;
///
/// let crypt = Dungeon::generate("crypt", 7)?;
/// for passage in &crypt.passages {
///     println!("{} to {}: {}", passage.a, passage.b, passage.kind.name());
/// }
/// assert_eq!(Dungeon::from_json(&crypt.to_json()?)?, crypt);
/// # Ok::<(), quandary::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dungeon {
    document: Document,
    /// What a file does not hold, of a dungeon that was made here.
    made: Option<Box<Made>>,
}

/// A dungeon as it was made.
#[derive(Clone, Debug)]
struct Made {
    made: Designed,
    request: Request,
    seed: Seed,
    attempts: u64,
}

impl Dungeon {
    /// Makes the dungeon of a category, such as `temple` or `cave`, that a seed below 2^53 stands for: of fifty attempts the
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
        let document = Document::of(&made, seed, &request, attempts);
        Ok(Self { document, made: Some(Box::new(Made { made, request, seed, attempts })) })
    }

    /// Reads what [`to_json`](Self::to_json) or `quandary dungeon --format json` wrote.
    ///
    /// # Errors
    /// The fault of the text, with its line and column or its field.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        Ok(Self { document: Document::read(text)?, made: None })
    }

    /// The JSON of all of it (`quandary/dungeon/2`).
    ///
    /// # Errors
    /// When a number in it is none.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut out = Vec::new();
        let written = voice::json::outline(&mut out, &self.document, 3);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        text(out)
    }

    /// The tiles as text, with a legend; of a dungeon that was made here, with what was proved too.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn map(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(made.written(Format::Map)?),
            None => draw::dungeon_map::render(&self.level, &Default::default(), false)
                .ok_or_else(no_tiles),
        }
    }

    /// A picture as SVG; of a dungeon that was made here, in the look of its family.
    ///
    /// # Errors
    /// When the level has no tiles.
    pub fn to_svg(&self) -> Result<String, Error> {
        match &self.made {
            Some(made) => text(made.written(Format::Svg)?),
            None => draw::level_svg::picture(&self.level, None).ok_or_else(no_tiles),
        }
    }

    /// The same picture as PNG.
    ///
    /// # Errors
    /// When it is too large for pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        let mut png = Vec::new();
        let written = draw::level_png::write(&mut png, &self.to_svg()?);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        Ok(png)
    }
}

impl Made {
    fn written(&self, format: Format) -> Result<Vec<u8>, Error> {
        let Self { made, request, seed, attempts } = self;
        let shown = Shown { made, request, seed: *seed, attempts: *attempts };
        let mut out = Vec::new();
        let written = shown.write(&mut out, format, false, false);
        written.map_err(|error| Error::Picture(error.to_string()))?;
        Ok(out)
    }
}

fn text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| Error::Picture(error.to_string()))
}

fn no_tiles() -> Error {
    Error::Picture("the level has no tiles".to_owned())
}

/// Two dungeons are equal if their data are.
impl PartialEq for Dungeon {
    fn eq(&self, other: &Self) -> bool {
        self.document == other.document
    }
}

impl Deref for Dungeon {
    type Target = Document;

    fn deref(&self) -> &Document {
        &self.document
    }
}
