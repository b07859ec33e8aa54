// A simulated vendor on a port of its own, with the parsers of the server: family suites run production halves against it over
// a real connection.
import fastify, { type FastifyInstance } from 'fastify';
import type { Fetch } from '#model/fetch.server.ts';
import { parseForm, parseJson } from '#server/http/read-body.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { freePorts } from './free-ports.ts';

export interface VendorPlace {
  readonly at: string;
  readonly hookUrl: string;
  readonly now: () => Date;
}

export interface StartedVendor {
  readonly place: VendorPlace;
  readonly close: () => Promise<void>;
}

export async function startVendor(
  mount: (app: FastifyInstance, place: VendorPlace) => Promise<void>,
): Promise<StartedVendor> {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJson(body),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseForm(body),
  );
  // The simulator has to know its address before it is mounted, and nothing is mounted after listening: take free ones.
  const [port, hookPort] = await freePorts();
  const prefix = '/lab/vendor';
  const place = {
    at: `http://127.0.0.1:${port}${prefix}`,
    hookUrl: `http://127.0.0.1:${hookPort}/hooks`,
    now: () => new Date(),
  };
  await app.register((scope) => mount(scope, place), { prefix });
  await app.listen({ host: '127.0.0.1', port });
  return { place, close: () => app.close() };
}

/** The door of production, which here may also reach this machine. */
export const vendorFetch: Fetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
