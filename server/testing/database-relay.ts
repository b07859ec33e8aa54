// A TCP relay in front of the test database. Cutting it looks like a stopped PostgreSQL: connections end and new ones
// are refused, while other tests keep using the same PostgreSQL.
import { randomInt } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ConnectionOptions } from '#server/db/connection-options.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';

export interface DatabaseRelay extends AsyncDisposable {
  readonly url: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** Its own address, so that no other program takes the port while the relay is cut. Only Linux has all of 127.0.0.0/8. */
const chooseHost = (): string =>
  process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : '127.0.0.1';

export async function startDatabaseRelay(target: ConnectionOptions): Promise<DatabaseRelay> {
  const targetUrl = new URL(buildConnectionUrl(target));
  const targetPort = Number(targetUrl.port === '' ? 5432 : targetUrl.port);
  const socketFolder = targetUrl.searchParams.get('host');
  const host = chooseHost();
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    // Both sockets close together; an error before that is expected.
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((near) => {
    const far = track(
      socketFolder === null
        ? connect(targetPort, targetUrl.hostname)
        : connect(join(socketFolder, `.s.PGSQL.${targetPort}`)),
    );
    track(near).pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject).listen(port, host, () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(targetUrl);
  url.search = '';
  url.host = `${host}:${port}`;
  return { url: url.href, cut, restore: () => listen(port), [Symbol.asyncDispose]: cut };
}
