//! Streaks: the days on which riddles of a language were played and solved, in a small file of the user.
//!
//! The file holds only days (`quandary/streaks/1`); the numbers of solved riddles and of consecutive days are
//! computed from them. Invariant: the file is written completely or not at all, and a file that cannot be read is
//! never overwritten.

use crate::cli::exit::{Exit, invalid};
use crate::output::Target;
use anyhow::Result;
use crossword::locale::Locale;
use diagnostics::counted;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Name and version of the format.
const FORMAT: &str = "quandary/streaks/1";
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// A day, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(i64);

/// The riddles of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Played {
    played: u64,
    solved: u64,
}

/// The content of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    days: BTreeMap<String, BTreeMap<String, Played>>,
}

/// The days of all languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Streaks(BTreeMap<String, BTreeMap<Day, Played>>);

/// The numbers of a player in a language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) played: u64,
    pub(super) solved: u64,
    /// Number of consecutive days with a solved riddle, up to today or yesterday.
    pub(super) current: u64,
    /// Largest such number so far.
    pub(super) longest: u64,
}

impl Day {
    /// Today in UTC.
    pub(super) fn today() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Self(now.map_or(0, |since| (since.as_secs() / 86_400) as i64))
    }

    /// The text form: `2026-11-23`. The Gregorian calendar, with years that start in March, so that a leap day is the
    /// last day.
    fn text(self) -> String {
        let days = self.0 + EPOCH;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let of_month = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        format!("{:04}-{month:02}-{of_month:02}", 400 * era + year + next)
    }

    /// Reads the output of [`Day::text`].
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * month + 2) / 5 + day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
        let read = Self(days - EPOCH);
        (read.text() == text).then_some(read)
    }
}

/// The default file: `quandary/streaks.json` in the state folder of the user.
pub(super) fn usual() -> Option<PathBuf> {
    let given = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = given.or_else(|| Some(env::home_dir()?.join(".local/state")))?;
    Some(folder.join("quandary/streaks.json"))
}

impl Streaks {
    /// Reads a file; a missing file has no days.
    ///
    /// # Errors
    /// If it cannot be read, or is another file.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        match fs::read_to_string(path) {
            Ok(text) => Self::of(&text).map_err(|why| invalid(format_args!("{name}: {why}"))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(invalid(format_args!("{name}: {}", diagnostics::of_io(&error)))),
        }
    }

    fn of(text: &str) -> Result<Self, String> {
        let document: Document = serde_json::from_str(text).map_err(|error| {
            format!("is no file of streaks: {}", diagnostics::of_json(&error.to_string()))
        })?;
        if document.format != FORMAT {
            return Err(format!("has the format {:?}; {FORMAT:?} is read here", document.format));
        }
        let mut streaks = Self::default();
        for (locale, days) in document.days {
            for (day, played) in days {
                let read = Day::read(&day).ok_or_else(|| {
                    format!("{day:?} is no day; days are written as 2026-11-23 is")
                })?;
                streaks.0.entry(locale.clone()).or_default().insert(read, played);
            }
        }
        Ok(streaks)
    }

    fn text(&self) -> Result<String> {
        let day = |(day, played): (&Day, &Played)| (day.text(), *played);
        let days = |(locale, days): (&String, &BTreeMap<Day, Played>)| {
            (locale.clone(), days.iter().map(day).collect())
        };
        let document =
            Document { format: FORMAT.to_owned(), days: self.0.iter().map(days).collect() };
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    }

    /// Adds a riddle of today to a file; returns the new numbers.
    ///
    /// # Errors
    /// If the file cannot be read or written; then it is unchanged.
    fn add(&mut self, locale: Locale, day: Day, is_solved: bool) {
        let played = self.0.entry(locale.to_string()).or_default().entry(day).or_default();
        played.played += 1;
        played.solved += u64::from(is_solved);
    }

    /// The numbers of a player in a language on a day.
    pub(super) fn standing(&self, locale: Locale, today: Day) -> Standing {
        let Some(days) = self.0.get(locale.name()) else { return Standing::default() };
        let mut standing = Standing::default();
        let (mut last, mut row) = (None, 0);
        for (&day, played) in days {
            standing.played += played.played;
            standing.solved += played.solved;
            if played.solved == 0 {
                continue;
            }
            row = if last == Some(Day(day.0 - 1)) { row + 1 } else { 1 };
            last = Some(day);
            standing.longest = standing.longest.max(row);
        }
        let goes_on = last.is_some_and(|last| last.0 + 1 >= today.0);
        standing.current = if goes_on { row } else { 0 };
        standing
    }
}

