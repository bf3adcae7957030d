//! `quandary moves`, `lexicon` and `game`: reference positions, errors with their place, word lists of all kinds,
//! damaged files, packages, and the same seed.

use crate::program::quandary;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use testing::skipped;

fn or_panic<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

fn folder() -> TempDir {
    or_panic(tempfile::tempdir())
}

/// Runs the program in a folder, which is also the folder of lexicons.
fn within(folder: &Path, args: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    let command = command.args(args.split_whitespace()).current_dir(folder);
    or_panic(command.env("QUANDARY_LEXICONS", folder.join("lexicons")).output())
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The output of a successful run.
fn said(folder: &Path, args: &str) -> String {
    let output = within(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args}: {}", stderr(&output));
    stdout(&output)
}

/// Checks the exit code and the message of a run.
fn refused(folder: &Path, args: &str, code: i32, part: &str) {
    let output = within(folder, args);
    let why = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args}: {why}");
    assert!(why.contains(part), "{args}: {why}");
}

fn put(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    or_panic(fs::write(folder.join(name), bytes));
}

/// A file of the reference data, unpacked.
fn reference(name: &str) -> Option<String> {
    let Some(data) = std::env::var_os("QUANDARY_DATA") else {
        skipped(format_args!("QUANDARY_DATA is not set, and {name} is needed"));
        return None;
    };
    let path = PathBuf::from(data).join("crossword").join(name);
    let missing = |_| skipped(format_args!("{} is not there", path.display()));
    let file = fs::File::open(&path).map_err(missing).ok()?;
    let mut text = String::new();
    or_panic(GzDecoder::new(file).read_to_string(&mut text));
    Some(text)
}

/// A board with some rows drawn from row H on.
fn board(rows: &[&str]) -> Vec<String> {
    let drawn =
        |n: usize| rows.get(n.wrapping_sub(7)).map_or(".".repeat(15), |row| (*row).to_owned());
    (0..15).map(drawn).collect()
}

#[test]
fn reference_positions_agree() {
    let Some(words) = reference("ENABLE15.txt.gz") else { return };
    let folder = folder();
    let folder = folder.path();
    put(folder, "words.txt", words);
    let built = said(folder, "lexicon build --words words.txt --alphabet en -o words.qlex");
    assert!(built.starts_with("168551 words from 168551 lines"), "{built}");
    for (name, count, board) in
        [("positions.jsonl.gz", 200, "standard"), ("positions_explo.jsonl.gz", 60, "explo")]
    {
        let Some(lines) = reference(name) else { continue };
        put(folder, "positions.jsonl", &lines);
        let args =
            format!("--lexicon words.qlex --input positions.jsonl --strict --board-type {board}");
        let answers = said(folder, &format!("moves {args}"));
        assert_eq!(answers, said(folder, &format!("moves {args} --threads 1")));
        assert_eq!((lines.lines().count(), answers.lines().count()), (count, count));
        for (record, answer) in lines.lines().zip(answers.lines()) {
            let record: Value = or_panic(serde_json::from_str(record));
            let answer: Value = or_panic(serde_json::from_str(answer));
            for field in ["id", "count", "best_score", "score_sum", "hash"] {
                assert_eq!(record[field], answer[field], "{field}");
            }
            let plays = answer["plays"].as_array().map_or(&[][..], Vec::as_slice);
            let listed =
                if record["plays"].is_null() { &record["top20"] } else { &record["plays"] };
            let listed = listed.as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(plays.get(..listed.len()), Some(listed));
        }
    }
}

