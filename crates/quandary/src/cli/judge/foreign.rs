//! Files that are no levels but may be taken for some: their kinds, and the command that helps.

use std::path::Path;
use vglc::tiles::looks_like_tiles;

/// Kind of a binary file, if it is a known one.
pub(crate) fn bytes(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 4] = [
        (b"\x89PNG", "is a PNG picture, and no text"),
        (b"\xff\xd8\xff", "is a JPEG picture, and no text"),
        (b"\x1f\x8b", "is packed with gzip; unpack it first: gunzip"),
        (b"PK\x03\x04", "is a ZIP archive; unpack it first: unzip"),
    ];
    kinds.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, what)| *what)
}

/// The name of an object in JSON that every project of LDtk has near its beginning.
const LDTK: &str = "\"__FORCED_REFS\"";
/// Fields that every riddle has.
const RIDDLE: [&str; 2] = ["\"rack\":", "\"solution\":"];
/// The ending that projects of LDtk have.
const LDTK_ENDING: &str = "ldtk";

/// Kind of a text in JSON that is no level, by the ending of its file or what stands in it, if it is a known one.
pub(crate) fn json(path: &Path, text: &str) -> Option<&'static str> {
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(LDTK_ENDING));
    let head: String = text.chars().take(4_000).collect();
    if RIDDLE.iter().all(|field| head.contains(field)) {
        return Some(
            "is a riddle; `quandary riddle --play FILE` plays it, `quandary rate FILE` says how hard it is",
        );
    }
    (is_named || head.contains(LDTK))
        .then_some("is a project of LDtk; try `quandary import ldtk FILE`")
}

/// Kind of a text that is neither JSON nor a drawing, if it is a known one.
pub(crate) fn text(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if text.starts_with('<') {
        let head: String = text.chars().take(2_000).collect();
        return Some(if head.contains("<tileset") {
            "is a tile set of Tiled in XML (.tsx), and no map; give it the map"
        } else if head.contains("<svg") {
            "is a picture (SVG), from which no level can be read; give it the level that was drawn"
        } else {
            "is XML, and no level"
        });
    }
    let is_dot = ["digraph", "graph", "strict digraph"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(['{', '"']))
    });
    if is_dot {
        return Some("is a graph of Graphviz; try `quandary import vglc --graph FILE`");
    }
    looks_like_tiles(text)
        .then_some("is a tile text of the corpus (VGLC); try `quandary import vglc --tiles FILE`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn riddles_are_no_levels() {
        let riddle = r#"{"board": [], "rack": "abc", "solution": {}}"#;
        assert!(json(Path::new("a.json"), riddle).unwrap_or_default().contains("riddle --play"));
        assert_eq!(json(Path::new("a.json"), r#"{"rack": "abc"}"#), None);
    }

    #[test]
    fn what_is_no_level_is_told() {
        let check = |written: &str, part: &str| {
            let said = text(written).unwrap_or_default();
            assert!(said.contains(part), "{written} {said}");
        };
        check("<svg xmlns=\"\">", "picture");
        check("<tileset>", "tile set");
        check("<html>", "XML");
        check("digraph {\n0 -> 1}", "--graph FILE");
        check(&format!("{}\n", "WWFFFFFDFWW\n".repeat(16)), "--tiles FILE");
        for level in ["#####\n#@.*#\n#####\n", "quandary/level/1\n\n@*\n", "", "graphs", "@.WFW.*"]
        {
            assert_eq!(text(level), None, "{level}");
        }
        let level = "{\"format\": \"quandary/level/1\"}";
        assert_eq!(json(Path::new("a.json"), level), None);
        assert!(json(Path::new("a.LDtk"), level).is_some());
        assert!(
            json(Path::new("-"), "{\n\t\"__header__\": {},\n\t\"__FORCED_REFS\": {}}").is_some()
        );
        assert!(bytes(b"\x89PNG\r\n").is_some() && bytes(b"#@.*#").is_none());
    }
}
