//! Strict reading of requests: bodies, limited by size, quota and time; and parameters of path and query.
//!
//! A client's quota is charged for the bytes of a body that have arrived, not for the declared length, until the body
//! is parsed. Small bodies take no quota, because the number of connections is limited. Invariants: the status names
//! the error. 415: the content type is not JSON; 413: too large; 408: too slow; 503: no quota; 400: no well-formed
//! JSON; 422, with the field and the known values: no valid request. An unknown, missing or wrong parameter is
//! reported like a field of a body.

use super::AppState;
use super::clients::Client;
use super::config::seconds;
use super::problem::Problem;
use super::quota::{Full, Hold, Quota};
use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Path, RawQuery, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use jiff::ToSpan;
use jiff::civil::Date;
use level::formats::json::Object;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// Number of bytes beyond the limit of a body that are still read and discarded.
const HEARD_OUT: usize = 4 << 20;
/// The most bytes of a body that takes no quota.
const SMALL: usize = 4 << 10;
/// Longest wait for quota.
const PATIENCE: Duration = Duration::from_secs(2);

/// A parsed request from a JSON body of the usual size.
pub(crate) struct JsonBody<T>(pub T);

/// An unparsed body with a level. Parsing takes time and belongs in the pool.
pub(crate) struct LevelBody(Whole);

/// A complete body, and its quota.
struct Whole {
    bytes: Vec<u8>,
    _room: Hold,
}

/// The received part of a body, and its quota.
struct Coming {
    bytes: Vec<u8>,
    room: Hold,
    /// The largest number of bytes kept.
    most: usize,
    /// The reason why the rest is discarded; `None` as long as bytes are kept.
    full: Option<Full>,
}

impl LevelBody {
    /// Parses the request and frees the quota.
    ///
    /// # Errors
    /// As [`parse`].
    pub(crate) fn parse<T: DeserializeOwned>(self) -> Result<T, Problem> {
        parse(&self.0.bytes)
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let most = state.config.limits.body_bytes;
        parse(&read(request, state, &state.bodies, most).await?.bytes).map(Self)
    }
}

impl FromRequest<AppState> for LevelBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let most = state.config.limits.level_body_bytes;
        read(request, state, &state.levels, most).await.map(Self)
    }
}

/// A JSON body of at most `most` bytes.
async fn read(
    request: Request,
    state: &AppState,
    room: &Arc<Quota>,
    most: usize,
) -> Result<Whole, Problem> {
    let (mut parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        let words = "The body is to be JSON, and Content-Type to say application/json.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
    }
    let Ok(client) = Client::from_request_parts(&mut parts, state).await;
    let time = seconds(state.config.timeouts.body_seconds);
    // The declared length, or the limit. Nothing is kept of a body that is too large.
    let said = body.size_hint().exact().map_or(most, |bytes| bytes.min(usize::MAX as u64) as usize);
    let kept = if said <= most { said } else { 0 };
    let mut coming = Coming { bytes: Vec::new(), room: room.none(client), most: kept, full: None };
    let slow = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time.");
    let read = tokio::time::timeout(time, collect(body, most, &mut coming)).await;
    if let Some(full) = coming.full {
        return Err(no_room(full, time));
    }
    read.map_err(slow)??;
    Ok(Whole { bytes: coming.bytes, _room: coming.room })
}

impl Coming {
    /// Keeps a piece. Without quota within [`PATIENCE`], the part received so far is discarded, and the rest is read
    /// and discarded too.
    async fn keep(&mut self, piece: &[u8]) {
        let length = self.bytes.len() + piece.len();
        if length > self.most {
            return self.throw_away();
        }
        if length > self.bytes.capacity() {
            // Doubling copies little and holds at most twice the received bytes.
            let wanted = length.max(2 * self.bytes.capacity()).max(SMALL).min(self.most);
            if let Err(full) = self.make_room(wanted).await {
                self.full = Some(full);
                return self.throw_away();
            }
            self.bytes.reserve_exact(wanted - self.bytes.len());
        }
        self.bytes.extend_from_slice(piece);
    }

    /// Discards the received part and the rest.
    fn throw_away(&mut self) {
        (self.bytes, self.most) = (Vec::new(), 0);
        self.room.free();
    }

    /// Takes quota for `wanted` bytes in total.
    async fn make_room(&mut self, wanted: usize) -> Result<(), Full> {
        match wanted {
            ..=SMALL => Ok(()),
            _ => self.room.wait(wanted - self.room.amount(), PATIENCE).await,
        }
    }
}

/// 503: the quota is free again within the time of a body.
fn no_room(full: Full, time: Duration) -> Problem {
    let words = match full {
        Full::All => "Too many large bodies are being sent at once.",
        Full::Share => "This client is sending too many large bodies at once.",
    };
    Problem::overloaded(words).retry_after(time.as_secs().max(1))
}

/// True if the content type is JSON: `application/json`, or `application/…+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = said.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// Reads a body of at most `most` bytes piece by piece. A larger one is read somewhat further: a client that is cut
/// off while it writes would not read the error.
async fn collect(mut body: Body, most: usize, coming: &mut Coming) -> Result<(), Problem> {
    if body.size_hint().lower() > (most + HEARD_OUT) as u64 {
        return Err(too_large(most));
    }
    let mut read = 0_usize;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let broken = |_| Problem::new(StatusCode::BAD_REQUEST, "The body broke off.");
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        read += data.len();
        if read > most + HEARD_OUT {
            return Err(too_large(most));
        }
        coming.keep(&data).await;
    }
    if read > most { Err(too_large(most)) } else { Ok(()) }
}

