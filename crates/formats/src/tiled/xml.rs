//! Maps and tile sets of Tiled in XML (`.tmx`, `.tsx`), translated to what they are in JSON.
//!
//! Only the form is translated, so that one reader gives both their meaning. Elements and attributes that mean nothing
//! to it are left out.

mod limits;

use super::{DEEPEST, TiledError, wrong};
use limits::parse;
use roxmltree::Node;
use serde_json::{Map, Number, Value, json};

/// True if a text is a map of Tiled in XML.
pub(super) fn is_map(text: &str) -> bool {
    let root = |text: &str| {
        let rest = text.trim_start().strip_prefix("<map")?;
        Some(rest.starts_with(|letter: char| letter.is_whitespace() || letter == '>'))
    };
    let mut rest = text.trim_start();
    // The texts that may stand before the root: the declaration, and comments.
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

/// The map of a text in XML, as in JSON.
pub(super) fn map(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        let message = format!("is <{}>; a map is <map>", voice::short(root.tag_name().name()));
        return Err(wrong("root element", message));
    }
    let mut map = attributes(root, &["orientation"], &["tilewidth", "tileheight"])?;
    map.insert("layers".to_owned(), layers(root, 0)?);
    let sets = children(root, "tileset").map(tile_set).collect::<Result<_, _>>()?;
    map.insert("tilesets".to_owned(), Value::Array(sets));
    Ok(Value::Object(map))
}

/// The tile set of a file of its own, as in JSON.
pub(super) fn external(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        let message =
            format!("is <{}>; a tile set is <tileset>", voice::short(root.tag_name().name()));
        return Err(wrong("root element", message));
    }
    tile_set(root)
}

/// A template of objects, as in JSON.
pub(super) fn template(text: &str) -> Result<Value, TiledError> {
    let document = parse(text)?;
    let root = document.root_element();
    let found = children(root, "object").next().filter(|_| root.has_tag_name("template"));
    let Some(object) = found else {
        let name = voice::short(root.tag_name().name());
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

/// Attributes of an element, texts and numbers, and its properties, as fields of an object.
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
                let message = format!("{:?} is not a number", voice::short(value));
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

/// A number, whole if it can be.
fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    Number::from_f64(text.parse().ok()?).map(Value::Number)
}

/// A property: its value stands in an attribute, or in the element if it has several lines.
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
    // Deeper layers are refused by the reader, which needs to see no more than that they are there.
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

/// The cells of a layer: its data, or those of its chunks.
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

/// The cells of an element: text where an encoding is given, else an element each.
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
    // An object of a template says only what differs.
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
    let tile = |tile| Ok(Value::Object(attributes(tile, &["type", "class"], &["id"])?));
    let tiles: Result<Vec<Value>, TiledError> = children(node, "tile").map(tile).collect();
    set.insert("tiles".to_owned(), Value::Array(tiles?));
    Ok(Value::Object(set))
}
