//! The time that something took, for libraries that hold limits of time.
//!
//! On a system with a clock [`Instant`] is that of the standard library. WebAssembly in a browser has none, and the
//! standard library's panics there: [`Instant`] is then read from the clock that was [given](give), and stands still
//! until one was. Nothing that is made or proved depends on a clock; only limits of time do, and figures of time.
//!
//! ```
//! let begin = quandary_clock::Instant::now();
//! assert!(begin.elapsed().as_secs() < 3600);
//! ```

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, allow(unreachable_pub, reason = "only a browser's clock is public"))]
mod given;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use given::{Instant, give};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

use std::time::Duration;

/// A clock: the time since some beginning that stays the same.
pub type Clock = fn() -> Duration;

/// Gives a clock to a program that has none; the first that is given stays. A program that has one keeps it.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn give(_: Clock) {}
