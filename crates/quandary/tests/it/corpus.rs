//! Corpora: the bytes depend only on the request, even after crashes; faults are found; foreign files are not
//! touched.

use crate::program::quandary;
use corpus::manifest::{self, Corpus, Count, Hashed, Part};
use corpus::{Maker, Request, Row, Value, table};
use search::Seed;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Runs the program and expects its exit code; returns the output.
fn run(args: &str, code: i32) -> String {
    let Output { status, stdout, stderr } = quandary(args, "");
    let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
    assert_eq!(status.code(), Some(code), "{args}\n{said}");
    said
}

/// Generates a corpus in a folder.
fn make(asked: &str, folder: &Path) -> String {
    run(&format!("corpus {asked} -o {}", folder.display()), 0)
}

/// Every file below a folder with its SHA-256, including temporary files.
fn hashes(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for below in [folder.to_owned(), folder.join(manifest::FOLDER)] {
        for entry in fs::read_dir(&below).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, hex::encode(Sha256::digest(fs::read(&path).unwrap())));
            }
        }
    }
    found
}

/// The rows of a part.
fn rows(folder: &Path, part: u64) -> (Maker, Vec<Row>) {
    let maker = maker(folder);
    let bytes = fs::read(folder.join(manifest::part_file(part))).unwrap();
    let table = table::read(bytes, maker.columns()).unwrap();
    (maker, table.rows)
}

/// A generator of the rows of a folder.
fn maker(folder: &Path) -> Maker {
    let about = fs::read(folder.join(manifest::FILE)).unwrap();
    let corpus: Corpus = serde_json::from_slice(&about).unwrap();
    let lexicon = crossword::lexicon::shipped(crossword::locale::Locale::EnUs).unwrap();
    Maker::new(&corpus.request, Some(lexicon.into())).unwrap()
}

/// A small request of each kind, and the command that prints the same.
const KINDS: [(&str, &str); 4] = [
    ("--kind dungeon --rooms 8 --attempts 4 --category cave,crypt --count 6 --seed 7 --of 2", ""),
    (
        "--kind mission --rooms 12 --keys 2 --count 300 --seed 7 --of 3",
        "mission --rooms 12 --keys 2 --count 300 --seed 7 --format json",
    ),
    ("--kind level --rooms 6 --attempts 4 --count 6 --seed 7 --of 2", ""),
    ("--kind riddle --locale en_US --attempts 60 --count 6 --seed 7 --of 2", ""),
];

#[test]
fn the_bytes_depend_on_the_request_alone() {
    for (asked, _) in KINDS {
        let folder = tempfile::tempdir().unwrap();
        let of = |jobs: usize| folder.path().join(jobs.to_string());
        make(&format!("{asked} --jobs 1"), &of(1));
        let expect = hashes(&of(1));
        for jobs in [2, 8] {
            make(&format!("{asked} --jobs {jobs}"), &of(jobs));
            assert_eq!(hashes(&of(jobs)), expect, "{asked} --jobs {jobs}");
        }
        let parts = asked.split("--of ").nth(1).unwrap().parse::<u64>().unwrap();
        for part in (0..parts).rev() {
            make(&format!("{asked} --part {part}"), &of(0));
        }
        assert_eq!(hashes(&of(0)), expect, "{asked}, part by part");
        let said = run(&format!("corpus verify {}", of(1).display()), 0);
        assert!(said.contains("made again, all equal; the verifier agrees"), "{said}");
    }
}

