// The portal of `npm run dev`: Vite's dev server as a middleware of the lab. Pages are rendered in the browser only.
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { copyFile, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer, type Connect } from 'vite';
import config, { buildCheckout, collectPageTexts } from './vite.config.ts';

export interface DevPortal {
  /** Replaces the built portal. */
  readonly folder: string;
  readonly base: string;
  readonly middlewares: Connect.Server;
  /** Handles the WebSocket of hot reload. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => Promise<void>;
}

export async function startDevPortal(basePath: string): Promise<DevPortal> {
  const base = `${basePath}@dev/`;
  // Vite listens for upgrades here, because the lab's server does not exist yet.
  const sockets: Server = createHttpServer();
  const root = dirname(import.meta.dirname);
  const vite = await createServer({
    ...config,
    configFile: false,
    base,
    appType: 'custom',
    cacheDir: join(root, 'dist/vite'),
    server: {
      middlewareMode: true,
      hmr: { server: sockets },
      fs: { allow: [root, await realpath(join(root, 'node_modules'))] },
    },
  });
  const folder = join(root, 'dist/dev');
  await rm(folder, { recursive: true, force: true });
  for (const name of ['assets', 'checkout', 'server']) await mkdir(join(folder, name), { recursive: true });
  const source = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const page = await vite.transformIndexHtml('/index.html', source);
  const files: Readonly<Record<string, string>> = {
    // The server serves the manifest; all other files are Vite's.
    'index.html': page
      .replace(/"\.\/(?!manifest\.webmanifest)/g, `"${base}`)
      .replace('"../node_modules/', `"${base}@fs${root}/node_modules/`),
    'page-texts.json': JSON.stringify(await collectPageTexts()),
    'manifest.json': JSON.stringify({ 'index.html': { file: '' } }),
    'service-worker.js': 'self.registration.unregister();\n',
    'push-worker.js': 'self.registration.unregister();\n',
    'server/entry.js': `export const findPublicAddress = () => undefined;
export const renderPage = async () => ({ status: 200, head: { title: 'FxId' }, html: '' });
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const { fileName, source: program } of await buildCheckout())
    await writeFile(join(folder, 'checkout', fileName), program);
  await copyFile(join(import.meta.dirname, 'art/favicon.ico'), join(folder, 'favicon.ico'));
  return {
    folder,
    base,
    middlewares: vite.middlewares,
    upgrade: (request, socket, head) => void sockets.emit('upgrade', request, socket, head),
    close: () => vite.close(),
  };
}
