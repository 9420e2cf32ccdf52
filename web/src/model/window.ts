// Which rows of a long list are in sight: heights that have been measured, and a guess for the others.

/** A part of a list: the rows from `first` up to `end`, with so much room kept above and below them. */
export interface Part {
  first: number;
  end: number;
  above: number;
  below: number;
}

/** Fewer rows than this are all drawn: searching in the page and readers of the screen have the whole of it. */
export const WHOLE = 60;

/** Heights of rows by their ids, as far as they have been drawn once. */
export class Heights {
  private known = new Map<string, number>();
  private sum = 0;

  constructor(private readonly guess: number) {}

  of(id: string): number {
    return this.known.get(id) ?? this.usual;
  }

  /** What has been measured tells best what is still to come. */
  private get usual(): number {
    return this.known.size < 8 ? this.guess : this.sum / this.known.size;
  }

  /** False if it was known. */
  measure(id: string, height: number): boolean {
    const old = this.known.get(id);
    if (old !== undefined && Math.abs(old - height) < 0.5) return false;
    this.sum += height - (old ?? 0);
    this.known.set(id, height);
    return true;
  }
}

/** The rows between two heights of the list, and some more on both sides. */
export function partOf(ids: string[], heights: Heights, from: number, to: number, more = 6): Part {
  const all = ids.length;
  if (all <= WHOLE) return { first: 0, end: all, above: 0, below: 0 };
  let [y, first] = [0, 0];
  while (first < all && y + heights.of(ids[first] ?? '') <= from) y += heights.of(ids[first++] ?? '');
  let [end, bottom] = [first, y];
  while (end < all && bottom < to) bottom += heights.of(ids[end++] ?? '');
  const [head, tail] = [Math.max(0, first - more), Math.min(all, end + more)];
  for (let i = head; i < first; i++) y -= heights.of(ids[i] ?? '');
  let below = 0;
  for (let i = tail; i < all; i++) below += heights.of(ids[i] ?? '');
  return { first: head, end: tail, above: Math.max(0, y), below };
}

/** How far down a row begins. */
export function topOf(ids: string[], heights: Heights, index: number): number {
  let y = 0;
  for (let i = 0; i < index; i++) y += heights.of(ids[i] ?? '');
  return y;
}

/** A row of a tree, laid flat: what lies under a closed one is left out. */
export interface TreeRow<T> {
  id: string;
  level: number;
  /** Absent for a row with nothing under it. */
  open?: boolean;
  /** Its place among its brothers, from 1, and how many they are. */
  nth: number;
  of: number;
  item: T;
}

export interface Branch<T> {
  id: string;
  item: T;
  children?: Branch<T>[];
}

/** A tree as the rows that are to be seen. */
export function flat<T>(branches: Branch<T>[], isOpen: (id: string) => boolean, level = 1): TreeRow<T>[] {
  return branches.flatMap(({ id, item, children }, i) => {
    const row = { id, level, nth: i + 1, of: branches.length, item };
    if (!children) return [row];
    const open = isOpen(id);
    return [{ ...row, open }, ...(open ? flat(children, isOpen, level + 1) : [])];
  });
}

/** Where a key leads in a tree: to another row, or to one that opens or closes. */
export function walked<T>(rows: TreeRow<T>[], now: number, key: string): { to: number } | { toggle: string } | null {
  const row = rows[now];
  const last = rows.length - 1;
  const to = (i: number) => ({ to: Math.max(0, Math.min(last, i)) });
  switch (key) {
    case 'ArrowDown':
      return to(now + 1);
    case 'ArrowUp':
      return to(now - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowRight':
      return row?.open === undefined ? null : row.open ? to(now + 1) : { toggle: row.id };
    case 'ArrowLeft': {
      if (row?.open) return { toggle: row.id };
      const parent = rows.slice(0, now).findLastIndex((r) => r.level < (row?.level ?? 1));
      return parent < 0 ? null : to(parent);
    }
    default:
      return null;
  }
}
