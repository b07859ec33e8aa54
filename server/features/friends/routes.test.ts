import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { locales } from '#model/locale.ts';
import { befriend, buildAccount, buildGames, changeGame, type AccountSpec } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { describeFriend, friendTexts } from './friend-texts.ts';
import { maxGameInvitesADay } from './invite-friend-to-game.ts';
import { maxFriends } from './friendship.ts';

let server: TestApp;
const game = 'gem-miner';
const otherGame = 'sky-courier';

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } });
  await buildGames(server.database, [game, otherGame]);
  const Title = { en: 'Gem Miner', de: 'Edelsteinmine' };
  await changeGame(server.database, game, (config) => ({ ...config, StorePage: { ...config.StorePage, Title } }));
});
afterAll(() => server[Symbol.asyncDispose]());

async function signedIn(spec: AccountSpec = {}, sessionGame?: string) {
  const accountId = await buildAccount(server.database, spec);
  const origin = sessionGame === undefined ? undefined : { begunBy: 'Game', game: sessionGame };
  const { token } = await server.sessions.begin(accountId, origin);
  return { accountId, friends: server.client(token).friends };
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? (error.code ?? 'no code') : `no refusal: ${String(error)}`;
};

test('returns only those of the given accounts that are friends', async () => {
  const me = await signedIn();
  const friend = await buildAccount(server.database, {
    name: 'Ben',
    games: [{ game, uid: 'ben-1' }],
    statuses: [{ game, status: 'digging' }],
  });
  const quiet = await buildAccount(server.database, { name: 'Cleo' });
  const stranger = await buildAccount(server.database, { name: 'Stranger' });
  await befriend(server.database, me.accountId, friend);
  await befriend(server.database, me.accountId, quiet);
  const { Friends } = await me.friends.get({ FriendsIds: [quiet, stranger, randomUUID(), friend], Game: game });
  expect(Friends).toMatchObject([
    { FriendAccountId: quiet, Name: 'Cleo', Status: 'Cleo is online', InThisGame: false },
    { FriendAccountId: friend, Name: 'Ben', Status: 'digging', InThisGame: true, Game: game, GameId: game },
  ]);
  expect(await me.friends.get({ FriendsIds: [stranger] })).toEqual({ Friends: [] });
  expect(await codeOf(me.friends.get({ FriendsIds: Array.from({ length: 101 }, () => randomUUID()) }))).toBe(
    'InvalidRequest',
  );
});

test("shows friends in a game the player's status there, and keeps fields that an update omits", async () => {
  const me = await signedIn({ name: 'Ada' });
  const friend = await signedIn({ name: 'Ben' });
  const stranger = await signedIn();
  await befriend(server.database, me.accountId, friend.accountId);
  await me.friends.status({ Game: game, Name: 'Digger', Status: 'on\u202e level\u0007\n 3' });
  const seen = async () => (await friend.friends.status({ Game: game })).Friends;
  expect(await seen()).toMatchObject([
    { FriendAccountId: me.accountId, Game: game, Name: 'Digger', Status: 'on level 3' },
  ]);
  await me.friends.status({ Game: game, Status: '' });
  expect(await seen()).toMatchObject([{ Name: 'Digger', Status: 'Digger is online' }]);
  await me.friends.status({ Game: game, Name: '' });
  expect(await seen()).toMatchObject([{ Name: 'Ada', Status: 'Ada is online' }]);
  expect((await friend.friends.status({ Game: otherGame })).Friends).toEqual([]);
  expect((await stranger.friends.status({ Game: game })).Friends).toEqual([]);
  // A call that only reads stores no status.
  expect((await me.friends.status({ Game: game })).Friends).toEqual([]);
});

