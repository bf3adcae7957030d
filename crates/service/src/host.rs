//! The header `Host`, which a request of HTTP/1.1 has once, as RFC 9112 asks (section 3.2).
//!
//! Two of them are two opinions about who is asked, and the proxy before the service may have the other one.

use super::problem::Problem;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;

/// Passes on requests that name their host, once.
///
/// # Errors
/// 400 for what does not.
pub(super) async fn named(request: Request, next: Next) -> Result<Response, Problem> {
    if is_named(request.version(), request.headers()) {
        return Ok(next.run(request).await);
    }
    let words = "A request of HTTP/1.1 has the header Host, and has it once.";
    Err(Problem::new(StatusCode::BAD_REQUEST, words))
}

fn is_named(version: Version, headers: &HeaderMap) -> bool {
    let hosts = headers.get_all(header::HOST).iter().count();
    hosts == 1 || hosts == 0 && version < Version::HTTP_11
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn one_host_is_named() {
        let check = |version, hosts: usize, expect| {
            let mut headers = HeaderMap::new();
            for _ in 0..hosts {
                headers.append(header::HOST, HeaderValue::from_static("here"));
            }
            assert_eq!(is_named(version, &headers), expect, "{version:?} {hosts}");
        };
        check(Version::HTTP_11, 1, true);
        check(Version::HTTP_11, 0, false);
        check(Version::HTTP_11, 2, false);
        check(Version::HTTP_10, 0, true);
        check(Version::HTTP_10, 2, false);
    }
}
