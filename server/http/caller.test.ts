import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mintIdToken } from '#identities/firebase/simulator-tokens.server.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors } from '#server/testing/simulated-vendors.ts';
import { buildMmdb } from '#server/testing/write-mmdb.ts';
import { readCaller } from './caller.ts';

const request = (country?: string) =>
  ({ ip: '203.0.113.7', headers: country === undefined ? {} : { 'x-country': country } }) as Parameters<
    typeof readCaller
  >[0];
const database = { find: (ip: string) => (ip === '203.0.113.7' ? 'DEU' : undefined) };

test.each([
  ['the header', { header: 'x-country', database }, 'FR', 'FRA'],
  ['the database if the proxy sends no country', { header: 'x-country', database }, undefined, 'DEU'],
  ['the database if the proxy does not know', { header: 'x-country', database }, 'XX', 'DEU'],
  ['the database alone', { database }, 'FR', 'DEU'],
  ['neither', {}, 'FR', undefined],
])('reads the country from %s', (_, sources, sent, expected) => {
  expect(readCaller(request(sent), sources).country).toBe(expected);
});

test('a server with a country database knows where a player signs in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caller-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'country.mmdb');
  await writeFile(file, buildMmdb({ '127.0.0.0/8': { country: { iso_code: 'PT' } } }));
  await using vendors = await simulateVendors();
  await using server = await createTestApp({
    env: { COUNTRY_DATABASE: file },
    settings: vendors.settings,
    vendorFetch: vendors.fetch,
  });
  const person = { id: '1', name: 'Ada', email: 'ada@players.example' };
  const Token = await mintIdToken({ person, providerId: 'google.com', issuedAt: new Date() });
  const { Data } = await server.client().auth.authenticateToFxid({
    AuthenticationType: 'Firebase',
    FirebaseLogin: { Token },
  });
  const { Account } = await server.client(Data?.Token).profile.overview({});
  expect(Account.GeoCountry).toBe('PRT');
});
