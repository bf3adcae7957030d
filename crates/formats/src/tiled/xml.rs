//! Translates maps and tile sets of Tiled from XML (`.tmx`, `.tsx`) to their JSON form.
//!
//! Only the form is translated: one reader interprets both. Elements and attributes that this reader ignores are left
//! out. Parsing has limits, because the parser compares the attributes and namespaces of an element pairwise and
//! expands entities wherever they occur; a map of Tiled needs little of that.

use super::{DEEPEST, MOST_CELLS, MOST_PARTS, TiledError, check_cells, wrong};
use roxmltree::{Document, Error, Node, ParsingOptions};
use serde_json::{Map, Number, Value, json};

/// True if a text is a map of Tiled in XML.
pub(super) fn is_map(text: &str) -> bool {
    has_root(text, "map")
}

/// True if a text is XML with a root element of this name.
pub(crate) fn has_root(text: &str, name: &str) -> bool {
    let root = |text: &str| {
        let rest = text.trim_start().strip_prefix('<')?.strip_prefix(name)?;
        Some(rest.starts_with(|letter: char| letter.is_whitespace() || letter == '>'))
    };
    let mut rest = text.trim_start();
    // Skip what may precede the root: the declaration, and comments.
    while let Some(begun) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        let end = match begun.split('>').next() {
            _ if begun.starts_with("--") => "-->",
            Some(first) if first.contains('[') => "]>",
            _ => ">",
        };
        let Some((_, after)) = begun.split_once(end) else { return false };
        rest = after.trim_start();
    }
    root(rest).unwrap_or(false)
}

/// Translates the text of a map to JSON.
pub(super) fn map(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        let message =
            format!("is <{}>; a map is <map>", diagnostics::short(root.tag_name().name()));
        return Err(wrong("root element", message));
    }
    let mut map = attributes(root, &["orientation"], &["tilewidth", "tileheight"])?;
    map.insert("layers".to_owned(), layers(root, 0)?);
    let sets = children(root, "tileset").map(tile_set).collect::<Result<_, _>>()?;
    map.insert("tilesets".to_owned(), Value::Array(sets));
    Ok(Value::Object(map))
}

/// Translates the text of a separate tile set to JSON.
pub(super) fn external(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        let message =
            format!("is <{}>; a tile set is <tileset>", diagnostics::short(root.tag_name().name()));
        return Err(wrong("root element", message));
    }
    tile_set(root)
}

/// Translates a template of objects to JSON.
pub(super) fn template(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    let found = children(root, "object").next().filter(|_| root.has_tag_name("template"));
    let Some(object) = found else {
        let name = diagnostics::short(root.tag_name().name());
        let message = format!("is <{name}>; a template is <template> with an <object>");
        return Err(wrong("root element", message));
    };
    let set = children(root, "tileset").next().map(tile_set).transpose()?;
    Ok(json!({"object": self::object(object)?, "tileset": set}))
}

fn children<'a, 'input>(
    node: Node<'a, 'input>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'input>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn place(node: Node<'_, '_>) -> String {
    let at = node.document().text_pos_at(node.range().start);
    format!("line {}, column {}, <{}>", at.row, at.col, node.tag_name().name())
}

/// Writes the attributes of an element (texts and numbers) and its properties to an object.
fn attributes(
    node: Node<'_, '_>,
    texts: &[&str],
    numbers: &[&str],
) -> Result<Map<String, Value>, TiledError> {
    let mut fields = Map::new();
    for name in texts {
        if let Some(value) = node.attribute(*name) {
            fields.insert((*name).to_owned(), value.into());
        }
    }
    for name in numbers {
        if let Some(value) = node.attribute(*name) {
            let number = number(value).ok_or_else(|| {
                let message = format!("{:?} is not a number", diagnostics::short(value));
                wrong(format!("{}, {name}", place(node)), message)
            })?;
            fields.insert((*name).to_owned(), number);
        }
    }
    if let Some(list) = children(node, "properties").next() {
        let properties = children(list, "property").map(property).collect();
        fields.insert("properties".to_owned(), Value::Array(properties));
    }
    Ok(fields)
}

