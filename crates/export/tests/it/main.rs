//! The integration tests of this crate, as one program: each module reads what was written for one engine or table.

mod common;
mod foundry;
mod ldtk;
mod ldtk_whole;
mod tmj;
mod uvtt;
