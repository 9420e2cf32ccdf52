import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Client, Refused } from './client';
import type { ServerMsg } from './protocol';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: ((e: { code: number; reason: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.({ code: 1000, reason: '' });
  }
  say(msg: object) {
    this.onmessage?.({ data: JSON.stringify(msg) });
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket;
const links: string[] = [];
let heard: ServerMsg[] = [];
const start = () =>
  new Client('ws://x', { message: (m) => heard.push(m), link: (l) => links.push(l) }, (u) => new FakeSocket(u) as unknown as WebSocket);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  links.length = 0;
  heard = [];
});
afterEach(() => vi.useRealTimers());

it('an answer goes to whoever asked', async () => {
  const client = start();
  last().say({ type: 'hello', n: 4 });
  const asked = client.ask({ type: 'act', n: 4, as: 'axis', action: 'done' });
  const id = last().sent[0]?.['id'];
  last().say({ type: 'accepted', id, n: 5 });
  expect(await asked).toEqual([{ type: 'accepted', id, n: 5 }]);
  client.close();
});

it('a refusal is an error with its rule', async () => {
  const client = start();
  last().say({ type: 'hello', n: 4 });
  const asked = client.ask({ type: 'act', n: 4, as: 'axis', action: 'done' });
  last().say({ type: 'refused', id: 1, kind: 'rule', case: '8.0.b', why: 'no', n: 4 });
  await expect(asked).rejects.toBeInstanceOf(Refused);
  client.close();
});

it('an act that was done before the line was cut is not done again', async () => {
  const client = start();
  last().say({ type: 'hello', n: 4 });
  const asked = client.ask({ type: 'act', n: 4, as: 'axis', action: 'done' });
  last().close();
  expect(links.at(-1)).toBe('lost');
  vi.advanceTimersByTime(300);
  last().say({ type: 'hello', n: 5 });
  expect(last().sent).toEqual([]);
  expect(await asked).toMatchObject([{ type: 'accepted', n: 5 }]);
  client.close();
});

it('an act that was lost with the line is sent again', async () => {
  const client = start();
  last().say({ type: 'hello', n: 4 });
  const asked = client.ask({ type: 'act', n: 4, as: 'axis', action: 'done' });
  last().close();
  vi.advanceTimersByTime(300);
  last().say({ type: 'hello', n: 4 });
  expect(last().sent).toMatchObject([{ type: 'act', n: 4 }]);
  last().say({ type: 'accepted', id: 1, n: 5 });
  expect(await asked).toHaveLength(1);
  client.close();
});

it('a deleted table is not tried again', () => {
  start();
  last().onclose?.({ code: 4410, reason: '' });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(links).toEqual(['closed']);
});

it('a replay comes in parts', async () => {
  const client = start();
  last().say({ type: 'hello', n: 0 });
  const asked = client.ask({ type: 'replay', from: 0, views: 'none' });
  last().say({ type: 'replay', id: 1, n: 2, frames: [], last: false });
  last().say({ type: 'replay', id: 1, n: 2, frames: [], last: true });
  expect(await asked).toHaveLength(2);
  client.close();
});

it('questions that can wait are paced, and what is done goes first', () => {
  const client = start();
  last().say({ type: 'hello', n: 4 });
  for (const space of ['0101', '0102', '0103']) void client.ask({ type: 'lines', space });
  void client.ask({ type: 'act', n: 4, as: 'axis', action: 'done' });
  expect(last().sent.map((m) => m['type'])).toEqual(['lines', 'act']);
  vi.advanceTimersByTime(500);
  expect(last().sent.map((m) => m['type'])).toEqual(['lines', 'act', 'lines', 'lines']);
  client.close();
});
