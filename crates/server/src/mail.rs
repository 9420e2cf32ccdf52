//! 'Your turn' by mail, where the operator has said how and the player where to.

use crate::config::Config;
use crate::store::{Account, TableRow};
use kessel_kernel::Side;
use lettre::message::Mailbox;
use lettre::transport::smtp::AsyncSmtpTransportBuilder;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// About one table a player gets mail no more often than this.
const APART: Duration = Duration::from_secs(3600);

/// Sends mail, or does not.
pub struct Mailer {
    way: Option<(AsyncSmtpTransport<Tokio1Executor>, Mailbox)>,
    url: String,
    sent: Mutex<HashMap<(String, String), Instant>>,
}

impl Mailer {
    /// As it was configured. What cannot be read is said, and no mail is sent.
    pub fn new(config: &Config) -> Mailer {
        let way = config.mail.as_ref().and_then(|mail| {
            let server = server_at(&mail.server).map_err(|e| tracing::error!("no mail: the server: {e}")).ok()?;
            let from = mail.from.parse().map_err(|e| tracing::error!("no mail: the sender: {e}")).ok()?;
            Some((server.timeout(Some(Duration::from_secs(20))).build(), from))
        });
        Mailer { way, url: config.public_url.clone().unwrap_or_default(), sent: Mutex::default() }
    }

    pub fn is_on(&self) -> bool {
        self.way.is_some()
    }

    /// Tells somebody that it is his turn. A failure is written to the log and loses nothing else.
    pub async fn your_turn(&self, account: &Account, side: Side, row: &TableRow) {
        let (Some((server, from)), Some(to)) = (&self.way, &account.mail) else { return };
        if !self.is_due(&account.id, &row.id) {
            return;
        }
        let Ok(to) = to.parse::<Mailbox>() else { return };
        let text = format!(
            "{},\n\nit is your turn: {} ({}), {side}, turn {}.\n\n{}/#/games\n\nThis mail comes from the Kessel server at which you have left your \
             address; take the address away there if you want no more.\n",
            account.name, row.game, row.scenario, row.summary.turn, self.url
        );
        let mail = Message::builder().from(from.clone()).to(to).subject("Kessel: your turn").body(text);
        let sent = match mail {
            Ok(mail) => server.send(mail).await.map(drop).map_err(|e| e.to_string()),
            Err(e) => Err(e.to_string()),
        };
        match sent {
            Ok(()) => metrics::counter!("kessel_mails_total").increment(1),
            Err(e) => tracing::warn!("no mail could be sent: {e}"),
        }
    }

    fn is_due(&self, account: &str, table: &str) -> bool {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.retain(|_, at| at.elapsed() < APART);
        let key = (account.to_owned(), table.to_owned());
        if sent.contains_key(&key) {
            return false;
        }
        sent.insert(key, Instant::now());
        true
    }
}

/// The way to a mail server by its URL, with TLS and a password if it names them.
#[cfg(feature = "tls")]
fn server_at(url: &str) -> Result<AsyncSmtpTransportBuilder, lettre::transport::smtp::Error> {
    AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
}

/// Without TLS, and so without a password: `smtp://host` or `smtp://host:port`.
#[cfg(not(feature = "tls"))]
fn server_at(url: &str) -> Result<AsyncSmtpTransportBuilder, &'static str> {
    let plain = "built without TLS, so only smtp://host:port can be reached";
    let at = url.strip_prefix("smtp://").filter(|at| !at.contains('@')).ok_or(plain)?;
    let (host, port) = at.rsplit_once(':').unwrap_or((at, "25"));
    let port = port.parse().map_err(|_| plain)?;
    Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host).port(port))
}
