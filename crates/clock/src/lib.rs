//! Elapsed time for libraries with time limits.
//!
//! On a system with a clock [`Instant`] is that of the standard library. WebAssembly in a browser has none, and the
//! standard library's version panics there. There [`Instant`] reads the clock set by [`give`], and stands still until
//! one is set. Generated and proved results never depend on a clock; only time limits and measured times do.
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

/// A clock: the time since a fixed beginning.
pub type Clock = fn() -> Duration;

/// Sets the clock of a program on a system without one; only the first call counts. No effect on other systems.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn give(_: Clock) {}
