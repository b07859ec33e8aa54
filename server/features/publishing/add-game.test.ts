import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { withGameLock } from './with-game-lock.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
});
afterAll(() => testing[Symbol.asyncDispose]());

const page = (text: string) => ({ 'index.html': `<p>${text}</p>`, 'code/game.js': `// ${text}` });
const launchOf = async (game: string) =>
  (await testing.server.client().play.chooseGame({ GameSystemName: game, WebPublishingPlatform: 'FxId' })).LaunchUrl;
const onDisk = (game: string) => {
  const home = join(testing.config.dataDir, 'games', game);
  return existsSync(home) ? readdirSync(home, { recursive: true }).map(String).sort() : [];
};

test('a folder with a page is a game that can be played at once', async () => {
  const said = await testing.run(['add', 'first', testing.folder(page('one')), '--name', 'The First']);
  expect(said).toContain('first is a page of 2 files, 16 bytes. It is build 1.');
  expect(said).toContain('It plays at http://localhost:8080/play/first');
  expect(await launchOf('first')).toBe('http://first.localhost:8081/');
  expect(await testing.get('first', '/')).toMatchObject({ status: 200, body: '<p>one</p>' });
  expect((await testing.get('first', '/code/game.js')).body).toBe('// one');
  const { Games } = await testing.server.client().games.listWithConfigs({});
  const { Game, PublicGameData } = Games.find((each) => each.Game.GameSystemName === 'first') ?? {};
  expect(Game).toMatchObject({ Title: 'The First', PlayGameType: 'Iframe', InMaintenance: false });
  expect(PublicGameData).toMatchObject({ SupportedLanguages: ['en'], GameOrientation: 'Unspecified' });
});

test('without its own art a game has its initials', async () => {
  await testing.run(['add', 'bare-bones', testing.folder(page('x'))]);
  const bare = await testing.server.client().games.publicConfig({ Game: 'bare-bones' });
  expect(bare.StorePage).toMatchObject({
    Title: { en: 'Bare Bones' },
    WideArt: 'http://bare-bones.localhost:8081/.fxid/wide.svg',
  });
  const { status, headers, body } = await testing.get('bare-bones', '/.fxid/wide.svg');
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(body).toContain('>BB</text>');
  await testing.run(['add', 'drawn', testing.folder({ ...page('x'), 'art/wide.png': 'w', 'art/square.svg': 's' })]);
  const { StorePage } = await testing.server.client().games.publicConfig({ Game: 'drawn' });
  expect(StorePage.WideArt).toBe('http://drawn.localhost:8081/art/wide.png');
  expect((await testing.get('drawn', '/art/wide.png')).body).toBe('w');
});

test.each([
  ['as it is', '', (text: string) => text],
  ['in gzip', '.gz', gzipSync],
  ['in Brotli', '.br', brotliCompressSync],
])('a Unity build %s gets a page that runs it, and its parts', async (_, ending, pack) => {
  const game = `unity${ending.replace('.', '-')}`;
  const folder = testing.folder({
    'Build/m.loader.js': 'loader',
    [`Build/m.data${ending}`]: pack('data'),
    [`Build/m.framework.js${ending}`]: pack('framework'),
    [`Build/m.wasm${ending}`]: pack('code'),
  });
  expect(await testing.run(['add', game, folder])).toContain(`${game} is a Unity build of 4 files`);
  for (const root of ['/', '/builds/1/']) {
    const { status, body, headers } = await testing.get(game, root);
    expect(status).toBe(200);
    expect(body).toContain(`Build/m.wasm${ending}`);
    expect(headers['content-security-policy']).toContain("'unsafe-eval'");
    expect((await testing.get(game, `${root}Build/m.wasm${ending}`)).body).toBe('code');
  }
  expect((await testing.server.client().games.publicConfig({ Game: game })).PlayGameType).toBe('Unity');
});

