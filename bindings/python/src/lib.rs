//! The native module of the Python package `quandary`: arguments in, library, values out.
//!
//! `fields` reads keyword arguments, `failure` says what goes wrong as exceptions, and `long` runs what may take long so
//! that other threads of Python go on and Ctrl-C is heard. `level` and `floors` hand levels over, `judge` asks about them,
//! `made` makes things, `table` measures, `corpus` has the rows of what many seeds give, and `game` is what an agent
//! plays. The classes that people see, with their types, are Python (`python/quandary`); they wrap what is here.
//!
//! Invariant: nothing is decided here. What is printed is written by whoever writes it for the command line, so that the
//! bytes are the same; `tests/test_bytes.py` holds that.

#![expect(clippy::needless_pass_by_value, reason = "Python hands arguments over by value")]

mod failure;
mod fields;
mod long;
mod floors;
mod level;
mod rules;
mod judge;
mod made;
mod table;
mod corpus;
mod game;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::corpus::{corpus_about, corpus_names, corpus_part, make_corpus};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::judge::report::Report;
    #[pymodule_export]
    use crate::judge::solution::Solution;
    #[pymodule_export]
    use crate::judge::{check, hint, rate, solve};
    #[pymodule_export]
    use crate::level::Level;
    #[pymodule_export]
    use crate::made::{Made, make_cave, make_kind, make_riddle};
    #[pymodule_export]
    use crate::table::{Table, measure};

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
