import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildDocument, buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import type { MeasureDisk } from '#server/measure-disk.ts';
import { checkDocuments, checkPayments, checkPushKeys } from './check-content.ts';
import { checkClock, checkDisk, checkMigrations, checkSecrets } from './check-storage.ts';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await createTestDatabase();
});
afterAll(() => testing.drop());

test('checks for documents and a payment method', async () => {
  const { database } = testing;
  const sealer = createSealer('tests');
  const settings = createAdapterSettings({ database, sealer, log: pino({ level: 'silent' }) });
  expect(await checkDocuments(database)).toMatchObject([
    { verdict: 'problem', text: 'the portal has no Terms of Service' },
    { verdict: 'problem', text: 'the portal has no Privacy Policy' },
  ]);
  expect(await checkPayments(database, settings)).toMatchObject([{ verdict: 'warning' }]);
  await buildDocument(database, 1);
  await buildDocument(database, 1, { type: 'PP' });
  await buildGames(database, ['gem-miner']);
  await buildStore(database, 'gem-miner');
  expect(await checkDocuments(database)).toMatchObject([{ verdict: 'ok' }]);
  expect(await checkPayments(database, settings)).toMatchObject([
    { verdict: 'problem', text: 'there are 1 products but no payment provider' },
  ]);
  // Invalid settings don't count as a payment method.
  await settings.write('payments', 'stripe', {}, { game: 'gem-miner' });
  expect(await checkPayments(database, settings)).toMatchObject([{ verdict: 'problem' }]);
  const keys = { SecretKey: 'sk_test_1', PublishableKey: 'pk_test_1', WebhookSecrets: ['whsec_1'] };
  await settings.write('payments', 'stripe', keys, { game: 'gem-miner' });
  expect(await checkPayments(database, settings)).toMatchObject([
    { verdict: 'ok', text: expect.stringContaining('stripe (gem-miner)') },
  ]);
});

test('names invalid web push keys and their owner', async () => {
  const { kysely } = testing.database;
  expect(await checkPushKeys(testing.database)).toEqual([{ verdict: 'ok', text: 'the portal creates its own key' }]);
  const setKey = (key: string) =>
    kysely
      .updateTable('games')
      .set({ config: sql`config || jsonb_build_object('WebPushPublicKey', ${key}::text)` })
      .where('game', '=', 'gem-miner')
      .execute();
  await setKey('of an older release');
  expect(await checkPushKeys(testing.database)).toMatchObject([
    {
      verdict: 'problem',
      text: expect.stringContaining("WebPushPublicKey of gem-miner isn't a public key"),
      remedy: expect.stringContaining('npm run games -- set gem-miner'),
    },
  ]);
  const publicKey = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';
  await setKey(publicKey);
  expect(await checkPushKeys(testing.database)).toMatchObject([
    { verdict: 'problem', remedy: expect.stringContaining(`npm run push -- import ${publicKey}`) },
  ]);
  await kysely
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed: Buffer.alloc(1) })
    .execute();
  expect(await checkPushKeys(testing.database)).toEqual([{ verdict: 'ok', text: 'the key of gem-miner' }]);
  await kysely.deleteFrom('push_keys').execute();
});

test('finds missing migrations, and those of a newer version', async () => {
  const { database } = testing;
  expect(await checkMigrations(database)).toMatchObject([
    { verdict: 'ok', text: expect.stringMatching(/^PostgreSQL \d+.* migrations applied$/) },
  ]);
  await sql`insert into migration_checksums (name, sha256) values ('9999-later', '')`.execute(database.kysely);
  expect(await checkMigrations(database)).toMatchObject([{ verdict: 'problem', remedy: 'Run the newer version.' }]);
  await sql`delete from migration_checksums where name in ('9999-later', '0017-sealing-keys')`.execute(database.kysely);
  expect(await checkMigrations(database)).toMatchObject([
    { verdict: 'problem', text: 'the database is missing 0017-sealing-keys' },
  ]);
});

test.each([
  [0, 'ok'],
  [-30_000, 'warning'],
  [30_000, 'warning'],
  [20 * 60_000, 'problem'],
])('a clock that is %i ms off is %s', async (offMs, verdict) => {
  const [finding] = await checkClock(testing.database, () => new Date(Date.now() + offMs));
  expect(finding?.verdict).toBe(verdict);
  if (offMs !== 0) expect(finding?.text).toContain(offMs < 0 ? '30.0 s behind' : 's ahead of');
});

test("reports sealed values by key, and those that can't be unsealed", async () => {
  const { database } = testing;
  const [old, fresh] = [
    { id: 'old', secret: 'the old secret' },
    { id: 'fresh', secret: 'the new secret' },
  ];
  await database.kysely.deleteFrom('adapter_settings').execute();
  await createGameKeys(database, createSealer([old])).create('gem-miner');
  expect(await checkSecrets(database, createSealer([fresh, old]))).toEqual([
    { verdict: 'warning', text: '1 values are encrypted with old', remedy: 'Encrypt them again with: npm run reseal' },
    { verdict: 'ok', text: '0 values are encrypted with fresh' },
  ]);
  expect(await checkSecrets(database, createSealer([old, fresh]))).toEqual([
    { verdict: 'ok', text: '1 values are encrypted with old; fresh can be removed from SECRETS' },
  ]);
  expect(await checkSecrets(database, createSealer([fresh]))).toMatchObject([
    { verdict: 'problem', text: "1 values of game_keys.sealed_secret can't be decrypted with this node's secrets" },
    { verdict: 'ok' },
  ]);
});

test('finds a disk without space for the next backup, by the size of the last one', async () => {
  const folder = createTemporaryFolder();
  const free = (freeBytes: number) => async () => ({ freeBytes, totalBytes: 1024 ** 5 });
  const check = async (backupDir: string, measure?: MeasureDisk) =>
    (await checkDisk(testing.database, { dataDir: folder, backupDir }, measure))[1];
  expect(await check(join(folder, 'not', 'yet'))).toBeDefined();
  await writeFile(join(folder, 'fxid-2026-11-14.sql.zst'), Buffer.alloc(1000));
  expect(await check(folder, free(999))).toMatchObject({ verdict: 'problem' });
  expect(await check(folder, free(10_000))).toMatchObject({ verdict: 'warning' });
  expect(await check(folder, free(1024 ** 4))).toMatchObject({
    verdict: 'ok',
    text: expect.stringContaining('1024.00 GB are free'),
  });
});

const megabyte = 1024 ** 2;
test.each([
  [900 * megabyte, 1024 ** 4, 'problem'],
  [4 * 1024 * megabyte, 1024 ** 4, 'warning'],
  [6 * 1024 * megabyte, 1024 ** 4, 'ok'],
  [100 * megabyte, 10 * 1024 * megabyte, 'problem'],
  [900 * megabyte, 10 * 1024 * megabyte, 'warning'],
  [2 * 1024 * megabyte, 10 * 1024 * megabyte, 'ok'],
])('a data disk with %i of %i bytes free is %s', async (freeBytes, totalBytes, verdict) => {
  const folders = { dataDir: '/var/lib/fxid', backupDir: createTemporaryFolder() };
  const [found] = await checkDisk(testing.database, folders, async () => ({ freeBytes, totalBytes }));
  expect(found).toMatchObject({ verdict, text: expect.stringContaining('are free in /var/lib/fxid') });
});
