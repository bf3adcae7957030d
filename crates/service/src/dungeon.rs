//! `POST /dungeon`: what `quandary dungeon` makes, in any of its formats.
//!
//! Fields are named as the options are, and as `provenance.request` of what was made: that can be sent back.
//! Invariant: the size of what can be asked for is bounded, since one attempt is not cut short.

use super::State;
use super::accept;
use super::answers::has_read;
use super::body::Asked;
use super::clients::Client;
use super::kinds::DungeonJson;
use super::makers::{head, unwritten};
use super::openapi::Example;
use super::pool::Leave;
use super::problem::{FormatRefusal, Problem, WorkRefusals};
use super::riddle::{cut, seed};
use ask::{DungeonRequest, DungeonTask, Look, Made, Request, Task};
use axum::extract::State as Extract;
use axum::http::HeaderMap;
use axum::response::Response;
use draw::dungeon::Format;
use draw::engines::Asked as Cut;
use dungeon::designed::ATTEMPTS;
use dungeon::{Attempts, Scratch};
use formats::ExportError;
use search::{Budget, Control, Goal, Seed};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default time of a search for a dungeon, in seconds.
const USUAL_SECONDS: f64 = 15.0;

/// The types of answers that can be accepted; the first is the usual one. Those of files for engines and tables are not
/// registered.
const OFFERS: [(&str, Format); 9] = [
    ("application/json", Format::Json),
    ("image/svg+xml", Format::Svg),
    ("image/png", Format::Png),
    ("text/plain", Format::Map),
    ("application/x-tscn", Format::Tscn),
    ("application/x-ldtk+json", Format::Ldtk),
    ("application/x-tmj+json", Format::Tmj),
    ("application/x-uvtt+json", Format::Uvtt),
    ("application/x-foundry+json", Format::Foundry),
];

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(dungeon))
}

/// Make a whole dungeon
///
/// Rooms, keys and locks, puzzles and tiles, proved before they are answered: it can be won, a player can never get
/// stuck; and of each thing in it, whether the goal is out of reach without it. The same seed gives the same dungeon.
#[utoipa::path(
    post, path = "/dungeon", tag = "dungeons",
    request_body(content = DungeonRequest, example = json!(Example::DUNGEON.value())),
    responses(
        (status = 200, description = "The dungeon, in the format asked for.", content(
            (inline(DungeonJson) = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
            (String = "application/x-tscn"),
            (String = "application/x-ldtk+json"),
            (String = "application/x-tmj+json"),
            (String = "application/x-uvtt+json"),
            (String = "application/x-foundry+json"),
        ), headers(
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "The attempt that made it."),
            ("X-Time-Limit-Seconds", description = "The limit that held, where a longer one was asked for."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn dungeon(
    Extract(state): Extract<State>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<DungeonRequest>,
) -> Result<Response, Problem> {
    let format = accept::format(asked.format, &headers, &OFFERS)?;
    let (seed, task, pieces) = (seed(asked.seed)?, asked.task()?, pieces(&asked, format)?);
    let tiles = asked.rooms as u64 * asked.room_size.map(u64::from).iter().product::<u64>();
    let most = state.config.limits.dungeon_tiles;
    if tiles > most {
        let error =
            format!("{tiles} tiles are asked for; {most} are the most that this service makes");
        return Err(Problem::unprocessable("rooms", error));
    }
    let seconds = asked.time.unwrap_or(USUAL_SECONDS);
    let time = state.search_time(seconds);
    let own = state.clone();
    let work = move |leave: &Leave| {
        has_read(&own, client)?;
        let made = within(task, seed, leave)?;
        let look = Look { spoiler: asked.spoiler, colour: false };
        Ok::<_, Problem>((made.origin().1, written(&made, format, &pieces, look)?))
    };
    let (attempt, bytes) = state.pool.run_for(client, time, work).await??;
    let head = head(&OFFERS, format, seed, attempt);
    Ok(cut((head, bytes), seconds, time))
}

/// Makes a dungeon in the time that is left. The best of some attempts is refused where not all of them were made: another
/// time it could be another.
fn within(
    task: DungeonTask,
    seed: Seed,
    leave: &Leave,
) -> Result<<DungeonTask as Task>::Made, Problem> {
    let usual = Budget { goal: Goal::Best(1), attempts: Some(ATTEMPTS), time: None };
    let (attempts, whole) = match task.attempts {
        Attempts::Only(number) => (Attempts::Only(number), true),
        Attempts::Usual => (Attempts::Within(Budget { time: Some(leave.left()), ..usual }), true),
        Attempts::Within(budget) => {
            let within = Budget { time: Some(leave.left()), ..budget };
            (Attempts::Within(within), budget.time.is_none())
        }
    };
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    let made = DungeonTask { attempts, ..task }.make(seed, &control, &mut Scratch::default())?;
    if whole && leave.left().is_zero() {
        return Err(Problem::overloaded("The time was over before all attempts were made."));
    }
    Ok(made)
}

/// The bytes of a dungeon: for engines in the pieces that are asked for, else as it writes itself.
fn written(
    made: &<DungeonTask as Task>::Made,
    format: Format,
    pieces: &Cut,
    look: Look,
) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let written = match format.engine() {
        Some(engine) => made.shown().engines().and_then(|engines| {
            bytes = engines.text(engine, pieces)?.into_bytes();
            Ok(())
        }),
        None => made.write(&mut bytes, format, look),
    };
    match written {
        Ok(()) => Ok(bytes),
        // Such as a level for each room, where something lies in none.
        Err(error) => Err(match error.downcast_ref::<ExportError>() {
            Some(fault) => Problem::unprocessable("format", fault.to_string()),
            None => unwritten(&error),
        }),
    }
}

/// How a file of a format is cut.
///
/// # Errors
/// When a file of one floor is asked for without saying of which, or a floor that there is not.
fn pieces(asked: &DungeonRequest, format: Format) -> Result<Cut, Problem> {
    if !matches!(asked.tiles, None | Some(16 | 32)) {
        return Err(Problem::unprocessable("tiles", "16 or 32 pixels are wanted"));
    }
    match asked.floor {
        None if asked.floors > 1 && format.is_a_floor() => {
            let error = "of this format a file has one floor: say which with `floor`, counted from 0; or ask for json, and \
                         give it to `quandary export FILE --to DIR`";
            return Err(Problem::unprocessable("floor", error));
        }
        Some(floor) if floor >= asked.floors => {
            let error = format!("{} are asked for, and they are counted from 0", asked.floors);
            return Err(Problem::unprocessable("floor", error));
        }
        _ => {}
    }
    Ok(Cut { worlds: asked.worlds, side: asked.tiles, floor: asked.floor })
}
