//! Tests of room templates.

mod claims;
