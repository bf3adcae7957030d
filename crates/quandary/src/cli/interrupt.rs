//! Interrupts from the keyboard: the first asks the search to stop, the second ends the program.

use super::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Notes that a result is not written because an interrupt came before.
pub(crate) fn refuse() -> Exit {
    REFUSED.store(true, Ordering::Relaxed);
    Exit::Interrupted
}

/// True if a result was not written for that.
pub(crate) fn refused() -> bool {
    REFUSED.load(Ordering::Relaxed)
}

/// True if an interrupt came: what was looked for may not be whole.
pub(crate) fn came() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Begins to listen, and returns the flag that the first interrupt sets.
pub(crate) fn listen() -> &'static AtomicBool {
    let second = || std::process::exit(Exit::Interrupted as i32);
    // If signals cannot be caught, an interrupt ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        if ASKED.swap(true, Ordering::Relaxed) {
            second();
        }
    });
    &ASKED
}
