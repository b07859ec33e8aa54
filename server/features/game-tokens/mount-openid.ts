// What an OpenID client reads of us before anything else: where to ask who a GameJwt belongs to, and the keys that check it. Nobody is
// signed in by a redirect here, so there is no address for that, and no token is given out by it.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import { auth } from '#contract/auth.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

export interface OpenidDeps {
  readonly signingKeys: Pick<SigningKeys, 'published'>;
  /** The issuer of GameJwts: where the portal is, without a slash at its end. */
  readonly portalUrl: string;
}

/** All of it is public: pages and servers of games everywhere may read it. */
export function mountOpenid(app: FastifyInstance, { signingKeys, portalUrl }: OpenidDeps): void {
  app.get(jwksPath, async (_, reply) =>
    publish(reply, 'application/jwk-set+json', { keys: await signingKeys.published() }),
  );
  app.get('/.well-known/openid-configuration', (_, reply) =>
    publish(reply, 'application/json', {
      issuer: portalUrl,
      jwks_uri: `${portalUrl}${jwksPath}`,
      userinfo_endpoint: `${portalUrl}${apiBase}${auth.userInfoOfToken.path}`,
      claims_supported: ['sub', 'email', 'email_verified'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      // Absent they would be the usual ones.
      response_types_supported: [],
      grant_types_supported: [],
    }),
  );
}

const jwksPath = '/.well-known/jwks.json';

const publish = (reply: FastifyReply, type: string, content: object): FastifyReply =>
  reply
    .headers({
      // Much shorter than a key is published before it signs.
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type(type)
    .send(JSON.stringify(content));
