// What a node responds while its database is down or rejects work, directly and behind a real PgBouncer, and that it
// recovers by itself.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { callApi } from '#server/testing/call-api.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { startDatabaseRelay, type DatabaseRelay } from '#server/testing/database-relay.ts';
import { eventually } from '#server/testing/eventually.ts';
import { pgbouncerProgram, startPgbouncer } from '#server/testing/start-pgbouncer.ts';
import { startTestNode, type TestNode } from '#server/testing/start-test-node.ts';
import { withSingleConnection } from './with-single-connection.ts';

const missing = pgbouncerProgram === undefined ? ' (skipped: there is no pgbouncer; apt-get install pgbouncer)' : '';

describe('directly', () => tryOutages(async (relay) => ({ url: relay.url, hasPooler: false })));
describe.skipIf(pgbouncerProgram === undefined)(`through PgBouncer${missing}`, () =>
  tryOutages(async (relay, parts) => ({ url: parts.use(await startPgbouncer(relay.url)).url, hasPooler: true })),
);

// One of each class, and those that PostgreSQL and PgBouncer actually send.
const outages = {
  DatabaseUnavailable: [
    '08000 08001 08003 08004 08006 08007 08P01',
    '53000 53100 53200 53300 53400',
    '57000 57P01 57P02 57P03 57P04 57P05',
    '58000 58030 58P01',
    '25006 28P01 3D000',
  ].flatMap((states) => states.split(' ')),
  Overloaded: ['55P03', '57014', '40001', '40P01'],
};

function tryOutages(
  connect: (
    relay: DatabaseRelay,
    parts: AsyncDisposableStack,
  ) => Promise<{ readonly url: string; readonly hasPooler: boolean }>,
): void {
  const parts = new AsyncDisposableStack();
  let tested: TestDatabase;
  let relay: DatabaseRelay;
  let node: TestNode;
  let hasPooler: boolean;

  const administer = (statement: string) =>
    withSingleConnection(tested.connection, (client) => client.query<{ name: string }>(statement));

  beforeAll(async () => {
    tested = parts.use(await createTestDatabase());
    // Every query on games fails with the state stored there.
    await administer(`
      CREATE TABLE provoked (state text);
      CREATE FUNCTION provoke() RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE found_state text := (SELECT state FROM provoked);
        BEGIN
          IF found_state IS NOT NULL THEN RAISE 'provoked' USING ERRCODE = found_state; END IF;
          RETURN true;
        END $$;
      ALTER TABLE games RENAME TO real_games;
      CREATE VIEW games AS SELECT * FROM real_games WHERE (SELECT provoke());`);
    relay = parts.use(await startDatabaseRelay(tested.connection));
    const connected = await connect(relay, parts);
    hasPooler = connected.hasPooler;
    node = parts.use(await startTestNode(connected.url));
  });
  afterAll(() => parts.disposeAsync());

  const fetchGame = async (): Promise<unknown[]> => {
    const response = await fetch(`http://127.0.0.1:${node.port}/api/v1/public_game_config/no-such-game`);
    const { Code } = (await response.json()) as { Code: string };
    return [response.status, Code, response.headers.get('retry-after')];
  };
  const fetchReadiness = async (): Promise<unknown[]> => {
    const response = await fetch(`http://127.0.0.1:${node.port}/readyz`);
    const { status, checks } = (await response.json()) as { status: string; checks: Record<string, string> };
    return [response.status, status, checks['database']];
  };
  const recovered = [404, 'UnknownGame', null];
  const untilRecovered = async (): Promise<void> => {
    await eventually(async () => JSON.stringify(await fetchGame()) === JSON.stringify(recovered));
    await eventually(async () => (await fetchReadiness())[2] === 'ok');
  };

  test('an unreachable database is an outage, which ends without a restart', async () => {
    expect(await fetchGame()).toEqual(recovered);
    expect(await fetchReadiness()).toEqual([200, 'ready', 'ok']);
    await relay.cut();
    for (let round = 0; round < 10; round += 1) expect(await fetchGame()).toEqual([503, 'DatabaseUnavailable', '1']);
    expect(await fetchReadiness()).toEqual([200, 'degraded', 'failing']);
    await relay.restore();
    await untilRecovered();
  });

  test('locked tables are a short outage', async () => {
    await withSingleConnection(tested.connection, async (client) => {
      await client.query('BEGIN; LOCK TABLE real_games IN ACCESS EXCLUSIVE MODE');
      expect(await fetchGame()).toEqual([503, 'Overloaded', '1']);
    });
    expect(await fetchGame()).toEqual(recovered);
  });

  test('a read-only database is an outage for writes, and the node reports it', async () => {
    const { rows } = await administer('SELECT current_database() AS name');
    const name = rows[0]?.name ?? '';
    const restart = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;
    const account = await buildAccount(tested.database, {});
    const { token } = await node.sessions.begin(account);
    const allowWrites = (): Promise<void> =>
      withSingleConnection(tested.connection, async (client) => {
        await client.query('SET default_transaction_read_only = off');
        await client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      });
    onTestFinished(allowWrites);
    await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = on; ${restart}`);
    await eventually(async () => (await fetchReadiness())[1] === 'degraded');
    expect(await fetchReadiness()).toEqual([200, 'degraded', 'failing']);
    const changeLanguage = async (): Promise<unknown> => {
      const answer = await callApi(`http://127.0.0.1:${node.port}/api/v1/profile/update`, {
        token,
        body: { Language: 'de' },
      });
      return answer.outcome === 'refused' ? [answer.status, answer.code] : answer.outcome;
    };
    expect(await changeLanguage()).toEqual([503, 'DatabaseUnavailable']);
    await allowWrites();
    // Without a restart: the node keeps no connection that takes no writes. PgBouncer does, with the setting from when it connected.
    if (hasPooler) await administer(restart);
    await untilRecovered();
    await eventually(async () => (await changeLanguage()) === 'done');
  });

  test('exactly the SQL states of an outage are answered as an outage', async () => {
    const answers: Record<string, unknown> = {};
    const states = Object.values(outages).flat();
    for (const state of [...states, '22012', '42P01', '23505']) {
      await administer(`DELETE FROM provoked; INSERT INTO provoked VALUES ('${state}')`);
      answers[state] = await fetchGame();
    }
    await administer('DELETE FROM provoked');
    const expected = Object.entries(outages).flatMap(([code, all]) => all.map((state) => [state, [503, code, '1']]));
    const fault = [500, 'Unexpected', null];
    expect(answers).toEqual({ ...Object.fromEntries(expected), 22012: fault, '42P01': fault, 23505: fault });
    expect(await fetchGame()).toEqual(recovered);
  });
}
