// Reads the portal's configuration, cached for some seconds, and longer while the database is down, so that pages still
// load.
import type { PortalConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import type { Log } from '#server/http/log.ts';
import { defaultPortalConfig } from './default-portal-config.ts';

const rememberMs = 5000;

export function createPortalConfigReader(database: Database, log: Log, now: () => Date): () => Promise<PortalConfig> {
  const read = database.prepareRead(
    compileStatement<object, { config: PortalConfig }>(() => database.kysely.selectFrom('portal').select('config')),
  );
  let known = defaultPortalConfig;
  let until = 0;
  return async () => {
    if (now().getTime() < until) return known;
    try {
      known = (await read({}))[0]?.config ?? defaultPortalConfig;
    } catch (error) {
      log.warn({ err: error }, "Reading the portal's configuration failed; the last known one is used.");
    }
    until = now().getTime() + rememberMs;
    return known;
  };
}
