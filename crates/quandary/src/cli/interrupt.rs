//! Interrupts from the keyboard: the first stops the search, the second ends the program.

use super::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Records that a result was not written because of an earlier interrupt.
pub(crate) fn refuse() -> Exit {
    REFUSED.store(true, Ordering::Relaxed);
    Exit::Interrupted
}

/// True if a result was not written because of an interrupt.
pub(crate) fn refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// True if an interrupt came: the result may be incomplete.
pub(crate) fn came() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Starts to listen, and returns the flag that the first interrupt sets.
pub(crate) fn listen() -> &'static AtomicBool {
    let second = || std::process::exit(Exit::Interrupted as i32);
    // If signals cannot be caught, an interrupt ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        if ASKED.swap(true, Ordering::Relaxed) {
            second();
        }
    });
    &ASKED
}
