//! Reads GraphML, with the labels and arrows of yEd.

use super::sketch::{Heads, Look, Sketch};
use super::wrong;
use crate::tiled::xml;
use level::formats::json::ReadError;
use roxmltree::{Document, Node};
use rustc_hash::FxHashMap;

/// The names of data that say what lies in a node or what an edge asks for.
const SAYING: [&str; 9] =
    ["label", "name", "text", "title", "contents", "requires", "type", "kind", "lock"];

/// Reads all graphs of a file as one; a graph inside a node belongs to it.
pub(super) fn read(text: &str) -> Result<Sketch, ReadError> {
    let document = xml::parse(text).map_err(|error| {
        wrong(error.place, error.message.replace("no map of Tiled needs", "no graph needs"))
    })?;
    let names = names(&document);
    let mut sketch = Sketch::default();
    let of = |name: &'static str| {
        document.descendants().filter(move |node| node.tag_name().name() == name)
    };
    for node in of("node") {
        let id = required(&document, node, "id")?;
        let look = look(node, &names);
        let number = sketch.node(id, &look).map_err(|message| wrong("GraphML", message))?;
        if let Some(known) = sketch.look(number) {
            *known = look;
        }
    }
    for edge in of("edge") {
        let [from, to] = ["source", "target"].map(|end| {
            let id = required(&document, edge, end)?;
            sketch.nodes.get_index_of(id).ok_or_else(|| {
                let id = diagnostics::short(id);
                wrong(place(&document, edge), format!("names node {id:?}, which is not there"))
            })
        });
        let drawn = (heads(edge), &look(edge, &names));
        sketch.lines(&[from?], &[to?], drawn).map_err(|message| wrong("GraphML", message))?;
    }
    let odd = of("hyperedge").count();
    if odd > 0 {
        let counted = diagnostics::counted(odd as u64, "hyperedge is", "hyperedges are");
        sketch.notes.push(format!("{counted} left out"));
    }
    sketch.name = of("graph").next().and_then(|graph| graph.attribute("id")).map(str::to_owned);
    Ok(sketch)
}

/// The names of data, by their keys.
fn names<'a>(document: &'a Document<'_>) -> FxHashMap<&'a str, &'a str> {
    let keys = document.root_element().children().filter(|node| node.tag_name().name() == "key");
    keys.filter_map(|key| Some((key.attribute("id")?, key.attribute("attr.name")?))).collect()
}

/// The label and the attributes of a node or an edge.
fn look(of: Node<'_, '_>, names: &FxHashMap<&str, &str>) -> Look {
    let mut look = Look::default();
    let mut said: Vec<String> = Vec::new();
    for data in of.children().filter(|child| child.tag_name().name() == "data") {
        let key = data.attribute("key").unwrap_or_default();
        let name = names.get(key).copied().unwrap_or(key);
        let drawn = data
            .descendants()
            .filter(|part| matches!(part.tag_name().name(), "NodeLabel" | "EdgeLabel"));
        let drawn: Vec<String> = drawn.map(text).filter(|label| !label.is_empty()).collect();
        let value = text(data);
        if !drawn.is_empty() {
            said.extend(drawn);
        } else if SAYING.iter().any(|known| known.eq_ignore_ascii_case(name)) && !value.is_empty() {
            said.push(value);
        } else {
            look.ink(name, &value.into());
        }
        for fill in data.descendants() {
            let value = match fill.tag_name().name() {
                "Fill" | "LineStyle" => fill.attribute("color").map(|value| ("color", value)),
                "Shape" => fill.attribute("type").map(|value| ("shape", value)),
                _ => None,
            };
            value.into_iter().for_each(|(name, value)| look.ink(name, &value.into()));
        }
    }
    look.label = (!said.is_empty()).then(|| said.join("\n").into());
    look
}

/// All text in an element.
fn text(of: Node<'_, '_>) -> String {
    let texts = of.children().filter(Node::is_text).filter_map(|part| part.text());
    texts.collect::<String>().trim().to_owned()
}

/// The heads of an edge: yEd's arrows, or else the attributes of the edge and its graph.
fn heads(edge: Node<'_, '_>) -> Heads {
    let arrows = edge.descendants().find(|part| part.tag_name().name() == "Arrows");
    if let Some(arrows) = arrows {
        let has = |end| arrows.attribute(end).is_some_and(|arrow| arrow != "none");
        return match (has("source"), has("target")) {
            (false, true) => Heads::Forward,
            (true, false) => Heads::Back,
            _ => Heads::Both,
        };
    }
    let graph = edge.parent().and_then(|graph| graph.attribute("edgedefault"));
    match (edge.attribute("directed"), graph) {
        (Some("true"), _) | (None, Some("directed")) => Heads::Forward,
        _ => Heads::Both,
    }
}

fn required<'a>(
    document: &Document<'_>,
    node: Node<'a, '_>,
    name: &'static str,
) -> Result<&'a str, ReadError> {
    node.attribute(name).ok_or_else(|| {
        let tag = node.tag_name().name();
        wrong(place(document, node), format!("<{tag}> has no attribute {name:?}"))
    })
}

fn place(document: &Document<'_>, node: Node<'_, '_>) -> String {
    let at = document.text_pos_at(node.range().start);
    format!("line {}, column {}", at.row, at.col)
}

/// True if a text begins as GraphML.
pub(super) fn begins(text: &str) -> bool {
    xml::has_root(text, "graphml")
}
