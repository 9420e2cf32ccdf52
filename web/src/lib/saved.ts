// The keys this browser holds: its saved games. Losing them is losing the games, so every write is read back.

export interface Saved {
  key: string;
  table: string;
  /** The spectators' link, where this browser made the table. */
  watch?: string;
  /** Unused invitations. */
  invites?: Partial<Record<'axis' | 'soviet', string>>;
  opened: number;
  /** The sides that have had their briefing here. */
  briefed?: ('axis' | 'soviet')[];
  /** Its end has been shown here. */
  ended?: boolean;
}

const STORE = 'kessel.tables';

export function list(store: Storage = localStorage): Saved[] {
  try {
    const found: unknown = JSON.parse(store.getItem(STORE) ?? '[]');
    return Array.isArray(found) ? found.filter(isSaved) : [];
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is Saved {
  return typeof value === 'object' && value !== null && typeof (value as Saved).key === 'string';
}

export function find(key: string, store: Storage = localStorage): Saved | undefined {
  return list(store).find((s) => s.key === key);
}

/** Keeps a key, or adds to what is kept of it. */
export function keep(saved: Saved, store: Storage = localStorage): void {
  const others = list(store).filter((s) => s.key !== saved.key);
  const before = find(saved.key, store);
  write([{ ...before, ...saved }, ...others], store);
}

/** A link that became another key (an invitation taken up). */
export function replace(old: string, saved: Saved, store: Storage = localStorage): void {
  write([saved, ...list(store).filter((s) => s.key !== old && s.key !== saved.key)], store);
}

export function forget(key: string, store: Storage = localStorage): void {
  write(
    list(store).filter((s) => s.key !== key),
    store,
  );
}

/** Has this side had its briefing? Where nothing is kept (one who only looks on) it needs none. */
export function briefed(key: string, side: 'axis' | 'soviet', store: Storage = localStorage): boolean {
  return find(key, store)?.briefed?.includes(side) ?? false;
}

/** This side has had its briefing. */
export function brief(key: string, side: 'axis' | 'soviet', store: Storage = localStorage): void {
  const all = list(store).map((s) => (s.key === key ? { ...s, briefed: [...new Set([...(s.briefed ?? []), side])] } : s));
  write(all, store);
}

/** Has the end been shown? Where nothing is kept there is nothing to come back to. */
export const endTold = (key: string, store: Storage = localStorage): boolean => find(key, store)?.ended ?? !find(key, store);

/** The end has been shown. */
export function tellEnd(key: string, store: Storage = localStorage): void {
  write(
    list(store).map((s) => (s.key === key ? { ...s, ended: true } : s)),
    store,
  );
}

function write(all: Saved[], store: Storage): void {
  store.setItem(STORE, JSON.stringify(all));
}
