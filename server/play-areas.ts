// Puts together everything about playing: starting a game, documents, events of play, analytics, support and push.
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import { buildPageAddress } from './account-areas.ts';
import { computeLimitFactor, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Signals } from './db/signals.ts';
import { createAnalyticsQueue } from './features/analytics/analytics-queue.ts';
import { createBridgeErrorCounter } from './features/analytics/count-bridge-errors.ts';
import { createAnalyticsRoutes } from './features/analytics/routes.ts';
import type { TellServer } from './features/cross-play/play-events.ts';
import { createCrossPlayRoutes } from './features/cross-play/routes.ts';
import { createDiscoveryRoutes } from './features/discovery/routes.ts';
import { createDocumentsRoutes } from './features/documents/routes.ts';
import { createFavoritesRoutes } from './features/favorites/routes.ts';
import { createFriendIds } from './features/friends/friend-ids.ts';
import { createFriendsRoutes } from './features/friends/routes.ts';
import type { ReadPlatformData } from './features/games/platform-data.ts';
import { createGamesReader } from './features/games/read-games.ts';
import { createGoRoutes } from './features/outbound-links/routes.ts';
import type { QueueMail } from './features/mail/queue-mail.ts';
import type { MailLimits } from './features/mail-rate-limits/mail-limits.ts';
import { createPageCheck } from './features/play/check-page.ts';
import { createPlayRoutes } from './features/play/routes.ts';
import { createDescribePresence } from './features/presence/describe-presence.ts';
import { mountPresence } from './features/presence/mount-presence.ts';
import { createPresenceHub } from './features/presence/presence-hub.ts';
import { createPresenceRoutes } from './features/presence/routes.ts';
import type { Push } from './features/push/create-push.ts';
import { createPushRoutes } from './features/push/routes.ts';
import { createReviewsRoutes } from './features/reviews/routes.ts';
import type { CaptchaVerifier } from './features/captcha/captcha-verifier.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { createSupportRoutes } from './features/support/routes.ts';
import { createWordsRoutes } from './features/profanity-filter/routes.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { ApiHandlers } from './http/implement.ts';
import type { Log } from './http/log.ts';
import type { SafeFetch } from './http/safe-fetch.ts';
import type { Metrics } from './http/metrics.ts';
import type { Sealer } from './secrets/sealer.ts';

export type PlayArea =
  | 'analytics'
  | 'crossPlay'
  | 'discovery'
  | 'documents'
  | 'favorites'
  | 'friends'
  | 'go'
  | 'play'
  | 'push'
  | 'reviews'
  | 'support'
  | 'words';

export interface PlayAreasDeps {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly signals: Signals;
  readonly sealer: Sealer;
  readonly policy: HeaderPolicy;
  readonly now: () => Date;
  readonly queueMail: QueueMail;
  readonly push: Push;
  readonly notifyServer: TellServer;
  readonly captcha: CaptchaVerifier;
  readonly mailLimits: MailLimits;
  readonly vendorFetch: SafeFetch;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly readPlatformData: ReadPlatformData;
}

export function createPlayAreas(app: FastifyInstance, deps: PlayAreasDeps): Pick<ApiHandlers, PlayArea> {
  const { config, database, sealer, policy, log, metrics, now, queueMail, captcha, mailLimits, readPortal } = deps;
  const { gamesUrl, basePath, publicUrl } = config;
  const { readGame } = createGamesReader(database);
  const queue = createAnalyticsQueue({ database, log });
  // After the last request, before the database is closed.
  app.addHook('onClose', () => queue.close());
  return {
    analytics: createAnalyticsRoutes(queue, now, createBridgeErrorCounter({ readGame, metrics })),
    crossPlay: createCrossPlayRoutes(database, deps.notifyServer),
    discovery: createDiscoveryRoutes(database, { gamesUrl, basePath, now }),
    documents: createDocumentsRoutes(database),
    favorites: createFavoritesRoutes(database),
    friends: createFriends(app, deps),
    go: createGoRoutes({ policy, readGame, readPortal, portalHome: new URL(basePath, publicUrl) }),
    play: createPlayRoutes({
      database,
      gamesUrl,
      basePath,
      policy,
      now,
      readPortal,
      readPlatformData: deps.readPlatformData,
      checkPage: createPageCheck({ fetch: deps.vendorFetch, portalOrigin: publicUrl.origin }, now),
    }),
    push: createPushRoutes({ database, sealer, push: deps.push, readPortal }),
    reviews: createReviewsRoutes({ database, queue, log, now }),
    words: createWordsRoutes(database, now),
    support: createSupportRoutes({
      database,
      queueMail,
      mailLimits,
      now,
      log,
      captcha,
      readPortal,
      notifyPlayer: deps.push.notifyPlayer,
      findPage: (page) => buildPageAddress(config, page),
      portalLink: new URL(basePath, publicUrl).href,
    }),
  };
}

/** Friends, and who of them is here. */
function createFriends(app: FastifyInstance, deps: PlayAreasDeps): ApiHandlers['friends'] {
  const { config, database, sealer } = deps;
  const described = createDescribePresence(database, createFriendIds(sealer));
  const hub = createPresenceHub({ ...deps, ...described });
  deps.metrics.collect((set) => set('fxid_presence_connections', {}, hub.count()));
  mountPresence(app, { ...deps, ...described, hub, perMinute: Math.ceil(60 * computeLimitFactor(config)) });
  const buildAddress = (token: string): string => `${buildPageAddress(config, 'FriendInvitation').href}?token=${token}`;
  return {
    ...createFriendsRoutes({
      ...deps,
      buildAddress,
      tellStatus: (accountId, game) => hub.changed(accountId, game),
      notifyPlayer: deps.push.notifyPlayer,
    }),
    ...createPresenceRoutes({ ...described, database, hub }),
  };
}
