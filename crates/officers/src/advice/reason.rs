//! Why an action is a good one, in words that every game has: the odds of its battle, the place that it leads to.

use kessel_kernel::plan::Draft;
use kessel_kernel::view::{SheetHex, View};
use kessel_kernel::{Game, Offer, OfferKind, Seen, Side};
use serde_json::Value;
use std::collections::BTreeMap;

/// The distance of two neighbours on the sheet, at most.
const HEX: i32 = 1300;
/// A town of one's own is covered from so many hexes.
const COVER: i32 = 2;

/// The map as the side knows it.
pub(super) struct Ground {
    view: View,
    side: Side,
    hexes: BTreeMap<String, SheetHex>,
    boxes: Vec<String>,
}

/// A place with a name, and whose it is.
type Town<'a> = (&'a SheetHex, bool);

impl Ground {
    pub(super) fn of<G: Game>(game: &G, seen: &Seen<G::State>, side: Side) -> Ground {
        let view = game.glance(seen);
        let sheet = game.sheet(&view.scenario);
        let boxes = sheet.boxes.into_iter().map(|sheet_box| sheet_box.id).collect();
        let hexes = sheet.hexes.into_iter().map(|hex| (hex.id.clone(), hex)).collect();
        Ground { view, side, hexes, boxes }
    }

    /// Is it a place on the sheet? (A counter may be assigned to another one.)
    pub(super) fn is_place(&self, id: &str) -> bool {
        self.hexes.contains_key(id) || self.boxes.iter().any(|known| known == id)
    }

    /// Where a counter stands, if it is on the sheet.
    pub(super) fn at(&self, counter: &str) -> Option<&str> {
        self.view.counters.iter().find(|c| c.id == counter).map(|c| c.at.as_str()).filter(|at| self.is_place(at))
    }

    /// The reason of an action that leads along `path`; `prompt` is what was asked.
    pub(super) fn reason(&self, kind: OfferKind, offer: Offer, path: &[String], prompt: &str) -> String {
        let why = match kind {
            OfferKind::Attack => {
                odds(&offer).or_else(|| Some(format!("To strike the enemy there. {}", self.end(path)?)))
            }
            OfferKind::Move | OfferKind::Select | OfferKind::Place | OfferKind::Retreat => self.end(path),
            OfferKind::Done => Some("Staff sees nothing more here that is worth its price.".to_owned()),
            OfferKind::Loss | OfferKind::Spend | OfferKind::Other => None,
        };
        let note = || offer.notes.first().map(|note| sentence(&note.text));
        why.or_else(note).unwrap_or_else(|| format!("Staff holds it for the best answer to: {}", sentence(prompt)))
    }

    /// What the end of a path is good for: a place taken, held, covered or come nearer to, or an enemy faced.
    fn end(&self, path: &[String]) -> Option<String> {
        let to = self.hexes.get(path.last()?)?;
        let from = path.first().and_then(|from| self.hexes.get(from)).unwrap_or(to);
        let hexes = |town: &SheetHex| (apart(town, to) + HEX - 1) / HEX;
        let name = |town: &SheetHex| town.name.clone().unwrap_or_default();
        if let Some((town, ours)) = self.towns().find(|(town, _)| town.id == to.id) {
            return Some(if ours { format!("To hold {}.", name(town)) } else { format!("To take {}.", name(town)) });
        }
        let nearest = |ours: bool| {
            let fits = |(town, own): &Town<'_>| *own == ours && (ours || apart(town, to) < apart(town, from));
            self.towns().filter(fits).min_by_key(|(town, _)| apart(town, to)).map(|(town, _)| town)
        };
        if let Some(town) = nearest(false) {
            return Some(format!("On the way to {}, which is to be taken, {}.", name(town), away(hexes(town))));
        }
        let own = nearest(true);
        if let Some(town) = own.filter(|town| hexes(town) <= COVER) {
            return Some(format!("To cover {}, {}.", name(town), away(hexes(town))));
        }
        if self.faces_enemy(to) {
            return Some("To stand against the enemy next to it.".to_owned());
        }
        own.map(|town| format!("To be nearer to {}, which has to be held, {}.", name(town), away(hexes(town))))
    }

    /// Every place with a name, and whether it is our own.
    fn towns(&self) -> impl Iterator<Item = Town<'_>> {
        self.hexes.values().filter(|hex| hex.name.is_some()).map(|hex| (hex, self.is_ours(&hex.id)))
    }

    fn is_ours(&self, space: &str) -> bool {
        let control = self.view.spaces.iter().find(|s| s.id == space).and_then(|s| s.control);
        let stands = || self.view.counters.iter().any(|c| c.side == Some(self.side) && c.at == space);
        control.map_or_else(stands, |control| control == self.side)
    }

    fn faces_enemy(&self, to: &SheetHex) -> bool {
        let near = |at: &str| self.hexes.get(at).is_some_and(|hex| apart(hex, to) <= HEX);
        self.view.counters.iter().any(|c| c.side == Some(self.side.other()) && near(&c.at))
    }
}

fn away(hexes: i32) -> String {
    if hexes == 1 { "from the next hex".to_owned() } else { format!("{hexes} hexes from there") }
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
    let often = forecast.often();
    Some(format!(
        "At odds of {} the defenders are driven off or destroyed {often}; on average it costs them {enemy} steps and us {own}.",
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
    format!("The whole plan: {}.", words.join(", "))
}

/// With a full stop.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
