// Vite's dev server as a middleware of the lab, for `npm run dev`. The portal and the console each have one.
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer, type Connect, type UserConfig, type ViteDevServer } from 'vite';

export interface DevVite {
  /** The beginning of the addresses that Vite answers. */
  readonly base: string;
  readonly middlewares: Connect.Server;
  /** Handles the WebSocket of hot reload. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => Promise<void>;
}

export async function startVite(
  config: UserConfig,
  { base, cache }: { base: string; cache: string },
): Promise<{ readonly vite: ViteDevServer; readonly dev: DevVite }> {
  // Vite listens for upgrades here, because the lab's server does not exist yet.
  const sockets: Server = createHttpServer();
  const root = dirname(import.meta.dirname);
  const vite = await createServer({
    ...config,
    configFile: false,
    base,
    appType: 'custom',
    cacheDir: join(root, cache),
    server: {
      middlewareMode: true,
      hmr: { server: sockets },
      fs: { allow: [root, await realpath(join(root, 'node_modules'))] },
    },
  });
  return {
    vite,
    dev: {
      base,
      middlewares: vite.middlewares,
      upgrade: (request, socket, head) => {
        if (request.url?.startsWith(base)) sockets.emit('upgrade', request, socket, head);
      },
      close: () => vite.close(),
    },
  };
}
