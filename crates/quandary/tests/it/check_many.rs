//! `check` of several levels at once, from outside.

use crate::program::quandary;
use serde_json::Value;
use std::fs;

/// Files, the report of each, and its own exit code, best first.
const FILES: [(&str, &str, &str, i32); 5] = [
    (
        "free.txt",
        "#####\n#@.*#\n#####\n",
        "solvable in 2 moves (optimal); unlosable (softlock-free): a goal can be reached from all 3 states",
        0,
    ),
    (
        "lost.txt",
        "#########\n#.+.@k+*#\n#########\n",
        "solvable in 3 moves (optimal); losable: 5 of 15 states are dead",
        1,
    ),
    (
        "shut.txt",
        "#####\n#@+*#\n#####\n",
        "unsolvable: everything in reach holds no goal (proved)",
        10,
    ),
    ("open.txt", "######\n#@...#\n#...*#\n######\n", "unknown: the limit on states came first", 11),
    ("none.txt", "###\n#Q#\n", "line 2, column 2: 'Q' stands for no tile", 3),
];

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        for (name, drawn, ..) in FILES {
            fs::write(folder.path().join(name), drawn).unwrap_or_else(|error| panic!("{error}"));
        }
        Self(folder)
    }

    /// The names of the first files, worst first.
    fn names(&self, many: usize) -> String {
        let names = FILES.iter().take(many).rev();
        let names = names.map(|(name, ..)| self.0.path().join(name).display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn each_has_a_line_and_the_worst_code_is_the_code_of_all() {
    let files = Files::new();
    for many in [2, 3, 5] {
        let names = files.names(many);
        let output = quandary(&format!("check {names} --max-states 20"), "");
        let out = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(FILES[many - 1].3), "{out}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), many + 1, "{out}");
        for ((name, _, words, _), line) in FILES.iter().take(many).rev().zip(&lines) {
            assert!(
                line.contains(&format!("{name}: {words}")) || words.starts_with("unknown"),
                "{line}"
            );
        }
        for jobs in [1, 3] {
            let again =
                quandary(&format!("check {names} --max-states 20 --jobs {jobs}"), "").stdout;
            assert_eq!(String::from_utf8_lossy(&again), out);
        }
    }
}

#[test]
fn json_is_an_object_a_line() {
    let files = Files::new();
    let output = quandary(&format!("check {} --format json", files.names(5)), "");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out}");
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    assert_eq!(lines.len(), 5);
    let schema = quandary("schema check", "").stdout;
    let schema = serde_json::from_slice(&schema).unwrap_or_else(|error| panic!("{error}"));
    let schema = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{error}"));
    for line in &lines {
        if let Some(error) = schema.iter_errors(line).next() {
            panic!("{}: {error}\n{line}", error.instance_path());
        }
    }
    let mut both = lines[3].clone();
    both["error"] = "is none".into();
    assert!(!schema.is_valid(&both), "a level has no error");
    for jobs in [1, 3] {
        let again = quandary(&format!("check {} --format json --jobs {jobs}", files.names(5)), "");
        assert_eq!(String::from_utf8_lossy(&again.stdout), out);
    }
    for ((name, ..), line) in FILES.iter().rev().zip(&lines) {
        let first = line.as_object().and_then(|fields| fields.iter().next());
        let Some((field, Value::String(file))) = first else { panic!("{line}") };
        assert!(field == "file" && file.ends_with(name), "{line}");
    }
    assert_eq!(
        lines[0]["error"],
        "line 2, column 2: 'Q' stands for no tile; known are - VOID, . FLOOR, # WALL, o BLOCK, / DOOR_OPEN, + DOOR_LOCKED, % DOOR_BOMB, = DOOR_PUZZLE, X DOOR_BOSS, | DOOR_SOFT, e ENEMY, @ START, * TRIFORCE, b BOSS, k KEY_SMALL, K KEY_BOSS, I KEY_ITEM, i ITEM_MINOR, ~ ELEMENT, , ELEMENT_FLOOR, > STAIR, ? PUZZLE, x PIT"
    );
    let alone =
        quandary(&format!("check {} --format json", files.0.path().join("lost.txt").display()), "");
    let mut alone: Value =
        serde_json::from_slice(&alone.stdout).unwrap_or_else(|error| panic!("{error}"));
    if let Some(fields) = alone.as_object_mut() {
        fields.insert("file".to_owned(), lines[3]["file"].clone());
    }
    assert_eq!(alone, lines[3]);
}

#[test]
fn one_bad_file_stops_no_other() {
    let files = Files::new();
    let folder = files.0.path();
    fs::write(folder.join("bytes.json"), [0xff, 0xfe, 0]).unwrap_or_else(|error| panic!("{error}"));
    fs::write(folder.join("cut.tmx"), "<map").unwrap_or_else(|error| panic!("{error}"));
    let name = |name: &str| folder.join(name).display().to_string();
    let bad = ["nowhere.txt", "bytes.json", "cut.tmx", "."].map(name).join(" ");
    let output = quandary(&format!("check {bad} {} -", name("free.txt")), "####\n#@*#\n####\n");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.ends_with("\n6 levels: 2 winnable and unlosable, 4 no level\n"), "{out}");
    assert!(out.contains("nowhere.txt: there is no such file\n"), "{out}");
    assert!(out.contains("\nstandard input: solvable in 1 move (optimal); unlosable"), "{out}");
    let written = folder.join("all.json");
    let args = format!("check {bad} {} -o {}", name("lost.txt"), written.display());
    assert_eq!(quandary(&args, "").status.code(), Some(3));
    let written = fs::read_to_string(written).unwrap_or_default();
    assert_eq!(written.lines().count(), 5, "what was found out is kept, whatever it is: {written}");
}