test('the next build replaces the last, which keeps its own address until it is pruned', async () => {
  const build = async () => (await testing.server.client().play.builds({ Game: 'growing', OtaVersion: '1.0' })).Builds;
  await testing.run(['add', 'growing', testing.folder(page('one')), '--name', 'Growing']);
  await testing.run(['add', 'growing', testing.folder(page('two')), '--description', 'Larger']);
  const said = await testing.run(['add', 'growing', testing.folder(page('three'))]);
  expect(said).toContain('It is build 3.');
  expect((await build()).map(({ BuildNumber, Description }) => [BuildNumber, Description])).toEqual([
    [3, ''],
    [2, 'Larger'],
    [1, ''],
  ]);
  expect(await launchOf('growing')).toBe('http://growing.localhost:8081/');
  expect((await testing.get('growing', '/')).body).toBe('<p>three</p>');
  expect((await testing.get('growing', '/code/game.js')).headers['cache-control']).toBe('no-cache');
  const { Url } = await testing.server
    .client()
    .play.build({ Game: 'growing', OtaVersion: '1.0', BuildNumber: 2, WebPublishingPlatform: 'FxId' });
  expect(Url).toBe('http://growing.localhost:8081/builds/2/');
  expect((await testing.get('growing', '/builds/2/')).body).toBe('<p>two</p>');
  const { StorePage } = await testing.server.client().games.publicConfig({ Game: 'growing' });
  expect(StorePage.Title).toEqual({ en: 'Growing' });
  expect(await testing.run(['prune', 'growing', '--keep', '1'])).toBe('Removed: build 1. Still there: 3, 2.');
  expect(await testing.run(['prune', 'growing'])).toBe('Removed: build 2. Still there: 3.');
  expect(await testing.run(['prune', 'growing'])).toBe('Nothing to prune. Still there: 3.');
  expect((await build()).map(({ BuildNumber }) => BuildNumber)).toEqual([3]);
  expect((await testing.get('growing', '/builds/2/')).status).toBe(404);
  expect((await testing.get('growing', '/')).body).toBe('<p>three</p>');
});

test("the same files don't make a new build, and a change of one character does", async () => {
  const folder = testing.folder(page('one'));
  await testing.run(['add', 'steady', folder]);
  expect(await testing.run(['add', 'steady', folder])).toContain(
    'Build 1 of steady has exactly these 2 files already.',
  );
  await testing.run(['add', 'steady', folder, '--orientation', 'vertical']);
  expect((await testing.server.client().games.publicConfig({ Game: 'steady' })).GameOrientation).toBe('Vertical');
  writeFileSync(join(folder, 'code/game.js'), '// ona');
  expect(await testing.run(['add', 'steady', folder])).toContain('It is build 2.');
  renameSync(join(folder, 'code/game.js'), join(folder, 'code/name.js'));
  expect(await testing.run(['add', 'steady', folder])).toContain('It is build 3.');
  expect(onDisk('steady').filter((name) => name.startsWith('.'))).toEqual([]);
});

test('an external game is framed within seconds, and may move to a folder and back', async () => {
  const url = 'https://elsewhere.example/play/?a=1';
  const said = await testing.run(['add', 'far-away', url]);
  expect(said).toContain(`far-away is the page at ${url}`);
  expect(await launchOf('far-away')).toBe(url);
  await testing.run(['add', 'far-away', testing.folder(page('near'))]);
  expect(await launchOf('far-away')).toBe('http://far-away.localhost:8081/');
  expect(await testing.run(['add', 'far-away', 'http://localhost:5173/'])).toContain(
    'Its 1 builds are no longer played',
  );
  expect(await launchOf('far-away')).toBe('http://localhost:5173/');
  expect(await testing.run(['prune', 'far-away'])).toBe('Removed: build 1.');
});