#[test]
fn rows_hold_what_the_commands_print() {
    let folder = tempfile::tempdir().unwrap();
    let (asked, command) = KINDS[1];
    make(asked, folder.path());
    let printed = quandary(command, "").stdout;
    let printed: Vec<&str> = std::str::from_utf8(&printed).unwrap().lines().collect();
    let all: Vec<Row> = (0..3).flat_map(|part| rows(folder.path(), part).1).collect();
    let maker = maker(folder.path());
    let json: Vec<&str> =
        all.iter().map(|row| row.text(maker.columns(), "json").unwrap()).collect();
    assert_eq!(json, printed);
    let one = |number: usize, asked: &str, command: &dyn Fn(u64) -> String| {
        let folder = tempfile::tempdir().unwrap();
        make(asked, folder.path());
        let all: Vec<Row> = (0..2).flat_map(|part| rows(folder.path(), part).1).collect();
        let maker = self::maker(folder.path());
        for (row, seed) in all.iter().zip(7..) {
            let output = quandary(&command(seed), "");
            let printed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let found = row.text(maker.columns(), "json").expect("a thing of every seed");
            let found: serde_json::Value = serde_json::from_str(found).unwrap();
            assert_eq!(found, printed, "kind {number}, seed {seed}");
        }
    };
    one(0, KINDS[0].0, &|seed| {
        let category = if seed % 2 == 1 { "cave" } else { "crypt" };
        format!("dungeon --rooms 8 --attempts 4 --category {category} --seed {seed} --format json")
    });
    one(2, KINDS[2].0, &|seed| {
        format!("dungeon --rooms 6 --attempts 4 --seed {seed} --format level")
    });
    one(3, KINDS[3].0, &|seed| {
        format!("riddle --locale en_US --attempts 60 --seed {seed} --format json")
    });
}

#[test]
fn a_seed_that_gives_nothing_has_a_row_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    make("--kind dungeon --rooms 8 --attempts 1 --difficulty 99..100 --count 3", folder.path());
    let (maker, rows) = rows(folder.path(), 0);
    for (row, seed) in rows.iter().zip(1..) {
        assert_eq!(row.whole(maker.columns(), "seed"), Some(seed));
        assert_eq!(row.text(maker.columns(), "family"), Some("fortress"));
        let why = row.text(maker.columns(), "nothing").expect("a reason");
        assert!(why.contains("nothing found in 1 attempt"), "{why}");
        assert_eq!(row.value(maker.columns(), "json"), &Value::Null);
    }
    let said = run(&format!("corpus verify {}", folder.path().display()), 0);
    assert!(said.contains("3 of seeds that gave nothing"), "{said}");
}

#[test]
fn killed_at_random_it_ends_with_the_hashes_of_an_undisturbed_run() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, killed) = (folder.path().join("plain"), folder.path().join("killed"));
    let asked = "--kind mission --rooms 40 --keys 5 --count 1500 --seed 3 --of 15 --jobs 2";
    make(asked, &plain);
    let mut chance = Seed::new(1).unwrap().attempt(0).phase("kills");
    let (mut alive, mut passing) = (0, 0);
    for _ in 0..20 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quandary"))
            .args(format!("corpus {asked} -o {}", killed.display()).split_whitespace())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(chance.below(90)));
        alive += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let names =
            fs::read_dir(&killed).into_iter().flatten().map(|entry| entry.unwrap().file_name());
        passing += names.filter(|name| name.to_string_lossy().starts_with(".quandary-")).count();
    }
    assert!(alive >= 5, "{alive} of 20 runs were alive when they were killed");
    assert!(passing > 0, "no kill came while a part was written");
    make(asked, &killed);
    assert_eq!(hashes(&killed), hashes(&plain));
    let before = fs::metadata(killed.join("part-00007.parquet")).unwrap().modified().unwrap();
    let said = make(asked, &killed);
    assert!(said.contains("0 parts made with 0 rows; 15 there before, 0 missing"), "{said}");
    let after = fs::metadata(killed.join("part-00007.parquet")).unwrap().modified().unwrap();
    assert_eq!(before, after, "a part that is there is left alone");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_whole_parts_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let asked = "--kind dungeon --rooms 16 --count 4000 --of 40 --jobs 2";
    let asked = format!("corpus {asked} -o {}", folder.path().display());
    let mut program = Command::new(env!("CARGO_BIN_EXE_quandary"));
    let output = crate::interrupt::interrupted(program.args(asked.split_whitespace()));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("40 missing") || said.contains("made with"), "{said}");
    let left = hashes(folder.path());
    assert!(left.keys().all(|name| !name.contains(".quandary-")), "{left:?}");
}

