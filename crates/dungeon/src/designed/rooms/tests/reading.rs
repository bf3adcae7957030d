//! Files of room templates that will not do, and what is said of them.

use crate::designed::rooms::{Library, Turns, read};

const FLOOR: &str = "...\n...\n...\n";

/// Asks for an error: line and column, and how its message begins.
#[track_caller]
fn refused(text: &str, expect: &str) {
    let error = read(text).unwrap_err();
    let said = format!("{}:{} {}", error.line, error.column, error.fault);
    assert!(said.starts_with(expect), "{said}\n{text}");
}

#[test]
fn a_file_is_read() {
    let text = "; A comment.\nfamily: tomb\n\nroom: bare floor\nalso: temple house\nfor: rest key\nturn: any\n\
                one: A = # ~\n....\n.A..\n....\n\nroom: ford\nwater: splits\n...\n~~~\n...\n";
    let templates = read(text).unwrap();
    let [bare, ford] = &templates[..] else { panic!("{}", templates.len()) };
    assert_eq!(
        (bare.name.as_str(), bare.families.len(), bare.purposes.len()),
        ("bare floor", 3, 2)
    );
    assert_eq!((bare.turns, bare.splits, bare.lots.len()), (Turns::Any, false, 1));
    assert_eq!((bare.drawing.rows(), bare.drawing.cols()), (3, 4));
    assert!(ford.splits && ford.purposes.is_empty() && ford.turns == Turns::Flip);
    assert_eq!(read("").unwrap(), []);
}

/// A template with headers, from line 3 on, and a drawing.
fn with(headers: &str, drawing: &str) -> String {
    format!("family: tomb\nroom: a\n{headers}{drawing}")
}

#[test]
fn faults_of_headers_are_told_with_line_and_column() {
    let floor = |headers: &str| with(headers, FLOOR);
    refused("famly: tomb", "1:1 unknown header \"famly\"");
    refused("family: tmb", "1:9 unknown family \"tmb\"");
    refused("family:", "1:8 nothing stands behind `family:`");
    refused("room: a", "1:1 a line `family: NAME` comes before the first template");
    refused("family: tomb\nfor: key", "2:1 a template begins with `room: NAME`");
    refused("family: tomb\n...", "2:1 a template begins with `room: NAME`");
    refused(&floor("for:  rest kee\n"), "3:12 unknown purpose \"kee\"");
    refused(&floor("turn: round\n"), "3:7 unknown way to turn \"round\"");
    refused(&floor("water: parts\n"), "3:8 unknown claim \"parts\"");
    refused(&floor("turn: any\nturn: any\n"), "4:1 `turn:` stands twice above one drawing");
    refused(&with("", "...\nturn: any\n"), "4:1 headers stand above the drawing");
    refused(&with("", ""), "3:1 \"a\" has no drawing");
    let again = format!("{}\n{}", floor(""), floor(""));
    refused(&again, "8:7 \"a\" is there already");
}

#[test]
fn faults_of_lots_are_told_with_line_and_column() {
    let floor = |headers: &str| with(headers, FLOOR);
    for lots in ["A", "A =", "A = .", "A . #", "AB = . #", "A = . #~", "A = . B", "A = . é"] {
        let text = floor(&format!("one: {lots}\n"));
        let error = read(&text).unwrap_err();
        assert!(error.to_string().contains("lots are written"), "{lots}: {error}");
        assert_eq!(error.line, 3);
    }
    refused(&floor("one: T = . #\n"), "3:6 'T' cannot stand for lots");
    refused(&floor("one: A = . #\neach: A = . #\n"), "4:7 'A' cannot stand for lots");
    refused(&floor("one: A = . #\n"), "2:1 no cell of the drawing is 'A'");
    let lots = ["A = . . . .", "B = . . . .", "C = . . . .", "D = . . . .", "E = . ."];
    let many: String = lots.iter().map(|lots| format!("one: {lots}\n")).collect();
    refused(&with(&many, "ABC\nDE.\n...\n"), "8:1 the lots of `one:` fall in 512 ways");
}

#[test]
fn faults_of_drawings_are_told_with_line_and_column() {
    refused(&with("", "...\n..x\n...\n"), "4:3 'x' stands for nothing");
    refused(&with("", "...\n..é\n...\n"), "4:3 'é' stands for nothing");
    refused(&with("", "...\n..\n...\n"), "4:3 a row of 2, where the first has 3");
    refused(&with("", "...\n...\n"), "3:1 a drawing of 3x2; each side is between 3 and 38");
    let wide = ".".repeat(39);
    refused(&with("", &wide), "3:1 a drawing of 39x1");
    refused(&with("", &"...\n".repeat(39)), "41:1 a drawing of 3x39");
    refused(&with("", "...\n\n...\n"), "5:1 a template begins with `room: NAME`");
    let walled = ".#.\n.#.\n.#.\n";
    refused(&with("", walled), "3:3 this floor is cut off, where the lots fall so: as drawn");
    let lots = with("one: A = . #\n", ".A.\n.A.\n.A.\n");
    refused(&lots, "4:3 this floor is cut off, where the lots fall so: A = #");
    let splits = with("water: splits\none: A = ~ .\n", "...\nAAA\n...\n");
    refused(&splits, "5:1 `water: splits`, but the floor connects");
    refused(&with("water: splits\n", "..~#.\n..~#.\n..~#.\n"), "4:5 this floor is cut off");
    let alone = with("each: c = # .\n", "cc.\ncc.\n...\n");
    refused(&alone, "4:1 a cell of `each:` stands beside floor");
    refused(&with("", "###\n###\n###\n"), "3:1 this floor is cut off");
}

#[test]
fn a_library_takes_further_files_and_no_name_twice() {
    let mut library = Library::builtin().clone();
    let before = library.templates().len();
    library.add(&with("", FLOOR)).unwrap();
    assert_eq!(library.templates().len(), before + 1);
    let error = library.add(&with("", FLOOR)).unwrap_err();
    assert_eq!((error.line, library.templates().len()), (2, before + 1));
    assert!(error.to_string().contains("is there already"), "{error}");
}

proptest::proptest! {
    #[test]
    fn nothing_that_is_read_panics(lines in proptest::collection::vec(
        "(family: (tomb|x)|room: [a-c]|(for|also|turn|water|one|each):[ a-zA-E=.#~é]{0,9}|[.#~,_pTeA>1é]{0,6})", 0..14,
    )) {
        let text = lines.join("\n");
        if let Err(error) = read(&text) {
            let shown = text.lines().nth(error.line - 1).unwrap_or_default().chars().count();
            assert!(error.column <= shown + 2, "{error}\n{text}");
        }
        if let Err(error) = read(&format!("family: cave\nroom: z\n{text}")) {
            assert!(error.line <= lines.len() + 3, "{error}\n{text}");
        }
    }
}
