//! Problem documents: the uniform format of errors.
//!
//! The format is that of RFC 9457, `application/problem+json`: `{"type": "about:blank", "title": "…", "status": 422,
//! "detail": "…", "error": "…", "field"?: "…", "known"?: ["…"], "rejects"?: {…}}`. The type adds nothing to the
//! status; `error` is the older name of `detail`. Invariant: every error, also of a layer around the resources, has
//! this format, and its status is in the OpenAPI document ([`refusals`]).

use super::log::Throttle;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::time::Instant;
use store::StoreError;
use utoipa::openapi::{self, Content, ContentBuilder, HeaderBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

/// The media type of problems.
pub(super) const PROBLEM_JSON: &str = "application/problem+json";
/// The type of a problem that adds nothing to its status.
const NO_TYPE: &str = "about:blank";

/// An error (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem, title = "Problem")]
pub(super) struct Body {
    /// Always `about:blank`: the type adds nothing to the status.
    #[serde(rename = "type")]
    #[schema(pattern = "^about:blank$")]
    kind: &'static str,
    /// The name of the status.
    #[schema(example = "Unprocessable Entity")]
    title: &'static str,
    /// The status.
    #[schema(example = 422)]
    status: u16,
    /// The error in words.
    #[schema(example = "unknown field `lang`")]
    detail: String,
    /// The same as `detail`.
    #[schema(example = "unknown field `lang`")]
    error: String,
    /// The wrong field of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    field: Option<String>,
    /// The known values of the field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<String>,
    /// If nothing was found: the numbers of rejected candidates, by reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rejects: Option<BTreeMap<String, u64>>,
}

/// An error answer.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    body: Box<Body>,
    retry_after: Option<u64>,
    /// True if the answer has the header `WWW-Authenticate`.
    challenge: bool,
}

impl Problem {
    /// An error with a message.
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Self {
        let error = error.into();
        let body = Body {
            kind: NO_TYPE,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: error.clone(),
            error,
            field: None,
            known: Vec::new(),
            rejects: None,
        };
        Self { status, body: Box::new(body), retry_after: None, challenge: false }
    }

    /// 422: a well-formed request with an invalid field.
    pub(crate) fn unprocessable(field: &str, error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error).field(field)
    }

    /// 401: the key is not the operator's.
    pub(crate) fn unauthorized() -> Self {
        let mut problem = Self::new(StatusCode::UNAUTHORIZED, "This is not the operator's key.");
        problem.challenge = true;
        problem
    }

    /// 503: no permit is free; the client should try again soon.
    pub(crate) fn overloaded(error: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error).retry_after(1)
    }

    /// Its status.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Adds the wrong field; an empty name stands for the whole body.
    pub(crate) fn field(mut self, field: &str) -> Self {
        self.body.field = (!field.is_empty()).then(|| field.to_owned());
        self
    }

    /// Adds the known values.
    pub(crate) fn known<T: ToString>(mut self, known: impl IntoIterator<Item = T>) -> Self {
        self.body.known = known.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// Adds the tally of rejected candidates.
    pub(crate) fn rejects(mut self, rejects: BTreeMap<String, u64>) -> Self {
        self.body.rejects = Some(rejects);
        self
    }

    /// The body, for an answer that extends it.
    pub(super) fn into_body(self) -> Body {
        *self.body
    }

    /// Adds `Retry-After` in seconds.
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl From<ask::Refusal> for Problem {
    fn from(refusal: ask::Refusal) -> Self {
        let ask::Refusal { kind, field, error, known } = refusal;
        match kind {
            ask::RefusalKind::Request | ask::RefusalKind::Input => {
                let problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, error);
                problem.field(&field).known(known)
            }
            ask::RefusalKind::NoResult => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, error).retry_after(1)
            }
            ask::RefusalKind::Interrupted => Self::overloaded("The search was stopped."),
        }
    }
}

impl From<StoreError> for Problem {
    /// The store does not answer. The cause goes to the log only.
    fn from(error: StoreError) -> Self {
        static THROTTLE: Throttle = Throttle::new();
        if let Some(left_out) = THROTTLE.line(Instant::now()) {
            tracing::error!(%error, left_out, "the store");
        }
        Self::overloaded("The store does not answer.")
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.body.detail)
    }
}

