//! XML that is parsed within limits, whatever it is.
//!
//! The parser holds attributes and namespaces of an element each against all others, and puts the texts of entities
//! wherever they are named; no map of Tiled needs much of that.

use super::super::{MOST_CELLS, MOST_PARTS, TiledError, check_cells, wrong};
use roxmltree::{Document, Error, Node, ParsingOptions};

/// The most elements and texts of a file: an element and a blank for each cell, and the others.
const MOST_NODES: u32 = 2 * MOST_CELLS as u32 + 4 * MOST_PARTS as u32;
/// The most attributes of an element.
const MOST_ATTRIBUTES: usize = 64;
/// The most namespaces of a file.
const MOST_NAMESPACES: usize = 64;

/// Parses a text.
///
/// # Errors
/// XML that is malformed, too large, or declares what maps of Tiled do not, with its line.
pub(super) fn parse(text: &str) -> Result<Document<'_>, TiledError> {
    check(text).map_err(|(at, message)| wrong(line(text, at), message))?;
    // Maps of old versions name a DTD.
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        if error == Error::NodesLimitReached {
            let most = voice::grouped(MOST_NODES.into());
            return wrong(
                "XML",
                format!("has more than {most} elements and texts, the most that are read"),
            );
        }
        let place = format!("line {}, column {}", error.pos().row, error.pos().col);
        let said = error.to_string();
        // The place stands before the words.
        let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
        wrong(place, format!("is not XML: {said}"))
    })?;
    check_parts(&document)?;
    Ok(document)
}

fn line(text: &str, at: usize) -> String {
    format!("line {}", text.get(..at).unwrap_or("").matches('\n').count() + 1)
}

/// A fault, and the byte at which it is.
type Fault = (usize, String);

/// Checks that a text has nothing that takes long to parse.
fn check(text: &str) -> Result<(), Fault> {
    for (at, _) in text.match_indices("<!") {
        let rest = text.get(at + 2..).unwrap_or("");
        if !["--", "[CDATA[", "DOCTYPE"].iter().any(|known| rest.starts_with(known)) {
            let word: String =
                rest.chars().take_while(char::is_ascii_alphabetic).take(20).collect();
            return Err((
                at,
                format!("declares <!{word}>, which no map of Tiled needs; leave it out"),
            ));
        }
    }
    if let Some((at, _)) = text.match_indices("xmlns").nth(MOST_NAMESPACES) {
        return Err((
            at,
            format!("is past {MOST_NAMESPACES} namespaces (xmlns), the most that are read"),
        ));
    }
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once('<') {
        let at = text.len() - tag.len() - 1;
        rest = match tag {
            tag if tag.starts_with("!--") => after(tag, "-->"),
            tag if tag.starts_with("![CDATA[") => after(tag, "]]>"),
            tag if tag.starts_with('?') => after(tag, "?>"),
            tag => after_tag(tag).map_err(|message| (at, message))?,
        };
    }
    Ok(())
}

/// A text after the first of an end.
fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, after)| after)
}

/// A text after the tag with which it begins.
fn after_tag(mut text: &str) -> Result<&str, String> {
    for _ in 0..=MOST_ATTRIBUTES {
        let Some(at) = text.find(['<', '>', '"', '\'']) else { return Ok("") };
        let (_, found) = text.split_at(at);
        let mut letters = found.chars();
        match letters.next() {
            Some('>') => return Ok(letters.as_str()),
            Some(quote @ ('"' | '\'')) => {
                text = after(letters.as_str(), quote.encode_utf8(&mut [0; 4]));
            }
            _ => return Ok(found),
        }
    }
    Err(format!("has an element of more than {MOST_ATTRIBUTES} attributes, the most that are read"))
}

/// Checks that there are no more elements than a map in JSON may have objects; those of cells are counted as cells.
fn check_parts(document: &Document<'_>) -> Result<(), TiledError> {
    let is_cell = |node: &Node<'_, '_>| {
        let of_cells = |above: Node<'_, '_>| matches!(above.tag_name().name(), "data" | "chunk");
        node.has_tag_name("tile") && node.parent().is_some_and(of_cells)
    };
    let parts = document.descendants().filter(|node| node.is_element() && !is_cell(node)).count();
    if parts > MOST_PARTS {
        let message = format!("has {parts} elements; {MOST_PARTS} are the most that are read");
        return Err(wrong("XML", message));
    }
    let cells = document.descendants().filter(is_cell).count();
    check_cells(cells as u64, "XML")
}
