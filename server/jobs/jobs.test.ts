import { sql } from 'kysely';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { runModule } from '#server/testing/run-module.ts';
import { defineJob, type JobDefinition } from './define-job.ts';
import { startJobs, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const schema = Type.Object({ n: Type.Integer() }, { additionalProperties: false });
type Run = JobDefinition<typeof schema>['run'];

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase({ poolSize: 10 });
});
afterAll(() => tested.drop());

const job = (name: string, run: Run, more: Partial<JobDefinition<typeof schema>> = {}): JobDefinition<typeof schema> =>
  defineJob({ name, schema, backoff: { firstSeconds: 1, maxSeconds: 2 }, ...more, run });

async function runner(...definitions: JobDefinition<typeof schema>[]): Promise<Jobs> {
  const jobs = await startJobs(tested.connection, { definitions, log });
  onTestFinished(() => jobs.stop({ timeoutMs: 1000 }));
  return jobs;
}

const send = (
  jobs: Jobs,
  definition: JobDefinition<typeof schema>,
  n: number,
  key?: string,
): Promise<string | undefined> =>
  tested.database.transaction((trx) => jobs.send(trx, definition, { n }, key === undefined ? {} : { key }));

const countOf = async (name: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM pgboss.job WHERE name = ${name}`.execute(
    tested.database.kysely,
  );
  return rows[0]?.count ?? 0;
};

test('sends with the transaction, and nothing after a rollback', async () => {
  const seen: number[] = [];
  const outbox = job('outbox', async ({ n }) => void seen.push(n));
  const jobs = await runner(outbox);
  await jobs.work();
  const rolledBack = tested.database.transaction(async (trx) => {
    await jobs.send(trx, outbox, { n: 1 });
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  await send(jobs, outbox, 2);
  await eventually(() => seen.length > 0);
  expect(seen).toEqual([2]);
  expect(await countOf('outbox')).toBe(1);
});

test('runs every job exactly once over two runners', async () => {
  const seen: number[] = [];
  const shared = job('shared', async ({ n }) => void seen.push(n), { concurrency: 3 });
  const [one, two] = [await runner(shared), await runner(shared)];
  await Promise.all([one.work(), two.work()]);
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  await tested.database.transaction(async (trx) => {
    for (const n of numbers) await one.send(trx, shared, { n });
  });
  await eventually(() => seen.length >= 60);
  expect(seen.toSorted((a, b) => a - b)).toEqual(numbers);
});

test('reports whether every job has a worker', async () => {
  const jobs = await runner(
    job('there', async () => undefined),
    job('there-too', async () => undefined),
  );
  expect(jobs.isWorking(new Date())).toBe(false);
  await jobs.work();
  expect(jobs.isWorking(new Date())).toBe(true);
  await jobs.stop({ timeoutMs: 1000 });
  expect(jobs.isWorking(new Date())).toBe(false);
});

test('sends once for one key', async () => {
  const keyed = job('keyed', async () => undefined);
  const jobs = await runner(keyed);
  const ids = await Promise.all([
    send(jobs, keyed, 1, 'order-1'),
    send(jobs, keyed, 2, 'order-1'),
    send(jobs, keyed, 3, 'order-2'),
  ]);
  expect(ids.filter((id) => id !== undefined)).toHaveLength(2);
  expect(await countOf('keyed')).toBe(2);
});

test('does not run a job before its time', async () => {
  const later = job('later', async () => undefined);
  const jobs = await runner(later);
  await tested.database.transaction((trx) =>
    jobs.send(trx, later, { n: 1 }, { startAfter: new Date(Date.now() + 3_600_000) }),
  );
  const { rows } =
    await sql`SELECT start_after > now() + interval '50 minutes' AS later FROM pgboss.job WHERE name = 'later'`.execute(
      tested.database.kysely,
    );
  expect(rows).toEqual([{ later: true }]);
});

test('rejects invalid data, when sent and when run', async () => {
  const seen: number[] = [];
  const strict = job('strict', async ({ n }) => void seen.push(n), { retryLimit: 0 });
  const jobs = await runner(strict);
  await expect(send(jobs, strict, 1.5)).rejects.toThrow('The data sent for the job "strict" does not fit: /n');
  const id = await send(jobs, strict, 2);
  await sql`UPDATE pgboss.job SET data = '{"n":"two"}' WHERE id = ${id}`.execute(tested.database.kysely);
  await jobs.work();
  const [dead] = await eventually(async () => (await jobs.listDead('strict')).length > 0 && jobs.listDead('strict'));
  expect(JSON.stringify(dead?.error)).toContain('The data stored for the job');
  expect(seen).toEqual([]);
});

test('retries with growing pauses, then keeps the dead job for replay', async () => {
  const attempts: number[] = [];
  let broken = true;
  const flaky = job(
    'flaky',
    async (_, { attempt }) => {
      attempts.push(attempt);
      if (broken) throw new Error('the provider is down');
    },
    { retryLimit: 2 },
  );
  const jobs = await runner(flaky);
  await jobs.work();
  await send(jobs, flaky, 7);
  const dead = await eventually(
    async () => (await jobs.listDead('flaky')).length > 0 && jobs.listDead('flaky'),
    40_000,
  );
  expect(attempts).toEqual([1, 2, 3]);
  expect(dead).toMatchObject([{ job: 'flaky', data: { n: 7 } }]);
  expect(JSON.stringify(dead[0]?.error)).toContain('the provider is down');
  broken = false;
  expect(await jobs.replayDead('flaky', [dead[0]?.id ?? ''])).toBe(1);
  await eventually(() => attempts.length === 4);
  expect(await jobs.listDead('flaky')).toEqual([]);
});

test('passes the job of a killed node to another', async () => {
  const seen: number[] = [];
  const stranded = job('stranded', async ({ n }) => void seen.push(n), { leaseSeconds: 600 });
  const node = runModule(`
    import { pino } from 'pino';
    import { Type } from 'typebox';
    import { defineJob } from '#server/jobs/define-job.ts';
    import { startJobs } from '#server/jobs/jobs.ts';
    const stranded = defineJob({ name: 'stranded', schema: Type.Object({ n: Type.Integer() }), leaseSeconds: 600,
      backoff: { firstSeconds: 1, maxSeconds: 2 }, run: () => { console.log('taken'); return new Promise(() => {}); } });
    const jobs = await startJobs({ connectionString: ${JSON.stringify(buildConnectionUrl(tested.connection))} }, { definitions: [stranded], log: pino({ level: 'silent' }) });
    await jobs.work();
    console.log('working');
  `);
  expect(await node.nextLine()).toBe('working');
  const jobs = await runner(stranded);
  await send(jobs, stranded, 5);
  expect(await node.nextLine()).toBe('taken');
  node.child.kill('SIGKILL');
  await node.exited;
  // The job's last heartbeat is as old as the queue allows.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds' WHERE name = 'stranded'`.execute(
    tested.database.kysely,
  );
  await jobs.work();
  await eventually(() => seen.length > 0);
  expect(seen).toEqual([5]);
});

