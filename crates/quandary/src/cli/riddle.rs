//! `quandary riddle`: generates a crossword position whose best play is the answer.
//!
//! The options become a request, a budget and a seed. A search for a time reports its attempt, and `--attempt`
//! repeats only that attempt. Invariant: the output depends only on the request, the lexicon, the seed and the
//! attempts; without a result nothing is written.

pub(crate) mod file;
mod play;

use super::ending::{self, Endings, OutputOptions};
use super::exit::{Exit, unreadable, usage};
use super::lexicons::LexiconOptions;
use super::profiles::profile;
use super::{interrupt, made, progress, seed};
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use ask::riddle::{LOCALE, TIME, board};
use ask::values::{MOST_THREADS, whole};
use ask::{Generated, GeneratedRiddle, Look, RiddleFormat, RiddleRequest};
use clap::Args;
use crossword::lexicon::Lexicon;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Posed, RejectReason, Riddle, RiddleReport};
use diagnostics::counted;
use draw::riddle_text;
use indicatif::ProgressBar;
use search::{Budget, Control, Goal, Seed};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Generate a riddle: a crossword position with one best play
///
/// Two robots play games. A profile scores their positions with a full rack, and the best positions are kept. The
/// answer is hidden without --solution. The same seed and number of attempts give the same riddle; after a search for
/// a time, --seed and --attempt repeat the result. Without --time, --attempts or --attempt the search takes 15
/// seconds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary riddle
      the best of 15 seconds in American English, without its answer
  quandary riddle --play
      played in the terminal: letters place tiles, Enter plays, F1 lists the keys
  quandary riddle --locale is --time 2s --profile daily --solution
      with the answer and the ten best plays
  quandary riddle --locale pl_PL --seed 7 --attempts 5000 -o riddle.json
      the same bytes every time; .svg and .png give a picture")]
pub(crate) struct Options {
    #[command(flatten)]
    lexicon: LexiconOptions,

    #[command(flatten)]
    request: RiddleRequest,

    /// Number of threads; with --attempts the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    threads: usize,

    /// Seed of all random choices, below 2^53 [default: a random seed]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// Play the riddle, in the terminal or from lines of standard input; with FILE a riddle that --format json
    /// printed. The file does not name its language and board: use --locale and --board-type [default: a new riddle]
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["format", "output", "solution", "top"])]
    #[expect(clippy::option_option, reason = "without the option, without a file, with one")]
    play: Option<Option<PathBuf>>,

    /// With --play: file of the days on which riddles were solved [default: in a terminal, a file in the state folder
    /// of the user]
    #[arg(long, value_name = "FILE", requires = "play")]
    streaks: Option<PathBuf>,

    /// File of words that may not be the answer, one per line; # starts a comment [default: none]
    #[arg(long, value_name = "FILE")]
    ban: Option<PathBuf>,

    /// Number of riddles to print, best first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=1000))]
    top: usize,

    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<RiddleFormat>,

    /// Print the answer and the next best plays; JSON always has the answer
    #[arg(long)]
    solution: bool,

    #[command(flatten)]
    output: OutputOptions,
}

impl Endings for RiddleFormat {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("jsonl", Self::Json),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// Generates riddles and shows them.
///
/// # Errors
/// If the lexicon, the profile or the bans cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let begin = Instant::now();
    let output = options.output.path();
    let format = ending::format(options.format, output, RiddleFormat::Text)?;
    if matches!(format, RiddleFormat::Svg | RiddleFormat::Png) && options.top > 1 {
        return Err(usage(
            "--top N above 1 does not go with --format svg or png: a picture is one riddle",
        ));
    }
    if let Some(Some(file)) = &options.play {
        return options.play_file(file);
    }
    let request = &options.request;
    let profile = profile(request.profile.as_deref().unwrap_or_default())?;
    let ban = options.ban.as_deref().map(bans).transpose()?.unwrap_or_default();
    // The time counts from the start of the program, and may be over when the lexicon is open.
    let task = RiddleRequest { ban, time: None, ..request.clone() }.by(profile);
    let mut task = task.map_err(|refusal| made::wrong(&refusal))?;
    let lexicon = options.lexicon.open_or(LOCALE)?;
    let (opening, is_timed) = (begin.elapsed(), request.attempts.or(request.attempt).is_none());
    let all = request.time.map_or(Ok(TIME), Duration::try_from_secs_f64).unwrap_or(Duration::MAX);
    let left = all.saturating_sub(opening);
    task.budget.goal = Goal::Best(options.top.max(KEPT));
    task.budget.time = is_timed.then_some(left);
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    let bar = Bar::new(&task.budget);
    let progress = |done, accepted| bar.show(done, accepted);
    let (threads, cancel) = (options.threads, interrupt::listen());
    let found = task.found(&lexicon, seed, &Control { threads, cancel, progress: &progress });
    bar.finish();
    match (found, &options.play) {
        (Ok(report), None) => options.tell(report, format),
        (Ok(report), Some(_)) => options.play_made(&report.riddles, &lexicon),
        (Err(refusal), _) => {
            let exit = made::ending(&refusal)?;
            if exit == Exit::Nothing && is_timed && left < all / 2 {
                let seconds = opening.as_secs_f64();
                note!("opening the lexicon took {seconds:.1} s of --time; give it more");
            }
            Ok(exit)
        }
    }
}

