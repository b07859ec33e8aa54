// What becomes of saves when a guest registers, signs in to another account, or accounts are merged.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExpiredRows } from '#server/features/account-deletion/delete-expired-rows.ts';
import { createSignIn } from '#server/features/sign-in/sign-in.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const Game = 'chess';
const proved = { type: 'Twitch', id: 'guest' };
let server: TestApp;
let guestId: string;
let playerId: string;
let guest: string;
let player: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.kysely.deleteFrom('accounts').execute();
  const games = (uid: string, lastPlayedAt: Date) => [{ game: Game, uid, lastPlayedAt }];
  guestId = await buildAccount(server.database, {
    guest: true,
    identities: [proved],
    games: games('guest', new Date('2026-01-01')),
  });
  playerId = await buildAccount(server.database, {
    email: 'ada@example.com',
    identities: [{ type: 'Email', id: 'ada@example.com' }],
    games: games('player', new Date('2026-02-01')),
  });
  guest = (await server.sessions.begin(guestId)).token;
  player = (await server.sessions.begin(playerId)).token;
});

const saves = (token: string) => server.client(token).saves;
const write = (token: string, Set: Record<string, string>, more: { BaseRevision?: number; Game?: string } = {}) =>
  saves(token).write({ Game, BaseRevision: 0, WriteId: randomUUID(), Set, Device: `Device of ${Set['who']}`, ...more });

/** Merges the guest into the player's account. */
async function merge(Games: { Game: string; Keep: 'This' | 'Other' }[] = []) {
  const MergeToken = await offerMerge(server.database, playerId, guestId, proved);
  const merged = await server.client(player).profile.confirmMerge({ MergeToken, Keep: 'This', Games });
  return {
    token: merged.Token,
    undo: () => server.client(merged.Token).profile.undoMerge({ MergeId: merged.MergeId }),
  };
}

const keysOf = async (token: string) => (await saves(token).read({ Game })).Keys;

test('a guest who registers keeps the save', async () => {
  const { Revision } = await write(guest, { who: 'guest' });
  const { database } = server;
  const session = await server.sessions.find(`Bearer ${guest}`);
  const signIn = createSignIn({ database, notifyIdentityChange: async () => undefined });
  const caller = { ip: '', userAgent: '', network: '', locale: 'en' } as const;
  const { Token, AccountId } = await signIn(
    { identity: { type: 'Email', externalId: 'new@example.com' } },
    {
      session,
      scope: undefined,
      caller: { ...caller, authorization: undefined, country: undefined, origin: undefined, destination: undefined },
    },
  );
  expect(AccountId).toBe(guestId);
  expect(await saves(Token).read({ Game })).toMatchObject({ Revision, Keys: { who: 'guest' } });
});

test('a save that only one of the two accounts has moves with its history, and no question is asked', async () => {
  const first = await write(guest, { who: 'guest' });
  await saves(guest).remove({ Game });
  const { Revision: BaseRevision } = await saves(guest).read({ Game });
  await saves(guest).restore({ Game, Revision: first.Revision, BaseRevision });
  const { Revisions } = await saves(guest).revisions({ Game });
  const { token } = await merge();
  const read = await saves(token).read({ Game });
  expect(read).toMatchObject({ Revision: Revisions[0]?.Revision, Keys: { who: 'guest' } });
  expect(read).not.toHaveProperty('Copy');
  expect(await saves(token).revisions({ Game })).toEqual({ Revisions });
  // A device of the guest continues with its base.
  await write(token, { who: 'guest', level: '2' }, { BaseRevision: read.Revision });
});

test('if both have a save, the player chooses: the own one stays, the other becomes a revision', async () => {
  const guests = await write(guest, { who: 'guest' });
  const own = await write(player, { who: 'player' });
  const { token } = await merge();
  const read = await saves(token).read({ Game });
  expect(read).toMatchObject({
    Revision: own.Revision,
    Keys: { who: 'player' },
    Copy: { UpdatedAt: guests.UpdatedAt, Device: 'Device of guest', Bytes: 8 },
  });
  // A device of the guest can't write over the other save.
  await expect(write(token, { who: 'guest 2' }, { BaseRevision: guests.Revision })).rejects.toMatchObject({
    code: 'SaveConflict',
  });
  const choice = { Game, CopyId: read.Copy?.CopyId ?? '', Keep: 'Account', BaseRevision: own.Revision } as const;
  expect(await saves(token).chooseCopy(choice)).toEqual(own);
  expect(await saves(token).read({ Game, KnownRevision: own.Revision })).not.toHaveProperty('Copy');
  expect((await saves(token).revisions({ Game })).Revisions).toMatchObject([
    { Revision: own.Revision, Origin: 'Device' },
    { Revision: guests.Revision, Origin: 'Merge', Device: 'Device of guest' },
  ]);
  expect(await saves(token).revision({ Game, Revision: guests.Revision })).toEqual({ Keys: { who: 'guest' } });
  await expect(saves(token).chooseCopy(choice)).rejects.toMatchObject({ code: 'NotFound' });
});

