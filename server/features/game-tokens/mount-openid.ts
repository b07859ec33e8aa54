// OpenID discovery for GameJwts: the userinfo address and the public keys. There is no sign-in by redirect, so no
// authorization or token endpoint.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { apiBase } from '#contract/api-base.ts';
import { authRoutes } from '#contract/auth.ts';
import { signingAlgorithm, type SigningKeys } from './signing-keys.ts';

export interface OpenidDiscoveryDeps {
  readonly signingKeys: Pick<SigningKeys, 'published'>;
  readonly portalUrl: string;
}

/** Public: any page or server may read it. */
export function mountOpenidDiscovery(app: FastifyInstance, { signingKeys, portalUrl }: OpenidDiscoveryDeps): void {
  app.get(jwksPath, async (_, reply) =>
    publish(reply, 'application/jwk-set+json', { keys: await signingKeys.published() }),
  );
  app.get('/.well-known/openid-configuration', (_, reply) =>
    publish(reply, 'application/json', {
      issuer: portalUrl,
      jwks_uri: `${portalUrl}${jwksPath}`,
      userinfo_endpoint: `${portalUrl}${apiBase}${authRoutes.userInfoOfToken.path}`,
      claims_supported: ['sub', 'email', 'email_verified'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      // If they were absent, defaults would apply.
      response_types_supported: [],
      grant_types_supported: [],
    }),
  );
}

const jwksPath = '/.well-known/jwks.json';

const publish = (reply: FastifyReply, type: string, content: object): FastifyReply =>
  reply
    .headers({
      // Much shorter than the time between publishing a key and signing with it.
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type(type)
    .send(JSON.stringify(content));
