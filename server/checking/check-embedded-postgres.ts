// Checks the age of the embedded PostgreSQL by dates in the code, without a request, because many servers have no
// internet access. So it can tell that a newer release should exist, not which one.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { embeddedPostgresRelease } from '#server/db/embedded-postgres-release.ts';
import { okFinding, warningFinding, type Finding } from './finding.ts';

const dayMs = 86_400_000;
/** PostgreSQL publishes a minor release every three months; plus two weeks for the npm packages. */
const maxAgeDays = 92 + 14;

export async function checkEmbeddedPostgres(
  { kysely }: Database,
  { databaseUrl }: { readonly databaseUrl: string | undefined },
  now: () => Date,
): Promise<Finding[]> {
  if (databaseUrl !== undefined) return [];
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(kysely);
  return [evaluateEmbeddedPostgresRelease(rows[0]?.version ?? '', now())];
}

export function evaluateEmbeddedPostgresRelease(running: string, now: Date): Finding {
  const { version, releasedOn } = embeddedPostgresRelease;
  if (running !== version)
    return warningFinding(
      `PostgreSQL ${running} is running, but this version of the portal brings ${version}`,
      'Restart the server, so that it starts the new one.',
    );
  const ageDays = Math.floor((now.getTime() - Date.parse(releasedOn)) / dayMs);
  const text = `embedded PostgreSQL ${version}, released on ${releasedOn}`;
  if (ageDays <= maxAgeDays) return okFinding(text);
  return warningFinding(
    `${text}, ${ageDays} days ago: a newer minor release should exist, perhaps with security fixes`,
    'Upgrade the portal. If its newest version has this PostgreSQL too, use one of your own (DATABASE_URL): see "The embedded PostgreSQL" in the operators’ guide.',
  );
}