#[test]
fn plays_are_written_as_asked() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "words.txt", "cat\ncats\nat\nact\n");
    said(folder, "lexicon build --words words.txt --alphabet en_US -o w.qlex");
    let position =
        json!({"id": "a", "board": board(&[".......CAt....."]), "rack": "?S", "other": 1});
    put(folder, "p.jsonl", format!("\u{feff}{position}\r\n\n{position}"));
    let lines = said(folder, "moves --lexicon w.qlex --input p.jsonl --plays pretty --limit 1");
    let lines: Vec<Value> =
        lines.lines().map(|line| or_panic(serde_json::from_str(line))).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["id"], "a");
    assert_eq!(lines[0]["count"], 4, "{}", lines[0]);
    assert_eq!(lines[0]["plays"], json!([{"square": "H8", "word": "cats", "score": 5}]));
    assert_eq!(lines[0], lines[1]);
    let raw = said(folder, "moves --lexicon w.qlex --input p.jsonl");
    let plays = r#""plays":["H 7 7 ...S 5","H 7 7 ...s 4","V 7 8 .t 1","V 6 9 a. 0"]}"#;
    assert!(raw.contains(plays), "{raw}");
    let none = said(folder, "moves --lexicon w.qlex --input p.jsonl --plays none");
    assert!(none.ends_with("\"}\n") && !none.contains("plays"), "{none}");
    let written = said(folder, "moves --lexicon w.qlex --input p.jsonl -o out.jsonl");
    assert_eq!(written, "");
    assert_eq!(or_panic(fs::read_to_string(folder.join("out.jsonl"))), raw);
}

/// Marks as characters of their own, as some keyboards and file systems write them.
#[test]
fn letters_and_their_marks_are_put_together() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "words.txt", "kót\nkóty\nżół\n");
    said(folder, "lexicon build --words words.txt --alphabet pl_PL -o w.qlex");
    let whole = json!({"board": board(&[".......KÓT....."]), "rack": "?ŻY"}).to_string();
    let apart =
        json!({"board": board(&[".......KO\u{301}T....."]), "rack": "?Z\u{307}Y"}).to_string();
    put(folder, "p.jsonl", format!("{whole}\n{apart}\n"));
    let lines = said(folder, "moves --lexicon w.qlex --input p.jsonl --strict --plays pretty");
    let (whole, apart) = or_panic(lines.trim_end().split_once('\n').ok_or("two lines"));
    assert!(whole.contains("kóty") && whole == apart, "{lines}");
}

