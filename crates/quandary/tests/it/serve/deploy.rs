//! The files that an operator copies: the systemd unit, the image, and its sources.

use std::fs;
use std::process::Command;
use testing::skipped;

fn file(name: &str) -> String {
    fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn the_unit_is_hardened() {
    let unit = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/quandary.service");
    let analyse = |arguments: &[&str]| {
        Command::new("systemd-analyze").args(arguments).arg(unit).output().ok()
    };
    // 30 is an exposure of 3.0; without the option systemd is too old to check a file.
    let Some(output) = analyse(&["security", "--offline=true", "--threshold=30", "--no-pager"])
    else {
        skipped("there is no systemd-analyze");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    if !said.contains("Overall exposure level") {
        skipped(format!("systemd-analyze cannot judge a file: {said}"));
        return;
    }
    assert!(output.status.success(), "{said}");
}

#[test]
fn the_unit_and_the_images_leave_time_to_stop() {
    let configuration = file("deploy/quandary.toml");
    let number = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name));
        let digits: String = line.unwrap().chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().unwrap()
    };
    // Draining, four seconds for running requests, one for the log.
    let needed = number(&configuration, "drain_seconds = ") + 5;
    let unit = file("deploy/quandary.service");
    assert!(number(&unit, "TimeoutStopSec=") > needed);
    assert!(number(&file("deploy/compose.yaml"), "stop_grace_period: ") > needed);
    let files = number(&configuration, "max_connections = ") + 200;
    assert!(number(&unit, "LimitNOFILE=") >= files);
    assert!(
        unit.contains("Type=notify\n") && unit.contains("ExecReload=/bin/kill -HUP $MAINPID\n")
    );
}

#[test]
fn the_image_asks_the_program_for_its_health_and_is_built_from_the_source_alone() {
    let image = file("deploy/Dockerfile");
    let health = image.split_once("HEALTHCHECK").unwrap().1.split_once("CMD ").unwrap().1;
    let words: Vec<String> = serde_json::from_str(health.lines().next().unwrap()).unwrap();
    assert_eq!(words.join(" "), "quandary serve --listen 127.0.0.1:8080 --health");
    let ignored = file(".dockerignore");
    for folder in [".git", "**/target"] {
        assert!(ignored.lines().any(|line| line == folder), "{folder}");
    }
    for line in image.lines().filter(|line| line.starts_with("FROM ")) {
        let tag = line.split(' ').nth(1).unwrap().split_once(':').unwrap().1;
        assert!(tag.starts_with(|c: char| c.is_ascii_digit()) && tag.contains('.'), "{line}");
    }
}
