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

/** One watched turn of the other side: how long it has lasted, and at which pace the computer was told to play it. */
export class Watch {
  private begun: { since: number; pace: number } | null = null;

  constructor(private readonly tell: (ms: number) => void) {}

  /** How long an event is shown now; the computer waits no longer than that. */
  pace(base: number): number {
    if (base === 0) return 0;
    this.begun ??= { since: performance.now(), pace: base };
    const pace = paced(base, performance.now() - this.begun.since);
    if (pace !== this.begun.pace) this.tell(pace);
    this.begun.pace = pace;
    return pace;
  }

  /** Something is asked again: the next turn begins at the pace that was chosen. */
  over(base: number): void {
    if (this.begun && this.begun.pace !== base) this.tell(base);
    this.begun = null;
  }
}
