//! Steps of small maps, drawn by hand.

use super::*;

fn check(map: &str, rule: Rule, border: Border, expect: &str) {
    let mut grid = Grid::drawn(map);
    step(&mut grid, rule, border, &Crew::new(1));
    assert_eq!(grid, Grid::drawn(expect), "{map}");
}

#[test]
fn a_lone_pillar_goes_and_a_niche_is_filled() {
    let drawn = Border::Drawn;
    check(
        "......\n..#...\n......\n......\n",
        Rule::default(),
        drawn,
        "#....#\n......\n......\n#....#\n",
    );
    check("#####\n#...#\n##.##\n#####\n", Rule::default(), drawn, "#####\n#####\n#####\n#####\n");
}

#[test]
fn a_solid_border_stays_whatever_the_rule() {
    let never = Rule { birth: 9, survive: 9 };
    check("###\n#.#\n###\n", never, Border::Solid, "###\n#.#\n###\n");
    check("###\n#.#\n###\n", never, Border::Drawn, "...\n...\n...\n");
    check("..\n..\n", Rule { birth: 0, survive: 0 }, Border::Drawn, "##\n##\n");
}
