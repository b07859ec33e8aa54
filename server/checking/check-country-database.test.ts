import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMmdb } from '#server/testing/write-mmdb.ts';
import { checkCountryDatabase } from './check-country-database.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'country-check-'));
  await writeFile(join(folder, 'good.mmdb'), buildMmdb({ '203.0.113.0/24': { country: { iso_code: 'DE' } } }));
  await writeFile(join(folder, 'bad.mmdb'), 'nothing');
});
afterAll(() => rm(folder, { recursive: true }));

// The test database says that it was built on 14 November 2023.
const check = async (name: string | undefined, day = '2023-11-20') => {
  const countryDatabase = name === undefined ? undefined : join(folder, name);
  const [finding] = await checkCountryDatabase({ countryDatabase, countryHeader: undefined }, () => new Date(day));
  return finding;
};

test('reports the age of the country database, and whether it can be read', async () => {
  expect(await check(undefined)).toMatchObject({ verdict: 'ok', text: expect.stringContaining('buyers choose') });
  expect(await check('good.mmdb')).toMatchObject({ verdict: 'ok', text: expect.stringContaining('5 days old') });
  expect(await check('good.mmdb', '2024-03-01')).toMatchObject({ verdict: 'warning' });
  expect(await check('bad.mmdb')).toMatchObject({ verdict: 'problem' });
  expect(await check('missing.mmdb')).toMatchObject({ verdict: 'problem', text: expect.stringContaining('ENOENT') });
});
