// What is taken up: one value for whoever asks, the same object as long as it says the same.

/** Where the selection came from. */
export type Source = 'unit' | 'stack' | 'formation' | 'lasso';

export interface Selection {
  readonly ids: readonly string[];
  /** Whom the others go with: the first that was taken. */
  readonly lead: string | null;
  readonly source: Source;
}

const NOBODY: readonly string[] = [];
export const NONE: Selection = { ids: NOBODY, lead: null, source: 'unit' };

export const one = (id: string): Selection => ({ ids: [id], lead: id, source: 'unit' });

/** Several, the first leading; of one it is that one, of none nobody. */
export function several(ids: readonly string[], source: Source = 'stack'): Selection {
  const [lead, ...others] = [...new Set(ids)];
  if (lead === undefined) return NONE;
  return others.length === 0 ? one(lead) : { ids: [lead, ...others], lead, source };
}

/** Those who were picked to go together; nobody where there is only one. Always the same list for the same selection. */
export const together = (selection: Selection): readonly string[] => (selection.ids.length > 1 ? selection.ids : NOBODY);

export const holds = (selection: Selection, id: string | undefined): boolean => id !== undefined && selection.ids.includes(id);

/** Those who go if this one is dragged: all that were picked with it, or it alone. */
export const dragged = (selection: Selection, id: string): readonly string[] =>
  selection.ids.length > 1 && selection.ids.includes(id) ? selection.ids : [id];

/** With one more, or one less; whoever is left last stays. */
export function toggled(ids: readonly string[], id: string): readonly string[] {
  const others = ids.filter((c) => c !== id);
  return ids.includes(id) && others.length > 0 ? others : [...others, id];
}

/** After the table has changed: the leader stays in the hand if something can be done with it. Whoever came along has been asked for anew. */
export function kept(selection: Selection, can: (id: string) => boolean): Selection {
  const { lead, ids } = selection;
  if (lead === null || !can(lead)) return selection === NONE ? selection : NONE;
  return ids.length === 1 ? selection : one(lead);
}
