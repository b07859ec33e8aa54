// Puts together everything about playing: starting a game, documents, events of play, analytics, support and push.
import type { FastifyInstance } from 'fastify';
import type { PortalConfig } from '#contract/config.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createAnalyticsQueue } from './features/analytics/analytics-queue.ts';
import { bridgeErrorCounter } from './features/analytics/count-bridge-errors.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import type { TellServer } from './features/crossplay/play-events.ts';
import { crossPlayRoutes } from './features/crossplay/routes.ts';
import { documentsRoutes } from './features/documents/routes.ts';
import { favoritesRoutes } from './features/favorites/routes.ts';
import { friendsRoutes } from './features/friends/routes.ts';
import type { ReadPlatformData } from './features/games/platform-data.ts';
import { gamesReader } from './features/games/read-games.ts';
import type { QueueMail } from './features/mail/queue-mail.ts';
import type { MailLimits } from './features/maillimits/mail-limits.ts';
import { playRoutes } from './features/play/routes.ts';
import { pushRoutes } from './features/push/routes.ts';
import { reviewsRoutes } from './features/reviews/routes.ts';
import type { RobotCheck } from './features/robotcheck/robot-check.ts';
import { supportRoutes } from './features/support/routes.ts';
import { wordsRoutes } from './features/words/routes.ts';
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
  readonly tellServer: TellServer;
  readonly robotCheck: RobotCheck;
  readonly mailLimits: MailLimits;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly readPlatformData: ReadPlatformData;
}

export function playAreas(app: FastifyInstance, deps: PlayAreasDeps): Pick<ApiHandlers, PlayArea> {
  const { config, database, sealer, policy, log, metrics, now, queueMail, robotCheck, mailLimits, readPortal } = deps;
  const { gamesUrl, basePath, publicUrl } = config;
  const { readGame } = gamesReader(database);
  const queue = createAnalyticsQueue({ database, log });
  // After the last request, before the database is closed.
  app.addHook('onClose', () => queue.close());
  return {
    analytics: analyticsRoutes(queue, now, bridgeErrorCounter({ readGame, metrics })),
    crossPlay: crossPlayRoutes(database, deps.tellServer),
    documents: documentsRoutes(database),
    favorites: favoritesRoutes(database),
    friends: friendsRoutes(database, sealer),
    play: playRoutes({
      database,
      gamesUrl,
      basePath,
      policy,
      now,
      readPortal,
      readPlatformData: deps.readPlatformData,
    }),
    push: pushRoutes(database, sealer),
    reviews: reviewsRoutes({ database, queue, log, now }),
    words: wordsRoutes(database, now),
    support: supportRoutes({
      database,
      queueMail,
      mailLimits,
      now,
      log,
      robotCheck,
      readPortal,
      portalLink: new URL(basePath, publicUrl).href,
    }),
  };
}