/// A number; an integer if possible.
fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    Number::from_f64(text.parse().ok()?).map(Value::Number)
}

/// A property. Its value is an attribute, or the text of the element if it has several lines.
fn property(node: Node<'_, '_>) -> Value {
    let text = node.attribute("value").or_else(|| node.text()).unwrap_or("");
    let value = match node.attribute("type").unwrap_or("string") {
        "int" | "float" | "object" => number(text).unwrap_or_else(|| text.into()),
        "bool" => (text == "true").into(),
        _ => text.into(),
    };
    json!({"name": node.attribute("name").unwrap_or(""), "value": value})
}

/// The layers of a map or a group.
fn layers(node: Node<'_, '_>, depth: usize) -> Result<Value, TiledError> {
    // The reader rejects deeper layers; it needs only to see that they exist.
    if depth > DEEPEST {
        return Ok(Value::Array(Vec::new()));
    }
    let mut layers = Vec::new();
    for child in node.children() {
        let kind = match child.tag_name().name() {
            "layer" => "tilelayer",
            kind @ ("objectgroup" | "imagelayer" | "group") => kind,
            _ => continue,
        };
        let numbers = ["width", "height", "offsetx", "offsety"];
        let mut layer = attributes(child, &["name", "class"], &numbers)?;
        layer.insert("type".to_owned(), kind.into());
        let hidden = child.attribute("visible").is_some_and(|value| matches!(value, "0" | "false"));
        layer.insert("visible".to_owned(), (!hidden).into());
        match kind {
            "tilelayer" => cells(child, &mut layer)?,
            "objectgroup" => {
                let objects = children(child, "object").map(object).collect::<Result<_, _>>()?;
                layer.insert("objects".to_owned(), Value::Array(objects));
            }
            "group" => {
                layer.insert("layers".to_owned(), self::layers(child, depth + 1)?);
            }
            _ => {}
        }
        layers.push(Value::Object(layer));
    }
    Ok(Value::Array(layers))
}

/// The cells of a layer: its data, or the data of its chunks.
fn cells(node: Node<'_, '_>, layer: &mut Map<String, Value>) -> Result<(), TiledError> {
    let Some(data) = children(node, "data").next() else { return Ok(()) };
    for name in ["encoding", "compression"] {
        if let Some(value) = data.attribute(name) {
            layer.insert(name.to_owned(), value.into());
        }
    }
    let mut chunks = children(data, "chunk").peekable();
    if chunks.peek().is_none() {
        layer.insert("data".to_owned(), self::data(data, data)?);
        return Ok(());
    }
    let chunk = |chunk: Node<'_, '_>| {
        let mut fields = attributes(chunk, &[], &["x", "y", "width", "height"])?;
        fields.insert("data".to_owned(), self::data(chunk, data)?);
        Ok(Value::Object(fields))
    };
    let chunks: Result<Vec<Value>, TiledError> = chunks.map(chunk).collect();
    layer.insert("chunks".to_owned(), Value::Array(chunks?));
    Ok(())
}

/// The cells of an element: text if it has an encoding, else one element for each cell.
fn data(node: Node<'_, '_>, encoded: Node<'_, '_>) -> Result<Value, TiledError> {
    if encoded.has_attribute("encoding") {
        return Ok(node.text().unwrap_or("").trim().into());
    }
    let gid = |tile: Node<'_, '_>| {
        let gid = tile.attribute("gid").unwrap_or("0");
        number(gid)
            .ok_or_else(|| wrong(place(tile), format!("{gid:?} is not the number of a tile")))
    };
    let gids: Result<Vec<Value>, TiledError> = children(node, "tile").map(gid).collect();
    Ok(Value::Array(gids?))
}

fn object(node: Node<'_, '_>) -> Result<Value, TiledError> {
    let numbers = ["id", "gid", "x", "y", "width", "height", "rotation"];
    let mut object = attributes(node, &["name", "type", "class", "template"], &numbers)?;
    for shape in ["polygon", "polyline", "text"] {
        if children(node, shape).next().is_some() {
            object.insert(shape.to_owned(), Value::Array(Vec::new()));
        }
    }
    // An object with a template states only the differences.
    for at in ["x", "y"] {
        object.entry(at).or_insert_with(|| 0.into());
    }
    Ok(Value::Object(object))
}

