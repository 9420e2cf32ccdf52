// Builds the page with the map alone into a temporary folder and serves it on a free port of the loopback.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export async function serveMapDemo() {
  const outDir = await mkdtemp(join(tmpdir(), 'kessel-map-'));
  const common = { root, configFile: false, logLevel: 'warn', plugins: [svelte()] };
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
      rollupOptions: { input: [join(root, 'map-demo.html')] },
    },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { host: '127.0.0.1', port: 0, strictPort: false } });
  const address = server.httpServer.address();
  return {
    url: `http://127.0.0.1:${address.port}/map-demo.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
