//! The functions that a browser calls.
//!
//! Unsafe kernel: the attribute `wasm_bindgen` writes the unsafe code of imports and exports; there is none by hand.
#![allow(unsafe_code, unreachable_pub, reason = "wasm-bindgen writes the one and wants the other")]

use crate::refusal::Refusal;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some beginning.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// A function that is told how far a search is.
    pub type Listener;

    #[wasm_bindgen(method, js_name = call)]
    fn call(this: &Listener, receiver: &JsValue, attempts: f64, accepted: f64);
}

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Gives the libraries a clock, and keeps who is told how far a search is.
#[wasm_bindgen]
pub fn begin(listener: Listener) {
    clock::give(|| Duration::from_secs_f64(milliseconds().max(0.0) / 1000.0));
    LISTENER.with_borrow_mut(|kept| *kept = Some(listener));
}

fn tell(attempts: u64, accepted: u64) {
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            listener.call(&JsValue::NULL, attempts as f64, accepted as f64);
        }
    });
}

fn answered(answer: Result<String, Refusal>) -> Result<String, JsValue> {
    answer.map_err(|refusal| JsValue::from_str(&refusal.json()))
}

/// Asks the judge or the author; see [`crate::levels::ask`]. A refusal is thrown, as JSON.
#[cfg(feature = "levels")]
#[wasm_bindgen]
pub fn levels(request: &str) -> Result<String, JsValue> {
    answered(crate::levels::ask(request, tell))
}

/// Asks for riddles; see [`crate::words::ask`]. A refusal is thrown, as JSON.
#[cfg(feature = "words")]
#[wasm_bindgen]
pub fn words(request: &str) -> Result<String, JsValue> {
    answered(crate::words::ask(request, tell))
}

/// Takes the file of a lexicon for the questions that follow.
#[cfg(feature = "words")]
#[wasm_bindgen]
pub fn lexicon(file: &[u8]) -> Result<String, JsValue> {
    answered(crate::words::open(file))
}
