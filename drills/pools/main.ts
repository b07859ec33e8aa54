// Tests with Debian's PostgreSQL behind a real PgBouncer: the server in each pooling mode, the number of connections
// per node, and migrations and features on the oldest supported PostgreSQL.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { withDatabaseName } from '#server/db/connection-options.ts';
import { callApi } from '#server/testing/call-api.ts';
import { startDatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startPgbouncer as startConfiguredPgbouncer } from '#server/testing/start-pgbouncer.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { startKillableServer, type KillableServer } from '#server/testing/killable-server.ts';
import { findOnPath, installPrograms } from '#scripts/testing/programs.ts';
import { runPackage } from '#scripts/testing/run-program.ts';
import { runSteps } from '../run-steps.ts';
import { startPgbouncer, startPostgres } from './start-program.ts';

const connections = 10;
const maxRecoveryMs = 3000;
const slices = [
  'server/db/migrate.test.ts',
  'server/jobs',
  'server/features/sessions',
  'server/features/store',
  'server/secrets',
];

await runSteps(async (step, parts) => {
  let pgbouncer = '';
  let bin = '';
  await step('PgBouncer and PostgreSQL start', async () => {
    pgbouncer = await findProgram('pgbouncer', () => findOnPath('pgbouncer'));
    bin = await findProgram('postgresql', () => oldestPostgres());
    return `${pgbouncer}, ${bin}`;
  });
  const [postgresPort, poolerPort] = await findFreePorts();
  const postgres = parts.use(await startPostgres(bin, postgresPort));
  const direct = (database: string): string => urlOf(postgres.url, database);
  const newDatabase = (name: string): Promise<unknown> =>
    withSingleConnection({ connectionString: postgres.url }, (client) =>
      client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`),
    );

  await step('a selection of tests passes on it', async () => {
    const run = await runPackage('vitest', 'vitest', ['run', ...slices], {
      timeoutMs: 600_000,
      env: { TEST_DATABASE_URL: postgres.url },
    });
    if (!run.ok) throw new Error(run.output);
    return /Tests.*?(\d+ passed)/.exec(stripVTControlCharacters(run.output))?.[1];
  });

  const ask = async (server: KillableServer, counted: string): Promise<string> => {
    let most = 0;
    const { Ada: token = '' } = server.tokens();
    const calls = [
      { path: 'games/list', body: { Locale: 'en' } },
      { path: 'profile', token },
    ];
    const answers: Record<string, number> = {};
    let left = 600;
    const asked = new AbortController();
    const caller = async (): Promise<void> => {
      while ((left -= 1) >= 0) {
        const { path = '', ...options } = calls[left % calls.length] ?? {};
        const answer = await callApi(`${server.process().address}/api/v1/${path}`, options);
        const outcome = answer.outcome === 'refused' ? `${answer.status} ${answer.code}` : answer.outcome;
        answers[outcome] = (answers[outcome] ?? 0) + 1;
      }
    };
    const counting = async (): Promise<void> => {
      do most = Math.max(most, await countConnections(direct(counted)));
      while (!asked.signal.aborted);
    };
    const counts = counting();
    await Promise.all(Array.from({ length: 50 }, caller));
    asked.abort();
    await counts;
    if (answers['done'] !== 600) throw new Error(`Not every call was answered: ${JSON.stringify(answers)}`);
    if (most > connections) throw new Error(`The node held ${most} connections instead of ${connections}.`);
    return `600 calls answered, ${most} connections at most with DATABASE_POOL=${connections}`;
  };
  const startNode = (url: string): Promise<KillableServer> =>
    startKillableServer({ DATABASE_URL: url, DATABASE_POOL: String(connections) });
  const serve = async (url: string, database: string): Promise<string> => {
    await using server = await startNode(url);
    await server.process().untilReady();
    return await ask(server, database);
  };

  await step('a node serves from it', async () => {
    await newDatabase('direct');
    return serve(direct('direct'), 'direct');
  });
  await step('a node serves through PgBouncer in session mode', async () => {
    await newDatabase('pooled');
    await using pooler = await startPgbouncer(pgbouncer, { port: poolerPort, postgresPort, mode: 'session' });
    return await serve(urlOf(pooler.url, 'pooled'), 'pooled');
  });
  for (const way of ['directly', 'through PgBouncer'] as const)
    await step(`a node recovers after PostgreSQL comes back, ${way}`, async () => {
      const database = way === 'directly' ? 'recovers_direct' : 'recovers_pooled';
      await newDatabase(database);
      await using relay = await startDatabaseRelay({ connectionString: direct(database) });
      await using pooler = way === 'directly' ? undefined : await startConfiguredPgbouncer(relay.url);
      await using server = await startNode(pooler?.url ?? relay.url);
      await server.process().untilReady();
      const list = () => callApi(`${server.process().address}/api/v1/games/list`, { body: { Locale: 'en' } });
      await relay.cut();
      const answer = await list();
      if (answer.outcome !== 'refused' || answer.status !== 503) throw new Error(`It said ${JSON.stringify(answer)}`);
      // Long enough that PgBouncer has tried to connect and failed.
      await sleep(5000);
      await relay.restore();
      const restored = performance.now();
      await eventually(async () => (await list()).outcome === 'done');
      const ms = Math.round(performance.now() - restored);
      if (ms > maxRecoveryMs) throw new Error(`It took ${ms} ms instead of ${maxRecoveryMs} at most.`);
      return `${ms} ms after the database`;
    });
  await step('a node rejects PgBouncer in transaction mode and names the reason', async () => {
    await using pooler = await startPgbouncer(pgbouncer, { port: poolerPort, postgresPort, mode: 'transaction' });
    for (let tries = 0; tries < 5; tries += 1) {
      await using server = await startNode(urlOf(pooler.url, 'pooled'));
      const { code } = await server.process().exited;
      if (code !== 1 || !server.process().output().includes('set pool_mode = session'))
        throw new Error(`It ended with ${code} and said:\n${server.process().output()}`);
    }
    return 'five times of five';
  });
});

function urlOf(url: string, database: string): string {
  const named = withDatabaseName({ connectionString: url }, database);
  return 'connectionString' in named ? named.connectionString : '';
}

function countConnections(url: string): Promise<number> {
  return withSingleConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });
}

async function findProgram(debianPackage: 'pgbouncer' | 'postgresql', find: () => string | undefined): Promise<string> {
  const found = find();
  if (found !== undefined) return found;
  const refusal = await installPrograms([debianPackage]);
  const installed = find();
  if (installed !== undefined) return installed;
  throw new Error(`There is no ${debianPackage} on this machine: install it. ${refusal ?? ''}`);
}

function oldestPostgres(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const [oldest] = readdirSync('/usr/lib').includes('postgresql')
    ? readdirSync(versions)
        .filter((version) => Number(version) >= 15)
        .toSorted((a, b) => Number(a) - Number(b))
    : [];
  return oldest === undefined ? undefined : join(versions, oldest, 'bin');
}
