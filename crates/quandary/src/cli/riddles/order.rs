//! The riddles to make: their days and languages, without those that are there already.

use super::options::Options;
use crate::cli::exit::{Exit, usage};
use anyhow::Result;
use crossword::locale::Locale;
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::io::Write;
use store::daily::{Clock, earlier};
use store::{Earlier, Kept, Key, Slot, State, Store};

/// The most days that one batch may have: ten years.
const MOST_DAYS: i32 = 3660;
/// The most evergreens of a language.
const MOST_EVERGREENS: u32 = 10_000;

/// A riddle that is to be made, or is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    /// Its key.
    pub(super) key: Key,
    /// The reason for which it is not made; `None` if it is made.
    pub(super) skip: Option<Skip>,
}

/// Reason for which a riddle is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// There is one.
    There,
    /// A person has approved the one there is.
    Approved,
    /// The day is over: its riddle stays.
    Over,
}

/// The days or the number of evergreens that the options ask for.
pub(super) enum Span {
    /// This number of evergreens.
    Evergreens(u32),
    /// All days from the first to the last.
    Days(Date, Date),
}

/// The riddles to make, in order: day by day, and of a day in the order of the languages.
///
/// # Errors
/// When the days are none, or riddles are there and nothing says what to do about it.
pub(super) async fn order(options: &Options, store: Option<&Store>) -> Result<Vec<Order>> {
    let (from, to) = match span(options)? {
        Span::Evergreens(wanted) => return evergreens(options, wanted, store).await,
        Span::Days(from, to) => (from, to),
    };
    let mut latest = BTreeMap::new();
    if let Some(store) = store {
        for &locale in &options.locales {
            for kept in store.days(locale, from, to).await?.whole()? {
                latest.insert((kept.key.slot, locale), kept);
            }
        }
    }
    if !latest.is_empty() && !options.resume && !options.replace && !options.dry_run {
        let there = latest.len();
        return Err(usage(format_args!(
            "{there} of these riddles are in the store already: --resume makes what is missing, \
             --replace makes new ones"
        )));
    }
    let each = from.series(1.day()).take_while(|date| *date <= to);
    let one = |date: Date, &locale: &Locale| {
        let slot = Slot::Day(date);
        of_day(locale, slot, latest.get(&(slot, locale)), options)
    };
    Ok(each
        .flat_map(|date| options.locales.iter().map(move |l| (date, l)))
        .map(|(d, l)| one(d, l))
        .collect())
}

/// The order for a day whose latest riddle is `latest`.
fn of_day(locale: Locale, slot: Slot, latest: Option<&Kept>, options: &Options) -> Order {
    let key = |revision| Key { locale, slot, revision };
    match latest {
        None => Order { key: key(1), skip: None },
        Some(kept) if !options.replace || options.resume && kept.key.revision > 1 => {
            Order { key: kept.key, skip: Some(Skip::There) }
        }
        Some(kept) if kept.state == State::Approved => {
            Order { key: kept.key, skip: Some(Skip::Approved) }
        }
        Some(kept) if earlier(slot, &Clock::System) == Earlier::Stay => {
            Order { key: kept.key, skip: Some(Skip::Over) }
        }
        Some(kept) => Order { key: key(kept.key.revision + 1), skip: None },
    }
}

/// As many evergreens as are missing.
async fn evergreens(options: &Options, wanted: u32, store: Option<&Store>) -> Result<Vec<Order>> {
    let mut orders = Vec::new();
    for &locale in &options.locales {
        let kept = match store {
            Some(store) => store.evergreens(locale).await?.whole()?,
            None => Vec::new(),
        };
        let unused = kept.iter().filter(|kept| kept.state != State::Used).count() as u32;
        let last = kept.last().map_or(0, |kept| kept.key.revision);
        let key = |n| Key { locale, slot: Slot::Evergreen, revision: last + n };
        let missing = wanted.saturating_sub(unused);
        orders.extend((1..=missing).map(|n| Order { key: key(n), skip: None }));
    }
    Ok(orders)
}

/// The days or the number of evergreens, before anything is known about the store.
///
/// # Errors
/// When there are no such days, or too many.
pub(super) fn span(options: &Options) -> Result<Span> {
    let (from, to) = match (options.evergreen, options.from, options.to) {
        (Some(wanted), ..) if wanted > MOST_EVERGREENS => {
            return Err(usage(format_args!(
                "--evergreen {wanted}: a whole number up to {} is wanted",
                voice::grouped(MOST_EVERGREENS.into())
            )));
        }
        (Some(wanted), ..) => return Ok(Span::Evergreens(wanted)),
        (_, Some(from), Some(to)) => (from, to),
        _ => return Err(usage("--from and --to say which days")),
    };
    let days = from.until(to)?.get_days();
    match days {
        ..0 => Err(usage(format_args!("--from {from} is after --to {to}"))),
        MOST_DAYS.. => Err(usage(format_args!(
            "--from {from} --to {to}: {days} days are asked for; at most {MOST_DAYS} are possible"
        ))),
        _ if from.year() < 1 => Err(usage(format_args!("--from {from} is before the year 1"))),
        _ => Ok(Span::Days(from, to)),
    }
}

/// Prints the orders, a line each.
///
/// # Errors
/// When it cannot be written.
pub(super) fn tell(orders: &[Order], out: &mut dyn Write) -> Result<Exit> {
    for Order { key: Key { locale, slot, revision }, skip } in orders {
        let what = match skip {
            None => "would be made",
            Some(Skip::There) => "is there",
            Some(Skip::Approved) => "is approved and stays",
            Some(Skip::Over) => "is of a day that is over and stays",
        };
        writeln!(out, "{slot} {locale} revision {revision} {what}")?;
    }
    Ok(Exit::Done)
}
