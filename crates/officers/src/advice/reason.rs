//! Why an action is a good one, in words that every game has: the odds of its battle, the place that it leads to.

use kessel_table::plan::Draft;
use kessel_table::view::{SheetHex, View};
use kessel_table::{Game, Offer, OfferKind, Seen, Side};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Names on the sheet from this size on are goals.
const TOWN: u8 = 3;
/// The distance of two neighbours on the sheet, at most.
const HEX: i32 = 1300;

/// The map as the side knows it.
pub(super) struct Ground {
    view: View,
    side: Side,
    hexes: HashMap<String, SheetHex>,
}

/// A place with a name, and how far off it is in hexes.
struct Goal<'a> {
    name: &'a str,
    away: i32,
    ours: bool,
}

impl Ground {
    pub(super) fn of<G: Game>(game: &G, seen: &Seen<G::State>, side: Side) -> Ground {
        let view = game.glance(seen);
        let hexes = game.sheet(&view.scenario).hexes.into_iter().map(|hex| (hex.id.clone(), hex)).collect();
        Ground { view, side, hexes }
    }

    /// Where a counter stands.
    pub(super) fn at(&self, counter: &str) -> Option<&str> {
        self.view.counters.iter().find(|c| c.id == counter).map(|c| c.at.as_str()).filter(|at| !at.is_empty())
    }

    /// The reason of an action that leads along `path`; `prompt` is what was asked.
    pub(super) fn reason(&self, kind: OfferKind, offer: Offer, path: &[String], prompt: &str) -> String {
        let why = match kind {
            OfferKind::Attack => odds(&offer).or_else(|| self.approach(path)),
            OfferKind::Move | OfferKind::Select | OfferKind::Place | OfferKind::Retreat => self.approach(path),
            OfferKind::Done => Some("Staff sees nothing more here that is worth its price.".to_owned()),
            OfferKind::Loss | OfferKind::Spend | OfferKind::Other => None,
        };
        let note = || offer.notes.first().map(|note| sentence(&note.text));
        why.or_else(note).unwrap_or_else(|| format!("Of all answers to “{prompt}” staff holds this one for the best."))
    }

    /// What the end of a path is good for: a place taken, held or come nearer to, or an enemy faced.
    fn approach(&self, path: &[String]) -> Option<String> {
        let (from, to) = (self.hexes.get(path.first()?)?, self.hexes.get(path.last()?)?);
        let goal = self.goal(from, to)?;
        let name = goal.name;
        Some(match (goal.away, goal.ours) {
            (0, true) => format!("To hold {name}."),
            (0, false) => format!("To take {name}."),
            (1, true) => format!("To cover {name} from the next hex."),
            (1, false) => format!("To stand next to {name}, which is to be taken."),
            (away, true) => format!("To be nearer to {name}, which has to be held: {away} hexes from there."),
            (away, false) => format!("On the way to {name}, which is to be taken: {away} hexes from there."),
        })
    }

    /// The goal of a way: a town where it ends; else the nearest town of the enemy that it comes nearer to, then one of our own; for who does not
    /// move or goes back the nearest of our own.
    fn goal(&self, from: &SheetHex, to: &SheetHex) -> Option<Goal<'_>> {
        let towns = || self.hexes.values().filter(|hex| hex.name.is_some() && (1..=TOWN).contains(&hex.rank));
        let nearest = |ours: bool, nearer: bool| {
            let fits =
                |hex: &&SheetHex| self.is_ours(&hex.id) == ours && (!nearer || apart(hex, to) < apart(hex, from));
            towns().filter(fits).min_by_key(|hex| (apart(hex, to), &hex.id)).map(|hex| (hex, ours))
        };
        let here = towns().find(|hex| hex.id == to.id).map(|hex| (hex, self.is_ours(&hex.id)));
        let found =
            here.or_else(|| nearest(false, true)).or_else(|| nearest(true, true)).or_else(|| nearest(true, false));
        found.and_then(|(hex, ours)| {
            let away = (apart(hex, to) + HEX - 1) / HEX;
            Some(Goal { name: hex.name.as_deref()?, away, ours })
        })
    }

    fn is_ours(&self, space: &str) -> bool {
        let control = self.view.spaces.iter().find(|s| s.id == space).and_then(|s| s.control);
        let stands = || self.view.counters.iter().any(|c| c.side == Some(self.side) && c.at == space);
        control.map_or_else(stands, |control| control == self.side)
    }
}

fn apart(a: &SheetHex, b: &SheetHex) -> i32 {
    let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    i32::try_from((x * x + y * y).isqrt()).unwrap_or(i32::MAX)
}

/// What the preview of a battle promises.
fn odds(offer: &Offer) -> Option<String> {
    let preview = offer.preview.as_ref()?;
    let Some(forecast) = &preview.forecast else { return Some(format!("The battle is fought on {}.", preview.column)) };
    let [own, enemy] = forecast.losses.map(|hundredths| format!("{}.{}", hundredths / 100, hundredths % 100 / 10));
    let clears = forecast.clears / 10;
    Some(format!(
        "At {} the defenders are driven off or destroyed {clears} times in 100; on average it costs them {enemy} steps and us {own}.",
        preview.column
    ))
}

/// What the orders of a plan come to.
pub(super) fn of_orders(orders: &Draft) -> String {
    let mut verbs: BTreeMap<&str, usize> = BTreeMap::new();
    for order in orders.0.values() {
        let verb = match order {
            Value::Object(nouns) => nouns.keys().next().map_or("", String::as_str),
            verb => verb.as_str().unwrap_or("number"),
        };
        *verbs.entry(verb).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = verbs.into_iter().collect();
    counts.sort_by_key(|(verb, count)| (std::cmp::Reverse(*count), *verb));
    let words: Vec<String> = counts.iter().map(|(verb, count)| format!("{verb} {count}")).collect();
    format!("A whole plan of {} orders: {}.", orders.0.len(), words.join(", "))
}

/// With a full stop.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
