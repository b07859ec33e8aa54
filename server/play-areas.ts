// Puts together everything about playing: starting a game, documents, events of play, analytics, support and push.
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import { buildPageAddress } from './account-areas.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createAnalyticsQueue } from './features/analytics/analytics-queue.ts';
import { createBridgeErrorCounter } from './features/analytics/count-bridge-errors.ts';
import { createAnalyticsRoutes } from './features/analytics/routes.ts';
import type { TellServer } from './features/crossplay/play-events.ts';
import { createCrossPlayRoutes } from './features/crossplay/routes.ts';
import { createDocumentsRoutes } from './features/documents/routes.ts';
import { createFavoritesRoutes } from './features/favorites/routes.ts';
import { createFriendsRoutes } from './features/friends/routes.ts';
import type { ReadPlatformData } from './features/games/platform-data.ts';
import { createGamesReader } from './features/games/read-games.ts';
import type { QueueMail } from './features/mail/queue-mail.ts';
import type { MailLimits } from './features/maillimits/mail-limits.ts';
import { createPlayRoutes } from './features/play/routes.ts';
import type { Push } from './features/push/create-push.ts';
import { createPushRoutes } from './features/push/routes.ts';
import { createReviewsRoutes } from './features/reviews/routes.ts';
import type { RobotCheck } from './features/robotcheck/robot-check.ts';
import { createSupportRoutes } from './features/support/routes.ts';
import { createWordsRoutes } from './features/words/routes.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { ApiHandlers } from './http/implement.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import type { Sealer } from './secrets/sealer.ts';

export type PlayArea =
  | 'analytics'
  | 'crossPlay'
  | 'documents'
  | 'favorites'
  | 'friends'
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
  readonly sealer: Sealer;
  readonly policy: HeaderPolicy;
  readonly now: () => Date;
  readonly queueMail: QueueMail;
  readonly push: Push;
  readonly tellServer: TellServer;
  readonly robotCheck: RobotCheck;
  readonly mailLimits: MailLimits;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly readPlatformData: ReadPlatformData;
}

export function createPlayAreas(app: FastifyInstance, deps: PlayAreasDeps): Pick<ApiHandlers, PlayArea> {
  const { config, database, sealer, policy, log, metrics, now, queueMail, robotCheck, mailLimits, readPortal } = deps;
  const { gamesUrl, basePath, publicUrl } = config;
  const { readGame } = createGamesReader(database);
  const queue = createAnalyticsQueue({ database, log });
  // After the last request, before the database is closed.
  app.addHook('onClose', () => queue.close());
  return {
    analytics: createAnalyticsRoutes(queue, now, createBridgeErrorCounter({ readGame, metrics })),
    crossPlay: createCrossPlayRoutes(database, deps.tellServer),
    documents: createDocumentsRoutes(database),
    favorites: createFavoritesRoutes(database),
    friends: createFriendsRoutes(database, sealer, deps.push.tellPlayer),
    play: createPlayRoutes({
      database,
      gamesUrl,
      basePath,
      policy,
      now,
      readPortal,
      readPlatformData: deps.readPlatformData,
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
      robotCheck,
      readPortal,
      tellPlayer: deps.push.tellPlayer,
      findPage: (page) => buildPageAddress(config, page),
      portalLink: new URL(basePath, publicUrl).href,
    }),
  };
}
