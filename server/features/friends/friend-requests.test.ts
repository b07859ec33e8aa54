import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { befriend, buildAccount, buildGames, offerMerge, type AccountSpec } from '#server/testing/build-accounts.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from '#server/testing/create-test-app.ts';
import { maxPlayersFound, maxPlayerSearchesADay } from './find-players.ts';
import { maxFriends } from './friendship.ts';
import { friendLinkLimits, maxInvitationMailsADay } from './friend-links.ts';
import { maxFriendRequestsADay } from './friend-requests.ts';

let server: TestApp;
const game = 'gem-miner';

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' }, poolSize: 8 });
  await buildGames(server.database, [game, 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.mails.length = 0;
});

let people = 0;

/** A player with a unique name, who can be found by it. */
async function person(spec: AccountSpec = {}, origin?: Parameters<TestApp['sessions']['begin']>[1]) {
  people += 1;
  const name = spec.name ?? `Player ${people} ${randomUUID().slice(0, 8)}`;
  const accountId = await buildAccount(server.database, { ...spec, name });
  const { token, session } = await server.sessions.begin(accountId, origin);
  const { friends } = server.client(token);
  await sql`update accounts set findable = true where account_id = ${accountId}`.execute(server.database.kysely);
  return { accountId, name, token, session, friends };
}
type Person = Awaited<ReturnType<typeof person>>;

const idOf = async (from: Person, to: Person): Promise<string> =>
  (await from.friends.find({ Name: to.name })).Players[0]?.PlayerId ?? '';
const ask = async (from: Person, to: Person) =>
  from.friends.sendRequest({ PlayerId: await idOf(from, to), Name: to.name });
const received = async ({ friends }: Person) => (await friends.requests({})).Received;
const sent = async ({ friends }: Person) => (await friends.requests({})).Sent;
const friendsOf = async ({ friends }: Person) => (await friends.list({})).Friends.map(({ Name }) => Name);
const codeOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApiError ? (error.code ?? 'no code') : `no refusal: ${String(error)}`;
};
const answer = (by: Person, RequestId: string, Accept: boolean) => by.friends.answerRequest({ RequestId, Accept });

test('a request arrives, is accepted once, and makes both friends', async () => {
  const [ada, ben] = [await person(), await person()];
  expect(await ask(ada, ben)).toEqual({ Outcome: 'Sent' });
  const [request] = await received(ben);
  expect(request).toMatchObject({ Name: ada.name });
  expect(await sent(ada)).toMatchObject([{ Name: ben.name }]);
  expect(JSON.stringify([request, await sent(ada)])).not.toMatch(new RegExp(`${ada.accountId}|${ben.accountId}`));
  const answers = await Promise.all([1, 2, 3].map(() => answer(ben, request?.RequestId ?? '', true)));
  expect(answers.filter(({ Success }) => Success)).toHaveLength(1);
  expect([await friendsOf(ada), await friendsOf(ben)]).toEqual([[ben.name], [ada.name]]);
  expect([await received(ben), await sent(ada)]).toEqual([[], []]);
  expect((await ada.friends.find({ Name: ben.name })).Players).toEqual([]);
});

test('two crossing requests make friends, even if concurrent', async () => {
  for (let round = 0; round < 5; round++) {
    const [ada, ben] = [await person(), await person()];
    const [toBen, toAda] = [await idOf(ada, ben), await idOf(ben, ada)];
    const outcomes = await Promise.all([
      ada.friends.sendRequest({ PlayerId: toBen, Name: ben.name }),
      ben.friends.sendRequest({ PlayerId: toAda, Name: ada.name }),
    ]);
    expect(outcomes.map(({ Outcome }) => Outcome).sort()).toEqual(['Friends', 'Sent']);
    expect([await friendsOf(ada), await friendsOf(ben)]).toEqual([[ben.name], [ada.name]]);
    expect([await received(ada), await received(ben)]).toEqual([[], []]);
  }
});