#[test]
fn a_line_that_will_not_do_is_named() {
    let folder = folder();
    let folder = folder.path();
    let fine = json!({"board": board(&[]), "rack": "AT"});
    let check = |line: &str, options: &str, part: &str| {
        put(folder, "p.jsonl", format!("{fine}\n\n{line}\n{fine}\n"));
        let args = format!("moves --locale en_US --input p.jsonl -o out.jsonl {options}");
        refused(folder, &args, 3, &format!("p.jsonl: line 3: {part}"));
        assert!(!folder.join("out.jsonl").exists(), "{line}");
    };
    let rows = |rows: &[&str], rack: &str| json!({"board": board(rows), "rack": rack}).to_string();
    check("{", "", "the text ends too early (column 1)");
    check("{}", "", "missing field `board`");
    check(&rows(&[".............."], ""), "", "board: row H has 14 squares");
    check(&json!({"board": ["."], "rack": ""}).to_string(), "", "board: 1 row; a board has 15");
    check(&rows(&[".......CÆT....."], ""), "", "board: H9: 'Æ' is no letter of the alphabet");
    check(&rows(&[".......QUIZ....", "..........Z...."], ""), "", "board: I11: there are 2 of 'z'");
    check(&rows(&[".......ZAX.....", "", "...X..........."], ""), "", "board: row I has 0");
    let island = [".......AT......", "...............", "..TO..........."];
    check(&rows(&island, ""), "", "board: J3: the tiles here are not connected");
    check(&rows(&[], "ABCDEFGH"), "", "the rack: 8 tiles; a rack holds at most 7");
    check(&rows(&[".......CTA....."], ""), "--strict", "board: H8: \"cta\" is no word");
    check(
        &rows(&["..CAT.........."], ""),
        "--strict",
        "board: H8: tiles lie on the board, and none",
    );
    let explo = json!({"board": board(&[]), "rack": "", "board_type": "explo"}).to_string();
    check(&explo, "--board-type standard", "board_type: is explo, and --board-type says standard");
    put(folder, "p.jsonl", rows(&[".......CTA....."], "E"));
    let output = within(folder, "moves --locale en_US --input p.jsonl");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "warning: p.jsonl: line 1: board: H8: \"cta\" is no word\n");
    refused(
        folder,
        "moves --locale en_US --input none.jsonl",
        3,
        "none.jsonl: there is no such file",
    );
    refused(
        folder,
        "moves --locale de --input p.jsonl",
        2,
        "known are en_US (en), en_GB, is_IS (is)",
    );
    refused(folder, "moves --input p.jsonl", 2, "--locale <LOCALE>");
    refused(
        folder,
        "moves --locale en --board-type x --input p.jsonl",
        2,
        "known are standard, explo",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_lines() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "words.txt", "cat\ncats\nat\nact\nta\n");
    said(folder, "lexicon build --words words.txt --alphabet en_US -o w.qlex");
    let out = folder.join("out.jsonl");
    let mut child = or_panic(
        Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args("moves --lexicon w.qlex --input - --threads 2 -o".split(' '))
            .arg(&out)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .spawn(),
    );
    let status = format!("/proc/{}/status", child.id());
    let most = || -> u64 {
        let text = or_panic(fs::read_to_string(&status));
        let row = text.lines().find_map(|row| row.strip_prefix("VmHWM:"));
        row.and_then(|row| row.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
    };
    let Some(mut stdin) = child.stdin.take() else { panic!("it has no input") };
    let (mut early, rack) = (0, "ACST");
    for id in 0..10_000 {
        if id == 2_000 {
            early = most();
        }
        let line = json!({"id": id, "board": board(&[".......CAT....."]), "rack": rack});
        or_panic(writeln!(stdin, "{line}"));
    }
    let late = most();
    drop(stdin);
    assert!(or_panic(child.wait()).success());
    assert!(early > 0 && late < early + 8 * 1024, "{early} KiB, then {late} KiB");
    let text = or_panic(fs::read_to_string(out));
    assert_eq!(text.lines().count(), 10_000);
    for (id, line) in text.lines().enumerate() {
        assert!(line.starts_with(&format!("{{\"id\":{id},\"count\":")), "{line}");
    }
}

#[test]
fn lists_of_all_sorts_are_built() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "odd.txt", "\u{feff}Cat\r\ncat\r\n\r\nit's\r\na\r\nabcdefghijklmnop\r\nAct");
    let built = said(folder, "lexicon build --words odd.txt --alphabet en_GB -o odd.qlex");
    assert!(built.starts_with("2 words from 6 lines, "), "{built}");
    for part in ["1 there before", "1 left out: letters outside", "2 left out: fewer than 2"] {
        assert!(built.contains(part), "{built}");
    }
    let only = said(folder, "lexicon build --words odd.txt --alphabet en --no-capitals -o o.qlex");
    assert!(only.contains("2 left out: a capital letter"), "{only}");
    put(folder, "ord.txt", b"bl\xe5b\xe6r\nS\xd8T\n");
    let args = "lexicon build --words ord.txt --alphabet nb -o ord.qlex";
    refused(folder, args, 3, "ord.txt: line 1 is not UTF-8 (byte 0xe5)");
    assert!(!folder.join("ord.qlex").exists());
    assert!(said(folder, &format!("{args} --latin1")).starts_with("2 words"));
    put(folder, "terms.txt", "Use them\n\n  as you like.\n");
    put(folder, "þ.txt", "fo\u{301}r\nfór\nþæð\n");
    let args = "lexicon build --words þ.txt --alphabet is --licence terms.txt -o þ.qlex";
    assert!(said(folder, args).contains("1 there before"));
    let info = said(folder, "lexicon info þ.qlex");
    for part in [
        "locale   is_IS (Icelandic)\n",
        "from     þ.qlex\n",
        "words    2\n",
        "letters  aábdðeéfghiíjklmnoóprstuúvxyýþæö\n",
        "ranks    none\n",
        "licence\n  Use them\n\n    as you like.\n",
    ] {
        assert!(info.contains(part), "{part}: {info}");
    }
    put(folder, "none.txt", "1\n2\n");
    refused(
        folder,
        "lexicon build --words none.txt --alphabet en -o n.qlex",
        3,
        "no word of the list",
    );
    refused(folder, "lexicon build --words gone.txt --alphabet en -o n.qlex", 3, "no such file");
    refused(folder, "lexicon build --words odd.txt --alphabet xx -o n.qlex", 2, "pl_PL (pl)");
}

