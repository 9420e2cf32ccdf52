//! Offers in two levels. A decision can have thousands of legal actions: every counter with every hex it may go to. A table that shows them
//! is told first what a hand can point at, by counters and spaces; the spaces of one counter and the words of one action are made when
//! somebody asks for them. Both levels come from [`offers`](crate::facets::Acts::offers), so together they are exactly what `check` allows.

use crate::{Game, Offer, OfferKind, Offers, Seen, Side, together};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;

/// Where there are so few offers, and so few bytes of them, they come with their words at once.
const FEW: usize = 24;
const FEW_BYTES: usize = 4000;
/// Of actions without counter and space so many are worded at once; they are buttons.
const BUTTONS: usize = 12;
/// So many are worded in one answer, as long as they are not more than so many bytes.
const MOST: usize = 40;
const MOST_BYTES: usize = 7000;

/// What an action is about, without a word of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aim {
    /// What is done. Actions of one verb differ in counter and space, and in what is asked when somebody has pointed at them.
    pub verb: Cow<'static, str>,
    /// What kind of offer it is.
    pub kind: OfferKind,
    /// The counter it is about, as [`Offer::counter`] names it.
    pub counter: Option<String>,
    /// The space it is about, as [`Offer::space`] names it.
    pub space: Option<String>,
    /// Whoever takes one of them may want them all ([`Offer::all`]).
    pub all: bool,
    /// It starts a battle whose sums can be looked at first ([`Offer::preview`]).
    pub battle: bool,
    /// An attack by which the counter itself goes there, in this one action.
    pub enters: bool,
}

impl Aim {
    /// An action about nothing but itself.
    pub fn new(verb: impl Into<Cow<'static, str>>, kind: OfferKind) -> Aim {
        Aim { verb: verb.into(), kind, ..Aim::default() }
    }

    /// The same about a counter.
    pub fn with(mut self, counter: impl Into<String>) -> Aim {
        self.counter = Some(counter.into());
        self
    }

    /// The same at a space.
    pub fn at(self, space: impl Into<String>) -> Aim {
        self.where_it_is(Some(space))
    }

    /// The same at a space, if there is one.
    pub fn where_it_is(mut self, space: Option<impl Into<String>>) -> Aim {
        self.space = space.map(Into::into);
        self
    }

    /// The same, and whoever takes one may want them all.
    pub fn one_of_all(mut self) -> Aim {
        self.all = true;
        self
    }

    /// The same, and it starts a battle.
    pub fn battle(mut self) -> Aim {
        self.battle = true;
        self
    }

    /// The same, and the counter goes there by it, whoever is there.
    pub fn entering(mut self) -> Aim {
        self.enters = true;
        self
    }

    /// What a worded offer is about. The verb is the action without its counter and its space.
    pub(crate) fn of(offer: &Offer, action: &Value) -> Aim {
        let own = |v: &Value| {
            v.as_str().is_some_and(|v| offer.counter.as_deref() == Some(v) || offer.space.as_deref() == Some(v))
        };
        let verb = match action {
            Value::Object(nouns) => {
                let words = nouns.iter().map(|(k, v)| if own(v) { k.clone() } else { format!("{k} {}", plain(v)) });
                words.collect::<Vec<_>>().join(" ")
            }
            verb => plain(verb),
        };
        Aim {
            verb: verb.into(),
            kind: offer.kind,
            counter: offer.counter.clone(),
            space: offer.space.clone(),
            all: offer.all,
            battle: offer.preview.is_some(),
            enters: false,
        }
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Legal actions of one verb and one kind, named by what a hand points at.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OfferSet {
    /// What is done.
    pub verb: String,
    /// What kind of offers they are.
    pub kind: OfferKind,
    /// The heading under which they are listed.
    pub group: String,
    /// How many there are.
    pub count: usize,
    /// One of them, as an example of how such an action is written.
    pub example: Example,
    /// The counters they are about; none if they are about spaces alone, or about nothing that one can point at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub counters: Vec<String>,
    /// Each counter has one action, and `spaces` (if not empty) names the space of each in the same order. Otherwise the spaces of a
    /// counter are asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub single: bool,
    /// The spaces they are about.
    // Written by runs: aircraft that may fly anywhere have a thousand of them.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "by_runs")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub spaces: Vec<String>,
    /// Whoever takes one of them may want them all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub all: bool,
    /// They start battles, whose sums can be looked at first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub battle: bool,
}

/// How an action of a set is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Example {
    /// The action.
    #[cfg_attr(feature = "types", ts(type = "string | Record<string, unknown>"))]
    pub action: Value,
    /// Its counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub counter: Option<String>,
    /// Its space.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub space: Option<String>,
}

/// Which offers are to be put into words: those that fit all that is said here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// Of this verb.
    pub verb: Option<String>,
    /// About this counter.
    pub counter: Option<String>,
    /// At this space.
    pub space: Option<String>,
    /// With these words in the label, in capitals or not.
    pub find: Option<String>,
    /// Leave out so many of those that fit.
    pub from: usize,
    /// At most so many.
    pub most: Option<usize>,
    /// With previews and consequences.
    pub whole: bool,
}

