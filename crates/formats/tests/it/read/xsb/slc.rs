//! Sokoban collections in XML.

use super::drawn;
use level::Level;
use quandary_formats::Import;
use quandary_formats::aliases::Aliases;
use quandary_formats::xsb::{boards, is_slc, read, read_with};

const FILE: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<!-- two -->
<SokobanLevels>
  <Title>Two &amp;
    more</Title>
  <Description>Easy.</Description>
  <LevelCollection Copyright="A. Maker" MaxWidth="5" MaxHeight="3">
    <Level Id="a" Width="5" Height="3"><L>#####</L><L>#@$.#</L><L>#####</L></Level>
    <Level Id="b &lt;2&gt;" Copyright="B." Width="4" Height="3">
      <L> ###</L>
      <L></L>
      <L><![CDATA[#.$@#]]></L>
    </Level>
    <Level Width="3" Height="1"><L>###</L></Level>
    <Level Id="d"><L>#@$.#</L><L>#q</L></Level>
  </LevelCollection>
</SokobanLevels>
"#;

#[test]
fn levels_are_read_with_their_names() {
    assert!(is_slc(FILE) && !is_slc("<map>") && !is_slc("#@$.#"));
    assert!(is_slc("<SokobanLevels/>") && !is_slc("<SokobanLevelsX/>") && !is_slc(""));
    let Import { levels, notes, .. } = boards(FILE, &Aliases::default());
    assert_eq!(levels.len(), 4);
    let good: Vec<&Level> = levels.iter().flatten().collect();
    let names: Vec<_> = good.iter().map(|level| level.name.as_deref()).collect();
    assert_eq!(names, [Some("a"), Some("b <2>")]);
    assert_eq!(drawn(good[0]), "#####\n#.o.#\n#####\n");
    assert_eq!(drawn(good[1]), "-###-\n-----\n#.o.#\n");
    let said = |level: &Level, field: &str| level.provenance.as_ref().unwrap()[field].clone();
    assert_eq!(said(good[0], "copyright"), "A. Maker");
    assert_eq!(said(good[1], "copyright"), "B.");
    assert_eq!(said(good[1], "collection"), "Two & more");
    let faults: Vec<String> =
        levels.iter().filter_map(|level| Some(level.as_ref().err()?.to_string())).collect();
    assert_eq!(faults[0], "line 15, column 5: the level that begins here has no player (@ or +)");
    assert!(faults[1].starts_with("line 16, column 35: 'q' stands for no square"), "{faults:?}");
    assert_eq!(
        notes,
        [
            "elements that are not read: \"Description\"",
            "\"b <2>\" is larger than Width and Height say; the rows count"
        ]
    );
    assert!(read(FILE).is_err());
}

#[test]
fn letters_have_aliases_there_too() {
    let aliases = Aliases::of([("w", "WALL")]).unwrap();
    let written = "<SokobanLevels><Level><L>5w</L><L>w@$.w</L></Level></SokobanLevels>";
    assert_eq!(drawn(&read_with(written, &aliases).unwrap()[0]), "#####\n#.o.#\n");
}

#[test]
fn what_is_wrong_is_placed() {
    let check = |written: &str, part: &str| {
        let said = read(written).expect_err(part).to_string();
        assert!(said.starts_with(part), "{said}");
    };
    check("<SokobanLevels>", "line 1, column 1: is not XML");
    check("<SokobanLevels></SokobanLevels>", "line 1, column 1: <SokobanLevels> has no <Level>");
    check(
        "<SokobanLevels><Level/></SokobanLevels>",
        "line 1, column 16: the level that begins here has no player",
    );
    check("<!DOCTYPE x [<!ENTITY a \"b\">]><SokobanLevels/>", "line 1: declares <!ENTITY>");
    let many = "<Level><L>@9999999#.</L></Level>".repeat(3);
    let import = boards(&format!("<SokobanLevels>{many}</SokobanLevels>"), &Aliases::default());
    assert_eq!(import.levels.iter().filter(|level| level.is_ok()).count(), 1);
    assert_eq!(import.levels.len(), 2);
}
