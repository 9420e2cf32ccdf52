//! How much each address may have at once: so that one guest does not take everybody's place.

use crate::config::Limits;
use crate::error::ApiError;
use crate::guard::Bucket;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More addresses than this are not kept; those that hold nothing are forgotten first.
const MOST: usize = 50_000;
/// A bucket that gives so many a minute as it holds is full after that.
const FULL_AGAIN: Duration = Duration::from_secs(60);

/// Everybody who has something of us.
pub struct Visitors {
    map: Mutex<HashMap<IpAddr, Visitor>>,
    /// Guesses at a passphrase, by the name that it is said to belong to.
    guesses: Mutex<HashMap<String, (Bucket, Instant)>>,
    limits: Limits,
    /// Whoever asks from this machine without a proxy is at home.
    trust_loopback: bool,
}

struct Visitor {
    sockets: usize,
    /// How many connections at which table.
    rooms: HashMap<String, usize>,
    requests: Bucket,
    tables: Bucket,
}

/// A connection that counts as long as it lasts.
pub struct Pass {
    visitors: Arc<Visitors>,
    address: IpAddr,
    room: Option<String>,
}

impl Visitors {
    pub fn new(limits: &Limits, behind_proxy: bool) -> Arc<Visitors> {
        Arc::new(Visitors {
            map: Mutex::default(),
            guesses: Mutex::default(),
            limits: limits.clone(),
            trust_loopback: !behind_proxy,
        })
    }

    fn map(&self) -> MutexGuard<'_, HashMap<IpAddr, Visitor>> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<R>(&self, address: IpAddr, work: impl FnOnce(&mut Visitor, &Limits) -> R) -> R {
        let mut map = self.map();
        if map.len() >= MOST {
            map.retain(|_, visitor| visitor.sockets > 0);
        }
        let visitor = map.entry(address).or_insert_with(|| Visitor {
            sockets: 0,
            rooms: HashMap::new(),
            requests: Bucket::new(self.limits.requests_each, self.limits.requests_each),
            tables: Bucket::new(self.limits.new_tables_each, self.limits.new_tables_each),
        });
        work(visitor, &self.limits)
    }

    fn is_home(&self, address: IpAddr) -> bool {
        self.trust_loopback && address.is_loopback()
    }

    /// A connection from an address, if it may have one more.
    pub fn connect(self: &Arc<Self>, address: IpAddr) -> Option<Pass> {
        let (home, address) = (self.is_home(address), whole(address));
        self.with(address, |visitor, limits| {
            let free = home || visitor.sockets < limits.sockets_each;
            visitor.sockets += usize::from(free);
            free
        })
        .then(|| Pass { visitors: self.clone(), address, room: None })
    }

    /// May this address ask something now?
    pub fn may_ask(&self, address: IpAddr) -> Result<(), ApiError> {
        let free = self.is_home(address) || self.with(whole(address), |visitor, _| visitor.requests.take());
        if free { Ok(()) } else { Err(ApiError::too_fast()) }
    }

    /// May it make a table now?
    pub fn may_make(&self, address: IpAddr) -> Result<(), ApiError> {
        let free = self.is_home(address) || self.with(whole(address), |visitor, _| visitor.tables.take());
        if free { Ok(()) } else { Err(ApiError::too_fast()) }
    }
}

impl Visitors {
    /// May somebody try a passphrase for this name now, from wherever? Names that nobody has are treated like the others.
    pub fn may_guess(&self, name: &str) -> Result<(), ApiError> {
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        if guesses.len() >= MOST {
            // A bucket that nobody has touched for so long is full again.
            guesses.retain(|_, (_, since)| since.elapsed() < FULL_AGAIN);
        }
        let each = self.limits.guesses_each;
        let (bucket, since) = guesses.entry(name.into()).or_insert_with(|| (Bucket::new(each, each), Instant::now()));
        *since = Instant::now();
        if bucket.take() { Ok(()) } else { Err(ApiError::too_fast()) }
    }
}

impl Pass {
    /// Goes to a table, if the address does not hold too many open.
    pub fn enter(&mut self, table: &str) -> Result<(), ApiError> {
        let home = self.visitors.is_home(self.address);
        let free = self.visitors.with(self.address, |visitor, limits| {
            let free = home || visitor.rooms.contains_key(table) || visitor.rooms.len() < limits.rooms_each;
            if free {
                *visitor.rooms.entry(table.into()).or_default() += 1;
            }
            free
        });
        if !free {
            return Err(ApiError::full("You hold too many tables open; close one first."));
        }
        self.room = Some(table.into());
        Ok(())
    }

    /// The address, as officers take turns by it.
    pub fn name(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let room = self.room.take();
        self.visitors.with(self.address, |visitor, _| {
            visitor.sockets = visitor.sockets.saturating_sub(1);
            if let Some(room) = room
                && let Some(count) = visitor.rooms.get_mut(&room)
            {
                *count -= 1;
                if *count == 0 {
                    visitor.rooms.remove(&room);
                }
            }
        });
    }
}

/// Of an IPv6 address the part that a provider gives to one customer.
fn whole(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(four) => four.into(),
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            if six.is_loopback() { six.into() } else { Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_everything_and_gets_its_places_back() {
        let limits = Limits { sockets_each: 2, rooms_each: 1, new_tables_each: 1, ..Limits::default() };
        let visitors = Visitors::new(&limits, true);
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "10.0.0.1"].map(|a| a.parse().expect("an address"));
        let mut first = visitors.connect(one).expect("free");
        let mut second = visitors.connect(same).expect("free");
        assert!(visitors.connect(one).is_none() && visitors.connect(other).is_some());
        first.enter("a").expect("one table");
        second.enter("a").expect("the same table");
        drop(first);
        let mut third = visitors.connect(one).expect("free again");
        assert!(third.enter("b").is_err(), "the first is still open");
        drop(second);
        third.enter("b").expect("free");
        assert!(visitors.may_make(one).is_ok() && visitors.may_make(same).is_err());
    }
}
