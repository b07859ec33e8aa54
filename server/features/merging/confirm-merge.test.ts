import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { befriend, buildAccount, buildGames, offerMerge, readAccountPicture } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import {
  readAccountRow,
  annaSpec,
  bertSpec,
  januaryDay,
  listGameUids,
  listExternalIds,
  createTwoAccounts,
} from '#server/testing/two-accounts.ts';
import { accountReferenceColumns } from './account-columns.ts';

let server: TestApp;
const profileLink = 'http://localhost:8080/Profile';

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.kysely.deleteFrom('accounts').execute();
  server.mails.length = 0;
});

test('covers every database column that names an account', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass`.execute(server.database.kysely);
  const { rows: named } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'account_id$' and not (table_name = 'accounts' and column_name = 'account_id')
  `.execute(server.database.kysely);
  const inDatabase = new Set([...rows, ...named].map(({ name }) => name));
  const handled = accountReferenceColumns.map(({ table, column }) => `${table}.${column}`);
  expect(handled.sort()).toEqual([...inDatabase].sort());
});

test('shows both accounts with masked addresses, and consumes nothing', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const friend = await buildAccount(server.database);
  await befriend(server.database, other, friend);
  const preview = await client.profile.previewMerge({ MergeToken });
  expect(preview).toMatchObject({
    This: { AccountId: own, Name: 'Anna', Friends: 0, LastPlayedAt: januaryDay(9).toISOString() },
    Other: {
      AccountId: other,
      Name: 'Bert',
      Guest: false,
      Email: 'b***@example.com',
      CreatedAt: januaryDay(1).toISOString(),
      Purchases: 0,
      Friends: 1,
    },
    Keep: 'Other',
    Conflicts: [
      { Game: 'chess', Keep: 'This' },
      { Game: 'ludo', Keep: 'Other' },
    ],
    UndoDays: 14,
  });
  expect(preview.Other.Identities).toContainEqual({ Type: 'Email', Id: 'b***@example.com', SignsIn: true });
  expect(JSON.stringify(preview)).not.toContain('bert@example.com');
  await client.profile.previewMerge({ MergeToken });
});

test('counts the purchases of both, proposes to keep the account with purchases, and moves them', async () => {
  const buyer = { ...annaSpec, createdAt: januaryDay(5), bought: [{ game: 'chess', uid: 'anna-chess' }] };
  const { own, client, MergeToken } = await createTwoAccounts(server, buyer, bertSpec);
  const preview = await client.profile.previewMerge({ MergeToken });
  expect([preview.This.Purchases, preview.Other.Purchases, preview.Keep]).toEqual([1, 0, 'This']);
  expect((await client.profile.overview({})).Account.HasCompletedOrder).toBe(true);
  const merged = await client.profile.confirmMerge({ MergeToken, Keep: 'Other' });
  expect(merged.AccountId).not.toBe(own);
  expect((await server.client(merged.Token).profile.overview({})).Account.HasCompletedOrder).toBe(true);
});

test('proposes to keep the player, not the guest', async () => {
  const guest = {
    ...annaSpec,
    guest: true,
    email: null,
    createdAt: januaryDay(1),
    identities: [{ type: 'Device', id: 'g' }],
  };
  const { client, MergeToken } = await createTwoAccounts(server, guest, { ...bertSpec, createdAt: januaryDay(5) });
  expect((await client.profile.previewMerge({ MergeToken })).Keep).toBe('Other');
});

