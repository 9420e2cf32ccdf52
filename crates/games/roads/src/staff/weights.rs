//! What the planner weighs, in one place: about ten is a step of infantry. The numbers stand in `data/roads/staff.toml`.

use kessel_kit::weights;

weights! {
    /// The weights of the tactics.
    pub(crate) struct Weights {
        /// How fast the pull of a hex fades, per hex.
        fade: i32,
        /// The most that draws from afar, and how fast what is above it fades.
        far_most: i32,
        fade_near: i32,
        /// A major city where cities decide the game, a city there, a city elsewhere.
        major: i32,
        city: i32,
        town: i32,
        /// An airfield or a Red Star, and what a Red Star is worth beside that while Stalingrad is fought for.
        sign: i32,
        star: i32,
        /// S4.v1: without a major city the rest is worth nothing.
        prize: i32,
        /// What a hex between such a city and the own sources of supply takes from its promise, in hundredths of the strength around it.
        prize_far: i32,
        /// The major city that an attacker goes for first.
        main_goal: i32,
        /// Attack factors near it that are enough, and what it is worth less then to those who come after.
        enough: i32,
        enough_off: i32,
        /// A victory point for a hex of a region that is held in supply at the end (S2.v8, S2.v9), in the last turn.
        point: i32,
        /// A victory point for a hex that is named, before the last turn and in it.
        point_early: i32,
        point_last: i32,
        /// A hex whose loss ends the game, and one whose loss decides it when it is counted.
        fatal: i32,
        decisive: i32,
        /// An own HQ that the enemy can come near.
        hq_guard: i32,
        /// An enemy who cuts the roads behind the own HQs.
        rear: i32,
        /// What it is worth to an attacker's infantry to stay before the enemy.
        line: i32,
        /// The risk of panzers in hundredths: in a counterstroke, and on the way to a relief.
        panzer_risk: i32,
        relief_risk: i32,
        /// The rows that a relief must reach: in the last turn, and before it.
        relief_row: i32,
        relief_early: i32,
        /// In its last turn, a stack whose fall would let it be fed there, per hex.
        breach: i32,
        /// A hex of those rows that the relief could be fed in, and one that it could if a stack of the line fell.
        deny: i32,
        deny_depth: i32,
        /// An HQ that has fallen behind, per hex; what a move costs the Soviets (12.1) and the Axis (15.2.1).
        hq_follow: i32,
        /// An HQ that returns too far from the city that is struck back for to feed those who do, per hex.
        hq_lead: i32,
        hq_shortage: i32,
        hq_move: i32,
        hq_away: i32,
        /// A unit that a front lacks when reserves are asked for, in tenths.
        bare_front: i32,
        /// A front whose HQ is so near to a major city in the enemy's hands goes for it, and asks for reserves although nobody stands before it.
        front_city: i32,
        /// A major city that nobody holds.
        open_city: i32,
        /// A full panzer division next to an HQ while Wintergewitter is prepared.
        muster: i32,
        /// Above this level the fortress is not stormed, and what is left of the worth of its hexes, in hundredths.
        storm_level: i32,
        storm_part: i32,
        /// An airfield that feeds the pocket, to the besieged.
        airfield: i32,
        /// What an attack on a stack of the fortress must promise more while it is not stormed.
        pocket_wary: i32,
        /// Hundredths of the worth of an empty place that go to its first guard.
        empty: i32,
        /// 10.3.3: an attack on one of the two stacks that cost the fortress a level.
        bleed: i32,
        /// What whoever closes the ring must win elsewhere to leave it.
        anchor: i32,
        /// The line that feeds the own HQs, where the enemy can come near it.
        lifeline: i32,
        /// What a place without supply costs beside a part of the unit, for an attacker and for a defender.
        unfed: i32,
        unfed_wary: i32,
        /// What an attack must promise, times 36: for an attacker, for a defender.
        bold: i32,
        wary: i32,
        /// What remains of the own strength in hundredths of the enemy's near a lost city, to strike back for it.
        strike_back: i32,
        /// What panzers give for places that are held while they strike back, in hundredths.
        strike_heed: i32,
    }
}
