//! Builds the studio: two modules of WebAssembly, bound, and the pages, all packed.

use super::sources::sources;
use anyhow::{Context, Result, ensure};
use std::env;
use std::path::Path;
use std::process::Command;

/// The modules: features of `quandary-web`, and names of what is bound.
const MODULES: [&str; 2] = ["levels", "words"];
/// The stack of a module, in bytes: as much as the threads of a search have.
const STACK: usize = 8 << 20;
const TARGET: &str = "wasm32-unknown-unknown";

/// The versions of the algorithms that are built in.
pub(super) fn algorithms() -> Vec<String> {
    let riddle = crossword::riddle::ALGORITHM;
    vec![dungeon::json::dungeon::ALGORITHM.to_owned(), riddle.to_owned()]
}

/// Builds all of it into `crates/studio/dist`.
pub(super) fn build(root: &Path, wasm_bindgen: &Path) -> Result<()> {
    let web = root.join("web");
    if !web.join("node_modules").is_dir() {
        run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&web))?;
    }
    for module in MODULES {
        self::module(root, wasm_bindgen, module)?;
    }
    let npx = |arguments: &[&str]| run(Command::new("npx").args(arguments).current_dir(&web));
    npx(&["svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings"])?;
    npx(&["vite", "build", "--outDir", ".build/site", "--emptyOutDir"])?;
    let mut pack = Command::new("node");
    pack.args(["pack.mjs", ".build/site", "../crates/studio/dist"]);
    run(pack.arg(sources(root)?).args(algorithms()).current_dir(&web))
}

/// Builds and binds one module. `wasm-opt` would make it smaller, and what is sent of it larger.
fn module(root: &Path, wasm_bindgen: &Path, name: &str) -> Result<()> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let home = env::var("CARGO_HOME")
        .or_else(|_| env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_default();
    // No path of this machine is built in.
    let flags = format!(
        "-C link-arg=-zstack-size={STACK} --remap-path-prefix={home}=/cargo --remap-path-prefix={}=/quandary",
        root.display()
    );
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--profile", "web", "--locked", "-p", "quandary-web", "--lib"]);
    cargo.args(["--target", TARGET, "--no-default-features", "--features", name]);
    run(cargo.env("RUSTFLAGS", flags).current_dir(root))?;
    let folder = root.join("web/.build").join(name);
    let built = target.join(TARGET).join("web/quandary_web.wasm");
    let mut bind = Command::new(wasm_bindgen);
    bind.args(["--target", "web", "--out-name", name, "--out-dir"]).arg(&folder).arg(&built);
    run(&mut bind)
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