/// An interrupt ends the check: no file is written, and the findings are printed beside it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let hard = folder.path().join("hard.txt");
    let rows =
        ["@.............*", "..o..o..o..o...", "...............", "....o..o..o...."].join("\n");
    fs::write(&hard, format!("{rows}\n{}", rows.replace(['@', '*'], ".")))
        .unwrap_or_else(|error| panic!("{error}"));
    let place = folder.path().join("all.json");
    let endless = "--max-states 0 --rule push=free --time 90s";
    for (command, files, said) in [
        (format!("check --jobs 2 {endless}"), 3, ""),
        (format!("check {endless}"), 1, "interrupted; findings so far:\nsolvable in 14 moves"),
        (format!("check --repair {endless}"), 1, "interrupted; findings so far:\n"),
        (format!("measure --format json {endless}"), 1, ""),
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quandary"));
        program.args(command.split(' ')).args(vec![&hard; files]).arg("-o").arg(&place);
        let output = crate::interrupt::interrupted(&mut program);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{command}: {told}");
        assert!(told.starts_with(said) && output.stdout.is_empty(), "{command}: {told}");
        let left: Vec<_> = fs::read_dir(folder.path()).into_iter().flatten().flatten().collect();
        assert_eq!(left.len(), 1, "{command}: {left:?}");
    }
}

#[test]
fn measures_and_ratings_go_on_at_a_file_that_is_no_level() {
    let files = Files::new();
    let [free, none, lost] = [0, 4, 1].map(|n| files.0.path().join(FILES[n].0));
    let [free, none, lost] = [free, none, lost].map(|path| path.display().to_string());
    for (command, lines) in [("measure --format csv", 3), ("rate", 2), ("rate --format json", 2)] {
        let output = quandary(&format!("{command} {free} {none} {lost}"), "");
        let out = String::from_utf8_lossy(&output.stdout);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{command}: {told}");
        assert_eq!(out.lines().count(), lines, "{command}: {out}");
        assert!(told.starts_with(&format!("left out: {none}: {}", FILES[4].2)), "{told}");
        let output = quandary(&format!("{command} {none} {none}"), "");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.stdout.is_empty() && told.contains("error: "), "{command}: {told}");
        assert_eq!((output.status.code(), told.matches(FILES[4].2).count()), (Some(3), 2));
    }
}
