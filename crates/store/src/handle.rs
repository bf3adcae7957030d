//! The handle of a store: its connections, its secret, and its health.

use super::act::Act;
use super::address::Backend;
use super::file::OpenFile;
use super::health::Health;
use super::secret::ProjectSeed;
use sqlx::AnyPool;
use std::sync::Arc;

/// A database of riddles.
#[derive(Clone, Debug)]
pub struct Store {
    /// Connections for reading.
    pub(super) readers: AnyPool,
    /// Connections for writing.
    pub(super) writers: AnyPool,
    pub(super) backend: Backend,
    /// The file; `None` where it is a server's.
    pub(super) file: Option<Arc<OpenFile>>,
    pub(super) secret: ProjectSeed,
    /// Shared by all clones.
    pub(super) health: Arc<Health>,
    /// The act under which it is changed; `None` without an operator.
    pub(super) act: Option<Arc<Act>>,
}

impl Store {
    /// The secret that seeds and salts come from.
    pub fn secret(&self) -> &ProjectSeed {
        &self.secret
    }
}
