//! What the planner weighs, in one place: about ten is a step of infantry.

/// The weights of the tactics.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    /// How fast the pull of a hex fades, per hex.
    pub fade: i32,
    /// A major city where cities decide the game, a city there, a city elsewhere.
    pub major: i32,
    pub city: i32,
    pub town: i32,
    /// An airfield or a Red Star, and what a Red Star is worth beside that while Stalingrad is fought for.
    pub sign: i32,
    pub star: i32,
    /// S4.v1: without a major city the rest is worth nothing.
    pub prize: i32,
    /// The major city that an attacker goes for first.
    pub main_goal: i32,
    /// Attack factors near it that are enough, and what it is worth less then to those who come after.
    pub enough: i32,
    pub enough_off: i32,
    /// An own HQ that the enemy can come near.
    pub hq_guard: i32,
    /// An enemy who cuts the roads behind the own HQs.
    pub rear: i32,
    /// The risk of panzers in hundredths: in a counterstroke, and on the way to a relief.
    pub panzer_risk: i32,
    pub relief_risk: i32,
    /// The rows that a relief must reach: in the last turn, and before it.
    pub relief_row: i32,
    pub relief_early: i32,
    /// A hex of those rows that the relief could be fed in, and one that it could if a stack of the line fell.
    pub deny: i32,
    pub deny_depth: i32,
    /// An HQ that has fallen behind, per hex; what a move costs the Soviets (12.1) and the Axis (15.2.1).
    pub hq_follow: i32,
    pub hq_shortage: i32,
    pub hq_move: i32,
    pub hq_away: i32,
    /// A unit that a front lacks when reserves are asked for, in tenths.
    pub bare_front: i32,
    /// A full panzer division next to an HQ while Wintergewitter is prepared.
    pub muster: i32,
    /// Above this level the fortress is not stormed, and what is left of the worth of its hexes, in hundredths.
    pub storm_level: i32,
    pub storm_part: i32,
    /// An airfield that feeds the pocket, to the besieged.
    pub airfield: i32,
    /// What an attack on a stack of the fortress must promise more while it is not stormed.
    pub pocket_wary: i32,
    /// Hundredths of the worth of an empty place that go to its first guard.
    pub empty: i32,
    /// 10.3.3: an attack on one of the two stacks that cost the fortress a level.
    pub bleed: i32,
    /// The line that feeds the own HQs, where the enemy can come near it.
    pub lifeline: i32,
    /// What a place without supply costs beside a part of the unit, for an attacker and for a defender.
    pub unfed: i32,
    pub unfed_wary: i32,
    /// What an attack must promise, times 36: for an attacker, for a defender.
    pub bold: i32,
    pub wary: i32,
    /// What remains of the own strength in hundredths of the enemy's near a lost city, to strike back for it.
    pub strike_back: i32,
}

/// The weights that `staff` plays with.
pub(super) const STAFF: Weights = Weights {
    fade: 4,
    major: 70,
    city: 45,
    town: 10,
    sign: 10,
    star: 250,
    prize: 120,
    main_goal: 100,
    enough: 40,
    enough_off: 45,
    hq_guard: 60,
    rear: 40,
    panzer_risk: 150,
    relief_risk: 200,
    relief_row: 40,
    relief_early: 4,
    deny: 5,
    deny_depth: 3,
    hq_follow: 6,
    hq_shortage: 22,
    hq_move: 8,
    hq_away: 35,
    bare_front: 20,
    muster: 40,
    storm_level: 6,
    storm_part: 30,
    airfield: 50,
    pocket_wary: 200,
    empty: 60,
    bleed: 5,
    lifeline: 14,
    unfed: 14,
    unfed_wary: 34,
    bold: 36,
    wary: 144,
    strike_back: 50,
};
