//! The proofs: each runs readers of others over the files, and says how that ended.

use super::ended::Ended;
use super::made::Made;
use crate::root::root;
use anyhow::{Context, Result};
use serde_json::Value;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The tests of the crate `export` over all dungeons: the schema of LDtk, a crate of others, the flood of walls, and what is
/// read again.
pub(super) fn tests(made: &Made) -> Result<Ended> {
    let folder =
        made.dungeons.first().and_then(|file| file.parent()).context("there are no dungeons")?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let ran = Command::new(cargo)
        .args([
            "test",
            "--package",
            "quandary-export",
            "--test",
            "ldtk",
            "--test",
            "ldtk_whole",
            "--test",
            "uvtt",
            "--test",
            "tmj",
        ])
        .current_dir(root()?)
        .env("QUANDARY_DUNGEONS", folder)
        .output()
        .context("cannot run cargo")?;
    let said = text(&ran);
    let skipped = said.lines().find(|line| line.starts_with("skipped:"));
    let passed: u32 = said
        .lines()
        .filter_map(|line| {
            line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<u32>().ok()
        })
        .sum();
    Ok(match (ran.status.success(), skipped) {
        (false, _) => Ended::Failed(said),
        (true, Some(why)) => Ended::NotRun(format!("all but the schema of LDtk held; {why}")),
        (true, None) => {
            Ended::Held(format!("{passed} tests over {} dungeons", made.dungeons.len()))
        }
    })
}

/// A script of Node over all files.
pub(super) fn node(made: &Made, script: &str) -> Result<Ended> {
    let folder = root()?.join("xtask/engines");
    if !folder.join("node_modules").is_dir() {
        let Ok(npm) = Command::new("npm")
            .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"])
            .current_dir(&folder)
            .output()
        else {
            return Ok(Ended::NotRun("Node with npm is not installed".to_owned()));
        };
        if !npm.status.success() {
            return Ok(Ended::NotRun(format!("npm ci in xtask/engines failed: {}", text(&npm))));
        }
    }
    let chromium =
        env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    if script == "godot.mjs" && !chromium.is_file() {
        return Ok(Ended::NotRun(format!(
            "{} is not there; CHROMIUM names another",
            chromium.display()
        )));
    }
    let Ok(ran) = Command::new("node").arg(script).arg(&made.files).current_dir(&folder).output()
    else {
        return Ok(Ended::NotRun("Node is not installed".to_owned()));
    };
    Ok(ended(&ran))
}

/// The script of Python over all maps.
pub(super) fn tiled(made: &Made) -> Result<Ended> {
    let folder = root()?.join("xtask/engines");
    let home = made.files.with_file_name("python");
    let made_env = Command::new("python3").args(["-m", "venv"]).arg(&home).output();
    if !made_env.is_ok_and(|ran| ran.status.success()) {
        return Ok(Ended::NotRun("Python with venv is not installed".to_owned()));
    }
    let installed = Command::new(home.join("bin/pip"))
        .args([
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--requirement",
            "requirements.txt",
        ])
        .current_dir(&folder)
        .output()
        .context("cannot run pip")?;
    if !installed.status.success() {
        return Ok(Ended::NotRun(format!(
            "pytiled-parser could not be installed: {}",
            text(&installed)
        )));
    }
    let ran = Command::new(home.join("bin/python"))
        .arg("tiled.py")
        .arg(&made.files)
        .current_dir(&folder)
        .output();
    Ok(ended(&ran.context("cannot run Python")?))
}

