//! Parameters of the path and the query, read strictly.
//!
//! Invariant: a parameter that is unknown, missing or wrong is told like a field of a body.

use super::problem::Problem;
use axum::extract::{FromRequestParts, Path, RawQuery};
use axum::http::request::Parts;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::de::DeserializeOwned;

/// The parts of the path that the route leaves open.
pub(super) struct Segments<T>(pub(super) T);

/// The parameters behind the question mark.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Segments<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        let wrong = |error: axum::extract::rejection::PathRejection| {
            Problem::unprocessable("path", error.body_text())
        };
        read.map(|Path(value)| Self(value)).map_err(wrong)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let RawQuery(query) = match RawQuery::from_request_parts(parts, &()).await {
            Ok(query) => query,
            Err(never) => match never {},
        };
        let read = serde_urlencoded::from_str(query.as_deref().unwrap_or_default());
        read.map(Self).map_err(|error| super::body::unreadable("", &error.to_string()))
    }
}

/// Reads a date.
pub(super) fn date(text: &str, field: &str) -> Result<Date, Problem> {
    let wrong = || Problem::unprocessable(field, format!("{text:?} is no date such as 2026-12-01"));
    // Other forms that dates are written in would be other names of the same resource.
    let read = text.parse::<Date>().ok().filter(|date| date.year() >= 1);
    read.filter(|date| date.to_string() == text).ok_or_else(wrong)
}

/// The days of a range, both ends included, at most `most`.
///
/// # Errors
/// When they are the wrong way round, or more than so many.
pub(super) fn days_of(from: Date, to: Date, most: i32) -> Result<Vec<Date>, Problem> {
    let days = from.until(to).map_or(i32::MAX, |span| span.get_days());
    match days {
        ..0 => Err(Problem::unprocessable("from", format!("{from} is after {to}"))),
        days if days >= most => Err(Problem::unprocessable(
            "to",
            format!("from {from} to {to} are more than {most} days"),
        )),
        _ => Ok(from.series(1.day()).take_while(|date| *date <= to).collect()),
    }
}
