//! `quandary riddle`: a crossword position whose best play is the answer.
//!
//! The options become a request, a budget and a seed. A search within a time names its attempt, and `--attempt`
//! makes that one again alone. Invariant: what goes to standard output, or to the file, depends on
//! the request, the lexicon, the seed and the attempts made alone; nothing is written where nothing is found.

mod bar;

use self::bar::Bar;
use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, usage};
use super::judge::quantity;
use super::lexicons::{LexiconOptions, board_types};
use super::profiles::profile;
use super::values::{MOST_THREADS, named, whole};
use super::{interrupt, seed};
use crate::cli::exit::unreadable;
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{Algorithm, KEPT, Reject, Request, Riddle, RiddleReport, make, one};
use draw::riddle_svg::{self, Lettering};
use draw::{level_png, riddle_text};
use search::{Budget, Control, Goal, Seed, Stop};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use voice::counted;
use voice::json;

/// The default locale.
const USUAL_LOCALE: Locale = Locale::EnUs;
/// Default time of a search.
const USUAL: Duration = Duration::from_secs(15);

/// Find a riddle: a crossword position with one best play
///
/// Two robots play games; their positions, with a full rack, are judged by a profile, and the best are kept. The
/// answer is hidden unless --solution asks for it. The same seed and the same number of attempts give the same
/// riddle; after a search within a time, --seed and --attempt make it again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddle
      the best that is found in 15 seconds in American English, without its answer
  quandary riddle --locale is --time 2s --profile daily --solution
      with the answer and the ten best plays
  quandary riddle --locale pl_PL --seed 7 --attempts 5000 -o riddle.json
      the same bytes on any machine
  quandary riddle --locale en_US --seed 7 --attempt 77
      one attempt alone: again what a search had found
  quandary riddle --locale is -o riddle.png
      a picture
  quandary riddle --locale en_GB --top 5 --format json
      five riddles, a line each")]
pub(crate) struct Options {
    #[command(flatten)]
    lexicon: LexiconOptions,

    /// The board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// Take this long, such as 2s or 500ms, opening the lexicon included; 15s without --attempts
    #[arg(long, value_name = "TIME", value_parser = quantity::time, conflicts_with = "attempts")]
    time: Option<Duration>,

    /// Search in this many attempts: the same riddle on any machine
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    attempts: Option<u64>,

    /// Make this attempt alone: again what a search had found
    #[arg(long, value_name = "K", requires = "seed", conflicts_with_all = ["attempts", "time"],
          value_parser = whole::<u64>(0..=u64::MAX))]
    attempt: Option<u64>,

    /// How many threads work, 0 for one a core; with --attempts the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,

    /// Where all choices come from, below 2^53; without it one is drawn
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// What makes a riddle and a good one: design, daily, open, or a file
    #[arg(long, value_name = "PROFILE", default_value = "design")]
    profile: String,

    /// How riddles are made of a seed: riddle/2, or riddle/1 for those that were made before
    #[arg(long, value_name = "NAME", default_value_t,
          value_parser = named::<Algorithm>(Algorithm::ALL.map(Algorithm::name)))]
    algorithm: Algorithm,

    /// Words that may not be the answer, one a line; # begins a comment
    #[arg(long, value_name = "FILE")]
    ban: Option<PathBuf>,

    /// How many riddles are printed, the best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=1000))]
    top: usize,

    /// What is printed; by itself as the file ends, else text
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Tell the answer and the plays nearest to it; JSON always has the answer
    #[arg(long)]
    solution: bool,

    #[command(flatten)]
    output: OutputOptions,
}

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board, the rack, and what a player may know
    Text,
    /// What the service answers; with --top a line each
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("jsonl", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// Finds riddles and shows them.
///
/// # Errors
/// When the lexicon, the profile or the bans cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let begin = Instant::now();
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::Text)?;
    if matches!(format, Format::Svg | Format::Png) && options.top > 1 {
        return Err(usage(
            "--top N above 1 does not go with --format svg or png: a picture is one riddle",
        ));
    }
    let profile = profile(&options.profile, options.algorithm)?;
    let banned = options.ban.as_deref().map_or_else(|| Ok(BTreeSet::new()), bans)?;
    let lexicon = options.lexicon.open_or(USUAL_LOCALE)?;
    let setting = Setting { locale: lexicon.about().locale, board: options.board_type };
    let algorithm = options.algorithm;
    let request = Request { algorithm, banned, ..Request::new(setting, profile) };
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    match options.attempt {
        Some(attempt) => options.show_one(&request, &lexicon, (seed, attempt), format),
        None => options.search(&request, &lexicon, (seed, begin), format),
    }
}

/// The words of a ban list, in lower case.
fn bans(path: &Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default().trim());
    Ok(rows.filter(|row| !row.is_empty()).map(str::to_lowercase).collect())
}