test("a player who declined is not asked again, and the sender can't tell", async () => {
  const [ada, ben] = [await person(), await person()];
  await ask(ada, ben);
  const [request] = await received(ben);
  expect(await answer(ben, request?.RequestId ?? '', false)).toEqual({ Success: true });
  expect(await answer(ben, request?.RequestId ?? '', true)).toEqual({ Success: false });
  expect(await sent(ada)).toHaveLength(1);
  const { Success } = await ada.friends.withdrawRequest({ RequestId: (await sent(ada))[0]?.RequestId ?? '' });
  expect(Success).toBe(true);
  expect(await sent(ada)).toEqual([]);
  expect(await ask(ada, ben)).toEqual({ Outcome: 'Sent' });
  expect(await received(ben)).toEqual([]);
  // A player who declined a request can still send one.
  expect(await ask(ben, ada)).toEqual({ Outcome: 'Friends' });
});

test('a withdrawn request is gone, and only its sender can withdraw it', async () => {
  const [ada, ben] = [await person(), await person()];
  await ask(ada, ben);
  const RequestId = (await received(ben))[0]?.RequestId ?? '';
  expect(await ben.friends.withdrawRequest({ RequestId })).toEqual({ Success: false });
  expect(await ada.friends.answerRequest({ RequestId, Accept: true })).toEqual({ Success: false });
  expect(await ada.friends.withdrawRequest({ RequestId })).toEqual({ Success: true });
  expect(await answer(ben, RequestId, true)).toEqual({ Success: false });
  expect(await ask(ben, ada)).toEqual({ Outcome: 'Sent' });
});

test('removing a friend ends the friendship for both', async () => {
  const [ada, ben] = [await person(), await person()];
  await befriend(server.database, ada.accountId, ben.accountId);
  expect(await ada.friends.remove({ FriendAccountId: ben.accountId })).toEqual({ Success: true });
  expect(await ada.friends.remove({ FriendAccountId: ben.accountId })).toEqual({ Success: false });
  expect([await friendsOf(ada), await friendsOf(ben)]).toEqual([[], []]);
});

test('a blocked player notices nothing: their requests look pending to them and are not shown', async () => {
  const [ada, ben] = [await person(), await person()];
  await befriend(server.database, ada.accountId, ben.accountId);
  await ben.friends.status({ Game: game, Status: 'digging' });
  expect(await ada.friends.block({ FriendAccountId: ben.accountId })).toEqual({ Success: true });
  expect([await friendsOf(ada), await friendsOf(ben)]).toEqual([[], []]);
  await ada.friends.status({ Game: game, Status: 'alone' });
  expect(await ben.friends.status({ Game: game })).toEqual({ Friends: [] });
  expect(await ben.friends.get({ FriendsIds: [ada.accountId] })).toEqual({ Friends: [] });
  expect((await ada.friends.find({ Name: ben.name })).Players).toEqual([]);
  const { Blocks } = await ada.friends.blocks({});
  expect(Blocks).toMatchObject([{ Name: ben.name }]);
  expect(JSON.stringify(Blocks)).not.toContain(ben.accountId);
  expect((await ben.friends.blocks({})).Blocks).toEqual([]);
  expect(await ada.friends.unblock({ BlockId: Blocks[0]?.BlockId ?? '' })).toEqual({ Success: true });
  expect(await ada.friends.unblock({ BlockId: Blocks[0]?.BlockId ?? '' })).toEqual({ Success: false });
  expect(await friendsOf(ada)).toEqual([]);
});