/// Verdict, cost and states of some dungeons, and of what is read from LDtk and from Tiled.
pub(super) fn judged(program: &Path, made: &Made, many: usize) -> Result<Ended> {
    let many = many.min(made.dungeons.len());
    let step = (made.dungeons.len() / many.max(1)).max(1);
    for dungeon in made.dungeons.iter().step_by(step).take(many) {
        let expected = verdict(program, dungeon)?;
        let folder = made.files.join(dungeon.file_stem().unwrap_or_default());
        for file in fs::read_dir(&folder)? {
            let file = file?.path();
            if file.extension().is_none_or(|ending| ending != "ldtk" && ending != "tmj") {
                continue;
            }
            let found = verdict(program, &file)?;
            if found != expected {
                let (file, dungeon) = (file.display(), dungeon.display());
                return Ok(Ended::Failed(format!(
                    "{file} is {found:?}, and {dungeon} {expected:?}"
                )));
            }
        }
    }
    Ok(Ended::Held(format!("{many} dungeons have verdict, cost and states as before")))
}

/// What the program's judge says of a level: its verdict, the least cost, and the number of states.
fn verdict(program: &Path, file: &Path) -> Result<[Value; 3]> {
    let ran = Command::new(program).arg("check").arg(file).args(["--format", "json"]).output();
    let ran = ran.context("cannot run the program")?;
    let told: Value = serde_json::from_slice(&ran.stdout)
        .with_context(|| format!("{}: {}", file.display(), String::from_utf8_lossy(&ran.stderr)))?;
    let field = |name: &str| told.pointer(name).cloned().unwrap_or(Value::Null);
    Ok([field("/verdict"), field("/cost"), field("/states")])
}

/// A project whose key was taken away cannot be won any more, or asks for what nothing gives.
pub(super) fn spoilt(program: &Path, made: &Made) -> Result<Ended> {
    let mut found = 0;
    for dungeon in made.dungeons.iter().take(3) {
        let folder = made.files.join(dungeon.file_stem().unwrap_or_default());
        let files = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        let is_floors = |file: &PathBuf| {
            file.to_string_lossy().ends_with(".ldtk")
                && !file.to_string_lossy().ends_with("-rooms.ldtk")
        };
        let Some(file) = files.into_iter().find(is_floors) else { continue };
        let mut project: Value = serde_json::from_str(&fs::read_to_string(&file)?)?;
        if !drop_key(&mut project) {
            continue;
        }
        let broken = folder.join("broken.ldtk");
        fs::write(&broken, project.to_string())?;
        let [found_now, ..] = verdict(program, &broken)?;
        if found_now != "unsolvable" {
            let file = file.display();
            return Ok(Ended::Failed(format!("{file} without its key is {found_now}")));
        }
        found += 1;
    }
    Ok(Ended::Held(format!("{found} projects are not won without a key")))
}

/// Takes the first key that a lock refers to out of a project.
fn drop_key(project: &mut Value) -> bool {
    let mut gone = false;
    for level in project.get_mut("levels").and_then(Value::as_array_mut).into_iter().flatten() {
        for layer in
            level.get_mut("layerInstances").and_then(Value::as_array_mut).into_iter().flatten()
        {
            let Some(things) = layer.get_mut("entityInstances").and_then(Value::as_array_mut)
            else {
                continue;
            };
            let is_key = |thing: &Value| {
                let fields = thing.get("fieldInstances").and_then(Value::as_array);
                let gives =
                    fields.into_iter().flatten().find(|field| field["__identifier"] == "gives");
                let gives = gives.and_then(|field| field["__value"].as_str()).unwrap_or_default();
                thing["__identifier"] == "Key" && gives == "symbol:A"
            };
            let before = things.len();
            things.retain(|thing| !is_key(thing));
            gone |= things.len() < before;
        }
    }
    gone
}

fn ended(ran: &Output) -> Ended {
    let said = text(ran);
    let last = said.lines().last().unwrap_or_default().to_owned();
    match ran.status.success() {
        true => Ended::Held(last),
        false => Ended::Failed(said),
    }
}

/// What a command said, its errors first.
fn text(ran: &Output) -> String {
    let told =
        [&ran.stderr, &ran.stdout].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
    told.join("\n").trim().to_owned()
}
