// What people settle beside the game: the dice, a word, a draw, the clock.
import { answer } from '../lib/dice';
import type { AskView, ChatLine, DiceView, MarkView, Names } from '../lib/generated/server';
import type { ClientMsg, Hello, ServerMsg } from '../lib/protocol';
import { SIDES, type Side } from '../lib/wire';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;

export class People {
  chat = $state.raw<ChatLine[]>([]);
  /** Up to which thing said somebody here has read. */
  private read = $state(-1);
  asks = $state.raw<AskView[]>([]);
  marks = $state.raw<MarkView[]>([]);
  names = $state.raw<Names>({ axis: null, soviet: null });
  deadline = $state<number | null>(null);
  /** Something was said before the first line that is here. */
  more = $state(false);
  /** May one speak; or does one's side not listen; or may nobody speak here? */
  listening = $state<'open' | 'muted' | 'silenced'>('open');
  dice = $state.raw<DiceView | null>(null);
  fault = $state('');
  /** What became of what was asked, until it is put away. */
  answers = $state.raw<string[]>([]);
  /** What this browser itself takes back is no refusal. */
  private withdrawn = new Set<AskView['kind']>();
  private over = false;
  private hello = $state.raw<Hello | null>(null);

  constructor(private readonly ask: Ask) {}

  /** The side that this browser alone plays. */
  private get side(): Side | null {
    const { hello } = this;
    return hello?.sides.length === 1 ? (hello.sides[0] ?? null) : null;
  }

  /** Things said that nobody here has looked at. */
  get unread(): ChatLine[] {
    // Whoever plays both sides talks to himself.
    return this.hello?.sides.length === 2 ? [] : this.chat.filter((l) => l.n > this.read && l.side !== this.side);
  }

  /** Nobody knows how whoever plays here against another person is called, and he may say it. */
  get nameless(): boolean {
    const { side } = this;
    const against = side !== null && SIDES.every((s) => this.hello?.seats[s] === 'person');
    return against && this.names[side] === null && this.listening !== 'silenced';
  }

  /** What the other side asks and this browser can answer. */
  get asked(): AskView[] {
    const { side } = this;
    return side === null ? [] : this.asks.filter((a) => a.by !== side);
  }

  /** All that was said has been looked at. */
  readAll(): void {
    const last = Math.max(this.read, ...this.chat.map((l) => l.n));
    if (last === this.read) return;
    this.read = last;
    if (this.hello) remember(this.hello.table, last);
  }

  tell(text: string): void {
    this.answers = [...this.answers, text];
  }

  greet(hello: Hello): void {
    this.hello = hello;
    this.over = hello.finished;
    this.chat = [];
    this.more = false;
    this.read = recalled(hello.table);
    this.dice = hello.dice;
    this.agree();
  }

  /** Takes a message in; false if it is not for here. */
  receive(msg: ServerMsg): boolean {
    switch (msg.type) {
      case 'chat': {
        const known = new Set(this.chat.map((l) => l.n));
        const fresh = msg.list.filter((l) => !known.has(l.n));
        const oldest = this.chat[0]?.n ?? Infinity;
        // Only a page of what was said before tells whether there is more before it.
        if ((msg.list[0]?.n ?? Infinity) < oldest) this.more = msg.more ?? false;
        this.chat = [...this.chat, ...fresh].sort((a, b) => a.n - b.n);
        return true;
      }
      case 'over':
        // The table has to be told of it, too.
        this.over = true;
        return false;
      case 'affairs':
        this.lookForAnswers(msg.asks);
        this.asks = msg.asks;
        this.marks = msg.marks;
        this.names = msg.names;
        this.deadline = msg.deadline;
        this.listening = msg.chat;
        return true;
      case 'dice':
        this.dice = msg.dice;
        this.agree();
        return true;
      default:
        return false;
    }
  }

  /** An own request that is gone while the game goes on was declined. */
  private lookForAnswers(now: AskView[]): void {
    for (const { kind, by } of this.asks) {
      const gone = by === this.side && !now.some((a) => a.kind === kind);
      if (!gone) continue;
      if (!this.withdrawn.delete(kind) && !(this.over && kind === 'draw')) this.tell(DECLINED[kind]);
    }
  }

  /** What one has asked oneself is taken back; what the other asks is declined. */
  private drop(kind: AskView['kind']): void {
    if (this.asks.some((a) => a.kind === kind && a.by === this.side)) this.withdrawn.add(kind);
  }

  /** Goes a step further with the dice, if it is this browser's turn. Nobody has to think of it. */
  private agree(): void {
    const { hello, side, dice } = this;
    if (!hello || side === null || !dice) return;
    try {
      const next = answer(hello.table, side, dice);
      if (next) void this.send({ type: 'dice', ...next });
    } catch {
      this.fault = 'This browser keeps nothing, so it can have no part in the dice.';
    }
  }

  private async send(msg: ClientMsg): Promise<boolean> {
    this.fault = '';
    try {
      for (const told of await this.ask(msg)) if (told.type === 'chat') this.receive(told);
      return true;
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
      return false;
    }
  }

  say = (text: string): Promise<boolean> => this.send({ type: 'say', text });
  older = (): Promise<boolean> => this.send({ type: 'chat', before: this.chat[0]?.n ?? 0 });
  mute = (): Promise<boolean> => this.send({ type: 'mute', on: this.listening !== 'muted' });
  call = (name: string): Promise<boolean> => this.send({ type: 'name', name });
  resign = (): Promise<boolean> => this.send({ type: 'resign' });
  draw = (on: boolean): Promise<boolean> => {
    if (!on) this.drop('draw');
    return this.send({ type: 'draw', on });
  };
  closeTable = (on: boolean): Promise<boolean> => {
    if (!on) this.drop('close');
    return this.send({ type: 'close', on });
  };
  claim = (): Promise<boolean> => this.send({ type: 'claim' });
}

const DECLINED: Record<AskView['kind'], string> = {
  draw: 'The other side does not agree to a draw; the game goes on.',
  close: 'The other side wants to keep the table.',
};

const SAID = 'kessel.said.';

function remember(table: string, n: number): void {
  try {
    localStorage.setItem(SAID + table, String(n));
  } catch {
    // A browser that keeps nothing shows it again.
  }
}

function recalled(table: string): number {
  try {
    return Number(localStorage.getItem(SAID + table) ?? -1);
  } catch {
    return -1;
  }
}

/** Tells whoever looks elsewhere that it is his turn, if he has said that he wants to be told. */
export function notifyTurn(title: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
  new Notification('Your turn', { body: title, tag: 'kessel-turn' });
}
