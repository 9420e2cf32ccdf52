// What people settle beside the game: the dice, a word, a draw, the clock.
import { answer } from '../lib/dice';
import type { AskView, ChatLine, DiceView, MarkView, Names } from '../lib/generated/server';
import type { ClientMsg, Hello, ServerMsg } from '../lib/protocol';
import type { Side } from '../lib/wire';

type Ask = (msg: ClientMsg) => Promise<ServerMsg[]>;

export class People {
  chat = $state.raw<ChatLine[]>([]);
  /** Things said that nobody here has looked at. */
  unread = $state(0);
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
  private hello: Hello | null = null;

  constructor(private readonly ask: Ask) {}

  /** The side that this browser alone plays. */
  private get side(): Side | null {
    const { hello } = this;
    return hello?.sides.length === 1 ? (hello.sides[0] ?? null) : null;
  }

  greet(hello: Hello): void {
    this.hello = hello;
    this.chat = [];
    this.more = false;
    this.dice = hello.dice;
    this.agree();
  }

  /** Takes a message in; false if it is not for here. */
  receive(msg: ServerMsg): boolean {
    switch (msg.type) {
      case 'chat': {
        const known = new Set(this.chat.map((l) => l.n));
        const fresh = msg.list.filter((l) => !known.has(l.n));
        const newest = this.chat.at(-1)?.n ?? 0;
        if (this.chat.length > 0 || fresh.length === 1) this.unread += fresh.filter((l) => l.n > newest && l.side !== this.side).length;
        const oldest = this.chat[0]?.n ?? Infinity;
        // Only a page of what was said before tells whether there is more before it.
        if ((msg.list[0]?.n ?? Infinity) < oldest) this.more = msg.more ?? false;
        this.chat = [...this.chat, ...fresh].sort((a, b) => a.n - b.n);
        return true;
      }
      case 'affairs':
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
  resign = (): Promise<boolean> => this.send({ type: 'resign' });
  draw = (on: boolean): Promise<boolean> => this.send({ type: 'draw', on });
  closeTable = (on: boolean): Promise<boolean> => this.send({ type: 'close', on });
  claim = (): Promise<boolean> => this.send({ type: 'claim' });
}

/** Tells whoever looks elsewhere that it is his turn, if he has said that he wants to be told. */
export function notifyTurn(title: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
  new Notification('Your turn', { body: title, tag: 'kessel-turn' });
}
