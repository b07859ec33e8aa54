// Vitest's global set-up: one throw-away PostgreSQL for the whole run, with a migrated template that test files clone.
// TEST_DATABASE_URL names an existing PostgreSQL instead; its account must be allowed to create databases.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { connectOnce } from '#server/db/connect-once.ts';
import { withDatabase, type ConnectionOptions } from '#server/db/connection-options.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { placeCluster } from '#server/db/cluster-place.ts';
import { createCluster } from '#server/db/create-cluster.ts';
import type { Log } from '#server/db/log.ts';
import { migrate } from '#server/db/migrate.ts';
import { findPostgresAccount } from '#server/db/find-postgres-account.ts';
import { findPostgresPrograms } from '#server/db/postgres-programs.ts';
import { installJobsSchema } from '#server/jobs/install-jobs-schema.ts';
import { copyCluster, findDatabasesFolder } from './copy-cluster.ts';
import { chooseLabProgram } from './lab-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: ConnectionOptions;
    testTemplate: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  chooseLabProgram();
  const log = pino({ level: 'warn' });
  const server = await startServer(log);
  // Generous: nothing here is a test of how fast a machine is.
  const testServer = { ...server.connection, connectionTimeoutMillis: 60_000 };
  const template = `fxid_template_${process.pid}`;
  await connectOnce(testServer, (client) => client.query(`CREATE DATABASE ${template}`));
  const connection = withDatabase(testServer, template);
  await migrate({ connection }, { log });
  await installJobsSchema(connection, log);
  project.provide('testServer', testServer);
  project.provide('testTemplate', template);
  return async () => {
    await connectOnce(testServer, (client) => client.query(`DROP DATABASE ${template} WITH (FORCE)`));
    await server.stop();
  };
}

interface TestServer {
  connection: ConnectionOptions;
  stop(): Promise<void>;
}

async function startServer(log: Log): Promise<TestServer> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return { connection: { connectionString: url }, stop: async () => undefined };
  const prepared = await prepareCluster(log);
  const dataDir = makeFolder(findDatabasesFolder(), 'fxid-test-');
  copyCluster(dataDir);
  // Nothing here outlives the run, so nothing needs to reach the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, log, now: () => new Date(), settings });
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      for (const folder of [dataDir, prepared]) rmSync(folder, { recursive: true });
    },
  };
}

/** A cluster that never runs: tests that start a PostgreSQL of their own begin with a copy of it. */
async function prepareCluster(log: Log): Promise<string> {
  const folder = makeFolder(hasRoom(memory) ? memory : tmpdir(), 'fxid-cluster-');
  const account = findPostgresAccount();
  await createCluster(placeCluster(folder, log), await findPostgresPrograms(account, log), account, log);
  // Read by the processes of the tests, which inherit it.
  process.env['TEST_CLUSTER'] = folder;
  return folder;
}

// Databases come and go by the hundred, each of hundreds of files. Drills are about disks.
const memory = '/dev/shm';
const hasRoom = (folder: string): boolean => {
  if (process.env['DRILL'] !== undefined || !existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2_000_000_000;
};

function makeFolder(parent: string, prefix: string): string {
  const folder = mkdtempSync(join(parent, prefix));
  // A root's database runs as another account, which must get in.
  chmodSync(folder, 0o711);
  return folder;
}