/// A small corpus for a test that damages it.
fn corpus(folder: &Path) {
    make("--kind mission --rooms 12 --keys 2 --count 30 --seed 7 --of 3", folder);
}

/// Verifies a damaged corpus; returns the output.
fn wrong(folder: &Path, expect: &str) {
    let said = run(&format!("corpus verify {}", folder.display()), 3);
    assert!(said.contains(expect), "{expect:?} is not in:\n{said}");
}

/// Writes a changed part with a matching manifest, like a deliberate change of a row.
fn rewrite(folder: &Path, part: u64, change: impl FnOnce(&mut Vec<Row>, &Maker)) {
    let (maker, mut rows) = rows(folder, part);
    change(&mut rows, &maker);
    let corpus = serde_json::to_string(&Corpus::of(&maker)).unwrap();
    let mut hashed = Hashed::new(Vec::new());
    let mut writer = table::Writer::new(&mut hashed, maker.columns(), &corpus).unwrap();
    let mut count = Count::default();
    for row in rows {
        count.add(&maker, &row);
        writer.write(row).unwrap();
    }
    writer.finish().unwrap();
    let part_of = Part::of(&maker, part, count, &hashed);
    let about = folder.join(manifest::FOLDER).join(manifest::part_manifest(part));
    fs::write(about, manifest::print(&part_of)).unwrap();
    fs::write(folder.join(manifest::part_file(part)), hashed.into_inner()).unwrap();
}

fn column(maker: &Maker, name: &str) -> usize {
    maker.columns().iter().position(|column| column.name == name).unwrap()
}

#[test]
fn what_was_changed_on_purpose_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    corpus(at);
    rewrite(at, 1, |_, _| ());
    run(&format!("corpus verify {}", at.display()), 0);
    rewrite(at, 1, |rows, maker| rows[3].values[column(maker, "difficulty")] = Value::Number(1.5));
    wrong(at, "part-00001.parquet: row 3 (seed 20): `difficulty` is 1.5, and ");
    rewrite(at, 1, |rows, maker| {
        let (from, to) = (column(maker, "level"), rows[4].values[column(maker, "level")].clone());
        rows[3].values[from] = to;
    });
    wrong(at, "the verifier does not agree");
    corpus(at);
    wrong(at, "`difficulty` is 1.5");
    rewrite(at, 1, |rows, _| rows[5] = rows[4].clone());
    wrong(at, "part-00001.parquet: row 5 is not of seed 22");
    rewrite(at, 1, |rows, _| rows.truncate(9));
    wrong(at, "has 9 rows, and 10 are to be");
}

#[test]
fn what_is_damaged_is_found_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    corpus(at);
    let expect = hashes(at);
    let part = at.join("part-00001.parquet");
    let about = at.join("manifest/part-00001.json");
    let (bytes, manifest) = (fs::read(&part).unwrap(), fs::read_to_string(&about).unwrap());
    let again = || {
        let said = make("--kind mission --rooms 12 --keys 2 --count 30 --seed 7 --of 3", at);
        assert!(said.contains("1 part made with 10 rows; 2 there before"), "{said}");
        assert_eq!(hashes(at), expect);
    };
    fs::write(&part, &bytes[..bytes.len() / 2]).unwrap();
    wrong(at, "bytes, and its manifest says");
    again();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    fs::write(&part, flipped).unwrap();
    wrong(at, "its SHA-256 is not that of its manifest");
    again();
    fs::write(&about, manifest.replace("\"seed\": 7", "\"seed\": 8")).unwrap();
    wrong(at, "is not the manifest of this part of this corpus");
    again();
    fs::write(&about, "{\n").unwrap();
    wrong(at, "the text ends too early");
    again();
    fs::remove_file(&part).unwrap();
    wrong(at, "part-00001.parquet: there is no such file");
    again();
    fs::remove_file(&part).unwrap();
    fs::remove_file(&about).unwrap();
    wrong(at, "part-00001.parquet: is missing");
    again();
}