#[test]
fn damaged_files_are_refused() {
    let folder = folder();
    let folder = folder.path();
    put(folder, "words.txt", "cat\ncats\nat\nact\n");
    said(folder, "lexicon build --words words.txt --alphabet en -o w.qlex");
    let sound = said(folder, "lexicon verify w.qlex");
    assert!(sound.starts_with("w.qlex: sound: en_US, 4 words, "), "{sound}");
    let good = or_panic(fs::read(folder.join("w.qlex")));
    for at in [0, 9, 30, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        put(folder, "bad.qlex", bad);
        refused(folder, "lexicon verify bad.qlex", 3, "bad.qlex: ");
    }
    put(folder, "bad.qlex", &good[..good.len() - 5]);
    refused(folder, "lexicon verify bad.qlex", 3, "bad.qlex: the file is cut off");
    refused(folder, "moves --lexicon bad.qlex --input -", 3, "bad.qlex: the file is cut off");
    refused(folder, "game --lexicon bad.qlex", 3, "bad.qlex: the file is cut off");
    // A file of the format before says how to make one of this.
    let mut old = good;
    old[8] = 1;
    put(folder, "old.qlex", old);
    refused(folder, "lexicon verify old.qlex", 3, "quandary lexicon build");
    refused(folder, "lexicon verify words.txt", 3, "words.txt: this is no lexicon file");
    refused(folder, "lexicon info nothing", 3, "there is no file \"nothing\", and no such locale");
}

/// A Debian package with files packed by `pack`, named `suffix`.
fn package(files: &[(&str, &[u8])], suffix: &str, pack: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut data = tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        or_panic(data.append_data(&mut header, path, *bytes));
    }
    let data = pack(&or_panic(data.into_inner()));
    let mut archive = ar::Builder::new(Vec::new());
    for (name, bytes) in [("debian-binary", &b"2.0\n"[..]), (&format!("data.tar{suffix}"), &data)] {
        let header = ar::Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        or_panic(archive.append(&header, bytes));
    }
    or_panic(archive.into_inner())
}

