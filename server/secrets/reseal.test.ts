import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { defineMailJob } from '#server/features/mail/mail-job.ts';
import { sampleMailContext, sampleMails } from '#server/features/mail/sample-mails.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { countSealedValues, resealStoredValues } from './reseal.ts';
import { HelpRequestedError } from '#server/db/read-command.ts';
import { readResealArguments, runResealCommand } from './run-reseal-command.ts';
import { sealedColumns } from './sealed-columns.ts';
import { createSealer, type SealerSecret } from './sealer.ts';
import { checkSealingKeys, recordSealingKeyId } from './sealing-keys.ts';

const old: SealerSecret = { id: 'old', secret: 'the old secret' };
const fresh: SealerSecret = { id: 'fresh', secret: 'the new secret' };
const game = 'gem-miner';
const queued = { to: 'mina@example.org', locale: 'en', template: 'sign-in', data: sampleMails['sign-in'] } as const;
const log = pino({ level: 'silent' });
let testing: TestDatabase;
let lines: string[] = [];
const report = (line: string): void => void lines.push(line);

beforeAll(async () => {
  testing = await createTestDatabase({ poolSize: 10 });
  await buildGames(testing.database, ['gem-miner']);
});
afterAll(() => testing.drop());
beforeEach(async () => {
  lines = [];
  for (const table of ['sealing_keys', 'game_keys', 'webhook_endpoints', 'adapter_settings'] as const)
    await testing.database.kysely.deleteFrom(table).execute();
});

test('lists every sealed column; every other bytes column is a hash or a public file', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name not like '%\\_hash'
  `.execute(testing.database.kysely);
  const known = Object.values(sealedColumns).filter((place) => !('field' in place));
  // Columns that everyone may know.
  const published = new Set([
    'portal_assets.bytes',
    'content_pictures.bytes',
    'operator_passkeys.public_key',
    'game_upload_pieces.bytes',
  ]);
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !published.has(name))
      .toSorted(),
  ).toEqual(known.map(({ table, column }) => `${table}.${column}`).toSorted());
});

test('finds the sealed text in stored jobs', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_schema || '.' || table_name || '.' || column_name as name, data_type as type
    from information_schema.columns where table_schema = 'pgboss' and table_name = 'job_common' and column_name = 'data'
  `.execute(testing.database.kysely);
  expect(rows).toEqual([{ name: 'pgboss.job_common.data', type: 'jsonb' }]);
});

test('reseals everything, in tables and stored jobs, and then no longer needs the old key', async () => {
  const { database } = testing;
  const before = createSealer([old]);
  await recordSealingKeyId(database, before);
  const keys = await Promise.all(Array.from({ length: 50 }, () => createGameKeys(database, before).create(game)));
  const { secret } = await createWebhookEndpoints(database, before, () => new Date()).set(
    game,
    'https://game.example/hooks',
  );
  const mail = defineMailJob({
    transport: { send: () => Promise.reject(new Error('Nobody sends here.')) },
    sealer: before,
    log,
    metrics: createMetrics(),
    databaseNow: async () => new Date(),
    ...sampleMailContext,
    portalName: async () => sampleMailContext.portalName,
  });
  const jobs = await startJobs(testing.connection, { definitions: [mail.definition], log });
  onTestFinished(() => jobs.stop());
  const notAfter = new Date(Date.now() + 60_000);
  await database.transaction((trx) => mail.queue(jobs, trx, { ...queued, notAfter }));

  const both = createSealer([fresh, old]);
  await recordSealingKeyId(database, both);
  expect(await countSealedValues({ database, sealer: both })).toEqual([
    { purpose: 'game key', keyId: 'old', values: 50 },
    { purpose: 'webhook endpoint', keyId: 'old', values: 1 },
    { purpose: 'mail', keyId: 'old', values: 1 },
  ]);
  expect(await resealStoredValues({ database, sealer: both, report })).toEqual({
    resealed: 52,
    left: 0,
    unopened: [],
    dropped: ['old'],
  });
  expect(lines).toContain('game_keys.sealed_secret: 50 encrypted again');

  const after = createSealer([fresh]);
  expect(await checkSealingKeys(database, after)).toEqual({ ok: true });
  const secrets = await createGameKeys(database, after).secretsOf(game);
  expect(secrets.map((key) => `fxk_${key.keyId}_${key.secret}`).toSorted()).toEqual(keys.toSorted());
  expect((await createWebhookEndpoints(database, after, () => new Date()).find(game))?.secrets).toEqual([secret]);
  const { rows } = await sql<{ sealed: string }>`
    select data ->> 'sealed' as sealed from pgboss.job where name = 'mail'`.execute(database.kysely);
  expect(rows).toHaveLength(1);
  expect(JSON.parse(after.unseal('mail', Buffer.from(rows[0]?.sealed ?? '', 'base64')))).toMatchObject({
    to: queued.to,
  });
  await sql`delete from pgboss.job where name = 'mail'`.execute(database.kysely);
});

