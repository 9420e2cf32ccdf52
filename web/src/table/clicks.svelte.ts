// Clicks, drags and orders: what the hand did is put beside what lies on the table, and what that means is done.
import { same, type Target } from '../lib/offers';
import type { TableModel } from '../lib/table.svelte';
import { dropped, meaning, type Aim, type Meaning, type Situation } from '../model/meaning';
import { dragged, kept } from '../model/selection';
import type { Point } from './kinds';
import type { Ui } from './ui.svelte';

export class Clicks {
  constructor(
    private readonly ui: Ui,
    private readonly table: TableModel,
  ) {}

  /** What lies on the table and in the hand: all that a click can depend on. */
  private get situation(): Situation | null {
    const { table } = this;
    const { view } = this.ui;
    if (!view) return null;
    const [asked] = this.ui.chooser?.offers ?? [];
    return {
      view,
      side: table.side,
      free: table.mine && !table.pending,
      selection: this.ui.selection,
      hand: table.hand,
      gaveWay: this.ui.march.gaveWay,
      asked: performance.now() - this.ui.askedAt > 400 ? asked : undefined,
      draft: table.plans.draft,
      aims: this.aims,
    };
  }

  /** A click, a tap or Enter on the map; `keyed`: by a key. */
  picked(target: Target, at: Point, more = false, keyed = false): void {
    if (this.ui.march.busy) {
      void this.ui.march.busy.then(
        () => this.picked(target, at, more, keyed),
        () => undefined,
      );
      return;
    }
    const now = this.situation;
    if (!now) return;
    const meant = meaning(now, target, { more, keyed });
    this.ui.hovered = null;
    // An order keeps the list of orders where it is: who has been told one may be told the next.
    if (meant.kind !== 'order' || meant.verb === undefined) this.ui.pinned = target;
    this.ui.menu = null;
    this.ui.chooser = null;
    this.ui.whyNot = null;
    this.table.notice = null;
    this.does(meant, target, at, keyed);
  }

  /** Does what was meant. */
  private does(meant: Meaning, target: Target, at: Point, keyed: boolean): void {
    const { table, ui } = this;
    const { march } = ui;
    switch (meant.kind) {
      case 'act':
        return this.ui.take(meant.offer, at);
      case 'choose':
        return this.ui.ask(meant.offers, meant.title, at);
      case 'hold':
        return void (meant.instead ? march.takeOver(meant.ids[0] ?? '', at) : march.hold([...meant.ids], at));
      case 'take':
        return this.ui.takeInHand(meant.counter);
      case 'drop':
        march.drop();
        return table.say('Put back.');
      case 'go':
        return void march.go(meant.goal, at, keyed);
      case 'back':
        return march.goBack(meant.to, at, keyed);
      case 'via':
        return void march.waypoint(meant.goal);
      case 'blocked':
        return void march.why(meant.space, at);
      case 'order':
        return void (meant.verb !== undefined && table.plans.order(meant.slot, meant.verb, meant.target));
      case 'which':
        return this.askOrder(meant.orders, at);
      case 'explain':
        return void this.ui.explain(target, at);
      case 'nothing':
        return;
    }
  }

  /** Verbs of the open slot of the plan that wait for a target: they glow on the map, and a click there is the order. */
  aims = $state.raw<readonly Aim[]>([]);

  aim(aims: readonly Aim[]): void {
    if (aims.length === 0 && this.aims.length === 0) return;
    this.aims = aims;
    this.table.aimed(
      aims.flatMap((a) =>
        a.targets.map((space) => ({
          kind: 'move' as const,
          group: a.label,
          verb: `order ${a.verb}`,
          space,
          label: a.label,
          action: a.verb,
        })),
      ),
    );
  }

  private askOrder(orders: { aim: Aim; target: string }[], at: Point): void {
    const items = orders.map(({ aim, target }) => ({
      text: aim.label,
      run: () => void this.table.plans.order(aim.slot, aim.verb, target),
    }));
    this.ui.menu = { title: orders[0]?.target ?? '', items, at };
  }

  /** Another view has come: what was in hand may not be on offer any more. Told before anything is drawn, so that all of it is drawn once. */
  turned(): void {
    const { table } = this;
    const { view } = this.ui;
    this.ui.selection = kept(this.ui.selection, (id) => view?.offers.list.some((o) => o.counter === id) ?? false);
    this.ui.march.gaveWay = null;
    this.ui.fights.planned = null;
    const begun = this.ui.fights.shown?.offer;
    // A battle that was begun may have questions of its own before it is fought: they are asked on the table.
    if (begun && (this.ui.fights.shown?.actions || !view?.offers.list.some((o) => same(o, begun)))) this.ui.fights.show(null);
    this.ui.chooser = null;
    this.ui.menu = null;
    if (table.outcome) [this.ui.ending, this.ui.declaring] = [null, false];
    void this.ui.march.goOn();
  }

  /** A counter is being dragged. */
  carried(counter: string): void {
    this.ui.march.carry([...dragged(this.ui.selection, counter)]);
  }

  /** A counter was dragged to a place. */
  async dropped(drop: { counter: string; space: string }, at: Point): Promise<void> {
    await this.table.wording.aimAt(drop.counter).catch(() => undefined);
    const now = this.situation;
    const meant = now ? dropped(now, drop.counter, drop.space) : { kind: 'nothing' as const };
    if (meant.kind === 'drag') await this.ui.march.drag([...meant.ids], drop.space, at);
    else this.does(meant, drop, at, false);
  }
}
