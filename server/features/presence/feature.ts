import type { FastifyInstance } from 'fastify';
import { computeRateLimitFactor } from '#server/config.ts';
import { createFriendIds } from '#server/features/friends/friend-ids.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createPresenceDescriber } from './describe-presence.ts';
import { mountPresence } from './mount-presence.ts';
import { createPresenceHub } from './presence-hub.ts';
import { createPresenceRoutes } from './routes.ts';

export interface PresenceFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'database' | 'signals' | 'sealer' | 'log' | 'metrics'
> {
  readonly sessions: Sessions;
}

export function createPresenceFeature(deps: PresenceFeatureDeps) {
  const { config, database, sealer, sessions, metrics } = deps;
  const described = createPresenceDescriber(database, createFriendIds(sealer));
  const hub = createPresenceHub({ ...deps, ...described });
  metrics.collect((set) => set('fxid_presence_connections', {}, hub.count()));
  const { describeAll } = described;
  const perMinute = Math.ceil(60 * computeRateLimitFactor(config));
  return {
    notifyStatus: (accountId: string, game: string) => hub.changed(accountId, game),
    routes: { friends: createPresenceRoutes({ database, hub, describeAll }) },
    mount: (app: FastifyInstance) => mountPresence(app, { database, sessions, hub, describeAll, perMinute }),
  };
}