impl Options {
    /// Searches within the budget.
    fn search(
        &self,
        request: &Request,
        lexicon: &Lexicon,
        (seed, begin): (Seed, Instant),
        format: Format,
    ) -> Result<Exit> {
        let (opening, all) = (begin.elapsed(), self.time.unwrap_or(USUAL));
        let time = self.attempts.is_none().then_some(all.saturating_sub(opening));
        let goal = Goal::Best(self.top.max(KEPT));
        let budget = Budget { goal, attempts: self.attempts, time };
        let bar = Bar::new(&budget);
        let progress = |done, accepted| bar.show(done, accepted);
        let (threads, cancel) = (self.threads, interrupt::listen());
        let control = Control { threads, cancel, progress: &progress };
        let report = make(request, lexicon, seed, &budget, &control)?;
        bar.finish();
        if report.stop == Stop::Cancelled {
            return Ok(Exit::Interrupted);
        }
        if report.riddles.is_empty() {
            let (attempts, tally) =
                (counted(report.attempts, "attempt", "attempts"), &report.tally);
            anstream::eprintln!("seed {}: nothing found in {attempts}: {tally}", seed.value());
            if time.is_some_and(|left| left < all / 2) && !all.is_zero() {
                let seconds = opening.as_secs_f64();
                anstream::eprintln!(
                    "opening the lexicon took {seconds:.1} s of --time; give it more"
                );
            }
            return Ok(Exit::Nothing);
        }
        let shown = report.riddles.get(..self.top).unwrap_or(&report.riddles);
        let exit = self.show(shown, format)?;
        if exit == Exit::Done && shown.len() < self.top {
            anstream::eprintln!("only {} of {} were found", shown.len(), self.top);
        }
        if format == Format::Text {
            anstream::eprint!("{}", summary(&report));
        }
        Ok(exit)
    }

    /// Makes one attempt alone.
    fn show_one(
        &self,
        request: &Request,
        lexicon: &Lexicon,
        (seed, attempt): (Seed, u64),
        format: Format,
    ) -> Result<Exit> {
        match one(request, lexicon, seed, attempt)? {
            Ok(riddle) => self.show(&[riddle], format),
            Err(reject) => {
                let seed = seed.value();
                anstream::eprintln!("seed {seed}, attempt {attempt} makes no riddle: {reject}");
                Ok(Exit::Nothing)
            }
        }
    }

    /// Writes riddles in the format that was asked for.
    fn show(&self, riddles: &[Riddle], format: Format) -> Result<Exit> {
        let target = Target::of(self.output.path());
        target.write(|out| {
            for (n, riddle) in riddles.iter().enumerate() {
                match format {
                    Format::Text => {
                        let gap = if n > 0 { "\n" } else { "" };
                        let text = riddle_text::render(riddle, self.solution, target.is_coloured());
                        write!(out, "{gap}{text}")?;
                    }
                    Format::Svg => {
                        let svg = riddle_svg::render(riddle, self.solution, Lettering::Text);
                        out.write_all(svg.as_bytes())?;
                    }
                    Format::Png => {
                        let svg = riddle_svg::render(riddle, self.solution, Lettering::Strokes);
                        level_png::write(out, &svg)?;
                    }
                    Format::Json => self.json(out, riddle)?,
                }
            }
            Ok(Exit::Done)
        })
    }

    /// A riddle as JSON: laid out for a reader where it is the only one, else a line.
    fn json(&self, out: &mut dyn Write, riddle: &Riddle) -> Result<()> {
        let line = RiddleLine::from(riddle);
        if self.top == 1 {
            return Ok(json::lines(out, &line)?);
        }
        serde_json::to_writer(&mut *out, &line)?;
        Ok(out.write_all(b"\n")?)
    }
}

/// Numbers of attempts, boards and riddles, and of rejects by reason, in words.
fn summary(report: &RiddleReport) -> String {
    let RiddleReport { attempts, boards, accepted, tally, .. } = report;
    let mut rejects: Vec<(&Reject, u64)> = tally.iter().collect();
    rejects.sort_by_key(|&(reject, n)| (std::cmp::Reverse(n), *reject));
    let rejects: Vec<_> = rejects.iter().map(|(reject, n)| format!("{n} × {reject}")).collect();
    let rejects = if rejects.is_empty() { "nothing".to_owned() } else { rejects.join(", ") };
    let attempts = counted(*attempts, "attempt", "attempts");
    let boards = counted(*boards, "board", "boards");
    let accepted = counted(*accepted, "riddle", "riddles");
    format!("{attempts} on {boards}, {accepted} among them\nrejected: {rejects}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ban_lists_have_comments() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ban.txt");
        fs::write(&path, "# all\nDarn # mild\n\n heck\n").unwrap();
        assert_eq!(bans(&path).unwrap().into_iter().collect::<Vec<_>>(), ["darn", "heck"]);
    }
}
