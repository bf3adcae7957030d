//! Days: the current day in a zone, days that have begun somewhere, days that are over everywhere.
//!
//! A day begins first at UTC+14 and ends last at UTC−12, so it lasts 50 hours. Invariant: only the [`Clock`] reads the
//! time, and tests have their own clocks.

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, ToSpan};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Largest offset ahead of UTC: in that zone a day begins first.
const FIRST: SignedDuration = SignedDuration::from_hours(14);
/// Largest offset behind UTC: in that zone a day ends last.
const LAST: SignedDuration = SignedDuration::from_hours(12);

/// Source of the current time.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// A clock set from outside, for instance by a test: seconds since 1970, UTC.
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// The current time.
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => Timestamp::now(),
            Self::Set(seconds) => {
                Timestamp::from_second(seconds.load(Ordering::Relaxed)).unwrap_or_default()
            }
        }
    }
}

/// A time zone by its name in the IANA database, or an offset such as `+05:30`.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Zone {
    /// Coordinated universal time.
    pub const UTC: Self = Self(TimeZone::UTC);

    /// The zone of a name, if known.
    pub fn named(name: &str) -> Option<Self> {
        if let Ok(zone) = TimeZone::get(name) {
            return Some(Self(zone));
        }
        let (sign, rest) = match name.as_bytes().first()? {
            b'+' => (1, name.get(1..)?),
            b'-' => (-1, name.get(1..)?),
            _ => return None,
        };
        let (hours, minutes) = rest.split_once(':').unwrap_or((rest, "00"));
        let two = |text: &str| {
            let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse::<i32>().ok()).flatten()
        };
        let (hours, minutes) = (two(hours)?, two(minutes).filter(|minutes| *minutes < 60)?);
        let seconds = sign * (hours * 3600 + minutes * 60);
        // No inhabited zone has a larger offset.
        let lived = (-12 * 3600..=14 * 3600).contains(&seconds);
        let offset = Offset::from_seconds(seconds).ok().filter(|_| lived)?;
        Some(Self(TimeZone::fixed(offset)))
    }

    /// The date in this zone.
    pub fn today(&self, now: Timestamp) -> Date {
        self.0.to_datetime(now).date()
    }
}

/// The day at an offset from UTC.
fn day_at(now: Timestamp, ahead: SignedDuration) -> Date {
    let there = now.checked_add(ahead).unwrap_or(now);
    TimeZone::UTC.to_datetime(there).date()
}

/// True if a day has begun somewhere on earth.
pub fn begun(date: Date, now: Timestamp) -> bool {
    date <= day_at(now, FIRST)
}

/// True if a day is over everywhere on earth.
pub fn over(date: Date, now: Timestamp) -> bool {
    date < day_at(now, -LAST)
}

/// The two or three days that are current somewhere, in order.
pub fn open(now: Timestamp) -> impl Iterator<Item = Date> {
    let (first, last) = (day_at(now, -LAST), day_at(now, FIRST));
    first.series(1.day()).take_while(move |date| *date <= last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn today(zone: &str, now: &str) -> String {
        Zone::named(zone).unwrap().today(at(now)).to_string()
    }

    #[test]
    fn today_is_where_one_is() {
        for (now, kiritimati, utc, niue) in [
            ("2026-12-01T09:59:59Z", "2026-12-01", "2026-12-01", "2026-11-30"),
            ("2026-12-01T10:00:00Z", "2026-12-02", "2026-12-01", "2026-11-30"),
            ("2026-12-01T11:00:00Z", "2026-12-02", "2026-12-01", "2026-12-01"),
            ("2026-12-02T00:00:00Z", "2026-12-02", "2026-12-02", "2026-12-01"),
        ] {
            assert_eq!(today("Pacific/Kiritimati", now), kiritimati);
            assert_eq!(today("UTC", now), utc);
            assert_eq!(today("Pacific/Niue", now), niue);
            assert_eq!(Zone::UTC.today(at(now)).to_string(), utc);
        }
    }

    /// Clocks go forward on 29 March 2026 in Europe and back on 25 October; such days have 23 and 25 hours.
    #[test]
    fn days_on_which_clocks_change_begin_at_midnight() {
        for (now, expect) in [
            ("2026-03-28T22:59:59Z", "2026-03-28"),
            ("2026-03-28T23:00:00Z", "2026-03-29"),
            ("2026-03-29T21:59:59Z", "2026-03-29"),
            ("2026-03-29T22:00:00Z", "2026-03-30"),
            ("2026-10-24T22:00:00Z", "2026-10-25"),
            ("2026-10-25T22:59:59Z", "2026-10-25"),
            ("2026-10-25T23:00:00Z", "2026-10-26"),
        ] {
            assert_eq!(today("Europe/Oslo", now), expect, "{now}");
        }
        // In Beirut, 29 March 2026 begins at one o'clock.
        assert_eq!(today("Asia/Beirut", "2026-03-28T21:59:59Z"), "2026-03-28");
        assert_eq!(today("Asia/Beirut", "2026-03-28T22:00:00Z"), "2026-03-29");
    }

    #[test]
    fn zones_have_names_or_are_offsets() {
        assert_eq!(today("+14:00", "2026-12-01T10:00:00Z"), "2026-12-02");
        assert_eq!(today("-12:00", "2026-12-01T11:59:59Z"), "2026-11-30");
        assert_eq!(today("+05", "2026-12-01T19:00:00Z"), "2026-12-02");
        for wrong in
            ["", "Nowhere/City", "+15:00", "-12:01", "+1", "+05:60", "+٠٥", "++5", "../etc"]
        {
            assert!(Zone::named(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_day_begins_at_the_first_place_and_ends_at_the_last() {
        let date: Date = "2026-12-02".parse().unwrap();
        assert!(!begun(date, at("2026-12-01T09:59:59Z")));
        assert!(begun(date, at("2026-12-01T10:00:00Z")));
        assert!(!over(date, at("2026-12-03T11:59:59Z")));
        assert!(over(date, at("2026-12-03T12:00:00Z")));
        let days = |now| open(at(now)).map(Date::day).collect::<Vec<_>>();
        assert_eq!(days("2026-12-02T11:00:00Z"), [1, 2, 3]);
        assert_eq!(days("2026-12-02T13:00:00Z"), [2, 3]);
        assert_eq!(days("2026-12-02T09:00:00Z"), [1, 2]);
    }

    #[test]
    fn the_ends_of_time_are_days_too() {
        for now in [Timestamp::MIN, Timestamp::MAX] {
            assert!(!over(Date::MAX, now) && begun(Date::MIN, now));
        }
    }
}
