// What `npm run games -- add` reports about a build and takes from its page, and rolling back.
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as foreignSdks from '#compat/registry.ts';
import { checkGameName } from './check-game-name.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
});
afterAll(() => testing[Symbol.asyncDispose]());

const configOf = (game: string) => testing.server.client().games.publicConfig({ Game: game });

test('origins that a build loads from are reported with the file, and the suggested command allows them', async () => {
  const folder = testing.folder({
    'index.html': `<!doctype html><link rel="stylesheet" href="https://fonts.googleapis.com/css?family=A&amp;b">
      <script src="https://cdn.example/pixi.js"></script><script src="game.js"></script>
      <a href="https://author.example/">me</a><!-- <script src="https://old.example/x.js"></script> -->`,
    'game.js': `new WebSocket('wss://live.example/room'); const docs = "https://manual.example/page";
      const svg = 'http://www.w3.org/2000/svg';`,
  });
  const said = await testing.run(['add', 'reaching', folder]);
  for (const origin of [
    'https://fonts.googleapis.com  (in index.html)',
    'https://fonts.gstatic.com  (in index.html)',
    'https://cdn.example  (in index.html)',
    'wss://live.example  (in game.js)',
  ])
    expect(said).toContain(`  - ${origin}`);
  expect(said).toMatch(/Its programs name these as well[^]*https:\/\/manual\.example/);
  expect(said).not.toMatch(/author\.example|old\.example|w3\.org/);
  const [, words = ''] = /npm run games -- (add reaching .*)/.exec(said) ?? [];
  expect(words).toContain(
    '--allow wss://live.example,https://fonts.googleapis.com,https://fonts.gstatic.com,https://cdn.example',
  );
  expect((await configOf('reaching')).ConnectOrigins).toBeUndefined();
  expect(await testing.run(words.split(' '))).not.toContain('not allowed');
  expect((await configOf('reaching')).ConnectOrigins).toEqual([
    'wss://live.example',
    'https://fonts.googleapis.com',
    'https://fonts.gstatic.com',
    'https://cdn.example',
  ]);
  const { headers } = await testing.get('reaching', '/');
  expect(String(headers['content-security-policy'])).toMatch(/script-src [^;]*https:\/\/cdn\.example/);
});

test('all found origins can be allowed with one option, which applies to the next build too', async () => {
  const page = (text: string) => testing.folder({ 'index.html': `<img src="https://cdn.example/a.png">${text}` });
  await testing.run(['add', 'trusting', page('1'), '--allow', 'found']);
  expect(await testing.run(['add', 'trusting', page('2')])).not.toContain('not allowed');
  expect((await configOf('trusting')).ConnectOrigins).toEqual(['https://cdn.example']);
  await expect(testing.run(['add', 'trusting', page('3'), '--allow', 'cdn.example'])).rejects.toThrow(
    /origins such as/,
  );
  await expect(testing.run(['add', 'far', 'https://far.example/', '--allow', 'found'])).rejects.toThrow(
    /its own server says/,
  );
});

test('missing files that a build names are reported, and existing ones are not', async () => {
  const said = await testing.run([
    'add',
    'lacking',
    testing.folder({
      'index.html': `<link rel=icon href=favicon.ico><link rel="stylesheet" href="css/main.css?v=2">
        <script type="module" src="./js/main.js"></script><script src="/sdk/v1/sdk.js"></script>
        <img src="data:image/gif;base64,AA"><audio src="{{sound}}"></audio>`,
      'css/main.css': `body { background: url(../img/sky.png) } @font-face { src: url("font one.woff2") } /* url(old.png) */`,
      'css/font one.woff2': 'f',
      'js/main.js': `import { a } from './a.js'; import './gone.js'; new Worker('js/a.js'); fetch('levels/1.json');`,
      'js/a.js': 'export const a = 1;',
    }),
  ]);
  const lines = said.split('\n');
  const from = lines.indexOf('It names files that it does not have:');
  expect(lines.slice(from + 1).filter((line) => line.startsWith('  - '))).toEqual([
    '  - img/sky.png  (in css/main.css)',
    '  - favicon.ico  (in index.html)',
    '  - js/gone.js  (in js/main.js)',
    '  - js/levels/1.json  (in js/main.js)',
  ]);
});

