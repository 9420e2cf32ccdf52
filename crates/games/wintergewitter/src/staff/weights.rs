//! What the planner goes by, in hundredths of a strength point unless said otherwise. The numbers stand in `data/wintergewitter/staff.toml`.

use kessel_kit::weights;

weights! {
    /// The weights of one side. Pairs are as their comment tells them.
    pub(crate) struct Weights {
        /// An attack is made if it brings more than this.
        attack: i32,
        /// What makes the mechanized units fight before they move.
        plenty: i32,
        /// What a massed strike must be worth to be drawn up.
        strike: i32,
        /// Nobody moves for less.
        sloth: i32,
        /// What the Soviets pay, in a short scenario, for an attack that keeps the initiative from the Germans.
        price: i32,
        /// What a factor of bombardment costs the enemy.
        per_factor: i32,
        /// What enemy and own losses weigh, in percent, where Germans stand on ground that the scenario counts: they must go, whatever it
        /// costs.
        intruder: [i32; 2],
        /// What own losses weigh, in percent, once the relief has halted.
        thrift: i32,
        /// Strength points that are reckoned for a stack of which nothing is known, and for a single unit.
        hidden: [i32; 2],
        /// What it costs to stand where no line of supply comes (14.5), and for every hex further from it.
        unfed: [i32; 2],
        /// Hexes from the Pocket at which the campaign is to be held.
        ring: u8 = 1..=99,
        /// The share of that ring, in percent, that makes it a line.
        held: usize = 0..=100,
        /// Hexes from the Pocket at which the relief halts as long as the way is barred.
        halt: u8 = 0..=99,
        /// Most posts that are manned at once, what decides the game not counted.
        posts: usize = 4..=99,
        /// Posts beside the line that is to be held, on ways that are still open.
        plugs: usize = 0..=99,
        /// Stacking points that are reckoned for a post when they are counted.
        room: i32 = 1..=99,
        /// Stacking points that each post gets before any gets more: at least and at most.
        share: [i32; 2],
        /// The same in the campaign.
        campaign_share: [i32; 2],
        /// Half points that it takes to storm a post.
        storm: u16 = 0..=1000,
        /// Half points that a way through their zones counts: it costs movement, and whoever goes it has no supply behind him (10.2).
        barred: u16 = 0..=1000,
        /// How far beyond the ends of the stretch that counts its river is held, in half points.
        flank: u16 = 0..=1000,
        /// A post is pressed, or only watched, from this share of the strongest pressure on any, in percent.
        press: [i32; 2],
        /// Stacking points for posts that are only watched, and for those that are not even that, before the rest is shared out.
        crew: [i32; 2],
        /// Hexes from which panzers no longer press on a post.
        press_range: i32,
        /// Posts around one stack of intruders, and around all of them.
        around: [usize; 2] = 0..=99,
        /// What it is worth that a post lies next to another one's zone: two or three hexes from it.
        joins: i32,
        /// Stacks that are struck at once.
        targets: usize = 0..=99,
        /// Hexes around a stack that are filled for an attack.
        sides: usize = 1..=6,
        /// Hexes before the distance that counts within which strays are struck.
        ahead: u8 = 0..=99,
        /// Strength points that a stray has at most.
        weak: i32,
        /// Hexes around a stray in which no other of theirs stands.
        alone: u32 = 0..=20,
        /// Half points from the panzers at which engineers go to a bridge, and at which they blow it.
        mine: [u16; 2] = 0..=1000,
        /// Entrenchments of a side beyond which only posts are entrenched.
        spare_markers: usize = 0..=99,
    }
}