test('a player who sent a request can be blocked, without noticing', async () => {
  const [ada, ben] = [await person(), await person()];
  const id = await idOf(ben, ada);
  await ben.friends.sendRequest({ PlayerId: id, Name: ada.name });
  expect(await ada.friends.block({ RequestId: (await received(ada))[0]?.RequestId ?? '' })).toEqual({ Success: true });
  expect(await received(ada)).toEqual([]);
  expect(await sent(ben)).toHaveLength(1);
  expect(await codeOf(ada.friends.block({ FriendAccountId: ben.accountId }))).toBe('NotFound');
  expect(await codeOf(ada.friends.block({}))).toBe('InvalidRequest');
  // A request sent while the sender was blocked doesn't appear after unblocking.
  await ada.friends.unblock({ BlockId: (await ada.friends.blocks({})).Blocks[0]?.BlockId ?? '' });
  expect(await received(ada)).toEqual([]);
});

test('after a concurrent block and acceptance there is no friendship', async () => {
  for (let round = 0; round < 5; round++) {
    const [ada, ben] = [await person(), await person()];
    await ask(ben, ada);
    const RequestId = (await received(ada))[0]?.RequestId ?? '';
    await Promise.allSettled([ada.friends.block({ RequestId }), answer(ada, RequestId, true)]);
    const isBlocked = (await ada.friends.blocks({})).Blocks.length === 1;
    expect(await friendsOf(ada)).toEqual(isBlocked ? [] : [ben.name]);
  }
});

test('only a player in a portal session can make friends', async () => {
  const ada = await person();
  for (const origin of [{ begunBy: 'Game', game }, { handed: true }]) {
    const { friends } = await person({}, origin);
    const calls = [
      () => friends.sendRequest({ PlayerId: randomUUID() }),
      () => friends.answerRequest({ RequestId: randomUUID(), Accept: true }),
      () => friends.block({ FriendAccountId: ada.accountId }),
      () => friends.remove({ FriendAccountId: ada.accountId }),
      () => friends.createLink({}),
      () => friends.acceptLink({ Token: 'x' }),
      () => friends.find({ Name: ada.name }),
      () => friends.settings({ Findable: true }),
    ];
    for (const call of calls) expect(await codeOf(call())).toBe('SignInAgain');
  }
});

test('a search finds at most ten players who allow it, by the start of their name, with ids for this caller only', async () => {
  const mark = randomUUID().slice(0, 8);
  const [ada, ben] = [await person(), await person()];
  const shy = await person({ name: `${mark}_Shy` });
  expect(await shy.friends.settings({})).toEqual({ Findable: true, SharesScores: true });
  expect(await shy.friends.settings({ Findable: false })).toEqual({ Findable: false, SharesScores: true });
  expect((await ada.friends.find({ Name: shy.name })).Players).toEqual([]);
  expect(await shy.friends.settings({ Findable: true })).toEqual({ Findable: true, SharesScores: true });
  for (let count = 0; count <= maxPlayersFound; count++) await person({ name: `${mark}xShy ${count}` });
  const byAda = await ada.friends.find({ Name: `${mark}_SHY` });
  expect(byAda.Players.map(({ Name }) => Name)).toEqual([shy.name]);
  expect((await ada.friends.find({ Name: mark })).Players).toHaveLength(maxPlayersFound);
  const [id = ''] = byAda.Players.map(({ PlayerId }) => PlayerId);
  expect(id).not.toBe(shy.accountId);
  expect(await idOf(ben, shy)).not.toBe(id);
  expect(await codeOf(ben.friends.sendRequest({ PlayerId: id, Name: shy.name }))).toBe('NotFound');
  expect(await codeOf(ada.friends.sendRequest({ PlayerId: shy.accountId, Name: shy.name }))).toBe('NotFound');
  await shy.friends.settings({ Findable: false });
  expect(await codeOf(ada.friends.sendRequest({ PlayerId: id, Name: shy.name }))).toBe('NotFound');
  expect(await codeOf(ada.friends.find({ Name: 'ab' }))).toBe('InvalidRequest');
});