/// Offers with their words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Worded {
    /// How many fit.
    pub count: usize,
    /// Those that were asked for.
    pub list: Vec<Offer>,
}

/// The offers of a side, each with what it is about.
pub struct Aimed<'g, G: Game> {
    game: &'g G,
    state: &'g G::State,
    /// What the side may know: nothing else is looked at to sort and to describe.
    seen: Seen<G::State>,
    side: Side,
    asked: bool,
    list: Vec<(G::Action, Aim)>,
}

impl<'g, G: Game> Aimed<'g, G> {
    /// All that `side` may do.
    pub fn of(game: &'g G, state: &'g G::State, side: Side) -> Aimed<'g, G> {
        Aimed::with(game, state, game.see(state, side.into()), side)
    }

    /// The same with what the side may know, where that is at hand.
    pub fn with(game: &'g G, state: &'g G::State, seen: Seen<G::State>, side: Side) -> Aimed<'g, G> {
        let asked = game.to_act(state).includes(side);
        let mut actions = Vec::new();
        if asked {
            game.offers(state, side, &mut actions);
        }
        let list = actions.into_iter().map(|a| (a, game.aim(&seen, side, a))).collect();
        Aimed { game, state, seen, side, asked, list }
    }

    /// An offer in words; what is large is left out unless it is wanted.
    fn word(&self, (action, aim): &(G::Action, Aim), whole: bool) -> Offer {
        let mut offer = self.game.describe(&self.seen, self.side, *action);
        offer.action = self.game.write_action(self.state, *action);
        offer.verb = aim.verb.clone().into_owned();
        if !whole && let Some(preview) = offer.preview.take() {
            (offer.battle, offer.odds) = (true, Some(preview.column));
        }
        offer
    }

    /// The first level: everything in words if there is little of it, else what a hand can point at.
    pub fn in_two_levels(&self) -> Offers {
        if !self.asked {
            return Offers::default();
        }
        let mut prompt = self.game.prompt(&self.seen, self.side);
        if self.list.iter().any(|(_, aim)| together::is_loss(aim.kind, aim.counter.as_deref())) {
            prompt.together.extend(together::losses(self.game, self.state, self.side));
        }
        if self.list.len() <= FEW {
            let list: Vec<Offer> = self.list.iter().map(|one| self.word(one, false)).collect();
            let bytes = serde_json::to_vec(&list).map_or(usize::MAX, |text| text.len());
            if bytes <= FEW_BYTES || self.list.iter().all(|(_, aim)| is_button(aim)) {
                return Offers { prompt, list, sets: Vec::new() };
            }
        }
        let buttons = self.list.iter().filter(|(_, aim)| is_button(aim)).count();
        let (bare, pointed): (Vec<_>, Vec<_>) = self
            .list
            .iter()
            .partition(|(_, aim)| is_button(aim) && (buttons <= BUTTONS || aim.kind == OfferKind::Done));
        let list = bare.into_iter().map(|one| self.word(one, false)).collect();
        Offers { prompt, list, sets: self.sets(&pointed) }
    }

    /// The second level: the offers about one counter, with their spaces.
    pub fn targets(&self, counter: &str) -> Vec<OfferSet> {
        let own: Vec<_> = self.list.iter().filter(|(_, aim)| aim.counter.as_deref() == Some(counter)).collect();
        let mut sets = self.sets(&own);
        for set in sets.iter_mut().filter(|set| !set.single) {
            let spaces = own.iter().filter(|(_, aim)| aim.verb == set.verb && aim.kind == set.kind);
            set.spaces = in_order(spaces.filter_map(|(_, aim)| aim.space.as_deref()));
        }
        sets
    }

    /// Those that fit, in words.
    pub fn worded(&self, wanted: &Wanted) -> Worded {
        let fits = |want: &Option<String>, has: Option<&str>| want.as_deref().is_none_or(|want| has == Some(want));
        let mut found: Vec<&(G::Action, Aim)> = self
            .list
            .iter()
            .filter(|(_, aim)| {
                fits(&wanted.verb, Some(&aim.verb))
                    && fits(&wanted.counter, aim.counter.as_deref())
                    && fits(&wanted.space, aim.space.as_deref())
            })
            .collect();
        if let Some(words) = &wanted.find {
            let words = words.to_lowercase();
            found.retain(|one| self.word(one, false).label.to_lowercase().contains(&words));
        }
        let most = wanted.most.unwrap_or(MOST).min(MOST);
        let mut list: Vec<Offer> = Vec::new();
        let mut bytes = 0;
        for one in found.iter().skip(wanted.from).take(most) {
            let offer = self.word(one, wanted.whole);
            bytes += serde_json::to_vec(&offer).map_or(0, |text| text.len());
            if bytes > MOST_BYTES && !list.is_empty() {
                break;
            }
            list.push(offer);
        }
        Worded { count: found.len(), list }
    }

    /// Offers sorted into sets, in the order in which they come first.
    fn sets(&self, offers: &[&(G::Action, Aim)]) -> Vec<OfferSet> {
        let mut sorted: Vec<Vec<&(G::Action, Aim)>> = Vec::new();
        for one in offers {
            match sorted.iter_mut().find(|list| is_alike(&list[0].1, &one.1)) {
                Some(list) => list.push(one),
                None => sorted.push(vec![one]),
            }
        }
        sorted.iter().map(|list| self.set(list)).collect()
    }

    /// One set of offers that are alike.
    fn set(&self, offers: &[&(G::Action, Aim)]) -> OfferSet {
        let (first, last) = (offers[0], offers[offers.len() - 1]);
        let aim = &first.1;
        let counters = unique(offers.iter().filter_map(|(_, aim)| aim.counter.as_deref()));
        let single = counters.len() == offers.len();
        let spaces = match (counters.is_empty(), single) {
            (true, _) => in_order(offers.iter().filter_map(|(_, aim)| aim.space.as_deref())),
            (false, true) if offers.iter().any(|(_, aim)| aim.space.is_some()) => {
                offers.iter().map(|(_, aim)| aim.space.clone().unwrap_or_default()).collect()
            }
            (false, _) => Vec::new(),
        };
        let group = |(action, _): &(G::Action, Aim)| self.game.describe(&self.seen, self.side, *action).group;
        let heading = group(first);
        // Where every counter has a heading of its own, the verb heads them all.
        let heading = if heading == group(last) { heading } else { capital(&aim.verb) };
        let action = self.game.write_action(self.state, first.0);
        OfferSet {
            verb: aim.verb.clone().into_owned(),
            kind: aim.kind,
            group: heading,
            count: offers.len(),
            example: Example { action, counter: aim.counter.clone(), space: aim.space.clone() },
            counters,
            single,
            spaces,
            all: aim.all,
            battle: aim.battle,
        }
    }
}

