// The simulated advertising network: one script, for the page in the frame of advertisements.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const path = '/lab/ads/network.js';

export const buildNetworkAddress = (origin: string): string => `${origin}${path}`;

export async function mountAdNetwork(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL('network-script.js', import.meta.url), 'utf8');
  app.get(path, (_, reply) =>
    reply
      // It is loaded by a page of another origin.
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}
