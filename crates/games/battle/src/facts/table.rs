//! What case files tell and set of a position, both by one table. docs/case-files.md says what each word means.

use crate::Battle;
use crate::data::{AssetId, Objective, UnitId};
use crate::state::{AssetState, Directives, Duty, Kind, Marker, Place, Points, Post, State};
use kessel_board::SpaceId;
use kessel_kernel::{Arranging, Side};
use kessel_kit::told::{Spelled, Told, Wish, word};
use serde_json::{Value, json};

kessel_kit::names! { Battle:
    UnitId as counter, "unit",
        |game, unit| game.data.units[unit.index()].id.as_str(),
        |game, id| game.data.unit(id);
    AssetId as counter, "asset",
        |game, asset| game.data.assets[asset.index()].id.as_str(),
        |game, id| game.data.asset(id);
    SpaceId as space, "hex or box",
        |game, space| game.space_id(space),
        |game, name| game.data.board.space(name);
}
kessel_kit::spelled_words! { Battle: Duty, Kind }
kessel_kit::told! { Battle:
    Points { caucasus, don, stalingrad }
}

/// Primary, secondary, tertiary.
impl Spelled<Battle> for Directives {
    fn spell(&self, _: &Battle) -> Value {
        json!(self.0)
    }

    fn read(_: &Battle, value: &Value) -> Option<Directives> {
        let found: Vec<Objective> = value.as_array()?.iter().filter_map(word).collect();
        let all = Objective::ALL.iter().all(|objective| found.contains(objective));
        found.try_into().ok().filter(|_| all).map(Directives)
    }

    fn wanted() -> String {
        "don, caucasus and stalingrad in an order".into()
    }
}

kessel_kit::things! {
    /// Everything but the counters. What a viewer may not know of it the facts tell themselves.
    things, WORDS: State as Battle {
        directives; edelweiss; duty; tcf_used; fought;
        set points;
        uranus => |s, game| s.uranus.tell(game),
            |s, game, wish| s.uranus = wish.read::<u8, _>(game).filter(|turn| *turn > 0);
        purse => |s, game, wish| wish.each(|key, wish| match key {
            "soviet" | "german" => s.purse[0].grant(game, wish),
            "minor" => s.purse[1].grant(game, wish),
            _ => wish.refuse("soviet, german or minor"),
        });
        last_control => |s, game, wish| wish.each(|key, wish| game.set_last_control(s, key, wish));
        marker => |s, game, wish| wish.each(|key, wish| game.set_marker(s, key, wish));
        fresh => |s, game, wish| wish.items(|wish| match (read(game, wish), read(game, wish)) {
            (Some(unit), _) => s.fresh_units.set(unit, true),
            (_, Some(asset)) => s.fresh_assets.set(asset, true),
            _ => wish.refuse("a unit or an asset"),
        });
        withdrawn => |s, game, wish| wish.items(|wish| if let Some(asset) = wish.read(game) {
            s.withdrawn.insert(asset);
        });
        ready => |s, game, wish| {
            s.ready = [false; 2];
            wish.items(|wish| if let Some(side) = wish.read::<Side, _>(game) {
                s.ready[side.index()] = true;
            });
        };
    }
}

fn read<T: Spelled<Battle>>(game: &Battle, wish: &Wish<'_>) -> Option<T> {
    T::read(game, wish.value)
}

impl Spelled<Battle> for Place {
    fn spell(&self, game: &Battle) -> Value {
        match self {
            Place::At(space) => space.spell(game),
            Place::ToCome => "turn-track".into(),
            Place::Dead => "dead".into(),
        }
    }

    fn read(game: &Battle, value: &Value) -> Option<Place> {
        match value.as_str()? {
            "turn-track" => Some(Place::ToCome),
            "dead" => Some(Place::Dead),
            id => game.data.board.space(id).map(Place::At),
        }
    }

    fn wanted() -> String {
        "a hex, a box, turn-track or dead".into()
    }
}

/// What can be set of a unit.
pub(crate) const UNIT: &str = "strength, assets, moved, refugee";
/// What can be set of an asset.
pub(crate) const ASSET: &str = "steps";

