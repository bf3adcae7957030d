//! Spearman's rank correlation.

/// The correlation of the ranks of two rows of numbers, those that are equal at the mean of their ranks; `None` where one
/// of the rows is all one number.
pub(crate) fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    let spread = (product(&a, &a) * product(&b, &b)).sqrt();
    (spread > 0.0).then(|| product(&a, &b) / spread)
}

/// The rank of each number, from 1.
fn ranks(of: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..of.len()).collect();
    order.sort_by(|&a, &b| of[a].total_cmp(&of[b]));
    let mut ranks = vec![0.0; of.len()];
    let mut first = 0;
    for tie in order.chunk_by(|&a, &b| of[a] == of[b]) {
        let rank = first as f64 + (tie.len() as f64 + 1.0) / 2.0;
        tie.iter().for_each(|&at| ranks[at] = rank);
        first += tie.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_turn_round_and_share_ties() {
        assert_eq!(spearman(&[1.0, 2.0, 9.0], &[10.0, 20.0, 21.0]), Some(1.0));
        assert_eq!(spearman(&[1.0, 2.0, 9.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(ranks(&[5.0, 1.0, 5.0, 7.0]), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!(spearman(&[1.0, 1.0], &[3.0, 2.0]), None);
        // By hand: ranks 1 2 3 4 5 and 2 1 4 3 5: 1 - 6·4/(5·24).
        let found = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 1.0, 4.0, 3.0, 5.0]).unwrap();
        assert!((found - 0.8).abs() < 1e-12);
    }
}
