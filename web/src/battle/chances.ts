// Chances for display: outcomes that share the words before the last colon stand under them as a heading.
import type { Chance } from '../lib/wire';

export interface ChanceTable {
  title: string;
  chances: Chance[];
}

export function chanceTables(chances: Chance[]): ChanceTable[] {
  const tables: ChanceTable[] = [];
  for (const chance of chances) {
    const cut = chance.text.lastIndexOf(': ');
    const title = cut < 0 ? '' : chance.text.slice(0, cut);
    const text = cut < 0 ? chance.text : chance.text.slice(cut + 2);
    let table = tables.find((t) => t.title === title);
    if (!table) tables.push((table = { title, chances: [] }));
    const same = table.chances.find((c) => c.text === text);
    if (same) same.permille += chance.permille;
    else table.chances.push({ text, permille: chance.permille });
  }
  for (const table of tables) if (table.title) table.title = table.title.charAt(0).toUpperCase() + table.title.slice(1);
  return tables;
}
