//! Compares output with a list of hashes.
//!
//! A list is `tests/pinned/NAME.txt` of a crate, with a line per part: its name, a tab, a hash. If a hash differs, the
//! current output is kept in a file, to compare it with the output of older code; `QUANDARY_BLESS=1` rewrites the list.

use std::fs;
use std::path::{Path, PathBuf};

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo).
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Compares output with the list of a name: `hold!(name, &[(part, text), ...])`.
#[doc(hidden)]
#[macro_export]
macro_rules! hold_pinned {
    ($name:expr, $said:expr $(,)?) => {
        $crate::pinned::Lists {
            package: env!("CARGO_MANIFEST_DIR"),
            // Unit tests have no temporary folder of their own.
            differing: option_env!("CARGO_TARGET_TMPDIR"),
        }
        .hold($name, $said)
    };
}
pub use hold_pinned as hold;

/// The folders of a package's lists and of differing output; `hold!` fills it in at the call.
#[derive(Debug)]
pub struct Lists {
    /// The folder of the package.
    pub package: &'static str,
    /// The folder for differing output; by default the temporary folder of the system.
    pub differing: Option<&'static str>,
}

impl Lists {
    /// Compares output with the list of a name.
    pub fn hold(&self, name: &str, said: &[(&str, String)]) {
        let file = Path::new(self.package).join(format!("tests/pinned/{name}.txt"));
        // The version number in the output is not part of the hash.
        let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
        let line = |(part, text): &(&str, String)| {
            format!("{part}\t{:016x}", hash(&text.replace(&version, "")))
        };
        let lines: Vec<String> = said.iter().map(line).collect();
        if std::env::var_os("QUANDARY_BLESS").is_some() {
            fs::write(&file, lines.join("\n") + "\n").expect("a list that can be written");
            return;
        }
        let known = fs::read_to_string(&file).unwrap_or_default();
        let known: Vec<&str> = known.lines().collect();
        let mut kept = Vec::new();
        for (line, (part, text)) in lines.iter().zip(said) {
            if !known.contains(&line.as_str()) {
                let folder = self.differing.map_or_else(std::env::temp_dir, PathBuf::from);
                let path = folder.join(format!("{name}-{part}.txt"));
                fs::write(&path, text).expect("a file for what was said");
                kept.push(path.display().to_string());
            }
        }
        let kept = kept.join("\n");
        assert!(
            kept.is_empty(),
            "{name}: this is not what was said before; if it is meant, QUANDARY_BLESS=1 writes the list anew\n{kept}"
        );
        assert_eq!(known.len(), lines.len(), "{name}: parts that are no more");
    }
}
