//! The JSON of everything, by the schemas that the program prints.

use super::ended::Ended;
use super::made::Made;
use anyhow::{Context, Result, bail};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schemas of a dungeon and of the level in it.
struct Schemas {
    dungeon: Validator,
    level: Validator,
}

/// Each JSON file that was exported is what it was exported from, and fits the schemas of dungeons and levels; files that
/// are broken on purpose do not.
///
/// # Errors
/// When the program cannot be run, or a file cannot be read.
pub(super) fn proof(program: &Path, made: &Made) -> Result<Ended> {
    let schemas =
        Schemas { dungeon: schema(program, "dungeon")?, level: schema(program, "level")? };
    let mut broken = Vec::new();
    for dungeon in &made.dungeons {
        let file = everything(&made.files.join(dungeon.file_stem().unwrap_or_default()))?;
        let (whole, written) = (read(dungeon)?, read(&file)?);
        if let Some(fault) = schemas.fault(&whole, &written) {
            return Ok(Ended::Failed(format!("{}: {fault}", file.display())));
        }
        if broken.is_empty() {
            broken = changes(&whole);
        }
    }
    for (name, value, whole) in &broken {
        if schemas.fault(whole, value).is_none() {
            return Ok(Ended::Failed(format!("{name} was not found")));
        }
    }
    if broken.is_empty() {
        return Ok(Ended::Failed("no dungeon has a mark that could be taken away".to_owned()));
    }
    let (many, broken) = (made.dungeons.len(), broken.len());
    Ok(Ended::Held(format!("{many} files; {broken} that were broken on purpose were found")))
}

impl Schemas {
    /// The first fault of what was written of a dungeon.
    fn fault(&self, whole: &Value, written: &Value) -> Option<String> {
        let level = written.get("level").unwrap_or(&Value::Null);
        let told = |error: jsonschema::ValidationError<'_>| {
            format!("{}: {}", error.instance_path(), voice::short(&error.to_string()))
        };
        let first = self.dungeon.iter_errors(written).next().map(told);
        first
            .or_else(|| self.level.iter_errors(level).next().map(told))
            .or_else(|| (whole != written).then(|| "is not what it was exported from".to_owned()))
    }
}

/// A schema that the program prints.
fn schema(program: &Path, name: &str) -> Result<Validator> {
    let ran = Command::new(program).args(["schema", name]).output();
    let ran = ran.context("cannot run the program")?;
    let schema: Value = serde_json::from_slice(&ran.stdout).context("no schema")?;
    match jsonschema::validator_for(&schema) {
        Ok(schema) => Ok(schema),
        Err(error) => bail!("the schema {name} is none: {error}"),
    }
}

/// The file of a folder that has everything.
fn everything(folder: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))?;
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") && !name.ends_with(".foundry.json") && name != "dungeon.json" {
            return Ok(folder.join(name));
        }
    }
    bail!("{} has no JSON of everything", folder.display())
}

fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
}

/// Dungeons with a fault of one kind each, and what each is compared with: those with a fault of form with themselves, so
/// that the schemas alone can find it. None if the dungeon has nothing that could be taken away.
fn changes(whole: &Value) -> Vec<(&'static str, Value, Value)> {
    let set = |place: &str, to: Value| {
        let mut copied = whole.clone();
        *copied.pointer_mut(place)? = to;
        Some(copied)
    };
    let taken = |place: &str, name: &str| {
        let mut copied = whole.clone();
        copied.pointer_mut(place)?.as_object_mut()?.remove(name)?;
        Some(copied)
    };
    let form = [
        ("a wrong version word", set("/format", json!("quandary/dungeon/7"))),
        ("a level of another version", set("/level/format", json!("quandary/level/7"))),
        ("a wall in words", set("/level/floors/0/grid/0/0", json!("wall"))),
        ("a mark that gives nothing", taken("/level/marks/0", "gives")),
        ("a room without a node", taken("/level/rooms/0", "node")),
    ];
    let other = [
        ("another tile", set("/level/floors/0/grid/0/0", json!(1))),
        ("a lock without its key", set("/level/marks", json!([]))),
    ];
    let of_form = form.into_iter().map(|(name, value)| value.map(|v| (name, v.clone(), v)));
    let of_what = other.into_iter().map(|(name, value)| value.map(|v| (name, v, whole.clone())));
    of_form.chain(of_what).collect::<Option<Vec<_>>>().unwrap_or_default()
}
