//! Metrics for Prometheus: requests and their times, the pool, riddles.
//!
//! Each service has its own recorder, so tests do not affect each other. Invariant: labels have few values (declared
//! routes, methods, statuses, reasons) and never text from a client.

use axum::http::{Method, StatusCode};
use metrics::{Key, Label, Level, Metadata, Recorder, SharedString, Unit};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// The bounds of the histogram of latencies, in seconds.
const BUCKETS: [f64; 13] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 15.0, 60.0];

const REQUESTS: &str = "quandary_http_requests_total";
const SECONDS: &str = "quandary_http_request_seconds";
const RIDDLES: &str = "quandary_riddles_made_total";
const REJECTS: &str = "quandary_riddles_rejected_total";
const LOST: &str = "quandary_log_lines_lost_total";
const KEYS: &str = "quandary_operator_keys_total";
const WRITABLE: &str = "quandary_store_writable";
const DAMAGED: &str = "quandary_store_damaged_rows_total";

const METADATA: Metadata<'static> =
    Metadata::new(module_path!(), Level::INFO, Some(module_path!()));

/// A kind of work with its own permits and queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Requested riddles; the searches share their permits.
    Riddles,
    /// Dungeons, levels, and the work of operators.
    Heavy,
    /// Plays and guesses, which take milliseconds.
    Quick,
    /// The first riddles of days.
    Days,
    /// Reads of the store.
    Reads,
}

impl Lane {
    const ALL: [Self; 5] = [Self::Riddles, Self::Heavy, Self::Quick, Self::Days, Self::Reads];

    fn name(self) -> &'static str {
        match self {
            Self::Riddles => "riddles",
            Self::Heavy => "heavy",
            Self::Quick => "quick",
            Self::Days => "days",
            Self::Reads => "reads",
        }
    }
}

/// A gauge: a metric that goes up and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gauge {
    /// Number of permits of a lane.
    Permits(Lane),
    /// Number of pieces of work being done in a lane. Searches for riddles share permits, so they may outnumber them.
    Running(Lane),
    /// Number of requests that wait in the queue of a lane, or for the first slice of their search.
    Waiting(Lane),
    /// Number of open connections.
    Connections,
}

impl Gauge {
    fn all() -> impl Iterator<Item = Self> {
        let of_lane = |lane| [Self::Permits(lane), Self::Running(lane), Self::Waiting(lane)];
        Lane::ALL.into_iter().flat_map(of_lane).chain([Self::Connections])
    }

    fn lane(self) -> Option<Lane> {
        match self {
            Self::Permits(lane) | Self::Running(lane) | Self::Waiting(lane) => Some(lane),
            Self::Connections => None,
        }
    }

    /// Its name and description.
    fn description(self) -> (&'static str, &'static str) {
        match self {
            Self::Permits(_) => {
                ("quandary_pool_permits", "Number of permits for concurrent work, by lane.")
            }
            Self::Running(_) => (
                "quandary_pool_running",
                "Number of pieces of work being done, by lane; each search that shares permits counts.",
            ),
            Self::Waiting(_) => (
                "quandary_pool_waiting",
                "Number of requests that wait for a permit or for their first slice, by lane.",
            ),
            Self::Connections => ("quandary_http_connections", "Number of open connections."),
        }
    }

    fn key(self) -> Key {
        let lane = self.lane().map(|lane| Label::new("lane", lane.name()));
        Key::from_parts(self.description().0, lane.into_iter().collect::<Vec<_>>())
    }
}

/// Outcome of a key check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyCheck {
    /// It is an operator's.
    Right,
    /// It is no operator's key.
    Wrong,
    /// It was not checked, after too many wrong ones.
    Unseen,
}

impl KeyCheck {
    fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unseen => "unseen",
        }
    }
}

/// The recorder, and the gauges as readable numbers.
pub(crate) struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    gauges: Vec<(Gauge, Arc<AtomicI64>)>,
}

/// One unit of a gauge, until it is dropped.
pub(crate) struct More(Arc<AtomicI64>);

impl Drop for More {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// Metrics with all counts at zero.
    pub(crate) fn new() -> Self {
        let builder = PrometheusBuilder::new();
        // An error would mean that there are no buckets.
        let builder = builder.set_buckets(&BUCKETS).unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let counters = [
            (REQUESTS, "Requests, by route, method and status."),
            (RIDDLES, "Riddles generated, by locale."),
            (REJECTS, "Rejected candidates of riddles, by reason."),
            (LOST, "Lost lines of the log."),
            (KEYS, "Checks of operators' keys, by outcome."),
            (DAMAGED, "Number of times a damaged row of the store was skipped."),
        ];
        for (name, words) in counters {
            recorder.describe_counter(name.into(), None, words.into());
        }
        let words = SharedString::const_str("Time of requests in seconds, by route.");
        recorder.describe_histogram(SECONDS.into(), Some(Unit::Seconds), words);
        let words = SharedString::const_str("0 if the last write to the store failed, else 1.");
        recorder.describe_gauge(WRITABLE.into(), None, words);
        for gauge in Gauge::all() {
            let (name, words) = gauge.description();
            recorder.describe_gauge(name.into(), None, words.into());
        }
        let gauges = Gauge::all().map(|gauge| (gauge, Arc::default())).collect();
        Self { handle: recorder.handle(), recorder, gauges }
    }

