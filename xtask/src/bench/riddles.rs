//! `cargo measure riddles`: boards, candidates and riddles per second of CPU time, and the best rank after given times.
//!
//! Boards are distinct; another rack on the same board is another candidate, but not another board. Rates use one
//! thread and CPU time. The best rank after a time is the median over several seeds, in wall-clock time on `threads`
//! threads; with `--cpu` it uses one thread for as much CPU time as those threads would have, which does not depend on
//! the load of the machine. The peer was measured for the formula of `peer.txt`, in 15 s on two cores. Its Icelandic
//! answers pass a filter of common words, so they are compared with `peer_words.txt`, which requires words as common.
//! The time includes opening the lexicon.

use super::report::{Report, Unit};
use super::timing::median;
use crate::root::Clock;
use anyhow::Result;
use crossword::lexicon::{self, Lexicon};
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{KEPT, Profile, RejectReason, Request, RiddleReport, make};
use search::{Budget, Control, Goal, Seed};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Riddles: boards, candidates and finds per second of CPU time, and the best rank after given times
#[derive(clap::Args)]
pub(crate) struct Riddles {
    /// Attempts per run for the rates
    #[arg(long, value_name = "N", default_value_t = 8000)]
    attempts: u64,
    /// The number of seeds per median
    #[arg(long, value_name = "N", default_value_t = 10)]
    seeds: u64,
    /// The number of threads for the best rank
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Search for the best on one thread, for as much CPU time as those threads would have
    #[arg(long)]
    cpu: bool,
    /// Skip searches that take longer, in seconds; all together take half an hour
    #[arg(long, value_name = "S", default_value_t = 15.0)]
    longest: f64,
    /// The number of timed searches for a first riddle; a search of the service has about 30 ms
    #[arg(long, value_name = "N", default_value_t = 300)]
    firsts: u64,
    /// Only this locale
    #[arg(long, value_name = "LOCALE")]
    locale: Option<Locale>,
}

/// The formula of the peer, with the limits of `design`.
const PEER: &str = include_str!("../../../crates/crossword/data/profiles/peer.txt");
/// The same, with words as common as those that the peer's filter accepts.
const PEER_WORDS: &str = include_str!("../../../crates/crossword/data/profiles/peer_words.txt");
/// The locales with a shipped lexicon.
const LOCALES: [Locale; 4] = [Locale::EnUs, Locale::EnGb, Locale::IsIs, Locale::PlPl];
/// Times in seconds at which the best rank is measured.
const TIMES: [f64; 4] = [0.1, 0.5, 2.0, 15.0];
/// Times in milliseconds of CPU time at which the search is checked for a first riddle.
const FIRSTS: [f64; 4] = [20.0, 30.0, 50.0, 100.0];

impl Riddles {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        for locale in LOCALES.into_iter().filter(|of| self.locale.is_none_or(|only| only == *of)) {
            let begin = Clock::thread();
            let lexicon = lexicon::shipped(locale)?;
            let opening = Clock::thread() - begin;
            let request = |profile| Request::new(Setting::standard(locale), profile);
            for name in Profile::NAMES {
                self.rates(locale, &request(Profile::named(name)?), &lexicon, report)?;
            }
            self.firsts(locale, &request(Profile::named("design")?), &lexicon)?;
            let peers = [Profile::read(PEER)?, Profile::read(PEER_WORDS)?];
            for profile in [Profile::named("design")?].into_iter().chain(peers) {
                self.ranks(locale, &request(profile), (&lexicon, opening), report)?;
            }
        }
        Ok(())
    }

    /// Measures boards, candidates and riddles per second.
    fn rates(
        &self,
        locale: Locale,
        request: &Request,
        lexicon: &Lexicon,
        report: &mut Report,
    ) -> Result<()> {
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
        let more = format!("{candidates:.0} candidates, {accepted:.0} accepted; seed 0: {tally}");
        if name == "design" {
            report.note(format!("riddles {locale}, boards"), boards, Unit::PerSecond, more);
            let megabytes = lexicon.memory() as f64 / 1e6;
            report.note(format!("lexicon {locale}, in use"), megabytes, Unit::Megabytes, "");
        } else {
            println!("  riddles {locale}, {name}: {boards:.0} boards a second, {more}");
        }
        Ok(())
    }

    /// Measures the share of searches with a first riddle after each time.
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
            format!("{:.1} % after {most} ms", 100.0 * soon as f64 / spent.len().max(1) as f64)
        };
        let shares = FIRSTS.map(share).join(", ");
        println!("  of {} searches {locale} a first riddle: {shares}", self.firsts);
        Ok(())
    }

    /// Measures the best rank after each time.
    fn ranks(
        &self,
        locale: Locale,
        request: &Request,
        (lexicon, opening): (&Lexicon, f64),
        report: &mut Report,
    ) -> Result<()> {
        for seconds in TIMES.into_iter().filter(|&seconds| seconds <= self.longest) {
            let mut bests = Vec::new();
            for seed in 0..self.seeds {
                let left = (seconds - opening).max(0.0);
                let found = self.searched(request, lexicon, seed, left)?;
                let best = found.riddles.first();
                bests.push(best.map_or(0.0, |riddle| riddle.rank as f64 / 1000.0));
            }
            let profile = &request.profile.name;
            let name = format!("riddles {locale}, {profile}, rank after {seconds} s");
            report.note(name, median(bests)?, Unit::Rank, "");
        }
        Ok(())
    }

    /// Runs a search for a number of seconds.
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

/// Number of attempts that produced a candidate.
fn candidates(report: &RiddleReport) -> u64 {
    let none = [RejectReason::GameOver, RejectReason::Tiles, RejectReason::SameBoard];
    let without = report.tally.iter().filter(|(reason, _)| none.contains(reason));
    report.attempts - without.map(|(_, n)| n).sum::<u64>()
}

/// Runs a search on one thread for a CPU time in seconds.
fn spending(request: &Request, lexicon: &Lexicon, seed: u64, seconds: f64) -> Result<RiddleReport> {
    let (begin, cancel) = (Clock::now().own, AtomicBool::new(false));
    let progress = |done: u64, _| {
        // Reading the clock means reading a file, so do it rarely.
        if done.is_multiple_of(32) && Clock::now().own - begin >= seconds {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let control = Control { threads: 1, cancel: &cancel, progress: &progress };
    let budget = Budget { goal: Goal::Best(KEPT), attempts: None, time: None };
    Ok(make(request, lexicon, Seed::new(seed)?, &budget, &control)?)
}

/// A search with its CPU time.
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
    }
}
