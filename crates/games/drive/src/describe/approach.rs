//! 11.28 From where an attack comes, and which hexes make it concentric: the diagram of a battle.

use crate::Drive;
use crate::state::{Fight, State};
use kessel_board::SpaceId;
use kessel_kernel::event::Approach;

impl Drive {
    /// 11.28: from where the attack comes, and which hexes make it concentric.
    pub(crate) fn approach_of(&self, seen: &State, fight: &Fight) -> Approach {
        let around = self.ground.around(fight.target);
        let attacked_from = |hex: SpaceId| fight.units.iter().any(|unit| fight.launch.or(seen.at(unit)) == Some(hex));
        let from: Vec<_> = around.iter().filter(|near| attacked_from(near.to)).collect();
        let mask = from.iter().fold(0u8, |mask, near| mask | 1 << near.direction);
        let city = self.data.map.spaces[fight.target].is_city();
        let mut counts = if fight.launch.is_some() || city { 0 } else { pattern(mask) };
        if counts.count_ones() < 2 {
            counts = 0;
        }
        let hexes = |mask: u8| -> Vec<SpaceId> {
            from.iter().filter(|near| mask >> near.direction & 1 == 1).map(|near| near.to).collect()
        };
        let ids = |hexes: &[SpaceId]| -> Vec<String> { hexes.iter().map(|hex| self.hex_id(*hex).to_owned()).collect() };
        let (case, text) = if let Some(launch) = fight.launch {
            ("9.25.e", format!("A mobile assault comes from {} alone: it is never concentric.", self.hex_name(launch)))
        } else if city {
            ("11.22.a", "Against a city no assault is concentric.".into())
        } else if counts != 0 {
            ("11.28.a", format!("Concentric: {} {}.", ids(&hexes(counts)).join(", "), pattern_words(mask)))
        } else {
            ("11.28.a", self.missing_words(fight.target, mask))
        };
        Approach { from: ids(&hexes(mask)), counts: ids(&hexes(counts)), case: case.into(), text }
    }

    /// Which hex would make it concentric.
    fn missing_words(&self, target: SpaceId, mask: u8) -> String {
        let opposite = |direction: u8| mask >> ((direction + 3) % 6) & 1 == 1 && mask >> direction & 1 == 0;
        let hexes = self.ground.around(target).iter().filter(|near| opposite(near.direction));
        let hexes: Vec<String> = hexes.map(|near| self.hex_name(near.to)).collect();
        match hexes.as_slice() {
            [] => "Not concentric.".into(),
            _ => format!("Not concentric: an attack from {} too would be.", hexes.join(" or ")),
        }
    }
}

/// The hexes among those attacked from that make the assault concentric, by direction; none if it is not.
fn pattern(mask: u8) -> u8 {
    if mask.count_ones() > 3 {
        return mask;
    }
    let pairs = mask & (mask >> 3) & 0b111;
    if pairs != 0 {
        return pairs | pairs << 3;
    }
    [0b010_101, 0b101_010].into_iter().find(|thirds| mask & thirds == *thirds).unwrap_or(0)
}

fn pattern_words(mask: u8) -> &'static str {
    if mask.count_ones() > 3 {
        "are more than three hexes"
    } else if mask & (mask >> 3) & 0b111 != 0 {
        "lie opposite each other"
    } else {
        "are three with one hex between each and the next"
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    /// 11.28 by geometry: directions run clockwise, opposite ones differ by three.
    #[test]
    fn hexes_count_as_concentric_by_their_directions() {
        assert_eq!(pattern(0b001_001), 0b001_001, "opposite");
        assert_eq!(pattern(0b001_011), 0b001_001, "a third beside the pair does not count");
        assert_eq!(pattern(0b010_101), 0b010_101, "one hex between each and the next");
        assert_eq!(pattern(0b000_111), 0, "three in a row");
        assert_eq!(pattern(0b000_011), 0, "two neighbours");
        assert_eq!(pattern(0b001_111), 0b001_111, "more than three");
    }
}
