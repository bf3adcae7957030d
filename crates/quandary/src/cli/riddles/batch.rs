//! The batch itself: one search after the other, each on all threads, a line and a step of a bar for each.

use super::options::{Format, Options, TIME};
use super::order::Order;
use super::summary::Summary;
use crate::cli::exit::Exit;
use crate::cli::interrupt;
use anyhow::{Result, anyhow};
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::riddle::{KEPT, Profile, Request, RiddleReport, make};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use search::{Budget, Control, Goal, Seed, Stop};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use store::daily::{self, Clock, Made};
use store::stored_riddle::StoredRiddle;
use store::{Key, Store};

/// A batch on its way.
pub(super) struct Batch<'a> {
    options: &'a Options,
    profile: Profile,
    budget: Budget,
    store: &'a Store,
    by_locale: BTreeMap<Locale, Part<'a>>,
    bars: MultiProgress,
    cancel: &'static AtomicBool,
}

/// Lexicon, counts and progress bar of a language.
struct Part<'a> {
    lexicon: &'a Lexicon,
    summary: Summary,
    bar: ProgressBar,
}

impl<'a> Batch<'a> {
    /// A batch with nothing made yet.
    pub(super) fn new(
        options: &'a Options,
        profile: Profile,
        store: &'a Store,
        lexicons: &'a [Lexicon],
        orders: &[Order],
    ) -> Self {
        let bars = MultiProgress::new();
        let part = |(&locale, lexicon): (&Locale, &'a Lexicon)| {
            let days = orders.iter().filter(|order| order.key.locale == locale).count();
            let bar = bars.add(bar(locale, days as u64));
            (locale, Part { lexicon, summary: Summary::default(), bar })
        };
        let by_locale = options.locales.iter().zip(lexicons).map(part).collect();
        let time = options.attempts.is_none().then(|| options.time.unwrap_or(TIME));
        let budget = Budget { goal: Goal::Best(KEPT), attempts: options.attempts, time };
        let cancel = interrupt::listen();
        Self { options, profile, budget, store, by_locale, bars, cancel }
    }

    /// Makes the riddles of some orders, and reports each.
    pub(super) async fn make(&mut self, orders: &[Order], out: &mut dyn Write) -> Result<Exit> {
        for order in orders {
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
            self.one(order, out).await?;
        }
        let cancelled = self.cancel.load(Ordering::Relaxed);
        for (locale, Part { summary, bar, .. }) in &self.by_locale {
            bar.finish_and_clear();
            match self.options.format {
                Format::Text => writeln!(out, "{locale}: {summary}")?,
                Format::Json => writeln!(out, "{}", summary.json(*locale))?,
            }
        }
        let failed = self.by_locale.values().any(|part| part.summary.failed > 0);
        Ok(match (cancelled, failed) {
            (true, _) => Exit::Interrupted,
            (_, true) => Exit::Nothing,
            _ => Exit::Done,
        })
    }

    /// Makes one riddle, or passes over one that is there.
    async fn one(&mut self, order: &Order, out: &mut dyn Write) -> Result<()> {
        let (key, cancel) = (order.key, self.cancel);
        let recipe = (&self.profile, self.options.board_type);
        let Some(part) = self.by_locale.get_mut(&key.locale) else { return Ok(()) };
        if order.skip.is_some() {
            part.summary.there += 1;
            part.bar.inc(1);
            return Ok(());
        }
        let control = Control { threads: self.options.threads, cancel, progress: &|_, _| () };
        let (lexicon, budget) = (part.lexicon, self.budget);
        let search = async |request: Request, seed: Seed| -> Result<RiddleReport> {
            let report = make(&request, lexicon, seed, &budget, &control)?;
            // The finds of a search that was told to stop are not what it would have found.
            let found = if report.stop == Stop::Cancelled { None } else { Some(report) };
            found.ok_or_else(|| anyhow!(Cancelled))
        };
        let line = match daily::make(self.store, &key, recipe, &Clock::System, search).await {
            Ok(Made::Kept(stored, report)) => {
                part.summary.count(Some(&stored), &report);
                self.options.format.made(&key, &stored, self.options.solution)
            }
            Ok(Made::Nothing(report)) => {
                part.summary.count(None, &report);
                self.options.format.nothing(&key, &report)
            }
            Ok(Made::Taken | Made::Over) => {
                part.summary.there += 1;
                return Ok(());
            }
            Err(error) if error.is::<Cancelled>() => return Ok(()),
            Err(error) => return Err(error),
        };
        part.bar.inc(1);
        // Seen at once by whoever reads, above the bars.
        self.bars.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
        Ok(())
    }
}

/// The error of a search that was cancelled.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Cancelled;

impl Format {
    /// The line of a riddle that is kept.
    fn made(self, key: &Key, stored: &StoredRiddle, solution: bool) -> String {
        let Key { locale, slot, revision } = key;
        let (analysis, answer) = (&stored.riddle.analysis, &stored.riddle.solution);
        let (best, second) = (analysis.best_move_score, analysis.second_best_move_score);
        let difficulty = stored.difficulty.points;
        if self == Self::Json {
            let mut line = json!({"date": slot.to_string(), "locale": locale.name(),
                "revision": revision, "best_score": best, "gap": best - second,
                "is_bingo": analysis.is_bingo, "difficulty": difficulty,
                "total_moves": analysis.total_moves});
            if solution {
                line["solution"] = json!(answer);
            }
            return line.to_string();
        }
        let bingo = if analysis.is_bingo { ", bingo" } else { "" };
        let gap = best - second;
        let told = format!(
            "{slot} {locale} {best:>3} points, gap {gap}{bingo}, difficulty {difficulty}, revision {revision}"
        );
        if solution { format!("{told}: {} {}", answer.square, answer.description) } else { told }
    }

    /// The line of a search that found nothing.
    fn nothing(self, key: &Key, report: &RiddleReport) -> String {
        let Key { locale, slot, .. } = key;
        let (attempts, tally) = (report.attempts, &report.tally);
        match self {
            Self::Text => format!("{slot} {locale} nothing found in {attempts} attempts: {tally}"),
            Self::Json => json!({"date": slot.to_string(), "locale": locale.name(),
                "error": "nothing found", "attempts": attempts})
            .to_string(),
        }
    }
}

/// The bar of a language, which shows itself in terminals only.
fn bar(locale: Locale, days: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {eta} left");
    let bar = ProgressBar::new(days).with_message(locale.name());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
