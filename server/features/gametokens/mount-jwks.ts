import type { FastifyInstance } from 'fastify';
import type { SigningKeys } from './signing-keys.ts';

/** Publishes the keys that check GameJwts. They are public: pages and servers of games everywhere may read them. */
export function mountJwks(app: FastifyInstance, signingKeys: Pick<SigningKeys, 'published'>): void {
  app.get('/.well-known/jwks.json', async (_, reply) => {
    const keys = await signingKeys.published();
    return reply
      .headers({
        // Much shorter than a key is published before it signs.
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('application/jwk-set+json')
      .send(JSON.stringify({ keys }));
  });
}
