//! The names that a file gives to its things, beside those that judgements use: `symbol:A` is the chaplain's key.

use dungeon::json::judged;
use voice::shown;

/// Things, as judgements name them, each with its name.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// The names that a text gives; none where it is no dungeon.
    pub(crate) fn of(text: &str) -> Self {
        Self(judged::names(text))
    }

    /// The thing of a name, with its article or without; what is no name is a thing already.
    pub(crate) fn thing<'a>(&'a self, name: &'a str) -> &'a str {
        let plain = |name: &str| name.trim().trim_start_matches("the ").to_lowercase();
        let found = self.0.iter().find(|(_, known)| plain(known) == plain(name));
        found.map_or(name, |(thing, _)| thing)
    }

    /// What the things are called that a text speaks of, in a line; nothing where it speaks of none.
    pub(crate) fn legend(&self, text: &str) -> String {
        let is_whole =
            |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || "_-:".contains(c));
        let is_told = |thing: &str| {
            text.match_indices(thing)
                .any(|(at, _)| text.get(at + thing.len()..).is_some_and(is_whole))
        };
        let told = self.0.iter().filter(|(thing, _)| is_told(thing));
        let told: Vec<String> =
            told.map(|(thing, name)| shown(&format!("{thing} is {name}")).into_owned()).collect();
        if told.is_empty() { String::new() } else { format!("names: {}\n", told.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_things_are_told_by_each_other() {
        let things = r#"[{"thing":"symbol:A","name":"the cook's key"},{"thing":"symbol:AB","name":"a bell"}]"#;
        let names = Names::of(&format!(r#"{{"format":"quandary/dungeon/2","things":{things}}}"#));
        for name in ["the cook's key", "Cook's Key", "symbol:A"] {
            assert_eq!(names.thing(name), "symbol:A");
        }
        assert_eq!(names.thing("bombs"), "bombs");
        assert_eq!(
            names.legend("needed: symbol:A at [1,2]"),
            "names: symbol:A is the cook's key\n"
        );
        assert_eq!(names.legend("needed: symbol:AB+symbol:A\n").matches(" is ").count(), 2);
        assert_eq!(names.legend("needed: symbol:ABC, symbol:A-1"), "");
        assert_eq!(Names::of("#@*#").legend("symbol:A"), "");
    }
}
