import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  befriend,
  buildAccount,
  buildDocument,
  buildGames,
  offerMerge,
  readAccountPicture,
} from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import {
  readAccountRow,
  annaSpec,
  bertSpec,
  januaryDay,
  listGameUids,
  listExternalIds,
  createTwoAccounts,
} from '#server/testing/two-accounts.ts';

let server: TestApp;
let versions: string[];

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  versions = await buildDocument(server.database, 3);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.kysely.deleteFrom('accounts').execute();
  server.mails.length = 0;
});

test('undoes a merge: everything is as before, but sessions are not restored', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(
    server,
    {
      ...annaSpec,
      accepted: versions.slice(0, 2),
      statuses: [{ game: 'chess', status: 'Learns', updatedAt: januaryDay(1) }],
      services: [{ game: 'chess', service: 'x', id: 'anna' }],
    },
    {
      ...bertSpec,
      accepted: versions.slice(1),
      statuses: [{ game: 'chess', status: 'Wins', updatedAt: januaryDay(2) }],
      services: [{ game: 'chess', service: 'x', id: 'bert' }],
    },
  );
  const friend = await buildAccount(server.database, { name: 'Friend' });
  await befriend(server.database, own, other);
  await befriend(server.database, own, friend);
  await befriend(server.database, other, friend);
  const before = await readAccountPicture(server.database);
  const { token: bertsToken } = await server.sessions.begin(other);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await readAccountPicture(server.database)).not.toEqual(before);
  const statuses = await server.database.kysely.selectFrom('player_statuses').selectAll().execute();
  expect(statuses).toMatchObject([{ account_id: own, status: 'Wins' }]);
  const survivor = server.client(Token);
  expect((await survivor.profile.overview({})).Merges).toMatchObject([{ MergeId, Name: 'Bert' }]);
  const { token: elsewhere } = await server.sessions.begin(own, { begunBy: 'Twitch' });
  expect(await survivor.profile.undoMerge({ MergeId })).toEqual({ Success: true });
  expect(await readAccountPicture(server.database)).toEqual(before);
  expect((await survivor.profile.overview({})).Merges).toEqual([]);
  for (const ended of [elsewhere, bertsToken]) {
    await expect(server.client(ended).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  }
  await expect(survivor.profile.undoMerge({ MergeId })).rejects.toMatchObject({ code: 'UnknownMerge' });
});

test('undoes once, even with concurrent requests', async () => {
  const { client, MergeToken } = await createTwoAccounts(server);
  const before = await readAccountPicture(server.database);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => server.client(Token).profile.undoMerge({ MergeId })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code as string] : []));
  expect(new Set(codes)).toEqual(new Set(['UnknownMerge']));
  expect(await readAccountPicture(server.database)).toEqual(before);
});

test('leaves later additions and changes with the remaining account', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const { kysely } = server.database;
  await kysely.insertInto('social_identities').values({ type: 'Steam', external_id: 'new', account_id: own }).execute();
  await kysely
    .insertInto('connected_games')
    .values({ account_id: own, game: 'mahjong', game_uid: 'new-mahjong' })
    .execute();
  const survivor = server.client(Token);
  await survivor.profile.disconnectGame({ Game: 'go' });
  await survivor.profile.settings({ Name: 'Anna II', MarketingEnabled: false });
  await survivor.profile.undoMerge({ MergeId });
  expect(await listExternalIds(server, own)).toEqual(['anna@example.com', 'new']);
  expect(await listExternalIds(server, other)).toEqual(['bert', 'bert@example.com']);
  expect(await listGameUids(server, own)).toEqual(['anna-chess', 'anna-ludo', 'new-mahjong']);
  expect(await listGameUids(server, other)).toEqual(['bert-chess', 'bert-ludo']);
  expect(await readAccountRow(server, own)).toMatchObject({ name: 'Anna II', created_at: januaryDay(2) });
});

test('does not restore a set-aside game that another account has connected since', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const stranger = await buildAccount(server.database, { games: [{ game: 'chess', uid: 'bert-chess' }] });
  await server.client(Token).profile.undoMerge({ MergeId });
  expect(await listGameUids(server, stranger)).toEqual(['bert-chess']);
  expect(await listGameUids(server, other)).toEqual(['bert-go', 'bert-ludo']);
  expect(await listGameUids(server, own)).toEqual(['anna-chess', 'anna-ludo']);
});

