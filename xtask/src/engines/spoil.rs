//! Files that are broken on purpose: projects of LDtk and maps of Tiled without walls, or without a key.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of tiles that matter here.
const FLOOR: u64 = 1;
const WALL: u64 = 2;

/// Writes a file beside another whose walls are floor.
///
/// # Errors
/// When it cannot be read or written, or has no walls.
pub(super) fn without_walls(file: &Path) -> Result<PathBuf> {
    let mut project = read(file)?;
    let mut many = 0;
    // A project has the tiles as they are numbered, a map one more: there 0 is nothing.
    let more = u64::from(file.extension().is_some_and(|ending| ending == "tmj"));
    for layer in layers(&mut project) {
        for name in ["intGridCsv", "data"] {
            for cell in layer.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
                if *cell == json!(WALL + more) {
                    *cell = json!(FLOOR + more);
                    many += 1;
                }
            }
        }
    }
    anyhow::ensure!(many > 0, "{} has no walls", file.display());
    written(file, "walls", &project)
}

/// Writes a file beside another without what gives a content, apart from tiles; none where nothing gives it.
///
/// # Errors
/// When it cannot be read or written.
pub(super) fn without(file: &Path, content: &str) -> Result<Option<PathBuf>> {
    let mut project = read(file)?;
    let mut many = 0;
    for layer in layers(&mut project) {
        for name in ["entityInstances", "objects"] {
            if let Some(things) = layer.get_mut(name).and_then(Value::as_array_mut) {
                let before = things.len();
                things.retain(|thing| !gives(thing, content));
                many += before - things.len();
            }
        }
    }
    if many == 0 {
        return Ok(None);
    }
    written(file, "key", &project).map(Some)
}

/// True if a thing gives a content, and no tile says so as well.
fn gives(thing: &Value, content: &str) -> bool {
    let field = |name: &str| {
        let fields = ["fieldInstances", "properties"].map(|list| thing[list].as_array());
        let mut fields = fields.into_iter().flatten().flatten();
        let field = fields.find(|field| field["__identifier"] == name || field["name"] == name);
        field
            .map_or("", |field| field["__value"].as_str().or(field["value"].as_str()).unwrap_or(""))
    };
    field("gives") == content && field("tile").is_empty()
}

/// The layers of a project of LDtk, or of a map of Tiled.
fn layers(project: &mut Value) -> Vec<&mut Value> {
    let Some(project) = project.as_object_mut() else { return Vec::new() };
    let mut layers = Vec::new();
    for (name, value) in project.iter_mut() {
        let Some(list) = value.as_array_mut() else { continue };
        match name.as_str() {
            "layers" => layers.extend(list),
            "levels" => layers.extend(list.iter_mut().flat_map(of_level)),
            _ => {}
        }
    }
    layers
}

/// The layers of a level of LDtk.
fn of_level(level: &mut Value) -> impl Iterator<Item = &mut Value> {
    level.get_mut("layerInstances").and_then(Value::as_array_mut).into_iter().flatten()
}

fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
}

/// Writes a broken file into a folder beside the other, so that nobody takes it for one of ours.
fn written(file: &Path, what: &str, value: &Value) -> Result<PathBuf> {
    let folder = file.with_file_name("broken");
    fs::create_dir_all(&folder).context("cannot make a folder")?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let path = folder.join(format!("{what}-{name}"));
    fs::write(&path, value.to_string()).context("cannot write a file")?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gives_a_content_is_told_in_both_formats() {
        let entity = json!({"fieldInstances": [{"__identifier": "gives", "__value": "symbol:B"}, {"__identifier": "tile", "__value": null}]});
        let object = json!({"properties": [{"name": "gives", "value": "symbol:B"}]});
        let tile = json!({"properties": [{"name": "gives", "value": "symbol:B"}, {"name": "tile", "value": "KEY_SMALL"}]});
        let all = [entity, object, tile];
        assert_eq!(all.each_ref().map(|thing| gives(thing, "symbol:B")), [true, true, false]);
        assert_eq!(all.map(|thing| gives(&thing, "symbol:A")), [false; 3]);
    }
}
