//! Riddles: crossword positions with one best play.
//!
//! The caller opens the lexicon: from a file, from a cache, or from data that a page has loaded. Invariant: a riddle
//! is in the language of its lexicon; a request for another language is refused.

use crate::fields::{attempts, maybe, some_words};
use crate::{Generated, Look, Refusal};
use ::dungeon::Attempts;
use ::level::Level;
use ::level::rate::Band;
use crossword::board::{BoardType, BoardTypeError};
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::locale::{Locale, LocaleError};
use crossword::position::Setting;
use crossword::riddle::{KEPT, Profile, Request, Riddle, RiddleReport, make, one};
use diagnostics::{counted, json};
use draw::riddle_svg::Lettering;
use draw::{level_png, riddle_svg, riddle_text};
use search::{Budget, Control, Goal, NoResult, Seed, Stop};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Duration;

/// The default language.
pub const LOCALE: Locale = Locale::EnUs;
/// The default time of a search, if neither a time nor attempts are given.
pub const TIME: Duration = Duration::from_secs(15);
/// The default profile.
const PROFILE: &str = "design";

/// The request for a riddle
///
/// Missing fields have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct RiddleRequest {
    /// The language; short names such as `is` will do
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::LocaleName, required = true, example = "is_IS"))]
    pub locale: Option<String>,

    /// Board: standard or explo
    #[cfg_attr(feature = "clap", arg(long, value_name = "BOARD", default_value = "standard", value_parser = crate::values::among("board type", BoardType::ALL.map(BoardType::name))))]
    #[cfg_attr(feature = "openapi", schema(rename = "boardType", value_type = Option<crate::schema::BoardName>))]
    #[serde(alias = "boardType")]
    pub board_type: Option<String>,

    /// Time of the search in seconds; 15 by default if `attempts` is missing
    #[cfg_attr(feature = "clap", arg(long, help = "Search for this time, such as 2s or 500ms, including opening the lexicon [default: 15 s, without --attempts]",
        value_name = "TIME", value_parser = crate::values::seconds, conflicts_with = "attempts"))]
    #[cfg_attr(
        feature = "openapi",
        schema(rename = "timeLimitSeconds", exclusive_minimum = 0.0, default = 15)
    )]
    #[serde(alias = "seconds", alias = "timeLimitSeconds")]
    pub time: Option<f64>,

    /// Search in this many attempts: the same attempts give the same riddle [default: no number; see --time]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<u64>(1..=u64::MAX)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    #[serde(deserialize_with = "maybe")]
    pub attempts: Option<u64>,

    /// Generate only attempt number K, to repeat the result of a search [default: all attempts]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["attempts", "time"],
        value_parser = crate::values::whole::<u64>(0..=u64::MAX)))]
    #[serde(deserialize_with = "maybe")]
    pub attempt: Option<u64>,

    /// The seed of all random choices; drawn if missing, and part of the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(maximum = 9_007_199_254_740_991_u64))]
    #[serde(deserialize_with = "maybe")]
    pub seed: Option<u64>,

    /// The profile that selects riddles: `design` and `daily` use words that people know, `open` uses any
    #[cfg_attr(feature = "clap", arg(long, help = "Profile that selects and scores riddles: design, daily, open, or a file", value_name = "PROFILE", default_value = PROFILE))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::schema::ProfileName>))]
    pub profile: Option<String>,

    /// Accepted ratings of `quandary rate`, such as 30..45
    #[cfg_attr(
        feature = "clap",
        arg(
            long,
            value_name = "LOW..HIGH",
            help = "Accepted ratings of `quandary rate`, from 0 to 100, such as 30..45; exit code 11 if no attempt \
        has such a rating [default: any rating]"
        )
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, pattern = r"^\d{1,3}(\.\d+)?\.\.\d{1,3}(\.\d+)?$"))]
    #[serde(deserialize_with = "some_words")]
    pub difficulty: Option<Band>,

    /// Words that may not be the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    pub ban: Vec<String>,
}

/// The form of a riddle that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum RiddleFormat {
    /// Board, rack and the facts that a player may know
    Text,
    /// The answer of the service; with --top one line per riddle
    Json,
    /// SVG picture
    Svg,
    /// The same picture as PNG
    Png,
}

/// The language with a name.
///
/// # Errors
/// Fails for an unknown name; the message lists the known ones.
pub fn locale(name: &str) -> Result<Locale, Refusal> {
    let wrong = |error: LocaleError| Refusal::of_field("locale", error).known(Locale::ALL);
    name.parse().map_err(wrong)
}

/// The board with a name; the standard board by default.
///
/// # Errors
/// Fails for an unknown name; the message lists the known ones.
pub fn board(name: Option<&str>) -> Result<BoardType, Refusal> {
    let wrong =
        |error: BoardTypeError| Refusal::of_field("board_type", error).known(BoardType::ALL);
    name.map_or(Ok(BoardType::Standard), str::parse).map_err(wrong)
}

/// The profile with a name.
///
/// # Errors
/// Fails for an unknown name; the message lists the known ones.
pub fn profile(name: &str) -> Result<Profile, Refusal> {
    let wrong = |error| Refusal::of_field("profile", error).known(Profile::NAMES);
    Profile::named(name).map_err(wrong)
}

impl RiddleRequest {
    /// Checks the request.
    ///
    /// # Errors
    /// The name or the limit, with its field.
    pub fn task(&self) -> Result<RiddleTask, Refusal> {
        self.by(profile(self.profile.as_deref().unwrap_or(PROFILE))?)
    }

