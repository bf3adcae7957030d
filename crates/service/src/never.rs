//! A request body that never goes on, for tests.

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A body that never ends.
#[derive(Default)]
pub(crate) struct Never {
    /// What comes of it.
    pub(crate) first: Bytes,
    /// Its length, as far as that is said.
    pub(crate) said: Option<u64>,
}

impl HttpBody for Never {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match std::mem::take(&mut self.first) {
            first if first.is_empty() => Poll::Pending,
            first => Poll::Ready(Some(Ok(Frame::data(first)))),
        }
    }

    fn size_hint(&self) -> SizeHint {
        self.said.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
