//! `check --repair`: the repaired level, the report, and the message without a repair.

use crate::program::quandary;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap_or_else(|error| panic!("{error}")))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Checks a level with `--repair -o NAME`: exit code, output, and messages.
    fn repair(&self, level: &str, name: &str, more: &str) -> (Option<i32>, String, String) {
        let file = self.path(name);
        let output = quandary(&format!("check - --repair {more} -o {}", file.display()), level);
        let text = |bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}"));
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

/// One key, and on the left a locked closet that wastes it.
const CUPBOARD: &str = "quandary/level/1\nname: \"a cupboard\"\nrules: {\"locks\":\"tile\"}\n\n\
                        #########\n#.+.@k+*#\n#########\n";

#[test]
fn the_mended_level_is_written_and_cannot_be_lost() {
    let folder = Folder::new();
    for name in ["mended.txt", "mended.json", "mended.tmj"] {
        let (code, said, complaint) = folder.repair(CUPBOARD, name, "");
        assert_eq!((code, complaint.as_str()), (Some(1), ""), "{name}");
        assert!(said.ends_with("smallest repair: add key at [1,1]\n"), "{said}");
        let again = quandary(&format!("check {}", folder.path(name).display()), "");
        assert_eq!(again.status.code(), Some(0), "{name}");
    }
    let text = fs::read_to_string(folder.path("mended.txt")).unwrap_or_default();
    let kept = ["name: \"a cupboard\"", "\"locks\":\"tile\"", "#k+.@k+*#"];
    assert!(kept.iter().all(|part| text.contains(part)), "{text}");
}

#[test]
fn the_report_keeps_to_the_schema() {
    let schema = quandary("schema check", "").stdout;
    let schema: Value = serde_json::from_slice(&schema).unwrap_or_default();
    let validator = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}"));
    let free = "####\n#@*#\n####\n";
    let shut = "#####\n#@+*#\n#####\n";
    let pits = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]},{"id":1},
        {"id":2},{"id":3},{"id":4},{"id":5,"contents":["goal"]}],"edges":[{"from":0,"to":1},{"from":0,"to":2},
        {"from":0,"to":3},{"from":0,"to":4},{"from":0,"to":5}]}}"#;
    let cases = [
        (CUPBOARD, "", "mended", 1),
        (free, "", "unlosable", 0),
        (shut, "", "not_winnable", 10),
        (pits, "", "impossible", 1),
        (CUPBOARD, "--max-states 2", "unknown", 11),
    ];
    for (level, more, outcome, code) in cases {
        let output = quandary(&format!("check - --repair --format json {more}"), level);
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        assert!(validator.is_valid(&value), "{value}");
        assert_eq!(value["repair"]["outcome"], outcome, "{value}");
        assert_eq!(value["repair"]["smallest"], outcome == "mended", "{value}");
        assert_eq!(output.status.code(), Some(code), "{outcome}");
    }
    let unasked = quandary("check - --format json", CUPBOARD).stdout;
    assert!(!String::from_utf8_lossy(&unasked).contains("\"repair\":{\"outcome"));
}

#[test]
fn where_nothing_is_mended_nothing_is_written_and_the_reason_is_told() {
    let folder = Folder::new();
    let cases = [
        ("####\n#@*#\n####\n", "", "nothing to mend, no player can get stuck", 0),
        ("#####\n#@+*#\n#####\n", "", "is said after \"why not\"", 10),
        (CUPBOARD, "--max-states 2", "ended by --max-states 2; try --max-states 0", 11),
    ];
    for (level, more, part, exit) in cases {
        let (code, said, complaint) = folder.repair(level, "mended.json", more);
        let last = said.lines().last().unwrap_or_default().to_owned();
        assert!(said.contains(part), "{last}");
        assert!(complaint.contains("not written, because there is no repair"), "{complaint}");
        assert_eq!((code, folder.path("mended.json").exists()), (Some(exit), false));
    }
}
