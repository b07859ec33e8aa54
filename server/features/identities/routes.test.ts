import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';

let server: TestApp;
let vendors: SimulatedVendors;
const players = { ada: '', borys: '', chiyo: '', darya: '' };

beforeAll(async () => {
  vendors = await simulateVendors();
  server = await createTestApp({ settings: vendors.settings, vendorFetch: vendors.fetch });
  await buildGames(server.database, ['gem-miner']);
  for (const name of ['ada', 'borys', 'chiyo', 'darya'] as const) {
    const email = `${name}@players.example`;
    players[name] = await buildAccount(server.database, { email, identities: [{ type: 'Email', id: email }] });
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

let people = 0;
const somebody = (email?: string) => {
  people += 1;
  return {
    id: String(7_000_000 + people),
    name: `Person ${people}`,
    email: email ?? `person-${people}@vendors.example`,
  };
};

const ways = [
  { folder: 'firebase', type: 'Firebase', key: 'FirebaseLogin' },
  { folder: 'vkid', type: 'VkId', key: 'VkIdLogin' },
  { folder: 'egs', type: 'Egs', key: 'EgsLogin' },
  { folder: 'mygames', type: 'MyGames', key: 'MyGamesLogin' },
];

const signIn = async (way: (typeof ways)[number], person: ReturnType<typeof somebody>, as?: string) =>
  server.client(as).auth.authenticateToFxid({
    AuthenticationType: way.type,
    [way.key]: await vendors.login(way.folder, person),
  });

describe.each(ways)('$folder', (way) => {
  test('creates an account once and finds it again', async () => {
    const person = somebody();
    const first = await signIn(way, person);
    expect(first).toMatchObject({ Success: true });
    const second = await signIn(way, person);
    expect(second.Data?.AccountId).toBe(first.Data?.AccountId);
    expect(second.Data?.Token).not.toBe(first.Data?.Token);
    expect(await server.client(first.Data?.Token).profile.get({})).toMatchObject({ AccountId: first.Data?.AccountId });
  });

  test("a new account has the page's language", async () => {
    const login = { [way.key]: await vendors.login(way.folder, somebody()) };
    const { Data } = await server
      .client()
      .auth.authenticateToFxid({ AuthenticationType: way.type, Locale: 'fa', ...login });
    expect(await server.client(Data?.Token).profile.get({})).toMatchObject({ Locale: 'fa' });
  });

  test('fifty concurrent first sign-ins create one account', async () => {
    const person = somebody();
    const logins = await Promise.all(Array.from({ length: 20 }, () => vendors.login(way.folder, person)));
    const replies = await Promise.all(
      logins.map((login) =>
        server.client().auth.authenticateToFxid({ AuthenticationType: way.type, [way.key]: login }),
      ),
    );
    expect(new Set(replies.map(({ Data }) => Data?.AccountId)).size).toBe(1);
  });

  test("rejects a changed login, with the catalogue's text", async () => {
    const login = await vendors.login(way.folder, somebody(), 'changed');
    expect(await server.client().auth.authenticateToFxid({ AuthenticationType: way.type, [way.key]: login })).toEqual({
      Success: false,
      Error: { Message: 'Failed to login. Try again' },
    });
  });

  test('an equal email address merges nothing', async () => {
    const reply = await signIn(way, somebody('ada@players.example'));
    expect(reply.Success).toBe(true);
    expect(reply.Data?.AccountId).not.toBe(players.ada);
  });

  test('is added to the account of the session, and belongs to it from then on', async () => {
    const { token } = await server.sessions.begin(players.borys);
    const person = somebody();
    const added = await signIn(way, person, token);
    expect(added.Data?.AccountId).toBe(players.borys);
    // The earlier token no longer works.
    await expect(server.client(token).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect((await signIn(way, person)).Data?.AccountId).toBe(players.borys);
  });

  test('that belongs to another account offers a merge and moves nothing', async () => {
    const person = somebody();
    const owner = await signIn(way, person);
    const { token } = await server.sessions.begin(players.chiyo);
    const reply = await signIn(way, person, token);
    expect(reply.Data).toMatchObject({ AccountId: players.chiyo, Token: token });
    expect(reply.Data?.Merge?.MergeToken).toMatch(/^fxp_/);
    expect((await signIn(way, person)).Data?.AccountId).toBe(owner.Data?.AccountId);
  });

  test('is not added by a session started by a game', async () => {
    const { token } = await server.sessions.begin(players.ada, { begunBy: 'Game', game: 'gem-miner' });
    const person = somebody();
    const reply = await signIn(way, person, token);
    expect(reply).toMatchObject({ Success: true });
    expect(reply.Data?.AccountId).not.toBe(players.ada);
    expect((await signIn(way, person)).Data?.AccountId).toBe(reply.Data?.AccountId);
  });
});

test("two accounts can't both get the same new identity", async () => {
  const person = somebody();
  const [way] = ways;
  if (!way) throw new Error('There is a way.');
  const tokens = await Promise.all(Object.values(players).map((accountId) => server.sessions.begin(accountId)));
  await Promise.allSettled(tokens.map(({ token }) => signIn(way, person, token)));
  const rows = await server.database.kysely
    .selectFrom('social_identities')
    .select(['account_id'])
    .where('external_id', '=', person.id)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row.account_id)).size).toBe(1);
});

test.each(['Nobody', 'SteamOpenId', 'Email'])(
  'rejects the unknown authentication type %s',
  async (AuthenticationType) => {
    await expect(server.client().auth.authenticateToFxid({ AuthenticationType })).rejects.toMatchObject({
      code: 'NotConfigured',
      detail: `Login provider ${AuthenticationType} is not supported.`,
    });
  },
);

test('requires the block of its type', async () => {
  await expect(server.client().auth.authenticateToFxid({ AuthenticationType: 'VkId' })).rejects.toMatchObject({
    code: 'InvalidRequest',
    fields: { VkIdLogin: 'is required' },
  });
});

test("also signs in by the identity's own call", async () => {
  const { Token } = (await vendors.login('firebase', somebody())) as { Token: string };
  const reply = await server.client().firebase.authenticate({ Token, MarketingEnabled: true });
  expect(await server.client(reply.Token).profile.get({})).toMatchObject({ AccountId: reply.AccountId });
  await expect(server.client().firebase.authenticate({ Token: 'x.y.z' })).rejects.toMatchObject({
    code: 'ProofRefused',
    detail: 'Failed to login. Try again',
  });
});

test('reports that a sign-in method is not set up', async () => {
  await using bare = await createTestApp();
  await expect(bare.client().firebase.authenticate({ Token: 'x.y.z' })).rejects.toMatchObject({
    code: 'NotConfigured',
  });
});
