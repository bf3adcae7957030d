//! Letters, run lengths, titles and authors of Sokoban files, and boards with faults among good ones.

use super::{drawn, one};
use level::Level;
use quandary_formats::aliases::Aliases;
use quandary_formats::xsb::{boards, print, print_all, read};

/// The levels that can be read, the faults of the others, and the notes.
fn all(written: &str) -> (Vec<Level>, Vec<String>, Vec<String>) {
    let import = boards(written, &Aliases::default());
    let (mut levels, mut faults) = (Vec::new(), Vec::new());
    for level in import.levels {
        match level {
            Ok(level) => levels.push(level),
            Err(fault) => faults.push(fault.to_string()),
        }
    }
    (levels, faults, import.notes)
}

/// A field of the provenance of a level.
fn said<'a>(level: &'a Level, field: &str) -> Option<&'a str> {
    level.provenance.as_ref()?.get(field)?.as_str()
}

#[test]
fn every_letter_has_its_square() {
    let check = |written: &str, usual: &str| {
        let [ours, usual] = [written, usual].map(one);
        assert_eq!(ours.tiles, usual.tiles, "{written}");
    };
    check("#p$.#", "#@$.#");
    check("#Pb-#", "#+$-#");
    check("#@Bo#", "#@*.#");
    check("#P-b-o-B#", "#+_$ . *#");
    check("#@\t$.#", "#@      $.#");
    check("\t#@$.#", "        #@$.#");
}

#[test]
fn run_lengths_are_nested() {
    let check = |written: &str, plain: &str| assert_eq!(drawn(&one(written)), drawn(&one(plain)));
    check("2(3#-)|#@$.#", "###-###-\n#@$.#");
    check("2(3(#.)#)|#@$ #", "#.#.#.##.#.#.#\n#@$ #");
    check("(#@)$(.#)|2(2(#)1(#))", "#@$.#\n######");
    check("#@$.0(99#)#|0#()5#", "#@$.#\n#####");
    let fault = |written: &str| all(written).1.concat();
    let check = |written: &str, part: &str| {
        assert!(fault(written).contains(part), "{written}: {}", fault(written));
    };
    check("#2(@)$.#", "line 1, column 5: repeats a player (@ or +) 2 times");
    check("#0(@)$.#", "repeats a player");
    check("#(@$.#", "a ( is not closed in its row");
    check("#2(#|)@$.#", "line 1, column 5: a ( is not closed in its row");
    check("#@$.#)", "line 1, column 6: a ) closes no group");
    check("#@$.(#3)", "a number stands before the square");
    check("#@.99999(99999(99999(99999#)))", "makes more than 16,777,216 cells");
    check("#@.9(9(9(9(9(9(9(9(#))))))))", "makes more than 16,777,216 cells");
    check(&format!("#{}", "(".repeat(101)), "more than 100 groups are within each other");
}

#[test]
fn one_bad_board_hides_no_other() {
    let written = "; a\n#@$.#\n\n; b\n#  #\n####\n\n; c\n#@x.#\n#q  #\n\n; d\n#@$@#\n\n; e\n##@\n\n; f\n#.$@#\n";
    let (levels, faults, notes) = all(written);
    let names: Vec<_> = levels.iter().map(|level| level.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("f")]);
    let begins = [
        "line 5, column 1: the level that begins here has no player",
        "line 9, column 3: 'x' stands for no square",
        "line 13, column 4: is a second player",
        "line 16, column 1: the level that begins here has no target",
    ];
    assert_eq!(faults.len(), begins.len(), "{faults:?}");
    for (fault, begin) in faults.iter().zip(begins) {
        assert!(fault.starts_with(begin), "{fault}");
    }
    assert_eq!(notes, [""; 0]);
    assert_eq!(read(written).unwrap_err().to_string(), faults[0]);
}

#[test]
fn words_of_letters_of_squares_are_text() {
    let (levels, faults, notes) = all("Bob\n#####\n#@$.#\n#####\nBob\n\nNo level\n-----\n#.$@#\n");
    assert_eq!((levels.len(), faults.len()), (2, 0));
    assert_eq!(levels[0].name.as_deref(), Some("Bob"));
    assert_eq!(drawn(&levels[0]), "#####\n#.o.#\n#####\n");
    let note =
        "line 5 is taken as text and ends a level, for it has no sign of a square but letters";
    assert!(notes.iter().any(|said| said == note), "{notes:?}");
    // A row of letters with other squares is a row.
    assert_eq!(drawn(&one("#####\nB-p-B\nB-b-o\n")), "#####\no...o\no.o..\n");
    let (levels, faults, _) = all("#####\n#@$.#\n#####\nA fine one.\n\n#.$@#\n");
    assert_eq!((levels.len(), faults.len()), (2, 0));
    let (levels, faults, _) = all("#####\n#@$.#\nx   x\n#####\n\n#.$@#\n");
    assert_eq!((levels.len(), faults.len()), (1, 1));
}

