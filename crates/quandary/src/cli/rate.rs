//! `quandary rate`: rates the difficulty of levels and riddles, with the parts of each rating.

use super::ending::{PrintOptions, TextOrJson};
use super::exit::{Exit, invalid, usage};
use super::judge::input::{FileOptions, Item};
use super::judge::{RuleOptions, input, kept, several, too_much};
use super::lexicons::{LexiconOptions, board_types};
use super::riddle::file;
use anyhow::{Context, Result};
use ask::judge::rating;
use ask::values::{MOST_THREADS, whole};
use clap::Args;
use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle;
use level::Level;
use level::rate::{self, FORMAT};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Rate the difficulty of levels and riddles from 0 to 100
///
/// The rating of a level has parts that come from a cheapest plan and from the search: length, backtracking, depth of
/// gating, choices available at once, dead states and how early they come, pushes and the effort of a search, keys
/// carried back to locks seen before, and secrets. The rating never falls if a part grows. The page "Difficulty" of
/// the book compares it with simulated players.
///
/// The rating of a riddle, as printed by `quandary riddle --format json`, has these parts: rarity of the words,
/// length of the answer, its position on the board, the number of other plays, and the score of the second best play.
/// The riddle file does not name its language and board: use --locale and --board-type.
///
/// Several levels or riddles are one line each. A file without a level or riddle is reported on standard error and
/// left out (exit code 3).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary rate level.json
  quandary rate *.xsb --format json | jq .figure
  quandary dungeon --seed 7 --format json | quandary rate -
  quandary riddle --locale is --format json | quandary rate - --locale is

Exit codes: 0 rated, 10 not winnable, 11 unknown, 3 not a level or riddle, 2 usage.")]
pub(crate) struct Options {
    /// Levels (quandary/level/1), missions, areas, dungeons, drawings, maps of Tiled or .xsb, or riddles; - is
    /// standard input
    #[arg(value_name = "FILE", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    file: FileOptions,

    #[command(flatten)]
    rules: RuleOptions,

    #[command(flatten)]
    lexicon: LexiconOptions,

    /// Board of riddles: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// Number of levels to rate at the same time; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    jobs: usize,

    #[command(flatten)]
    printed: PrintOptions,
}

/// A thing to rate.
enum Thing {
    Level(Box<Level>),
    Riddle(Box<RiddleLine>),
}

/// A level or a riddle with its rating; `None` if a level cannot be won, or that was not decided.
struct Rated {
    name: String,
    is_riddle: bool,
    rating: Option<Rating>,
    winnable: Option<bool>,
}

/// The JSON of a rating.
#[derive(Serialize)]
struct RatingJson<'a> {
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    riddle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winnable: Option<Option<bool>>,
    #[serde(flatten)]
    rating: Option<&'a Rating>,
}

/// Rates levels.
///
/// # Errors
/// If there is none, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (format, target) = options.printed.chosen()?;
    if options.levels.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let things = options.levels.iter().map(|path| options.things(path));
    let (things, read) = several(things)?;
    let has_riddles = things.iter().any(|(_, thing)| matches!(thing, Thing::Riddle(_)));
    let lexicon = has_riddles.then(|| options.lexicon.open_or(Locale::EnUs)).transpose()?;
    let pool = ThreadPoolBuilder::new().num_threads(options.jobs).build();
    let pool = pool.context("cannot start threads")?;
    let rated: Vec<Result<Rated>> = pool.install(|| {
        let rated = |one| options.rated(one, lexicon.as_ref());
        things.into_par_iter().map(rated).collect()
    });
    let (rated, judged) = kept(rated)?;
    let is_whole = read == Exit::Done && judged == Exit::Done;
    let exit = match (read, judged) {
        _ if is_whole => exit(&rated),
        (Exit::LEFT_OUT, Exit::Done) => Exit::LEFT_OUT,
        _ => Exit::Invalid,
    };
    let written = target.write(|out| {
        for one in &rated {
            match format {
                TextOrJson::Json => {
                    serde_json::to_writer(&mut *out, &one.json())?;
                    writeln!(out)?;
                }
                TextOrJson::Text if rated.len() == 1 && is_whole => {
                    out.write_all(one.words().as_bytes())?;
                }
                TextOrJson::Text => {
                    writeln!(out, "{}: {}", diagnostics::shown(&one.name), one.first())?;
                }
            }
        }
        Ok(Exit::Done)
    });
    written.map(|_| exit)
}

/// The exit code of some ratings, the worst of all.
fn exit(rated: &[Rated]) -> Exit {
    let unrated = || rated.iter().filter(|one| one.rating.is_none());
    match unrated().any(|one| one.winnable.is_none()) {
        true => Exit::Nothing,
        false if unrated().next().is_some() => Exit::NotWinnable,
        false => Exit::Done,
    }
}

impl Options {
    /// The levels or riddles of a file.
    fn things(&self, path: &Path) -> Result<Vec<Result<(String, Thing)>>> {
        let text = self.file.text(path)?;
        if file::is_of_riddles(&text) {
            let riddles = file::riddles(&input::name(path), &text)?.into_iter();
            let riddle = |(name, riddle)| Ok((name, Thing::Riddle(Box::new(riddle))));
            return Ok(riddles.map(riddle).collect());
        }
        let items = self.file.items_of(path, &text, self.rules.places(), None)?.into_iter();
        let level =
            |item: Result<Item>| item.map(|item| (item.name, Thing::Level(Box::new(item.level))));
        Ok(items.map(level).collect())
    }

