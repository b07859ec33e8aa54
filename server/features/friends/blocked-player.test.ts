// A blocked player must not be able to notice it. Each case plays the same story with a block and with what it has to
// look like. The player makes every call that reveals something about another player; all replies must be equal, also
// those to a second account and to a visitor.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import type { friendRoutes } from '#contract/friends.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { befriend, buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from '#server/testing/create-test-app.ts';

const game = 'gem-miner';
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } });
  await buildGames(server.database, [game]);
});
afterAll(() => server[Symbol.asyncDispose]());

/** A player who can be found by name and is known from a platform. */
async function createPlayer(name: string) {
  const email = `${randomUUID()}@players.example`;
  const accountId = await buildAccount(server.database, { name, email, identities: [{ type: 'Email', id: email }] });
  await sql`update accounts set findable = true where account_id = ${accountId}`.execute(server.database.kysely);
  const steamId = randomUUID();
  const { identity_id } = await server.database.kysely
    .insertInto('social_identities')
    .values({ type: 'Steam', external_id: steamId, game: null, account_id: accountId, confirmed: true })
    .returning('identity_id')
    .executeTakeFirstOrThrow();
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Steam', identityId: identity_id });
  return { accountId, name, email, steamId, friends: server.client(token).friends };
}
type Player = Awaited<ReturnType<typeof createPlayer>>;
type Friends = Player['friends'];

async function createWorld() {
  const mark = randomUUID().slice(0, 8);
  const [ada, ben, second] = [
    await createPlayer(`${mark} Ada`),
    await createPlayer(`${mark} Ben`),
    await createPlayer(`${mark} Second`),
  ];
  // The platform has listed Ada and both accounts of Ben as friends.
  await ada.friends.tellPlatformFriends({ Uids: [ben.steamId, second.steamId] });
  for (const own of [ben, second]) await own.friends.tellPlatformFriends({ Uids: [ada.steamId] });
  return { ada, ben, second };
}
type World = Awaited<ReturnType<typeof createWorld>>;

const requestOf = async (by: Player): Promise<string> => (await by.friends.requests({})).Received[0]?.RequestId ?? '';
const askByName = async (from: Player, to: Player) => {
  const { Players } = await from.friends.find({ Name: to.name });
  return from.friends.sendRequest({ PlayerId: Players[0]?.PlayerId ?? randomUUID(), Name: to.name });
};
const makeLink = async ({ friends }: Player): Promise<string> =>
  new URL((await friends.createLink({ Game: game })).Url).searchParams.get('token') ?? '';

type Step = (world: World, own: Player) => Promise<unknown>;
const withLink = (ask: (friends: Friends, Token: string) => Promise<unknown>): Step => {
  const links = new WeakMap<Player, Promise<string>>();
  return async ({ ada }, { friends }) => {
    const link = links.get(ada) ?? makeLink(ada);
    links.set(ada, link);
    return ask(friends, await link);
  };
};
const sentRequests: Step = (_, { friends }) => friends.requests({});
const findAda: Step = ({ ada }, { friends }) => friends.find({ Name: ada.name });
const sendRequest: Step = ({ ada }, own) => askByName(own, ada);