test('searches and requests are limited per day', async () => {
  const ada = await person();
  await server.database.kysely
    .insertInto('friend_searches')
    .values({ account_id: ada.accountId, day: sql<string>`current_date`, searches: maxPlayerSearchesADay - 2 })
    .execute();
  const searches = await Promise.all([1, 2, 3, 4].map(() => codeOf(ada.friends.find({ Name: 'nobody' }))));
  expect(searches.filter((code) => code === 'TooManyRequests')).toHaveLength(2);
  const busy = await person();
  const strangers = await Promise.all(
    Array.from({ length: maxFriendRequestsADay }, () => buildAccount(server.database)),
  );
  await server.database.kysely
    .insertInto('friend_requests')
    .values(
      strangers.map((friend_account_id) => ({
        request_id: randomUUID(),
        account_id: busy.accountId,
        friend_account_id,
      })),
    )
    .execute();
  const ben = await person();
  expect(await codeOf(ask(busy, ben))).toBe('TooManyRequests');
  await ageRows(server.database, 'friend_requests', 90_000);
  expect(await ask(busy, ben)).toEqual({ Outcome: 'Sent' });
});

test('the number of friends is limited', async () => {
  const [ada, ben] = [await person(), await person()];
  await sql`
    with made as (
      insert into accounts (account_id, name) select gen_random_uuid(), 'Friend' from generate_series(1, ${maxFriends})
      returning account_id
    )
    insert into friends (account_id, friend_account_id) select ${ada.accountId}::uuid, account_id from made`.execute(
    server.database.kysely,
  );
  await ask(ada, ben);
  const RequestId = (await received(ben))[0]?.RequestId ?? '';
  expect(await codeOf(answer(ben, RequestId, true))).toBe('TooManyFriends');
  expect(await received(ben)).toHaveLength(1);
});

const tokenOf = (address: string): string => new URL(address).searchParams.get('token') ?? '';
const newLink = async ({ friends }: Person, Game?: string) => {
  const link = await friends.createLink(Game === undefined ? {} : { Game });
  return { ...link, Token: tokenOf(link.Url) };
};

test('a link names the inviting player and the game, makes friends once per player, and is stored as a hash', async () => {
  const [ada, ben, cleo] = [await person(), await person(), await person()];
  const { Token, Url, LinkId } = await newLink(ada, game);
  expect(Url).toBe(`http://localhost:8080/FriendInvitation?token=${Token}`);
  expect(await server.client().friends.readLink({ Token })).toEqual({
    Name: ada.name,
    Own: false,
    Game: game,
    Title: 'Gem Miner',
  });
  expect((await ada.friends.readLink({ Token })).Own).toBe(true);
  expect(await codeOf(ada.friends.acceptLink({ Token }))).toBe('Conflict');
  expect(await ben.friends.acceptLink({ Token })).toEqual({
    Outcome: 'Friends',
    FriendAccountId: ada.accountId,
    Name: ada.name,
    Game: game,
  });
  // Accepting again changes nothing.
  expect(await ben.friends.acceptLink({ Token })).toMatchObject({ Name: ada.name });
  expect((await ada.friends.requests({})).Links).toMatchObject([{ LinkId, Method: 'Link', Game: game, Uses: 1 }]);
  expect(await friendsOf(ada)).toEqual([ben.name]);
  // A removed friend doesn't return through the same link.
  await ada.friends.remove({ FriendAccountId: ben.accountId });
  expect(await ben.friends.acceptLink({ Token })).toEqual({ Outcome: 'Sent', Name: ada.name, Game: game });
  expect(await friendsOf(ada)).toEqual([]);
  const { rows } = await sql`select from friend_links l where l::text like ${`%${Token}%`}`.execute(
    server.database.kysely,
  );
  expect(rows).toEqual([]);
  expect(await ben.friends.revokeLink({ LinkId })).toEqual({ Success: false });
  expect(await ada.friends.revokeLink({ LinkId })).toEqual({ Success: true });
  expect(await ada.friends.revokeLink({ LinkId })).toEqual({ Success: false });
  expect(await codeOf(cleo.friends.acceptLink({ Token }))).toBe('TokenExpiredOrUsed');
  expect(await codeOf(server.client().friends.readLink({ Token }))).toBe('TokenExpiredOrUsed');
});

