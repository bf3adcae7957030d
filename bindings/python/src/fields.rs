//! Keyword arguments: reads each as its type, and rejects unknown names.

use crate::failure::Failure;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The arguments of a call. A missing argument, or `None`, leaves the choice to the library.
pub(crate) struct Fields<'py> {
    given: Bound<'py, PyDict>,
    known: Vec<&'static str>,
}

impl<'py> Fields<'py> {
    /// The arguments of a call.
    pub(crate) fn of(py: Python<'py>, given: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let given = given.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        Ok(Self { given, known: Vec::new() })
    }

    fn given(&mut self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.known.push(name);
        let value = self.given.get_item(name)?;
        if value.is_some() {
            self.given.del_item(name)?;
        }
        Ok(value.filter(|value| !value.is_none()))
    }

    /// The value of an argument, if it is given.
    pub(crate) fn take<T: FromPyObjectOwned<'py>>(
        &mut self,
        name: &'static str,
    ) -> PyResult<Option<T>> {
        let Some(value) = self.given(name)? else { return Ok(None) };
        let shown = value.repr()?.to_string();
        match value.extract::<T>() {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                let error: PyErr = error.into();
                let py = self.given.py();
                let why = error.value(py).to_string();
                Err(Failure::Request(format!("{name}={}: {why}", diagnostics::short(&shown)))
                    .into())
            }
        }
    }

    /// The value of an argument, or a default.
    pub(crate) fn or<T: FromPyObjectOwned<'py>>(
        &mut self,
        name: &'static str,
        default: T,
    ) -> PyResult<T> {
        Ok(self.take(name)?.unwrap_or(default))
    }

    /// Returns an error if an unknown argument is left.
    pub(crate) fn end(self) -> PyResult<()> {
        match self.given.keys().iter().next() {
            None => Ok(()),
            Some(name) => {
                let name = name.to_string();
                Err(Failure::Request(diagnostics::unknown("keyword argument", &name, self.known))
                    .into())
            }
        }
    }
}
