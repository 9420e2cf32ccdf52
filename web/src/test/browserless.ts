// What the page asks of a browser when it is loaded, for tests without one. Imported first.
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const media = { matches: false, addEventListener: () => undefined };

Object.assign(globalThis, {
  localStorage: storage,
  sessionStorage: storage,
  matchMedia: () => media,
  innerWidth: 1280,
  innerHeight: 800,
  requestAnimationFrame: (work: () => void) => setTimeout(work, 0),
  document: { hidden: false },
  location: { protocol: 'http:', host: 'nowhere', hash: '' },
  addEventListener: () => undefined,
});
