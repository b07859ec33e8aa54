// Reads the portal's configuration. While the database is down the last known one is used, so that pages still load.
import type { PortalConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Log } from '#server/http/log.ts';
import { defaultPortalConfig } from './default-portal-config.ts';

/** @param memory absent: every read asks the database */
export function createPortalConfigReader(
  database: Database,
  log: Log,
  memory?: ReadCacheDeps,
): () => Promise<PortalConfig> {
  const read = database.prepareRead(
    compileStatement<object, { config: PortalConfig }>(() => database.kysely.selectFrom('portal').select('config')),
  );
  const readRow = async () => ({ config: (await read({}))[0]?.config ?? defaultPortalConfig });
  const options = { name: 'portal', topics: ['portal'], maxRows: 1, outageMs: Infinity };
  const readCached = memory ? createReadCache(options, memory, readRow) : readRow;
  let known = defaultPortalConfig;
  return async () => {
    try {
      known = (await readCached('portal'))?.config ?? defaultPortalConfig;
    } catch (error) {
      log.warn({ err: error }, "Reading the portal's configuration failed; the last known one is used.");
    }
    return known;
  };
}
