// Looking things up in the ledger of rules.
import type { Rule } from './protocol';

/** All words must occur in the number, the title or the help. A number finds itself first. */
export function search(rules: Rule[], words: string): Rule[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return [];
  const hit = (r: Rule) => {
    const text = `${r.id} ${r.title} ${r.help ?? ''}`.toLowerCase();
    return parts.every((p) => text.includes(p));
  };
  const rank = (r: Rule) =>
    r.id === words.trim() ? 0 : r.id.startsWith(words.trim()) ? 1 : r.title.toLowerCase().includes(parts[0] ?? '') ? 2 : 3;
  return rules.filter(hit).sort((a, b) => rank(a) - rank(b));
}

/** The rule, or the nearest one above it that the ledger has. */
export function lookUp(rules: Rule[], id: string): Rule | undefined {
  for (let at = id; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') {
    const found = rules.find((r) => r.id === at);
    if (found) return found;
  }
  return rules.find((r) => r.id.startsWith(`${id}.`));
}

/** 8.3.e is within 8.3; 8.30 is not. */
export const within = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`);

/** Chapters by the first number. */
export function chapters(rules: Rule[]): { chapter: string; title: string; rules: Rule[] }[] {
  const by = new Map<string, Rule[]>();
  for (const rule of rules) {
    const chapter = rule.id.split('.')[0] ?? '';
    by.set(chapter, [...(by.get(chapter) ?? []), rule]);
  }
  return [...by].map(([chapter, list]) => ({ chapter, title: list[0]?.title ?? '', rules: list }));
}

/** Rules of the same section: those that share all but the last part of the number. */
export function siblings(rules: Rule[], id: string): Rule[] {
  const outer = id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : id;
  return rules.filter((r) => within(r.id, outer));
}
