//! `quandary riddle`: a crossword position whose best play is the answer.
//!
//! The options become a request, a budget and a seed. A search within a time names its attempt, and `--attempt`
//! makes that one again alone. Invariant: what goes to standard output, or to the file, depends on
//! the request, the lexicon, the seed and the attempts made alone; nothing is written where nothing is found.

pub(crate) mod file;
mod play;

use super::ending::{self, Endings, OutputOptions};
use super::exit::{Exit, unreadable, usage};
use super::lexicons::{LexiconOptions, board_types};
use super::profiles::profile;
use super::{interrupt, progress, seed};
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::values::{self, MOST_THREADS, whole};
use clap::{Args, ValueEnum};
use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Posed, Profile, Reject, Request, Riddle, RiddleReport, make, one};
use draw::riddle_svg::{self, Lettering};
use draw::{level_png, riddle_text};
use indicatif::ProgressBar;
use level::rate::Band;
use search::{Budget, Control, Goal, Seed, Stop};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use voice::{counted, json};

/// Find a riddle: a crossword position with one best play
///
/// Two robots play games; their positions, with a full rack, are judged by a profile, and the best are kept. The
/// answer is hidden unless --solution asks for it. The same seed and the same number of attempts give the same
/// riddle; after a search within a time, --seed and --attempt make it again. Without --time, --attempts or --attempt it
/// searches for 15 seconds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddle
      the best that is found in 15 seconds in American English, without its answer
  quandary riddle --locale is --time 2s --profile daily --solution
      with the answer and the ten best plays
  quandary riddle --locale pl_PL --seed 7 --attempts 5000 -o riddle.json
      the same bytes every time
  quandary riddle --locale en_US --seed 7 --attempt 77
      one attempt alone: again what a search had found
  quandary riddle --locale is -o riddle.png
      a picture
  quandary riddle --locale en_GB --top 5 --format json
      five riddles, a line each
  quandary riddle --difficulty 20..35 --seed 7 --attempts 2000
      an easy one
  quandary riddle --play
      played in the terminal: letters lay tiles, Enter plays, F1 lists the keys
  quandary riddle --locale pl_PL --play riddle.json
      one that was made before, from lines where there is no terminal: H8 word, hint, give up, quit")]
pub(crate) struct Options {
    #[command(flatten)]
    lexicon: LexiconOptions,

    /// The board: standard or explo
    #[arg(long, value_name = "BOARD", default_value = "standard", value_parser = board_types())]
    board_type: BoardType,

    /// Take this long, such as 2s or 500ms, opening the lexicon included; 15s without --attempts
    #[arg(long, value_name = "TIME", value_parser = values::time, conflicts_with = "attempts")]
    time: Option<Duration>,

    /// Search in this many attempts: the same riddle every time
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

    /// Only riddles that are so hard, by the rating that `quandary rate` gives them, such as 30..45; nothing is printed where
    /// none of the attempts is (exit code 11)
    #[arg(long, value_name = "LOW..HIGH")]
    difficulty: Option<Band>,

    /// Play it, in the terminal or from lines; with FILE one that --format json printed, whose language and board are not in
    /// it: --locale, --board-type
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["format", "output", "solution", "top"])]
    #[expect(clippy::option_option, reason = "without the option, without a file, with one")]
    play: Option<Option<PathBuf>>,

    /// With --play: where days are kept on which riddles were solved; in a terminal, a file in the user's folder of states by
    /// itself
    #[arg(long, value_name = "FILE", requires = "play")]
    streaks: Option<PathBuf>,

    /// Words that may not be the answer, one a line; # begins a comment
    #[arg(long, value_name = "FILE")]
    ban: Option<PathBuf>,

    /// How many riddles are printed, the best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=1000))]
    top: usize,

    /// What is printed [default: by the file's ending, else text]
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

/// The default locale.
const USUAL_LOCALE: Locale = Locale::EnUs;
/// Default time of a search.
const USUAL: Duration = Duration::from_secs(15);

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
    if let Some(Some(file)) = &options.play {
        return options.play_file(file);
    }
    let profile = profile(&options.profile)?;
    let profile = asked(profile, options.difficulty);
    let banned = options.ban.as_deref().map_or_else(|| Ok(BTreeSet::new()), bans)?;
    let lexicon = options.lexicon.open_or(USUAL_LOCALE)?;
    let setting = Setting { locale: lexicon.about().locale, board: options.board_type };
    let request = Request { banned, ..Request::new(setting, profile) };
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    let found = match options.attempt {
        Some(attempt) => options.make_one(&request, &lexicon, (seed, attempt)),
        None => options.search(&request, &lexicon, (seed, begin)),
    };
    match (found?, &options.play) {
        (Err(exit), _) => Ok(exit),
        (Ok(found), None) => options.tell(&found, format),
        (Ok(found), Some(_)) => options.play_made(&found.riddles, &lexicon),
    }
}

/// The finds, and the numbers of what was tried.
struct Found {
    riddles: Vec<Riddle>,
    summary: String,
}

/// A profile with a band of difficulty, if one is asked for.
pub(crate) fn asked(profile: Profile, band: Option<Band>) -> Profile {
    let asked = band.map(|band| band.hundredths());
    Profile { difficulty: asked.or(profile.difficulty.clone()), ..profile }
}

/// The words of a ban list, in lower case.
fn bans(path: &Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default().trim());
    Ok(rows.filter(|row| !row.is_empty()).map(str::to_lowercase).collect())
}

