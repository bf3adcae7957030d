//! The table of sums, a column each, with examples of what is wrong.

use super::figures::Figures;
use super::kinds::GATES;
use super::patterns::PATTERNS;
use super::sum::{ROWS, Sum, Told, is_short, strings};
use crate::sheet::align;
use std::collections::BTreeSet;

/// A line: its head, and a cell for each sum.
fn line(head: &str, sums: &[Sum], cell: impl Fn(&Sum) -> String) -> Vec<String> {
    [head.to_owned()].into_iter().chain(sums.iter().map(cell)).collect()
}

/// The whole table with examples of what is wrong.
pub(super) fn table(sums: &[Sum]) -> String {
    let mut lines = vec![line("", sums, |sum| sum.name.clone())];
    lines.push(line("dungeons", sums, |sum| sum.dungeons.to_string()));
    lines.push(line("refused", sums, |sum| sum.refused.len().to_string()));
    lines.push(line("of a later attempt", sums, |sum| sum.again.to_string()));
    lines.push(line("audited, ms each", sums, |sum| {
        format!("{:.0}", 1000.0 * sum.seconds / sum.dungeons.max(1) as f64)
    }));
    lines.push(line("states looked at, thousands each", sums, |sum| {
        (sum.looked / 1000 / sum.dungeons.max(1)).to_string()
    }));
    lines.extend(faults(sums));
    lines.extend(claims(sums));
    lines.extend(figures(sums));
    lines.extend(names("pattern", sums, &PATTERNS, |figures| strings(&figures.patterns)));
    lines.extend(names("gate", sums, &GATES, |figures| figures.kinds.clone()));
    let held: BTreeSet<&str> = sums
        .iter()
        .flat_map(|sum| &sum.figures)
        .flat_map(|figures| &figures.holders)
        .map(String::as_str)
        .collect();
    let held: Vec<&str> = held.into_iter().collect();
    lines.extend(names("holder", sums, &held, |figures| strings(&figures.holders)));
    align(&lines) + &examples(sums)
}

fn faults(sums: &[Sum]) -> Vec<Vec<String>> {
    let kinds: BTreeSet<&str> = sums.iter().flat_map(|sum| sum.faults.keys().copied()).collect();
    let count = |sum: &Sum, kind: &str| sum.faults.get(kind).map_or(0, |fault| fault.0).to_string();
    kinds
        .into_iter()
        .map(|kind| line(&format!("WRONG {kind}"), sums, |sum| count(sum, kind)))
        .collect()
}

fn claims(sums: &[Sum]) -> Vec<Vec<String>> {
    let kinds: BTreeSet<&String> = sums.iter().flat_map(|sum| sum.claims.keys()).collect();
    let count = |sum: &Sum, kind: &String| {
        let [holds, wrong, open] = sum.claims.get(kind).copied().unwrap_or_default();
        format!("{}/{wrong}/{open}", holds + wrong + open)
    };
    let lines = kinds.into_iter().map(|kind| {
        line(&format!("claim {kind}: asked/false/not decided"), sums, |sum| count(sum, kind))
    });
    let open = line("unlosable or walk: not decided", sums, |sum| sum.open.to_string());
    lines.chain([open]).collect()
}

fn figures(sums: &[Sum]) -> Vec<Vec<String>> {
    let cell = |sum: &Sum, (name, told, least): (&str, Told, f64)| {
        let Some(value) = sum.value(name, told) else { return "-".to_owned() };
        let short = if is_short(value, least) { "!" } else { "" };
        if least > 1.0 { format!("{value:.0}{short}") } else { format!("{value:.2}{short}") }
    };
    let head = |(name, told, least): (&str, Told, f64)| {
        let told = if told == Told::Median { "median " } else { "" };
        let least = if least > 1.0 { format!("{least:.0}") } else { format!("{least:.2}") };
        format!("{name}, {told}at least {least}")
    };
    ROWS.iter().map(|row| line(&head(*row), sums, |sum| cell(sum, *row))).collect()
}

/// Names with how often each came.
fn names(
    what: &str,
    sums: &[Sum],
    all: &[&str],
    of: impl for<'a> Fn(&'a Figures) -> Vec<&'a str>,
) -> Vec<Vec<String>> {
    let of = &of;
    let count = |sum: &Sum, name: &str| sum.counts(of).get(name).copied().unwrap_or(0).to_string();
    all.iter().map(|name| line(&format!("{what} {name}"), sums, |sum| count(sum, name))).collect()
}

fn examples(sums: &[Sum]) -> String {
    let mut text = String::new();
    for sum in sums {
        for (fault, (_, examples)) in &sum.faults {
            for example in examples {
                text.push_str(&format!("\n{} {fault}: {example}", sum.name));
            }
        }
        for (seed, why) in &sum.refused {
            text.push_str(&format!("\n{} refused: seed {seed}: {why}", sum.name));
        }
    }
    text
}
