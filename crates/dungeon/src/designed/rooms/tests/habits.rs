//! Habits of families: a dungeon's shares of classes of cells tell its family.

use super::measure::{CLASSES, Interior, rooms};
use crate::designed::rooms::Family;

const MEASURES: usize = CLASSES + 4;
type Row = [f64; MEASURES];

/// Shares of a dungeon's classes of cells, and the mean of four measures of its interiors.
fn row(family: Family, seed: u64) -> Row {
    let interiors: Vec<_> = rooms(family, seed, 24).iter().map(Interior::of).collect();
    let cells: usize = interiors.iter().map(|room| room.classes.len()).sum();
    let mut row = [0.0; MEASURES];
    for (class, share) in row.iter_mut().take(CLASSES).enumerate() {
        let of = interiors.iter().map(|room| room.count(class as u8)).sum::<usize>();
        *share = of as f64 / cells as f64;
    }
    let mean = |of: &dyn Fn(&Interior) -> f64| {
        interiors.iter().map(of).sum::<f64>() / interiors.len() as f64
    };
    row[CLASSES] = mean(&|room| f64::from(u8::from(room.is_plain())));
    row[CLASSES + 1] = mean(&|room| f64::from(u8::from(room.mirrors())));
    row[CLASSES + 2] = mean(&Interior::features);
    row[CLASSES + 3] = mean(&|room| f64::from(u8::from(room.is_split())));
    row
}

fn mean(rows: &[Row]) -> Row {
    std::array::from_fn(|i| rows.iter().map(|row| row[i]).sum::<f64>() / rows.len() as f64)
}

#[test]
fn the_nearest_centroid_names_the_family() {
    let dungeons = |seeds: std::ops::Range<u64>| -> Vec<Vec<Row>> {
        let of = |family| seeds.clone().map(|seed| row(family, seed)).collect();
        Family::ALL.into_iter().map(of).collect()
    };
    let (known, asked) = (dungeons(100..115), dungeons(200..215));
    let all: Vec<Row> = known.iter().flatten().copied().collect();
    let middle = mean(&all);
    let spread: Row = std::array::from_fn(|i| {
        let squares = all.iter().map(|row| (row[i] - middle[i]).powi(2)).sum::<f64>();
        (squares / all.len() as f64).sqrt().max(1e-9)
    });
    let centroids: Vec<Row> = known.iter().map(|rows| mean(rows)).collect();
    println!("            floor outer pillar void water  wet stair pattern");
    for (family, centroid) in Family::ALL.into_iter().zip(&centroids) {
        let shares: Vec<_> = centroid[..CLASSES].iter().map(|x| format!("{x:5.3}")).collect();
        println!("{:12}{}", family.name(), shares.join(" "));
    }
    let (mut right, mut total) = (0, 0);
    for (family, rows) in Family::ALL.into_iter().zip(&asked) {
        let nearest = |row: &Row| {
            let far = |i: &usize| {
                let z = |k: usize| (row[k] - centroids[*i][k]) / spread[k];
                (0..MEASURES).map(|k| z(k).powi(2)).sum::<f64>()
            };
            (0..centroids.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()
        };
        let named: Vec<_> = rows.iter().map(|row| Family::ALL[nearest(row)]).collect();
        let hits = named.iter().filter(|&&named| named == family).count();
        let wrong: Vec<_> = named.iter().filter(|&&n| n != family).map(|n| n.name()).collect();
        println!("{:12}{hits}/{} {wrong:?}", family.name(), rows.len());
        right += hits;
        total += rows.len();
    }
    assert!(right * 10 >= total * 8, "{right} of {total}");
}
