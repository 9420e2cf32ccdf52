// Quiet sounds, made here: a tick for a move, a thud for a battle, a rattle for dice, a soft note when one is asked. Off unless wanted.
import type { Event } from './wire';

export type Sound = 'move' | 'battle' | 'dice' | 'turn';

let audio: AudioContext | undefined;
let last = 0;

/** Frequency in Hz, length in seconds, loudness, and when each note begins. */
const NOTES: Record<Sound, [number, number, number, number][]> = {
  move: [[320, 0.05, 0.03, 0]],
  battle: [
    [90, 0.22, 0.09, 0],
    [60, 0.3, 0.07, 0.05],
  ],
  dice: [
    [900, 0.03, 0.03, 0],
    [760, 0.03, 0.03, 0.09],
    [840, 0.03, 0.03, 0.2],
    [700, 0.04, 0.03, 0.34],
  ],
  turn: [
    [523, 0.12, 0.03, 0],
    [659, 0.18, 0.03, 0.12],
  ],
};

export function sound(which: Sound): void {
  // Many things at once are one sound.
  if (performance.now() - last < 60) return;
  last = performance.now();
  audio ??= new AudioContext();
  for (const [hz, length, loud, after] of NOTES[which]) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + after;
    tone.type = which === 'battle' ? 'triangle' : 'sine';
    tone.frequency.value = hz;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** The weightiest of what was told. */
export function soundFor(events: Event[]): Sound | null {
  const kinds = new Set(events.map((e) => e.kind));
  if (kinds.has('battle')) return 'battle';
  if (kinds.has('roll')) return 'dice';
  return kinds.has('move') || kinds.has('place') ? 'move' : null;
}

export function soundOf(events: Event[]): void {
  const which = soundFor(events);
  if (which) sound(which);
}
