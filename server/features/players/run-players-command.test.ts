import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { fillAccount } from '#server/testing/fill-account.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { blockAccount } from './block-account.ts';
import { readPlayersArguments, runPlayersCommand } from './run-players-command.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('accounts').execute());

async function run(...words: string[]): Promise<string> {
  const said: string[] = [];
  const report = (text: string): void => void said.push(text);
  await runPlayersCommand(readPlayersArguments(words), { database: server.database, report, operator: 'ops on desk' });
  return said.join('\n');
}

const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const isOut = (token: string) => async () => (await codeOf(server.client(token).profile.get({}))) === 'Unauthenticated';

test('finds a player by every known detail', async () => {
  const { accountId, email, secondEmail } = await fillAccount(server.database, 'wanted', 'chess');
  await fillAccount(server.database, 'other', 'chess');
  const known = [
    accountId,
    email,
    email.toUpperCase(),
    accountId.toUpperCase(),
    accountId.replaceAll('-', ''),
    'name WANTED',
    secondEmail,
    'Name wanted',
    'twitch-wanted',
    'Twitch:twitch-wanted',
    'uid-wanted',
  ];
  for (const wanted of known) {
    const found = (await run('find', wanted)).split('\n');
    expect(found, wanted).toHaveLength(1);
    expect(found[0], wanted).toContain(accountId);
  }
  for (const unknown of ['nobody', 'Steam:twitch-wanted', "'; drop table accounts", randomUUID()])
    expect(await run('find', unknown)).toBe('No players found.');
});

test('shows sign-in methods, games and sessions, and no secret', async () => {
  const { accountId } = await fillAccount(server.database, 'shown', 'chess');
  const shown = await run('show', accountId);
  expect(shown).toContain('signs in with Twitch:twitch-shown');
  expect(shown).toContain('plays chess as uid-shown');
  expect(shown).toContain('is signed in by Email for chess alone from 203.0.113.0/24');
  const [, purchase = '', total = ''] = /orders:\n(.*)\n(.*)$/.exec(shown) ?? [];
  expect(purchase).toMatch(/[0-9a-f-]{36} {2}Completed {2}.* of chess/);
  expect(total).toContain('1 order, 0 paid');
  const nobody = await buildAccount(server.database);
  expect(await run('show', nobody.toUpperCase())).toContain('no orders');
  expect(shown).not.toMatch(/sealed|\\x|fx[a-z]_/);
});

test("a blocked player is signed out everywhere and can't sign in by any method until unblocked", async () => {
  const { accountId } = await fillAccount(server.database, 'blocked', 'chess');
  const { token } = await server.sessions.begin(accountId);
  const { TempToken } = await server.client(token).auth.createTempToken({});
  expect(await codeOf(server.client(token).profile.get({}))).toBe('ok');
  expect(await run('block', accountId)).toContain('2 sessions ended');
  await eventually(isOut(token));
  await expect(server.sessions.begin(accountId)).rejects.toMatchObject({ code: 'FX001' });
  expect(await codeOf(server.client().auth.authenticateFromTempToken({ TempToken }))).toBe('TokenExpiredOrUsed');
  const left = await server.database.kysely
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('revoked_at', 'is', null)
    .execute();
  expect(left).toEqual([]);
  expect(await run('show', accountId)).toContain('blocked since');
  expect(await run('unblock', accountId)).toContain('no longer blocked');
  expect(await run('unblock', accountId)).toContain("wasn't blocked");
  const { token: again } = await server.sessions.begin(accountId);
  expect(await codeOf(server.client(again).profile.get({}))).toBe('ok');
});

test('a blocked player with a valid proof gets AccountBlocked, with a text to show', async () => {
  const email = 'proves@example.com';
  const accountId = await buildAccount(server.database, { email, identities: [{ type: 'Email', id: email }] });
  await run('block', accountId);
  server.mails.length = 0;
  const { Token: Handle } = await server
    .client()
    .invite.emailInvite({ Email: email, CaptchaResult: passingCaptchaToken });
  const [mail = { data: {} }] = server.mails;
  const { code } = mail.data as { code: string };
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/authenticate_from_email_code',
    payload: { Handle, Code: code },
  });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({
    Code: 'AccountBlocked',
    L10NKey: 'signInModal.errors.blocked',
    AccountId: accountId,
  });
});

test("a session started during the block doesn't outlive it", async () => {
  const accountId = await buildAccount(server.database);
  const tokens: string[] = [];
  const begin = async (): Promise<void> => {
    for (;;) tokens.push((await server.sessions.begin(accountId)).token);
  };
  const beginning = Promise.allSettled([begin(), begin(), begin()]);
  await eventually(() => tokens.length > 10);
  await blockAccount(server.database, { accountId, record: recordCommand('players block', 'ops on desk') });
  for (const { status } of await beginning) expect(status).toBe('rejected');
  const open = await server.database.kysely
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
});

test('a blocked account cannot be merged away', async () => {
  const own = await buildAccount(server.database, { identities: [{ type: 'Email', id: 'own@example.com' }] });
  const identity = { type: 'Twitch', id: 'blocked' };
  const blocked = await buildAccount(server.database, { identities: [identity] });
  const { token } = await server.sessions.begin(own);
  const MergeToken = await offerMerge(server.database, own, blocked, identity);
  await run('block', blocked);
  const merging = server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await codeOf(merging)).toBe('AccountBlocked');
});

test('signs out, cancels a deletion, and erases early', async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  expect(await run('sign-out', accountId)).toBe(`1 sessions of ${accountId} ended.`);
  await eventually(isOut(token));
  await expect(run('restore', accountId)).rejects.toThrow("isn't scheduled");
  await sql`update accounts set delete_after = now() + interval '1 day'`.execute(server.database.kysely);
  expect(await run('find', accountId)).toContain('to be erased after');
  expect(await run('restore', accountId)).toContain('is cancelled');
  expect(await run('find', accountId)).not.toContain('to be erased after');
  await expect(run('erase', accountId)).rejects.toThrow('--yes');
  expect(await run('erase', accountId, '--yes')).toContain('is erased');
  await expect(run('show', accountId)).rejects.toThrow('There is no account');
  expect(await server.database.kysely.selectFrom('erasures').selectAll().execute()).toHaveLength(1);
});

test('names the account that another was merged into', async () => {
  const shell = await buildAccount(server.database);
  const into = await buildAccount(server.database);
  await server.database.kysely
    .updateTable('accounts')
    .set({ merged_into: into })
    .where('account_id', '=', shell)
    .execute();
  for (const words of [['block'], ['erase'], ['sign-out']]) await expect(run(...words, shell)).rejects.toThrow(into);
});

test.each([[[]], [['block']], [['block', 'ada']], [['burn', 'x']], [['show', randomUUID(), '--yes']]])(
  '%j is answered with the usage',
  (words) => {
    expect(() => readPlayersArguments(words)).toThrow('Usage: npm run players');
  },
);
