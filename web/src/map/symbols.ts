// NATO symbols, drawn by milsymbol once for each branch, colour and size. The library is large and is loaded after the first paint.
import type ms from 'milsymbol';

/** Branch words to the symbols of MIL-STD-2525C: friendly ground units. */
const CODES: Record<string, string> = {
  infantry: 'SFGPUCI----',
  motorised: 'SFGPUCIM---',
  mechanised: 'SFGPUCIZ---',
  mountain: 'SFGPUCIO---',
  armour: 'SFGPUCA----',
  tank: 'SFGPUCA----',
  cavalry: 'SFGPUCR----',
  reconnaissance: 'SFGPUCR----',
  artillery: 'SFGPUCF----',
  rocket: 'SFGPUCFR---',
  'anti-tank': 'SFGPUCAA---',
  'anti-aircraft': 'SFGPUCD----',
  engineer: 'SFGPUCE----',
  airborne: 'SFGPUCIA---',
  air: 'SFGPUCVF---',
  security: 'SFGPUCS----',
  signals: 'SFGPUUS----',
  supply: 'SFGPUSS----',
  marine: 'SFGPUCIN---',
  hq: 'SFGPU------',
};

export const codeOf = (symbol: string): string => CODES[symbol.toLowerCase()] ?? 'SFGPU------';

type Library = typeof ms;
let library: Library | undefined;
let loading: Promise<void> | undefined;

/** Loads the library; calls back when symbols can be drawn. */
export function loadSymbols(ready: () => void): void {
  if (library) return;
  loading ??= import('milsymbol').then((module) => {
    library = module.default;
  });
  void loading.then(ready);
}

const drawn = new Map<string, HTMLCanvasElement | null>();

/** The symbol in one ink, about `width` device pixels wide; nothing until the library is there. */
export function symbolImage(symbol: string, ink: string, width: number): HTMLCanvasElement | null {
  if (!library) return null;
  const px = Math.max(8, Math.round(width));
  const key = `${symbol}|${ink}|${px}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  if (drawn.size > 600) drawn.clear();
  const options = { fill: false, monoColor: ink, strokeWidth: px < 22 ? 11 : px < 40 ? 8 : 6, outlineWidth: 0, padding: 1 };
  const probe = new library.Symbol(codeOf(symbol), { ...options, size: 100 });
  const size = (100 * px) / Math.max(1, probe.getSize().width);
  const image = new library.Symbol(codeOf(symbol), { ...options, size }).asCanvas() as HTMLCanvasElement;
  drawn.set(key, image);
  return image;
}

/** The frame alone, for the moment before the library is there. */
export function plainFrame(ctx: CanvasRenderingContext2D, ink: string, x: number, y: number, w: number, h: number): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(1, w * 0.04);
  ctx.strokeRect(x, y, w, h);
}
