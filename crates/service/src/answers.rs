//! Answers in flight: bytes that a client has not read yet count against quotas.
//!
//! A large answer holds its bytes of the quota until the last one is sent. A client behind a proxy holds its place
//! just as long. Small answers take no quota, because the number of connections is limited; neither do answers with
//! shared bytes. Invariant: an answer without quota is dropped at once.

use super::AppState;
use super::clients::{Client, is_proxied, too_many};
use super::config::seconds;
use super::files::SharedBytes;
use super::problem::Problem;
use super::quota::{Full, Hold};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// The most bytes of an answer that takes no quota.
const SMALL: u64 = 16 << 10;

/// Counts the places of clients behind proxies, and the bytes of all answers.
///
/// # Errors
/// 429 if the client has its share of places, 503 if there is no quota for the answer.
pub(super) async fn counted(
    State(state): State<AppState>,
    client: Client,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    // Without a proxy the client's connection is counted instead.
    let place = match is_proxied(&request, &state.config.rate.trusted_proxies) {
        true => Some(state.places.take(client, 1).map_err(|_| too_many())?),
        false => None,
    };
    let response = next.run(request).await;
    let room = match response.body().size_hint().lower() {
        ..=SMALL => None,
        _ if response.extensions().get::<SharedBytes>().is_some() => None,
        size => {
            let room = state.answers.take(client, size as usize);
            Some(room.map_err(|full| no_room(full, &state))?)
        }
    };
    Ok(match (&place, &room) {
        (None, None) => response,
        _ => response.map(|body| Body::new(CountedBody { body, holds: Arc::new([place, room]) })),
    })
}

/// Refuses work, before it begins, for a client that has not read much of its answers.
///
/// # Errors
/// 503.
pub(super) fn has_read(state: &AppState, client: Client) -> Result<(), Problem> {
    match state.answers.has_half(client) {
        true => Err(no_room(Full::Share, state)),
        false => Ok(()),
    }
}

/// 503: the quota is free again within the write timeout, since clients that do not read are cut off.
fn no_room(full: Full, state: &AppState) -> Problem {
    let words = match full {
        Full::All => "Too many large answers are being read at once.",
        Full::Share => "This client has not read the answers that it has asked for before.",
    };
    let time = seconds(state.config.timeouts.write_seconds);
    Problem::overloaded(words).retry_after(time.as_secs())
}

/// A place, and a quota of bytes.
type Holds = Arc<[Option<Hold>; 2]>;

/// A body that holds quotas until its bytes are sent.
struct CountedBody {
    body: Body,
    holds: Holds,
}

/// Bytes that hold quotas until they are dropped.
struct Piece {
    bytes: Bytes,
    _holds: Holds,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let held = |bytes| Bytes::from_owner(Piece { bytes, _holds: Arc::clone(&self.holds) });
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(held))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::super::quota::Quota;
    use super::*;
    use axum::body::to_bytes;

    #[tokio::test]
    async fn bytes_are_held_until_the_last_of_them_is_sent() {
        let room = Quota::new(9, 9);
        let client = Client::NOBODY;
        let holds = Arc::new([None, Some(room.take(client, 9).unwrap())]);
        let held = CountedBody { body: "nine byte".into(), holds };
        let bytes = to_bytes(Body::new(held), usize::MAX).await.unwrap();
        assert_eq!(&bytes[..], b"nine byte");
        let last = bytes.slice(8..);
        drop(bytes);
        assert_eq!(room.take(client, 1).err(), Some(Full::Share), "it waits to be written");
        drop(last);
        assert!(room.take(client, 1).is_ok());
    }
}
