// Simulated vendors on their own port, with the server's parsers: production adapters call them over a real connection.
import fastify, { type FastifyInstance } from 'fastify';
import type { Fetch } from '#model/fetch.server.ts';
import { parseForm, parseJson } from '#server/http/read-body.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findFreePorts } from './find-free-ports.ts';

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
  const { app, origin, listen, otherPort } = await startVendorsApp();
  const prefix = '/lab/vendor';
  const place = {
    at: `${origin}${prefix}`,
    hookUrl: `http://127.0.0.1:${otherPort}/hooks`,
    now: () => new Date(),
  };
  await app.register((scope) => mount(scope, place), { prefix });
  await listen();
  return { place, close: () => app.close() };
}

export interface VendorsApp {
  readonly app: FastifyInstance;
  /** A simulator needs its address before it is mounted, and mounting ends at listening. */
  readonly origin: string;
  readonly listen: () => Promise<unknown>;
  /** A port without a listener. */
  readonly otherPort: number;
}

export async function startVendorsApp(): Promise<VendorsApp> {
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
  const [port, otherPort] = await findFreePorts();
  return {
    app,
    origin: `http://127.0.0.1:${port}`,
    listen: () => app.listen({ host: '127.0.0.1', port }),
    otherPort,
  };
}

/** The production fetch, which here may also reach this machine. */
export const vendorFetch: Fetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
