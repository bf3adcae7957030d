//! A generator of your own: it draws a vault with a key and a locked door at random, and keeps a vault that the
//! verifier proves.

use quandary::search::{Attempt, Budget, Control, Goal, Problem, Seed, run};
use quandary::{check, read_level};

/// A room of 7 × 5 cells with the goal behind its locked door.
struct Vault;

impl Problem for Vault {
    type Candidate = String;
    type Proof = usize;
    type RejectReason = &'static str;
    type Scratch = ();

    fn generate(&self, attempt: Attempt, (): &mut ()) -> Result<String, &'static str> {
        let mut cells: Vec<char> = "@k########..........".chars().collect();
        attempt.phase("cells").shuffle(&mut cells);
        let rows: Vec<String> =
            cells.chunks(5).map(|row| format!("#{}#", String::from_iter(row))).collect();
        Ok(format!("#######\n{}\n###+###\n###*###\n#######\n", rows.join("\n")))
    }

    fn prove(&self, drawing: &String, (): &mut ()) -> Result<usize, &'static str> {
        let level = read_level(drawing).map_err(|_| "no level")?;
        let judgement = check(&level).map_err(|_| "too large")?;
        match (judgement.is_winnable(), judgement.is_softlock_free()) {
            (true, true) => Ok(judgement.check.spheres.len()),
            (true, false) => Err("a player can get stuck"),
            (false, _) => Err("it cannot be won"),
        }
    }

    fn rank(&self, _: &String, spheres: &usize) -> f64 {
        *spheres as f64
    }
}

#[cfg_attr(test, test)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = Budget { goal: Goal::Best(1), attempts: Some(500), time: None };
    let report = run(&Vault, Seed::new(7)?, &budget, &Control::default());
    println!("of {} attempts were rejected: {}", report.attempts, report.tally);
    let found = report.found.first().ok_or("nothing was found")?;
    print!("{}", found.candidate);
    Ok(())
}