test("code that won't work in a frame is reported", async () => {
  const said = await testing.run([
    'add',
    'troubled',
    testing.folder({
      'index.html': `<meta http-equiv="Content-Security-Policy" content="default-src 'self'"><body onload="go()">`,
      'game.js': `if (top !== self) top.location.href = location.href; document.cookie = 'best=1';
        navigator.mediaDevices.getUserMedia({ audio: true }); new SharedArrayBuffer(8); eval('1');`,
      'save.php': '<?php ?>',
    }),
  ]);
  for (const word of [
    'index.html: the page has a content policy of its own',
    'game.js: it moves the page above it',
    'game.js: it keeps things in cookies',
    'game.js: camera, microphone',
    'game.js: it uses threads',
    'save.php: a program for a web server',
  ])
    expect(said).toContain(`  - ${word}`);
  // Only a strict policy forbids these.
  expect(said).not.toMatch(/code from text|handlers or script links/);
});

test('a complete build is added without warnings', async () => {
  const folder = testing.folder({ 'index.html': '<script src="a.js"></script>', 'a.js': 'let a;' });
  expect((await testing.run(['add', 'plain', folder])).split('\n')).toHaveLength(2);
});

test("a new game gets its title and settings from its page and manifest, and keeps the operator's changes", async () => {
  const files = {
    'index.html': `<title>Unity WebGL Player | Deep &amp; Dark</title><meta name="description" content="Dig.">
      <link rel="icon" sizes="16x16" href="tab.png"><link rel="icon" href="100%.png"><link rel="manifest" href="app/manifest.json">`,
    'app/manifest.json': JSON.stringify({
      name: 'Deep and Dark',
      orientation: 'landscape-primary',
      icons: [
        { src: 'icon-192.png', sizes: '192x192' },
        { src: 'icon-512.png', sizes: '512x512' },
      ],
    }),
    'app/icon-192.png': 'i',
    'app/icon-512.png': 'i',
    'tab.png': 'i',
  };
  await testing.run(['add', 'deep', testing.folder(files)]);
  expect(await configOf('deep')).toMatchObject({
    GameOrientation: 'Horizontal',
    StorePage: {
      Title: { en: 'Deep and Dark' },
      Description: { en: 'Dig.' },
      SquareArt: 'http://deep.localhost:8081/app/icon-512.png',
    },
  });
  await testing.run(['add', 'deep', testing.folder({ 'index.html': '<title>Another</title>' }), '--name', 'Mine']);
  expect((await configOf('deep')).StorePage).toMatchObject({ Title: { en: 'Mine' }, Description: { en: 'Dig.' } });
  const { 'app/manifest.json': _, ...bare } = files;
  await testing.run(['add', 'dark', testing.folder(bare)]);
  expect((await configOf('dark')).StorePage).toMatchObject({
    Title: { en: 'Deep & Dark' },
    SquareArt: 'http://dark.localhost:8081/.fxid/square.svg',
  });
});

test('an earlier build is made live again, and then the one before it', async () => {
  const page = (text: string) => testing.folder({ 'index.html': text });
  for (const text of ['one', 'two', 'three']) await testing.run(['add', 'turning', page(text), '--version', text]);
  const played = async () => (await testing.get('turning', '/')).body;
  expect(await testing.run(['rollback', 'turning'])).toContain('Build 2 of turning is live again, as build 4.');
  expect(await played()).toBe('two');
  expect(await testing.run(['rollback', 'turning'])).toContain('Build 1 of turning is live again, as build 5.');
  expect(await played()).toBe('one');
  const { LaunchUrl } = await testing.server
    .client()
    .play.chooseGame({ GameSystemName: 'turning', WebPublishingPlatform: 'FxId' });
  expect(LaunchUrl).toBe('http://turning.localhost:8081/');
  await expect(testing.run(['rollback', 'turning'])).rejects.toThrow('no build before the live one');
  await expect(testing.run(['rollback', 'turning', '9'])).rejects.toThrow('no build 9 whose files are still here');
  expect(await testing.run(['rollback', 'turning', '3'])).toContain('as build 6');
  expect(await played()).toBe('three');
  const builds = (await testing.run(['builds', 'turning'])).split('\n');
  expect(builds).toHaveLength(6);
  expect(builds[0]).toMatch(/^build 6 {2}live {2}version three {2}[\d: -]+ {2}1 file, 5 B {2}same as build 3$/);
  expect(builds[5]).toMatch(/^build 1 {2}earlier {2}version one/);
});

test.each(['checkout', 'captcha', 'lab', 'play'])('%s is not a valid game name', async (name) => {
  const adding = testing.run(['add', name, testing.folder({ 'index.html': '' })]);
  await expect(adding).rejects.toThrow('is taken by the portal itself');
});

test("a game can't have the name of the portal's host", () => {
  const place = { gamesUrl: 'https://{game}.fun.example', publicUrl: new URL('https://portal.fun.example') };
  expect(() => checkGameName('portal', place)).toThrow('is taken by the portal itself');
  expect(() => checkGameName('miner', place)).not.toThrow();
});