/** Every call of the friends area, as the player would use it to learn about Ada. */
const steps: Readonly<Record<keyof typeof friendRoutes, readonly Step[]>> = {
  find: [findAda],
  suggestions: [(_, { friends }) => friends.suggestions({})],
  get: [({ ada }, { friends }) => friends.get({ FriendsIds: [ada.accountId] })],
  list: [(_, { friends }) => friends.list({ Game: game })],
  presence: [(_, { friends }) => friends.presence({ Game: game })],
  status: [(_, { friends }) => friends.status({ Game: game, Status: 'here' })],
  invites: [(_, { friends }) => friends.invites({})],
  dismissInvite: [({ ada }, { friends }) => friends.dismissInvite({ FriendAccountId: ada.accountId, Game: game })],
  sendInviteNotification: [
    ({ ada }, { friends }) => friends.sendInviteNotification({ FriendAccountId: ada.accountId, Game: game }),
  ],
  readLink: [withLink((friends, Token) => friends.readLink({ Token }))],
  sendRequest: [sendRequest, sentRequests, sendRequest, findAda],
  requests: [sentRequests],
  withdrawRequest: [
    async (_, { friends }) =>
      friends.withdrawRequest({ RequestId: (await friends.requests({})).Sent[0]?.RequestId ?? randomUUID() }),
    sentRequests,
    sendRequest,
    sentRequests,
  ],
  acceptLink: [
    withLink((friends, Token) => friends.acceptLink({ Token })),
    sentRequests,
    withLink((friends, Token) => friends.acceptLink({ Token })),
    sentRequests,
    async ({ ada }, { friends }) => friends.acceptLink({ Token: await makeLink(ada) }),
    sentRequests,
    (_, { friends }) => friends.list({}),
  ],
  inviteByMail: [
    ({ ada }, { friends }) => friends.inviteByMail({ Email: ada.email, CaptchaResult: passingCaptchaToken }),
    sentRequests,
  ],
  answerRequest: [(_, { friends }) => friends.answerRequest({ RequestId: randomUUID(), Accept: true })],
  remove: [({ ada }, { friends }) => friends.remove({ FriendAccountId: ada.accountId })],
  block: [({ ada }, { friends }) => friends.block({ FriendAccountId: ada.accountId })],
  blocks: [(_, { friends }) => friends.blocks({})],
  unblock: [(_, { friends }) => friends.unblock({ BlockId: randomUUID() })],
  createLink: [(_, { friends }) => friends.createLink({})],
  revokeLink: [(_, { friends }) => friends.revokeLink({ LinkId: randomUUID() })],
  tellPlatformFriends: [({ ada }, { friends }) => friends.tellPlatformFriends({ Uids: [ada.steamId] })],
  settings: [(_, { friends }) => friends.settings({})],
};

/** Ids and times are numbered as they appear, so that a difference shows. */
async function readAll(world: World, own: Player): Promise<string[]> {
  const lines: string[] = [];
  for (const [call, list] of Object.entries(steps))
    for (const [at, step] of list.entries())
      lines.push(`${call} ${at}: ${JSON.stringify(await outcomeOf(step(world, own)))}`);
  const numbers = new Map<string, string>();
  const toNumber = (text: string): string => {
    numbers.set(text, numbers.get(text) ?? `<${numbers.size + 1}>`);
    return numbers.get(text) ?? '';
  };
  const volatile = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|fxi_[\w-]+/g;
  const mark = world.ada.name.split(' ')[0] ?? '';
  return lines.map((line) => line.replaceAll(volatile, toNumber).replaceAll(mark, 'mark'));
}

const outcomeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError) return { refused: error.code, status: error.status };
    throw error;
  });

const makeFriends = ({ ada, ben }: World) => befriend(server.database, ada.accountId, ben.accountId);
const stories: Readonly<Record<string, Readonly<Record<string, (world: World) => Promise<unknown>>>>> = {
  'who was a friend': {
    removed: async (world) => {
      await makeFriends(world);
      await world.ada.friends.remove({ FriendAccountId: world.ben.accountId });
    },
    blocked: async (world) => {
      await makeFriends(world);
      await world.ada.friends.block({ FriendAccountId: world.ben.accountId });
    },
  },
  'who has asked': {
    'not answered': ({ ada, ben }) => askByName(ben, ada),
    declined: async ({ ada, ben }) => {
      await askByName(ben, ada);
      await ada.friends.answerRequest({ RequestId: await requestOf(ada), Accept: false });
    },
    blocked: async ({ ada, ben }) => {
      await askByName(ben, ada);
      await ada.friends.block({ RequestId: await requestOf(ada) });
    },
  },
};

