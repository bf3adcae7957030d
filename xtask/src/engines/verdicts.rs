//! Checks that files re-read from LDtk and Tiled have the same verdicts as the dungeon, and that spoilt levels do not.

use super::Exported;
use super::readers::Outcome;
use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The verifier's result for a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Answer {
    verdict: String,
    cost: Option<f64>,
    states: Option<u64>,
    needed: Vec<Needed>,
}

/// A thing of a level, and whether it is needed to win.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Needed {
    content: Option<String>,
    needed: Option<bool>,
}

impl Answer {
    /// True if everything is decided; comparing two undecided answers proves nothing.
    fn is_whole(&self) -> bool {
        match self.verdict.as_str() {
            "solvable" => self.cost.is_some() && self.states.is_some(),
            "unsolvable" => self.states.is_some(),
            _ => false,
        }
    }

    /// The difference from another answer, or the undecided part.
    fn differs(&self, other: &Self) -> Option<String> {
        let told = |one: &Self| format!("{} {:?} {:?}", one.verdict, one.cost, one.states);
        let same =
            (&self.verdict, self.cost, self.states) == (&other.verdict, other.cost, other.states);
        (!(same && self.is_whole())).then(|| format!("{} and not {}", told(other), told(self)))
    }

    /// The needed contents.
    fn needed(&self) -> impl Iterator<Item = &str> {
        let needed = self.needed.iter().filter(|one| one.needed == Some(true));
        needed.filter_map(|one| one.content.as_deref())
    }
}

