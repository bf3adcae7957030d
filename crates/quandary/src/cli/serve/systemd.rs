//! Word to the service manager, where one waits for it (systemd, by NOTIFY_SOCKET): ready, reloading, stopping.

use sd_notify::NotifyState;

/// The service answers.
pub(super) fn ready() {
    tell(&[NotifyState::Ready]);
}

/// The configuration is being read again; that it has been, [`ready`] says.
pub(super) fn reloading() {
    match NotifyState::monotonic_usec_now() {
        Ok(now) => tell(&[NotifyState::Reloading, now]),
        Err(error) => tracing::warn!(%error, "there is no clock"),
    }
}

/// The service is about to stop.
pub(super) fn stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "the service manager cannot be told");
    }
}
