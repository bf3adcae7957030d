//! What is read again from LDtk and from Tiled is judged as the dungeon is; and a level that was spoilt is not.

use super::made::Made;
use super::readers::Ended;
use super::spoil;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program's judge says of a level.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Answer {
    verdict: String,
    cost: Option<f64>,
    states: Option<u64>,
    needed: Vec<Needed>,
}

/// Something in a level, and whether it cannot be won without it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Needed {
    content: Option<String>,
    needed: Option<bool>,
}

impl Answer {
    /// True if nothing was left undecided: two answers that know nothing are alike and say nothing.
    fn is_whole(&self) -> bool {
        match self.verdict.as_str() {
            "solvable" => self.cost.is_some() && self.states.is_some(),
            "unsolvable" => self.states.is_some(),
            _ => false,
        }
    }

    /// What the other says otherwise, or what either does not say.
    fn differs(&self, other: &Self) -> Option<String> {
        let told = |one: &Self| format!("{} {:?} {:?}", one.verdict, one.cost, one.states);
        let same =
            (&self.verdict, self.cost, self.states) == (&other.verdict, other.cost, other.states);
        (!(same && self.is_whole())).then(|| format!("{} and not {}", told(other), told(self)))
    }

    /// The contents without which the level cannot be won.
    fn needed(&self) -> impl Iterator<Item = &str> {
        let needed = self.needed.iter().filter(|one| one.needed == Some(true));
        needed.filter_map(|one| one.content.as_deref())
    }
}

/// What the judge says of files, all of which are asked at once.
fn asked(program: &Path, files: &[PathBuf]) -> Result<Vec<Answer>> {
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

/// The files of a dungeon that are read again: projects of LDtk, of floors and of rooms, and the map of Tiled.
fn files(made: &Made, dungeon: &Path) -> Result<Vec<PathBuf>> {
    let folder = made.files.join(dungeon.file_stem().unwrap_or_default());
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

/// The dungeons in an order in which the first few are spread over all of them.
fn spread(made: &Made, many: usize) -> impl Iterator<Item = &PathBuf> {
    let step = (made.dungeons.len() / many.max(1)).max(1);
    (0..step).flat_map(move |first| made.dungeons.iter().skip(first).step_by(step))
}

/// Verdict, cost and states of so many dungeons, and of what is read from LDtk and from Tiled.
///
/// # Errors
/// When the program cannot be run, or a file cannot be read.
pub(super) fn again(program: &Path, made: &Made, many: usize) -> Result<Ended> {
    let many = many.min(made.dungeons.len());
    let (mut judged, mut undecided) = (0, 0);
    let mut controls = None;
    for dungeon in spread(made, many) {
        if judged == many {
            break;
        }
        let files = files(made, dungeon)?;
        let has =
            |ending: &str| files.iter().any(|file| file.extension().is_some_and(|e| e == ending));
        if !has("ldtk") || !has("tmj") {
            return Ok(Ended::Failed(format!("{} has no file to be read", dungeon.display())));
        }
        let all: Vec<PathBuf> = [dungeon.clone()].into_iter().chain(files.clone()).collect();
        let mut answers = asked(program, &all)?.into_iter();
        let expected = answers.next().context("the judge says nothing")?;
        if !expected.is_whole() {
            undecided += 1;
            continue;
        }
        for (file, found) in files.iter().zip(answers) {
            if let Some(fault) = expected.differs(&found) {
                return Ok(Ended::Failed(format!("{} is {fault}", file.display())));
            }
        }
        judged += 1;
        controls = controls.or(Some((expected, files)));
    }
    let Some((expected, files)) = controls.filter(|_| judged == many && many > 0) else {
        let why = format!("{judged} of {many} dungeons could be judged, {undecided} are undecided");
        return Ok(Ended::Failed(why));
    };
    if let Some(unseen) = unseen(program, &expected, &files)? {
        return Ok(Ended::Failed(format!("{unseen} was not found")));
    }
    Ok(Ended::Held(format!(
        "{judged} dungeons have verdict, cost and states as before, and {undecided} more were not decided; files without \
         walls are told apart"
    )))
}

/// The first file of those that is judged as before although its walls were taken away.
fn unseen(program: &Path, expected: &Answer, files: &[PathBuf]) -> Result<Option<String>> {
    for file in files {
        let broken = spoil::without_walls(file)?;
        let found = asked(program, &[broken])?.remove(0);
        if expected.differs(&found).is_none() {
            return Ok(Some(format!("{} without its walls", file.display())));
        }
    }
    Ok(None)
}

/// Files of so many dungeons out of which a key was taken that is needed: they cannot be won any more.
///
/// # Errors
/// When the program cannot be run, or a file cannot be read.
pub(super) fn spoilt(program: &Path, made: &Made, many: usize) -> Result<Ended> {
    let many = many.min(made.dungeons.len());
    let (mut found, mut keyless) = (0, 0);
    for dungeon in spread(made, many) {
        if found == many {
            break;
        }
        let whole = asked(program, std::slice::from_ref(dungeon))?.remove(0);
        let mut broken = Vec::new();
        for file in files(made, dungeon)? {
            broken.extend(whole.needed().find_map(|key| spoil::without(&file, key).transpose()));
        }
        let broken: Vec<PathBuf> = broken.into_iter().collect::<Result<_>>()?;
        if broken.is_empty() {
            keyless += 1;
            continue;
        }
        for (file, answer) in broken.iter().zip(asked(program, &broken)?) {
            if answer.verdict != "unsolvable" {
                let (file, verdict) = (file.display(), answer.verdict);
                return Ok(Ended::Failed(format!("{file} without its key is {verdict}")));
            }
        }
        found += 1;
    }
    Ok(match found {
        0 => Ended::Failed(format!("no dungeon of {} was spoilt", made.dungeons.len())),
        _ if found < many => Ended::Failed(format!("{found} of {many} dungeons were spoilt")),
        _ => Ended::Held(format!(
            "{found} dungeons cannot be won from LDtk or Tiled without a key; {keyless} more need none"
        )),
    })
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
        let made = Made { dungeons, files: PathBuf::new(), seconds: 0.0 };
        let order: Vec<_> = spread(&made, 3).map(|file| file.display().to_string()).collect();
        assert_eq!(order, ["0", "2", "4", "6", "1", "3", "5"]);
    }
}