describe.each(Object.entries(stories))('a player %s', (_, ends) => {
  test.each([
    ['at once', 0],
    ['after the request was cleaned up', 91],
  ])(`reads the same in every call, %s: ${Object.keys(ends).join(', ')}`, async (__, days) => {
    const read: Record<string, string[]> = {};
    for (const [end, tell] of Object.entries(ends)) {
      const world = await createWorld();
      await tell(world);
      if (days > 0) {
        await ageRows(server.database, 'friend_requests', days * 86_400);
        await sql`delete from friend_requests where created_at < now() - interval '90 days'`.execute(
          server.database.kysely,
        );
      }
      read[end] = await readAll(world, world.ben);
    }
    const { blocked, ...others } = read;
    for (const [end, lines] of Object.entries(others)) expect(lines, end).toEqual(blocked);
    expect(blocked?.find((line) => line.startsWith('find 0'))).toContain('mark Ada');
  });

  test('finds by name, by platform and by link the same as a second account and a visitor', async () => {
    for (const tell of Object.values(ends)) {
      const world = await createWorld();
      await tell(world);
      const { ada, ben, second } = world;
      const Token = await makeLink(ada);
      const link = await server.client().friends.readLink({ Token });
      const seenBy = async ({ friends }: Player) => ({
        found: (await friends.find({ Name: ada.name })).Players.map(({ Name }) => Name),
        suggested: (await friends.suggestions({})).Players.map(({ Name, KnownFrom }) => [Name, KnownFrom]),
        link: await friends.readLink({ Token }),
      });
      expect(await seenBy(ben)).toEqual(await seenBy(second));
      expect((await seenBy(ben)).link).toEqual(link);
    }
  });
});

test('nothing that a blocked player sends arrives, by any route', async () => {
  const world = await createWorld();
  const { ada, ben } = world;
  await makeFriends(world);
  await ada.friends.block({ FriendAccountId: ben.accountId });
  await readAll(world, ben);
  expect((await ada.friends.requests({})).Received).toEqual([]);
  expect((await ada.friends.list({})).Friends).toEqual([]);
  expect(server.mails.filter(({ to }) => to === ada.email)).toEqual([]);
  // Ada herself does not find a player whom she has blocked.
  expect((await ada.friends.find({ Name: ben.name })).Players).toEqual([]);
  expect((await ada.friends.suggestions({})).Players.map(({ Name }) => Name)).not.toContain(ben.name);
  const Token = await makeLink(ben);
  expect(await outcomeOf(ada.friends.readLink({ Token }))).toMatchObject({ refused: 'TokenExpiredOrUsed' });
  expect(await outcomeOf(ada.friends.acceptLink({ Token }))).toMatchObject({ refused: 'TokenExpiredOrUsed' });
});

test('a removed friend can return by a link after its owner accepts, and a new link asks again', async () => {
  const world = await createWorld();
  const { ada, ben } = world;
  await makeFriends(world);
  await ada.friends.remove({ FriendAccountId: ben.accountId });
  const link = await makeLink(ada);
  expect(await ben.friends.acceptLink({ Token: link })).toEqual({ Outcome: 'Sent', Name: ada.name, Game: game });
  await ada.friends.answerRequest({ RequestId: await requestOf(ada), Accept: false });
  // The same link sends one request only.
  expect(await ben.friends.acceptLink({ Token: link })).toMatchObject({ Outcome: 'Sent' });
  expect((await ada.friends.requests({})).Received).toEqual([]);
  expect(await ben.friends.acceptLink({ Token: await makeLink(ada) })).toMatchObject({ Outcome: 'Sent' });
  expect(await ada.friends.answerRequest({ RequestId: await requestOf(ada), Accept: true })).toEqual({ Success: true });
  expect((await ben.friends.list({})).Friends).toMatchObject([{ Name: ada.name }]);
});
