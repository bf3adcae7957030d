//! `quandary riddle`: a crossword position whose best play is the answer.
//!
//! The options become a request, a budget and a seed. A search within a time names its attempt, and `--attempt`
//! makes that one again alone. Invariant: what goes to standard output, or to the file, depends on
//! the request, the lexicon, the seed and the attempts made alone; nothing is written where nothing is found.

mod bar;
mod options;
pub(crate) mod file;
mod play;
mod show;

use self::bar::Bar;
use self::options::Format;
pub(crate) use self::options::Options;
use self::show::summary;
use super::ending;
use super::exit::{Exit, usage};
use super::interrupt;
use super::profiles::profile;
use crate::cli::exit::unreadable;
use crate::shown::note;
use anyhow::Result;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Posed, Profile, Request, Riddle, make, one};
use draw::riddle_text;
use level::rate::Band;
use search::{Budget, Control, Goal, Seed, Stop};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use voice::counted;

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
