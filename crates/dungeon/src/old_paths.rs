//! Old paths, until the program follows.
#![allow(missing_docs, clippy::missing_errors_doc, reason = "goes when the program has followed")]

use crate::options::Options;
use crate::scratch::Scratch;
use search::{Control, Seed};

fn options<'a>(control: &'a Control<'a>, scratch: Option<&'a mut Scratch>) -> Options<'a> {
    let &Control { threads, cancel, progress } = control;
    let control = Control { threads, cancel, progress };
    Options { control, scratch, ..Options::default() }
}

pub(crate) mod mission {
    use super::{Control, Scratch, Seed, options};
    use crate::mission::{Constraints, MissionReport, Request, RequestError, generate};
    pub use crate::mission::{graph as level_graph, proof as certificate};
    pub use crate::mission::{proof as linearity, symbol as condition};

    pub mod constraints {
        pub use crate::mission::space::*;
        pub use crate::mission::{Freeform, Mask};
    }

    pub mod make {
        pub use crate::mission::MissionProblem;
        pub use crate::scratch::Scratch;
    }

    pub fn make<C: Constraints + ?Sized>(
        request: &Request,
        space: &C,
        seed: Seed,
        control: &Control<'_>,
    ) -> Result<MissionReport, RequestError> {
        generate(request, space, seed, options(control, None))
    }

    pub fn make_with<C: Constraints + ?Sized>(
        request: &Request,
        space: &C,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<MissionReport, RequestError> {
        generate(request, space, seed, options(control, Some(scratch)))
    }
}

pub(crate) mod layout {
    use super::{Options, Scratch, Seed};
    use crate::layout::{Layout, Request, RequestError, generate};

    pub fn make(request: &Request, seed: Seed) -> Result<Layout, RequestError> {
        generate(request, seed, Options::default())
    }

    pub fn make_with(
        request: &Request,
        seed: Seed,
        scratch: &mut Scratch,
    ) -> Result<Layout, RequestError> {
        generate(request, seed, Options::reusing(scratch))
    }
}

pub(crate) mod cave {
    use super::{Control, Seed, options};
    pub use crate::bitgrid::{automaton as step, grid, noise, regions, runs};
    use crate::cave::request::Request;
    use crate::cave::{Cave, Failure, generate};

    pub fn make(request: &Request, seed: Seed, control: &Control<'_>) -> Result<Cave, Failure> {
        generate(request, seed, options(control, None))
    }
}

pub(crate) mod puzzle {
    use super::{Control, Scratch, Seed, options};
    pub use crate::layout::ways;
    pub use crate::puzzle::proof as level_graph;
    use crate::puzzle::{AreaReport, Request, RequestError, generate};

    pub mod expand {
        use super::{Control, Seed, options};
        use crate::puzzle::Area;
        pub use crate::puzzle::expansion::*;

        pub fn expand(
            area: &Area,
            expansion: &Expansion<'_>,
            seed: Seed,
            control: &Control<'_>,
        ) -> Result<ExpandReport, ExpandError> {
            crate::puzzle::expand(area, expansion, seed, options(control, None))
        }
    }

    pub mod hint {
        pub use crate::puzzle::{HIGHEST_THRESHOLD as HIGHEST, Hint, threshold};
    }

    pub mod make {
        pub use crate::puzzle::placement::shortfall;
    }

    pub fn make(
        request: &Request,
        seed: Seed,
        control: &Control<'_>,
    ) -> Result<AreaReport, RequestError> {
        generate(request, seed, options(control, None))
    }

    pub fn make_with(
        request: &Request,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<AreaReport, RequestError> {
        generate(request, seed, options(control, Some(scratch)))
    }
}

pub mod whole {
    use super::{Control, Scratch as Memory, Seed, options};
    pub use crate::generate::*;
    pub use crate::model::{Parts as Dungeon, level_graph, walk};
    use crate::options::{Attempts, Options};
    pub use crate::scratch::Scratch;
    use search::Budget;

    pub mod make {
        use super::{Attempts, DungeonReport, Options, Request, RequestError, Seed, generate};
        pub use crate::generate::Made;

        pub fn make_attempt(
            request: &Request,
            seed: Seed,
            attempt: u64,
        ) -> Result<DungeonReport, RequestError> {
            let attempts = Attempts::Only(attempt);
            generate(request, seed, Options { attempts, ..Options::default() })
        }
    }

    pub fn make(
        request: &Request,
        seed: Seed,
        budget: &Budget,
        control: &Control<'_>,
    ) -> Result<DungeonReport, RequestError> {
        make_with(request, seed, budget, control, &mut Memory::default())
    }

    pub fn make_with(
        request: &Request,
        seed: Seed,
        budget: &Budget,
        control: &Control<'_>,
        scratch: &mut Memory,
    ) -> Result<DungeonReport, RequestError> {
        let attempts = Attempts::Within(*budget);
        generate(request, seed, Options { attempts, ..options(control, Some(scratch)) })
    }
}