    fn count(&self, name: &'static str, labels: Vec<Label>, by: u64) {
        let key = Key::from_parts(name, labels);
        self.recorder.register_counter(&key, &METADATA).increment(by);
    }

    /// Counts an answered request.
    pub(crate) fn request(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        let route = Label::new("route", route.to_owned());
        let method = Label::new("method", known(method));
        let status = Label::new("status", status.as_str().to_owned());
        self.count(REQUESTS, vec![route.clone(), method, status], 1);
        let key = Key::from_parts(SECONDS, vec![route]);
        self.recorder.register_histogram(&key, &METADATA).record(took.as_secs_f64());
    }

    /// Counts the riddles found for a locale, and rejected candidates.
    pub(crate) fn riddles<'a>(
        &self,
        locale: &'static str,
        made: u64,
        rejects: impl Iterator<Item = (&'a str, u64)>,
    ) {
        self.count(RIDDLES, vec![Label::new("locale", locale)], made);
        for (reason, n) in rejects {
            self.count(REJECTS, vec![Label::new("reason", reason.to_owned())], n);
        }
    }

    /// Counts a key check.
    pub(crate) fn key(&self, check: KeyCheck) {
        self.count(KEYS, vec![Label::new("outcome", check.name())], 1);
    }

    /// Sets the metrics of the store: true if it can be written, and the number of times a damaged row was skipped.
    pub(crate) fn store(&self, writable: bool, damaged: u64) {
        let gauge = Key::from_static_name(WRITABLE);
        self.recorder.register_gauge(&gauge, &METADATA).set(if writable { 1.0 } else { 0.0 });
        self.recorder
            .register_counter(&Key::from_static_name(DAMAGED), &METADATA)
            .absolute(damaged);
    }

    /// Sets the number of lost lines of the log.
    pub(crate) fn log(&self, lost: u64) {
        self.recorder.register_counter(&Key::from_static_name(LOST), &METADATA).absolute(lost);
    }

    fn gauge(&self, gauge: Gauge) -> Arc<AtomicI64> {
        let found = self.gauges.iter().find(|(own, _)| *own == gauge);
        found.map(|(_, count)| Arc::clone(count)).unwrap_or_default()
    }

    /// Adds to a gauge permanently.
    pub(crate) fn add(&self, gauge: Gauge, value: usize) {
        self.gauge(gauge).fetch_add(value as i64, Ordering::Relaxed);
    }

    /// Adds 1 to a gauge until the result is dropped.
    pub(crate) fn more(&self, gauge: Gauge) -> More {
        let count = self.gauge(gauge);
        count.fetch_add(1, Ordering::Relaxed);
        More(count)
    }

    /// Value of a gauge.
    pub(crate) fn get(&self, gauge: Gauge) -> i64 {
        self.gauge(gauge).load(Ordering::Relaxed)
    }

    /// All metrics in the format of Prometheus.
    pub(crate) fn render(&self) -> String {
        for gauge in Gauge::all() {
            self.recorder.register_gauge(&gauge.key(), &METADATA).set(self.get(gauge) as f64);
        }
        self.handle.render()
    }

    /// Drains the histograms. Called regularly: otherwise memory grows if the metrics are not read.
    pub(crate) fn upkeep(&self) {
        self.handle.run_upkeep();
    }
}

/// The name of a method; unknown methods share one name.
pub(super) fn known(method: &Method) -> &'static str {
    let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    methods.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_printed() {
        let metrics = Metrics::new();
        let took = Duration::from_millis(30);
        metrics.request("/riddle", &Method::POST, StatusCode::OK, took);
        metrics.riddles("en_US", 2, [("tie", 3)].into_iter());
        let more = metrics.more(Gauge::Running(Lane::Quick));
        metrics.add(Gauge::Permits(Lane::Days), 1);
        metrics.key(KeyCheck::Wrong);
        metrics.log(4);
        let text = metrics.render();
        for line in [
            "quandary_http_requests_total{route=\"/riddle\",method=\"POST\",status=\"200\"} 1",
            "quandary_http_request_seconds_bucket{route=\"/riddle\",le=\"0.05\"} 1",
            "quandary_riddles_made_total{locale=\"en_US\"} 2",
            "quandary_riddles_rejected_total{reason=\"tie\"} 3",
            "quandary_log_lines_lost_total 4",
            "quandary_pool_running{lane=\"quick\"} 1",
            "quandary_pool_running{lane=\"heavy\"} 0",
            "quandary_pool_waiting{lane=\"riddles\"} 0",
            "quandary_pool_permits{lane=\"days\"} 1",
            "quandary_http_connections 0",
            "quandary_operator_keys_total{outcome=\"wrong\"} 1",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        drop(more);
        assert_eq!(metrics.get(Gauge::Running(Lane::Quick)), 0);
        assert_eq!(known(&Method::from_bytes(b"BREW").unwrap()), "other");
    }
}
