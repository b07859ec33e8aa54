import { readdir, utimes } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { backUpWhenDue } from './daily-backup.ts';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await createTestDatabase();
});
afterAll(() => testing.drop());

test('backs up once a day and keeps the newest seven', async () => {
  const folder = createTemporaryFolder();
  let now = new Date('2026-01-01T00:00:00Z');
  const backUp = () =>
    backUpWhenDue({ connection: testing.connection, folder, log: createLog({ level: 'silent' }), now: () => now });
  const list = async () => (await readdir(folder)).sort();
  for (let day = 1; day <= 9; day += 1) {
    now = new Date(Date.UTC(2026, 0, day));
    const file = await backUp();
    expect(file).toBeDefined();
    await utimes(file ?? '', now, now);
    now = new Date(now.getTime() + 23 * 60 * 60 * 1000);
    expect(await backUp()).toBeUndefined();
  }
  const files = await list();
  expect(files).toHaveLength(7);
  expect(files[0]).toContain('2026-01-03');
  expect(files[6]).toContain('2026-01-09');
});
