//! A stream with a write timeout: a write that stalls too long is an error, and so are writes with too little
//! progress.

use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Number of written bytes that resets the stall time.
const LEAST: usize = 256 << 10;

/// A stream with a write timeout.
pub(super) struct Stall<S> {
    stream: S,
    most: Duration,
    progress: Progress,
    /// Start and timer of the current stall.
    still: Option<(Instant, Pin<Box<Sleep>>)>,
}

/// The accumulated stall time, and the bytes written meanwhile.
#[derive(Debug, Default)]
struct Progress {
    stood: Duration,
    written: usize,
}

impl Progress {
    /// Records `bytes` written after a stall of `stood`.
    fn went_on(&mut self, bytes: usize, stood: Duration) {
        self.stood += stood;
        self.written += bytes;
        if self.written >= LEAST {
            *self = Self::default();
        }
    }
}

impl<S> Stall<S> {
    pub(super) fn new(stream: S, most: Duration) -> Self {
        Self { stream, most, progress: Progress::default(), still: None }
    }

    /// Passes on the result of a write, unless writes have stalled too long. `bytes` extracts the number of bytes
    /// written.
    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<T>>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(result) = done {
            let stood = self.still.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            self.progress.went_on(result.as_ref().map_or(0, bytes), stood);
            return Poll::Ready(result);
        }
        let left = self.most.saturating_sub(self.progress.stood);
        let (_, still) = self.still.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(still.as_mut().poll(context));
        (self.progress, self.still) = (Progress::default(), None);
        Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the other end does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stall<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stall<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written, |bytes| *bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.watch(context, written, |bytes| *bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, shut, |()| 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn who_does_not_read_is_cut_off() {
        let (near, mut far) = tokio::io::duplex(16);
        let mut stream = Stall::new(near, Duration::from_millis(30));
        stream.write_all(&[1; 16]).await.unwrap();
        let error = stream.write_all(&[1; 16]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        far.read_exact(&mut [0; 16]).await.unwrap();
        stream.write_all(&[1; 16]).await.unwrap();
    }

    #[tokio::test]
    async fn who_reads_little_is_cut_off() {
        let (near, mut far) = tokio::io::duplex(16);
        let mut stream = Stall::new(near, Duration::from_millis(50));
        let reading = tokio::spawn(async move {
            while far.read_exact(&mut [0; 2]).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        let error = stream.write_all(&[1; 100_000]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        reading.abort();
    }

    #[test]
    fn who_reads_enough_is_not() {
        let mut progress = Progress::default();
        for _ in 0..100 {
            progress.went_on(LEAST / 4, Duration::from_secs(7));
            assert!(progress.stood < Duration::from_secs(28));
        }
    }
}
