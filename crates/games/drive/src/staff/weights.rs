//! What the planner goes by: every number that decides between two sensible plans, in one place.
//!
//! Worth is counted in whole numbers, about ten for a rifle division.

/// Defines [`Weights`], their values and their names.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// The numbers.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Weights {
            /// Those that staff plays with.
            pub(crate) const STAFF: Weights = Weights { $($name: $value,)* };

            /// Changes one by its name; false if there is none of this name.
            pub(crate) fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

weights! {
    /// An assault below two to one must bring so much (refuse pinpricks).
    pinprick = 14;
    /// What any assault must bring: of the Axis, of the Soviets in Blue, of the Soviets in Uranus.
    assault_axis = 3;
    assault_blue = 15;
    assault_uranus = 2;
    /// So much of what an assault must bring is a matter of temperament.
    nerve = 6;
    /// Own steps cost the Soviets so many hundredths of their worth: in Blue, in Uranus.
    price_blue = 110;
    price_uranus = 60;

    /// Hexes from the middle of a pocket within which a cordon is looked for.
    cordon_radius = 7;
    /// Lines around the pocket, one behind the other.
    cordon_lines = 3;
    /// A cordon hex is held by so much defence, in hundredths of what threatens it.
    cordon_firm = 60;
    /// And by no more factors than these.
    cordon_most = 2;
    /// The same in the last turn.
    cordon_last = 8;
    /// So many of its weakest hexes draw units from afar.
    cordon_calls = 6;
    /// What it is worth to win a hex that closes a cordon, for each German within.
    cordon_prize = 4;
    /// Prices of closing a hex: held already, within reach, out of reach, held by the enemy.
    cordon_held = 2;
    cordon_near = 3;
    cordon_far = 8;
    cordon_enemy = 10;

    /// What it is worth to open an own line again, in hundredths of the supply it brings.
    feed = 100;
    /// An own town whose loss would cost so much supply is guarded.
    guard_loss = 25;
    /// At most so many such guards.
    guards = 10;

    /// Factors that hold a place which loses Uranus: the enemy within ten hexes, farther off.
    deadly_near = 24;
    deadly_far = 8;
    /// Factors that stay in a German city on the enemy's bank in Uranus.
    city_garrison = 58;
    /// Most factors of a guard over a town behind the Don in Uranus.
    don_guard = 20;
    /// What it is worth to take such a town back while the German has only one.
    don_first = 150;
    /// Such a guard stands so many hundredths of what threatens the town.
    don_firm = 50;

    /// The Soviets move twice in Blue when so many of their units stand in danger.
    double_move = 60;
    /// Soviets of Blue in a victory hex that is near the front: a city, a town.
    hold_city = 24;
    hold_town = 14;
    /// What it costs a unit of the Axis in Blue to stand without supply.
    hunger_axis = 8;
    /// The same for the Soviets, who lose points by it (4.3).
    hunger_soviet = 25;
    /// So many Soviets of Blue stand together where the enemy may strike, and what each further one costs.
    company = 2;
    crowd = 8;
    /// The German assaults twice when no more than so many points are missing in the last turn.
    double_assault = 1;
    /// A victory point in Blue.
    point = 100;
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn weights_are_known_by_their_names() {
        let mut weights = Weights::STAFF;
        assert!(weights.set("feed", 7) && weights.feed == 7);
        assert!(!weights.set("courage", 7));
    }
}
