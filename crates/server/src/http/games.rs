//! What can be played, the sheets and the rules: things that never change while the server runs.

use super::App;
use crate::error::ApiError;
use crate::page::tag;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};
use kessel_kernel::data::LedgerCase;
use kessel_officers::{Listed, LookupError, Measured, Rank, Record, Registry};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The games, and the sheets that were asked for.
pub struct Shelf {
    registry: Arc<Registry>,
    local: bool,
    measured: Measured,
    sheets: Mutex<HashMap<(String, String), Printed>>,
}

/// A sheet as text, with its tag.
#[derive(Clone)]
struct Printed {
    text: Arc<str>,
    tag: String,
}

impl Shelf {
    pub fn new(registry: Arc<Registry>, local: bool) -> Shelf {
        Shelf { registry, local, measured: Measured::built_in(), sheets: Mutex::default() }
    }
}

/// `GET /api/games`.
pub async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    let games: Vec<Value> = app.games.registry.list().iter().map(|listed| line(listed, &app.games.measured)).collect();
    Json(json!({ "version": env!("CARGO_PKG_VERSION"), "local": app.games.local, "games": games }))
}

fn line(listed: &Listed, measured: &Measured) -> Value {
    let scenarios: Vec<Value> = listed
        .scenarios()
        .iter()
        .map(|s| {
            json!({
                "id": s.id, "title": s.title, "turns": s.turns, "playable": s.info.is_some(),
                "blurb": s.info.map_or("", |i| &i.blurb), "minutes": s.info.map_or(0, |i| i.minutes),
                "difficulty": s.info.map_or(0, |i| i.difficulty), "options": s.info.map_or(&[][..], |i| &i.options),
            })
        })
        .collect();
    let game = listed.game.as_ref();
    let staff = game.is_some_and(|g| g.has_staff());
    let ranks = Rank::OPPONENTS.into_iter().filter(|rank| match rank.temperament() {
        Some(_) => staff,
        None => game.is_some(),
    });
    let officers: Vec<Value> = ranks.map(|rank| officer(rank, listed, measured)).collect();
    json!({
        "id": listed.id, "title": listed.title, "blurb": game.map_or("", |g| &g.info().blurb), "playable": game.is_some(),
        "officers": officers, "scenarios": scenarios,
    })
}

/// An officer, with what he took in each scenario where that was measured: of staff, or staff itself of the recruit.
fn officer(rank: Rank, listed: &Listed, measured: &Measured) -> Value {
    let (title, blurb) = match rank {
        Rank::Recruit => ("Recruit", "Plays at random: for a first look."),
        Rank::StaffCautious => ("Cautious staff", "Saves its men and attacks where it can hardly lose."),
        Rank::Staff => ("Staff", "Plans its moves and knows what it wants."),
        Rank::StaffBold => ("Bold staff", "Attacks where others wait, and pays for it."),
        Rank::Meek | Rank::Passive | Rank::Still | Rank::Rush | Rank::Turtle => {
            ("Sparring partner", "For the laboratory.")
        }
    };
    let against = if rank == Rank::Staff { Rank::Recruit } else { Rank::Staff };
    let records: BTreeMap<&str, Record> = listed
        .scenarios()
        .iter()
        .filter_map(|s| Some((s.id, measured.record(&format!("{}/{}", listed.id, s.id), rank, against)?)))
        .collect();
    json!({ "id": rank.word(), "title": title, "blurb": blurb, "measured": records })
}

/// Why there is no such game or scenario.
pub fn not_found(error: LookupError) -> ApiError {
    let kind = match error {
        LookupError::NoSuchGame { .. } | LookupError::NotBuilt { .. } | LookupError::NotAPath(_) => "no-such-game",
        LookupError::NoSuchScenario { .. } | LookupError::ScenarioNotBuilt { .. } => "no-such-scenario",
    };
    ApiError::new(StatusCode::NOT_FOUND, kind, format!("{error}."))
}

/// `GET /api/games/{game}/{scenario}/sheet`.
pub async fn sheet(
    State(app): State<Arc<App>>,
    Path((game, scenario)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let path = format!("{game}/{scenario}");
    let (found, _) = app.games.registry.find(&path).map_err(not_found)?;
    let key = (game, scenario);
    let kept = app.games.sheets.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    let printed = match kept {
        Some(printed) => printed,
        None => {
            let (found, scenario) = (found.clone(), key.1.clone());
            let text = tokio::task::spawn_blocking(move || {
                serde_json::to_string(&found.sheet(&scenario)).expect("a sheet is plain data")
            });
            let text: Arc<str> = text.await.map_err(ApiError::fault)?.into();
            let printed = Printed { tag: tag(blake3::hash(text.as_bytes()).as_bytes()), text };
            app.games.sheets.lock().unwrap_or_else(PoisonError::into_inner).insert(key, printed.clone());
            printed
        }
    };
    let head = [(ETAG, printed.tag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == printed.tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    Ok((head, [(CONTENT_TYPE, "application/json")], printed.text.to_string()).into_response())
}

/// `GET /api/games/{game}/rules`.
pub async fn rules(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<Vec<LedgerCase>>, ApiError> {
    let listed = app.games.registry.listed(&game).map_err(not_found)?;
    Ok(Json(listed.ledger().cases().to_vec()))
}