impl Standing {
    /// The numbers as text.
    pub(super) fn words(&self, locale: Locale) -> String {
        let Self { played, solved, current, longest } = *self;
        let played = counted(played, "riddle", "riddles");
        let current = counted(current, "day", "days");
        format!(
            "{locale}: {played} played, {solved} solved; {current} in a row, {longest} at most."
        )
    }
}

/// Adds a riddle of today to a file; returns the new numbers.
///
/// # Errors
/// If the file cannot be read or written; then it is unchanged.
pub(super) fn record(path: &Path, locale: Locale, today: Day, is_solved: bool) -> Result<Standing> {
    let mut streaks = Streaks::read(path)?;
    streaks.add(locale, today, is_solved);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let cannot =
            |error| invalid(format_args!("{}: {}", folder.display(), diagnostics::of_io(&error)));
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    let text = streaks.text()?;
    Target::File(path.to_owned()).write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })?;
    Ok(streaks.standing(locale, today))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let check = |day, text: &str| {
            assert_eq!(Day(day).text(), text);
            assert_eq!(Day::read(text), Some(Day(day)));
        };
        check(0, "1970-01-01");
        check(59, "1970-03-01");
        check(11_016, "2000-02-29");
        check(11_017, "2000-03-01");
        check(19_782, "2024-02-29");
        check(20_780, "2026-11-23");
        check(-1, "1969-12-31");
        for wrong in ["2026-02-29", "2026-13-01", "2026-1-1", "x", "", "2026-11-23-1"] {
            assert_eq!(Day::read(wrong), None, "{wrong}");
        }
        let all = (0..200_000).map(Day);
        assert!(all.into_iter().all(|day| Day::read(&day.text()) == Some(day)));
    }

    #[test]
    fn days_in_a_row_are_those_on_which_something_was_solved() {
        let mut streaks = Streaks::default();
        for (day, is_solved) in
            [(10, true), (11, true), (12, true), (13, false), (15, true), (16, false), (16, true)]
        {
            streaks.add(Locale::EnUs, Day(day), is_solved);
        }
        let check = |today, current| {
            let standing = streaks.standing(Locale::EnUs, Day(today));
            assert_eq!(standing, Standing { played: 7, solved: 5, current, longest: 3 }, "{today}");
        };
        check(16, 2);
        check(17, 2);
        check(18, 0);
        assert_eq!(streaks.standing(Locale::IsIs, Day(16)), Standing::default());
        assert_eq!(Streaks::of(&streaks.text().unwrap()), Ok(streaks));
    }

    #[test]
    fn a_file_that_cannot_be_read_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/streaks.json");
        let one = record(&path, Locale::EnUs, Day(3), true).unwrap();
        assert_eq!((one.played, one.current), (1, 1));
        let two = record(&path, Locale::IsIs, Day(3), false).unwrap();
        assert_eq!((two.played, two.solved), (1, 0));
        let text = fs::read_to_string(&path).unwrap();
        for (bad, part) in [
            ("{}".to_owned(), "is no file of streaks: missing field `format`"),
            (text.replace("streaks/1", "streaks/9"), "\"quandary/streaks/1\" is read here"),
            (text.replace("1970-01-04", "1970-02-30"), "\"1970-02-30\" is no day"),
        ] {
            fs::write(&path, &bad).unwrap();
            let error = record(&path, Locale::EnUs, Day(4), true).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), bad);
        }
    }
}
