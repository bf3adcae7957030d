//! `cargo measure riddles`: boards, candidates and riddles a second of processor time, and the rank of the best riddle after a while.
//!
//! Boards are distinct ones; another rack on the same board is another candidate and no other board. Rates are of one thread and of
//! processor time. The best rank after a while is the median of several seeds, by the clock on the wall on as many threads as
//! are asked for, or with `--cpu` on one thread after as much processor time as those threads would have had on cores of
//! their own, which a busy machine does not change. The peer's figures were measured for the formula of `peer.txt`, in 15 s on two
//! cores; its Icelandic answers pass a filter of common words, so they are held against `peer_words.txt`, which asks for words as
//! common. Opening the lexicon is counted as a part of the time.

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
/// Milliseconds of processor time after which the search is checked for a first riddle.
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

    /// Boards, candidates and riddles a second.
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

    /// The share of searches that have a first riddle after a while.
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

    /// The best rank after a while.
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
    let none = [RejectReason::GameOver, RejectReason::Tiles, RejectReason::SameBoard];
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
