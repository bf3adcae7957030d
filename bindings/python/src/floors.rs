//! The tiles of a level as arrays of numpy, in the memory of the level.
//!
//! Unsafe kernel: two claims. A tile is one byte, since `Tile` is `repr(u8)`, so that a slice of tiles is one of as many
//! bytes. And an array may borrow the memory of a level for as long as it likes: it keeps an object that shares the level,
//! which nobody can change, so that nobody moves or changes the tiles; and the array says that it cannot be written to.
#![allow(
    unsafe_code,
    reason = "numpy is told who owns the memory of an array, which the compiler cannot check"
)]

use level::{Grid, Level, Tile};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// What an array keeps, so that its memory stays.
#[pyclass(frozen, module = "quandary._native")]
struct Kept {
    _level: Arc<Level>,
}

/// The numbers of tiles.
pub(crate) fn bytes(tiles: &[Tile]) -> &[u8] {
    // Tiles are bytes (see above), and every byte of memory that is valid for one is valid for the other.
    unsafe { std::slice::from_raw_parts(tiles.as_ptr().cast::<u8>(), tiles.len()) }
}

/// The floors of a level, each of rows and columns.
pub(crate) fn floors<'py>(
    py: Python<'py>,
    level: &Arc<Level>,
) -> PyResult<Vec<Bound<'py, PyArray2<u8>>>> {
    let kept = Bound::new(py, Kept { _level: Arc::clone(level) })?;
    let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    floors.map(|grid| floor(&kept, grid)).collect()
}

/// A floor of the level that is kept.
fn floor<'py>(kept: &Bound<'py, Kept>, grid: &Grid) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let shape = (grid.rows() as usize, grid.cols() as usize);
    let view = ArrayView2::from_shape(shape, bytes(grid.tiles()));
    let view = view.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    // The array keeps what shares the level, which keeps the tiles.
    let array = unsafe { PyArray2::borrow_from_array(&view, kept.clone().into_any()) };
    array.try_readwrite()?.make_nonwriteable();
    Ok(array)
}