test('hidden files are skipped, and links within the folder are followed', async () => {
  const folder = testing.folder({ ...page('x'), '.env': 'secret', '.git/config': 'secret', 'a/real.txt': 'real' });
  symlinkSync('a', join(folder, 'b'));
  symlinkSync('a/real.txt', join(folder, 'linked.txt'));
  chmodSync(join(folder, 'a/real.txt'), 0o600);
  expect(await testing.run(['add', 'linked', folder])).toContain(
    'of 5 files, 24 bytes; 2 whose names begin with a dot',
  );
  expect(JSON.stringify(onDisk('linked'))).not.toMatch(/env|git/);
  for (const path of ['/a/real.txt', '/b/real.txt', '/linked.txt'])
    expect((await testing.get('linked', path)).body, path).toBe('real');
});

test('file names may contain any characters', async () => {
  const names = ['a b.txt', 'ü#?%.txt', '日本.txt', 'a%20b.txt', 'x..y.txt', 'q\'u"ote;.txt', `${'n'.repeat(200)}.txt`];
  await testing.run([
    'add',
    'oddly',
    testing.folder({ ...page('x'), ...Object.fromEntries(names.map((n) => [n, n])) }),
  ]);
  for (const name of names)
    expect(await testing.get('oddly', `/${encodeURIComponent(name)}`)).toMatchObject({ status: 200, body: name });
});

