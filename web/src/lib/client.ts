// The WebSocket half of the protocol: requests with answers, and a connection that comes back by itself.
import type { ClientMsg, ErrorMsg, RefusedMsg, ServerMsg } from './protocol';

export type Link = 'joining' | 'open' | 'lost' | 'closed';

/** Codes with which the server closes for good, in words. */
const FINAL: Record<number, string> = {
  4403: 'This invitation has to be opened first.',
  4404: 'This link leads nowhere: the table was deleted, or the link is incomplete.',
  4408: 'This table was opened in another window; only so many can show it at once.',
  4409: 'This seat was given to somebody else.',
  4410: 'This table was deleted.',
  4429: 'Too many people look at this table.',
};

/** Asked for while the hand moves. The server reads twenty messages a second, and more only for a moment. */
const CAN_WAIT = new Set<ClientMsg['type']>(['targets', 'offer', 'reach', 'muster', 'lines', 'layers', 'calendar']);
const PACE = 80;

export interface Hooks {
  message(msg: ServerMsg): void;
  link(state: Link, text: string): void;
}

export class Refused extends Error {
  constructor(readonly msg: RefusedMsg | ErrorMsg) {
    super(msg.type === 'refused' ? msg.why : msg.text);
  }
}

interface Waiting {
  msg: ClientMsg & { id: number };
  parts: ServerMsg[];
  done(parts: ServerMsg[]): void;
  failed(why: Refused): void;
}

/** What a table needs of its line to the server. */
export interface Wire {
  ask(msg: ClientMsg): Promise<ServerMsg[]>;
  tell(msg: ClientMsg): void;
  close(): void;
}

export type Sockets = (url: string) => WebSocket;

export class Client implements Wire {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private tries = 0;
  private ended = false;
  private greeted = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  constructor(
    readonly url: string,
    private readonly hooks: Hooks,
    private readonly open: Sockets = (u) => new WebSocket(u),
    private readonly key = '',
  ) {
    this.connect();
  }

  /** Sends a request; resolves with its answers (several only for a replay), rejects with `Refused`. */
  ask(msg: ClientMsg): Promise<ServerMsg[]> {
    const id = this.next++;
    return new Promise((done, failed) => {
      const entry: Waiting = { msg: { ...msg, id }, parts: [], done, failed };
      this.waiting.set(id, entry);
      if (CAN_WAIT.has(msg.type)) this.queue(entry);
      else this.send(entry.msg);
    });
  }

  /** Sends without waiting for an answer. */
  tell(msg: ClientMsg): void {
    this.send(msg);
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close();
    this.hooks.link('closed', '');
  }

  /** Questions that can wait, one after the other: what is done is never refused because too much was asked. */
  private later: Waiting[] = [];
  private pacing: ReturnType<typeof setTimeout> | undefined;

  private queue(entry: Waiting): void {
    this.later.push(entry);
    if (this.pacing !== undefined) return;
    const next = () => {
      const one = this.later.shift();
      this.pacing = one ? setTimeout(next, PACE) : undefined;
      // After a reconnection everything that waits has been asked again.
      if (one && this.waiting.has(one.msg.id)) this.send(one.msg);
    };
    next();
  }

  private send(msg: object): void {
    if (this.socket?.readyState === 1 && this.greeted) this.socket.send(JSON.stringify(msg));
  }

  private connect(): void {
    this.greeted = false;
    this.later = [];
    const socket = this.open(this.url);
    this.socket = socket;
    // The key is said, and does not stand in the address, which proxies write down.
    socket.onopen = () => socket.send(JSON.stringify({ type: 'enter', key: this.key }));
    socket.onmessage = (e: MessageEvent<string>) => this.receive(JSON.parse(e.data) as ServerMsg);
    socket.onclose = (e: CloseEvent) => this.lost(socket, e);
    this.heard = Date.now();
    clearInterval(this.heart);
    this.heart = setInterval(() => this.beat(socket), 15_000);
  }

  /** A silent line is a dead one: ask, and hang up if nothing comes. */
  private beat(socket: WebSocket): void {
    if (Date.now() - this.heard > 40_000) socket.close();
    else this.send({ type: 'ping' });
  }

  private lost(socket: WebSocket, e: CloseEvent): void {
    if (socket !== this.socket || this.ended) return;
    clearInterval(this.heart);
    const final = FINAL[e.code];
    if (final !== undefined) {
      this.ended = true;
      this.hooks.link('closed', e.reason || final);
      return;
    }
    const restart = e.code === 1012;
    this.hooks.link(
      'lost',
      restart ? 'The server is being restarted; the table comes back by itself.' : 'The line to the server is cut; trying again.',
    );
    const wait = Math.min(8000, 250 * 2 ** this.tries++);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private receive(msg: ServerMsg): void {
    this.heard = Date.now();
    if (msg.type === 'hello') {
      this.greeted = true;
      this.tries = 0;
      this.resume(msg.n);
      this.hooks.message(msg);
      this.hooks.link('open', '');
      return;
    }
    if (!this.settle(msg)) this.hooks.message(msg);
  }

  /** After a reconnection: what was asked and not answered is asked again, except an act that has been done. */
  private resume(n: number): void {
    for (const [id, entry] of this.waiting) {
      const { msg } = entry;
      entry.parts = [];
      if ((msg.type === 'act' || msg.type === 'undo' || msg.type === 'takeback') && msg.n !== n) {
        this.waiting.delete(id);
        entry.done([{ type: 'accepted', id, n }]);
      } else {
        this.send(msg);
      }
    }
  }

  /** Hands an answer to whoever waits for it; false if nobody does. */
  private settle(msg: ServerMsg): boolean {
    const id = 'id' in msg ? msg.id : undefined;
    const entry = id === undefined ? undefined : this.waiting.get(id);
    if (!entry || id === undefined) return msg.type === 'pong';
    entry.parts.push(msg);
    if (msg.type === 'replay' && !msg.last) return true;
    this.waiting.delete(id);
    if (msg.type === 'refused' || msg.type === 'error') entry.failed(new Refused(msg));
    else entry.done(entry.parts);
    return true;
  }
}

/** The address of the socket, on the server that served the page. */
export function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws`;
}
