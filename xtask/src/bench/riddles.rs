//! `cargo xtask bench riddles`: boards, candidates and riddles a second of processor time, and the rank of the
//! best riddle after a while.
//!
//! Boards are distinct ones; another rack on the same board is another candidate and no other board. Rates are
//! of one thread and of processor time. The best rank after a while is the median of several seeds, by the
//! clock on the wall on as many threads as are asked for, or with `--cpu` on one thread after as much processor
//! time as those threads would have had on cores of their own, which a busy machine does not change. The figures
//! of the peer are those that were measured for the formula of `peer.txt`, in 15 s on two cores; its Icelandic answers
//! pass a filter of common words, so they are held against `peer_words.txt`, which asks for words as common. Opening
//! the lexicon is counted as a part of the time.

use super::report::{Report, Unit};
use anyhow::{Context, Result};
use audit::clock::Clock;
use crossword::lexicon::{self, Lexicon};
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Profile, Reject, Request, RiddleReport, make};
use search::{Budget, Control, Goal, Seed};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Riddles: boards, candidates and finds per second of processor time, and the best rank after a while
#[derive(clap::Args)]
pub(crate) struct Riddles {
    /// Attempts of each run by which rates are measured
    #[arg(long, value_name = "N", default_value_t = 8000)]
    attempts: u64,
    /// The number of seeds that a median is taken of
    #[arg(long, value_name = "N", default_value_t = 10)]
    seeds: u64,
    /// On how many threads the best is looked for
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Look for the best on one thread, for as much processor time as those threads would have had
    #[arg(long)]
    cpu: bool,
    /// Leave out searches that take longer, in seconds; all of them take half an hour
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    longest: f64,
    /// The number of searches for a first riddle that are timed; one of the service has some 30 ms
    #[arg(long, value_name = "N", default_value_t = 300)]
    firsts: u64,
    /// Only this locale
    #[arg(long, value_name = "LOCALE")]
    locale: Option<Locale>,
}

/// The formula of the peer, with the limits of `design`.
const PEER: &str = include_str!("../../../crates/crossword/data/profiles/peer.txt");
/// The same with words as common as those that it lets through.
const PEER_WORDS: &str = include_str!("../../../crates/crossword/data/profiles/peer_words.txt");
/// The locales whose lexicons come with the program.
const LOCALES: [Locale; 4] = [Locale::EnUs, Locale::EnGb, Locale::IsIs, Locale::PlPl];
/// Seconds after which the best rank is looked at.
const TIMES: [f64; 4] = [0.1, 0.5, 2.0, 15.0];

/// Milliseconds of processor time after which the search is checked for a riddle.
const FIRSTS: [f64; 4] = [20.0, 30.0, 50.0, 100.0];

/// Median rank that the peer finds in 15 s on two cores by its own formula, the better one of those that were measured,
/// and the profile of ours that is asked the same.
fn peers(locale: Locale, profile: &str) -> Option<u32> {
    match (locale, profile) {
        (Locale::EnUs, "peer") => Some(188),
        (Locale::IsIs, "peer_words") => Some(142),
        _ => None,
    }
}

/// Target for the number of boards a second of processor time under `design`.
fn bar(locale: Locale) -> Option<u32> {
    match locale {
        Locale::EnUs => Some(1000),
        Locale::IsIs => Some(400),
        _ => None,
    }
}

fn shown(figure: Option<u32>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string())
}