fn too_large(most: usize) -> Problem {
    let words = format!("The body is too large: {most} bytes are the most.");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, words)
}

/// Parses a request, a single JSON object.
///
/// # Errors
/// The error, with the field and the known values.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Object(value) = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| json_error(&error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| json_error("", &error))?;
    Ok(value)
}

/// The problem document of an error of the JSON reader.
fn json_error(path: &str, error: &serde_json::Error) -> Problem {
    if error.classify() != Category::Data {
        return Problem::new(StatusCode::BAD_REQUEST, format!("The body is no JSON: {error}"));
    }
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    unreadable(path, said.strip_suffix(&place).unwrap_or(&said))
}

/// The problem document of an error in the field at a path, or in the whole body.
pub(super) fn unreadable(path: &str, said: &str) -> Problem {
    let field = match (path, missing(said)) {
        ("." | "?" | "", missing) => missing.or(unknown(said)).unwrap_or_default().to_owned(),
        (path, Some(missing)) => format!("{path}.{missing}"),
        (path, None) => path.to_owned(),
    };
    Problem::unprocessable(&field, diagnostics::of_json(said)).known(known(said))
}

/// The field that a message calls missing or duplicate.
fn missing(said: &str) -> Option<&str> {
    let rest = said.strip_prefix("missing field `").or(said.strip_prefix("duplicate field `"))?;
    rest.strip_suffix('`')
}

/// The field that a message calls unknown.
fn unknown(said: &str) -> Option<&str> {
    Some(said.strip_prefix("unknown field `")?.split_once("`, ")?.0)
}

/// The known names listed in a message about an unknown one.
fn known(said: &str) -> Vec<&str> {
    let unknown = said.starts_with("unknown field `") || said.starts_with("unknown variant `");
    let listed = said.rsplit_once("`, expected ").filter(|_| unknown).map(|(_, listed)| listed);
    listed.unwrap_or_default().split('`').skip(1).step_by(2).collect()
}

/// The variable segments of the path.
pub(super) struct Segments<T>(pub(super) T);

/// The parameters of the query.
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
        read.map(Self).map_err(|error| unreadable("", &error.to_string()))
    }
}

/// Reads a date.
pub(super) fn date(text: &str, field: &str) -> Result<Date, Problem> {
    let wrong = || Problem::unprocessable(field, format!("{text:?} is no date such as 2026-12-01"));
    // Other forms of a date would be further addresses of the same resource.
    let read = text.parse::<Date>().ok().filter(|date| date.year() >= 1);
    read.filter(|date| date.to_string() == text).ok_or_else(wrong)
}

/// The days of a range, both ends included, at most `most`.
///
/// # Errors
/// If `to` is before `from`, or there are more than `most` days.
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use axum::response::IntoResponse;
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only reading is tested")]
    struct Sample {
        name: String,
        #[serde(default)]
        inner: Option<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only reading is tested")]
    struct Inner {
        size: u8,
        kind: Kind,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Small,
        Large,
    }

    async fn check(text: &str, status: u16, field: Value, known: Value) {
        let response = parse::<Sample>(text.as_bytes()).unwrap_err().into_response();
        assert_eq!(response.status(), status, "{text}");
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&body["field"], &body["known"]), (&field, &known), "{text} {body}");
    }

    #[tokio::test]
    async fn what_is_wrong_is_told_by_status_field_and_names() {
        let none = || Value::Null;
        for text in ["", "{", "nonsense", "{\"name\": \"a\"} x", "{\"name\": \"\\ud800\"}"] {
            check(text, 400, none(), none()).await;
        }
        let deep = "[".repeat(100_000);
        check(&format!("{{\"inner\": {deep}"), 422, json!("inner[0]"), none()).await;
        check(&deep, 422, none(), none()).await;
        check("[]", 422, none(), none()).await;
        check("{}", 422, json!("name"), none()).await;
        check("{\"name\": 7}", 422, json!("name"), none()).await;
        check("{\"nam\": 7}", 422, json!("nam"), json!(["name", "inner"])).await;
        check("{\"name\": \"\", \"name\": \"\"}", 422, json!("name"), none()).await;
        let inner = |inner: &str| format!("{{\"name\": \"\", \"inner\": {inner}}}");
        check(&inner("{}"), 422, json!("inner.size"), none()).await;
        check(&inner("{\"size\": 256}"), 422, json!("inner.size"), none()).await;
        let kinds = json!(["small", "large"]);
        check(&inner("{\"kind\": \"`, expected `x\"}"), 422, json!("inner.kind"), kinds).await;
    }

    #[test]
    fn json_is_known_by_its_name() {
        let check = |name: &'static str, expect| {
            let value = HeaderValue::from_static(name);
            let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, value)]);
            assert_eq!(is_json(&headers), expect, "{name}");
        };
        check("application/json", true);
        check("Application/JSON; charset=utf-8", true);
        check("application/problem+json", true);
        check("text/json", false);
        check("application/jsonp", false);
        check("", false);
        assert!(!is_json(&HeaderMap::new()));
    }
}
