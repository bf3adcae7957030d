//! The store as its users hold it: its connections, its secret, and what is known of it.

use super::act::Act;
use super::address::Backend;
use super::health::Health;
use super::secret::ProjectSeed;
use sqlx::AnyPool;
use std::sync::Arc;

/// A database of riddles.
#[derive(Clone, Debug)]
pub struct Store {
    /// Connections for whoever reads.
    pub(super) readers: AnyPool,
    /// Those for whoever writes.
    pub(super) writers: AnyPool,
    pub(super) backend: Backend,
    pub(super) secret: ProjectSeed,
    /// Shared by all clones.
    pub(super) health: Arc<Health>,
    /// On whose behalf it is changed; nobody's, unless an operator asks.
    pub(super) act: Option<Arc<Act>>,
}

impl Store {
    /// The secret that seeds and salts come from.
    pub fn secret(&self) -> &ProjectSeed {
        &self.secret
    }
}
