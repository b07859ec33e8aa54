import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildMmdb } from '#server/testing/write-mmdb.ts';
import { openCountryDatabase, toCountry } from './country-database.ts';

const maxMind = (iso_code: string) => ({ country: { iso_code }, registered_country: { iso_code: 'US' } });

async function open(content?: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'countries-'));
  const path = join(folder, 'country.mmdb');
  if (content) await writeFile(path, content);
  const errors: unknown[] = [];
  const log = { info: () => undefined, error: (about: unknown) => void errors.push(about) };
  const database = await openCountryDatabase(path, { log, everyMs: 3_600_000 });
  onTestFinished(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });
  return { path, database, errors };
}

test('finds the country of IPv4 and IPv6 addresses', async () => {
  const { database } = await open(
    buildMmdb({
      '203.0.113.0/24': maxMind('DE'),
      '198.51.100.128/25': { country_code: 'JP' },
      '2001:db8:1::/48': { country: 'BR' },
    }),
  );
  expect(database.find('203.0.113.7')).toBe('DEU');
  expect(database.find('::ffff:203.0.113.7')).toBe('DEU');
  expect(database.find('198.51.100.200')).toBe('JPN');
  expect(database.find('2001:db8:1:2::3')).toBe('BRA');
  for (const unknown of ['198.51.100.1', '2001:db8:2::1', '127.0.0.1', 'none', ''])
    expect(database.find(unknown)).toBeUndefined();
});

test('treats an entry without a country, or with an invalid one, as unknown', () => {
  for (const odd of [undefined, null, {}, { country: {} }, { country: { iso_code: 'ZZ' } }, { country_code: 3 }, 'DE'])
    expect(toCountry(odd)).toBeUndefined();
});

test('reads a file that was replaced, and keeps the old one if the new one is broken', async () => {
  const { path, database, errors } = await open(buildMmdb({ '203.0.113.0/24': maxMind('DE') }));
  await writeFile(`${path}.new`, buildMmdb({ '203.0.113.0/24': maxMind('FR'), '192.0.2.0/24': maxMind('PL') }));
  await rename(`${path}.new`, path);
  await database.refresh();
  expect([database.find('203.0.113.7'), database.find('192.0.2.1')]).toEqual(['FRA', 'POL']);
  await writeFile(path, 'no database');
  await database.refresh();
  await database.refresh();
  expect(errors).toHaveLength(1);
  expect(database.find('203.0.113.7')).toBe('FRA');
});

test('starts without the file, and reads it once it exists', async () => {
  const { path, database, errors } = await open();
  expect(errors).toHaveLength(1);
  expect(database.find('203.0.113.7')).toBeUndefined();
  await writeFile(path, buildMmdb({ '203.0.113.0/24': maxMind('DE') }));
  await database.refresh();
  expect(database.find('203.0.113.7')).toBe('DEU');
});