/// Writes spaces that are numbered one after the other as one: `0101`, `0102`, `0103` as `0101..03`. No space is named like that, and
/// the order stays, so nothing is lost.
fn by_runs<S: Serializer>(spaces: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(runs(spaces))
}

fn runs(spaces: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = spaces;
    while let Some(first) = rest.first() {
        let long = 1 + rest.windows(2).take_while(|two| follows(&two[0], &two[1])).count();
        match numbered(&rest[long - 1]) {
            Some((_, last)) if long > 2 => out.push(format!("{first}..{last:02}")),
            _ => out.extend_from_slice(&rest[..long]),
        }
        rest = &rest[long..];
    }
    out
}

/// Is the second space the next number in the row of the first?
fn follows(one: &str, two: &str) -> bool {
    numbered(one).is_some_and(|(row, n)| numbered(two) == Some((row, n + 1)))
}

/// A space's row and its number in it: the last two digits.
fn numbered(space: &str) -> Option<(&str, u8)> {
    let (row, digits) = space.split_at_checked(space.len().checked_sub(2)?)?;
    let number = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??;
    Some((row, number))
}

/// Nothing on the map can be pointed at for it.
fn is_button(aim: &Aim) -> bool {
    aim.counter.is_none() && aim.space.is_none()
}

fn is_alike(one: &Aim, two: &Aim) -> bool {
    let of = |aim: &Aim| (aim.kind, aim.all, aim.battle, aim.counter.is_some());
    one.verb == two.verb && of(one) == of(two)
}

fn unique<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut met = std::collections::HashSet::new();
    ids.filter(|id| met.insert(*id)).map(str::to_owned).collect()
}

/// The same by their names, whatever the order of a map: then they make runs.
fn in_order<'a>(spaces: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut spaces = unique(spaces);
    spaces.sort_unstable();
    spaces
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(spaces: &[&str]) -> Vec<String> {
        runs(&spaces.iter().map(|space| (*space).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn three_in_a_row_are_written_as_one() {
        assert_eq!(written(&["N0108", "N0109", "N0110", "N0201", "N0202"]), ["N0108..10", "N0201", "N0202"]);
        assert_eq!(written(&["0198", "0199", "0200", "0201"]), ["0198", "0199", "0200", "0201"], "another row");
        assert_eq!(written(&["0103", "0102", "0101"]), ["0103", "0102", "0101"], "the order stays");
    }

    #[test]
    fn what_has_no_number_is_left_as_it_is() {
        assert_eq!(written(&["", "Baku", "7", "SVF"]), ["", "Baku", "7", "SVF"]);
        assert_eq!(written(&[]), [""; 0]);
        assert_eq!(written(&["é1", "Grosny-é01", "Grosny-é02", "Grosny-é03"]), ["é1", "Grosny-é01..03"]);
    }
}
