import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPlayersArguments, runPlayersCommand } from '#server/features/players/run-players-command.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'secret-game']);
  await server.database.kysely
    .updateTable('games')
    .set({ published: false })
    .where('game', '=', 'secret-game')
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(...words: string[]): Promise<string> {
  const said: string[] = [];
  const report = (text: string): void => void said.push(text);
  await runPlayersCommand(readPlayersArguments(words), { database: server.database, report, operator: 'ops on desk' });
  return said.join('\n');
}

async function signedIn() {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  return { accountId, client: server.client(token) };
}

type Client = ReturnType<TestApp['client']>;

/** What a caller sees of the hidden game, call by call. */
async function look({ games, discovery, play, profile }: Client, isSignedIn = true) {
  const isThere = (listed: { Games: readonly { GameSystemName: string; Hidden?: boolean }[] }) =>
    listed.Games.find(({ GameSystemName }) => GameSystemName === 'secret-game')?.Hidden ?? false;
  const opens = (call: Promise<unknown>) =>
    call.then(
      () => true,
      (error: { code: string }) => error.code,
    );
  const configs = await games.listWithConfigs({});
  return {
    list: isThere(await games.list({})),
    listWithConfigs: isThere({ Games: configs.Games.map(({ Game }) => Game) }),
    browse: isThere(await discovery.browse({})),
    search: isThere(await discovery.browse({ Search: 'secret-game', Sort: 'Name' })),
    named: isThere(await discovery.named({ Games: ['secret-game'] })),
    about: await opens(discovery.about({ Game: 'secret-game' })),
    config: await opens(games.publicConfig({ Game: 'secret-game' })),
    play: await opens(play.chooseGame({ GameSystemName: 'secret-game', WebPublishingPlatform: 'FxId' })),
    ...(isSignedIn && { connection: await opens(profile.gameConnection({ Game: 'secret-game' })) }),
  };
}

const nothing = {
  list: false,
  listWithConfigs: false,
  browse: false,
  search: false,
  named: false,
  about: 'UnknownGame',
  config: 'UnknownGame',
  play: 'UnknownGame',
};
const everything = {
  list: true,
  listWithConfigs: true,
  browse: true,
  search: true,
  named: true,
  about: true,
  config: true,
  play: true,
  connection: true,
};

test('only a player with the feature ListGames sees and plays hidden games', async () => {
  const { accountId, client } = await signedIn();
  expect(await look(server.client(), false)).toEqual(nothing);
  expect(await look(client)).toEqual({ ...nothing, connection: 'UnknownGame' });
  expect((await client.profile.overview({})).Account.Features).toEqual(['None']);

  expect(await run('features', accountId, 'listgames')).toBe(`${accountId} has the feature ListGames.`);
  expect((await client.profile.overview({})).Account.Features).toEqual(['ListGames']);
  expect(await look(client)).toEqual(everything);
  // What is cached for visitors stays without it.
  expect(await look(server.client(), false)).toEqual(nothing);
  const shelves = await server.client().discovery.shelves({});
  expect(shelves.Games.map(({ GameSystemName }) => GameSystemName)).toEqual(['gem-miner']);
  const own = await client.discovery.own({});
  expect(own.Games.find(({ GameSystemName }) => GameSystemName === 'secret-game')).toMatchObject({ Hidden: true });

  // A session that a game holds sees what visitors see.
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'secret-game' });
  expect((await server.client(token).games.list({})).Games).toHaveLength(1);

  await run('features', accountId, 'None');
  expect(await look(client)).toMatchObject({ ...nothing });
  expect((await client.profile.overview({})).Account.Features).toEqual(['None']);
});

test('the operator who granted or removed a feature is recorded', async () => {
  const { accountId, client } = await signedIn();
  await run('features', accountId, 'ListGames');
  await run('features', accountId, 'None');
  await run('block', accountId);
  await run('unblock', accountId);
  const shown = await run('show', accountId);
  const acts = shown.split('\n').filter((line) => line.includes('by ops on desk'));
  expect(acts.map((line) => line.split('  ')[1])).toEqual([
    'players unblock {"Blocked":false} by ops on desk',
    'players block {"Blocked":true} by ops on desk',
    'players features {"Features":[]} by ops on desk',
    'players features {"Features":["ListGames"]} by ops on desk',
  ]);
  expect(client).toBeDefined();
});

test.each([['features'], ['features', 'x'], ['features', '7d444840-9dc0-11d1-b245-5ffdce74fad2', 'Everything']])(
  '%j is answered with the usage',
  (...words) => {
    expect(() => readPlayersArguments(words)).toThrow('Usage: npm run players');
  },
);
