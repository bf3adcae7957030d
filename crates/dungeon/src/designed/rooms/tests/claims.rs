//! Every template connects as it claims, however it is turned and its lots fall.

use crate::designed::rooms::drawing::{Axis, Drawing, Ground, Parts};
use crate::designed::rooms::read::{FILES, fallen, singles};
use crate::designed::rooms::wanted::Silhouette;
use crate::designed::rooms::{Family, Library, Per, Template, Turns, read};
use std::collections::BTreeSet;

#[test]
fn every_file_is_sound() {
    for (name, text) in FILES {
        let templates = read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let family = Family::named(name).unwrap();
        assert!(templates.iter().all(|one| one.families.contains(&family)), "{name}");
        assert!(templates.iter().filter(|one| one.splits).count() >= 2, "{name}");
    }
    let names: BTreeSet<&str> =
        Library::builtin().templates().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), Library::builtin().templates().len());
    assert!(names.len() >= 80, "{}", names.len());
}

/// A drawing in every way in which its template may be turned.
fn turned(template: &Template) -> Vec<Drawing> {
    let mut all = vec![template.drawing.clone()];
    if template.turns != Turns::None {
        for axis in Axis::BOTH {
            all.extend(all.clone().iter().map(|one| one.flipped(axis)));
        }
    }
    if template.turns == Turns::Any {
        all.extend(all.clone().iter().map(Drawing::transposed));
    }
    all
}

/// The drawings of a template: every turn, every way the lots of whole glyphs fall, those of cells at both ends.
fn drawings(template: &Template) -> Vec<Drawing> {
    let ones: Vec<_> = template.lots.iter().filter(|lots| lots.per == Per::Glyph).collect();
    let ways: usize = ones.iter().map(|lots| lots.options.len()).product();
    let mut all = Vec::new();
    for turned in turned(template) {
        for way in 0..ways {
            let (drawing, _) = fallen(&turned, &ones, way);
            all.extend([true, false].map(|hardest| singles(&drawing, &template.lots, hardest)));
        }
    }
    all
}

#[test]
fn from_every_mouth_all_floor_and_sockets_are_reached_under_the_means_claimed() {
    let mut asked = 0;
    for template in Library::builtin().templates() {
        for drawing in drawings(template) {
            let (dry, wet) = (Parts::dry(&drawing), Parts::wet(&drawing));
            let floor = drawing.spots().filter(|&at| Ground::of(drawing.at(at)) == Ground::Floor);
            let floor: Vec<_> = floor.collect();
            let edge = |at: usize, of: usize| at == 0 || at + 1 == of;
            let mouths = floor
                .iter()
                .filter(|at| edge(at.row, drawing.rows()) || edge(at.col, drawing.cols()));
            let parts = if template.splits { &wet } else { &dry };
            for &mouth in mouths {
                let part = parts.at(&drawing, mouth);
                assert!(part != 0);
                let reached = floor.iter().all(|&at| parts.at(&drawing, at) == part);
                assert!(reached, "{}: {mouth:?}", template.name);
                asked += 1;
            }
            assert_eq!(template.splits, dry.count > 1, "{}", template.name);
        }
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn every_template_accepts_doors_on_two_sides_at_least() {
    for template in Library::builtin().templates() {
        let mouths = template.mouths();
        let (bottom, right) = (template.drawing.rows() - 1, template.drawing.cols() - 1);
        let sides = [
            mouths.iter().any(|at| at.row == 0),
            mouths.iter().any(|at| at.row == bottom),
            mouths.iter().any(|at| at.col == 0),
            mouths.iter().any(|at| at.col == right),
        ];
        let open = sides.iter().filter(|&&open| open).count();
        assert!(open >= 2 && mouths.len() >= 6, "{}: {sides:?}", template.name);
        assert!(template.sockets() <= template.drawing.glyphs().len() / 4);
    }
}

/// Silhouettes of drawings, by family: as they are drawn, with their lots fallen, scattered ones left out.
#[test]
fn at_least_sixty_silhouettes_are_drawn() {
    let mut seen = BTreeSet::new();
    println!("family     templates  split  for any  silhouettes");
    for family in Family::ALL {
        let templates = Library::builtin().templates().iter();
        let templates: Vec<_> = templates.filter(|one| one.families.contains(&family)).collect();
        let silhouettes: BTreeSet<_> =
            templates.iter().flat_map(|one| drawings(one)).map(|d| Silhouette::of(&d)).collect();
        let count = |is: &dyn Fn(&&&Template) -> bool| templates.iter().filter(is).count();
        println!(
            "{:10}{:10}{:7}{:9}{:13}",
            family.name(),
            templates.len(),
            count(&|one| one.splits),
            count(&|one| one.purposes.is_empty()),
            silhouettes.len()
        );
        seen.extend(silhouettes);
    }
    assert!(seen.len() >= 60, "{}", seen.len());
}