test.each([
  ['whose page names a part that is not there', `config = { dataUrl: buildUrl + "/m.data.br" }`, 'm.data.br'],
  ['whose page puts the names together', 'createUnityInstance(canvas, configOf(name))', '.data'],
])('a Unity build with its own page %s is rejected', async (_, script, lacks) => {
  const folder = testing.folder({
    'index.html': `<script>${script}</script>`,
    'Build/m.loader.js': '',
    'Build/m.framework.js': '',
    'Build/m.wasm': '',
  });
  await expect(testing.run(['add', 'half', folder])).rejects.toThrow(`its folder Build lacks ${lacks}`);
});

test('a complete Unity build with its own page can be played, also an old one', async () => {
  await testing.run([
    'add',
    'whole',
    testing.folder({
      'index.html': `<script>load(build + "/m.loader.js", { dataUrl: build + "/m.data.gz" })</script>`,
      'Build/m.loader.js': '',
      'Build/m.data.gz': '',
      'Build/m.framework.js.gz': '',
      'Build/m.wasm.gz': '',
    }),
  ]);
  const old = {
    'index.html': `<script>UnityLoader.instantiate("c", "Build/m.json")</script>`,
    'Build/UnityLoader.js': '',
    'Build/m.json': '{"dataUrl":"m.data.unityweb","wasmCodeUrl":"m.wasm.code.unityweb"}',
    'Build/m.data.unityweb': '',
  };
  await expect(testing.run(['add', 'old', testing.folder(old)])).rejects.toThrow('lacks m.wasm.code.unityweb');
  await testing.run(['add', 'old', testing.folder({ ...old, 'Build/m.wasm.code.unityweb': '' })]);
  expect((await configOf('old')).PlayGameType).toBe('Unity');
});

test('a document with an unknown key is rejected with the known ones', async () => {
  await testing.run(['add', 'worded', testing.folder({ 'index.html': '' })]);
  const document = JSON.parse(await testing.run(['show', 'worded'])) as { Config: Record<string, unknown> };
  const wrong = { ...document, Config: { ...document.Config, ContentPolicy: 'Loose', ClosedRights: ['Modals'] } };
  await expect(testing.run(['set', 'worded'], wrong)).rejects.toThrow(
    '/Config/ContentPolicy must be one of Open, Strict',
  );
});

const script = (version: number) => `<script src="https://sdk.crazygames.com/crazygames-sdk-v${version}.js"></script>`;

test("a build for another portal is recognised, and the vendor's host needs no permission", async () => {
  const folder = testing.folder({
    'index.html': script(3),
    'game.js': `CrazyGames.SDK.ad.requestAd('midgame'); CrazyGames.SDK.user.getXsollaUserToken();`,
  });
  const said = await testing.run(['add', 'foreign', folder, '--allow', 'found']);
  expect(said).toContain('Built for CrazyGames v3: ads, purchases.');
  expect(said).toContain('  - user.getXsollaUserToken: Rejects with `missingXsollaConfig`.');
  expect(said).not.toContain('https://sdk.crazygames.com');
  const config = await configOf('foreign');
  expect([config.ForeignSdk, config.ConnectOrigins]).toEqual(['crazygames', undefined]);
});

test('an operator decides otherwise, and the decision stays for the next build', async () => {
  const add = (text: string, ...options: string[]) =>
    testing.run(['add', 'own-way', testing.folder({ 'index.html': script(2) + text }), ...options]);
  expect(await add('1', '--sdk', 'none')).toContain('Not used: Config.ForeignSdk of the game is none.');
  expect((await configOf('own-way')).ForeignSdk).toBe('none');
  expect(await add('2')).toContain('Not used');
  expect(await add('3', '--sdk', 'crazygames')).toContain('Built for CrazyGames v2. It gets');
  expect((await configOf('own-way')).ForeignSdk).toBe('crazygames');
  const names = Object.keys(foreignSdks).join(' or ');
  await expect(add('4', '--sdk', 'unknown')).rejects.toThrow(`--sdk is "unknown": give ${names} or none.`);
});

test("Unity's compressed glue code is read too", async () => {
  const glue = "var s=document.createElement('script');s.src='https://sdk.crazygames.com/crazygames-sdk-v3.js';";
  const said = await testing.run([
    'add',
    'unity-foreign',
    testing.folder({
      'Build/m.loader.js': '',
      'Build/m.data.br': '1',
      'Build/m.wasm.br': '1',
      'Build/m.framework.js.br': brotliCompressSync(glue),
    }),
  ]);
  expect(said).toContain('Built for CrazyGames v3');
});
