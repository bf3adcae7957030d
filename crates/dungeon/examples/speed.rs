//! scratch
use dungeon::mission::make::*;
use dungeon::mission::*;
use search::Problem;
use std::time::Instant;
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|s| s.parse().unwrap()).collect();
    let (rooms, keys, switches, n) = (a[0] as usize, a[1] as u8, a[2] as u8, a[3]);
    let request = Request { keys, switches, ..Request::default() };
    let space = Count::new(rooms);
    let p = MissionProblem { request: &request, space: &space };
    let mut s = Default::default();
    let mut ms = vec![];
    let t = Instant::now();
    for seed in 0..n {
        for at in 0..20 {
            if let Ok(m) = p.draft(search::Seed::new(seed).unwrap().attempt(at), &mut s) {
                ms.push(m);
                break;
            }
        }
    }
    println!("generate {:.2} us", t.elapsed().as_secs_f64() * 1e6 / n as f64);
    let t = Instant::now();
    let mut states = 0;
    for m in &ms {
        states += p.prove(m, &mut s).map(|c| c.states).unwrap_or(0);
    }
    println!("prove {:.2} us, {} states", t.elapsed().as_secs_f64() * 1e6 / n as f64, states / n);
    let t = Instant::now();
    let mut x = 0;
    for m in &ms {
        x += level_graph(m).edges.len();
    }
    println!("convert {:.2} us {x}", t.elapsed().as_secs_f64() * 1e6 / n as f64);
}
