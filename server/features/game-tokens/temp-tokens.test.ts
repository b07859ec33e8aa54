import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';

let server: GameTestApp;
let ada: string;
const origin = 'http://localhost:8080';

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, ['gem-miner']);
  ada = await buildAccount(server.database, { name: 'Ada' });
});
afterAll(() => server[Symbol.asyncDispose]());

const tempToken = async (origins: { game?: string } = {}, RedirectUri?: string) => {
  const { token, session } = await server.sessions.begin(ada, { begunBy: 'Email', ...origins });
  const { TempToken } = await server
    .client(token)
    .auth.createTempToken(RedirectUri === undefined ? {} : { RedirectUri });
  return { TempToken, session };
};
const take = (TempToken: string) => server.client().auth.authenticateFromTempToken({ TempToken });

test('opens the session in another window, once', async () => {
  const { TempToken, session } = await tempToken({}, '/Store/gem-miner?a=1');
  const { Token, TempTokenData } = await take(TempToken);
  expect(TempTokenData).toEqual({ RedirectUri: `${origin}/Store/gem-miner?a=1` });
  const carried = await server.sessions.find(`Bearer ${Token}`);
  expect(carried).toEqual({ accountId: ada, sessionId: expect.any(String) as string, handed: true, fresh: false });
  expect(carried?.sessionId).not.toBe(session.sessionId);
  await expect(take(TempToken)).rejects.toMatchObject({ status: 401, code: 'TokenExpiredOrUsed' });
});

test('returns no destination if none was given', async () => {
  const { TempToken } = await tempToken();
  expect(await take(TempToken)).toEqual({ Token: expect.any(String) as string });
});

test('of 50 concurrent sign-ins with one token one succeeds', async () => {
  const { TempToken } = await tempToken();
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => take(TempToken)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TokenExpiredOrUsed' });
  }
});

test('expires after a minute', async () => {
  const { TempToken } = await tempToken();
  const { TempToken: other } = await tempToken();
  await ageRows(server.database, 'temp_tokens', 45);
  await take(other);
  await ageRows(server.database, 'temp_tokens', 15);
  await expect(take(TempToken)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
});

test('ends with the session that created it', async () => {
  const { TempToken, session } = await tempToken();
  await server.sessions.end(session.sessionId);
  await expect(take(TempToken)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
});

test("a game's session creates one of the same game that doesn't outlive it", async () => {
  const { TempToken, session } = await tempToken({ game: 'gem-miner' });
  const { Token } = await take(TempToken);
  const carried = await server.sessions.find(`Bearer ${Token}`);
  expect(carried).toMatchObject({ accountId: ada, game: 'gem-miner' });
  const rows = await server.database.kysely
    .selectFrom('sessions')
    .select(['begun_by', 'expires_at'])
    .where('session_id', 'in', [session.sessionId, carried?.sessionId ?? ''])
    .orderBy('begun_by')
    .execute();
  expect(rows.map(({ begun_by }) => begun_by)).toEqual(['Email', 'TempToken']);
  expect(rows[1]?.expires_at).toEqual(rows[0]?.expires_at);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  'http://localhost:8080.evil.example/',
  'http://localhost:8080@evil.example/',
  'https://localhost:8080/',
])('leads nowhere else: %s', async (RedirectUri) => {
  await expect(tempToken({}, RedirectUri)).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test.each(['fxt_short', `fxs_${'A'.repeat(43)}`, `fxt_${'A'.repeat(43)}`, ''])(
  'rejects an invalid temp token: %s',
  async (token) => {
    await expect(take(token)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
  },
);

test('is created for players only', async () => {
  await expect(server.client().auth.createTempToken({})).rejects.toMatchObject({ code: 'Unauthenticated' });
});
