import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { createGameJwts } from './game-jwt.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

const log = createLog({ level: 'silent' });
const sealer = createSealer('a secret for tests');
const minute = 60_000;
const day = 24 * 60 * minute;
let ada: string;
let testing: TestDatabase;
let time: number;

beforeAll(async () => {
  testing = await createTestDatabase({ poolSize: 10 });
  await buildGames(testing.database, ['gem-miner']);
  ada = await buildAccount(testing.database, { name: 'Ada' });
});
afterAll(() => testing.drop());
beforeEach(async () => {
  await testing.database.kysely.deleteFrom('signing_keys').execute();
  time = Date.parse('2026-03-01T12:00:00Z');
});

const now = () => new Date(time);
const node = (): SigningKeys => createSigningKeys({ database: testing.database, sealer, now, log });
const jwtsOf = (signingKeys: SigningKeys) => createGameJwts({ signingKeys, portalUrl: 'https://play.example', now });
const keyIds = async (keys: SigningKeys) => (await keys.published()).map(({ kid }) => kid);

test('creates a first key that signs at once, one for all nodes that start together', async () => {
  const nodes = Array.from({ length: 8 }, node);
  const signing = await Promise.all(nodes.map((each) => each.current()));
  expect(new Set(signing.map(({ keyId }) => keyId)).size).toBe(1);
  expect(await testing.database.kysely.selectFrom('signing_keys').selectAll().execute()).toHaveLength(1);
});

test('stores the private part sealed and publishes only the public part', async () => {
  const keys = node();
  const [published] = await keys.published();
  expect(Object.keys(published ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  const row = await testing.database.kysely.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
  expect(row.sealed_private_jwk.toString('latin1')).not.toContain('"d"');
  expect(row.public_jwk).not.toHaveProperty('d');
  const stolen = createSigningKeys({ database: testing.database, sealer: createSealer('another'), now, log });
  await expect(stolen.current()).rejects.toThrow('PREVIOUS_SECRET');
});

test("still verifies with a key whose private part can't be unsealed, and signs with the next one", async () => {
  const { keyId: lost } = await node().current();
  const other = createSealer([{ id: 'new', secret: 'another' }]);
  const keys = createSigningKeys({ database: testing.database, sealer: other, now, log });
  expect(await keys.find(lost)).toBeDefined();
  await expect(keys.current()).rejects.toThrow('cannot be opened');
  const { keyId: next } = await keys.rotate();
  expect(await keyIds(keys)).toEqual([lost, next]);
  time += 15 * minute;
  expect((await keys.current()).keyId).toBe(next);
});

test('publishes a new key 15 minutes before it signs, and the old one until 15 minutes after', async () => {
  const keys = node();
  const { keyId: old } = await keys.current();
  const { keyId: next, signsFrom } = await keys.rotate();
  expect(signsFrom.getTime()).toBe(time + 15 * minute);
  expect(await keyIds(keys)).toEqual([old, next]);
  time += 15 * minute - 1;
  expect((await keys.current()).keyId).toBe(old);
  time += 1;
  expect((await keys.current()).keyId).toBe(next);
  expect(await keyIds(keys)).toEqual([old, next]);
  time += 15 * minute - 1;
  expect(await keyIds(keys)).toEqual([old, next]);
  time += 1;
  expect(await keyIds(keys)).toEqual([next]);
  expect(await keys.find(old)).toBeUndefined();
});

test('rotates once for two requests', async () => {
  const keys = node();
  await keys.current();
  const made = await Promise.all([keys.rotate(), node().rotate(), keys.rotate()]);
  expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
  expect(await keyIds(keys)).toHaveLength(2);
});

test('rotates automatically after 30 days, on one node of several', async () => {
  const nodes = Array.from({ length: 6 }, node);
  const old = await Promise.all(nodes.map((each) => each.current()));
  time += 30 * day - 1;
  expect(await keyIds(nodes[0] ?? node())).toHaveLength(1);
  time += minute;
  await Promise.all(nodes.map((each) => each.current()));
  for (const each of nodes) {
    expect(await keyIds(each)).toHaveLength(2);
    expect((await each.current()).keyId).toBe(old[0]?.keyId);
  }
  time += 16 * minute;
  const next = await Promise.all(nodes.map((each) => each.current()));
  expect(new Set(next.map(({ keyId }) => keyId)).size).toBe(1);
  expect(next[0]?.keyId).not.toBe(old[0]?.keyId);
});

test('deletes a key once everything that it signed has expired', async () => {
  const keys = node();
  const { keyId: first } = await keys.current();
  await keys.rotate();
  time += 31 * minute;
  await keys.rotate();
  const rows = await testing.database.kysely.selectFrom('signing_keys').select('key_id').execute();
  expect(rows.map(({ key_id }) => key_id)).not.toContain(first);
});

test('finds a key that another node has just created', async () => {
  const here = node();
  await here.current();
  const elsewhere = node();
  const { keyId } = await elsewhere.rotate();
  time += 2000;
  expect(await here.find(keyId)).toBeDefined();
  expect(await here.find('invented')).toBeUndefined();
});

test('rotation signs no player out: a GameJwt of the old key works until it expires, and sessions are unchanged', async () => {
  const { database } = testing;
  const sessions = () => database.kysely.selectFrom('sessions').selectAll().orderBy('session_id').execute();
  await database.kysely
    .insertInto('sessions')
    .values({
      session_id: crypto.randomUUID(),
      token_hash: Buffer.from('a session'),
      account_id: ada,
      expires_at: new Date(time + 90 * day),
    })
    .execute();
  const before = await sessions();
  const keys = node();
  const jwts = jwtsOf(keys);
  await keys.current();
  const { signsFrom } = await keys.rotate();
  // The last moment at which the old key signs.
  time = signsFrom.getTime() - 1;
  const token = await jwts.sign(ada, 'gem-miner', 'uid-1', false);
  time += 10 * minute - 1000;
  expect(await jwtsOf(node()).verify('gem-miner', token)).toEqual({ accountId: ada, gameUid: 'uid-1', guest: false });
  const newer = await jwts.sign(ada, 'gem-miner', 'uid-1', false);
  expect(decodeProtectedHeader(newer).kid).not.toBe(decodeProtectedHeader(token).kid);
  // Verifies like a game, with only the published keys.
  for (const each of [token, newer]) {
    const published = createLocalJWKSet({ keys: await keys.published() });
    const { payload } = await jwtVerify(each, published, { audience: 'gem-miner', currentDate: now() });
    expect(payload.sub).toBe(ada);
  }
  time += 2000;
  expect(await jwts.verify('gem-miner', token)).toBeUndefined();
  expect(await sessions()).toEqual(before);
});
