//! What the planner holds dear, in tenths of a step loss unless said otherwise; the numbers stand in `data/battle/staff.toml`.

use kessel_kit::weights;

weights! {
    /// The weights of one side. Pairs are for the defensive and the offensive.
    pub(crate) struct Weights {
        /// A step of one's own. A Soviet one is cheap when the armies are full: unused replacements are lost (9.1.3.c).
        own_step: [i32; 2],
        /// A step of the enemy's.
        enemy_step: [i32; 2],
        /// A unit of one's own that stands without supply.
        own_cut: i32,
        /// A unit of the enemy that stands without supply.
        enemy_cut: [i32; 2],
        /// How much of what the enemy could do to a stack in his next turn is feared, in hundredths.
        fear: [i32; 2],
        /// What an attack must bring beyond nothing.
        restraint: [i32; 2],
        /// What it must bring more in the last turn: who attacks does not cover the Volga.
        last: i32,
        /// Steps, in tenths, that an attack is expected to cost the enemy: below it is a pinprick.
        pinprick: i32,
        /// Five factors more in a stack, up to `full` factors.
        mass: [i32; 2],
        /// A stack of so many factors needs no more.
        full: u16 = 1..=1000,
        /// A hex nearer to the enemy.
        front: [i32; 2],
        /// A hex nearer to Stalingrad.
        goal: [i32; 2],
        /// A hex nearer to where a unit would cut the enemy's supply.
        artery: [i32; 2],
        /// A road of the Axis to the Volga that is still open.
        road: [i32; 2],
        /// A move more that the Axis needs to open a way to the Volga again, in the last two turns.
        depth: i32,
        /// One unit of one's own that a post keeps in supply, if the enemy could come there.
        post: i32,
        /// A move of the enemy that would cut off the unit.
        trap: [i32; 2],
        /// Ground in the Axis Logistical Zone, where Soviet units die for points (10.2.2).
        zone: [i32; 2],
        /// In so many turns before the last, and in it, every unit's place is looked at twice.
        look_again: i32 = 0..=20,
        /// Axis units that Operation Uranus must cut off: four turns before the last or earlier, two or three before it, later.
        launch: [i32; 3] = 0..=60,
        /// More than so many factors no city needs: the worst cell of the results table twice over.
        garrison: u16 = 1..=1000,
        /// From so many hundredths of the enemy's factors on a side takes the offensive.
        tide: u32 = 0..=1000,
    }
}
