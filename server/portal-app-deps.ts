// What the portal's application is built from.
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { PortalConfig } from '#contract/config.ts';
import type { ReadCacheDeps } from './db/read-cache.ts';
import type { Feature } from './feature.ts';
import type { GameCatalogue } from './features/games/game-catalogue.ts';
import type { StoredGame } from './features/games/read-games.ts';
import type { OperatorKeys } from './features/operator-keys/operator-keys.ts';
import type { PublicPortalConfig } from './features/portal/feature.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { ApiHandlers, ImplementApiOptions } from './http/implement-api.ts';
import type { Readiness } from './http/probes.ts';
import type { CountRequest } from './http/rate-limit-store.ts';
import type { FindAsset } from './http/send-asset.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { GaugeDeps } from './server-gauges.ts';

export interface PortalAppDeps
  extends
    Pick<
      Infrastructure,
      'config' | 'log' | 'database' | 'signals' | 'sealer' | 'clock' | 'now' | 'metrics' | 'tracing'
    >,
    Pick<ImplementApiOptions, 'sessions' | 'gameKeys' | 'writeReads' | 'createCallApproval'> {
  readonly operatorKeys: Pick<OperatorKeys, 'find'>;
  readonly redis: Pick<Redis, 'eval' | 'ping'> | undefined;
  readonly buildStore?: GaugeDeps['buildStore'];
  /** Counts requests for all workers of the node; absent if this process is the only one. */
  readonly countRequest?: CountRequest | undefined;
  readonly policy: HeaderPolicy;
  readonly readiness: Readiness;
  readonly handlers: ApiHandlers;
  /** Routes that features add outside the API contract. */
  readonly mounts: readonly NonNullable<Feature['mount']>[];
  readonly identityTitles: Readonly<Record<string, string>>;
  readonly readGame: (game: string) => Promise<StoredGame | undefined>;
  readonly memory: ReadCacheDeps;
  readonly catalogue: GameCatalogue;
  readonly readPublic: () => Promise<PublicPortalConfig>;
  readonly readPortal: () => Promise<PortalConfig>;
  /** The built portal; absent if only the API is needed. */
  readonly portalFolder?: string | undefined;
  readonly renderTimeoutMs?: number | undefined;
  /** Finds files of earlier and later builds of the portal, for pages that are still open. */
  readonly findAsset: FindAsset;
  readonly sdkFolder?: string | undefined;
  /** The built console; absent if only its calls are needed. */
  readonly consoleFolder?: string | undefined;
  readonly lab?:
    | {
        readonly mount: (app: FastifyInstance) => Promise<void>;
        /** Adds routes to the console's application. */
        readonly mountConsole?: (app: FastifyInstance) => void;
        /** Adds hooks that run for every request, before any route is mounted. */
        readonly watch?: (app: FastifyInstance) => void;
        /** The same for the console's app. */
        readonly watchConsole?: (app: FastifyInstance) => void;
        /** Origins of the simulated platform pages that may frame the player. */
        readonly frameAncestors?: readonly string[];
      }
    | undefined;
}