fn tile_set(node: Node<'_, '_>) -> Result<Value, TiledError> {
    let mut set = attributes(node, &["name", "source"], &["firstgid"])?;
    let image = children(node, "image").next().and_then(|image| image.attribute("source"));
    if let Some(image) = image {
        set.insert("image".to_owned(), image.into());
    }
    let tile = |tile| {
        let mut fields = attributes(tile, &["type", "class"], &["id"])?;
        if let Some(shapes) = children(tile, "objectgroup").next() {
            let shapes: Vec<Value> = children(shapes, "object").map(|_| json!({})).collect();
            fields.insert("objectgroup".to_owned(), json!({ "objects": shapes }));
        }
        Ok(Value::Object(fields))
    };
    let tiles: Result<Vec<Value>, TiledError> = children(node, "tile").map(tile).collect();
    set.insert("tiles".to_owned(), Value::Array(tiles?));
    let terrains = children(node, "wangsets").flat_map(|sets| children(sets, "wangset"));
    let terrains: Result<Vec<Value>, TiledError> = terrains.map(terrain).collect();
    set.insert("wangsets".to_owned(), Value::Array(terrains?));
    Ok(Value::Object(set))
}

/// A set of terrains. Old versions have other elements for it, which are left out.
fn terrain(node: Node<'_, '_>) -> Result<Value, TiledError> {
    let tiles = children(node, "wangtile").map(|tile| {
        let mut fields = attributes(tile, &[], &["tileid"])?;
        let id = tile.attribute("wangid").unwrap_or_default();
        let terrains = id.split(',').filter_map(|part| part.trim().parse::<u32>().ok());
        fields.insert("wangid".to_owned(), terrains.collect());
        Ok(Value::Object(fields))
    });
    let tiles: Vec<Value> = tiles.collect::<Result<_, TiledError>>()?;
    let name = |color: Node<'_, '_>| json!({"name": color.attribute("name").unwrap_or_default()});
    let colors: Vec<Value> = children(node, "wangcolor").map(name).collect();
    let name = node.attribute("name").unwrap_or_default();
    Ok(json!({"name": name, "colors": colors, "wangtiles": tiles}))
}

/// The most elements and texts of a file: an element and a space for each cell, and the other elements.
const MOST_NODES: u32 = 2 * MOST_CELLS as u32 + 4 * MOST_PARTS as u32;
/// The most attributes of an element.
const MOST_ATTRIBUTES: usize = 64;
/// The most namespaces of a file.
const MOST_NAMESPACES: usize = 64;

/// Parses a text.
///
/// # Errors
/// XML that is malformed, too large, or declares something that maps of Tiled do not; with its line.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, TiledError> {
    check(text).map_err(|(at, message)| wrong(line(text, at), message))?;
    // Maps of old versions refer to a DTD.
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        if error == Error::NodesLimitReached {
            let most = diagnostics::grouped(MOST_NODES.into());
            return wrong(
                "XML",
                format!("has more than {most} elements and texts, the most that are read"),
            );
        }
        let place = format!("line {}, column {}", error.pos().row, error.pos().col);
        let said = error.to_string();
        // The position is printed first.
        let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
        wrong(place, format!("is not XML: {said}"))
    })?;
    check_parts(&document)?;
    Ok(document)
}

fn line(text: &str, at: usize) -> String {
    format!("line {}", text.get(..at).unwrap_or("").matches('\n').count() + 1)
}

/// A fault, and its position in bytes.
type Fault = (usize, String);

/// Rejects a text that would take long to parse.
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

/// The rest of a text after the first occurrence of an end marker.
fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, after)| after)
}

/// The rest of a text after the tag at its beginning.
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

/// Checks the number of elements against the limit of JSON objects. Elements of cells count as cells.
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
