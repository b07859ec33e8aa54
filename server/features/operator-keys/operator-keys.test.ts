import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { expandPermissions } from '#model/operator.ts';
import type { Route } from '#model/route.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createOperatorKeys } from './operator-keys.ts';
import { readOperatorKeyArguments, runOperatorKeyCommand } from './run-operator-key-command.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner']);
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(...words: string[]): Promise<string> {
  const said: string[] = [];
  const parts = { database: server.database, report: (text: string) => void said.push(text) };
  await runOperatorKeyCommand(readOperatorKeyArguments(words), parts);
  return said.join('\n');
}
const ask = (key?: string) => server.client(key).operator.key({});
const idOf = (key: string): string => key.split('_')[1] ?? '';

test('a key is created, used, listed and revoked', async () => {
  const key = /fxo_\w+/.exec(await run('create', 'console', 'push,content'))?.[0] ?? '';
  expect(await run('list')).toMatch(/console {2}content,push {2}made .* never used/);
  expect(await ask(key)).toEqual({
    Name: 'console',
    Permissions: expandPermissions(['content', 'push']),
  });
  const listed = await run('list');
  expect(listed).toMatch(/console {2}content,push {2}made .* last used /);
  expect(listed).not.toContain(key.split('_')[2]);
  await expect(run('create', 'console', 'push')).rejects.toThrow('already exists');
  expect(await run('revoke', idOf(key))).toContain('no longer works');
  await expect(run('revoke', idOf(key))).rejects.toThrow('There is no active key');
  await expect(ask(key)).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  // The name can be used again; the journal distinguishes the keys by id.
  expect(await run('create', 'console', 'content')).toContain('fxo_');
});

test('invalid names and permissions are rejected', async () => {
  await expect(run('create', 'a\nb', 'content')).rejects.toThrow("isn't a valid key name");
  await expect(run('create', 'x', 'content,everything')).rejects.toThrow('There is no permission "everything"');
  await expect(run('create', 'x', '')).rejects.toThrow('There is no permission ""');
  expect(() => readOperatorKeyArguments(['create', 'x'])).toThrow('<permissions> is missing');
});

test("only the hash of a key's secret is stored", async () => {
  const key = await createOperatorKeys(server.database).create('hashed', ['content']);
  const { secret_hash } = await server.database.kysely
    .selectFrom('operator_keys')
    .select('secret_hash')
    .where('key_id', '=', idOf(key))
    .executeTakeFirstOrThrow();
  expect(secret_hash.equals(hash('sha256', key.split('_')[2] ?? '', 'buffer'))).toBe(true);
});

test("other secrets, spellings and credentials are rejected, and an operator's key works only as one", async () => {
  const keys = createOperatorKeys(server.database);
  const [one, other] = [await keys.create('one', ['content']), await keys.create('other', ['content'])];
  const gameKey = await createGameKeys(server.database, server.sealer).create('gem-miner');
  const { token } = await server.sessions.begin(await buildAccount(server.database), { begunBy: 'Email' });
  const wrong = [`fxo_${idOf(one)}_${other.split('_')[2]}`, `${one}0`, one.toUpperCase(), gameKey, token, undefined];
  for (const each of wrong) await expect(ask(each)).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  await expect(server.client(one).deliveries.pending({})).rejects.toMatchObject({ status: 401 });
  await expect(server.client(one).profile.get({})).rejects.toMatchObject({ status: 401 });
});

test("operators' calls accept only operators, and each names its permission", () => {
  const calls = Object.entries(api).flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, declared]) => [`${area}.${name}`, declared] as [string, Route]),
  );
  const theirs = calls.filter(([, { access }]) => access.includes('operator'));
  for (const [name, { access, permission }] of theirs) {
    expect(access, name).toEqual(['operator']);
    expect(permission, name).toBeDefined();
  }
  const foreign = calls.filter(([, { access, path }]) => path.startsWith('/operator/') && !access.includes('operator'));
  expect(foreign.filter(([, { access }]) => !access.includes('console'))).toEqual([]);
});

test('keys can never manage operators or keys', () => {
  expect(expandPermissions(['operators.manage', 'keys.manage', 'support'])).toEqual(['support.read', 'support.answer']);
});
