//! Gives refusals by the HTTP library the uniform format of errors.
//!
//! Invalid HTTP/1.1, a URI that is too long and a head that is too large never become a request: hyper answers them
//! itself, with a status and no body, and cannot be given a body. This stream recognises these answers by their bytes
//! and sends problem documents instead. The service itself never answers with these statuses without a body, so no
//! other answer is mistaken for one. Invariant: all other bytes pass unchanged. One case remains without a body: a
//! refusal that hyper writes together with the answer to the previous request.

use crate::clients::too_many;
use crate::problem::Problem;
use axum::http::StatusCode;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A stream that adds bodies to refusals.
pub(super) struct Refusal<S> {
    stream: S,
    /// Bytes to send before anything else.
    unsent: Vec<u8>,
}

impl<S> Refusal<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, unsent: Vec::new() }
    }
}

/// hyper's refusals: first bytes of the answer, status, and message.
const REFUSED: [(&[u8], StatusCode, &str); 3] = [
    (
        b"HTTP/1.1 400 ",
        StatusCode::BAD_REQUEST,
        "This is no request of HTTP/1.1: its first line or a header cannot be read.",
    ),
    (b"HTTP/1.1 414 ", StatusCode::URI_TOO_LONG, "The address is too long."),
    (
        b"HTTP/1.1 431 ",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The head of the request is too large: its first line and its headers have 16 KiB in all at most, and there \
         are 100 headers at most.",
    ),
];

/// The answer that replaces a refusal without a body; `None` for any other bytes.
fn instead(written: &[u8]) -> Option<Vec<u8>> {
    let (_, status, words) = REFUSED.iter().find(|(begin, ..)| written.starts_with(begin))?;
    let head = written.strip_suffix(b"\r\n\r\n")?;
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n");
    let first = lines.next()?;
    // Replace the content length; an answer with a non-zero one has a body.
    let (length, others): (Vec<_>, Vec<_>) =
        lines.partition(|line| line.starts_with("content-length:"));
    if !length.iter().all(|line| line.ends_with(" 0")) {
        return None;
    }
    let head = others.into_iter().fold(first.to_owned(), |head, line| head + "\r\n" + line);
    whole(&head, Problem::new(*status, *words))
}

/// An answer from a head, without its final line break, and a problem.
fn whole(head: &str, problem: Problem) -> Option<Vec<u8>> {
    let body = serde_json::to_vec(&problem.into_body()).ok()?;
    let (kind, length) = (crate::problem::PROBLEM_JSON, body.len());
    let head = format!(
        "{head}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\ncache-control: no-store\r\n\
         x-content-type-options: nosniff\r\n\r\n"
    );
    let mut answer = head.into_bytes();
    answer.extend(body);
    Some(answer)
}

/// Refuses a connection of a client that has its share, without waiting until the answer is read.
pub(super) fn refuse(stream: TcpStream) {
    let head = "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\nretry-after: 1";
    let answer = whole(head, too_many()).unwrap_or_default();
    // The stream does not block: bytes that do not fit at once are dropped.
    let _ = stream.into_std().and_then(|mut stream| io::Write::write(&mut stream, &answer));
}

impl<S: AsyncWrite + Unpin> Refusal<S> {
    /// Sends the unsent bytes first.
    fn send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.unsent.is_empty() {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, &self.unsent))?;
            if sent == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.unsent.drain(..sent);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Refusal<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Refusal<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.send(context))?;
        match instead(bytes) {
            Some(answer) => {
                self.unsent = answer;
                Poll::Ready(Ok(bytes.len()))
            }
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.send(context))?;
        match pieces {
            [head] => self.poll_write(context, head),
            _ => Pin::new(&mut self.stream).poll_write_vectored(context, pieces),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.send(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.send(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// The bytes that arrive through a stream with a very small buffer.
    async fn sent(written: &'static [u8]) -> String {
        let (near, mut far) = tokio::io::duplex(7);
        let writer = tokio::spawn(async move {
            let mut stream = Refusal::new(near);
            stream.write_all(written).await.unwrap();
            stream.shutdown().await.unwrap();
        });
        let mut read = String::new();
        far.read_to_string(&mut read).await.unwrap();
        writer.await.unwrap();
        read
    }

    #[tokio::test]
    async fn refusals_without_a_body_get_one() {
        let told = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\
            content-length: 0\r\ndate: today\r\n\r\n";
        let read = sent(told).await;
        let (head, body) = read.split_once("\r\n\r\n").unwrap();
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["status"], body["type"].as_str()), (&431.into(), Some("about:blank")));
        for part in ["16 KiB", "first line", "100 headers"] {
            assert!(body["detail"].as_str().unwrap().contains(part), "{body}");
        }
        let length = format!("content-length: {}", read.len() - head.len() - 4);
        assert!(head.contains(&length) && !head.contains("content-length: 0"), "{head}");
        assert!(head.contains("connection: close\r\ndate: today\r\n"), "{head}");
    }

    #[tokio::test]
    async fn all_else_passes() {
        for text in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 12\r\n\r\n",
            "HTTP/1.1 400 Bad",
        ] {
            assert_eq!(sent(text.as_bytes()).await, text);
        }
    }
}
