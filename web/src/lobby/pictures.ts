// Sheets are fetched once, however many pictures show them.
import type { Sheet } from '../lib/wire';

const sheets = new Map<string, Promise<Sheet>>();

export function kept(key: string, fetch: () => Promise<Sheet>): Promise<Sheet> {
  const known = sheets.get(key);
  if (known) return known;
  const asked = fetch();
  sheets.set(key, asked);
  asked.catch(() => sheets.delete(key));
  return asked;
}
