//! Weights that make ratings order levels as failures do.
//!
//! The form is the program's: a part `x` with scale `s` adds `w·ln(1 + x/s)`. Scales are the medians of what there is;
//! weights are climbed to one part at a time, so that Spearman's correlation grows: that of all levels and, as much, the mean
//! of those of one size. None is less than a little, for a part that tells simulated players nothing may tell others.

use super::items::Item;
use super::rank::spearman;
use std::collections::BTreeMap;

/// A weight and its scale.
pub(crate) type Fitted = BTreeMap<String, (f64, f64)>;

/// The factors by which a weight is tried, and the share of all that a weight begins with.
const FACTORS: [f64; 8] = [0.0, 0.25, 0.5, 0.8, 1.25, 2.0, 4.0, 8.0];
/// Rounds over all parts, and what a round has to bring.
const ROUNDS: usize = 30;
const LEAST_GAIN: f64 = 1e-5;
/// The least weight.
const LEAST: f64 = 0.02;

/// Fits the weights of some parts on top of others that stay as they are; the median level comes to lie at 50 where
/// there are no others.
pub(crate) fn fit(items: &[Item], parts: &[&str], others: &Fitted) -> Fitted {
    let scale = |part: &&str| {
        let mut values: Vec<f64> =
            items.iter().filter_map(|item| item.parts.get(*part).copied()).collect();
        values.retain(|value| *value > 0.0);
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(1.0)
    };
    let scales: Vec<f64> = parts.iter().map(scale).collect();
    let mut weights = vec![0.1; parts.len()];
    let with = |weights: &[f64]| -> Fitted {
        let own = parts.iter().zip(weights.iter().zip(&scales));
        let own =
            own.map(|(part, (&weight, &scale))| ((*part).to_owned(), (weight.max(LEAST), scale)));
        others.clone().into_iter().chain(own).collect()
    };
    let all: Vec<&Item> = items.iter().collect();
    let mut by_size: BTreeMap<u64, Vec<&Item>> = BTreeMap::new();
    items.iter().for_each(|item| by_size.entry(item.rooms).or_default().push(item));
    let sizes: Vec<Vec<&Item>> = by_size.into_values().collect();
    let worth = |weights: &[f64]| {
        let fitted = with(weights);
        let among = |items: &[&Item]| {
            let sums: Vec<f64> = items.iter().map(|item| sum(item, &fitted)).collect();
            let failures: Vec<f64> = items.iter().map(|item| item.failure).collect();
            spearman(&sums, &failures).unwrap_or(0.0)
        };
        let of_sizes: f64 = sizes.iter().map(|size| among(size)).sum();
        among(&all) + of_sizes / sizes.len().max(1) as f64
    };
    let mut best = worth(&weights);
    for _ in 0..ROUNDS {
        let before = best;
        for part in 0..parts.len() {
            let now = weights[part].max(0.01);
            for factor in FACTORS {
                let kept = std::mem::replace(&mut weights[part], now * factor);
                let tried = worth(&weights);
                if tried > best {
                    best = tried;
                } else {
                    weights[part] = kept;
                }
            }
        }
        if best - before < LEAST_GAIN {
            break;
        }
    }
    let fitted = with(&weights);
    if !others.is_empty() {
        return fitted;
    }
    let mut sums: Vec<f64> = items.iter().map(|item| sum(item, &fitted)).collect();
    sums.sort_by(f64::total_cmp);
    let middle = sums.get(sums.len() / 2).copied().unwrap_or(1.0);
    let factor = 2.0_f64.ln() / middle;
    fitted.into_iter().map(|(part, (weight, scale))| (part, (weight * factor, scale))).collect()
}

/// The sum of what the parts of a level add.
fn sum(item: &Item, fitted: &Fitted) -> f64 {
    let add = |(part, (weight, scale)): (&String, &(f64, f64))| {
        weight * (item.parts.get(part).copied().unwrap_or(0.0) / scale).ln_1p()
    };
    fitted.iter().map(add).sum()
}
