//! The last step into a fight: from where it is taken decides what the fight is worth.

use super::{Explorer, Goal, Node, Start, Tree};
use crate::{Game, Offer};
use serde::Serialize;
use serde_json::Value;

/// Another way into the same fight: it costs more, and the fight stands better.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Dearer {
    /// The actions, to be done as one list.
    #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
    pub actions: Vec<Value>,
    /// The step that begins the fight, in words.
    pub fight: Box<Offer>,
    /// The space from which it is taken.
    pub from: String,
}

/// How a fight stands; nothing where that is not known.
type Prospect = Option<(u32, i64)>;

/// A step into a fight that the tree reaches by another way already.
pub(super) struct Rival<G: Game> {
    /// The goal of the tree, by its place in the list.
    pub(super) end: usize,
    pub(super) node: Node<G>,
}

impl<G: Game> Explorer<'_, G> {
    /// Of ways into a fight that leave the same to spend, the tree keeps the one by which the fight stands best; of those that stand the
    /// same, the one found first.
    pub(super) fn best_approaches(&self, tree: &mut Tree<G>, start: &Start<G>) {
        for rival in std::mem::take(&mut tree.rivals) {
            let Rival { end, node } = rival;
            let alike = node.goal.left == tree.nodes[end].goal.left;
            // A way on from there stays as it was found.
            let leads_on = tree.nodes.iter().any(|n| n.goal.via == Some(end));
            if alike && !leads_on && self.prospect(tree, &node, start) > self.prospect(tree, &tree.nodes[end], start) {
                let known = tree.nodes[end].goal.clone();
                let old = std::mem::replace(&mut tree.nodes[end], node);
                // What holds of the place holds whichever way leads to it.
                tree.nodes[end].goal = Goal { via: tree.nodes[end].goal.via, ..known };
                tree.rivals.push(Rival { end, node: old });
            } else {
                tree.rivals.push(Rival { end, node });
            }
        }
    }

    /// The best way into a fight that costs more than the one of the tree and stands better.
    pub(super) fn dearer(
        &self,
        tree: &Tree<G>,
        end: usize,
        start: &Start<G>,
    ) -> Option<(Vec<G::Action>, Offer, String)> {
        let own = &tree.nodes[end];
        let mut best: Option<(&Node<G>, Prospect)> = None;
        for Rival { node, .. } in
            tree.rivals.iter().filter(|rival| rival.end == end && rival.node.goal.left < own.goal.left)
        {
            let worth = self.prospect(tree, node, start);
            if worth > best.as_ref().map_or_else(|| self.prospect(tree, own, start), |(_, worth)| *worth) {
                best = Some((node, worth));
            }
        }
        let (node, _) = best?;
        let before = node.goal.via.map_or_else(Vec::new, |via| tree.path(via));
        let from = node.goal.via.map_or_else(|| start.marching.at.clone(), |via| tree.nodes[via].goal.space.clone());
        let words = self.in_words(self.before(tree, node, start), node.action);
        Some((before.into_iter().chain([node.action]).collect(), words, from))
    }

    /// How likely it is that they give way, and by how much more they are expected to lose than who attacks.
    fn prospect(&self, tree: &Tree<G>, node: &Node<G>, start: &Start<G>) -> Prospect {
        let seen = self.game.see(self.before(tree, node, start), self.side.into());
        let forecast = self.game.prospect(&seen, self.side, node.action)?;
        let [own, theirs] = forecast.losses.map(i64::from);
        Some((forecast.clears, theirs - own))
    }

    /// The position from which the last step is taken.
    fn before<'t>(&self, tree: &'t Tree<G>, node: &Node<G>, start: &'t Start<G>) -> &'t G::State {
        node.goal.via.and_then(|via| tree.nodes[via].state.as_ref()).unwrap_or(&start.state)
    }
}
