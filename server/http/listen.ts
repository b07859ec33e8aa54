import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly setting: 'PORT' | 'GAMES_PORT';
}

/** @param isShared whether other processes of this node listen on the same port */
export async function listenOnPort(app: FastifyInstance, options: ListenOptions, isShared = false): Promise<void> {
  const { host, port } = options;
  // Elsewhere the primary process listens and hands out connections, as `node:cluster` does by itself.
  const reusePort = isShared && process.platform === 'linux';
  // Fastify passes it on to Node, but doesn't declare it.
  const listening: FastifyListenOptions & { readonly reusePort: boolean } = { host, port, reusePort };
  await app.listen(listening).catch((cause: unknown) => explain(cause, options));
}

/** Fails early if the port is taken, before the database starts. */
export async function requireFreePort(options: ListenOptions): Promise<void> {
  const { host, port } = options;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (cause) {
    explain(cause, options);
  }
  server.close();
  await once(server, 'close');
}

function explain(cause: unknown, { host, port, setting }: ListenOptions): never {
  const { code } = cause as { code?: string };
  if (code === 'EADDRINUSE')
    throw new Error(
      `${setting} ${port} is in use by another program. Stop that program, or set ${setting} to a free port.`,
      { cause },
    );
  if (code === 'EACCES')
    throw new Error(`${setting} ${port} may not be used by this account. Set ${setting} to 1024 or more.`, { cause });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new Error(`HOST ${host} isn't an address of this machine. Set HOST to one, or leave it out.`, { cause });
  throw cause;
}
