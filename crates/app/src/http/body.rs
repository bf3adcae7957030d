//! Bodies: read within a size and a time, and understood strictly.
//!
//! Invariant: what is wrong is said by status: 415 for what is not said to be JSON, 413 for too much, 408 for too
//! slow, 400 for what is no JSON, 422 with the field and what is known for JSON that is no request.

use super::State;
use super::config::seconds;
use super::problem::Problem;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use level::json::Object;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use std::future::poll_fn;
use std::pin::Pin;

/// How much of a body that is too large is read and thrown away.
const HEARD_OUT: usize = 4 << 20;

/// A request in JSON of the usual size, read and understood.
pub(crate) struct Asked<T>(pub(crate) T);

/// A body with a level in it, read and not yet understood: that takes time, and is for the pool.
pub(crate) struct LevelBytes(pub(crate) Bytes);

impl<T: DeserializeOwned> FromRequest<State> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &State) -> Result<Self, Problem> {
        let bytes = bytes(request, state, state.config.limits.body_bytes).await?;
        parse(&bytes).map(Self)
    }
}

impl FromRequest<State> for LevelBytes {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &State) -> Result<Self, Problem> {
        bytes(request, state, state.config.limits.level_body_bytes).await.map(Self)
    }
}

/// The bytes of a body that is said to be JSON.
async fn bytes(request: Request, state: &State, most: usize) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        let words = "The body is to be JSON, and Content-Type to say application/json.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, words));
    }
    let time = seconds(state.config.timeouts.body_seconds);
    let slow = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time.");
    tokio::time::timeout(time, collect(body, most)).await.map_err(slow)?
}

/// Whether the content is said to be JSON: `application/json`, or `application/…+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = said.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// Takes in a body piece by piece, and keeps no more than `most` bytes of it. Of what is too large some is still
/// read: a client that is cut off while it writes does not get to read why.
async fn collect(mut body: Body, most: usize) -> Result<Bytes, Problem> {
    let (mut bytes, mut read) = (Vec::new(), 0_usize);
    if body.size_hint().lower() > (most + HEARD_OUT) as u64 {
        return Err(too_large(most));
    }
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let broken = |_| Problem::new(StatusCode::BAD_REQUEST, "The body broke off.");
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        read += data.len();
        if read > most + HEARD_OUT {
            return Err(too_large(most));
        }
        if read <= most {
            bytes.extend_from_slice(&data);
        }
    }
    if read > most { Err(too_large(most)) } else { Ok(bytes.into()) }
}

fn too_large(most: usize) -> Problem {
    let words = format!("The body is too large: {most} bytes are the most.");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, words)
}

/// Reads a request, which is one JSON object.
///
/// # Errors
/// What is wrong, with the field and what is known.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Object(value) = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| told(&error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| told("", &error))?;
    Ok(value)
}

/// What the reader of JSON says.
fn told(path: &str, error: &serde_json::Error) -> Problem {
    if error.classify() != Category::Data {
        return Problem::new(StatusCode::BAD_REQUEST, format!("The body is no JSON: {error}"));
    }
    let said = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    unreadable(path, said.strip_suffix(&place).unwrap_or(&said))
}

/// What the reader of fields says about the one at a path, or about the whole.
pub(super) fn unreadable(path: &str, said: &str) -> Problem {
    let field = match (path, missing(said)) {
        ("." | "?" | "", missing) => missing.or(unknown(said)).unwrap_or_default().to_owned(),
        (path, Some(missing)) => format!("{path}.{missing}"),
        (path, None) => path.to_owned(),
    };
    Problem::unprocessable(&field, voice::of_json(said)).known(known(said))
}

/// The field that a message says is missing or given twice.
fn missing(said: &str) -> Option<&str> {
    let rest = said.strip_prefix("missing field `").or(said.strip_prefix("duplicate field `"))?;
    rest.strip_suffix('`')
}

/// The field that a message says is unknown.
fn unknown(said: &str) -> Option<&str> {
    Some(said.strip_prefix("unknown field `")?.split_once("`, ")?.0)
}

/// The names that a message lists after saying that another one is unknown.
fn known(said: &str) -> Vec<&str> {
    let unknown = said.starts_with("unknown field `") || said.starts_with("unknown variant `");
    let listed = said.rsplit_once("`, expected ").filter(|_| unknown).map(|(_, listed)| listed);
    listed.unwrap_or_default().split('`').skip(1).step_by(2).collect()
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