#[test]
fn norwegian_is_installed_from_a_package() {
    let folder = folder();
    let folder = folder.path();
    let list = "ikkje\nblåbær\nOslo\nqu\n".chars().map(|c| c as u8).collect::<Vec<_>>();
    let files = [
        ("./usr/share/dict/nynorsk", &list[..]),
        ("./usr/share/doc/wnorwegian/copyright", b"GPL!\n"),
    ];
    refused(folder, "game --locale nn", 3, "quandary lexicon install nn_NO");
    put(folder, "plain.deb", package(&files, "", <[u8]>::to_vec));
    put(
        folder,
        "gz.deb",
        package(&files, ".gz", |tar| {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            or_panic(packed.write_all(tar));
            or_panic(packed.finish())
        }),
    );
    put(
        folder,
        "xz.deb",
        package(&files, ".xz", |mut tar| {
            let mut packed = Vec::new();
            or_panic(lzma_rs::xz_compress(&mut tar, &mut packed));
            packed
        }),
    );
    put(
        folder,
        "zst.deb",
        package(&files, ".zst", |tar| {
            ruzstd::encoding::compress_to_vec(tar, ruzstd::encoding::CompressionLevel::Fastest)
        }),
    );
    for name in ["plain", "gz", "xz", "zst"] {
        let installed = said(folder, &format!("lexicon install nn_NO --from {name}.deb"));
        assert!(installed.starts_with("2 words from 4 lines"), "{name}: {installed}");
        assert!(installed.contains("lexicons/nn_NO.qlex"), "{name}: {installed}");
        or_panic(fs::rename(folder.join("lexicons/nn_NO.qlex"), folder.join("last.qlex")));
    }
    said(folder, "lexicon install nn --from xz.deb");
    let info = said(folder, "lexicon info nn");
    assert!(info.contains("lexicons/nn_NO.qlex") && info.contains("  GPL!"), "{info}");
    assert!(info.contains("how common each word is"), "{info}");
    said(folder, "game --locale nn --seed 1");
    let check =
        |args: &str, code, part| refused(folder, &format!("lexicon install {args}"), code, part);
    check("nb --from xz.deb", 3, "there is no usr/share/dict/bokmaal in it");
    check("en --from xz.deb", 2, "nb_NO and nn_NO can be installed");
    check("nn --from none.deb", 3, "none.deb: there is no such file");
    put(folder, "list.txt", "ord\n");
    check("nn --from list.txt", 3, "is no Debian package");
    let whole = or_panic(fs::read(folder.join("xz.deb")));
    put(folder, "cut.deb", &whole[..whole.len() - 40]);
    check("nn --from cut.deb", 3, "cut.deb: ");
    put(folder, "lz.deb", package(&files, ".lzo", <[u8]>::to_vec));
    check("nn --from lz.deb", 3, "known are .xz, .zst, .gz");
    if Path::new("/usr/share/dict/bokmaal").exists() {
        for locale in ["nb", "nn"] {
            said(folder, &format!("lexicon install {locale}"));
            said(folder, &format!("game --locale {locale} --seed 1"));
        }
    } else {
        check("nb", 3, "apt install wnorwegian");
    }
}

#[test]
fn all_locales_are_listed() {
    let folder = folder();
    let listed = said(folder.path(), "lexicon list");
    let rows: Vec<&str> = listed.lines().collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[2], "is_IS  Icelandic          comes with the program");
    assert_eq!(rows[4], "nb_NO  Norwegian Bokmål   not installed; quandary lexicon install nb_NO");
    let info = said(folder.path(), "lexicon info en_GB");
    assert!(info.contains("from     the program\n") && info.contains("SCOWL"), "{info}");
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let folder = folder();
    let folder = folder.path();
    for locale in ["en_US", "en_GB", "is_IS", "pl_PL"] {
        let args = format!("game --locale {locale} --robots greedy casual --seed 5 --format json");
        let text = said(folder, &args);
        assert_eq!(text, said(folder, &args), "{locale}");
        let game: Value = or_panic(serde_json::from_str(&text));
        assert_eq!(game["format"], "quandary/game/1");
        assert_eq!((&game["locale"], &game["seed"]), (&json!(locale), &json!(5)));
        assert_eq!(game["robots"], json!(["greedy", "casual"]));
        let turns = game["turns"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(turns.len() > 8, "{locale}");
        assert_eq!(turns.last().map(|turn| &turn["totals"]), Some(&game["scores"]), "{locale}");
        // The board can be asked for its moves, and all its words are words.
        let line = json!({"board": game["board"], "rack": game["racks"][0]}).to_string();
        put(folder, "last.jsonl", line);
        said(folder, &format!("moves --locale {locale} --strict --input last.jsonl --plays none"));
    }
    let text = said(folder, "game --locale en --board-type explo --seed 6");
    assert!(text.starts_with("Game 6: en_US, explo board, greedy against greedy\n"), "{text}");
    assert!(text.contains("\n  1  greedy 1  ") && text.ends_with(" wins\n"), "{text}");
    let other = said(folder, "game --locale en --board-type explo --seed 7");
    assert_ne!(text.lines().nth(2), other.lines().nth(2));
    let output = quandary("game --locale en --watch", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--watch needs a terminal"));
    refused(folder, "game --locale en --robots clever", 2, "known are greedy, casual");
}
