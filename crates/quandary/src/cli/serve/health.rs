//! `quandary serve --health`: asks a running service whether it is ready, where no other HTTP client is
//! installed.

use crate::cli::exit::Exit;
use crate::shown::note;
use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Longest time of each step of asking.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most of the answer that is read.
const MOST: u64 = 16 << 10;

/// Asks the service at an address whether it is ready, and prints its answer.
pub(super) fn ask(listen: SocketAddr) -> Exit {
    let address = near(listen);
    let said = answer(address).with_context(|| format!("nobody answers at {address}"));
    match said.and_then(|answer| ready(&answer)) {
        Ok(()) => Exit::Done,
        Err(error) => {
            note!("{error:#}");
            Exit::NOT_READY
        }
    }
}

/// The address by which a service can be asked that listens at all addresses.
fn near(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

fn answer(address: SocketAddr) -> Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(MOST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Checks that an answer says that the service is ready.
///
/// # Errors
/// The answer otherwise.
fn ready(answer: &str) -> Result<()> {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let status = head.lines().next().unwrap_or_default();
    match status.split(' ').nth(1) {
        Some("200") => Ok(()),
        Some("503") => bail!("not ready: {body}"),
        _ => bail!("this is not quandary: {status}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_at_all_addresses_is_asked_at_the_nearest() {
        let check = |listen: &str, expect: &str| {
            assert_eq!(near(listen.parse().unwrap()).to_string(), expect);
        };
        check("0.0.0.0:8080", "127.0.0.1:8080");
        check("[::]:80", "[::1]:80");
        check("10.1.2.3:80", "10.1.2.3:80");
    }

    #[test]
    fn only_a_good_answer_is_ready() {
        assert!(ready("HTTP/1.1 200 OK\r\n\r\n{}").is_ok());
        let check = |answer: &str, expect: &str| {
            assert_eq!(ready(answer).unwrap_err().to_string(), expect);
        };
        check("HTTP/1.1 503 Service Unavailable\r\n\r\n{}", "not ready: {}");
        check("HTTP/1.1 404 Not Found\r\n\r\n", "this is not quandary: HTTP/1.1 404 Not Found");
        check("", "this is not quandary: ");
    }
}
