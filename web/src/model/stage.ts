// What is shown when: one order of acts, one meaning of free, one queue of what opens by itself. The model tells the stage what has come and knows
// no view; whoever draws stands on the stage as its screen. Nothing polls.
import { windows } from '../lib/windows.svelte';
import type { Event } from '../lib/wire';

/** Whatever comes earlier hides what comes later. */
export const ACTS = ['curtain', 'replay', 'film', 'battle', 'report', 'ask', 'plan', 'watch'] as const;
export type Act = (typeof ACTS)[number];

/** What there is to be shown. */
export interface Facts {
  /** The other player of a hot seat has to sit down. */
  curtain: boolean;
  replay: boolean;
  /** The other side's actions, or a film, are on the map. */
  film: boolean;
  /** A battle is looked at, or has been begun and its result is awaited. */
  battle: boolean;
  /** The other side's turn is told. */
  report: boolean;
  /** Something is asked. */
  ask: boolean;
  /** A plan is wanted. */
  plan: boolean;
}

/** The act that is on. */
export const actOf = (facts: Facts): Act => ACTS.find((act) => act !== 'watch' && facts[act]) ?? 'watch';

/** May something of this act open while that one is on? Not over what comes before it. */
export const mayOpen = (act: Act, on: Act): boolean => ACTS.indexOf(act) <= ACTS.indexOf(on);

/** What else is on its way. */
export interface Moment {
  /** The map is there. */
  ready: boolean;
  /** So many windows lie over the table. */
  windows: number;
  /** Something has arrived that is not shown yet. */
  showing: boolean;
  /** An own action is under way, or its result. */
  busy: boolean;
}

/** The one meaning of free: the table lies open as it is, and nothing is on its way. */
export const isFree = (facts: Facts, { ready, windows, showing, busy }: Moment): boolean =>
  ready && windows === 0 && !showing && !busy && !facts.curtain && !facts.replay && !facts.film;

/** Something that opens by itself. */
export interface Cue {
  id: string;
  /** The act that it is. */
  act: Act;
  /** Opens it; false if there was nothing to open. */
  open(): boolean;
}

/** Opens the first of what is due, if the table is free. One at a time: whatever opens changes the table, and the others are looked at again. */
export function look(cues: Cue[], facts: Facts, moment: Moment): string | null {
  if (!isFree(facts, moment)) return null;
  const on = actOf(facts);
  return cues.find((cue) => mayOpen(cue.act, on) && cue.open())?.id ?? null;
}

/** Whoever draws the table. */
export interface Screen {
  /** Shows events; resolves when they have been seen. */
  play(events: Event[], ms: number): Promise<void>;
  /** Ends what is being shown at once. */
  stop(): void;
}

export class Stage {
  private screen: Screen | null = null;
  private hurry: (() => void)[] = [];

  /** Who draws from now on; nobody while the table lies behind a curtain. */
  enter(screen: Screen | null): void {
    this.screen = screen;
  }

  get played(): boolean {
    return this.screen !== null;
  }

  async play(events: Event[], ms: number): Promise<void> {
    await this.screen?.play(events, ms);
  }

  /** Is something in the way of the other side's actions? A window is: they wait until it is closed, or until somebody will not wait. */
  get covered(): boolean {
    return windows.open > 0;
  }

  uncovered(): Promise<void> {
    return Promise.race([windows.closed(), new Promise<void>((resolve) => this.hurry.push(resolve))]);
  }

  /** Nobody wants to wait for what is being shown, or for a window. */
  skip(): void {
    this.screen?.stop();
    for (const go of this.hurry.splice(0)) go();
  }
}