test('leaves out a status older than a year, and lists the highest priority first', async () => {
  const me = await signedIn();
  const said = [
    { name: 'Old', updatedAt: daysAgo(370) },
    { name: 'Past', updatedAt: daysAgo(350) },
    { name: 'New', updatedAt: daysAgo(1) },
  ];
  for (const { name, updatedAt } of said) {
    const friend = await buildAccount(server.database, { name, statuses: [{ game, status: name, updatedAt }] });
    await befriend(server.database, me.accountId, friend);
  }
  const loud = await signedIn({ name: 'Loud' });
  await befriend(server.database, me.accountId, loud.accountId);
  await loud.friends.status({ Game: game, Status: 'Loud', Priority: 'Alert' });
  await sql`update player_statuses set updated_at = ${daysAgo(9)} where account_id = ${loud.accountId}`.execute(
    server.database.kysely,
  );
  const { Friends } = await me.friends.status({ Game: game });
  expect(Friends.map(({ Status }) => Status)).toEqual(['Loud', 'New', 'Past']);
});

test("uses the reader's language", async () => {
  const me = await signedIn();
  const friend = await buildAccount(server.database, { name: '', statuses: [{ game, status: '' }] });
  await befriend(server.database, me.accountId, friend);
  await sql`update accounts set locale = 'de' where account_id = ${me.accountId}`.execute(server.database.kysely);
  expect((await me.friends.status({ Game: game })).Friends).toMatchObject([
    { Name: 'Spieler', Status: 'Spieler ist online' },
  ]);
});

test.each(locales)('has a default text with the name for a friend without a status: %s', (locale) => {
  expect(describeFriend(locale, { names: ['', 'Zoë $1'], status: '' }).status).toContain('Zoë $1');
  expect(friendTexts[locale].player).not.toBe('');
});

test('invites a friend once a day, stores the text and sends no mail', async () => {
  const me = await signedIn();
  const friend = await buildAccount(server.database, { email: 'ben@example.com' });
  await befriend(server.database, me.accountId, friend);
  const invite = { Game: game, FriendAccountId: friend, Message: ' Come\nand dig ' };
  expect(await me.friends.sendInviteNotification(invite)).toEqual({ Success: true });
  expect(await me.friends.sendInviteNotification(invite)).toEqual({ Success: false });
  expect(await me.friends.sendInviteNotification({ ...invite, Game: otherGame })).toEqual({ Success: true });
  const rows = () =>
    server.database.kysely
      .selectFrom('friend_invites')
      .select(['game', 'message', 'friend_account_id'])
      .where('account_id', '=', me.accountId)
      .orderBy('game')
      .execute();
  expect(await rows()).toEqual([
    { game, message: 'Come and dig', friend_account_id: friend },
    { game: otherGame, message: 'Come and dig', friend_account_id: friend },
  ]);
  await sql`update friend_invites set created_at = ${daysAgo(2)} where account_id = ${me.accountId}`.execute(
    server.database.kysely,
  );
  expect(await me.friends.sendInviteNotification({ ...invite, Message: 'Again' })).toEqual({ Success: true });
  expect((await rows()).map(({ message }) => message)).toEqual(['Again', 'Come and dig']);
  expect(server.mails).toEqual([]);
});