test('finishes running jobs before it stops', async () => {
  const { promise: started, resolve: onStart } = Promise.withResolvers<void>();
  let finished = false;
  const slow = job('slow', async () => {
    onStart();
    await new Promise((resolve) => setTimeout(resolve, 700));
    finished = true;
  });
  const jobs = await runner(slow);
  await jobs.work();
  await send(jobs, slow, 1);
  await started;
  await jobs.stop();
  expect(finished).toBe(true);
  const { rows } = await sql`SELECT state FROM pgboss.job WHERE name = 'slow'`.execute(tested.database.kysely);
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('recovers after the database closed all its connections', async () => {
  const seen: number[] = [];
  const steady = job('steady', async ({ n }) => void seen.push(n));
  const jobs = await runner(steady);
  await jobs.work();
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fxid-jobs' AND datname = current_database()`.execute(
    tested.database.kysely,
  );
  // The queue may still hold a connection that it doesn't know is closed.
  await eventually(() => send(jobs, steady, 1, 'once'));
  await eventually(() => seen.length === 1);
});

test('has its own timeouts', async () => {
  const limited = job('limited', async () => undefined);
  await runner(limited);
  await sql`create table seen_limits (name text, value text)`.execute(tested.database.kysely);
  await sql`
    create function see_limits() returns trigger language plpgsql as $$ begin
      insert into seen_limits select name, setting from pg_settings
        where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout');
      return new;
    end $$`.execute(tested.database.kysely);
  await sql`create trigger see_limits before update on pgboss.queue for each row when (new.name = 'limited')
    execute function see_limits()`.execute(tested.database.kysely);
  // Starting sets up the queue again, through its own connections.
  await runner(limited);
  await sql`drop trigger see_limits on pgboss.queue`.execute(tested.database.kysely);
  const { rows } = await sql<{ name: string }>`select distinct name, value from seen_limits order by name`.execute(
    tested.database.kysely,
  );
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', value: '10000' },
    { name: 'lock_timeout', value: '1000' },
    { name: 'statement_timeout', value: '30000' },
  ]);
});

test('rejects two jobs with one name and an unknown job', async () => {
  const known = job('known', async () => undefined);
  await expect(runner(known, known)).rejects.toThrow('same name');
  const jobs = await runner(known);
  await expect(
    send(
      jobs,
      job('unknown', async () => undefined),
      1,
    ),
  ).rejects.toThrow('no job "unknown"');
  expect(() => job('Bad Name', async () => undefined)).toThrow('Bad Name');
});
