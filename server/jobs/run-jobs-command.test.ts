import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { defineJob } from './define-job.ts';
import { startJobs } from './jobs.ts';
import { readJobAdminArguments, runJobAdminCommand } from './run-job-admin-command.ts';

let tested: TestDatabase;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

async function run(line: string): Promise<string[]> {
  const said: string[] = [];
  const report = (text: string): void => void said.push(text);
  await runJobAdminCommand(readJobAdminArguments(line.split(' ')), { database: tested.database, log, report });
  return said;
}

test('reports that no server has run yet', async () => {
  const fresh = await createTestDatabase({ empty: true });
  onTestFinished(() => fresh.drop());
  const said: string[] = [];
  const report = (text: string): void => void said.push(text);
  await runJobAdminCommand({ action: 'count' }, { database: fresh.database, log, report });
  expect(said).toEqual(['No jobs.']);
});

test('shows pending and dead jobs, and requeues dead ones', async () => {
  let isBroken = true;
  const seen: number[] = [];
  const job = defineJob({
    name: 'letter',
    schema: Type.Object({ n: Type.Integer() }),
    retryLimit: 0,
    run: async ({ n }) => {
      if (isBroken) throw new Error('refused by ada@example.com\nand more');
      seen.push(n);
    },
  });
  const jobs = await startJobs(tested.connection, { definitions: [job], log });
  onTestFinished(() => jobs.stop());
  const later = new Date(Date.now() + 3_600_000);
  await tested.database.transaction(async (trx) => {
    await jobs.send(trx, job, { n: 1 });
    await jobs.send(trx, job, { n: 2 });
    await jobs.send(trx, job, { n: 3 }, { startAfter: later });
  });
  expect(await run('count')).toEqual([
    'letter  scheduled  1',
    expect.stringMatching(/^letter {2}waiting {2}2 {2}for up to \d+ s$/),
  ]);
  await jobs.work();
  const dead = await eventually(async () => {
    const lines = await run('list letter --state dead');
    return lines.length === 2 && lines;
  });
  for (const line of dead)
    expect(line).toMatch(/^[0-9a-f-]{36} {2}letter {2}dead {2}\d+ s {2}tried 1 times {2}refused by \[email\]$/);
  isBroken = false;
  const [id = ''] = dead[0]?.split(' ') ?? [];
  expect(await run(`redrive letter ${id}`)).toEqual(['Retrying 1 dead jobs of letter.']);
  await eventually(() => seen.length === 1);
  await expect(run(`redrive letter ${id}`)).rejects.toThrow('no dead job');
  expect(await run('redrive letter')).toEqual(['Retrying 1 dead jobs of letter.']);
  await eventually(() => seen.length === 2);
  expect(await run('list letter --state dead')).toEqual(['No jobs found.']);
  await expect(run('list postcard')).rejects.toThrow('There are: letter');
});

test.each(['', 'list --state sleeping', 'redrive', 'redrive letter 7', 'burn'])(
  '%j is answered with the usage',
  (line) => {
    expect(() => readJobAdminArguments(line.split(' ').filter(Boolean))).toThrow('Usage: npm run jobs');
  },
);
