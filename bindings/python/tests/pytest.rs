//! The tests of the Python package, which are Python: run here where there are Python, maturin and what they need.
//!
//! The package is built as `pip` builds it, but for tests: a wheel of the profile `dev`, which is unpacked beside the
//! target folder. Where something is missing, the test says so and is content; `.ci/run` installs it.