test("rejects inviting a player who isn't a friend, and too many invitations a day", async () => {
  const me = await signedIn();
  const stranger = await buildAccount(server.database);
  const invite = (FriendAccountId: string) => me.friends.sendInviteNotification({ Game: game, FriendAccountId });
  expect(await codeOf(invite(stranger))).toBe('NotFound');
  const friends = await Promise.all(
    Array.from({ length: maxGameInvitesADay + 1 }, () => buildAccount(server.database)),
  );
  for (const friend of friends) await befriend(server.database, me.accountId, friend);
  const outcomes = await Promise.all(
    friends.map((friend) =>
      invite(friend).then(
        () => 'invited',
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'invited')).toHaveLength(maxGameInvitesADay);
  expect(outcomes.filter((outcome) => outcome === 'TooManyRequests')).toHaveLength(1);
});

test("limits a game's session to that game, and rejects unknown games", async () => {
  const me = await signedIn({}, game);
  const friend = await buildAccount(server.database, { statuses: [{ game: otherGame, status: 'flying' }] });
  await befriend(server.database, me.accountId, friend);
  expect(await codeOf(me.friends.status({ Game: otherGame }))).toBe('SignInAgain');
  expect(await codeOf(me.friends.get({ FriendsIds: [friend], Game: otherGame }))).toBe('SignInAgain');
  expect(await codeOf(me.friends.sendInviteNotification({ Game: otherGame, FriendAccountId: friend }))).toBe(
    'SignInAgain',
  );
  const { Friends } = await me.friends.get({ FriendsIds: [friend] });
  expect(JSON.stringify(Friends)).not.toContain('flying');
  const anywhere = await signedIn();
  expect(await codeOf(anywhere.friends.status({ Game: 'no-such-game' }))).toBe('UnknownGame');
  expect(await codeOf(server.client().friends.status({ Game: game }))).toBe('Unauthenticated');
});

test('lists the player’s friends in one call, those who play the game first', async () => {
  const me = await signedIn({ name: 'Ada' });
  const [away, player, stranger] = [
    await buildAccount(server.database, { name: 'Cleo', statuses: [{ game: otherGame, status: 'flying' }] }),
    await buildAccount(server.database, {
      name: 'Ben',
      games: [{ game, uid: 'ben' }],
      statuses: [{ game, status: 'digging' }],
    }),
    await signedIn(),
  ];
  for (const friend of [away, player]) await befriend(server.database, me.accountId, friend);
  const { Friends, InvitesLeft } = await me.friends.list({ Game: game });
  expect(Friends).toMatchObject([
    { FriendAccountId: player, Uid: player, Name: 'Ben', Status: 'digging', InThisGame: true },
    { FriendAccountId: away, Name: 'Cleo', Status: 'Cleo is online', InThisGame: false },
  ]);
  expect(InvitesLeft).toBe(maxGameInvitesADay);
  expect((await me.friends.list({})).Friends.map(({ Name, Uid }) => [Name, Uid])).toEqual([
    ['Ben', undefined],
    ['Cleo', undefined],
  ]);
  expect(await stranger.friends.list({ Game: game })).toEqual({ Friends: [], InvitesLeft: maxGameInvitesADay });
});

test('a game gets account ids only of its own players; other friends have an id for this player and this game', async () => {
  const [me, other] = [await signedIn(), await signedIn()];
  const friend = await buildAccount(server.database);
  for (const each of [me, other]) await befriend(server.database, each.accountId, friend);
  const uidOf = async (player: typeof me, inGame: string) =>
    (await player.friends.list({ Game: inGame })).Friends.map(({ Uid }) => Uid)[0] ?? '';
  const uid = await uidOf(me, game);
  expect(new Set([uid, friend, await uidOf(me, otherGame), await uidOf(other, game)]).size).toBe(4);
  expect(await uidOf(me, game)).toBe(uid);
  expect(await codeOf(other.friends.sendInviteNotification({ Game: game, FriendAccountId: uid }))).toBe('NotFound');
  expect(await codeOf(me.friends.sendInviteNotification({ Game: otherGame, FriendAccountId: uid }))).toBe('NotFound');
  expect(await me.friends.get({ FriendsIds: [uid] })).toEqual({ Friends: [] });
  expect(await me.friends.sendInviteNotification({ Game: game, FriendAccountId: uid })).toEqual({ Success: true });
  const { Friends, InvitesLeft } = await me.friends.list({ Game: game });
  expect(Friends[0]?.InvitedAt).toBeDefined();
  expect(InvitesLeft).toBe(maxGameInvitesADay - 1);
  expect((await me.friends.list({ Game: otherGame })).Friends[0]?.InvitedAt).toBeUndefined();
  await server.database.kysely
    .insertInto('connected_games')
    .values({ account_id: friend, game, game_uid: randomUUID() })
    .execute();
  expect(await uidOf(me, game)).toBe(friend);
});

test("a game's session never gets the account id of a player who doesn't play it", async () => {
  const me = await signedIn({}, game);
  const friend = await signedIn({ name: 'Ben' });
  await befriend(server.database, me.accountId, friend.accountId);
  await friend.friends.sendInviteNotification({ Game: game, FriendAccountId: me.accountId });
  await friend.friends.sendInviteNotification({ Game: otherGame, FriendAccountId: me.accountId });
  const { Friends } = await me.friends.list({});
  const { Invites } = await me.friends.invites({});
  expect(JSON.stringify([Friends, Invites])).not.toContain(friend.accountId);
  expect(Invites.map(({ Game }) => Game)).toEqual([game]);
  const FriendAccountId = Friends[0]?.FriendAccountId ?? '';
  expect(Invites[0]?.FriendAccountId).toBe(FriendAccountId);
  expect(await me.friends.sendInviteNotification({ Game: game, FriendAccountId })).toEqual({ Success: true });
  expect(await me.friends.dismissInvite({ Game: game, FriendAccountId })).toEqual({ Success: true });
  for (const call of [
    () => me.friends.list({ Game: otherGame }),
    () => me.friends.invites({ Game: otherGame }),
    () => me.friends.dismissInvite({ Game: otherGame, FriendAccountId }),
  ])
    expect(await codeOf(call())).toBe('SignInAgain');
});

test('a friend gets an invitation, dismisses it once, and it still counts towards the limit', async () => {
  const me = await signedIn({ name: 'Ada' });
  const friend = await signedIn({ name: 'Ben' });
  await befriend(server.database, me.accountId, friend.accountId);
  const invite = { Game: game, FriendAccountId: friend.accountId, Message: 'Come and dig' };
  await me.friends.sendInviteNotification(invite);
  const waiting = async (inGame?: string) =>
    (await friend.friends.invites(inGame === undefined ? {} : { Game: inGame })).Invites;
  expect(await waiting()).toMatchObject([
    { FriendAccountId: me.accountId, Name: 'Ada', Game: game, Title: 'Gem Miner', Message: 'Come and dig' },
  ]);
  expect(await waiting(game)).toHaveLength(1);
  const { Invites } = await friend.friends.invites({ Locale: 'de' });
  expect(Invites[0]?.Title).toBe('Edelsteinmine');
  expect(await waiting(otherGame)).toEqual([]);
  expect((await me.friends.invites({})).Invites).toEqual([]);
  const dismiss = () => friend.friends.dismissInvite({ Game: game, FriendAccountId: me.accountId });
  expect(await dismiss()).toEqual({ Success: true });
  expect(await dismiss()).toEqual({ Success: false });
  expect(await waiting()).toEqual([]);
  expect(await me.friends.sendInviteNotification(invite)).toEqual({ Success: false });
  await sql`update friend_invites set created_at = ${daysAgo(2)} where account_id = ${me.accountId}`.execute(
    server.database.kysely,
  );
  await me.friends.sendInviteNotification(invite);
  expect(await waiting()).toHaveLength(1);
  await sql`delete from friends where account_id = ${friend.accountId}`.execute(server.database.kysely);
  expect(await waiting()).toEqual([]);
  expect(await dismiss()).toEqual({ Success: false });
});

test('the list of friends is limited', async () => {
  const me = await signedIn();
  const { kysely } = server.database;
  const ids = Array.from({ length: maxFriends + 1 }, () => randomUUID());
  await kysely
    .insertInto('accounts')
    .values(
      ids.map((account_id) => ({ account_id, name: 'Friend', email: null, email_validated: false, guest: false })),
    )
    .execute();
  await kysely
    .insertInto('friends')
    .values(ids.map((friend_account_id) => ({ account_id: me.accountId, friend_account_id })))
    .execute();
  expect((await me.friends.list({ Game: game })).Friends).toHaveLength(maxFriends);
});
