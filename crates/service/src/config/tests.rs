//! Tests of the configuration: reading, errors, and the shipped files.

use super::*;
use std::fs;

fn error(text: &str) -> String {
    format!("{:#}", Config::read(text).unwrap_err())
}

#[test]
fn the_example_is_the_default() {
    let text = include_str!("../../../../deploy/quandary.toml");
    assert_eq!(Config::read(text).unwrap(), Config::default());
    // Every commented-out line is valid.
    let field = |line: &str| line.strip_prefix("#= ").unwrap_or(line).to_owned() + "\n";
    let whole: String = text.lines().map(field).collect();
    let config = Config::read(&whole).unwrap();
    assert!(config.operator_key_file.is_some() && config.rate.burst.is_some());
    assert_eq!(config.operator.len(), 1);
}

#[test]
fn errors_name_line_field_and_what_is_known() {
    let check = |text: &str, parts: &[&str]| {
        let said = error(text);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    };
    check("\nlitsen = \"x\"", &["line 2, litsen", "unknown field `litsen`", "`listen`"]);
    check("[limits]\nbody = 1", &["line 2, body", "`body_bytes`"]);
    check("listen = \"here\"", &["line 1, listen", "invalid socket address"]);
    check("[log]\nformat = \"xml\"", &["line 2", "`text` or `json`"]);
    check("max_connections = 0", &["max_connections", "at least 1"]);
    check("[rate]\ntrusted_proxies = [\"10.0.0.0/99\"]", &["line 2", "10.0.0.0/99"]);
    check("[cors]\norigins = [\"example.org\"]", &["no origin"]);
    check("store = \"mysql://me:hush@x/y\"", &["sqlite:FILE"]);
    check("[log]\nlevel = \"loud=er\"", &["log.level", "is no level", "debug"]);
    check("= 7", &["line 1"]);
}

/// For any number of cores, the memory of all concurrent verifications is bounded, and the systemd unit allows more.
#[test]
fn all_permits_together_keep_to_the_memory() {
    for permits in [1, 2, 4, 8, 64] {
        let mut config = Config::default();
        config.pool.permits = permits;
        let each = config.limits_of_each().state_bytes;
        assert!(each * permits as u64 <= config.limits.all_state_bytes, "{permits}");
        assert_eq!(each, (512 << 20).min((2 << 30) / permits as u64));
    }
    let unit = include_str!("../../../../deploy/quandary.service");
    let most = unit.lines().find_map(|line| line.strip_prefix("MemoryMax=")).unwrap();
    let most = most.strip_suffix('G').unwrap().parse::<u64>().unwrap() << 30;
    assert!(most >= Config::default().limits.all_state_bytes + (1 << 30));
}

#[test]
fn nothing_of_a_key_is_ever_told() {
    for text in ["operator_key = [\"hush\"]", "operator_key = \"hush", "operator_key = hush"] {
        assert!(!error(text).contains("hush"), "{}", error(text));
    }
    let config = Config::read("operator_key = \"hush-hush-hush-hush\"").unwrap();
    assert!(!format!("{config:?}").contains("hush"));
}

/// A key and its hash from `printf %s KEY | sha256sum`.
const KEY: (&str, &str) =
    ("a key for tests only", "0796834ae778ad5495ef50031f6730d038f9df25066e2c0cd9c65732b154a6d1");

#[test]
fn keys_that_may_be_guessed_are_refused() {
    let said = error("\noperator_key = \"hush-hush\"");
    assert!(said.contains("line 2, operator_key") && said.contains("9 bytes"), "{said}");
    assert!(said.contains("at least 16") && said.contains("quandary serve --make-key"), "{said}");
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "hush\n").unwrap();
    let mut config = Config::read(&format!("operator_key_file = {:?}", file.path())).unwrap();
    let said = format!("{:#}", config.find_key(None).unwrap_err());
    assert!(said.contains("operator_key_file") && said.contains("4 bytes"), "{said}");
    let said = format!("{:#}", config.find_key(Some("hush".to_owned())).unwrap_err());
    assert!(said.contains("QUANDARY_OPERATOR_KEY") && !said.contains("hush"), "{said}");
}

#[test]
fn operators_have_names_and_hashes_of_keys() {
    let (key, hash) = KEY;
    let named = |name: &str| format!("[[operator]]\nname = {name:?}\nkey_sha256 = {hash:?}\n");
    let one = "operator_key = \"another key for tests\"\n".to_owned() + &named("anna-laptop");
    let config = Config::read(&one).unwrap();
    let operator_with = |key: &str| config.operator_with(&KeyHash::of(key.as_bytes()));
    assert_eq!(operator_with(key), Some("anna-laptop"));
    assert_eq!(operator_with("another key for tests"), Some("default"));
    assert_eq!((operator_with("a key for tests onl"), operator_with("")), (None, None));
    assert_eq!(config.operators().collect::<Vec<_>>(), ["default", "anna-laptop"]);
    assert!(config.has_operators() && !Config::default().has_operators());
    let check = |text: &str, part: &str| {
        let said = error(text);
        assert!(said.contains(part) && !said.contains(hash), "{said}");
    };
    check(&(named("a") + &named("a")), "\"a\" is there twice");
    check(&(named("a") + &named("b")), "\"b\" has the key of \"a\"");
    check(&named("default"), "the key without a name");
    check(&named(""), "is no name");
    check(&named("Anna Ek"), "is no name");
    check("[[operator]]\nname = \"a\"", "key_sha256 is");
    check(&named("a").replace("key_sha256 = \"", "key_sha256 = \"0"), "64 hexadecimal digits");
}

#[test]
fn a_key_comes_from_one_place() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), "a-key-of-the-file\n").unwrap();
    let named = format!("operator_key_file = {:?}", file.path());
    let mut config = Config::read(&named).unwrap();
    config.find_key(Some(String::new())).unwrap();
    assert_eq!(config.operator_key, Some(Secret::new("a-key-of-the-file").unwrap()));
    let mut config = Config::read(&named).unwrap();
    config.find_key(Some("a-key-of-the-environment".to_owned())).unwrap();
    assert_eq!(config.operator_key, Some(Secret::new("a-key-of-the-environment").unwrap()));
    let mut both =
        Config::read(&format!("operator_key = \"a-key-as-it-stands\"\n{named}")).unwrap();
    assert!(both.find_key(None).unwrap_err().to_string().contains("one is enough"));
}

#[test]
fn levels_are_log_level() {
    for good in ["info", "off", "info,sqlx=debug"] {
        assert!(log_level(good).is_ok(), "{good}");
    }
    let said = format!("{:#}", log_level("info,sqlx=loud").unwrap_err());
    assert!(said.contains("\"info,sqlx=loud\" is no level; it is error, warn"), "{said}");
}

#[test]
fn networks_are_read() {
    assert!("0.0.0.0/0".parse::<Network>().unwrap().contains([1, 2, 3, 4].into()));
    assert!("::/0".parse::<Network>().unwrap().contains("::1".parse().unwrap()));
    for wrong in ["", "10.0.0", "10.0.0.0/33", "::1/129", "a/8", "10.0.0.0/"] {
        assert!(wrong.parse::<Network>().is_err(), "{wrong}");
    }
}
