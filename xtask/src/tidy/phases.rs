//! The phase list of `ARCHITECTURE.md`, held against the body of `mission::attempt`.
//!
//! A phase is a function of a module that `attempt` calls, as in `tree::entrance(..)`; the last one
//! is the constraints' own word, a method. The page lists them between two marks, each item beginning
//! with the phase's name in backticks.

use super::finding::Finding;
use super::scan;

/// The page that lists the phases.
pub(super) const PAGE: &str = "ARCHITECTURE.md";
/// The file whose `attempt` runs them.
pub(super) const CODE: &str = "crates/dungeon/src/mission/mod.rs";

/// The phase that is a method: its call, and its name on the page.
const METHOD: (&str, &str) = ("accepts", "accept");
const OPEN: &str = "<!-- phases: mission -->";
const CLOSE: &str = "<!-- /phases -->";

/// The phases of the page against those of the code.
pub(super) fn check(page: &str, code: &str) -> Vec<Finding> {
    let (line, listed) = match listed(page) {
        Ok(found) => found,
        Err(finding) => return vec![finding],
    };
    let Some(called) = called(&scan::code_only(code)) else {
        return vec![Finding::new(CODE, 1, "there is no `fn attempt`")];
    };
    if listed == called {
        return Vec::new();
    }
    let (listed, called) = (listed.join(", "), called.join(", "));
    let what = format!("the phases listed are [{listed}], those of `attempt` are [{called}]");
    vec![Finding::new(PAGE, line, what)]
}

/// The phases that the page lists, and the line of the opening mark.
fn listed(page: &str) -> Result<(usize, Vec<String>), Finding> {
    let lines: Vec<&str> = page.lines().map(str::trim).collect();
    let Some(open) = lines.iter().position(|line| *line == OPEN) else {
        return Err(Finding::new(PAGE, 1, format!("there is no line `{OPEN}`")));
    };
    let Some(length) = lines[open..].iter().position(|line| *line == CLOSE) else {
        return Err(Finding::new(PAGE, open + 1, format!("no line `{CLOSE}` ends the phases")));
    };
    let mut names = Vec::new();
    for (number, line) in (open + 1..).zip(&lines[open..open + length]) {
        if let Some(item) = item(line) {
            let name = backticked(item).ok_or_else(|| {
                Finding::new(PAGE, number, "a phase begins with the name of its file in backticks")
            })?;
            names.push(name.trim_end_matches(".rs").to_owned());
        }
    }
    Ok((open + 1, names))
}

/// Text of a list item, without its bullet or number.
fn item(line: &str) -> Option<&str> {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match numbered.strip_prefix(['.', ')']) {
        Some(rest) if numbered != line => rest,
        _ => line.strip_prefix(['-', '*', '+'])?,
    };
    rest.starts_with(' ').then(|| rest.trim_start())
}

/// The text in backticks with which an item begins, bold or not.
fn backticked(item: &str) -> Option<&str> {
    item.trim_start_matches('*').strip_prefix('`')?.split_once('`').map(|(name, _)| name)
}

/// The phases that `attempt` calls, in the order of their first calls: functions of the modules of the file, and the
/// method.
fn called(code: &str) -> Option<Vec<String>> {
    let modules: Vec<&str> =
        scan::words(code, "mod").map(|at| scan::name(&code[at + 3..])).collect();
    let attempt = scan::functions(code).find(|function| function.name == "attempt")?;
    let mut names: Vec<String> = Vec::new();
    let is_code = |c: char| c == '_' || c == ':' || c.is_alphanumeric();
    let mut rest = attempt.body;
    while let Some(start) = rest.find(is_code) {
        let (before, from) = rest.split_at(start);
        let (path, after) = from.split_at(from.find(|c| !is_code(c)).unwrap_or(from.len()));
        let phase = match path == METHOD.0 && before.ends_with('.') {
            true => after.starts_with('(').then_some(METHOD.1),
            false => called_function(path, after)
                .filter(|(module, _)| modules.contains(module))
                .map(|(_, function)| function),
        };
        if let Some(phase) = phase
            && !names.iter().any(|name| name == phase)
        {
            names.push(phase.to_owned());
        }
        rest = after;
    }
    Some(names)
}

/// The module and the function of a call `module::function(` or `module::function::<`, `self::` before it or not.
fn called_function<'a>(path: &'a str, after: &str) -> Option<(&'a str, &'a str)> {
    let path = path.strip_prefix("self::").unwrap_or(path);
    let (path, turbofish) = match path.strip_suffix("::") {
        Some(path) => (path, true),
        None => (path, false),
    };
    let (module, function) = path.split_once("::")?;
    let is_function = !function.contains(':') && function.starts_with(char::is_lowercase);
    let called = is_function && after.starts_with(if turbofish { '<' } else { '(' });
    called.then_some((module, function))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULES: &str = "mod tree;\npub mod ends;\nmod graph;\n";

    fn check(list: &str, body: &str, expect: &[&str]) {
        let page = format!("# A\n\n{OPEN}\n{list}\n{CLOSE}\n");
        let code = format!("{MODULES}\npub fn attempt<C: Fn(u8)>(c: C) -> [u8; 2] {{ {body} }}");
        let found: Vec<_> = super::check(&page, &code).iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{list} {body}");
    }

    #[test]
    fn the_list_is_the_order_of_calls() {
        let body = "let a = tree::entrance(c)?; // ends::first()\n std::mem::take(&mut a); \
            u64::from(1); tree::rooms::<C>(a, graph::Graph::new()); tree::entrance(); \
            self::ends::goal(\"graph::x()\")";
        check("1. `entrance`: one room\n2. `rooms`\n   and more\n\n3. **`goal.rs`**", body, &[]);
        check("- `entrance`\n- `rooms`\n* `goal`", body, &[]);
        check("1. `rooms`\n2. `accept`", "tree::rooms(accepts()); if c.accepts(1) {}", &[]);
    }

    #[test]
    fn a_difference_is_found() {
        check(
            "1. `rooms`\n2. `entrance`",
            "tree::entrance(); tree::rooms()",
            &["ARCHITECTURE.md:3: the phases listed are [rooms, entrance], \
               those of `attempt` are [entrance, rooms]"],
        );
        check(
            "1. The `rooms`",
            "",
            &["ARCHITECTURE.md:4: a phase begins with the name of its file in backticks"],
        );
    }

    #[test]
    fn both_must_be_there() {
        let first = |page: &str, code: &str| super::check(page, code)[0].to_string();
        assert_eq!(first("", ""), format!("ARCHITECTURE.md:1: there is no line `{OPEN}`"));
        let unended = first(&format!("\n{OPEN}\n"), "");
        assert_eq!(unended, format!("ARCHITECTURE.md:2: no line `{CLOSE}` ends the phases"));
        let page = format!("{OPEN}\n{CLOSE}\n");
        assert_eq!(first(&page, "fn main() {}"), format!("{CODE}:1: there is no `fn attempt`"));
    }
}
