// Keeps files of earlier builds available on all nodes, while open pages may still need them.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { storePortalAssets } from './store-portal-assets.ts';

export interface AssetRetentionOptions {
  readonly database: Database;
  readonly portalFolder: string;
  readonly log: Log;
}

const everyMs = 6 * 3_600_000;
/** How long files are kept after the last node with their build. */
const keptDays = 30;
/** A build takes about 2 MB; the most recently used ones are kept. */
const maxBytes = 200 * 1024 * 1024;

/** Publishes before the node receives traffic, because its pages may request files from any node. */
export async function startAssetRetention(options: AssetRetentionOptions): Promise<{ stop(): Promise<void> }> {
  const { database, portalFolder, log } = options;
  const { added } = await storePortalAssets(database, portalFolder);
  if (added > 0) log.info({ added }, 'The files of the portal were published to all nodes.');
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = storePortalAssets(database, portalFolder)
      .then(() => deleteOldAssets(database))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'Updating the files of builds failed; retrying in six hours.'),
      );
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function deleteOldAssets(database: Database, bound = { keptDays, maxBytes }): Promise<void> {
  await database.kysely
    .deleteFrom('portal_assets')
    .where('seen_at', '<', sql<Date>`now() - make_interval(days => ${bound.keptDays})`)
    .execute();
  await sql`
    DELETE FROM portal_assets WHERE name IN (
      SELECT name FROM (
        SELECT name, sum(octet_length(bytes)) OVER (ORDER BY seen_at DESC, name) AS total FROM portal_assets
      ) AS newest_first
      WHERE total > ${bound.maxBytes})`.execute(database.kysely);
}
