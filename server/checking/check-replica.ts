import type { Config } from '#server/config.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { okFinding, retryOnTimeout, unreachableFinding, warningFinding, type Finding } from './finding.ts';

export async function checkReplica({ databaseReadUrl }: Pick<Config, 'databaseReadUrl'>): Promise<Finding[]> {
  if (databaseReadUrl === undefined)
    return [okFinding("DATABASE_READ_URL isn't set: everything is read from DATABASE_URL")];
  const { host } = new URL(databaseReadUrl);
  try {
    if (await retryOnTimeout(() => isReplica(databaseReadUrl))) return [okFinding(`${host} is a replica and responds`)];
    return [
      warningFinding(
        `${host} is not a replica`,
        'Point DATABASE_READ_URL to a replica of the database, or remove it: reads go to DATABASE_URL then.',
      ),
    ];
  } catch (error) {
    return [
      unreachableFinding(
        error,
        `the replica at ${host} can't be read`,
        'Start it and check DATABASE_READ_URL. Until then everything is read from DATABASE_URL.',
      ),
    ];
  }
}

const isReplica = (connectionString: string): Promise<boolean> =>
  withSingleConnection({ connectionString, connectionTimeoutMillis: 10_000 }, async (client) => {
    const { rows } = await client.query<{ is_replica: boolean }>('SELECT pg_is_in_recovery() AS is_replica');
    return rows[0]?.is_replica === true;
  });
