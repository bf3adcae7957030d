//! The functions that the browser calls.
//!
//! Unsafe kernel: the attribute `wasm_bindgen` generates the unsafe code of imports and exports; this file has none of
//! its own.
#![allow(
    unsafe_code,
    unreachable_pub,
    reason = "wasm-bindgen generates unsafe code and requires public items"
)]

use crate::refusal::Refusal;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since an arbitrary start.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// A callback for the progress of a search.
    pub type Listener;

    #[wasm_bindgen(method, js_name = call)]
    fn call(this: &Listener, receiver: &JsValue, attempts: f64, accepted: f64);
}

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Provides the libraries with a clock, and registers the progress callback.
#[wasm_bindgen]
pub fn begin(listener: Listener) {
    clock::give(|| Duration::from_secs_f64(milliseconds().max(0.0) / 1000.0));
    LISTENER.with_borrow_mut(|slot| *slot = Some(listener));
}

fn report_progress(attempts: u64, accepted: u64) {
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            listener.call(&JsValue::NULL, attempts as f64, accepted as f64);
        }
    });
}

fn thrown(answer: Result<String, Refusal>) -> Result<String, JsValue> {
    answer.map_err(|refusal| JsValue::from_str(&refusal.json()))
}

/// Answers a query to the verifier or a generator; see [`crate::levels::ask`]. Throws a refusal as JSON.
#[cfg(feature = "levels")]
#[wasm_bindgen]
pub fn levels(request: &str) -> Result<String, JsValue> {
    thrown(crate::levels::ask(request, report_progress))
}

/// Answers a query about riddles; see [`crate::words::ask`]. Throws a refusal as JSON.
#[cfg(feature = "words")]
#[wasm_bindgen]
pub fn words(request: &str) -> Result<String, JsValue> {
    thrown(crate::words::ask(request, report_progress))
}

/// Opens the file of a lexicon for the following queries.
#[cfg(feature = "words")]
#[wasm_bindgen]
pub fn lexicon(file: &[u8]) -> Result<String, JsValue> {
    thrown(crate::words::open(file))
}