    /// As [`task`](Self::task), with another profile in place of the named one.
    ///
    /// # Errors
    /// The name or the limit, with its field.
    pub fn by(&self, profile: Profile) -> Result<RiddleTask, Refusal> {
        let goal = Goal::Best(KEPT);
        let usual = Budget { goal, attempts: None, time: Some(TIME) };
        let (attempt, budget) = match attempts((self.attempt, self.attempts, self.time), goal)? {
            Attempts::Only(number) => (Some(number), usual),
            Attempts::Within(budget) => (None, budget),
            Attempts::Usual => (None, usual),
        };
        Ok(RiddleTask {
            locale: self.locale.as_deref().map(locale).transpose()?,
            board: board(self.board_type.as_deref())?,
            profile: profile.rated(self.difficulty.map(|band| band.hundredths())),
            banned: self.ban.iter().map(|word| word.to_lowercase()).collect(),
            attempt,
            budget,
        })
    }
}

/// The task of generating a riddle with a lexicon.
#[derive(Clone, Debug)]
pub struct RiddleTask {
    /// The requested language.
    pub locale: Option<Locale>,
    /// The board.
    pub board: BoardType,
    /// The profile, with the requested range of ratings.
    pub profile: Profile,
    /// Words that may not be the answer, in lower case.
    pub banned: BTreeSet<String>,
    /// The single attempt to make.
    pub attempt: Option<u64>,
    /// The budget of a search.
    pub budget: Budget,
}

impl RiddleTask {
    /// The request for the riddle generator, without the seed and the attempts.
    ///
    /// # Errors
    /// Fails if the lexicon is of another language.
    pub fn request(&self, lexicon: &Lexicon) -> Result<Request, Refusal> {
        let found = lexicon.about().locale;
        if let Some(asked) = self.locale.filter(|asked| *asked != found) {
            let error = format!("riddles of {asked} are asked for, and the lexicon is of {found}");
            return Err(Refusal::of_field("locale", error));
        }
        let setting = Setting { locale: found, board: self.board };
        Ok(Request { banned: self.banned.clone(), ..Request::new(setting, self.profile.clone()) })
    }

    /// Makes the single attempt, or searches within the budget, and returns the report.
    ///
    /// # Errors
    /// Fails if the lexicon is of another language.
    pub fn tried(
        &self,
        lexicon: &Lexicon,
        seed: Seed,
        control: &Control<'_>,
    ) -> Result<RiddleReport, Refusal> {
        let request = self.request(lexicon)?;
        let report = match self.attempt {
            Some(attempt) => one(&request, lexicon, seed, attempt),
            None => make(&request, lexicon, seed, &self.budget, control),
        };
        report.map_err(Refusal::request)
    }

    /// As [`tried`](Self::tried), with at least one riddle; the best comes first.
    ///
    /// # Errors
    /// Fails if the lexicon is of another language, the control ended the search, or no riddle was found; then the
    /// message contains the tally.
    pub fn found(
        &self,
        lexicon: &Lexicon,
        seed: Seed,
        control: &Control<'_>,
    ) -> Result<RiddleReport, Refusal> {
        let report = self.tried(lexicon, seed, control)?;
        if report.stop == Stop::Cancelled {
            return Err(NoResult::Interrupted.into());
        }
        if !report.riddles.is_empty() {
            return Ok(report);
        }
        let (seed, tally) = (seed.value(), &report.tally);
        Err(Refusal::no_result(match self.attempt {
            Some(attempt) => format!("seed {seed}, attempt {attempt} makes no riddle: {tally}"),
            None => {
                let attempts = counted(report.attempts, "attempt", "attempts");
                format!("seed {seed}: nothing found in {attempts}: {tally}")
            }
        }))
    }

    /// The best riddle.
    ///
    /// # Errors
    /// As [`found`](Self::found).
    pub fn make(
        &self,
        lexicon: &Lexicon,
        seed: Seed,
        control: &Control<'_>,
    ) -> Result<GeneratedRiddle, Refusal> {
        let best = self.found(lexicon, seed, control)?.riddles.into_iter().next();
        best.map(GeneratedRiddle).ok_or_else(|| Refusal::no_result("nothing was made"))
    }
}

/// A generated riddle.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedRiddle(pub Riddle);

impl GeneratedRiddle {
    /// Writes it as indented JSON. The browser module uses only this, and so contains no code for pictures.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::lines(out, &RiddleLine::from(&self.0))
    }
}

impl Generated for GeneratedRiddle {
    type Format = RiddleFormat;
    const NAME: &'static str = "a riddle";

    fn origin(&self) -> (Seed, u64) {
        (self.0.seed, self.0.attempt)
    }

    fn write(&self, out: &mut dyn Write, format: RiddleFormat, look: Look) -> anyhow::Result<()> {
        let (Self(riddle), Look { spoiler, colour }) = (self, look);
        let picture = |lettering| riddle_svg::render(riddle, spoiler, lettering);
        match format {
            RiddleFormat::Json => self.json(out)?,
            RiddleFormat::Svg => out.write_all(picture(Lettering::Text).as_bytes())?,
            RiddleFormat::Png => level_png::write(out, &picture(Lettering::Strokes))?,
            RiddleFormat::Text => {
                out.write_all(riddle_text::render(riddle, spoiler, colour).as_bytes())?;
            }
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *out, &RiddleLine::from(&self.0))?;
        Ok(out.write_all(b"\n")?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        Ok(None)
    }
}
