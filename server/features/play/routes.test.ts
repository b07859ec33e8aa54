import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildDocument, buildGames, changeGame, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
const now = new Date('2026-11-15T12:00:00Z');

beforeAll(async () => {
  server = await createTestApp({ now: () => now });
  await buildGames(server.database, ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer']);
  await changeGame(server.database, 'sky-courier', (config) => ({
    ...config,
    PlayGameType: 'Unity',
    GameOrientation: 'Horizontal',
  }));
  await changeConfig('paper-fleet', { Maintenance: { From: '2026-01-01T00:00:00Z' } });
  await buildDocument(server.database, 1, { game: 'bridge-explorer' });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('builds').execute());

interface BuildSpec {
  readonly ota?: string;
  readonly number: number;
  readonly platform?: string;
  readonly url?: string;
}

async function addBuilds(...builds: BuildSpec[]): Promise<void> {
  const rows = builds.map(({ ota = '1.0', number, platform = null, url = `/builds/${number}/` }) => ({
    build_id: randomUUID(),
    game: 'gem-miner',
    ota_version: ota,
    build_number: number,
    platform,
    build_type: 'Iframe' as const,
    sha: 'a'.repeat(40),
    description: `Build ${number}`,
    url,
  }));
  await server.database.kysely.insertInto('builds').values(rows).execute();
}

const changeConfig = (game: string, change: object): Promise<void> =>
  changeGame(server.database, game, (config) => ({ ...config, ...change }));

async function newPlayer(game?: string, identity?: string): Promise<{ accountId: string; token: string }> {
  const identities = identity === undefined ? [] : [{ type: 'X', id: identity }];
  const accountId = await buildAccount(server.database, { identities });
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Email', ...(game !== undefined && { game }) });
  return { accountId, token };
}

const connectionsOf = (accountId: string) =>
  server.database.kysely.selectFrom('connected_games').selectAll().where('account_id', '=', accountId).execute();

const choose = (token: string | undefined, rest: object = {}) =>
  server.client(token).play.chooseGame({ GameSystemName: 'gem-miner', WebPublishingPlatform: 'FxId', ...rest });

test('returns everything that the player page needs in one reply', async () => {
  const chosen = await choose(undefined, { OriginUrl: 'http://localhost:8080/play/gem-miner' });
  expect(chosen).toMatchObject({
    GameSystemName: 'gem-miner',
    PortalConfig: { CompanyBranding: { Name: 'FxId', AuthProviders: ['email'] } },
    PublicGameData: { GameSystemName: 'gem-miner', PlayGameType: 'Iframe' },
    LaunchUrl: 'http://gem-miner.localhost:8081/',
  });
  expect(chosen.PublicGameData.StorePage.WideArt).toBe('http://gem-miner.localhost:8081/.fxid/wide.svg');
});

test('opens the newest build for the platform, with the launch flags of the game', async () => {
  await addBuilds({ number: 3 }, { number: 5, ota: '2.0' }, { number: 9, platform: 'Telegram' });
  await changeConfig('gem-miner', { LaunchFlags: { quality: 'high', 'a.b': 'x y&z' } });
  const own = await choose(undefined);
  expect(own.LaunchUrl).toBe('http://gem-miner.localhost:8081/builds/5/?a.b=x+y%26z&quality=high');
  const { LaunchUrl } = await choose(undefined, { WebPublishingPlatform: 'Telegram' });
  expect(LaunchUrl).toBe('http://gem-miner.localhost:8081/builds/9/?a.b=x+y%26z&quality=high');
  await changeConfig('gem-miner', { LaunchFlags: {}, Url: 'https://miner.example/start' });
  expect((await choose(undefined)).LaunchUrl).toBe('https://miner.example/builds/5/');
  await server.database.kysely.deleteFrom('builds').execute();
  expect((await choose(undefined)).LaunchUrl).toBe('https://miner.example/start');
  await changeConfig('gem-miner', { Url: undefined });
});

test('rejects missing games, and invalid input', async () => {
  await expect(choose(undefined, { GameSystemName: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  for (const bad of [
    { GameSystemName: '../x' },
    { OriginUrl: 'javascript:alert(1)' },
    { WebPublishingPlatform: 'Nowhere' },
  ]) {
    await expect(choose(undefined, bad)).rejects.toMatchObject({ status: 400 });
  }
  await addBuilds({ number: 1, platform: 'Telegram' });
  await expect(choose(undefined)).rejects.toMatchObject({ status: 404, code: 'NotFound' });
});

test('connects a first-time player once, even with concurrent starts', async () => {
  const { accountId, token } = await newPlayer();
  await Promise.all(Array.from({ length: 20 }, () => choose(token)));
  const [connected, ...more] = await connectionsOf(accountId);
  expect(more).toEqual([]);
  expect(connected?.game_uid).toMatch(/^[0-9a-f-]{36}$/);
  expect(connected?.last_played_at).toBeInstanceOf(Date);
  const { ConnectedGame } = await server.client(token).profile.gameConnection({ Game: 'gem-miner' });
  expect(ConnectedGame).toMatchObject({ Game: 'gem-miner', GameUid: connected?.game_uid });
  expect(ConnectedGame?.GameJwt).toBeTypeOf('string');
});

test("keeps a connected player's id, and returns when it was played", async () => {
  const { accountId, token } = await newPlayer();
  const long = new Date('2026-01-01T00:00:00Z');
  await server.database.kysely
    .insertInto('connected_games')
    .values({ account_id: accountId, game: 'gem-miner', game_uid: 'my-own', last_played_at: long })
    .execute();
  await choose(token);
  const [connected] = await connectionsOf(accountId);
  expect(connected?.game_uid).toBe('my-own');
  expect(connected?.last_played_at?.getTime()).toBeGreaterThan(long.getTime());
});

test("nothing is counted or connected until the required documents are accepted, also in a game's session", async () => {
  const { kysely } = server.database;
  for (const bound of [undefined, 'bridge-explorer']) {
    const { accountId, token } = await newPlayer(bound);
    const start = () => choose(token, { GameSystemName: 'bridge-explorer' });
    expect(await start()).toMatchObject({ MustAcceptDocuments: true });
    expect(await connectionsOf(accountId)).toEqual([]);
    const { documents } = server.client(token);
    const { Documents } = await documents.listLatestUnaccepted({ GameSystemName: 'bridge-explorer' });
    for (const { Id, Versions } of Documents)
      await documents.accept({ DocumentId: Id, DocumentVersionId: Versions[0]?.Id ?? '' });
    expect(await start()).not.toHaveProperty('MustAcceptDocuments');
    expect(await connectionsOf(accountId)).toHaveLength(1);
  }
  // Signed-out visitors and sessions of other games have nothing to accept.
  const other = await newPlayer('gem-miner');
  for (const token of [undefined, other.token])
    expect(await choose(token, { GameSystemName: 'bridge-explorer' })).not.toHaveProperty('MustAcceptDocuments');
  await kysely.deleteFrom('document_acceptances').execute();
});

test("connects no player on another platform, in maintenance, without a session or with another game's", async () => {
  const { accountId, token } = await newPlayer();
  await choose(token, { WebPublishingPlatform: 'Telegram' });
  await choose(token, { GameSystemName: 'paper-fleet' });
  expect(await connectionsOf(accountId)).toEqual([]);
  const bound = await newPlayer('sky-courier');
  await choose(bound.token);
  expect(await connectionsOf(bound.accountId)).toEqual([]);
  const count = () => server.database.kysely.selectFrom('connected_games').select('game').execute();
  const before = (await count()).length;
  await choose('fxs_stale');
  expect(await count()).toHaveLength(before);
});

test('connects nothing to an account that is being merged into another one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { accountId, token } = await newPlayer(undefined, `${round}`);
    const survivor = await newPlayer();
    const MergeToken = await offerMerge(server.database, survivor.accountId, accountId, { type: 'X', id: `${round}` });
    const merge = server.client(survivor.token).profile.confirmMerge({ MergeToken, Keep: 'This' });
    await Promise.all([merge, choose(token), choose(token)]);
    expect(await connectionsOf(accountId)).toEqual([]);
  }
});

test('the page that frames a game has no script, and only the frame of that game', async () => {
  const response = await server.app.inject('/api/v1/play/index_html?Game=gem-miner');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-src http://gem-miner.localhost:8081;');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src|unsafe/);
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.body).not.toMatch(/<script|onload|javascript:/i);
  expect(response.body).toContain('<iframe src="http://gem-miner.localhost:8081/" title="Gem Miner"');
  expect(response.body).toContain('href="/api/v1/manifest/gem-miner"');
  expect(response.body).not.toContain('allow-top-navigation');
});

test('the page that frames a game may be framed only by its platform, and escapes its texts', async () => {
  const { config } = await server.database.kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  const Title = { en: '"><script>alert(1)</script>' };
  await changeConfig('gem-miner', {
    StorePage: { ...config.StorePage, Title },
    LaunchFlags: { x: '"><script>alert(2)</script>' },
  });
  const response = await server.app.inject('/api/v1/play/index_html?Game=gem-miner&WebPublishingPlatform=VkontakteCom');
  await changeConfig('gem-miner', { StorePage: config.StorePage, LaunchFlags: {} });
  expect(response.body).not.toContain('<script');
  expect(String(response.headers['content-security-policy'])).toMatch(/frame-ancestors https:/);
});

test.each([
  ['?Game=no-such-game', 404],
  ['', 400],
  ['?Game=%22%3E', 400],
  ['?Game=gem-miner&WebPublishingPlatform=x', 400],
])('the page that frames a game answers %s with %i', async (query, status) => {
  expect((await server.app.inject(`/api/v1/play/index_html${query}`)).statusCode).toBe(status);
});

test('returns the requested build, and lists all builds of a version', async () => {
  await addBuilds(
    { number: 3 },
    { number: 4 },
    { number: 4, platform: 'Telegram', url: '/telegram/' },
    { number: 9, ota: '2.0' },
  );
  const { play } = server.client();
  const build = (rest: object = {}) =>
    play.build({ Game: 'gem-miner', OtaVersion: '1.0', BuildNumber: 4, WebPublishingPlatform: 'FxId', ...rest });
  expect(await build()).toMatchObject({
    Build: { BuildNumber: 4, GameId: 'gem-miner', BuildType: 'Iframe', Description: 'Build 4', Metadata: {} },
    Url: 'http://gem-miner.localhost:8081/builds/4/',
  });
  expect(await build({ WebPublishingPlatform: 'Telegram' })).toMatchObject({
    Url: 'http://gem-miner.localhost:8081/telegram/',
  });
  expect((await build({ BuildNumber: 3 })).Build.BuildNumber).toBe(3);
  expect((await build({ OtaVersion: '2.0', BuildNumber: 9 })).Build.BuildNumber).toBe(9);
  await expect(build({ BuildNumber: 8 })).rejects.toMatchObject({ status: 404, code: 'NotFound' });
  await expect(build({ OtaVersion: '3.0' })).rejects.toMatchObject({ status: 404, code: 'NotFound' });
  await expect(build({ BuildNumber: -1 })).rejects.toMatchObject({ status: 400 });
  const { Builds } = await play.builds({ Game: 'gem-miner', OtaVersion: '1.0' });
  expect(Builds.map(({ BuildNumber }) => BuildNumber)).toEqual([4, 4, 3]);
  expect(await play.builds({ Game: 'gem-miner', OtaVersion: '3.0' })).toEqual({ Builds: [] });
});

test('a game without builds uses its folder', async () => {
  const { play } = server.client();
  const { Build, Url } = await play.build({
    Game: 'sky-courier',
    OtaVersion: '1.0',
    BuildNumber: 0,
    WebPublishingPlatform: 'FxId',
  });
  expect(Build).toMatchObject({ Id: 'sky-courier', BuildNumber: 0, BuildType: 'Unity' });
  expect(Url).toBe('http://sky-courier.localhost:8081/');
  expect(await play.builds({ Game: 'sky-courier', OtaVersion: '7' })).toEqual({ Builds: [Build] });
  const wanted = { OtaVersion: '1.0', BuildNumber: 1, WebPublishingPlatform: 'FxId' } as const;
  await expect(play.build({ Game: 'sky-courier', ...wanted })).rejects.toMatchObject({ code: 'NotFound' });
  for (const call of [play.build, play.builds])
    await expect(call({ Game: 'no-such-game', ...wanted })).rejects.toMatchObject({ code: 'UnknownGame' });
});

test("a build is served only from its game's host", async () => {
  for (const url of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'x'])
    await expect(addBuilds({ number: 1, url })).rejects.toThrow(/builds_url_check/);
});

test('the manifest installs one game', async () => {
  const manifest = await server.client().games.webManifest({ Game: 'sky-courier' });
  expect(manifest).toMatchObject({
    name: 'Sky Courier',
    start_url: '/play/sky-courier',
    scope: '/play/sky-courier',
    orientation: 'landscape',
    icons: [{ src: 'http://sky-courier.localhost:8081/.fxid/square.svg', type: 'image/svg+xml' }],
  });
  await expect(server.client().games.webManifest({ Game: 'no-such-game' })).rejects.toMatchObject({ status: 404 });
});

test('the manifest of the one game of a site opens the site', async () => {
  await using single = await createTestApp({ env: { GAME: 'gem-miner', ROUTER_TYPE: 'hash', BASE_PATH: '/games/' } });
  await buildGames(single.database, ['gem-miner', 'sky-courier']);
  expect(await single.client().games.webManifest({ Game: 'gem-miner' })).toMatchObject({
    start_url: '/games/',
    scope: '/games/',
  });
  expect(await single.client().games.webManifest({ Game: 'sky-courier' })).toMatchObject({
    start_url: '/games/#/play/sky-courier',
    scope: '/games/',
  });
});

test('reports what is wrong with an external page, requests it once for many players, and requests no other address', async () => {
  const asked: string[] = [];
  let xFrameOptions: string | undefined = 'SAMEORIGIN';
  let time = now.getTime();
  await using other = await createTestApp({
    now: () => new Date(time),
    vendorFetch: async (address) => {
      asked.push(address);
      const headers = { 'content-type': 'text/html', 'x-frame-options': xFrameOptions };
      return { status: 200, headers, body: Buffer.from('<canvas>') };
    },
  });
  await buildGames(other.database, ['gem-miner', 'sky-courier']);
  await changeGame(other.database, 'sky-courier', (config) => ({ ...config, Url: 'https://far.example/sky/' }));
  const { play } = other.client();
  const check = () => play.checkPage({ GameSystemName: 'sky-courier', WebPublishingPlatform: 'FxId' });
  const refused = {
    State: 'RefusesFraming',
    Detail: 'https://far.example/sky/ has the header X-Frame-Options: SAMEORIGIN',
  };
  expect(await Promise.all([check(), check()])).toEqual([refused, refused]);
  expect(asked).toEqual(['https://far.example/sky/']);
  xFrameOptions = undefined;
  expect(await check()).toEqual(refused);
  // A failure is cached for seconds, a success longer.
  time += 6000;
  expect(await check()).toEqual({ State: 'Ok' });
  time += 20_000;
  expect(await check()).toEqual({ State: 'Ok' });
  expect(await play.checkPage({ GameSystemName: 'gem-miner', WebPublishingPlatform: 'FxId' })).toEqual({ State: 'Ok' });
  expect(asked).toHaveLength(2);
  await expect(play.checkPage({ GameSystemName: 'nothing', WebPublishingPlatform: 'FxId' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test.each([
  ['WebPublishingPlatform', 'POST', '/api/v1/play/choose_game', { GameSystemName: 'gem-miner' }],
  ['WebPublishingPlatform', 'POST', '/api/v1/play/check_page', { GameSystemName: 'gem-miner' }],
  ['WebPublishingPlatform', 'GET', '/api/v1/play/gem-miner?OtaVersion=1.0&BuildNumber=1', undefined],
  ['BuildNumber', 'GET', '/api/v1/play/gem-miner?OtaVersion=1.0&WebPublishingPlatform=FxId', undefined],
  ['OtaVersion', 'GET', '/api/v1/play/gem-miner?BuildNumber=1&WebPublishingPlatform=FxId', undefined],
  ['OtaVersion', 'GET', '/api/v1/play/gem-miner/list', undefined],
] as const)('a missing %s is named by the refusal of %s %s', async (name, method, url, payload) => {
  const response = await server.app.inject({ method, url, ...(payload && { payload }) });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ Code: 'InvalidRequest', Fields: { [name]: expect.any(String) } });
});