/// The verifier's results for files, in one run of the program.
fn verify(program: &Path, files: &[PathBuf]) -> Result<Vec<Answer>> {
    let ask = |file: &PathBuf| {
        let mut command = Command::new(program);
        command.arg("check").arg(file).args(["--format", "json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    };
    let begun: Vec<_> = files.iter().map(ask).collect::<std::io::Result<_>>()?;
    let mut answers = Vec::new();
    for (file, one) in files.iter().zip(begun) {
        let ran = one.wait_with_output().context("cannot run the program")?;
        let said = || format!("{}: {}", file.display(), String::from_utf8_lossy(&ran.stderr));
        answers.push(serde_json::from_slice(&ran.stdout).with_context(said)?);
    }
    Ok(answers)
}

/// The files of a dungeon to re-read: LDtk projects by floors and by rooms, and the Tiled map.
fn files(exported: &Exported, dungeon: &Path) -> Result<Vec<PathBuf>> {
    let folder = exported.files.join(dungeon.file_stem().unwrap_or_default());
    let mut files = Vec::new();
    for file in fs::read_dir(&folder)? {
        let file = file?.path();
        if file.extension().is_some_and(|ending| ending == "ldtk" || ending == "tmj") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// The dungeons, ordered such that the first few are spread evenly over all.
fn spread(exported: &Exported, many: usize) -> impl Iterator<Item = &PathBuf> {
    let step = (exported.dungeons.len() / many.max(1)).max(1);
    (0..step).flat_map(move |first| exported.dungeons.iter().skip(first).step_by(step))
}

/// Compares verdict, cost and states of `many` dungeons with those of their files from LDtk and Tiled.
///
/// # Errors
/// The program cannot be run, or a file cannot be read.
pub(super) fn again(program: &Path, exported: &Exported, many: usize) -> Result<Outcome> {
    let many = many.min(exported.dungeons.len());
    let (mut judged, mut undecided) = (0, 0);
    let mut controls = None;
    for dungeon in spread(exported, many) {
        if judged == many {
            break;
        }
        let files = files(exported, dungeon)?;
        let has =
            |ending: &str| files.iter().any(|file| file.extension().is_some_and(|e| e == ending));
        if !has("ldtk") || !has("tmj") {
            return Ok(Outcome::Failed(format!("{} has no file to be read", dungeon.display())));
        }
        let all: Vec<PathBuf> = [dungeon.clone()].into_iter().chain(files.clone()).collect();
        let mut answers = verify(program, &all)?.into_iter();
        let expected = answers.next().context("the judge says nothing")?;
        if !expected.is_whole() {
            undecided += 1;
            continue;
        }
        for (file, found) in files.iter().zip(answers) {
            if let Some(fault) = expected.differs(&found) {
                return Ok(Outcome::Failed(format!("{} is {fault}", file.display())));
            }
        }
        judged += 1;
        controls = controls.or(Some((expected, files)));
    }
    let Some((expected, files)) = controls.filter(|_| judged == many && many > 0) else {
        let why = format!("{judged} of {many} dungeons could be judged, {undecided} are undecided");
        return Ok(Outcome::Failed(why));
    };
    if let Some(unseen) = unseen(program, &expected, &files)? {
        return Ok(Outcome::Failed(format!("{unseen} was not found")));
    }
    Ok(Outcome::Passed(format!(
        "{judged} dungeons have verdict, cost and states as before, and {undecided} more were not decided; files without \
         walls are told apart"
    )))
}

/// Control: the first file with an unchanged verdict after its walls were removed.
fn unseen(program: &Path, expected: &Answer, files: &[PathBuf]) -> Result<Option<String>> {
    for file in files {
        let broken = without_walls(file)?;
        let found = verify(program, &[broken])?.remove(0);
        if expected.differs(&found).is_none() {
            return Ok(Some(format!("{} without its walls", file.display())));
        }
    }
    Ok(None)
}

/// Removes a needed key from the files of `many` dungeons and checks that they can no longer be won.
///
/// # Errors
/// The program cannot be run, or a file cannot be read.
pub(super) fn spoilt(program: &Path, exported: &Exported, many: usize) -> Result<Outcome> {
    let many = many.min(exported.dungeons.len());
    let (mut found, mut keyless) = (0, 0);
    for dungeon in spread(exported, many) {
        if found == many {
            break;
        }
        let whole = verify(program, std::slice::from_ref(dungeon))?.remove(0);
        let mut broken = Vec::new();
        for file in files(exported, dungeon)? {
            broken.extend(whole.needed().find_map(|key| without(&file, key).transpose()));
        }
        let broken: Vec<PathBuf> = broken.into_iter().collect::<Result<_>>()?;
        if broken.is_empty() {
            keyless += 1;
            continue;
        }
        for (file, answer) in broken.iter().zip(verify(program, &broken)?) {
            if answer.verdict != "unsolvable" {
                let (file, verdict) = (file.display(), answer.verdict);
                return Ok(Outcome::Failed(format!("{file} without its key is {verdict}")));
            }
        }
        found += 1;
    }
    Ok(match found {
        0 => Outcome::Failed(format!("no dungeon of {} was spoilt", exported.dungeons.len())),
        _ if found < many => Outcome::Failed(format!("{found} of {many} dungeons were spoilt")),
        _ => Outcome::Passed(format!(
            "{found} dungeons cannot be won from LDtk or Tiled without a key; {keyless} more need none"
        )),
    })
}

/// Tile ids.
const FLOOR: u64 = 1;
const WALL: u64 = 2;

/// Writes a copy of a file with floor instead of walls.
///
/// # Errors
/// The file cannot be read or written, or has no walls.
pub(super) fn without_walls(file: &Path) -> Result<PathBuf> {
    let mut project = read(file)?;
    let mut many = 0;
    // A project has the tile ids; a map has ids plus one, and 0 for an empty cell.
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

/// Writes a copy of a file without the objects that give a content; `None` if no object gives it.
///
/// # Errors
/// The file cannot be read or written.
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

/// True if an object gives a content, and no tile does too.
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

/// The layers of an LDtk project or a Tiled map.
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

/// The layers of an LDtk level.
fn of_level(level: &mut Value) -> impl Iterator<Item = &mut Value> {
    level.get_mut("layerInstances").and_then(Value::as_array_mut).into_iter().flatten()
}

fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
}

/// Writes a broken file into a sibling folder, to keep it apart from the valid ones.
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

    fn answer(verdict: &str, cost: Option<f64>, states: Option<u64>) -> Answer {
        Answer { verdict: verdict.to_owned(), cost, states, needed: Vec::new() }
    }

    #[test]
    fn answers_agree_only_where_both_know() {
        let good = answer("solvable", Some(3.0), Some(9));
        assert_eq!(good.differs(&good), None);
        let lost = answer("unsolvable", None, Some(9));
        assert_eq!(lost.differs(&lost), None);
        for other in [
            answer("solvable", Some(4.0), Some(9)),
            answer("solvable", Some(3.0), Some(8)),
            answer("solvable", Some(3.0), None),
            lost,
        ] {
            assert!(good.differs(&other).is_some(), "{other:?}");
        }
        for nothing in [
            answer("unknown", None, None),
            answer("solvable", None, Some(9)),
            answer("solvable", Some(3.0), None),
            answer("unsolvable", None, None),
        ] {
            assert!(nothing.differs(&nothing).is_some(), "{nothing:?}");
        }
    }

    #[test]
    fn the_first_few_are_spread() {
        let dungeons: Vec<PathBuf> = (0..7).map(|at: u32| at.to_string().into()).collect();
        let exported = Exported { dungeons, files: PathBuf::new(), seconds: 0.0 };
        let order: Vec<_> = spread(&exported, 3).map(|file| file.display().to_string()).collect();
        assert_eq!(order, ["0", "2", "4", "6", "1", "3", "5"]);
    }

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
