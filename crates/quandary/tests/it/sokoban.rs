//! Sokoban as people have it, by the program: moves in letters, solutions, and files of several levels.

use crate::program::quandary;
use std::fs;
use std::path::Path;

/// The output of a run and its messages, with the expected exit code.
fn told(args: &str, code: i32) -> (String, String) {
    let output = quandary(args, "");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(code), "{args}\n{out}{err}");
    (out, err)
}

fn put(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap();
    path.display().to_string()
}

const ROOM: &str = "; room\n######\n#@ $.#\n#    #\n######\n";

#[test]
fn plans_are_letters_and_win() {
    let folder = tempfile::tempdir().unwrap();
    let file = put(&folder.path().join("room.xsb"), ROOM);
    let plan = folder.path().join("plan.lurd");
    let plan = plan.display();
    told(&format!("solve {file} -o {plan}"), 0);
    assert_eq!(fs::read_to_string(plan.to_string()).unwrap(), "rR\n");
    assert_eq!(told(&format!("solve {file} --format lurd"), 0).0, "rR\n");
    let replay = |moves: &str, code| told(&format!("solve {file} --replay {moves}"), code).0;
    assert_eq!(replay(&plan.to_string(), 0), "wins in 2 moves, 1 push\n");
    assert_eq!(replay("(r)R", 0), "wins in 2 moves, 1 push\n");
    assert_eq!(replay("right,right", 0), "wins in 2 moves, 1 push\n");
    assert_eq!(replay("rlL", 1), "does not win: move 3, L: there is a wall\n");
    assert_eq!(replay("r", 1), "does not win: the goal is not reached after 1 move\n");
    assert_eq!(replay("rR --format json", 0), "{\"wins\":true,\"moves\":2,\"pushes\":1}\n");
    let reason = "{\"wins\":false,\"reason\":\"move 1, up: there is a wall\"}\n";
    assert_eq!(replay("up --format json", 1), reason);
    let (_, err) = told(&format!("solve {file} --replay r --draw x.svg"), 2);
    assert!(err.contains("--draw"), "{err}");
    assert_eq!(
        told(&format!("hint {file} --at r"), 0),
        told(&format!("hint {file} --at right"), 0)
    );
}

#[test]
fn what_letters_cannot_say_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let graph = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]},{"id":"b","contents":["goal"]}],"edges":[{"from":0,"to":"b"}]}}"#;
    let file = put(&folder.path().join("graph.json"), graph);
    let plan = folder.path().join("plan.lurd");
    let (_, err) = told(&format!("solve {file} -o {}", plan.display()), 3);
    assert!(
        err.contains("the plan has the step `goto b`, and the letters of .lurd are only"),
        "{err}"
    );
    let stuck = put(&folder.path().join("stuck.xsb"), "#####\n#@$ #\n#. ##\n#####\n");
    let (out, _) = told(&format!("solve {stuck} -o {}", plan.display()), 10);
    assert!(out.starts_with("unsolvable: "), "{out}");
    assert!(!plan.exists());
}

#[test]
fn a_file_of_levels_becomes_one_and_bad_boards_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let written =
        format!("{ROOM}Author: A\nSolution\nrr\n\nSolution 2\nlr\n\n; bad\n# #\n###\n\n{ROOM}");
    let file = put(&folder.path().join("all.xsb"), &written);
    let sok = folder.path().join("all.sok");
    let (_, err) = told(&format!("import xsb {file} -o {}", sok.display()), 1);
    assert!(
        err.contains("left out: ") && err.contains("line 14, column 1: the level that"),
        "{err}"
    );
    let note =
        "note: level 1 \"room\": its solution at line 10 does not win: move 1, l: there is a wall";
    assert!(err.contains(note), "{err}");
    let board = ROOM.replace("; room\n", "");
    let expect = format!("{board}Title: room\nAuthor: A\n\n{board}Title: room\n");
    assert_eq!(fs::read_to_string(&sok).unwrap(), expect);
    told(&format!("import xsb {} --level 2", sok.display()), 0);
    told(&format!("import xsb {file} --level 3"), 0);
    told(&format!("import xsb {file} --level 2"), 3);
    let one = put(&folder.path().join("one.xsb"), ROOM);
    let text = told(&format!("convert {one} --format sok"), 0).0;
    assert_eq!(text, format!("{board}Title: room\n"));
}
