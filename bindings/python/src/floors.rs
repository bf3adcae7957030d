//! The tiles of a level as arrays of numpy, in the memory of the level.
//!
//! Unsafe kernel: two claims. A tile is one byte, since `Tile` is `repr(u8)`, so that a slice of tiles is one of as many
//! bytes. And an array may borrow the memory of a level for as long as it likes: it keeps the object that owns the level,
//! which is frozen, so that nobody moves or changes the tiles; and the array says that it cannot be written to.
#![allow(
    unsafe_code,
    reason = "numpy is told who owns the memory of an array, which the compiler cannot check"
)]

use crate::level::Level;
use level::{Grid, Tile};
use numpy::ndarray::ArrayView2;
use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The numbers of tiles.
pub(crate) fn bytes(tiles: &[Tile]) -> &[u8] {
    // Tiles are bytes (see above), and every byte of memory that is valid for one is valid for the other.
    unsafe { std::slice::from_raw_parts(tiles.as_ptr().cast::<u8>(), tiles.len()) }
}

/// The floors of a level, each of rows and columns.
pub(crate) fn floors<'py>(level: &Bound<'py, Level>) -> PyResult<Vec<Bound<'py, PyArray2<u8>>>> {
    let floors = level.get().level.tiles.iter().flat_map(|tiles| &tiles.floors);
    floors.map(|grid| floor(level, grid)).collect()
}

fn floor<'py>(level: &Bound<'py, Level>, grid: &Grid) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let shape = (grid.rows() as usize, grid.cols() as usize);
    let view = ArrayView2::from_shape(shape, bytes(grid.tiles()));
    let view = view.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    // The array keeps the level, which keeps the tiles.
    let array = unsafe { PyArray2::borrow_from_array(&view, level.clone().into_any()) };
    array.try_readwrite()?.make_nonwriteable();
    Ok(array)
}