const SOK: &str = "\
::::::::::::::::::
:: Format  0.17 ::
::::::::::::::::::
Collection: Three rooms
Author: A. Maker

By hand, in a winter
of long evenings.

First one

#####
#@$.#
#####
Difficulty: 1
Author: B. Other

2nd

#####
#.$@#
#####

5#|#.$@#|5#
Title: Third
Copyright: C.
Set: Another
";

#[test]
fn titles_and_authors_of_sok_are_read() {
    let (levels, faults, notes) = all(SOK);
    assert!(faults.is_empty(), "{faults:?}");
    let of = |level: &Level| {
        let [author, copyright, collection] = ["author", "copyright", "collection"]
            .map(|field| said(level, field).unwrap_or("-").to_owned());
        [level.name.clone().unwrap_or_default(), author, copyright, collection]
    };
    let told: Vec<[String; 4]> = levels.iter().map(of).collect();
    let expect = [
        ["First one", "B. Other", "-", "Three rooms"],
        ["2nd", "A. Maker", "-", "Three rooms"],
        ["Third", "A. Maker", "C.", "Another"],
    ];
    assert_eq!(told, expect.map(|row| row.map(str::to_owned)));
    assert_eq!(
        notes,
        [
            "2 lines of text are left out",
            "1 line with keys that are not read left out: \"Difficulty\""
        ]
    );
    for level in &levels {
        assert_eq!(one(&print(level).unwrap()), *level);
    }
    assert_eq!(read(&print_all(&levels).unwrap()).unwrap(), levels);
    assert_eq!(
        print_all(&levels[..2]).unwrap(),
        "Collection: Three rooms\n\n#####\n#@$.#\n#####\nTitle: First one\nAuthor: B. Other\n\n\
         #####\n#.$@#\n#####\nTitle: 2nd\nAuthor: A. Maker\n"
    );
}

#[test]
fn a_title_line_is_the_last_after_a_blank_or_the_only_one() {
    let name = |before: &str| one(&format!("{before}#@$.#\n")).name;
    let check = |before: &str, expect: Option<&str>| {
        assert_eq!(name(before).as_deref(), expect, "{before:?}");
    };
    check("only\n", Some("only"));
    check("only\n\n\n", Some("only"));
    check("a\nb\n\n", None);
    check("a\n\nb\n\n", Some("b"));
    check("a\n\nb\nc\n", None);
    check("a\n; b\n", Some("b"));
    check("a\nTitle: b\n", Some("b"));
    check("12\n\n", Some("12"));
    check("*****\n\n", None);
    check("x\nAuthor: y\n", Some("x"));
    assert_eq!(drawn(&one("+")), ".\n");
}

#[test]
fn authors_belong_to_the_level_of_their_title() {
    let written =
        "; a\nAuthor: A\n#@$.#\n\n; b\nAuthor: B\n#@$.#\n\nTitle: c\nAuthor: C\n#@$.#\n\n#@$.#\n";
    let authors: Vec<_> =
        all(written).0.iter().map(|level| said(level, "author").map(str::to_owned)).collect();
    assert_eq!(
        authors,
        [Some("A"), Some("B"), Some("C"), None].map(|name| name.map(str::to_owned))
    );
}

/// Levels are separated by NUL, and a line of text names the levels after it.
#[test]
fn collections_of_ksokoban_are_read() {
    let (levels, faults, notes) =
        all("One\n#####\n#@$.#\n#####\n\0\n #@$.#\n\0\nTwo (easy)\n#.$@#\n\0\n");
    assert_eq!((levels.len(), faults.len(), notes.len()), (3, 0, 0));
    let of = |level: &Level| (level.name.clone(), said(level, "collection").unwrap().to_owned());
    let told: Vec<_> = levels.iter().map(of).collect();
    assert_eq!(told, ["One", "One", "Two (easy)"].map(|name| (None, name.to_owned())));
}

#[test]
fn files_are_bounded() {
    let (levels, faults, _) = all(&"@.\n\n".repeat(100_003));
    assert_eq!((levels.len(), faults.len()), (100_000, 1));
    assert!(faults[0].contains("is past 100,000 levels, the most of a file"), "{faults:?}");
    let (levels, faults, _) = all(&"#@.9999999#\n\n#@.|#\n\n".repeat(3));
    assert_eq!((levels.len(), faults.len()), (2, 1), "{faults:?}");
}
