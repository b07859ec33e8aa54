// Signed-in players load a game while the database is down, from what the node has in memory.
import { mkdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames, changeGame } from './testing/build-accounts.ts';
import { callApi, type ApiCallResult } from './testing/call-api.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
import { startDatabaseRelay, type DatabaseRelay } from './testing/database-relay.ts';
import { eventually } from './testing/eventually.ts';
import { startTestNode, type TestNode } from './testing/start-test-node.ts';

const parts = new AsyncDisposableStack();
let tested: TestDatabase;
let relay: DatabaseRelay;
let node: TestNode;
let token: string;
let endedToken: string;

beforeAll(async () => {
  tested = parts.use(await createTestDatabase());
  const { database } = tested;
  await buildGames(database, ['chess']);
  await changeGame(database, 'chess', (config) => ({ ...config, Url: 'https://chess.example/' }));
  relay = parts.use(await startDatabaseRelay(tested.connection));
  node = parts.use(await startTestNode(relay.url));
  const folder = join(node.dataDir, 'games/chess');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'board.js'), 'let board;');
  const accountId = await buildAccount(database, { name: 'Ada' });
  token = (await node.sessions.begin(accountId)).token;
  const ended = await node.sessions.begin(accountId);
  endedToken = ended.token;
  await call('profile', {}, endedToken);
  await node.sessions.end(ended.session.sessionId);
});
afterAll(() => parts.disposeAsync());

const call = (path: string, body: object, as = token): Promise<ApiCallResult> =>
  callApi(`http://127.0.0.1:${node.port}/api/v1/${path}`, { token: as, body });

const readPage = async (path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${node.port}${path}`, { headers: { accept: 'text/html' } })).status;

/** A file of the game, from its own host. */
const readGameFile = async (): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get({ port: node.gamesPort, path: '/board.js', headers: { host: 'chess.games.example' } }, resolve).on(
    'error',
    reject,
  );
  return text(await promise);
};

/** What the player's page and the game in it request. Each token for the game is another one. */
const loadGame = async () => ({
  page: await readPage('/play/chess'),
  profile: await call('profile', {}),
  game: await call('play/choose_game', { GameSystemName: 'chess', WebPublishingPlatform: 'FxId' }),
  config: (await fetch(`http://127.0.0.1:${node.port}/api/v1/public_game_config/chess`)).status,
  player: withoutToken(await call('profile/fetch_fxid_game_connection', { Game: 'chess' })),
  store: await call('store/store_availability', { Game: 'chess', WebPublishingPlatform: 'FxId' }),
  file: await readGameFile(),
  list: await call('games/list', {}),
  search: await call('games/browse', { Search: 'ches', Sort: 'Popular' }),
});

function withoutToken(result: ApiCallResult): unknown {
  if (result.outcome !== 'done') return result;
  const { ConnectedGame, ...rest } = result.body as { readonly ConnectedGame?: { readonly GameJwt?: string } };
  const { GameJwt, ...connected } = ConnectedGame ?? {};
  return { outcome: 'done', body: { ...rest, ConnectedGame: { ...connected, hasToken: GameJwt !== undefined } } };
}

test('a game loads while the database is down; what was ended or must be written is rejected', async () => {
  // The first start connects the game, which changes the profile.
  await loadGame();
  const before = await loadGame();
  expect(before).toMatchObject({
    page: 200,
    profile: { outcome: 'done', body: { Name: 'Ada' } },
    game: { outcome: 'done', body: { LaunchUrl: 'https://chess.example/' } },
    config: 200,
    player: { outcome: 'done', body: { Account: { Name: 'Ada' }, ConnectedGame: { Game: 'chess', hasToken: true } } },
    store: { outcome: 'done' },
    file: 'let board;',
    search: { outcome: 'done', body: { Total: 1 } },
  });
  await relay.cut();
  for (let round = 0; round < 3; round += 1) expect(await loadGame()).toEqual(before);
  const refused = { outcome: 'refused', status: 503, code: 'DatabaseUnavailable' };
  expect(await call('profile', {}, endedToken)).toMatchObject(refused);
  expect(await call('profile/update', { Language: 'de' })).toMatchObject(refused);
  await relay.restore();
  await eventually(async () => (await call('profile/update', { Language: 'de' })).outcome === 'done');
  expect(await call('profile', {})).toMatchObject({ outcome: 'done', body: { Locale: 'de' } });
  expect(await call('profile', {}, endedToken)).toMatchObject({ status: 401 });
});
