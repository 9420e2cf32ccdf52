// What is fetched only when somebody wants to see it: what the layers cover, the calendar, the chains of supply of one place. The table
// goes on while an answer is under way, so the last answer stays until the next one is here.
import type { LayerAnswer, When } from './protocol';
import type { CalendarView, FactorNote, LayerView, LineView, View } from './wire';

/** What is told of one space when it is looked at. */
export interface Looked {
  lines: LineView[];
  /** Numbers of counters there that do not count as printed. */
  notes: FactorNote[];
}

/** What the extras are fetched from. */
export interface Source {
  layers(wanted: Record<string, string | null>, when: When): Promise<LayerAnswer[]>;
  lines(space: string, when: When): Promise<Looked>;
  calendar(when: When): Promise<CalendarView[]>;
}

/** A moment of the game, and a word that tells it from every other. */
export interface Moment {
  key: string;
  eyes: string;
  when: When;
}

export class Extras {
  private kept = $state.raw<Map<string, { tag: string; layer: LayerView }>>(new Map());
  private calendar = $state.raw<CalendarView[] | null>(null);
  private fresh = { eyes: '', layers: '', calendar: '' };
  private next: (() => Promise<void>) | null = null;
  private busy = false;
  private spoken = new Map<string, Promise<Looked>>();
  private spokenAt = '';

  constructor(private readonly source: Source) {}

  /** The view with everything that was fetched for it. */
  fill(view: View): View {
    if (this.kept.size === 0 && this.calendar === null) return view;
    return { ...view, calendar: this.calendar ?? view.calendar, layers: view.layers.map((l) => this.kept.get(l.id)?.layer ?? l) };
  }

  /** Says what somebody looks at now. */
  want(ids: string[], calendar: boolean, moment: Moment): void {
    if (moment.eyes !== this.fresh.eyes) {
      // What one side may know is nothing for other eyes.
      this.fresh = { eyes: moment.eyes, layers: '', calendar: '' };
      this.kept = new Map();
      this.calendar = null;
    }
    if ([...this.kept.keys()].some((id) => !ids.includes(id))) this.kept = new Map([...this.kept].filter(([id]) => ids.includes(id)));
    const layersKey = `${moment.key} ${ids.join(' ')}`;
    const layersDue = ids.length > 0 && this.fresh.layers !== layersKey;
    const calendarDue = calendar && this.fresh.calendar !== moment.key;
    if (!layersDue && !calendarDue) return;
    this.next = async () => {
      const { eyes } = moment;
      if (layersDue) {
        this.fresh.layers = layersKey;
        const answers = await this.source.layers(Object.fromEntries(ids.map((id) => [id, this.kept.get(id)?.tag ?? null])), moment.when);
        if (eyes === this.fresh.eyes) this.keep(answers);
      }
      if (calendarDue) {
        this.fresh.calendar = moment.key;
        const list = await this.source.calendar(moment.when);
        if (eyes === this.fresh.eyes) this.calendar = list;
      }
    };
    void this.fetch();
  }

  /** The lines of all layers that begin in a space. */
  lines(space: string, moment: Moment): Promise<Looked> {
    const key = `${moment.eyes} ${moment.key}`;
    if (key !== this.spokenAt) {
      this.spoken = new Map();
      this.spokenAt = key;
    }
    const known = this.spoken.get(space) ?? this.source.lines(space, moment.when).catch(() => ({ lines: [], notes: [] }));
    this.spoken.set(space, known);
    return known;
  }

  private keep(answers: LayerAnswer[]): void {
    const kept = new Map(this.kept);
    for (const { id, tag, layer } of answers) if (layer) kept.set(id, { tag, layer });
    this.kept = kept;
  }

  /** One question at a time; of those that were asked meanwhile only the last. */
  private async fetch(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let work = this.next; work; work = this.next) {
        this.next = null;
        await work();
      }
    } catch {
      this.fresh.layers = '';
      this.fresh.calendar = '';
    } finally {
      this.busy = false;
    }
  }
}
