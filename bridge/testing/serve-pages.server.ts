// Bundles test pages and serves them from several origins, to test the bridge between real frames.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build, type Rolldown } from 'vite';

export interface ServedPages extends AsyncDisposable {
  /** `http://portal.localhost:…`: every name is a different origin with the same pages. */
  origin(name: string): string;
}

export async function servePages(entries: Readonly<Record<string, string>>): Promise<ServedPages> {
  const scripts = await bundle(entries);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const script = scripts.get(path.slice(1));
    const name = /^\/([\w-]+)\.html$/.exec(path)?.[1];
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (name !== undefined && name in entries)
      response
        .writeHead(200, {
          'content-type': 'text/html',
          // Forbids eval, as the portal's policy does.
          'content-security-policy':
            "default-src 'none'; script-src 'self'; frame-src http://*.localhost:*; require-trusted-types-for 'script'",
        })
        .end(`<!doctype html><title>${name}</title><body><script type="module" src="/${name}.js"></script></body>`);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (name) => `http://${name}.localhost:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function bundle(input: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: { ...input },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        preserveEntrySignatures: false,
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(built.output.flatMap((each) => (each.type === 'chunk' ? [[each.fileName, each.code]] : [])));
}
