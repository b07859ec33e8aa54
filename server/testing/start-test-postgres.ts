import { pino } from 'pino';
import { locateCluster } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { withDatabaseName, type ConnectionOptions } from '#server/db/connection-options.ts';
import { createCluster } from '#server/db/create-cluster.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { findPostgresSystemUser } from '#server/db/find-postgres-system-user.ts';
import { migrate } from '#server/db/migrate.ts';
import { findPostgresPrograms } from '#server/db/postgres-programs.ts';
import { installJobsSchema } from '#server/jobs/install-jobs-schema.ts';
import { copyFolder } from './copy-cluster.ts';
import type { TestPostgres } from './test-services.ts';

const log = pino({ level: 'warn' });

export async function createTestCluster(folder: string): Promise<void> {
  const account = findPostgresSystemUser();
  await createCluster(locateCluster(folder, log), await findPostgresPrograms(account, log), account, log);
}

interface Folders {
  readonly prepared: string;
  readonly dataDir: string;
}

export async function startTestPostgres(
  makeFolders: () => Promise<Folders>,
): Promise<TestPostgres & { stop: () => Promise<void> }> {
  const server = await startServer(makeFolders);
  // Generous, because tests must not depend on the machine's speed.
  const connection = { ...server.connection, connectionTimeoutMillis: 60_000 };
  const template = `fxid_template_${process.pid}`;
  await withSingleConnection(connection, (client) => client.query(`CREATE DATABASE ${template}`));
  const inTemplate = withDatabaseName(connection, template);
  await migrate({ connection: inTemplate }, { log });
  await installJobsSchema(inTemplate, log);
  return {
    connection,
    template,
    stop: async () => {
      await withSingleConnection(connection, (client) => client.query(`DROP DATABASE ${template} WITH (FORCE)`));
      await server.stop();
    },
  };
}

async function startServer(
  makeFolders: () => Promise<Folders>,
): Promise<{ connection: ConnectionOptions; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return { connection: { connectionString: url }, stop: async () => undefined };
  const { prepared, dataDir } = await makeFolders();
  copyFolder(prepared, dataDir);
  // The data does not outlive the run, so durability is off.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return startEmbeddedPostgres({ dataDir, log, now: () => new Date(), settings });
}
