// How long the other side's turn is watched: twenty seconds at the usual speed, however much moves.

/** An event is shown for so long at the usual speed. */
const USUAL = 450;
const WHOLE = 20_000;

/**
 * Milliseconds an event of the other side is shown, after its turn has been watched for so long: first as long as was asked for, then ever
 * shorter, and nothing at all when the time is used up.
 */
export function paced(ms: number, watched: number): number {
  const part = watched / (WHOLE * (ms / USUAL));
  if (part < 0.3) return ms;
  if (part < 0.6) return Math.round(ms / 3);
  if (part < 0.85) return Math.round(ms / 9);
  return 0;
}

/** Of many events that came together each is shown shorter: no action takes more than a tenth of the whole. */
export const eachOf = (ms: number, events: number): number => Math.min(ms, (WHOLE * (ms / USUAL)) / 10 / Math.max(1, events));
