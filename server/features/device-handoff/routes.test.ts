import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let ada: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner']);
  ada = await buildAccount(server.database, { name: 'Ada' });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Two devices: one is signed in and shows the code, the other has scanned it. */
async function begin(origin: { game?: string } = {}, RedirectUri = '/play/gem-miner') {
  const { token, session } = await server.sessions.begin(ada, { begunBy: 'Email', ...origin });
  const first = server.client(token).handoffs;
  const { HandoffId, TokenLink } = await first.begin({ RedirectUri });
  const link = new URL(TokenLink);
  return { first, HandoffId, link, session, Token: link.hash.replace('#token=', '') };
}
const other = () => server.client().handoffs;
const take = (TempToken: string) => server.client().auth.authenticateFromTempToken({ TempToken });
const refused = { code: 'TokenExpiredOrUsed' };

test('a session is handed over once, to the device whose number is typed on the first one', async () => {
  const { first, HandoffId, link, session, Token } = await begin();
  expect(link.href).toBe(`http://localhost:8080/LoginFromDevice#token=${Token}`);
  expect(await first.look({ HandoffId })).toEqual({ Status: 'Waiting', LivesSeconds: 60 });
  const { Handle, Number } = await other().ask({ Token });
  expect(Number).toMatch(/^[1-9]\d$/);
  expect(await first.look({ HandoffId })).toEqual({
    Status: 'Asked',
    LivesSeconds: 60,
    Device: { UserAgent: expect.any(String) as string, Network: '127.0.0.0/24', AskedAt: expect.any(String) as string },
  });
  expect(await other().status({ Handle })).toEqual({ Status: 'Waiting' });
  await expect(take(Handle), 'before it is confirmed').rejects.toMatchObject(refused);

  expect(await first.answer({ HandoffId, Number })).toEqual({ Status: 'Confirmed' });
  expect(await other().status({ Handle })).toEqual({ Status: 'Confirmed' });
  const { Token: taken, TempTokenData } = await take(Handle);
  expect(TempTokenData).toEqual({ RedirectUri: 'http://localhost:8080/play/gem-miner' });
  const carried = await server.sessions.find(`Bearer ${taken}`);
  expect(carried).toMatchObject({ accountId: ada, handed: true, fresh: false });
  expect(carried?.sessionId).not.toBe(session.sessionId);
  await expect(take(Handle)).rejects.toMatchObject(refused);
  expect(await first.answer({ HandoffId, Number })).toEqual({ Status: 'Expired' });
  // A transferred session can't be transferred again.
  await expect(server.client(taken).handoffs.begin({})).rejects.toMatchObject({ code: 'SignInAgain' });
});

test("a game's session stays bound to that game", async () => {
  const { first, HandoffId, Token } = await begin({ game: 'gem-miner' });
  const { Handle, Number } = await other().ask({ Token });
  await first.answer({ HandoffId, Number });
  const { Token: taken } = await take(Handle);
  expect(await server.sessions.find(`Bearer ${taken}`)).toMatchObject({ game: 'gem-miner', handed: true });
});

test('of many devices that scanned the code, one can ask', async () => {
  const { Token } = await begin();
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => other().ask({ Token })));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a wrong number or a rejection ends the handoff', async () => {
  for (const wrong of [true, false]) {
    const { first, HandoffId, Token } = await begin();
    const { Handle, Number } = await other().ask({ Token });
    const answer = wrong ? { Number: Number === '42' ? '43' : '42' } : {};
    expect(await first.answer({ HandoffId, ...answer })).toEqual({ Status: 'Refused' });
    expect(await other().status({ Handle })).toEqual({ Status: 'Refused' });
    expect(await first.answer({ HandoffId, Number })).toEqual({ Status: 'Expired' });
    await expect(take(Handle)).rejects.toMatchObject(refused);
  }
});

test('of two concurrent answers one counts', async () => {
  const { first, HandoffId, Token } = await begin();
  const { Handle, Number } = await other().ask({ Token });
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => first.answer({ HandoffId, Number })),
    ...Array.from({ length: 5 }, () => first.answer({ HandoffId })),
  ]);
  expect(answers.filter(({ Status }) => Status !== 'Expired')).toHaveLength(1);
  expect((await other().status({ Handle })).Status).toBe(answers.find(({ Status }) => Status !== 'Expired')?.Status);
});

test("a closed code can't be used any more", async () => {
  const { first, HandoffId, Token } = await begin();
  expect(await first.answer({ HandoffId, Number: '42' }), 'nobody has asked').toEqual({ Status: 'Expired' });
  expect(await first.answer({ HandoffId })).toEqual({ Status: 'Refused' });
  await expect(other().ask({ Token })).rejects.toMatchObject(refused);
});

test('a new code replaces the previous one', async () => {
  const { first, HandoffId, Token } = await begin();
  const { Handle } = await other().ask({ Token });
  const next = await first.begin({});
  expect(await first.look({ HandoffId })).toMatchObject({ Status: 'Expired' });
  expect(await other().status({ Handle })).toEqual({ Status: 'Expired' });
  expect(await first.look({ HandoffId: next.HandoffId })).toMatchObject({ Status: 'Waiting' });
});

test('each step expires after a minute', async () => {
  const early = await begin();
  await ageRows(server.database, 'handoffs', 59);
  const { Handle, Number } = await other().ask({ Token: early.Token });
  await ageRows(server.database, 'handoffs', 60);
  expect(await other().status({ Handle })).toEqual({ Status: 'Expired' });
  expect(await early.first.look({ HandoffId: early.HandoffId })).toMatchObject({ Status: 'Expired' });
  expect(await early.first.answer({ HandoffId: early.HandoffId, Number })).toEqual({ Status: 'Expired' });
  const late = await begin();
  await ageRows(server.database, 'handoffs', 60);
  await expect(other().ask({ Token: late.Token })).rejects.toMatchObject(refused);
});

test('it belongs to the session that started it, and ends with it', async () => {
  const { HandoffId, Token, first, session } = await begin();
  const { Handle, Number } = await other().ask({ Token });
  const { token } = await server.sessions.begin(ada, { begunBy: 'Email' });
  const second = server.client(token).handoffs;
  expect(await second.look({ HandoffId })).toMatchObject({ Status: 'Expired' });
  expect(await second.answer({ HandoffId, Number })).toEqual({ Status: 'Expired' });
  expect(await first.answer({ HandoffId, Number })).toEqual({ Status: 'Confirmed' });
  await server.sessions.end(session.sessionId);
  await expect(take(Handle)).rejects.toMatchObject(refused);
});

test.each(['fxq_short', `fxt_${'A'.repeat(43)}`, `fxq_${'A'.repeat(43)}`, ''])(
  'rejects an invalid token: %s',
  async (Token) => {
    await expect(other().ask({ Token })).rejects.toMatchObject({ status: 401, ...refused });
    expect(await other().status({ Handle: Token })).toEqual({ Status: 'Expired' });
  },
);
