//! Enemies from a dungeon's file have the same figures as on pictures of the dungeon.

use super::*;
use dungeon::dungeon::{Request, generate};
use dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, Seed};

#[test]
fn enemies_that_are_told_of_have_the_figures_of_the_dungeon() {
    let mut wardens = 0;
    for (category, seed) in [("temple", 1), ("crypt", 2), ("city", 3), ("mine", 4), ("dungeon", 5)]
    {
        let request = Request::of(category).unwrap();
        let control = Control::default();
        let few = Budget { goal: Goal::Best(1), attempts: Some(3), time: None };
        let options = Options { attempts: Attempts::Within(few), control, scratch: None };
        let made = generate(&request, Seed::new(seed).unwrap(), options).unwrap();
        let (look, plan) = (of(&made, request.family), &made.candidate.plan);
        let enemies: Vec<EnemyInfo> = (0..plan.enemies.len())
            .flat_map(|id| {
                let is_boss = plan.purposes[id] == Purpose::MiniBoss;
                let foes = made.foes(id).into_iter().enumerate();
                let load = plan.enemies[id];
                foes.map(move |(at, (cell, name))| {
                    let name = name.to_owned();
                    EnemyInfo { cell, name, load, is_warden: is_boss && at == 0 }
                })
            })
            .collect();
        assert!(!enemies.is_empty(), "{category} has enemies");
        let tiles = made.candidate.tiled.level.tiles.as_ref().unwrap();
        let shown = with_foes(request.family, tiles, &enemies);
        let figures = |look: &Look| -> Vec<_> {
            let figures = look.figures.iter();
            figures.map(|(cell, foe)| (*cell, foe.rank, foe.icon, foe.name.clone())).collect()
        };
        assert_eq!(figures(&shown), figures(&look), "{category}");
        wardens += shown.figures.values().filter(|foe| foe.rank == Rank::Warden).count();
        assert!(plain_of(request.family).figures.is_empty());
    }
    assert!(wardens > 0, "no lesser boss was among them");
}
