//! What the planner goes by: every number that decides between two sensible plans. The numbers stand in `data/drive/staff.toml`.
//!
//! Worth is counted in whole numbers, about ten for a rifle division.

use kessel_kit::weights;

weights! {
    /// The weights of one side.
    pub(crate) struct Weights {
        /// An assault below two to one must bring so much (refuse pinpricks).
        pinprick: i32,
        /// What any assault must bring: of the Axis, of the Soviets in Blue, of the Soviets in Uranus.
        assault_axis: i32,
        assault_blue: i32,
        assault_uranus: i32,
        /// So much of what an assault must bring is a matter of temperament.
        nerve: i32,
        /// Own steps cost the Soviets so many hundredths of their worth: in Blue, in Uranus.
        price_blue: i32,
        price_uranus: i32,

        /// Hexes from the middle of a pocket within which a cordon is looked for.
        cordon_radius: i32,
        /// Lines around the pocket, one behind the other.
        cordon_lines: i32,
        /// At most so many units thicken it where the pocket is nearest to its supply.
        cordon_depth: i32,
        /// A cordon hex is held by so much defence, in hundredths of what threatens it.
        cordon_firm: i32,
        /// And by no more factors than these.
        cordon_most: i32,
        /// The same in the last turn.
        cordon_last: i32,
        /// So many of its weakest hexes draw units from afar.
        cordon_calls: i32,
        /// What it is worth to win a hex that closes a cordon, for each German within.
        cordon_prize: i32,
        /// Prices of closing a hex: held already, within reach, out of reach, held by the enemy.
        cordon_held: i32,
        cordon_near: i32,
        cordon_far: i32,
        cordon_enemy: i32,

        /// What it is worth to open the way out of a pocket, in tenths for each German within; the hexes that bar it share in it.
        breach: i32,
        /// What it is worth to send units to either end of that way.
        escape: i32,
        relief: i32,
        /// What it is worth to open an own line again, in hundredths of the supply it brings.
        feed: i32,
        /// An own town whose loss would cost so much supply is guarded.
        guard_loss: i32,
        /// At most so many such guards.
        guards: i32,

        /// Factors that hold a place which loses Uranus: the enemy within ten hexes, farther off.
        deadly_near: i32,
        deadly_far: i32,
        /// Factors that stay in a German city on the enemy's bank in Uranus.
        city_garrison: i32,
        /// Most factors of a guard over a town behind the Don in Uranus.
        don_guard: i32,
        /// What it is worth to take such a town back while the German has only one.
        don_first: i32,
        /// Such a guard stands so many hundredths of what threatens the town.
        don_firm: i32,

        /// The Soviets move twice in Blue when so many of their units stand in danger.
        double_move: i32,
        /// Soviets of Blue in a victory hex that is near the front: a city, a town.
        hold_city: i32,
        hold_town: i32,
        /// What it costs a unit of the Axis in Blue to stand without supply.
        hunger_axis: i32,
        /// The same for the Soviets, who lose points by it (4.3).
        hunger_soviet: i32,
        /// So many Soviets of Blue stand together where the enemy may strike, and what each further one costs.
        company: i32,
        crowd: i32,
        /// The German assaults twice when no more than so many points are missing in the last turn.
        double_assault: i32,
        /// A victory point in Blue.
        point: i32,
    }
}
