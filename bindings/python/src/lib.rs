//! The native module of the Python package `quandary`. It converts arguments, calls the library and converts results.
//!
//! `fields` reads keyword arguments. `failure` maps errors to exceptions. `long` runs slow calls: other Python threads
//! continue and Ctrl-C works. `level` and `floors` pass levels to Python, `verify` verifies and rates them, `generated`
//! generates content, `table` measures, `corpus` generates the rows of many seeds, and `game` is the game of an agent.
//! The public classes with their types are Python (`python/quandary`); they wrap these.
//!
//! Invariant: this crate makes no decisions. Printed bytes come from the code that prints for the command line, so they
//! are identical; `tests/test_bytes.py` checks that.

#![expect(clippy::needless_pass_by_value, reason = "Python hands arguments over by value")]

mod failure;
mod fields;
mod long;
mod floors;
mod level;
mod rules;
mod verify;
mod generated;
mod table;
mod corpus;
mod game;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::corpus::{corpus_about, corpus_names, corpus_part, make_corpus};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::generated::{Generated, make_cave, make_kind, make_riddle};
    #[pymodule_export]
    use crate::level::Level;
    #[pymodule_export]
    use crate::table::{Table, measure};
    #[pymodule_export]
    use crate::verify::report::Report;
    #[pymodule_export]
    use crate::verify::solution::Solution;
    #[pymodule_export]
    use crate::verify::{check, hint, rate, solve};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add(
            "TILES",
            level::TILES.map(|(tile, name, letter)| (tile.id(), name, letter)).to_vec(),
        )
    }
}