test("merges the other account into the session's account", async () => {
  const { own, other, client, token, MergeToken } = await createTwoAccounts(server);
  const { token: bertsToken } = await server.sessions.begin(other);
  await server.client(bertsToken).profile.get({});
  const merged = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(merged.AccountId).toBe(own);
  const untilMs = new Date(merged.UndoUntil).getTime() - Date.now();
  expect(Math.round(untilMs / 86_400_000)).toBe(14);
  expect(await listExternalIds(server, own)).toEqual(['anna@example.com', 'bert', 'bert@example.com']);
  expect(await listGameUids(server, own)).toEqual(['anna-chess', 'bert-go', 'bert-ludo']);
  expect(await listExternalIds(server, other)).toEqual([]);
  expect(await listGameUids(server, other)).toEqual([]);
  expect(await readAccountRow(server, own)).toMatchObject({
    name: 'Anna',
    email: 'anna@example.com',
    created_at: januaryDay(1),
  });
  expect(await readAccountRow(server, other)).toMatchObject({ merged_into: own });
  expect((await server.client(merged.Token).profile.get({})).AccountId).toBe(own);
  for (const ended of [token, bertsToken]) {
    await eventually(() =>
      server
        .client(ended)
        .profile.get({})
        .then(
          () => false,
          () => true,
        ),
    );
    await expect(server.client(ended).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  }
  const mails = server.mails.map(({ to, template, data }) => ({ to, template, data }));
  const data = { link: profileLink, until: merged.UndoUntil };
  expect(mails.sort((a, b) => (a.to < b.to ? -1 : 1))).toEqual([
    { to: 'anna@example.com', template: 'merged', data },
    { to: 'bert@example.com', template: 'merged', data },
  ]);
});

test('keeps the other account on request, and the chosen games', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const merged = await client.profile.confirmMerge({
    MergeToken,
    Keep: 'Other',
    Games: [
      { Game: 'chess', Keep: 'Other' },
      { Game: 'ludo', Keep: 'This' },
    ],
  });
  expect(merged.AccountId).toBe(other);
  expect(await listGameUids(server, other)).toEqual(['anna-ludo', 'bert-chess', 'bert-go']);
  expect(await readAccountRow(server, own)).toMatchObject({ merged_into: other });
  expect((await server.client(merged.Token).profile.get({})).AccountId).toBe(other);
});

test.each([
  ['both with an address agree', { marketing: true }, { marketing: true }, true],
  ['one of them does not', { marketing: true }, { marketing: false }, false],
  ['the one without an address was never asked', { marketing: true }, { email: null, marketing: false }, true],
  ['only the one with an address counts', { email: null, marketing: false }, { marketing: true }, true],
])('asks for consent to marketing: %s', async (_, first, second, expected) => {
  const { own, client, MergeToken } = await createTwoAccounts(
    server,
    { ...annaSpec, ...first },
    { ...bertSpec, ...second },
  );
  await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect((await readAccountRow(server, own)).marketing_enabled).toBe(expected);
});

test('adds the address to a kept guest, who becomes a player', async () => {
  const guest = { guest: true, email: null, identities: [{ type: 'Device', id: 'g' }] };
  const { own, client, MergeToken } = await createTwoAccounts(server, guest);
  await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await readAccountRow(server, own)).toMatchObject({
    guest: false,
    email: 'bert@example.com',
    email_validated: true,
  });
  expect(server.mails.map(({ to }) => to)).toEqual(['bert@example.com']);
});

test('cancels a requested deletion of either account', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  await server.database.kysely
    .updateTable('accounts')
    .set({ delete_after: januaryDay(1) })
    .execute();
  await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect([
    (await readAccountRow(server, own)).delete_after,
    (await readAccountRow(server, other)).delete_after,
  ]).toEqual([null, null]);
});

test('removes what only the merged account could have used', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const { kysely } = server.database;
  const later = new Date(Date.now() + 600_000);
  const { session } = await server.sessions.begin(other);
  const hash = (text: string) => Buffer.from(text);
  await kysely
    .insertInto('temp_tokens')
    .values({ token_hash: hash('t'), account_id: other, session_id: session.sessionId, expires_at: later })
    .execute();
  await kysely
    .insertInto('connect_invites')
    .values({ token_hash: hash('c'), game: 'go', game_uid: 'x', account_id: other, expires_at: later })
    .execute();
  await kysely
    .insertInto('refresh_tokens')
    .values({ token_hash: hash('r'), family_id: own, account_id: other, game: 'go', expires_at: later })
    .execute();
  await offerMerge(server.database, other, own, { type: 'Email', id: 'anna@example.com' });
  await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  for (const table of ['temp_tokens', 'connect_invites', 'kept_proofs'] as const) {
    expect(await kysely.selectFrom(table).select('token_hash').execute()).toEqual([]);
  }
  const [refresh] = await kysely.selectFrom('refresh_tokens').select('revoked_at').execute();
  expect(refresh?.revoked_at).toBeInstanceOf(Date);
});