test('a game with the maximum number of files is accepted', async () => {
  const count = chooseDrillSize(200, 10_000);
  const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at % 100}/f${at}.txt`, String(at)]));
  const said = await testing.run(['add', 'many', testing.folder({ 'index.html': 'many', ...files })]);
  expect(said).toContain(`of ${count + 1} files`);
  expect((await testing.get('many', `/d99/f${count - 1}.txt`)).body).toBe(String(count - 1));
});

test.each([
  ['Upper', 'label of a host'],
  ['-x', 'Usage'],
  ['x-', 'label of a host'],
  ['a.b', 'label of a host'],
  ['a/b', 'label of a host'],
  ['..', 'label of a host'],
  ['xn--d1acufc', 'label of a host'],
  ['x'.repeat(64), 'label of a host'],
  ['captcha', 'taken by the portal'],
  ['iframe', 'taken by the portal'],
])('rejects the name %s', async (name, message) => {
  await expect(testing.run(['add', name, testing.folder(page('x'))])).rejects.toThrow(message);
  expect(await testing.run(['list'])).not.toContain(`${name}  `);
});

test.each([
  ['http://elsewhere.example/', 'not encrypted'],
  ['ftp://elsewhere.example/', 'not encrypted'],
  ['https://user:secret@elsewhere.example/', 'name or password'],
  ['http://localhost:8080/anything', "portal's own origin"],
  ['https://', "isn't an address"],
  ['https://a b/', "isn't an address"],
  ['no-such-folder', 'There is no folder'],
])('rejects %s as a game', async (source, message) => {
  await expect(testing.run(['add', 'refused', source])).rejects.toThrow(message);
  expect(await testing.run(['list'])).not.toContain('refused');
});

test('rejects an invalid game, and names what is missing', async () => {
  const add = (files: Record<string, string>, inside = '') =>
    testing.run(['add', 'refused', join(testing.folder(files), inside)]);
  await expect(add({ 'game.zip': 'PK' }, 'game.zip')).rejects.toThrow('is an archive. Unpack it');
  await expect(add({ 'index.html': '' }, 'index.html')).rejects.toThrow(
    /is a file. Give the folder of the game, \/\S+ perhaps/,
  );
  await expect(add({ 'readme.txt': '' })).rejects.toThrow('neither an index.html');
  await expect(add({ 'dist/index.html': '' })).rejects.toThrow(/Did you mean \/\S+\/dist\?/);
  await expect(add({ 'Build/m.loader.js': '' }, 'Build')).rejects.toThrow('Give the folder above');
  await expect(add({ 'Build/m.loader.js': '', 'Build/m.data': '' })).rejects.toThrow('lacks .framework.js, .wasm');
  const stock = '<link href="TemplateData/style.css"><script>createUnityInstance(canvas)</script>';
  await expect(add({ 'index.html': stock })).rejects.toThrow('lacks .loader.js');
  expect(onDisk('refused')).toEqual([]);
});

test("rejects links out of the folder, circular and broken links, pipes, and names that can't be in an address", async () => {
  const add = async (prepare: (folder: string) => unknown) => {
    const folder = testing.folder(page('x'));
    await prepare(folder);
    return testing.run(['add', 'refused', folder]);
  };
  await expect(add((folder) => symlinkSync('/etc/hostname', join(folder, 'host')))).rejects.toThrow(
    'host is a link out of the folder',
  );
  await expect(add((folder) => symlinkSync('..', join(folder, 'up')))).rejects.toThrow(
    'up is a link out of the folder',
  );
  await expect(add((folder) => symlinkSync('..', join(folder, 'code/up')))).rejects.toThrow('code/up leads back');
  await expect(add((folder) => symlinkSync('.', join(folder, 'code/round')))).rejects.toThrow('code/round leads back');
  await expect(add((folder) => symlinkSync('gone', join(folder, 'link')))).rejects.toThrow(
    'link is a link that leads nowhere',
  );
  await expect(add((folder) => promisify(execFile)('mkfifo', [join(folder, 'pipe')]))).rejects.toThrow(
    'pipe is a pipe',
  );
  await expect(add((folder) => writeFileSync(join(folder, 'a\\b'), ''))).rejects.toThrow('that no address can have');
  const around = dirname(testing.config.dataDir);
  writeFileSync(join(around, 'index.html'), '');
  await expect(testing.run(['add', 'refused', around])).rejects.toThrow('contains DATA_DIR');
  expect(onDisk('refused')).toEqual([]);
  expect(await testing.run(['list'])).not.toContain('refused');
});

test("a build that sells by another portal's SDK gets its purchases in the page, unless it has a server", async () => {
  const code = '<script src="/sdk.js"></script><script>YaGames.init().then((y) => y.getPayments())</script>';
  const add = (game: string) => testing.run(['add', game, testing.folder({ 'index.html': `<!doctype html>${code}` })]);
  const purchasesIn = async (game: string) => {
    const { config } = await testing.server.database.kysely
      .selectFrom('games')
      .select('config')
      .where('game', '=', game)
      .executeTakeFirstOrThrow();
    return config.PurchasesIn;
  };
  expect(await add('page-shop')).toContain('Its page receives its purchases');
  expect(await purchasesIn('page-shop')).toBe('Page');
  await testing.run(['add', 'server-shop', testing.folder({ 'index.html': '<!doctype html>' })]);
  expect(await purchasesIn('server-shop')).toBeUndefined();
  await createGameKeys(testing.server.database, testing.server.sealer).create('server-shop');
  expect(await add('server-shop')).toContain('set "PurchasesIn": "Page" in its Config');
  expect(await purchasesIn('server-shop')).toBeUndefined();
});

test('the lock of a game is free as soon as its command has ended', async () => {
  for (let times = 0; times < 50; times += 1)
    await withGameLock(testing.server.database, 'again', () => Promise.resolve());
});

test("of two concurrent commands for one game one is rejected; other games don't wait", async () => {
  await withGameLock(testing.server.database, 'busy', async () => {
    await expect(testing.run(['add', 'busy', testing.folder(page('x'))])).rejects.toThrow(
      'Another change of busy is in progress',
    );
    await testing.run(['add', 'not-busy', testing.folder(page('x'))]);
  });
  const folders = Array.from({ length: 5 }, (_, at) => testing.folder(page(String(at))));
  const ended = await Promise.allSettled(folders.map((folder) => testing.run(['add', 'busy', folder])));
  const done = ended.filter(({ status }) => status === 'fulfilled').length;
  expect(done).toBeGreaterThan(0);
  expect(onDisk('busy').filter((name) => /^builds\/\d+$/.test(name))).toHaveLength(done);
  const { Builds } = await testing.server.client().play.builds({ Game: 'busy', OtaVersion: '1.0' });
  expect(Builds.map(({ BuildNumber }) => BuildNumber)).toEqual(Array.from({ length: done }, (_, at) => done - at));
});

const program = join(import.meta.dirname, 'games-command.ts');
const envOf = () => ({
  PATH: process.env['PATH'],
  DATABASE_URL: buildConnectionUrl(testing.server.database.connection),
  DATA_DIR: testing.config.dataDir,
});

test('a full disk keeps the current build, and nothing of the new one', async () => {
  await testing.run(['add', 'full', testing.folder(page('one'))]);
  const before = onDisk('full');
  const large = testing.folder({ ...page('two'), 'large.bin': 'x'.repeat(200_000) });
  // Limits files to 64 blocks of 512 bytes, so that writing fails as on a full disk.
  const limited = promisify(execFile)(
    'sh',
    ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, program, 'add', 'full', large],
    {
      env: envOf(),
      timeout: 60_000,
    },
  );
  await expect(limited).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('large.bin could not be copied. Nothing has changed for players.') as string,
  });
  expect(onDisk('full')).toEqual(before);
  expect((await testing.get('full', '/')).body).toBe('<p>one</p>');
});

test('the next command removes what a killed one left behind', async () => {
  await testing.run(['add', 'killed', testing.folder(page('one'))]);
  const home = join(testing.config.dataDir, 'games/killed');
  mkdirSync(join(home, '.adding-x/code'), { recursive: true });
  mkdirSync(join(home, 'builds/7'));
  expect(await testing.run(['add', 'killed', testing.folder(page('two'))])).toContain('It is build 8.');
  expect((await testing.get('killed', '/')).body).toBe('<p>two</p>');
  await testing.run(['prune', 'killed']);
  expect(readdirSync(home)).toEqual(['builds']);
  expect(readdirSync(join(home, 'builds'))).toEqual(['8']);
});

test('the command accepts a path relative to the current folder, and shows its usage', async () => {
  const folder = testing.folder(page('by command'));
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [program, ...words], {
      env: { ...envOf(), INIT_CWD: dirname(folder), PUBLIC_URL: 'https://play.example', BASE_PATH: '/portal/' },
      timeout: 60_000,
    });
  const { stdout } = await run('add', 'by-command', folder.slice(dirname(folder).length + 1));
  expect(stdout).toContain('It plays at https://play.example/portal/play/by-command');
  expect((await testing.get('by-command', '/')).body).toBe('<p>by command</p>');
  await expect(run('ad', 'x', 'y')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: npm run games') as string,
  });
});

test.each<[string, Awaited<ReturnType<SafeFetch>> | Error, RegExp]>([
  [
    'does not answer',
    new Error('far.example cannot be reached: ECONNREFUSED.'),
    /ECONNREFUSED\. Give the address at which/,
  ],
  ['is gone', { status: 404, headers: {}, body: Buffer.alloc(0) }, /answers 404\. Give the address at which/],
  [
    'is no page',
    { status: 200, headers: { 'content-type': 'application/zip' }, body: Buffer.alloc(9) },
    /is application\/zip, and not an HTML page/,
  ],
  [
    'refuses to be framed',
    { status: 200, headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' }, body: Buffer.from('<canvas>') },
    /has the header X-Frame-Options: DENY\. Let its server name the portal's origin/,
  ],
])('rejects an address that %s, says why, and accepts it when forced', async (_, answer, text) => {
  await using refusing = await createPublishingTest(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const words = ['add', 'far', 'https://far.example/'];
  await expect(refusing.run(words)).rejects.toThrow(text);
  expect(await refusing.run(['list'])).toContain('No games yet');
  expect(await refusing.run([...words, '--force'])).toMatch(/It is added all the same\.\nfar is the page at/);
});
