// What the parts of the table say to each other in types: no module is needed for it.
import type { Consulted, Event } from '../lib/wire';

export type Tab = 'log' | 'battle' | 'oob' | 'track' | 'rules' | 'victory';
export type Window = 'none' | 'menu' | 'help' | 'invite' | 'people' | 'legend' | 'briefing' | 'end';

export interface Point {
  x: number;
  y: number;
}

/** What the page needs of the map. */
export interface MapHandle {
  fit(): void;
  centerOn(id: string): void;
  focusMap(): void;
  restOnMap(): void;
  /** Brings something to do into sight, if nothing of it is. */
  reveal(): void;
  skip(): void;
  /** Moves the map so that these lie in a part of its window, or anywhere in it. */
  makeRoom(ids: string[], free?: { x: number; y: number; w: number; h: number }): void;
  /** In pixels of the map. */
  whereIs(id: string): Point | undefined;
  play(events: Event[], ms: number): Promise<void>;
  /** What happens at the same time. */
  together(events: Event[], ms: number): Promise<void>;
  /** Counters stand where they stood at another moment, or with nothing where they stand. */
  hold(stands: ReadonlyMap<string, string> | null): void;
}

export interface WhyNot {
  title: string;
  text: string;
  lines: Consulted[];
  at?: Point | undefined;
}
