//! Choosing among offers.

use kessel_kernel::Answer;

/// Whoever has to answer with one of his offers: the mind of a game's planner.
pub trait Choosing {
    /// What is offered.
    type Action: Copy + PartialEq;

    /// The offers; never empty where something is chosen.
    fn offers(&self) -> &[Self::Action];

    /// Does this action end something or decline it, so that it does no harm?
    fn ends(action: Self::Action) -> bool;

    /// Is this offered?
    fn offered(&self, action: Self::Action) -> bool {
        self.offers().contains(&action)
    }

    /// The offer of most worth, however little that is; the first of equals. `None` skips an offer.
    fn best_of(&self, worth: impl Fn(Self::Action) -> Option<i32>) -> Option<(i32, Self::Action)> {
        let mut best: Option<(i32, Self::Action)> = None;
        for action in self.offers() {
            if let Some(value) = worth(*action)
                && best.is_none_or(|(most, _)| value > most)
            {
                best = Some((value, *action));
            }
        }
        best
    }

    /// The offer of most worth, if that is more than nothing.
    fn best(&self, worth: impl Fn(Self::Action) -> Option<i32>) -> Option<Self::Action> {
        self.best_of(worth).filter(|(value, _)| *value > 0).map(|(_, action)| action)
    }

    /// The offer of most worth if that is more than nothing, else the harmless one.
    fn best_or_done(&self, worth: impl Fn(Self::Action) -> Option<i32>) -> Self::Action {
        self.or_done(self.best(worth))
    }

    /// The offer of most worth, however little that is, or the first: for whoever must do something.
    fn pick(&self, worth: impl Fn(Self::Action) -> Option<i32>) -> Self::Action {
        self.best_of(worth).map_or(self.offers()[0], |(_, action)| action)
    }

    /// What was found, or the harmless offer.
    fn or_done(&self, found: Option<Self::Action>) -> Self::Action {
        found.unwrap_or_else(|| self.offers()[self.harmless()])
    }

    /// The place of the offer that ends or declines, or of the first.
    fn harmless(&self) -> usize {
        self.offers().iter().position(|action| Self::ends(*action)).unwrap_or(0)
    }

    /// The answer to whoever asked; the harmless offer if what is wanted is not offered.
    fn answer(&self, wanted: Self::Action) -> Answer<Self::Action> {
        Answer::Offer(self.offers().iter().position(|action| *action == wanted).unwrap_or_else(|| self.harmless()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Copy, Clone, Debug, PartialEq)]
    enum Action {
        Attack(u8),
        Done,
    }

    struct Mind(Vec<Action>);

    impl Choosing for Mind {
        type Action = Action;

        fn offers(&self) -> &[Action] {
            &self.0
        }

        fn ends(action: Action) -> bool {
            action == Action::Done
        }
    }

    fn mind() -> Mind {
        Mind(vec![Action::Attack(1), Action::Attack(2), Action::Done, Action::Attack(3)])
    }

    /// Worth by target; ending is not weighed.
    fn worth(of: [i32; 3]) -> impl Fn(Action) -> Option<i32> {
        move |action| match action {
            Action::Attack(n) => Some(of[usize::from(n) - 1]),
            Action::Done => None,
        }
    }

    #[test]
    fn the_first_of_equals_is_best() {
        assert_eq!(mind().best_of(worth([4, 7, 7])), Some((7, Action::Attack(2))));
        assert_eq!(mind().best_of(|_| None), None);
    }

    #[test]
    fn what_is_worth_nothing_is_left_alone() {
        assert_eq!(mind().best_of(worth([-4, 0, -7])), Some((0, Action::Attack(2))));
        assert_eq!(mind().best(worth([-4, 0, -7])), None);
        assert_eq!(mind().pick(worth([-4, -1, -7])), Action::Attack(2));
        assert_eq!(mind().best_or_done(worth([-4, 0, -7])), Action::Done);
        assert_eq!(mind().best_or_done(worth([-4, 0, 1])), Action::Attack(3));
    }

    #[test]
    fn an_answer_that_is_not_offered_does_no_harm() {
        assert_eq!(mind().answer(Action::Attack(3)), Answer::Offer(3));
        assert_eq!(mind().answer(Action::Attack(9)), Answer::Offer(2));
        let forced = Mind(vec![Action::Attack(1), Action::Attack(2)]);
        assert_eq!(forced.answer(Action::Done), Answer::Offer(0));
        assert!(forced.offered(Action::Attack(2)) && !forced.offered(Action::Done));
    }
}
