// Words for what the map shows: for the screen reader, the tooltip and the live region.
import { labelOf } from '../lib/levels';
import { factorWords, statesOf, stateWords } from '../model/rules';
import type { CounterView, Offer, Sheet, View } from '../lib/wire';
import type { Plan } from './geometry';

const SIZE_WORDS = /^(army|armee|korps|corps|division|brigade|battalions?|regiment|group|formation|field|detachment|front)$/i;
const NATION_WORDS = /^(german|romanian|italian|hungarian|soviet|luftwaffe)$/i;
const SHORT: Record<string, string> = {
  guards: 'Gds',
  panzer: 'Pz',
  tank: 'Tk',
  armoured: 'Arm',
  mechanised: 'Mech',
  motorised: 'Mot',
  cavalry: 'Cav',
  infantry: '',
  shock: 'Sh',
  'anti-tank': 'AT',
  artillery: 'Art',
  heavy: 'Hv',
  mountain: 'Mtn',
  assault: 'As',
  pioneer: 'Pio',
  airborne: 'Abn',
};

/** A designation short enough for a counter: what size mark and colour already say is left out. */
export function shortName(name: string): string {
  // Of whom it is, the coloured band says.
  const words = name
    .replace(/(?<=\S)\s*\([^)]*\)$/, '')
    .split(/\s+/)
    .filter((w) => w !== '');
  const kept = words.filter((w) => !SIZE_WORDS.test(w) && !NATION_WORDS.test(w));
  const short = (kept.length > 0 ? kept : words).map((w) => SHORT[w.toLowerCase()] ?? w).filter((w) => w !== '');
  // 'Italian Alpini' starts with the name, '3 Celere' with the number.
  return short.join(' ');
}

export function counterWords(counter: CounterView, attached: CounterView[] = [], sheet?: Sheet): string {
  if (counter.hidden) return `hidden ${counter.side ?? ''} counter`;
  const f = counter.face;
  const parts = [`${f.name}, ${f.nation} ${f.symbol}`, factorWords(f)];
  if (f.steps !== null && f.max_steps !== null) parts.push(`${f.steps} of ${f.max_steps} steps`);
  if (statesOf(counter).length > 0)
    parts.push(
      statesOf(counter)
        .map((s) => stateWords(sheet, s).toLowerCase())
        .join(', '),
    );
  if (attached.length > 0) parts.push(`with ${attached.map((a) => a.face.name).join(', ')}`);
  return parts.filter((p) => p !== '').join('; ');
}

/** The space in a few words: name, number, ground. */
export function placeName(plan: Plan, id: string): string {
  const place = plan.get(id);
  if (!place) return id;
  if (place.box) return place.box.name;
  return place.hex.name ? `${place.hex.name} (${id})` : id;
}

export const offerWords = (offers: Offer[]): string =>
  offers.length === 0
    ? ''
    : offers.length <= 4
      ? offers.map((o) => (o.cost ? `${labelOf(o)} (${o.cost})` : labelOf(o))).join('; ')
      : `${offers.length} choices: ${offers.slice(0, 3).map(labelOf).join('; ')} and more`;

/** Everything about a space, for the reader who cannot see it. */
export function spaceWords(plan: Plan, view: View, id: string, offers: Offer[]): string {
  const place = plan.get(id);
  const parts = [placeName(plan, id)];
  if (place?.hex) {
    const terrain = [place.hex.terrain, ...(place.hex.regions ?? [])];
    parts.push(terrain.join(', '));
    const rivers = plan.sheet.sides.filter((s) => (s.a === id || s.b === id) && s.kind.startsWith('river'));
    const names = [...new Set(rivers.map((r) => `${r.name ?? 'a river'} towards ${r.a === id ? r.b : r.a}`))];
    if (names.length > 0) parts.push(names.join(', '));
  }
  if (place?.box?.note) parts.push(place.box.note);
  const space = view.spaces.find((s) => s.id === id);
  if (space?.control) parts.push(`${space.control} control`);
  for (const marker of space?.markers ?? []) parts.push(marker.text);
  const here = view.counters.filter((c) => c.at === id);
  const with_ = (c: CounterView): CounterView[] => view.counters.filter((a) => a.at === c.id);
  parts.push(here.length === 0 ? 'no counters' : here.map((c) => counterWords(c, with_(c), plan.sheet)).join('. '));
  if (offers.length > 0) parts.push(`You may: ${offerWords(offers)}`);
  return parts.join('. ');
}
