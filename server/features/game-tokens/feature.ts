import type { FastifyInstance } from 'fastify';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createGameJwts } from './game-jwt.ts';
import { mountOpenidDiscovery } from './mount-openid.ts';
import { createSigningKeys } from './signing-keys.ts';

export type GameTokensFeatureDeps = Pick<Infrastructure, 'config' | 'database' | 'sealer' | 'log' | 'now'>;

export function createGameTokensFeature(deps: GameTokensFeatureDeps) {
  const signingKeys = createSigningKeys(deps);
  const portalUrl = deps.config.publicUrl.href.replace(/\/$/, '');
  return {
    gameJwts: createGameJwts({ signingKeys, portalUrl, now: deps.now }),
    mount: (app: FastifyInstance) => mountOpenidDiscovery(app, { signingKeys, portalUrl }),
  };
}