test('merges once, even with concurrent requests', async () => {
  const { own, client, MergeToken } = await createTwoAccounts(server);
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => client.profile.confirmMerge({ MergeToken, Keep: 'This' })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code as string] : []));
  // Calls that came after the session was renewed are rejected.
  expect(codes.every((code) => code === 'TokenExpiredOrUsed' || code === 'Unauthenticated')).toBe(true);
  expect(codes).toContain('TokenExpiredOrUsed');
  expect(await server.database.kysely.selectFrom('merges').select('into_account_id').execute()).toEqual([
    { into_account_id: own },
  ]);
  expect(server.mails).toHaveLength(2);
});

test.each([
  ['a token of another kind', async () => `fxt_${'A'.repeat(43)}`],
  ['an invented token', async () => `fxp_${'A'.repeat(43)}`],
  [
    'a proof of which the identity was taken off since',
    async (token: string) => {
      await server.database.kysely.deleteFrom('social_identities').where('external_id', '=', 'bert').execute();
      return token;
    },
  ],
  [
    'a proof that has expired',
    async (token: string) => {
      await server.database.kysely
        .updateTable('kept_proofs')
        .set({ expires_at: januaryDay(1) })
        .execute();
      return token;
    },
  ],
  [
    'a proof for another purpose',
    async (token: string) => {
      await server.database.kysely.updateTable('kept_proofs').set({ purpose: 'transfer' }).execute();
      return token;
    },
  ],
])('rejects %s', async (_, change) => {
  const { client, MergeToken } = await createTwoAccounts(server);
  const before = await readAccountPicture(server.database);
  const changed = await change(MergeToken);
  const after = await readAccountPicture(server.database);
  await expect(client.profile.previewMerge({ MergeToken: changed })).rejects.toMatchObject({
    code: 'TokenExpiredOrUsed',
  });
  await expect(client.profile.confirmMerge({ MergeToken: changed, Keep: 'This' })).rejects.toMatchObject({
    code: 'TokenExpiredOrUsed',
  });
  expect(await readAccountPicture(server.database)).toEqual(after);
  expect(before['accounts']).toEqual(after['accounts']);
});

test('rejects the proof of another session', async () => {
  const { MergeToken } = await createTwoAccounts(server);
  const stranger = await buildAccount(server.database);
  const { token } = await server.sessions.begin(stranger);
  await expect(server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' })).rejects.toMatchObject({
    code: 'TokenExpiredOrUsed',
  });
});

test('accepts the proof of a guest who was signed in to the proved account', async () => {
  const guest = await buildAccount(server.database, {
    guest: true,
    identities: [{ type: 'Device', id: 'g' }],
    games: [{ game: 'mahjong', uid: 'guest-mahjong' }],
  });
  const own = await buildAccount(server.database, annaSpec);
  const MergeToken = await offerMerge(server.database, own, guest, { type: 'Email', id: 'anna@example.com' });
  const { token } = await server.sessions.begin(own);
  await server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await listGameUids(server, own)).toEqual(['anna-chess', 'anna-ludo', 'guest-mahjong']);
});

test("rejects a merge by a game's session", async () => {
  const { own, MergeToken } = await createTwoAccounts(server);
  const { token } = await server.sessions.begin(own, { begunBy: 'Game', game: 'chess' });
  await expect(server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' })).rejects.toMatchObject({
    code: 'SignInAgain',
  });
});