test('if the player chooses the copy, the own save becomes a revision', async () => {
  await write(guest, { who: 'guest' });
  const own = await write(player, { who: 'player' });
  const { token } = await merge();
  const { Copy } = await saves(token).read({ Game });
  const choice = { Game, CopyId: Copy?.CopyId ?? '', Keep: 'Copy' } as const;
  await expect(saves(token).chooseCopy({ ...choice, BaseRevision: 1 })).rejects.toMatchObject({
    code: 'SaveConflict',
    fields: { Revision: String(own.Revision) },
  });
  const chosen = await saves(token).chooseCopy({ ...choice, BaseRevision: own.Revision });
  expect(await saves(token).read({ Game })).toMatchObject({ ...chosen, Keys: { who: 'guest' } });
  expect((await saves(token).revisions({ Game })).Revisions).toMatchObject([
    { Revision: chosen.Revision, Origin: 'Merge', Device: 'Device of guest' },
    { Revision: own.Revision, Origin: 'Device' },
  ]);
});

test('the save of the connection that is kept is the one of the account', async () => {
  await write(guest, { who: 'guest' });
  await write(player, { who: 'player' });
  const { token } = await merge([{ Game, Keep: 'Other' }]);
  expect(await saves(token).read({ Game })).toMatchObject({
    Keys: { who: 'guest' },
    Copy: { Device: 'Device of player' },
  });
});

test('equal saves, and one without keys, need no question', async () => {
  await write(guest, { who: 'same' });
  await write(player, { who: 'same' });
  await write(guest, { who: 'guest' }, { Game: 'ludo' });
  await write(player, { who: 'player' }, { Game: 'ludo' });
  await saves(player).remove({ Game: 'ludo' });
  const { token } = await merge();
  for (const [name, who] of [
    [Game, 'same'],
    ['ludo', 'guest'],
  ] as const) {
    const read = await saves(token).read({ Game: name });
    expect(read.Keys).toEqual({ who });
    expect(read).not.toHaveProperty('Copy');
  }
});

test.each([undefined, 'Account', 'Copy'] as const)('undoing a merge returns both saves; chosen: %s', async (Keep) => {
  await write(guest, { who: 'guest' });
  const { Revision } = await write(player, { who: 'player' });
  const { token, undo } = await merge();
  const { Copy } = await saves(token).read({ Game });
  if (Keep) await saves(token).chooseCopy({ Game, CopyId: Copy?.CopyId ?? '', Keep, BaseRevision: Revision });
  await undo();
  const { token: again } = await server.sessions.begin(guestId);
  expect(await keysOf(again)).toEqual({ who: 'guest' });
  // What was chosen stays, and the other one is a revision.
  expect(await keysOf(token)).toEqual({ who: Keep === 'Copy' ? 'guest' : 'player' });
  for (const each of [token, again]) expect(await saves(each).read({ Game })).not.toHaveProperty('Copy');
});

test('undoing also returns the saves if that of the guest was kept', async () => {
  await write(guest, { who: 'guest' });
  await write(player, { who: 'player' });
  const { token, undo } = await merge([{ Game, Keep: 'Other' }]);
  await undo();
  const { token: again } = await server.sessions.begin(guestId);
  expect([await keysOf(again), await keysOf(token)]).toEqual([{ who: 'guest' }, { who: 'player' }]);
});

test('a chosen copy is deleted once the merge can no longer be undone; a pending one stays', async () => {
  for (const name of [Game, 'ludo']) {
    await write(guest, { who: 'guest' }, { Game: name });
    await write(player, { who: 'player' }, { Game: name });
  }
  const { token } = await merge();
  const { Copy, Revision } = await saves(token).read({ Game });
  await saves(token).chooseCopy({ Game, CopyId: Copy?.CopyId ?? '', Keep: 'Copy', BaseRevision: Revision });
  const count = async () => (await server.database.kysely.selectFrom('saves').select('save_id').execute()).length;
  await deleteExpiredRows(server.database);
  expect(await count()).toBe(4);
  await ageRows(server.database, 'saves', 86_400 * 15);
  await deleteExpiredRows(server.database);
  expect(await count()).toBe(3);
  expect(await saves(token).read({ Game: 'ludo' })).toHaveProperty('Copy');
});