test("a link ends after a time and a number of uses, even if concurrent, and doesn't work for a blocked player", async () => {
  const ada = await person();
  const { Token } = await newLink(ada);
  await sql`update friend_links set max_uses = 2 where account_id = ${ada.accountId}`.execute(server.database.kysely);
  const guests = await Promise.all(Array.from({ length: 5 }, () => person()));
  const blocked = guests[0] ?? ada;
  await server.database.kysely
    .insertInto('friend_blocks')
    .values({ block_id: randomUUID(), account_id: ada.accountId, blocked_account_id: blocked.accountId })
    .execute();
  const codes = await Promise.all(guests.map(({ friends }) => codeOf(friends.acceptLink({ Token }))));
  expect(codes.slice(1).filter((code) => code.startsWith('no refusal'))).toHaveLength(2);
  expect(await friendsOf(ada)).toHaveLength(2);
  expect(await friendsOf(blocked)).toEqual([]);
  const other = await newLink(ada);
  await ageRows(server.database, 'friend_links', (friendLinkLimits.link.days + 1) * 86_400);
  expect(await codeOf((await person()).friends.acceptLink({ Token: other.Token }))).toBe('TokenExpiredOrUsed');
  const made = await Promise.all(
    Array.from({ length: friendLinkLimits.link.maxAlive + 2 }, () => codeOf(newLink(ada))),
  );
  expect(made.filter((code) => code === 'TooManyRequests')).toHaveLength(2);
});

test('an invitation by mail gives the same answer for every address, and its link works for one player', async () => {
  const [ada, ben, cleo] = [await person({ name: 'Ada\u202e.example' }), await person(), await person()];
  const known = await person({
    email: 'known@players.example',
    identities: [{ type: 'Email', id: 'known@players.example' }],
  });
  const invite = (Email: string, by = ada) =>
    by.friends.inviteByMail({ Email, Game: game, Locale: 'de', CaptchaResult: passingCaptchaToken });
  expect(await codeOf(ada.friends.inviteByMail({ Email: 'x@players.example', CaptchaResult: 'no' }))).toBe(
    'CaptchaFailed',
  );
  expect(await codeOf(invite('no address@x'))).toBe('InvalidRequest');
  expect(await invite('Known@players.example')).toEqual(await invite('unknown@players.example'));
  expect(server.mails.map(({ template, to, locale }) => [template, to, locale])).toEqual([
    ['friend-invitation', 'known@players.example', 'de'],
    ['friend-invitation', 'unknown@players.example', 'de'],
  ]);
  expect(JSON.stringify(server.mails[0]?.data)).not.toContain('\u202e');
  const Token = tokenOf(server.mails[1]?.data.link ?? '');
  expect(await ben.friends.acceptLink({ Token })).toMatchObject({ Game: game });
  expect(await codeOf(cleo.friends.acceptLink({ Token }))).toBe('TokenExpiredOrUsed');
  // A recipient who has blocked the sender gets no mail; the sender's reply is the same.
  server.mails.length = 0;
  await server.database.kysely
    .insertInto('friend_blocks')
    .values({ block_id: randomUUID(), account_id: known.accountId, blocked_account_id: ben.accountId })
    .execute();
  expect(await invite('known@players.example', ben)).toEqual({ Success: true });
  expect(server.mails).toEqual([]);
  // A mailbox gets three a day, from all senders together.
  for (const by of [ada, ben, cleo, known]) await invite('crowded@players.example', by);
  expect(server.mails).toHaveLength(3);
  const codes: string[] = [];
  for (let count = 0; count < maxInvitationMailsADay; count++)
    codes.push(await codeOf(invite(`a${count}@x.example`, cleo)));
  expect(codes.at(-1)).toBe('TooManyRequests');
});

