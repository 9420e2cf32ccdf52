//! The threads on which officers think: a few, of lower rank than those that serve people, and fair.
//!
//! Whoever waits does so in the queue of his address, and the addresses take turns: forty games of one guest hold up a stranger's officer by one thought, not by
//! forty. Clicks do not come here at all.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Thought = Box<dyn FnOnce() + Send>;

/// Officers at work, and those who wait.
pub struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// The queues in the order of their turns, each by whom it is for. None is empty.
    queues: VecDeque<(String, VecDeque<Thought>)>,
    closed: bool,
}

impl Thinkers {
    /// So many threads.
    pub fn new(threads: usize) -> Thinkers {
        let shared = Arc::new(Shared { state: Mutex::default(), more: Condvar::new() });
        for nth in 0..threads.max(1) {
            let shared = shared.clone();
            let name = format!("officer {nth}");
            let started = std::thread::Builder::new().name(name).spawn(move || work(&shared));
            if let Err(e) = started {
                tracing::error!("no thread for officers: {e}");
            }
        }
        Thinkers { shared }
    }

    /// Thinks when it is the turn of `whom`.
    pub fn think(&self, whom: &str, thought: impl FnOnce() + Send + 'static) {
        let mut state = self.shared.lock();
        match state.queues.iter_mut().find(|(of, _)| of == whom) {
            Some((_, queue)) => queue.push_back(Box::new(thought)),
            None => state.queues.push_back((whom.into(), VecDeque::from([Box::new(thought) as Thought]))),
        }
        metrics::gauge!("kessel_thoughts_waiting").set(state.waiting() as f64);
        self.shared.more.notify_one();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.more.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn waiting(&self) -> usize {
        self.queues.iter().map(|(_, queue)| queue.len()).sum()
    }

    /// The next thought; whoever it is for goes to the end of the line.
    fn next(&mut self) -> Option<Thought> {
        let (whom, mut queue) = self.queues.pop_front()?;
        let thought = queue.pop_front();
        if !queue.is_empty() {
            self.queues.push_back((whom, queue));
        }
        thought
    }
}

fn work(shared: &Shared) {
    step_back();
    let mut state = shared.lock();
    loop {
        if state.closed {
            return;
        }
        match state.next() {
            Some(thought) => {
                drop(state);
                let since = std::time::Instant::now();
                thought();
                metrics::histogram!("kessel_thought_seconds").record(since.elapsed());
                state = shared.lock();
            }
            None => state = shared.more.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }
}

/// This thread gives way to those that serve people.
#[cfg(target_os = "linux")]
fn step_back() {
    let thread = rustix::thread::gettid();
    let _ = rustix::process::setpriority_process(Some(thread), 10);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_stranger_waits_for_one_thought_of_many() {
        let thinkers = Thinkers::new(1);
        let (go, wait) = channel::<()>();
        let (tell, told) = channel();
        let wait = Mutex::new(wait);
        thinkers.think("many", move || drop(wait.lock().map(|w| w.recv())));
        for nth in 0..40 {
            let tell = tell.clone();
            thinkers.think("many", move || {
                let _ = tell.send(("many", nth));
            });
        }
        let told_too = tell.clone();
        thinkers.think("stranger", move || {
            let _ = told_too.send(("stranger", 0));
        });
        go.send(()).expect("goes");
        let order: Vec<_> = told.iter().take(41).collect();
        let place = order.iter().position(|(whom, _)| *whom == "stranger").expect("he had his turn");
        assert!(place <= 1, "{place}");
    }
}
