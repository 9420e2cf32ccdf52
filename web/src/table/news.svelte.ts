// What the player has to be told: the other side's turn as a report, and whatever of his own was lost in his own turn.
import { casualties, doers, inShort, isNews, ownPhase, reportOf, SAYS, stretch, type Casualty, type Report } from '../lib/report';
import type { Frame } from '../lib/protocol';
import type { TableModel } from '../lib/table.svelte';
import type { Side } from '../lib/wire';
import { spaceName } from '../lib/words';

const TOLD = 'kessel.told.';

export class News {
  report = $state.raw<Report | null>(null);
  open = $state(false);
  /** All of it; else only what it means, because the other's turn goes on after the answer. */
  whole = $state(true);
  /** Own counters that died in the own turn, until they are read of. */
  lost = $state.raw<Casualty[]>([]);
  private as: Side | null = null;
  /** Up to which action it was told whole, and at all. */
  private told = { whole: -1, brief: -1, lost: -1 };
  private known = new Map<string, { name: string; side: Side | null }>();

  constructor(private readonly table: TableModel) {}

  /** Takes note of what has come: names, and what of one's own was lost. */
  note(): void {
    const { side, view, log } = this.table;
    if (side !== this.as) this.sit(side);
    if (side === null || !view || log.as !== side) return;
    for (const c of view.counters) this.known.set(c.id, { name: c.face.name, side: c.side });
    this.count(log.frames, side);
  }

  /** Opens what is to be told; false if nothing is. The table is free. */
  look(): boolean {
    const { table } = this;
    const { side, view, log } = table;
    if (side === null || !view || log.as !== side || !(table.mine || table.plans.draft) || !log.whole) return false;
    const frames = stretch(log.frames, side);
    const mine = view.turn.side !== other(side);
    const told = mine ? this.told.whole : Math.max(this.told.whole, this.told.brief);
    const fresh = frames.some((f) => f.n > told && (mine || f.side !== side) && f.events.some((e) => SAYS.includes(e.kind)));
    if (!fresh) return false;
    const report = this.make(frames, side);
    if (!report || !isNews(report)) return false;
    this.told[mine ? 'whole' : 'brief'] = report.to;
    if (mine) remember(this.table.key, side, report.to);
    this.report = report;
    this.whole = mine;
    this.open = true;
    table.say(`${doers(report)}: ${inShort(report, side)}. ${report.words.slice(0, 4).join('. ')}`);
    return true;
  }

  /** The last turn of the other side once more, whether it was told or not. */
  again(): void {
    const { side, log } = this.table;
    const report = side === null ? null : this.make(lastTurnOf(log.frames, side), side);
    if (!report || !isNews(report)) {
      this.table.notice = { text: 'The other side has done nothing yet that could be told.' };
      return;
    }
    this.report = report;
    this.whole = true;
    this.open = true;
  }

  /** Puts away what is shown; false if there is nothing. */
  dismiss(): boolean {
    if (this.open) this.open = false;
    else if (this.lost.length > 0) this.read();
    else return false;
    return true;
  }

  /** The losses have been read of. */
  read(): void {
    this.told.lost = Math.max(this.told.lost, ...this.lost.map((l) => l.n));
    this.lost = [];
  }

  private sit(side: Side | null): void {
    this.as = side;
    this.report = null;
    this.open = false;
    this.lost = [];
    // What one side knows is nothing for other eyes.
    this.known = new Map();
    const whole = side === null ? -1 : recalled(this.table.key, side);
    this.told = { whole, brief: whole, lost: -1 };
  }

  /** Names and sides of all counters that this viewer has ever seen. */
  readonly names = (id: string) => this.known.get(id);

  private make(frames: Frame[], side: Side): Report | null {
    const { view, sheet } = this.table;
    if (!view || frames.length === 0) return null;
    return reportOf(frames, side, view, sheet, this.names, (id) => spaceName(sheet, id));
  }

  private count(frames: Frame[], side: Side): void {
    const last = frames.at(-1)?.n ?? 0;
    const kept = this.lost.filter((l) => l.n <= last);
    const found = casualties(ownPhase(frames, side), this.names).filter((c) => c.gone && c.side === side && c.n > this.told.lost);
    const fresh = found.filter((c) => !kept.some((k) => k.counter === c.counter && k.n === c.n));
    if (fresh.length > 0 || kept.length !== this.lost.length) this.lost = [...kept, ...fresh];
  }
}

const other = (side: Side): Side => (side === 'axis' ? 'soviet' : 'axis');

/** The frames of the other's last player turn: told again in the middle of one's own. */
function lastTurnOf(frames: Frame[], me: Side): Frame[] {
  const since = stretch(frames, me);
  if (since.some((f) => f.events.some((e) => SAYS.includes(e.kind)))) return since;
  let end = frames.length;
  let side: Side | null = null;
  const whose = frames.map((f) => {
    const before = side;
    for (const e of f.events) if (e.kind === 'phase') side = e.side;
    return before;
  });
  const last = whose.lastIndexOf(other(me));
  if (last >= 0) end = last + 1;
  return stretch(frames.slice(0, end), me);
}

function remember(key: string, side: Side, n: number): void {
  try {
    sessionStorage.setItem(`${TOLD}${key}.${side}`, String(n));
  } catch {
    // A browser that keeps nothing tells it again.
  }
}

function recalled(key: string, side: Side): number {
  try {
    return Number(sessionStorage.getItem(`${TOLD}${key}.${side}`) ?? -1);
  } catch {
    return -1;
  }
}
