import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';

let server: TestApp;
let operator: ReturnType<TestApp['client']>;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } });
  operator = server.client(await createOperatorKeys(server.database).create('ann', ['jobs.read', 'jobs.change']));
});
afterAll(() => server[Symbol.asyncDispose]());

test('shows failed jobs, runs one again and discards another, with a record of both', async () => {
  let isBroken = true;
  const seen: number[] = [];
  const letter = defineJob({
    name: 'letter',
    schema: Type.Object({ n: Type.Integer(), to: Type.String() }),
    retryLimit: 0,
    run: async ({ n }) => {
      if (isBroken) throw new Error('refused by ada@example.com\nand more');
      seen.push(n);
    },
  });
  const jobs = await startJobs(server.database.connection, { definitions: [letter], log });
  onTestFinished(() => jobs.stop());
  for (const n of [1, 2, 3])
    await server.database.transaction((trx) => jobs.send(trx, letter, { n, to: 'eve@example.com' }));
  await jobs.work();
  const { Jobs } = await eventually(async () => {
    const failed = await operator.operatorJobs.failed({});
    return failed.Jobs.length === 3 && failed;
  });
  for (const job of Jobs) expect(job).toMatchObject({ Job: 'letter', Tries: 1, Error: 'refused by [email]' });
  expect(JSON.stringify(Jobs)).not.toContain('eve@example.com');
  expect(await operator.operatorJobs.counts({})).toMatchObject({
    Jobs: ['letter'],
    Counts: [{ Job: 'letter', State: 'dead', Count: 3 }],
  });
  const first = await operator.operatorJobs.failed({ Limit: 1 });
  const rest = await operator.operatorJobs.failed({ Job: 'letter', BeforeId: first.Jobs[0]?.JobId ?? '' });
  expect([...first.Jobs, ...rest.Jobs]).toEqual(Jobs);
  const ids = Jobs.map(({ JobId }) => JobId);
  isBroken = false;
  const [again = '', discarded = ''] = ids;
  expect(await operator.operatorJobs.retry({ Job: 'letter', JobId: again })).toEqual({ Count: 1 });
  await eventually(() => seen.length === 1);
  expect(await operator.operatorJobs.discard({ Job: 'letter', JobId: discarded, Reason: 'Sent by hand' })).toEqual({
    Count: 1,
  });
  expect(await operator.operatorJobs.retry({ Job: 'letter' })).toEqual({ Count: 1 });
  expect(await operator.operatorJobs.retry({ Job: 'letter' })).toEqual({ Count: 0 });
  await eventually(() => seen.length === 2);
  expect((await operator.operatorJobs.failed({ Job: 'letter' })).Jobs).toEqual([]);
  await expect(operator.operatorJobs.retry({ Job: 'letter', JobId: again })).rejects.toMatchObject({
    code: 'NotFound',
  });
  await expect(operator.operatorJobs.discard({ Job: 'postcard', Reason: 'x' })).rejects.toMatchObject({
    code: 'NotFound',
  });
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'object_id', 'after', 'reason'])
    .where('object_kind', '=', 'job')
    .orderBy('entry_id')
    .execute();
  expect(entries).toEqual([
    { action: 'operatorJobs.retry', object_id: again, after: { Job: 'letter', Retried: 1 }, reason: null },
    {
      action: 'operatorJobs.discard',
      object_id: discarded,
      after: { Job: 'letter', Discarded: 1 },
      reason: 'Sent by hand',
    },
    { action: 'operatorJobs.retry', object_id: 'letter', after: { Job: 'letter', Retried: 1 }, reason: null },
  ]);
});