/// The words of a ban list.
fn bans(path: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    let rows = text.lines().map(|row| row.split('#').next().unwrap_or_default().trim());
    Ok(rows.filter(|row| !row.is_empty()).map(str::to_owned).collect())
}

impl Options {
    /// Prints the requested number of riddles.
    fn tell(&self, report: RiddleReport, format: RiddleFormat) -> Result<Exit> {
        let summary = self.request.attempt.is_none().then(|| summary(&report));
        let shown: Vec<_> =
            report.riddles.into_iter().take(self.top).map(GeneratedRiddle).collect();
        let exit = self.show(&shown, format)?;
        let Some(summary) = summary else { return Ok(exit) };
        if exit == Exit::Done && shown.len() < self.top {
            note!("only {} of {} were found", shown.len(), self.top);
        }
        if format == RiddleFormat::Text {
            summary.lines().for_each(|line| note!("{line}"));
        }
        Ok(exit)
    }

    /// Plays the best riddle.
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
            (self.request.attempts.is_some(), "--attempts"),
            (self.request.time.is_some(), "--time"),
            (self.ban.is_some(), "--ban"),
            (self.request.difficulty.is_some(), "--difficulty"),
        ];
        if let Some((_, option)) = given.into_iter().find(|(is_given, _)| *is_given) {
            return Err(usage(format_args!(
                "{option} is about riddles that are made, and --play {} plays one that was",
                file.display()
            )));
        }
        let lexicon = self.lexicon.open_or(LOCALE)?;
        let board =
            board(self.request.board_type.as_deref()).map_err(|error| made::wrong(&error))?;
        let setting = Setting { locale: lexicon.about().locale, board };
        let posed = play::of_file(file, setting, &lexicon)?;
        play::play(&posed, &lexicon, None, self.streaks.as_deref())
    }
}

/// Interval between two updates of the bar, in milliseconds.
const STEP: u64 = 100;

/// A progress bar on standard error, if that is a terminal.
struct Bar {
    bar: ProgressBar,
    begin: Instant,
    time: Option<Duration>,
}

impl Bar {
    /// A progress bar for a budget of attempts or time.
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

    /// Removes the bar.
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
    /// Writes riddles in the requested format; several riddles as JSON are one line each.
    fn show(&self, riddles: &[GeneratedRiddle], format: RiddleFormat) -> Result<Exit> {
        let target = Target::of(self.output.path());
        let look = Look { spoiler: self.solution, colour: target.is_coloured() };
        target.write_coloured(|out| {
            for (n, riddle) in riddles.iter().enumerate() {
                match format {
                    RiddleFormat::Json if self.top > 1 => riddle.write_line(out)?,
                    _ => {
                        if n > 0 {
                            writeln!(out)?;
                        }
                        riddle.write(out, format, look)?;
                    }
                }
            }
            Ok(Exit::Done)
        })
    }
}

/// Numbers of attempts, boards and riddles, and of rejects by reason, as text.
fn summary(report: &RiddleReport) -> String {
    let RiddleReport { attempts, boards, accepted, tally, .. } = report;
    let mut rejects: Vec<(&RejectReason, u64)> = tally.iter().collect();
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
        assert_eq!(bans(&path).unwrap(), ["Darn", "heck"]);
    }
}