test('undoes even if a set-aside game and friend were deleted', async () => {
  const { own, other, client, MergeToken } = await createTwoAccounts(server);
  const friend = await buildAccount(server.database);
  await befriend(server.database, own, friend);
  await befriend(server.database, other, friend);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const { kysely } = server.database;
  const chess = await kysely.selectFrom('games').selectAll().where('game', '=', 'chess').executeTakeFirstOrThrow();
  await kysely.deleteFrom('games').where('game', '=', 'chess').execute();
  await kysely.deleteFrom('accounts').where('account_id', '=', friend).execute();
  await server.client(Token).profile.undoMerge({ MergeId });
  await kysely
    .insertInto('games')
    .values({ ...chess, config: '{"Store":{}}', for_players: '{}', refund_rule: null })
    .execute();
  expect(await listGameUids(server, other)).toEqual(['bert-go', 'bert-ludo']);
  expect(await kysely.selectFrom('friends').selectAll().execute()).toEqual([]);
});

test('rejects an undo that would leave the remaining account without a sign-in method', async () => {
  const { client, MergeToken } = await createTwoAccounts(server);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const survivor = server.client(Token);
  await survivor.profile.removeIdentity({ Type: 'Email', Id: 'anna@example.com' });
  const before = await readAccountPicture(server.database);
  await expect(survivor.profile.undoMerge({ MergeId })).rejects.toMatchObject({ code: 'LastIdentity' });
  expect(await readAccountPicture(server.database)).toEqual(before);
});

test('rejects an undo after its deadline, and by any other account', async () => {
  const { own, client, MergeToken } = await createTwoAccounts(server);
  const { MergeId, Token } = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const stranger = await buildAccount(server.database);
  const { token } = await server.sessions.begin(stranger);
  await expect(server.client(token).profile.undoMerge({ MergeId })).rejects.toMatchObject({ code: 'UnknownMerge' });
  const { token: ofGame } = await server.sessions.begin(own, { begunBy: 'Game', game: 'chess' });
  await expect(server.client(ofGame).profile.undoMerge({ MergeId })).rejects.toMatchObject({ code: 'SignInAgain' });
  await sql`update merges set undo_until = now() - interval '1 second'`.execute(server.database.kysely);
  const survivor = server.client(Token);
  await expect(survivor.profile.undoMerge({ MergeId })).rejects.toMatchObject({ code: 'UnknownMerge' });
  expect((await survivor.profile.overview({})).Merges).toEqual([]);
});

test('undoes two merges into one account only in reverse order', async () => {
  const { own, client, MergeToken } = await createTwoAccounts(server);
  const cleo = { type: 'Twitch', id: 'cleo' };
  const third = await buildAccount(server.database, {
    identities: [cleo],
    games: [
      { game: 'chess', uid: 'cleo-chess', lastPlayedAt: januaryDay(20) },
      { game: 'go', uid: 'cleo-go', lastPlayedAt: januaryDay(20) },
    ],
  });
  const before = await readAccountPicture(server.database);
  const first = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const between = await readAccountPicture(server.database);
  const again = await offerMerge(server.database, own, third, cleo);
  const second = await server.client(first.Token).profile.confirmMerge({ MergeToken: again, Keep: 'This' });
  expect(await listGameUids(server, own)).toEqual(['bert-ludo', 'cleo-chess', 'cleo-go']);
  const survivor = server.client(second.Token);
  expect((await survivor.profile.overview({})).Merges.map(({ MergeId }) => MergeId)).toEqual([second.MergeId]);
  await expect(survivor.profile.undoMerge({ MergeId: first.MergeId })).rejects.toMatchObject({ code: 'UnknownMerge' });
  await survivor.profile.undoMerge({ MergeId: second.MergeId });
  expect(await readAccountPicture(server.database)).toEqual(between);
  await survivor.profile.undoMerge({ MergeId: first.MergeId });
  expect(await readAccountPicture(server.database)).toEqual(before);
});

test('undoes a chain of merges only in reverse order', async () => {
  const { own, client, MergeToken } = await createTwoAccounts(server);
  const cleo = { type: 'Twitch', id: 'cleo' };
  const third = await buildAccount(server.database, { name: 'Cleo', identities: [cleo] });
  const before = await readAccountPicture(server.database);
  const first = await client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  const between = await readAccountPicture(server.database);
  const again = await offerMerge(server.database, own, third, cleo);
  const second = await server.client(first.Token).profile.confirmMerge({ MergeToken: again, Keep: 'Other' });
  expect(second.AccountId).toBe(third);
  const survivor = server.client(second.Token);
  await expect(survivor.profile.undoMerge({ MergeId: first.MergeId })).rejects.toMatchObject({ code: 'UnknownMerge' });
  await survivor.profile.undoMerge({ MergeId: second.MergeId });
  expect(await readAccountPicture(server.database)).toEqual(between);
  const { token } = await server.sessions.begin(own);
  await server.client(token).profile.undoMerge({ MergeId: first.MergeId });
  expect(await readAccountPicture(server.database)).toEqual(before);
});
