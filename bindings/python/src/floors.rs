//! The tiles of a level as numpy arrays that share the memory of the level.
//!
//! Unsafe kernel, two claims. A tile is one byte, since `Tile` is `repr(u8)`, so a slice of tiles may be read as a
//! slice of bytes. An array may borrow the memory of a level: the array keeps a [`LevelOwner`], which shares the level;
//! levels are immutable, so nothing moves or changes the tiles; and the array is not writeable.
#![allow(
    unsafe_code,
    reason = "numpy borrows the memory of a level, which the compiler cannot check"
)]

use level::{Grid, Level, Tile};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;

/// The base object of an array. It keeps the memory of the array alive.
#[pyclass(frozen, module = "quandary._native")]
struct LevelOwner {
    _level: Arc<Level>,
}

/// The ids of the tiles as bytes.
pub(crate) fn bytes(tiles: &[Tile]) -> &[u8] {
    // A tile is one byte (see above), so both slices cover the same memory.
    unsafe { std::slice::from_raw_parts(tiles.as_ptr().cast::<u8>(), tiles.len()) }
}

/// The floors of a level, each an array of rows and columns.
pub(crate) fn floors<'py>(
    py: Python<'py>,
    level: &Arc<Level>,
) -> PyResult<Vec<Bound<'py, PyArray2<u8>>>> {
    let owner = Bound::new(py, LevelOwner { _level: Arc::clone(level) })?;
    let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
    floors.map(|grid| floor(&owner, grid)).collect()
}

/// A floor of the level that `owner` keeps.
fn floor<'py>(owner: &Bound<'py, LevelOwner>, grid: &Grid) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let shape = (grid.rows() as usize, grid.cols() as usize);
    let view = ArrayView2::from_shape(shape, bytes(grid.tiles()));
    let view = view.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    // The array keeps `owner`, which keeps the level and its tiles.
    let array = unsafe { PyArray2::borrow_from_array(&view, owner.clone().into_any()) };
    array.try_readwrite()?.make_nonwriteable();
    Ok(array)
}
