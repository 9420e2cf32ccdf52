// What can be said of a space in words.
import { capital, spaceName } from './words';
import type { Sheet, Side, View } from './wire';

export interface PlaceWords {
  title: string;
  /** Undefined where the view says nothing of control. */
  control: Side | null | undefined;
  facts: string[];
  markers: string[];
}

export function describeSpace(sheet: Sheet, view: View, id: string): PlaceWords {
  const hex = sheet.hexes.find((h) => h.id === id);
  const box = sheet.boxes.find((b) => b.id === id);
  const state = view.spaces.find((s) => s.id === id);
  const facts: string[] = [];
  if (hex) {
    facts.push(capital(hex.terrain));
    facts.push(...(hex.marks ?? []).map((m) => legend(sheet, m)));
    facts.push(...(hex.regions ?? []).map((r) => legend(sheet, r)));
    facts.push(...sidesOf(sheet, id));
  }
  if (box?.note) facts.push(box.note);
  return {
    title: spaceName(sheet, id),
    control: state?.control,
    facts: [...new Set(facts)].filter((f) => f !== ''),
    markers: (state?.markers ?? []).map((m) => m.text),
  };
}

function legend(sheet: Sheet, kind: string): string {
  return sheet.legend.find((l) => l.kind === kind)?.text ?? capital(kind.replaceAll('-', ' '));
}

/** 'Don (river major) to 0508, 0509'. */
function sidesOf(sheet: Sheet, id: string): string[] {
  const found = new Map<string, string[]>();
  for (const side of sheet.sides) {
    if (side.a !== id && side.b !== id) continue;
    const what = capital(side.kind.replace(/^river-(\w+)$/, '$1 river').replaceAll('-', ' '));
    const name = side.name ? `${side.name} (${what.toLowerCase()})` : what;
    const to = side.a === id ? side.b : side.a;
    found.set(name, [...(found.get(name) ?? []), to]);
  }
  return [...found].map(([name, to]) => `${name} to ${to.join(', ')}`);
}
