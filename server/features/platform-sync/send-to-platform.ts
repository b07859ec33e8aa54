// The part that the two jobs share: finds the platform, the player and the adapter's host when the job runs.
import type { PlatformJobHost, SendResult } from '#platforms/port.server.ts';
import type { Database } from '#server/db/database.ts';
import { createCountedFetch } from '#server/http/with-vendor-call-metrics.ts';
import type { Log } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { findPlayerOnPlatform } from './find-player-on-platform.ts';
import type { MappedPlatform, ReadMappedPlatforms } from './read-mapped-platforms.ts';

export interface SendToPlatformDeps {
  readonly database: Database;
  readonly fetch: SafeFetch;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
  readonly readMapped: ReadMappedPlatforms;
}

export interface SendTarget {
  readonly accountId: string;
  readonly game: string;
  readonly platform: string;
}

/**
 * Throws if the platform didn't take it: the job is repeated. Does nothing if the platform is no longer set up or the
 * player no longer has an identity there.
 */
export async function sendToPlatform(
  { database, fetch, log, now, readMapped }: SendToPlatformDeps,
  { accountId, game, platform: folder }: SendTarget,
  send: (mapped: MappedPlatform, externalId: string, host: PlatformJobHost) => Promise<SendResult | undefined>,
): Promise<void> {
  const mapped = (await readMapped(game)).find(({ platform }) => platform.folder === folder);
  const externalId = mapped && (await findPlayerOnPlatform(database.kysely, mapped, accountId));
  if (!mapped || externalId === undefined) return;
  const host = { fetch: createCountedFetch(fetch, folder), now, log, game, settings: mapped.settings };
  const result = await send(mapped, externalId, host);
  if (result?.outcome === 'refused')
    log.warn({ platform: folder, game, reason: result.reason }, 'A platform cannot store a score or an achievement.');
}
