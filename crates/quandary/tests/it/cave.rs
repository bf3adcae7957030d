//! `quandary cave` from outside: the same bytes for any number of threads, and errors that say why.

use crate::program::quandary;
use crate::program::terminal::Terminal;
use std::process::Output;

fn cave(args: &str) -> Output {
    quandary(&format!("cave {args}"), "")
}

#[test]
fn threads_change_nothing() {
    for args in [
        "--size 200x300 --seed 5",
        "--size 129x700 --seed 6 --border drawn --keep all --format png",
        "--size 300x200 --seed 7 --keep bridge --min 4 --distance --format json",
    ] {
        let one = cave(&format!("{args} --threads 1")).stdout;
        assert!(one.len() > 1000, "{args}");
        for threads in ["2", "8"] {
            assert!(one == cave(&format!("{args} --threads {threads}")).stdout, "{args}");
        }
    }
}

#[test]
fn what_cannot_be_is_a_usage_error() {
    for (args, part) in [
        ("--size 0x5", "0x5 has no cells"),
        ("--size abc", "80x24"),
        ("--size 5x5 --fill 1.5", "from 0 to 1"),
        ("--size 99999x5", "at most 65535"),
        ("--size 30000x30000 --distance", "at most 268,435,456 cells"),
    ] {
        let output = cave(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {said}");
        assert!(said.contains(part), "{args}: {said}");
    }
}

#[test]
fn a_size_need_not_be_named() {
    let usual = cave("--seed 3");
    assert_eq!(usual.status.code(), Some(0));
    assert_eq!(usual.stdout, cave("--seed 3 --size 80x24").stdout);
}

#[test]
fn a_cave_is_one_region_within_its_border() {
    let text = cave("--size 90x40 --seed 3 --keep bridge --min 2").stdout;
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), 41);
    assert!(lines.iter().take(40).all(|line| line.len() == 90));
    assert!(lines[0].iter().chain(lines[39]).all(|&cell| cell == b'#'));
}

#[test]
fn a_map_that_a_terminal_breaks_says_how_to_see_it_whole() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let map = |size: &str| Terminal::open(&["cave", "--seed", "1", "--size", size], &folder);
    let mut wide = map("101x9");
    wide.expect("The map has 101 columns, and this terminal 100: `-o map.png` draws it");
    assert_eq!(wide.code(), 0);
    let mut narrow = map("100x9");
    narrow.expect(&format!("{}\r\n", "#".repeat(100)));
    assert_eq!(narrow.code(), 0);
    assert!(!narrow.rest().contains("The map has"));
}