test('skips rows that others are changing, and handles them in the next pass', async () => {
  const { database } = testing;
  const [before, both] = [createSealer([old]), createSealer([fresh, old])];
  const endpoints = createWebhookEndpoints(database, before, () => new Date());
  await endpoints.set(game, 'https://game.example/hooks');
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const change = database.transaction(async (trx) => {
    await trx
      .updateTable('webhook_endpoints')
      .set({ sealed_secrets: before.seal('webhook endpoint', '[]') })
      .execute();
    held();
    await isReleased;
  });
  await isHeld;
  const resealing = resealStoredValues({ database, sealer: both, report });
  // The first pass waits for the row until the lock timeout.
  await sql`select 1`.execute(database.kysely);
  release();
  await change;
  expect(await resealing).toMatchObject({ left: 0, unopened: [] });
  const row = await database.kysely.selectFrom('webhook_endpoints').select('sealed_secrets').executeTakeFirstOrThrow();
  expect(both.tryUnseal('webhook endpoint', row.sealed_secrets)).toEqual({ text: '[]', keyId: 'fresh' });
});

test('a node without a key in use is not ready, until it gets the key or the key is dropped', async () => {
  const { database } = testing;
  await recordSealingKeyId(database, createSealer([old]));
  const lost = createSealer([fresh]);
  await recordSealingKeyId(database, lost);
  await createGameKeys(database, createSealer([old])).create(game);
  expect(await checkSealingKeys(database, lost)).toMatchObject({ ok: false, detail: expect.stringContaining('old') });
  expect(await checkSealingKeys(database, createSealer([fresh, old]))).toEqual({ ok: true });
  // The same id with another secret is another key.
  expect(await checkSealingKeys(database, createSealer([fresh, { ...old, secret: 'mistyped' }]))).toMatchObject({
    ok: false,
  });

  await expect(runResealCommand('reseal', { database, sealer: lost, report })).rejects.toThrow('list the missing key');
  expect(lines).toContain("game_keys.sealed_secret: 1 can't be decrypted with any key of this server");
  expect(await checkSealingKeys(database, lost)).toMatchObject({ ok: false });
  await runResealCommand('give-up', { database, sealer: lost, report });
  expect(await checkSealingKeys(database, lost)).toEqual({ ok: true });
});

test('status counts values by key and reports keys that are no longer needed', async () => {
  const { database } = testing;
  await createGameKeys(database, createSealer([old])).create(game);
  await createGameKeys(database, createSealer('of before')).create(game);
  const sealer = createSealer([fresh, old, { id: 'unused', secret: 'unused' }]);
  await runResealCommand('status', { database, sealer, report });
  expect(lines).toEqual([
    'fresh (seals): 0',
    'old: 1',
    '  game_keys.sealed_secret 1',
    'unused: 0',
    'no key of this server: 1',
    '  game_keys.sealed_secret 1',
    'No value is sealed with unused.',
    'Encrypt the rest again with: npm run reseal',
    'What no key opens needs the key that it was sealed with, or has to be set up anew.',
  ]);
});

test('rejects unknown arguments', () => {
  expect(readResealArguments([])).toBe('reseal');
  expect(readResealArguments(['status'])).toBe('status');
  expect(() => readResealArguments(['--help'])).toThrow(HelpRequestedError);
  for (const wrong of [['stats'], ['status', 'more'], ['--all']]) expect(() => readResealArguments(wrong)).toThrow();
});
