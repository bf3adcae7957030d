//! Tests of room templates: invalid files, and templates connected as they claim.

mod measure;

use super::drawing::{Axis, Drawing, Ground, Parts};
use super::interior::Silhouette;
use super::read::{FILES, fallen, singles};
use super::{CATEGORIES, Family, Per, RoomLibrary, Template, Turns, read};
use crate::layout::categories;
use std::collections::BTreeSet;

const FLOOR: &str = "...\n...\n...\n";

/// Checks an error: its line and column, and the beginning of its message.
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
    refused("family:", "1:8 expected a value after `family:`");
    refused("room: a", "1:1 expected a line `family: NAME` before the first template");
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
        assert!(error.to_string().contains("expected `LETTER = GLYPH GLYPH`"), "{lots}: {error}");
        assert_eq!(error.line, 3);
    }
    refused(&floor("one: T = . #\n"), "3:6 'T' cannot stand for lots");
    refused(&floor("one: A = . #\neach: A = . #\n"), "4:7 'A' cannot stand for lots");
    refused(&floor("one: A = . #\n"), "2:1 no cell of the drawing is 'A'");
    let lots = ["A = . . . .", "B = . . . .", "C = . . . .", "D = . . . .", "E = . ."];
    let many: String = lots.iter().map(|lots| format!("one: {lots}\n")).collect();
    refused(&with(&many, "ABC\nDE.\n...\n"), "8:1 the letters of `one:` have 512 combinations");
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
    refused(&with("", walled), "3:3 this floor is cut off, with these glyphs: as drawn");
    let lots = with("one: A = . #\n", ".A.\n.A.\n.A.\n");
    refused(&lots, "4:3 this floor is cut off, with these glyphs: A = #");
    let splits = with("water: splits\none: A = ~ .\n", "...\nAAA\n...\n");
    refused(&splits, "5:1 `water: splits`, but the floor connects");
    refused(&with("water: splits\n", "..~#.\n..~#.\n..~#.\n"), "4:5 this floor is cut off");
    let alone = with("each: c = # .\n", "cc.\ncc.\n...\n");
    refused(&alone, "4:1 a cell of `each:` stands beside floor");
    refused(&with("", "###\n###\n###\n"), "3:1 this floor is cut off");
}

#[test]
fn a_library_takes_further_files_and_no_name_twice() {
    let mut library = RoomLibrary::builtin().clone();
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

#[test]
fn every_file_is_sound() {
    for (name, text) in FILES {
        let templates = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let family = Family::named(name).unwrap();
        assert!(templates.iter().all(|one| one.families.contains(&family)), "{name}");
        assert!(templates.iter().filter(|one| one.splits).count() >= 2, "{name}");
    }
    let names: BTreeSet<&str> =
        RoomLibrary::builtin().templates().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), RoomLibrary::builtin().templates().len());
    assert!(names.len() >= 80, "{}", names.len());
}

/// A drawing in every allowed orientation of its template.
fn turned(template: &Template) -> Vec<Drawing> {
    let mut all = vec![template.drawing.clone()];
    if template.turns != Turns::None {
        for axis in Axis::BOTH {
            all.extend(all.clone().iter().map(|one| one.flipped(axis)));
        }
    }
    if template.turns == Turns::Any {
        all.extend(all.clone().iter().map(Drawing::transposed));
    }
    all
}

/// The drawings of a template: every orientation, every outcome of the lots of whole glyphs, both extremes of the lots
/// of cells.
fn drawings(template: &Template) -> Vec<Drawing> {
    let ones: Vec<_> = template.lots.iter().filter(|lots| lots.per == Per::Glyph).collect();
    let ways: usize = ones.iter().map(|lots| lots.options.len()).product();
    let mut all = Vec::new();
    for turned in turned(template) {
        for way in 0..ways {
            let (drawing, _) = fallen(&turned, &ones, way);
            all.extend([true, false].map(|hardest| singles(&drawing, &template.lots, hardest)));
        }
    }
    all
}

#[test]
fn from_every_mouth_all_floor_and_sockets_are_reached_under_the_means_claimed() {
    let mut asked = 0;
    for template in RoomLibrary::builtin().templates() {
        for drawing in drawings(template) {
            let (dry, wet) = (Parts::dry(&drawing), Parts::wet(&drawing));
            let floor = drawing.spots().filter(|&at| Ground::of(drawing.at(at)) == Ground::Floor);
            let floor: Vec<_> = floor.collect();
            let edge = |at: usize, of: usize| at == 0 || at + 1 == of;
            let mouths = floor
                .iter()
                .filter(|at| edge(at.row, drawing.rows()) || edge(at.col, drawing.cols()));
            let parts = if template.splits { &wet } else { &dry };
            for &mouth in mouths {
                let part = parts.at(&drawing, mouth);
                assert!(part != 0);
                let reached = floor.iter().all(|&at| parts.at(&drawing, at) == part);
                assert!(reached, "{}: {mouth:?}", template.name);
                asked += 1;
            }
            assert_eq!(template.splits, dry.count > 1, "{}", template.name);
        }
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn every_template_accepts_doors_on_two_sides_at_least() {
    for template in RoomLibrary::builtin().templates() {
        let mouths = template.mouths();
        let (bottom, right) = (template.drawing.rows() - 1, template.drawing.cols() - 1);
        let sides = [
            mouths.iter().any(|at| at.row == 0),
            mouths.iter().any(|at| at.row == bottom),
            mouths.iter().any(|at| at.col == 0),
            mouths.iter().any(|at| at.col == right),
        ];
        let open = sides.iter().filter(|&&open| open).count();
        assert!(open >= 2 && mouths.len() >= 6, "{}: {sides:?}", template.name);
        assert!(template.sockets() <= template.drawing.glyphs().len() / 4);
    }
}

/// Counts the silhouettes of drawings by family, with their lots drawn, without scattered ones.
#[test]
fn at_least_sixty_silhouettes_are_drawn() {
    let mut seen = BTreeSet::new();
    println!("family     templates  split  for any  silhouettes");
    for family in Family::ALL {
        let templates = RoomLibrary::builtin().templates().iter();
        let templates: Vec<_> = templates.filter(|one| one.families.contains(&family)).collect();
        let silhouettes: BTreeSet<_> =
            templates.iter().flat_map(|one| drawings(one)).map(|d| Silhouette::of(&d)).collect();
        let count = |is: &dyn Fn(&&&Template) -> bool| templates.iter().filter(is).count();
        println!(
            "{:10}{:10}{:7}{:9}{:13}",
            family.name(),
            templates.len(),
            count(&|one| one.splits),
            count(&|one| one.purposes.is_empty()),
            silhouettes.len()
        );
        seen.extend(silhouettes);
    }
    assert!(seen.len() >= 60, "{}", seen.len());
}

#[test]
fn every_category_has_a_family_and_every_family_a_category() {
    let families: BTreeSet<Option<Family>> =
        categories().iter().map(|row| Family::of(&row.name)).collect();
    assert_eq!(families, Family::ALL.into_iter().map(Some).collect());
    assert_eq!(categories().len(), CATEGORIES.len());
    assert_eq!(Family::of("castle"), None);
}