test('a platform’s friends are suggested if both lists name each other, only among proved identities', async () => {
  const scoped = async (scope: string | null, confirmed = true) => {
    const id = randomUUID();
    const one = await person();
    const { identity_id } = await server.database.kysely
      .insertInto('social_identities')
      .values({ type: 'Steam', external_id: id, game: scope, account_id: one.accountId, confirmed })
      .returning('identity_id')
      .executeTakeFirstOrThrow();
    const origin = scope === null ? {} : { game: scope };
    const { token } = await server.sessions.begin(one.accountId, {
      begunBy: 'Steam',
      identityId: identity_id,
      ...origin,
    });
    return { ...one, id, tell: (Uids: string[]) => server.client(token).friends.tellPlatformFriends({ Uids }) };
  };
  const suggested = async ({ friends }: Person) => (await friends.suggestions({})).Players;
  const [ada, ben, ofGame, waiting] = [
    await scoped(null),
    await scoped(null),
    await scoped(game),
    await scoped(null, false),
  ];
  expect(await ada.tell([ben.id, ofGame.id, waiting.id, 'nobody', ada.id])).toEqual({ Success: true });
  expect(await ada.tell(['nobody at all'])).toEqual({ Success: true });
  expect(await suggested(ada)).toEqual([]);
  for (const each of [ben, ofGame, waiting]) await each.tell([ada.id]);
  expect(await suggested(ada)).toMatchObject([{ Name: ben.name, KnownFrom: 'Steam' }]);
  expect(await suggested(ofGame)).toEqual([]);
  const PlayerId = (await suggested(ben))[0]?.PlayerId ?? '';
  expect(PlayerId).not.toBe(ada.accountId);
  expect(await ben.friends.sendRequest({ PlayerId })).toEqual({ Outcome: 'Sent' });
  await ask(ada, ben);
  expect([await suggested(ada), await friendsOf(ada)]).toEqual([[], [ben.name]]);
  // The session must have been started by the account's own identity.
  expect(await ada.friends.tellPlatformFriends({ Uids: [ofGame.id] })).toEqual({ Success: true });
});

test('merged accounts have the blocks and requests of both, without blocked friends, and undoing restores them', async () => {
  const [ada, second, foe, admirer] = [
    await person({ identities: [{ type: 'Twitch', id: 'first' }] }),
    await person({ identities: [{ type: 'Twitch', id: 'second' }] }),
    await person(),
    await person(),
  ];
  await befriend(server.database, ada.accountId, foe.accountId);
  await befriend(server.database, ada.accountId, second.accountId);
  await befriend(server.database, second.accountId, foe.accountId);
  await second.friends.block({ FriendAccountId: foe.accountId });
  await ask(admirer, second);
  const identity = { type: 'Twitch', id: 'second' };
  const { profile } = server.client(ada.token);
  const MergeToken = await offerMerge(server.database, ada.accountId, second.accountId, identity);
  const { Token } = await profile.confirmMerge({ MergeToken, Keep: 'This' });
  const merged = { ...ada, friends: server.client(Token).friends };
  expect(await friendsOf(merged)).toEqual([]);
  expect(await friendsOf(foe)).toEqual([]);
  expect((await merged.friends.blocks({})).Blocks).toMatchObject([{ Name: foe.name }]);
  expect(await received(merged)).toMatchObject([{ Name: admirer.name }]);
  const [merge] = (await server.client(Token).profile.overview({})).Merges;
  await server.client(Token).profile.undoMerge({ MergeId: merge?.MergeId ?? '' });
  const signInAgain = async (accountId: string) =>
    server.client((await server.sessions.begin(accountId)).token).friends;
  const apart = { ...ada, friends: await signInAgain(ada.accountId) };
  expect((await friendsOf(apart)).sort()).toEqual([second.name, foe.name].sort());
  expect((await apart.friends.blocks({})).Blocks).toEqual([]);
  const again = await signInAgain(second.accountId);
  expect((await again.blocks({})).Blocks).toHaveLength(1);
  expect((await again.requests({})).Received).toHaveLength(1);
});
