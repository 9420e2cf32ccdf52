// The desk without a browser: the table's model and the player's hands, over a server that a test makes up. Gestures follow each other in a chain;
// `done` waits until all of them have come to rest.
//
//   await new Desk({ counters: { A: '1' }, reach: { A: ['2'] } }).click('A').click('2').expectAt('A', '2').done();
import './browserless';
import { expect } from 'vitest';
import { TableModel } from '../lib/table.svelte';
import type { ClientMsg } from '../lib/protocol';
import type { Offer, View } from '../lib/wire';
import { Ui } from '../table/ui.svelte';
import { Server, type Setting } from './server';

const AT = { x: 100, y: 100 };

export class Desk {
  readonly table: TableModel;
  readonly ui: Ui;
  server!: Server;
  private chain: Promise<unknown> = Promise.resolve();

  constructor(setting: Setting) {
    this.table = new TableModel('key', (hooks) => (this.server = new Server(setting, hooks)));
    this.ui = new Ui(this.table);
    this.then(() => this.server.open());
  }

  private then(work: () => unknown): this {
    this.chain = this.chain.then(async () => {
      await work();
      await this.rest();
    });
    return this;
  }

  /** Lets everything that was asked be answered. */
  private async rest(): Promise<void> {
    for (let i = 0; i < 12; i++) await new Promise((r) => setTimeout(r, 0));
    await this.ui.march.busy?.catch(() => undefined);
  }

  /** Resolves when all gestures have been made. */
  done(): Promise<unknown> {
    return this.chain;
  }

  get view(): View {
    return this.table.view as View;
  }

  private spot(id: string): { counter?: string; space?: string } {
    const counter = this.view.counters.find((c) => c.id === id);
    return counter ? { counter: id, space: counter.at } : { space: id };
  }

  /** A click on a counter, or on a space. */
  click(id: string, { shift = false, keyed = false } = {}): this {
    return this.then(() => this.ui.clicks.picked(this.spot(id), AT, shift, keyed));
  }

  /** A counter is dragged to a space. */
  drag(counter: string, space: string): this {
    return this.then(async () => {
      this.ui.clicks.carried(counter);
      await this.rest();
      await this.ui.clicks.dropped({ counter, space }, AT);
    });
  }

  undo(): this {
    return this.then(() => this.table.back.last());
  }

  redo(): this {
    return this.then(() => this.table.back.redo());
  }

  /** Opens what a slot can be told, as the list of orders does. */
  aim(slot: string): this {
    return this.then(async () => {
      const lines = await this.table.plans.menu(slot);
      this.ui.clicks.aim(lines.flatMap(({ verb, label, targets }) => (targets ? [{ slot, verb, label, targets }] : [])));
    });
  }

  /** What the page does by itself has time to be done. */
  rests(): this {
    return this.then(() => undefined);
  }

  /** Anything else. */
  do(work: (desk: this) => unknown): this {
    return this.then(() => work(this));
  }

  /** Takes the nth of the choices that lie open. */
  choose(nth = 0): this {
    return this.then(() => {
      const { chooser, menu } = this.ui;
      if (menu) menu.items[nth]?.run();
      else if (chooser) this.ui.take(chooser.offers[nth] as Offer, AT);
      else throw new Error('nothing is asked');
    });
  }

  expectAt(counter: string, space: string): this {
    return this.then(() => expect(this.view.counters.find((c) => c.id === counter)?.at).toBe(space));
  }

  expectHand(...ids: string[]): this {
    return this.then(() => expect(this.table.hand?.counters ?? []).toEqual(ids));
  }

  expectDraft(orders: Record<string, unknown>): this {
    return this.then(() => {
      const now = this.table.plans.draft?.slots.flatMap((s) => (s.order === undefined ? [] : [[s.slot, s.order]])) ?? [];
      expect(Object.fromEntries(now)).toEqual(orders);
    });
  }

  /** So many messages of this kind have gone to the server. */
  expectSaid(type: ClientMsg['type'], times: number): this {
    return this.then(() => expect(this.server.said.filter((m) => m.type === type)).toHaveLength(times));
  }

  expect(look: (desk: this) => unknown, value: unknown): this {
    return this.then(() => expect(look(this)).toEqual(value));
  }
}
