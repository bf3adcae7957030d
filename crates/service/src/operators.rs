//! Operators: keys in requests, the limit on wrong keys, and the audit of acts.
//!
//! Invariants: without a configured key the operators' resources answer 404. Comparing keys takes constant time.
//! Wherever a key is accepted, wrong ones count against the client.

use super::AppState;
use super::clients::{Client, KeyLookup};
use super::config::OperatorKey;
use super::metrics::KeyCheck;
use super::problem::{Problem, no_such_resource};
use super::secret::KeyHash;
use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use std::time::Instant;
use store::{Act, Outcome, Scope, Store, StoreError, Subject};

/// Proof that a request has an operator's key.
pub(super) struct Operator(OperatorKey);

impl FromRequestParts<AppState> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Ok(client) = Client::from_request_parts(parts, state).await;
        let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
        operator(state, client, &parts.headers, scope(route))
    }
}

/// The scope of a route.
fn scope(route: &str) -> Scope {
    match route.rsplit('/').next() {
        Some("make") => Scope::Make,
        Some("approve") => Scope::Approve,
        Some("replace") => Scope::Replace,
        Some("ban") => Scope::Ban,
        _ => Scope::Read,
    }
}

/// The operator whose key is in the headers.
///
/// # Errors
/// 404 if no key is configured, 401 without a right key, 429 after too many wrong ones.
pub(super) fn operator(
    state: &AppState,
    client: Client,
    headers: &HeaderMap,
    scope: Scope,
) -> Result<Operator, Problem> {
    if !state.config.has_operators() {
        return Err(no_such_resource());
    }
    let Some(given) = bearer(headers) else { return Err(Problem::unauthorized()) };
    let key = KeyHash::of(given);
    let named = || state.config.operator_with(&key).map(str::to_owned);
    match state.failures.look(client, Instant::now(), named) {
        KeyLookup::Right(name) => {
            state.metrics.key(KeyCheck::Right);
            Ok(Operator(OperatorKey { name, key_sha256: key }))
        }
        KeyLookup::Wrong(noted) => {
            state.metrics.key(KeyCheck::Wrong);
            if noted {
                note_refusal(state, scope);
            }
            Err(Problem::unauthorized())
        }
        KeyLookup::Unseen(wait) => {
            state.metrics.key(KeyCheck::Unseen);
            let words = "Too many wrong keys came from this client; none is looked at for a while.";
            let seconds = wait.as_secs_f64().ceil() as u64;
            Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, words).retry_after(seconds.max(1)))
        }
    }
}

/// The key in the headers, right or wrong.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let said = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = said.split_at_checked(7)?;
    let token = token.trim_ascii();
    Some(token).filter(|token| scheme.eq_ignore_ascii_case(b"bearer ") && !token.is_empty())
}

/// Records a wrong key in the audit. The request does not wait for the store, whose response time must not inform a
/// guesser.
fn note_refusal(state: &AppState, scope: Scope) {
    let act = Act { operator: None, scope, at: state.clock.now() };
    let store = state.store.on_behalf(act);
    tokio::spawn(async move {
        logged(store.note(Subject::default(), Outcome::Refused).await);
    });
}

fn logged(noted: Result<(), StoreError>) {
    if let Err(error) = noted {
        tracing::error!(%error, "the audit cannot be written");
    }
}

impl Operator {
    /// The name of its key.
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// The state with a store that records its changes in the audit under this operator's name.
    pub(super) fn acting(self, state: &AppState, scope: Scope) -> AppState {
        let act = Act { operator: Some(self.0.name.clone()), scope, at: state.clock.now() };
        state.of_operator(self.0, state.store.on_behalf(act))
    }
}

/// Runs an operator's work and records a failure in the audit; the store itself records a success.
pub(super) async fn attempted<T>(
    store: &Store,
    subject: Subject,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    let done = work.await;
    if let Err(problem) = &done {
        note(store, subject, Outcome::Failed(problem.status().as_u16())).await;
    }
    done
}

/// Records the outcome of an act without changes in the audit, or in the log if that fails.
pub(super) async fn note(store: &Store, subject: Subject, outcome: Outcome) {
    logged(store.note(subject, outcome).await);
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn keys_are_bearers() {
        let check = |said: &'static str, expect: Option<&str>| {
            let headers =
                HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_static(said))]);
            assert_eq!(bearer(&headers), expect.map(str::as_bytes), "{said}");
        };
        check("Bearer abc", Some("abc"));
        check("bearer  abc ", Some("abc"));
        check("Bearer", None);
        check("Bearer ", None);
        check("Basic abc", None);
        check("abc", None);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }

    #[test]
    fn routes_are_deeds() {
        assert_eq!(scope("/admin/riddles/ban"), Scope::Ban);
        assert_eq!(scope("/admin/riddles"), Scope::Read);
        assert_eq!(scope("/daily/riddle/{locale}/{date}/solution"), Scope::Read);
    }
}
