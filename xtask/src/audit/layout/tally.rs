//! What was found about all layouts of one row, and the table of the rows.

use super::Defect;
use super::judge::Judged;
use crate::clock::Clock;
use std::collections::BTreeMap;

/// From this median on, levels fill their bounding boxes too well for caves.
const RECTANGLE: f64 = 0.85;

/// The sum of many judgements.
#[derive(Debug, Default)]
pub(in crate::audit) struct Tally {
    layouts: usize,
    rooms: usize,
    boxes: Vec<f64>,
    defects: BTreeMap<Defect, (usize, String)>,
    cave: bool,
}

impl Tally {
    /// Counts one layout; a defect that it has several times counts once.
    pub(in crate::audit) fn add(&mut self, seed: u64, judged: Judged) {
        self.layouts += 1;
        self.rooms += judged.rooms;
        self.boxes.extend(judged.boxes);
        let mut seen = Vec::new();
        for (defect, what) in judged.defects {
            if !seen.contains(&defect) {
                seen.push(defect);
                self.fail(defect, seed, &what);
            }
        }
    }

    /// Counts a line that cannot be read, or one that is missing.
    pub(in crate::audit) fn broken(&mut self, seed: u64, what: &str) {
        self.fail(Defect::Form, seed, what);
    }

    fn fail(&mut self, defect: Defect, seed: u64, what: &str) {
        let entry = self.defects.entry(defect);
        entry.or_insert_with(|| (0, format!("seed {seed}: {what}"))).0 += 1;
    }

    /// Says that these are caves, which are no rectangles.
    pub(in crate::audit) fn caves(mut self) -> Self {
        self.cave = true;
        self
    }

    /// The median share of a level's bounding box that is open.
    fn filled(&self) -> f64 {
        let mut sorted = self.boxes.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    }

    fn is_rectangle(&self) -> bool {
        self.cave && self.filled() >= RECTANGLE
    }

    /// Whether nothing is wrong.
    pub(in crate::audit) fn is_clean(&self) -> bool {
        self.defects.is_empty() && !self.is_rectangle()
    }
}

/// A line for each row: figures, then how many layouts have each defect; and an example of each.
pub(in crate::audit) fn table(rows: &[(String, Tally, Clock)]) -> String {
    let mut lines = vec![
        ["row", "layouts", "rooms", "filled", "made, s", "audited, s"]
            .into_iter()
            .chain(Defect::ALL.map(|defect| defect.words().0))
            .map(str::to_owned)
            .collect::<Vec<_>>(),
    ];
    for (row, tally, time) in rows {
        let mut line = vec![
            row.clone(),
            tally.layouts.to_string(),
            format!("{:.1}", tally.rooms as f64 / tally.layouts.max(1) as f64),
            format!("{:.2}", tally.filled()),
            format!("{:.2}", time.children),
            format!("{:.2}", time.own),
        ];
        line.extend(Defect::ALL.map(|d| tally.defects.get(&d).map_or(0, |d| d.0).to_string()));
        lines.push(line);
    }
    let mut text = crate::audit::table::align(&lines);
    for (row, tally, _) in rows {
        for (defect, (_, example)) in &tally.defects {
            let (head, meaning) = defect.words();
            text.push_str(&format!("\n{row} {example}: {head} ({meaning})"));
        }
        if tally.is_rectangle() {
            text.push_str(&format!("\n{row}: levels are rectangles, {:.2}", tally.filled()));
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_comes_with_its_seed() {
        let mut tally = Tally::default().caves();
        assert!(tally.is_clean());
        tally.add(3, Judged { rooms: 9, boxes: vec![0.9], ..Judged::default() });
        assert!(!tally.is_clean());
        tally.broken(4, "no line");
        let text = table(&[("cave".to_owned(), tally, Clock::default())]);
        assert!(text.contains("cave seed 4: no line: form (a line that"), "{text}");
        assert!(text.ends_with("cave: levels are rectangles, 0.90"), "{text}");
    }
}