impl Riddles {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        let wanted = |locale: &Locale| self.locale.is_none_or(|only| only == *locale);
        let mut lexicons = Vec::new();
        for locale in LOCALES.into_iter().filter(wanted) {
            lexicons.push((locale, lexicon::shipped(locale)?));
        }
        let (seeds, attempts) = (self.seeds, self.attempts);
        println!(
            "a second of processor time, one thread; medians of {seeds} x {attempts} attempts"
        );
        println!("locale  profile  boards  bar   candidates  accepted  of boards");
        let mut tallies = Vec::new();
        for (locale, lexicon) in &lexicons {
            for name in Profile::NAMES {
                let request = Request::new(Setting::standard(*locale), Profile::named(name)?);
                tallies.push(self.rates(*locale, &request, lexicon, report)?);
            }
        }
        println!(
            "\nof {} searches, the share that has a riddle after so much processor time",
            self.firsts
        );
        println!("locale  profile   20 ms    30 ms    50 ms   100 ms");
        for (locale, lexicon) in &lexicons {
            let request = Request::new(Setting::standard(*locale), Profile::named("design")?);
            self.firsts(*locale, &request, lexicon)?;
        }
        println!("\nwhy attempts of seed 0 fell");
        tallies.iter().for_each(|tally| println!("{tally}"));
        let clock = match self.cpu {
            true => format!("in processor time of {} threads", self.threads),
            false => format!("on {} threads", self.threads),
        };
        println!("\nthe best rank after a while, {clock}; medians of {seeds}");
        let times = self.times().map(|s| format!("{s:6} s")).collect::<Vec<_>>().join("  ");
        println!("locale  formula     {times}  the peer in 15 s");
        for (locale, lexicon) in &lexicons {
            let begin = Clock::thread();
            lexicon::shipped(*locale)?;
            let opening = Clock::thread() - begin;
            for profile in
                [Profile::named("design")?, Profile::read(PEER)?, Profile::read(PEER_WORDS)?]
            {
                let request = Request::new(Setting::standard(*locale), profile);
                self.ranks(*locale, &request, (lexicon, opening), report)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// A row of the time to the first riddle.
    fn firsts(&self, locale: Locale, request: &Request, lexicon: &Lexicon) -> Result<()> {
        let budget = Budget { goal: Goal::First, attempts: Some(100_000), time: None };
        let control = Control { threads: 1, ..Control::default() };
        let mut spent = Vec::new();
        for seed in 0..self.firsts {
            let begin = Clock::thread();
            make(request, lexicon, Seed::new(seed)?, &budget, &control)?;
            spent.push((Clock::thread() - begin) * 1000.0);
        }
        let share = |most: f64| {
            let soon = spent.iter().filter(|&&spent| spent <= most).count();
            format!("{:5.1} %", 100.0 * soon as f64 / spent.len().max(1) as f64)
        };
        println!("{locale:7} {:7} {}", request.profile.name, FIRSTS.map(share).join("  "));
        Ok(())
    }

    fn times(&self) -> impl Iterator<Item = f64> {
        TIMES.into_iter().filter(|&seconds| seconds <= self.longest)
    }

    /// A row of rates; the tally of the first seed for later.
    fn rates(
        &self,
        locale: Locale,
        request: &Request,
        lexicon: &Lexicon,
        report: &mut Report,
    ) -> Result<String> {
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(self.attempts), time: None };
        let (mut rates, mut tally) = (Vec::new(), String::new());
        for seed in 0..self.seeds {
            let (found, spent) = timed(request, lexicon, seed, &budget, 1)?;
            let per = |n: u64| n as f64 / spent;
            rates.push([found.boards, candidates(&found), found.accepted].map(per));
            if seed == 0 {
                tally = found.tally.to_string();
            }
        }
        let rate = |n: usize| median(rates.iter().map(|rate| rate[n]).collect());
        let (boards, candidates, accepted) = (rate(0)?, rate(1)?, rate(2)?);
        let name = &request.profile.name;
        if name == "design" {
            report.note(format!("riddles {locale}, boards"), boards, Unit::PerSecond);
            let megabytes = lexicon.memory() as f64 / 1e6;
            report.note(format!("lexicon {locale}, in use"), megabytes, Unit::Megabytes);
        }
        let bar = shown(bar(locale).filter(|_| name == "design"));
        let share = 100.0 * accepted / boards;
        println!(
            "{locale:7} {name:7} {boards:7.0}  {bar:4} {candidates:11.0} {accepted:9.0} {share:9.1} %"
        );
        Ok(format!("{locale:7} {name:7}  {tally}"))
    }

    /// A row of ranks.
    fn ranks(
        &self,
        locale: Locale,
        request: &Request,
        (lexicon, opening): (&Lexicon, f64),
        report: &mut Report,
    ) -> Result<()> {
        let mut row = Vec::new();
        for seconds in self.times() {
            let mut bests = Vec::new();
            for seed in 0..self.seeds {
                let left = (seconds - opening).max(0.0);
                let found = self.searched(request, lexicon, seed, left)?;
                let best = found.riddles.first();
                bests.push(best.map_or(0.0, |riddle| riddle.rank as f64 / 1000.0));
            }
            let best = median(bests)?;
            let name =
                format!("riddles {locale}, {}, rank after {seconds} s", request.profile.name);
            report.note(name, best, Unit::Rank);
            row.push(format!("{best:8.1}"));
        }
        let (name, row) = (&request.profile.name, row.join("  "));
        let peer = shown(peers(locale, name));
        println!("{locale:7} {name:10}  {row}  {peer:>16}");
        Ok(())
    }

    /// A search for some seconds.
    fn searched(
        &self,
        request: &Request,
        lexicon: &Lexicon,
        seed: u64,
        seconds: f64,
    ) -> Result<RiddleReport> {
        if self.cpu {
            return spending(request, lexicon, seed, seconds * self.threads as f64);
        }
        let time = Some(Duration::from_secs_f64(seconds));
        let budget = Budget { goal: Goal::Best(KEPT), attempts: None, time };
        Ok(timed(request, lexicon, seed, &budget, self.threads)?.0)
    }
}

/// Number of attempts that had a board to be judged.
fn candidates(report: &RiddleReport) -> u64 {
    let none = [Reject::GameOver, Reject::Tiles, Reject::SameBoard];
    let without = report.tally.iter().filter(|(reason, _)| none.contains(reason));
    report.attempts - without.map(|(_, n)| n).sum::<u64>()
}

/// A search on one thread that ends after so much processor time.
fn spending(request: &Request, lexicon: &Lexicon, seed: u64, seconds: f64) -> Result<RiddleReport> {
    let (begin, cancel) = (Clock::now().own, AtomicBool::new(false));
    let progress = |done: u64, _| {
        // The clock is a file; it is read now and then only.
        if done.is_multiple_of(32) && Clock::now().own - begin >= seconds {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let control = Control { threads: 1, cancel: &cancel, progress: &progress };
    let budget = Budget { goal: Goal::Best(KEPT), attempts: None, time: None };
    Ok(make(request, lexicon, Seed::new(seed)?, &budget, &control)?)
}

/// A search, and the processor time that it took.
fn timed(
    request: &Request,
    lexicon: &Lexicon,
    seed: u64,
    budget: &Budget,
    threads: usize,
) -> Result<(RiddleReport, f64)> {
    let control = Control { threads, ..Control::default() };
    let begin = Clock::now().own;
    let report = make(request, lexicon, Seed::new(seed)?, budget, &control)?;
    Ok((report, (Clock::now().own - begin).max(0.01)))
}

/// The median of some figures.
fn median(mut figures: Vec<f64>) -> Result<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().context("no seeds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_attempts_with_a_board() {
        let profile = Profile::read("tiles 40..70\nracks_per_board 3\nweight.gap 1").unwrap();
        let request = Request::new(Setting::standard(Locale::EnUs), profile);
        let lexicon = lexicon::shipped(Locale::EnUs).unwrap();
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(300), time: None };
        let (report, _) = timed(&request, &lexicon, 1, &budget, 1).unwrap();
        assert!(report.accepted > 0 && report.boards < 100);
        assert_eq!(candidates(&report), 3 * report.boards);
        assert_eq!(median(vec![3.0, 1.0, 2.0]).unwrap(), 2.0);
    }
}
