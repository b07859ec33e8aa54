import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { programEnvironment } from '#server/testing/program-environment.ts';
import { createGameKeys, type GameKeys } from './game-keys.ts';

const game = 'gem-miner';
let testing: TestDatabase;
let keys: GameKeys;

beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, ['gem-miner', 'sky-courier']);
  keys = createGameKeys(testing.database, createSealer(readConfig({}).secrets));
});
afterAll(() => testing.drop());

const idOf = (key: string): string => key.split('_')[1] ?? '';
const command = (path: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, path), ...args], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...programEnvironment, DATABASE_URL: buildConnectionUrl(testing.connection) },
    timeout: 60_000,
  });

test('identifies the game in an Authorization header', async () => {
  const key = await keys.create(game);
  expect(await keys.find(`Bearer ${key}`)).toEqual({ keyId: idOf(key), game, importAllowed: false });
});

test('is rejected with another secret, another id, another spelling or none', async () => {
  const [one, other] = [await keys.create(game), await keys.create(game)];
  const mixed = `fxk_${idOf(one)}_${other.split('_')[2]}`;
  for (const each of [`Bearer ${mixed}`, `Bearer ${one}0`, `bearer ${one}`, one, `Bearer ${one.toUpperCase()}`, '']) {
    expect(await keys.find(each)).toBeUndefined();
  }
  expect(await keys.find(undefined)).toBeUndefined();
});

test('stores the hash of the secret, and the signing key sealed', async () => {
  const key = await keys.create(game);
  const secret = key.split('_')[2] ?? '';
  const row = await testing.database.kysely
    .selectFrom('game_keys')
    .selectAll()
    .where('key_id', '=', idOf(key))
    .executeTakeFirstOrThrow();
  expect(row.secret_hash.equals(hash('sha256', secret, 'buffer'))).toBe(true);
  expect(row.sealed_secret.toString('latin1')).not.toContain(secret);
  expect((await keys.secretsOf(game)).find(({ keyId }) => keyId === idOf(key))?.secret).toBe(secret);
});

test('stops working when revoked, for calls and for signing', async () => {
  const key = await keys.create(game);
  expect(await keys.revoke(idOf(key))).toBe(true);
  expect(await keys.revoke(idOf(key))).toBe(false);
  expect(await keys.find(`Bearer ${key}`)).toBeUndefined();
  expect((await keys.secretsOf(game)).map(({ keyId }) => keyId)).not.toContain(idOf(key));
});

test('is created, listed and revoked by command', async () => {
  const run = (...args: string[]) => command('game-key-command.ts', ...args);
  const { stdout } = await run('create', 'sky-courier');
  const key = /fxk_\w+/.exec(stdout)?.[0] ?? '';
  expect(await keys.find(`Bearer ${key}`)).toEqual({ keyId: idOf(key), game: 'sky-courier', importAllowed: false });
  await run('revoke', idOf(key));
  expect(await keys.find(`Bearer ${key}`)).toBeUndefined();
  const listed = await run('list', 'sky-courier');
  expect(listed.stdout).toMatch(new RegExp(`^${idOf(key)}  made .*  revoked `));
  expect(listed.stdout).not.toContain(key.split('_')[2]);
  await expect(run('revoke', idOf(key))).rejects.toMatchObject({ code: 1 });
  await expect(run('create', 'no-such-game')).rejects.toThrow('No game is named no-such-game');
  await expect(run('create')).rejects.toThrow('Usage: npm run game-key');
});

test('the key that signs GameJwts is changed by command', async () => {
  const run = (...args: string[]) => command('../game-tokens/keys-command.ts', ...args);
  const read = () =>
    testing.database.kysely.selectFrom('signing_keys').select('key_id').orderBy('signs_from').execute();
  expect((await run('rotate')).stdout).toContain('is published and signs from');
  expect(await read()).toHaveLength(1);
  const { stdout } = await run('rotate');
  const rows = await read();
  expect(rows).toHaveLength(2);
  expect(stdout).toContain(rows[1]?.key_id);
  await expect(run('burn')).rejects.toThrow('Usage: npm run keys -- …');
});