#[test]
fn a_folder_holds_one_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    corpus(folder.path());
    let expect = hashes(folder.path());
    for (asked, said) in [
        (
            "mission --rooms 13 --keys 2 --count 30 --seed 7 --of 3",
            "rooms is 12 there, and 13 is requested",
        ),
        ("mission --rooms 12 --keys 2 --count 30 --seed 8 --of 3", "seed is 7 there, and 8"),
        ("mission --rooms 12 --keys 2 --count 31 --seed 7 --of 3", "count is 30 there, and 31"),
        ("mission --rooms 12 --keys 2 --count 30 --seed 7 --of 4", "parts is 3 there, and 4"),
        (
            "level --rooms 12 --keys 2 --count 30 --seed 7 --of 3",
            "algorithm is \"mission/2\" there",
        ),
    ] {
        let told = run(&format!("corpus --kind {asked} -o {at}"), 2);
        assert!(told.contains("holds another corpus") && told.contains(said), "{said:?}: {told}");
    }
    assert_eq!(hashes(folder.path()), expect);
    let about = folder.path().join(manifest::FILE);
    let text = fs::read_to_string(&about).unwrap();
    fs::write(&about, text.replace("mission/", "mission/9")).unwrap();
    wrong(folder.path(), "which cannot make its rows again");
}

#[test]
fn a_file_is_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::File::create(&path).unwrap().write_all(b"x").unwrap();
    let said = run(&format!("corpus --kind mission --count 2 -o {}", path.display()), 3);
    assert!(
        said.contains("cannot write") && said.contains("a part of the path is no folder"),
        "{said}"
    );
}

#[test]
fn a_request_reads_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    corpus(folder.path());
    let request = maker(folder.path()).request().clone();
    assert_eq!(Request::read(&serde_json::to_string(&request).unwrap()), Ok(request));
}

#[test]
fn measures_are_written_as_parquet_with_the_numbers_of_the_text() {
    use corpus::{Column, Form};
    let folder = tempfile::tempdir().unwrap();
    let made = quandary("dungeon --rooms 6 --attempts 1 --seed 1 --count 2 --format json", "");
    let (levels, keys) = (folder.path().join("levels.jsonl"), folder.path().join("keys.txt"));
    fs::write(&levels, made.stdout).unwrap();
    fs::write(&keys, "#######\n#@k#.*#\n#..+..#\n#######\n").unwrap();
    let asked = format!("measure {} {}", levels.display(), keys.display());
    let text = run(&format!("{asked} --format csv"), 0);
    let file = folder.path().join("rows.parquet");
    run(&format!("{asked} -o {}", file.display()), 0);
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let form = |name: &str| match name {
        "level" => Form::Text,
        "winnable" | "unlosable" => Form::YesNo,
        _ => Form::Number,
    };
    let columns = heads.iter().map(|name| Column { name: (*name).to_owned(), form: form(name) });
    let columns: Vec<Column> = columns.collect();
    let table = table::read(fs::read(&file).unwrap(), &columns).unwrap();
    assert_eq!(table.note, "{\"format\":\"quandary/measures/1\"}");
    let told = |value: &Value| match value {
        Value::Null => String::new(),
        Value::Text(text) => text.clone(),
        Value::Whole(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::YesNo(answer) => if *answer { "yes" } else { "no" }.to_owned(),
    };
    let rows =
        table.rows.iter().map(|row| row.values.iter().map(told).collect::<Vec<_>>().join(","));
    let lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    assert_eq!((rows.collect::<Vec<_>>(), lines.len()), (lines.clone(), 3));
    assert!(lines.iter().any(|line| line.contains(",,")), "nothing is empty in {lines:?}");
}
