//! A user-defined problem: six queens on a 6 × 6 chess board, none of which attacks another.
use quandary_search::{Attempt, Budget, Control, Goal, Problem, Seed, run};

struct Queens;

impl Problem for Queens {
    type Candidate = Vec<usize>;
    type Proof = ();
    type RejectReason = &'static str;
    type Scratch = ();
    /// The column of the queen in each row.
    fn generate(&self, attempt: Attempt, (): &mut ()) -> Result<Vec<usize>, &'static str> {
        let mut columns: Vec<usize> = (0..6).collect();
        attempt.phase("columns").shuffle(&mut columns);
        Ok(columns)
    }
    fn prove(&self, columns: &Vec<usize>, (): &mut ()) -> Result<(), &'static str> {
        let attacks = |a: usize, b: usize| b - a == columns[a].abs_diff(columns[b]);
        let attacked = (0..6).any(|b| (0..b).any(|a| attacks(a, b)));
        if attacked { Err("two queens on a diagonal") } else { Ok(()) }
    }
}

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = Budget { goal: Goal::First, attempts: Some(5_000), time: None };
    let report = run(&Queens, Seed::new(1)?, &budget, &Control::default());
    println!("attempt {}: {:?}", report.found[0].attempt, report.found[0].candidate);
    Ok(())
}
