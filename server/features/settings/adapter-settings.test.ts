import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createAdapterSettings, type AdapterSettings } from './adapter-settings.ts';

const schema = Type.Object({ Key: Type.String() });
const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
let testing: TestDatabase;

beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => testing.drop());

const settingsOf = (secret: string): AdapterSettings =>
  createAdapterSettings({
    database: testing.database,
    sealer: createSealer([{ id: secret, secret }]),
    log,
    fixed: { payments: { shop: { Key: 'of the laptop' } } },
  });

test("settings that can't be unsealed count as not set up, and the log names the remedy", async () => {
  await settingsOf('old').write('payments', 'shop', { Key: 'of the portal' });
  expect(await settingsOf('old').read('payments', 'shop', schema)).toEqual({ Key: 'of the portal' });
  expect(await settingsOf('new').read('payments', 'shop', schema)).toBeUndefined();
  expect(logged.join('')).toMatch(/counts as not set up/);
  expect(logged.join('')).toContain('sealed with the key \\"old\\". List that key in SECRETS');
});

test("a game whose own settings can't be unsealed does not get the portal’s instead", async () => {
  await settingsOf('new').write('payments', 'shop', { Key: 'of the portal' });
  await settingsOf('old').write('payments', 'shop', { Key: 'of the game' }, { game: 'gem-miner' });
  const settings = settingsOf('new');
  expect(await settings.read('payments', 'shop', schema, 'gem-miner')).toBeUndefined();
  expect(await settings.read('payments', 'shop', schema, 'sky-courier')).toEqual({ Key: 'of the portal' });
});
