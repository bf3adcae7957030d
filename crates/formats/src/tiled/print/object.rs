//! One object of a map: its form, and its JSON.

use super::super::fields::{Fields, Props};
use super::super::{Detail, More, SIDE};
use crate::Area;
use level::model::grid::Cell;

/// An object.
pub(super) struct Object {
    pub(super) class: String,
    pub(super) name: String,
    pub(super) form: Form,
    pub(super) properties: Props,
}

/// Geometric form of an object.
pub(super) enum Form {
    /// A point in the middle of a cell.
    Point(Cell),
    /// A rectangle of whole cells.
    Rectangle(Area),
    /// A line through the middles of cells.
    Line(Vec<Cell>),
}

impl Form {
    /// The cell it begins at.
    pub(super) fn corner(&self) -> Cell {
        match self {
            Self::Point(cell) => *cell,
            Self::Rectangle(area) => area.corner,
            Self::Line(cells) => cells.first().copied().unwrap_or_default(),
        }
    }
}

impl Object {
    /// Tells more of it: what it says already stays.
    pub(super) fn tell(&mut self, detail: &Detail, number: &dyn Fn(usize) -> usize) {
        // A plate is known by its name.
        if self.class != "plate" {
            self.name.clone_from(&detail.name);
        }
        let mut properties = std::mem::take(&mut self.properties);
        for (name, value) in &detail.properties {
            if properties.has(name) {
                continue;
            }
            properties = match value {
                More::Text(text) => properties.text(name, text),
                More::Int(number) => properties.int(name, *number),
                More::Named(of, text) => properties.named(name, of, text),
                More::Object(other) => properties.object(name, number(*other)),
            };
        }
        self.properties = properties;
    }

    /// Its JSON.
    pub(super) fn line(&self, id: u64) -> String {
        let side = u64::from(SIDE);
        let middle = |cell: Cell| {
            let at = |line: u32| u64::from(line) * side + side / 2;
            (at(cell.col), at(cell.row))
        };
        let (mut size, mut line) = ((0, 0), None);
        let ((x, y), is_point) = match &self.form {
            Form::Point(cell) => (middle(*cell), true),
            Form::Rectangle(Area { corner, rows, cols }) => {
                size = (u64::from(*cols) * side, u64::from(*rows) * side);
                ((u64::from(corner.col) * side, u64::from(corner.row) * side), false)
            }
            Form::Line(cells) => {
                line = (cells.len() > 1)
                    .then(|| polyline(&cells.iter().map(|&c| middle(c)).collect::<Vec<_>>()));
                (middle(self.form.corner()), cells.len() == 1)
            }
        };
        let mut object =
            Fields::default().put("height", size.1).put("id", id).put("name", &self.name);
        if is_point {
            object = object.put("point", true);
        }
        if let Some(line) = line {
            object = object.raw("polyline", line);
        }
        let object = object
            .properties(&self.properties)
            .put("rotation", 0)
            .put("type", &self.class)
            .put("visible", true)
            .put("width", size.0)
            .put("x", x)
            .put("y", y);
        object.line()
    }
}

impl Detail {
    pub(super) fn form(&self) -> Form {
        match self.size {
            None => Form::Point(self.corner),
            Some([rows, cols]) => Form::Rectangle(Area { corner: self.corner, rows, cols }),
        }
    }
}

/// The points of a line, seen from the first; those on a straight way are left out.
fn polyline(points: &[(u64, u64)]) -> String {
    let away = |a: u64, b: u64| a as i64 - b as i64;
    let turns = |i: usize| match (i.checked_sub(1).and_then(|i| points.get(i)), points.get(i + 1)) {
        (Some(before), Some(after)) => points.get(i).is_none_or(|at| {
            (away(at.0, before.0), away(at.1, before.1))
                != (away(after.0, at.0), away(after.1, at.1))
        }),
        _ => true,
    };
    let origin = points.first().copied().unwrap_or_default();
    let kept = points.iter().enumerate().filter(|(i, _)| turns(*i));
    let points = kept.map(|(_, point)| {
        let (x, y) = (away(point.0, origin.0), away(point.1, origin.1));
        Fields::default().put("x", x).put("y", y).line()
    });
    format!("[{}]", points.collect::<Vec<_>>().join(", "))
}
