// Menus of a plan as they come over the wire.
import type { MenuLine } from './generated/server';

/** A line whose runs of targets (`012010+5`: six of them) are written out. */
export function unpacked(line: MenuLine): MenuLine {
  if (!line.targets?.some((target) => /^\d+\+\d+$/.test(target))) return line;
  return { ...line, targets: line.targets.flatMap(run) };
}

function run(target: string): string[] {
  const [, first, more] = /^(\d+)\+(\d+)$/.exec(target) ?? [];
  if (first === undefined || more === undefined) return [target];
  return Array.from({ length: Number(more) + 1 }, (_, n) => String(Number(first) + n).padStart(first.length, '0'));
}