impl Options {
    /// Searches within the budget; the exit where nothing was found.
    fn search(
        &self,
        request: &Request,
        lexicon: &Lexicon,
        (seed, begin): (Seed, Instant),
    ) -> Result<Result<Found, Exit>> {
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
            return Ok(Err(Exit::Interrupted));
        }
        if report.riddles.is_empty() {
            let (attempts, tally) =
                (counted(report.attempts, "attempt", "attempts"), &report.tally);
            note!("seed {}: nothing found in {attempts}: {tally}", seed.value());
            if time.is_some_and(|left| left < all / 2) && !all.is_zero() {
                let seconds = opening.as_secs_f64();
                note!("opening the lexicon took {seconds:.1} s of --time; give it more");
            }
            return Ok(Err(Exit::Nothing));
        }
        Ok(Ok(Found { summary: summary(&report), riddles: report.riddles }))
    }

    /// Makes one attempt alone; the exit where it makes no riddle.
    fn make_one(
        &self,
        request: &Request,
        lexicon: &Lexicon,
        (seed, attempt): (Seed, u64),
    ) -> Result<Result<Found, Exit>> {
        Ok(match one(request, lexicon, seed, attempt)? {
            Ok(riddle) => Ok(Found { riddles: vec![riddle], summary: String::new() }),
            Err(reject) => {
                let seed = seed.value();
                note!("seed {seed}, attempt {attempt} makes no riddle: {reject}");
                Err(Exit::Nothing)
            }
        })
    }

    /// Prints as many riddles as were asked for.
    fn tell(&self, Found { riddles, summary }: &Found, format: Format) -> Result<Exit> {
        let shown = riddles.get(..self.top).unwrap_or(riddles);
        let exit = self.show(shown, format)?;
        let is_search = self.attempt.is_none();
        if is_search && exit == Exit::Done && shown.len() < self.top {
            note!("only {} of {} were found", shown.len(), self.top);
        }
        if format == Format::Text {
            summary.lines().for_each(|line| note!("{line}"));
        }
        Ok(exit)
    }

    /// Plays the best of what was found.
    fn play_made(&self, riddles: &[Riddle], lexicon: &Lexicon) -> Result<Exit> {
        let Some(best) = riddles.first() else { return Ok(Exit::Nothing) };
        let posed = Posed::of(best.position.clone(), lexicon)?;
        let made = riddle_text::options(best);
        play::play(&posed, lexicon, Some(&made), self.streaks.as_deref())
    }

    /// Plays the riddle of a file.
    fn play_file(&self, file: &Path) -> Result<Exit> {
        let given = [
            (self.seed.is_some(), "--seed"),
            (self.attempts.is_some(), "--attempts"),
            (self.time.is_some(), "--time"),
            (self.ban.is_some(), "--ban"),
            (self.difficulty.is_some(), "--difficulty"),
        ];
        if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
            return Err(usage(format_args!(
                "{option} is about riddles that are made, and --play {} plays one that was",
                file.display()
            )));
        }
        let lexicon = self.lexicon.open_or(USUAL_LOCALE)?;
        let setting = Setting { locale: lexicon.about().locale, board: self.board_type };
        let posed = play::of_file(file, setting, &lexicon)?;
        play::play(&posed, &lexicon, None, self.streaks.as_deref())
    }
}

/// Interval between two pictures of the bar, in milliseconds.
const STEP: u64 = 100;

/// A bar on standard error, if that is a terminal.
struct Bar {
    bar: ProgressBar,
    begin: Instant,
    time: Option<Duration>,
}

impl Bar {
    /// A bar for a budget of attempts or time.
    fn new(budget: &Budget) -> Self {
        let template = match budget.attempts {
            Some(_) => "{wide_bar} {human_pos} of {human_len} attempts{msg}",
            None => "{wide_bar} {elapsed}{msg}",
        };
        let millis = || budget.time.map_or(0, |time| time.as_millis() as u64);
        let length = budget.attempts.unwrap_or_else(millis);
        let bar = progress::bar(false, Some(length), template);
        Self { bar, begin: Instant::now(), time: budget.time }
    }

    /// Takes the bar away.
    fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the numbers of attempts and of riddles.
    fn show(&self, done: u64, accepted: u64) {
        let Self { bar, begin, time } = self;
        if bar.is_hidden() {
            return;
        }
        match time {
            Some(time) => {
                let gone = begin.elapsed().min(*time).as_millis() as u64;
                if gone >= bar.position() + STEP {
                    bar.set_position(gone);
                    bar.set_message(format!(", {done} attempts, {accepted} riddles"));
                }
            }
            None => bar.set_position(done),
        }
    }
}

impl Options {
    /// Writes riddles in the format that was asked for.
    fn show(&self, riddles: &[Riddle], format: Format) -> Result<Exit> {
        let target = Target::of(self.output.path());
        target.write_coloured(|out| {
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
    fn bands_are_kept_in_hundredths() {
        let design = || Profile::named("design").unwrap();
        let check = |band: &str, expect| {
            let asked = asked(design(), Some(band.parse().unwrap()));
            assert_eq!(asked.difficulty, Some(expect), "{band}");
        };
        check("30..45", 3000..=4500);
        check("30.1..45.007", 3010..=4500);
        check("0..100", 0..=10_000);
        let own = Profile { difficulty: Some(1..=2), ..design() };
        assert_eq!(asked(own.clone(), None), own);
    }

    #[test]
    fn ban_lists_have_comments() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ban.txt");
        fs::write(&path, "# all\nDarn # mild\n\n heck\n").unwrap();
        assert_eq!(bans(&path).unwrap().into_iter().collect::<Vec<_>>(), ["darn", "heck"]);
    }
}
