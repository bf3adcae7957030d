//! Static files: unpacked once, compressed once, and shared by all answers.
//!
//! Both happen on other threads than the answers. Invariant: each form of a file is made at most once, whatever the
//! number of requests and of cancelled ones.

use super::accept::{Codings, WORTH_IT};
use super::problem;
use axum::body::Bytes;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};
use tokio::sync::Mutex;
use tokio::task;

/// A file.
pub(super) struct Served {
    kind: &'static str,
    /// The value of `Cache-Control`.
    kept: &'static str,
    /// Its bytes compressed by Brotli, if supplied.
    brotli: Option<Bytes>,
    source: Source,
    plain: Arc<Once>,
    gzip: Arc<Once>,
}

/// Produces the unpacked bytes of a file.
type Source = Arc<dyn Fn() -> io::Result<Bytes> + Send + Sync>;

/// Bytes that are made at the first request.
#[derive(Default)]
struct Once {
    made: OnceLock<Bytes>,
    making: Arc<Mutex<()>>,
}

/// Marks an answer with shared bytes, which takes no memory of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBytes;

impl Served {
    /// A file of a media type, with the value of `Cache-Control`; `source` makes its bytes.
    pub(super) fn new(
        kind: &'static str,
        kept: &'static str,
        source: impl Fn() -> io::Result<Bytes> + Send + Sync + 'static,
    ) -> Self {
        let (plain, gzip) = Default::default();
        Self { kind, kept, brotli: None, source: Arc::new(source), plain, gzip }
    }

    /// Adds the bytes compressed by Brotli.
    pub(super) fn with_brotli(self, packed: Bytes) -> Self {
        Self { brotli: Some(packed), ..self }
    }

    /// The answer in the first form that the client accepts: Brotli, gzip, plain.
    pub(super) async fn answer(&self, codings: Codings) -> Response {
        let (coding, bytes) = match self.form(codings).await {
            Ok(form) => form,
            Err(error) => return broken(&error),
        };
        let coding =
            coding.map(|coding| (header::CONTENT_ENCODING, HeaderValue::from_static(coding)));
        let fixed = HeaderValue::from_static;
        let head =
            [(header::CONTENT_TYPE, fixed(self.kind)), (header::CACHE_CONTROL, fixed(self.kept))];
        let mut answer = (head, bytes).into_response();
        answer.headers_mut().extend(coding);
        answer.extensions_mut().insert(SharedBytes);
        answer
    }

    /// The name of a coding, and the bytes in it.
    async fn form(&self, codings: Codings) -> io::Result<(Option<&'static str>, Bytes)> {
        if let Some(packed) = self.brotli.as_ref().filter(|_| codings.brotli) {
            return Ok((Some("br"), packed.clone()));
        }
        let source = Arc::clone(&self.source);
        let plain = self.plain.get(move || source()).await?;
        if !codings.gzip || (plain.len() as u64) < WORTH_IT {
            return Ok((None, plain));
        }
        let packed = self.gzip.get(move || gzipped(&plain)).await?;
        Ok((Some("gzip"), packed))
    }
}

impl Once {
    /// The bytes. Their making continues if the request is cancelled, and never starts a second time meanwhile.
    async fn get(
        self: &Arc<Self>,
        make: impl FnOnce() -> io::Result<Bytes> + Send + 'static,
    ) -> io::Result<Bytes> {
        if let Some(bytes) = self.made.get() {
            return Ok(bytes.clone());
        }
        let turn = Arc::clone(&self.making).lock_owned().await;
        let own = Arc::clone(self);
        let made = task::spawn_blocking(move || {
            let _turn = turn;
            match own.made.get() {
                Some(bytes) => Ok(bytes.clone()),
                None => make().map(|bytes| own.made.get_or_init(|| bytes).clone()),
            }
        });
        made.await.map_err(io::Error::other)?
    }
}

fn gzipped(bytes: &[u8]) -> io::Result<Bytes> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes)?;
    packed.finish().map(Bytes::from)
}

fn broken(error: &io::Error) -> Response {
    tracing::error!(%error, "a file cannot be unpacked");
    problem::internal().into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_file_is_unpacked_once_and_its_bytes_are_shared() {
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let file = Arc::new(Served::new("text/plain", "no-cache", move || {
            count.fetch_add(1, Ordering::Relaxed);
            Ok("a file ".repeat(1000).into())
        }));
        for gzip in [false, true] {
            let ask = || {
                let own = Arc::clone(&file);
                async move {
                    let answer = own.answer(Codings { brotli: true, gzip }).await;
                    assert!(answer.extensions().get::<SharedBytes>().is_some());
                    to_bytes(answer.into_body(), usize::MAX).await.unwrap()
                }
            };
            // One request is cancelled before the bytes are ready.
            drop(tokio::spawn(ask()));
            let all: Vec<_> = (0..20).map(|_| tokio::spawn(ask())).collect();
            let mut places = Vec::new();
            for one in all {
                places.push(one.await.unwrap().as_ptr() as usize);
            }
            places.dedup();
            assert_eq!((places.len(), made.load(Ordering::Relaxed)), (1, 1), "gzip: {gzip}");
        }
    }
}