    fn rated(&self, (name, thing): (String, Thing), lexicon: Option<&Lexicon>) -> Result<Rated> {
        match (thing, lexicon) {
            (Thing::Level(level), _) => self.of_level(name, &level),
            (Thing::Riddle(riddle), Some(lexicon)) => self.of_riddle(name, &riddle, lexicon),
            (Thing::Riddle(_), None) => Err(usage("--locale says which words there are")),
        }
    }

    fn of_level(&self, name: String, level: &Level) -> Result<Rated> {
        let rules = self.rules.rules(level)?;
        let (winnable, rating) = rating(level, &rules).map_err(|error| too_much(&name, error))?;
        let rating = rating.map(Rating::Level);
        Ok(Rated { name, is_riddle: false, rating, winnable })
    }

    fn of_riddle(&self, name: String, riddle: &RiddleLine, lexicon: &Lexicon) -> Result<Rated> {
        let setting = Setting { locale: lexicon.about().locale, board: self.board_type };
        let posed = riddle.posed(setting, lexicon);
        let posed = posed.map_err(|error| invalid(format_args!("{name}: {error}")))?;
        let rating = Some(Rating::Riddle(posed.rating(lexicon)));
        Ok(Rated { name, is_riddle: true, rating, winnable: Some(true) })
    }
}

impl Rated {
    fn json(&self) -> RatingJson<'_> {
        let Self { name, is_riddle, rating, winnable } = self;
        let level = (!is_riddle).then_some(name.as_str());
        RatingJson {
            format: FORMAT,
            riddle: is_riddle.then_some(name),
            level,
            winnable: level.map(|_| *winnable),
            rating: rating.as_ref(),
        }
    }

    /// The rating, or the reason why there is none.
    fn first(&self) -> String {
        match (&self.rating, self.winnable) {
            (Some(rating), _) if rating.is_sure() => format!("{:.1} of 100", rating.figure()),
            (Some(Rating::Level(rating)), _) => {
                format!("{:.1} of 100, as far as was proved", rating.figure)
            }
            (Some(Rating::Riddle(rating)), _) => {
                format!("{:.1} of 100, and how common the words are is not known", rating.figure)
            }
            (None, Some(_)) => "not winnable, so there is nothing to rate".to_owned(),
            (None, None) => "not decided whether it can be won".to_owned(),
        }
    }

    /// The rating, and one line per part.
    fn words(&self) -> String {
        let mut words = self.first() + "\n";
        let Some(rating) = &self.rating else { return words };
        for (part, counted, adds) in rating.parts() {
            words += &format!("  {part:13}{:9}  adds {adds:.3}\n", short(counted));
        }
        words
    }
}

/// A number with at most two decimals.
fn short(number: f64) -> String {
    ((number * 100.0).round() / 100.0).to_string()
}

/// A rating.
#[derive(Serialize)]
#[serde(untagged)]
enum Rating {
    Level(rate::Rating),
    Riddle(riddle::Rating),
}

impl Rating {
    /// The rating, from 0 to 100.
    fn figure(&self) -> f64 {
        match self {
            Self::Level(rating) => rating.figure,
            Self::Riddle(rating) => rating.figure,
        }
    }

    /// True if all inputs of the rating are known.
    fn is_sure(&self) -> bool {
        match self {
            Self::Level(rating) => rating.is_sure,
            Self::Riddle(rating) => rating.is_sure,
        }
    }

    /// Each part: its name, the count, and the points that it adds.
    fn parts(&self) -> Vec<(&'static str, f64, f64)> {
        match self {
            Self::Level(rate::Rating { parts, adds, .. }) => {
                let told = |part: rate::Part| (part.name(), parts.get(part), adds.get(part));
                rate::Part::ALL.map(told).to_vec()
            }
            Self::Riddle(riddle::Rating { parts, adds, .. }) => {
                let told = |part: riddle::Part| (part.name(), parts.get(part), adds.get(part));
                riddle::Part::ALL.map(told).to_vec()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two crates do not depend on each other; this test checks that they use one scale.
    #[test]
    fn levels_and_riddles_are_weighed_in_one_form() {
        let weighing = riddle::Weighing::usual();
        for sum in [0.0, 0.1, 1.0, 3.0] {
            for part in riddle::Part::ALL {
                let riddle::Weight { weight, scale } = weighing.of(part);
                let expect = 100.0 * (1.0 - (-weight * (1.0 + sum / scale).ln()).exp());
                let parts = riddle::Parts::from(|other| if other == part { sum } else { 0.0 });
                let found = riddle::Rating::of_parts(parts, true).figure;
                assert!((found - expect).abs() <= 0.005 + 1e-9, "{} {sum}", part.name());
            }
            for part in rate::Part::ALL {
                let weights = rate::Weights::usual();
                let rate::Weight { weight, scale } = weights.of(part);
                let expect = 100.0 * (1.0 - (-weight * (1.0 + sum / scale).ln()).exp());
                let parts = rate::Parts::from(|other| if other == part { sum } else { 0.0 });
                assert!((rate::figure(&parts, &weights) - expect).abs() < 1e-9, "{}", part.name());
            }
        }
    }
}