impl Battle {
    /// Where an asset of a side is, in files.
    pub(crate) fn post_word(&self, side: Side, post: Post) -> &str {
        match post {
            Post::With(unit) => &self.data.units[unit.index()].id,
            Post::Reserve => self.space_id(self.reserve(side)),
            Post::ToCome => "turn-track",
            Post::Dead => "dead",
            Post::Withdrawn => "withdrawn",
        }
    }

    /// The post of a word.
    pub(crate) fn post_of(&self, side: Side, value: &Value) -> Option<Post> {
        match value.as_str()? {
            "turn-track" => Some(Post::ToCome),
            "dead" => Some(Post::Dead),
            "withdrawn" => Some(Post::Withdrawn),
            id if self.data.board.space(id) == Some(self.reserve(side)) => Some(Post::Reserve),
            id => self.data.unit(id).filter(|unit| self.side(*unit) == side).map(Post::With),
        }
    }

    /// Sets what a case file says of a unit.
    pub(crate) fn set_unit(&self, state: &mut State, unit: UnitId, wish: &mut Wish<'_>) {
        let of = &mut state.units[unit.index()];
        wish.each(|key, wish| match key {
            "strength" => of.strength = wish.up_to(self.data.units[unit.index()].max).unwrap_or(of.strength),
            "assets" => give_assets(self, &mut state.assets, unit, wish),
            "moved" => state.moved.set(unit, wish.read(self) == Some(true)),
            "refugee" => state.refugees.set(unit, wish.read(self) == Some(true)),
            _ => wish.refuse(&format!("one of {UNIT}")),
        });
    }

    /// Sets what a case file says of an asset.
    pub(crate) fn set_asset(&self, state: &mut State, asset: AssetId, wish: &mut Wish<'_>) {
        let of = &mut state.assets[asset.index()];
        wish.each(|key, wish| match key {
            "steps" => of.steps = wish.up_to(self.data.assets[asset.index()].max_steps).unwrap_or(of.steps),
            _ => wish.refuse(ASSET),
        });
    }

    fn set_last_control(&self, state: &mut State, name: &str, wish: &mut Wish<'_>) {
        let marked = |space: &SpaceId| self.data.spaces[*space].caucasus.is_some_and(|info| info.last_control);
        match (self.data.board.space(name).filter(marked), wish.read::<Side, _>(self)) {
            (Some(space), Some(side)) => state.axis_last.set(space, side == Side::Axis),
            (None, _) => wish.refuse("a box with such a marker"),
            (_, None) => {}
        }
    }

    /// Without `river` the hexside decides.
    fn set_marker(&self, state: &mut State, name: &str, wish: &mut Wish<'_>) {
        let more = |key: &String| !matches!(key.as_str(), "from" | "river");
        if wish.value.as_object().is_some_and(|table| table.keys().any(more)) {
            return wish.refuse("a table of `from` and `river`");
        }
        let from = wish.value.get("from").and_then(|from| SpaceId::read(self, from));
        let (Some(space), Some(from)) = (self.data.board.space(name), from) else {
            return wish.refuse("a space with `from`, the space the first unit came from,");
        };
        let river = match wish.value.get("river") {
            Some(river) => wish.faults.truth(wish.path, river),
            None => self.over_river(from, space),
        };
        state.markers.retain(|marker| marker.space != space);
        if state.markers.try_push(Marker { space, from, river }).is_err() {
            wish.refuse("one marker less");
        }
    }
}

/// Exactly these assets are with the unit, at the steps they have, or all of them if they were not in play.
fn give_assets(game: &Battle, assets: &mut [AssetState], unit: UnitId, wish: &mut Wish<'_>) {
    for asset in assets.iter_mut().filter(|asset| asset.post == Post::With(unit)) {
        asset.post = Post::Reserve;
    }
    wish.items(|wish| {
        let info = |asset: &AssetId| &game.data.assets[asset.index()];
        let own = |asset: &AssetId| info(asset).side == game.side(unit);
        let Some(asset) = read(game, wish).filter(own) else { return wish.refuse("an asset of that side") };
        let now = assets[asset.index()].steps;
        let steps = if now > 0 { now } else { info(&asset).max_steps };
        assets[asset.index()] = AssetState { post: Post::With(unit), steps };
    });
}