impl std::error::Error for Problem {}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = respond(self.status, &self.body);
        // A request that fails now may soon succeed, for instance for a riddle that does not exist yet.
        let no_store = HeaderValue::from_static("no-store");
        response.headers_mut().insert(header::CACHE_CONTROL, no_store);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.challenge {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}

/// A body as the JSON of a problem.
pub(super) fn respond(status: StatusCode, body: &impl Serialize) -> Response {
    let json = serde_json::to_vec(body).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, PROBLEM_JSON)], json).into_response()
}

/// Turns an error of a foreign page into a problem document.
pub(super) async fn shaped(response: Response) -> Response {
    match response.status() {
        StatusCode::NOT_FOUND => no_such_resource().into_response(),
        status if status.is_client_error() => {
            Problem::new(status, "The page cannot be had in this way.").into_response()
        }
        status if status.is_server_error() => internal().into_response(),
        _ => response,
    }
}

/// The answer after a panic of a handler. The message goes to the log only.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
pub(crate) fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let said = panic.downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    tracing::error!(said, "a handler panicked");
    internal().into_response()
}

/// 500: an error of the service itself.
pub(crate) fn internal() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "The service made a mistake.")
}

/// 503: the service accepts no more work.
pub(crate) fn stopping() -> Problem {
    Problem::overloaded("The service is stopping.")
}

/// 404: no such resource.
pub(crate) async fn not_found() -> Problem {
    no_such_resource()
}

/// 404: no such resource, or a hidden one.
pub(crate) fn no_such_resource() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "There is no such resource; /docs tells of those there are.",
    )
}

/// 405: the resource has other methods.
pub(crate) async fn method_not_allowed() -> Problem {
    let words = "This resource takes other methods; the header Allow has them.";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, words)
}

/// The errors of resources by status, for the OpenAPI document.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident = $statuses:expr;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
                refusals(&$statuses)
            }
        }
    )+};
}

refusals! {
    /// Errors of every resource.
    Refusals = [500, 504];
    /// Errors of a resource with a body and work in the pool.
    WorkRefusals = [400, 408, 413, 415, 422, 429, 500, 503, 504];
    /// The error of a resource with several formats.
    FormatRefusal = [406];
    /// Errors of a tile picture.
    TilesRefusals = [404, 422, 429, 500, 503, 504];
    /// Errors of the riddle of a day.
    DailyRefusals = [404, 422, 500, 503, 504];
    /// The error of a day without a riddle.
    DayRefusal = [404];
    /// Errors of a wrong or missing key.
    KeyRefusals = [401, 403, 429];
    /// Errors of operators' resources.
    AdminRefusals = [400, 401, 404, 408, 409, 413, 415, 422, 429, 500, 503, 504];
}

/// The errors with these statuses, for the OpenAPI document.
pub(crate) fn refusals(statuses: &[u16]) -> BTreeMap<String, RefOr<openapi::Response>> {
    statuses.iter().map(|&status| (status.to_string(), RefOr::T(refusal(status)))).collect()
}

fn refusal(status: u16) -> openapi::Response {
    let words = match status {
        400 => "The body is no well-formed JSON.",
        401 => "The key is not an operator's.",
        403 => "It is not public yet.",
        404 => "It does not exist, or it is not public.",
        406 => "None of the accepted formats is available.",
        409 => "Another request was first, or it can no longer be changed.",
        408 => "The body did not arrive in time.",
        413 => "The body is too large.",
        415 => "The content type is not JSON.",
        422 => "The request is invalid: `field` is the wrong field, `known` its known values.",
        429 => "This client has sent too many requests.",
        500 => "An internal error.",
        503 => {
            "Nothing was found in time, or the service is overloaded: then retry after Retry-After seconds."
        }
        _ => "The answer took too long.",
    };
    let content: Content =
        ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(words).content(PROBLEM_JSON, content);
    match status {
        429 | 503 => {
            let words = "The seconds after which to try again.";
            response
                .header("Retry-After", HeaderBuilder::new().description(Some(words)).build())
                .build()
        }
        _ => response.build(),
    }
}

/// The schema of errors, for the OpenAPI document.
pub(crate) fn schema() -> (String, serde_json::Value) {
    let schema = <Body as utoipa::PartialSchema>::schema();
    ("Problem".to_owned(), serde_json::to_value(schema).unwrap_or_else(|_| json!({})))
}
