//! The look of a dungeon in numbers, and the family whose looks are nearest.

use super::print::Printed;
use super::shapes::{is_shaped, off_middle, shapes};
use crate::measures::count::count;
use crate::measures::site::Site;

/// The classes of tiles of an interior; all others are floor.
const CLASSES: [u8; 7] = [0, 2, 3, 40, 41, 42, 43];
/// The rows that tell of interiors.
const ROWS: [&str; 4] = ["plain", "symmetric", "features", "split"];

/// The look of a dungeon: shares of the classes and of floor, the rows, shaped rooms, doorways off the middle, mean
/// height and width.
///
/// # Errors
/// Something does not fit together.
pub(super) fn look(printed: &Printed) -> Result<Vec<f64>, String> {
    let site = Site::read(&printed.level, false)?;
    let shapes = shapes(&site);
    let tiles = |class: &dyn Fn(u8) -> bool| -> usize {
        let all = shapes.values().flat_map(|shape| &shape.tiles);
        all.filter(|(tile, _)| class(**tile)).map(|(_, number)| number).sum()
    };
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let all = tiles(&|_| true);
    let mut look: Vec<f64> =
        CLASSES.iter().map(|class| share(tiles(&|tile| tile == *class), all)).collect();
    look.push(share(tiles(&|tile| !CLASSES.contains(&tile)), all));
    let counted = count(&site, &[])?;
    look.extend(ROWS.iter().map(|row| counted.value(row).unwrap_or(0.0)));
    let shaped = shapes.iter().filter(|(room, shape)| is_shaped(printed, **room, shape)).count();
    look.push(share(shaped, shapes.len()));
    let off = off_middle(printed, &site);
    look.push(share(off.iter().filter(|off| **off).count(), off.len()));
    for axis in 0..2 {
        look.push(share(shapes.values().map(|shape| shape.size[axis]).sum(), shapes.len()));
    }
    Ok(look)
}

/// Means and spreads of numbers, by place.
struct Scale(Vec<(f64, f64)>);

impl Scale {
    /// The scale of some looks.
    fn of(looks: &[&Vec<f64>]) -> Self {
        let number = looks.len().max(1) as f64;
        let places = 0..looks.first().map_or(0, |look| look.len());
        let scale = places.map(|place| {
            let mean = looks.iter().map(|look| look[place]).sum::<f64>() / number;
            let spread =
                looks.iter().map(|look| (look[place] - mean).powi(2)).sum::<f64>() / number;
            (mean, spread.sqrt())
        });
        Self(scale.collect())
    }

    /// Distances from the means in spreads; 0 where nothing differs.
    fn scores(&self, look: &[f64]) -> Vec<f64> {
        let score = |(number, (mean, spread)): (&f64, &(f64, f64))| match *spread > 0.0 {
            true => (number - mean) / spread,
            false => 0.0,
        };
        look.iter().zip(&self.0).map(score).collect()
    }
}

/// Centroids of families, in the spreads of all that they were made of.
pub(super) struct Centroids {
    scale: Scale,
    centres: Vec<Vec<f64>>,
}

impl Centroids {
    /// The centroids of the looks of families, each of which has some.
    pub(super) fn of(families: &[Vec<Vec<f64>>]) -> Self {
        let scale = Scale::of(&families.iter().flatten().collect::<Vec<_>>());
        let centre = |looks: &Vec<Vec<f64>>| {
            let scores: Vec<Vec<f64>> = looks.iter().map(|look| scale.scores(look)).collect();
            let places = 0..scores.first().map_or(0, Vec::len);
            let mean = |place| scores.iter().map(|s| s[place]).sum::<f64>() / scores.len() as f64;
            places.map(mean).collect()
        };
        let centres = families.iter().map(centre).collect();
        Self { scale, centres }
    }

    /// The family whose centroid is nearest to a look.
    pub(super) fn nearest(&self, look: &[f64]) -> usize {
        let scores = self.scale.scores(look);
        let far = |centre: &Vec<f64>| -> f64 {
            scores.iter().zip(centre).map(|(a, b)| (a - b).powi(2)).sum()
        };
        let known = self.centres.iter().enumerate().filter(|(_, centre)| !centre.is_empty());
        let nearest = known.min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)));
        nearest.map_or(0, |(family, _)| family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_little_counts_as_much_as_what_differs_a_lot() {
        // The first place spreads by hundreds, the second by hundredths; the third tells nothing.
        let low = vec![vec![100.0, 0.01, 7.0], vec![300.0, 0.02, 7.0]];
        let high = vec![vec![100.0, 0.05, 7.0], vec![300.0, 0.06, 7.0]];
        let centroids = Centroids::of(&[low, high]);
        assert_eq!(centroids.nearest(&[260.0, 0.02, 7.0]), 0);
        assert_eq!(centroids.nearest(&[190.0, 0.05, 9.0]), 1);
    }
}
