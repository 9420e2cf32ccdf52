// Patches applied as docs/web-protocol.md says, apart from the page's own code.

const LISTS = ['spaces', 'counters', 'tracks', 'layers'];
const OFFERS = ['prompt', 'list', 'sets'];

/** The view that the patch leads to; the old one stays as it is. */
export function apply(view, patch) {
  const next = { ...view, offers: { ...view.offers } };
  for (const [field, change] of Object.entries(patch)) {
    if (LISTS.includes(field)) next[field] = list(view[field], change, field === 'counters');
    else if (OFFERS.includes(field)) next.offers[field] = change;
    else if (change === null) delete next[field];
    else next[field] = change;
  }
  if (next.offers.sets?.length === 0) delete next.offers.sets;
  return next;
}

function list(items, { all, gone = [], put = [], new: added = [] }, byField) {
  if (all) return all;
  const next = items.filter((item) => !gone.includes(item.id));
  for (const change of put) {
    const at = next.findIndex((item) => item.id === change.id);
    if (at < 0) throw new Error(`a change of ${change.id}, which is not there`);
    next[at] = byField ? { ...next[at], ...change } : change;
    if (next[at].flags?.length === 0) delete next[at].flags;
  }
  for (const [at, item] of added) next.splice(at, 0, item);
  return next;
}
