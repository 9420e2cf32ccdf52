//! What the planner holds dear, in tenths of a step loss unless said otherwise.

use kessel_table::Side;

/// The weights of one side. Pairs are for the defensive and the offensive.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// A step of one's own. A Soviet one is cheap when the armies are full: unused replacements are lost (9.1.3.c).
    pub own_step: [i32; 2],
    /// A step of the enemy's.
    pub enemy_step: [i32; 2],
    /// A unit of one's own that stands without supply.
    pub own_cut: i32,
    /// A unit of the enemy that stands without supply.
    pub enemy_cut: [i32; 2],
    /// How much of what the enemy could do to a stack in his next turn is feared, in hundredths.
    pub fear: [i32; 2],
    /// What an attack must bring beyond nothing.
    pub restraint: [i32; 2],
    /// What it must bring more in the last turn: who attacks does not cover the Volga.
    pub last: i32,
    /// Steps, in tenths, that an attack is expected to cost the enemy: below it is a pinprick.
    pub pinprick: i32,
    /// Five factors more in a stack, up to `full` factors.
    pub mass: [i32; 2],
    /// A stack of so many factors needs no more.
    pub full: u16,
    /// A hex nearer to the enemy.
    pub front: [i32; 2],
    /// A hex nearer to Stalingrad.
    pub goal: [i32; 2],
    /// A hex nearer to where a unit would cut the enemy's supply.
    pub artery: [i32; 2],
    /// A road of the Axis to the Volga that is still open.
    pub road: [i32; 2],
    /// One unit of one's own that a post keeps in supply, if the enemy could come there.
    pub post: i32,
    /// A move of the enemy that would cut off the unit.
    pub trap: [i32; 2],
    /// Ground in the Axis Logistical Zone, where Soviet units die for points (10.2.2).
    pub zone: [i32; 2],
    /// More than so many factors no city needs: the worst cell of the results table twice over.
    pub garrison: u16,
    /// From so many hundredths of the enemy's factors on a side takes the offensive.
    pub tide: u32,
}

impl Weights {
    pub(super) const fn of(side: Side) -> Weights {
        match side {
            Side::Axis => AXIS,
            Side::Soviet => SOVIET,
        }
    }
}

const AXIS: Weights = Weights {
    own_step: [14, 14],
    enemy_step: [8, 8],
    own_cut: 45,
    enemy_cut: [14, 14],
    fear: [100, 100],
    restraint: [4, 4],
    last: 0,
    pinprick: 10,
    mass: [2, 2],
    full: 40,
    front: [0, 0],
    goal: [8, 8],
    artery: [0, 0],
    road: [0, 0],
    post: 3,
    trap: [6, 2],
    zone: [0, 0],
    garrison: 40,
    tide: 0,
};

const SOVIET: Weights = Weights {
    own_step: [8, 5],
    enemy_step: [14, 14],
    own_cut: 10,
    enemy_cut: [14, 30],
    fear: [100, 50],
    restraint: [80, 0],
    last: 120,
    pinprick: 10,
    mass: [6, 6],
    full: 40,
    front: [0, 7],
    goal: [4, 1],
    artery: [0, 3],
    road: [0, 110],
    post: 0,
    trap: [8, 0],
    zone: [30, 0],
    garrison: 15,
    tide: 90,
};
