// The simulated ad network: one script that runs in the ads frame.
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

const path = '/lab/ads/network.js';

export const buildAdNetworkUrl = (origin: string): string => `${origin}${path}`;

export async function mountAdNetwork(app: FastifyInstance): Promise<void> {
  const script = await readFile(new URL('network-script.js', import.meta.url), 'utf8');
  app.get(path, (_, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-cache' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}
