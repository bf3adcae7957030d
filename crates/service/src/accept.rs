//! Content negotiation: the headers `Accept` and `Accept-Encoding`.

use super::problem::Problem;
use axum::http::{HeaderMap, StatusCode, header};

/// Least size in bytes of a compressed answer; a smaller one fits into one or two packets anyway.
pub(super) const WORTH_IT: u64 = 1024;

/// The codings that a client accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codings {
    pub(super) brotli: bool,
    pub(super) gzip: bool,
}

impl Codings {
    /// The codings of a request's headers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self { brotli: takes(headers, "br"), gzip: takes(headers, "gzip") }
    }
}

/// The offer (by media type) with the highest quality; ties go to the first. Without the header, the first offer;
/// `None` if none is accepted.
fn preferred<'a, T>(headers: &HeaderMap, offers: &'a [(&str, T)]) -> Option<&'a T> {
    let said = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let ranges: Vec<&str> = said.flat_map(|value| value.split(',')).collect();
    if ranges.is_empty() {
        return offers.first().map(|(_, offer)| offer);
    }
    let mut best: Option<(f32, &T)> = None;
    for (name, offer) in offers {
        let quality = quality(&ranges, name);
        if quality > best.map_or(0.0, |(quality, _)| quality) {
            best = Some((quality, offer));
        }
    }
    best.map(|(_, offer)| offer)
}

/// The format requested by the body, else the preferred one of the header.
///
/// # Errors
/// If no format is accepted by the header.
pub(super) fn format<F: Copy>(
    given: Option<F>,
    headers: &HeaderMap,
    offers: &[(&str, F)],
) -> Result<F, Problem> {
    given.or_else(|| preferred(headers, offers).copied()).ok_or_else(|| {
        let words = "None of the formats that are accepted can be had.";
        let known = offers.iter().map(|(name, _)| *name);
        Problem::new(StatusCode::NOT_ACCEPTABLE, words).known(known)
    })
}

/// True if the header `Accept-Encoding` accepts a coding, such as gzip.
fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let wanted = coding;
    let said = headers.get_all(header::ACCEPT_ENCODING).iter();
    let said = said.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    let (mut named, mut any) = (None, false);
    for coding in said {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let q = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let takes = q.is_none_or(|q| q.parse().is_ok_and(|q: f32| q > 0.0));
        match name {
            "*" => any = takes,
            _ if name.eq_ignore_ascii_case(wanted) => named = Some(takes),
            _ => {}
        }
    }
    named.unwrap_or(any)
}

/// Quality of a media type, from 0 to 1: that of the most specific range that includes it.
fn quality(ranges: &[&str], name: &str) -> f32 {
    let family = name.split('/').next().unwrap_or_default();
    let closeness = |range: &str| match range.split_once('/') {
        Some(("*", "*")) => Some(0),
        Some((named, "*")) if named.eq_ignore_ascii_case(family) => Some(1),
        _ if range.eq_ignore_ascii_case(name) => Some(2),
        _ => None,
    };
    let read = |range: &&str| {
        let mut parts = range.split(';').map(str::trim);
        let close = closeness(parts.next().unwrap_or_default())?;
        let q = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let q = q.map_or(Some(1.0), |q| q.parse().ok().filter(|q| (0.0..=1.0).contains(q)))?;
        Some((close, q))
    };
    ranges.iter().filter_map(read).max_by_key(|(close, _)| *close).map_or(0.0, |(_, q)| q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn gzip_is_taken_by_whoever_says_so() {
        let check = |said: &'static str, expect| {
            let value = (header::ACCEPT_ENCODING, HeaderValue::from_static(said));
            assert_eq!(takes(&HeaderMap::from_iter([value]), "gzip"), expect, "{said:?}");
        };
        assert!(!takes(&HeaderMap::new(), "gzip"));
        for said in ["gzip", "br, GZIP;q=0.5", "*", "deflate, gzip", "identity;q=0, *"] {
            check(said, true);
        }
        for said in ["", "br", "gzip;q=0", "*, gzip; q=0", "*;q=0", "gzip;q=x", "identity;q=0"] {
            check(said, false);
        }
    }

    #[test]
    fn the_best_liked_form_wins() {
        let offers = [("application/json", 'j'), ("image/png", 'p'), ("text/plain", 't')];
        let check = |said: Option<&'static str>, expect| {
            let value = said.map(|said| (header::ACCEPT, HeaderValue::from_static(said)));
            assert_eq!(
                preferred(&HeaderMap::from_iter(value), &offers).copied(),
                expect,
                "{said:?}"
            );
        };
        check(None, Some('j'));
        check(Some("*/*"), Some('j'));
        check(Some("image/png"), Some('p'));
        check(Some("image/*"), Some('p'));
        check(Some("text/html, image/png;q=0.5, text/plain;q=0.8"), Some('t'));
        check(Some("*/*;q=0.1, application/json;q=0"), Some('p'));
        check(Some("text/html"), None);
        check(Some("image/png;q=7"), None);
        check(Some(""), None);
    }
}
