import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublicGameConfig } from '#contract/config.ts';
import { readConfig } from '#server/config.ts';
import { buildGamesApp } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { isVendorOrigin, replaceForeignSdk } from './foreign-sdk-page.ts';

const manifest = {
  id: 'other',
  title: 'Other',
  hosts: ['other.example'],
  scripts: [
    { address: 'sdk.other.example/sdk-v2.js', version: '2' },
    { address: '/sdk.js', version: '1' },
    { address: 'cdn.example/other@*/sdk.js', version: '2', parameters: ['callback'] },
  ],
  usage: /Other/,
  calls: [],
};
const place = { game: 'miner', playUrl: 'https://play.example/play/miner', root: '/' };
const rewrite = (html: string, file = 'index.html', root = '/') =>
  replaceForeignSdk(Buffer.from(html), file, manifest, { ...place, root }).toString();
const ours = '/sdk/compat/other.js?v=2&amp;for=sdk.other.example/sdk-v2.js';

describe("the page of a game that uses another portal's SDK", () => {
  it.each([
    '<script src="https://sdk.other.example/sdk-v2.js"></script>',
    "<script async src='//sdk.other.example/sdk-v2.js?x=1' ></script>",
    '<SCRIPT SRC=http://sdk.other.example/sdk-v2.js></SCRIPT>',
    '<script integrity="sha256-x" src="https://sdk.other.example/sdk-v2.js" crossorigin></script>',
    '<link rel="preload" as="script" href="https://sdk.other.example/sdk-v2.js">',
  ])('loads our program instead: %s', (tag) => {
    const text = rewrite(`<!doctype html><head>${tag}`);
    expect(text).toContain(`="${ours}"`);
    expect(text.replace(/data-page="[^"]*"|type="importmap">[^<]*/g, '')).not.toMatch(
      /src=.?(https?:)?\/\/|integrity/i,
    );
  });

  it.each([
    '<script src="https://cdn.example/sdk-v2.js"></script>',
    '<script>"https://sdk.other.example/sdk-v2.js"</script>',
    '<script src="levels/sdk.js"></script>',
  ])('keeps everything else: %s', (tag) => expect(rewrite(`<!doctype html><head>${tag}`)).toContain(tag));

  it('finds a path that the vendor adds to the build, also in a preview', () => {
    expect(rewrite('<script src="sdk.js"></script>')).toContain('src="/sdk/compat/other.js?v=1&amp;for=/sdk.js"');
    expect(rewrite('<script src="sdk.js"></script>', 'index.html', '/.preview/x/')).toContain('?v=1&amp;for=/sdk.js"');
    expect(rewrite('<script src="../sdk.js"></script>', 'levels/one.html')).toContain('?v=1&amp;for=/sdk.js"');
  });

  it('finds any version of an address, and keeps the parameters that our program reads', () => {
    const text = rewrite('<script src="https://cdn.example/other@1.2.0/sdk.js?callback=start&amp;token=x"></script>');
    expect(text).toContain('="/sdk/compat/other.js?v=2&amp;for=cdn.example/other@1.2.0/sdk.js&amp;callback=start"');
    expect(text).not.toContain('"https://cdn.example/other@*');
    const others = '<script src="https://cdn.example/other@1/x/sdk.js"></script>';
    expect(rewrite(others)).toContain(others);
  });

  it("runs our program before the game's scripts if builds contain copies of the vendor's", () => {
    const page = Buffer.from('<head><script src="game.js"></script>');
    const text = replaceForeignSdk(page, 'index.html', { ...manifest, runsFirst: true }, place).toString();
    expect(text).toMatch(
      /loader\.js"[^>]*><\/script><script src="\/sdk\/compat\/other\.js"><\/script><script src="game/,
    );
    expect(rewrite('<head>')).not.toContain('src="/sdk/compat/other.js"');
  });

  it('has our loader and import map first, and adds to a map of its own', () => {
    const text = rewrite('<!doctype html><html><head><script type="module" src="game.js"></script>');
    expect(text).toMatch(/<head><script type="importmap">\{"imports":\{"https:\/\/sdk\.other\.example\/sdk-v2\.js":/);
    expect(text.indexOf('/sdk/compat/loader.js')).toBeLessThan(text.indexOf('game.js'));
    const own = rewrite('<head><script type="importmap">{"imports":{"three":"./three.js"},"scopes":{}}</script>');
    expect(own.match(/importmap/g)).toHaveLength(1);
    expect(own).toMatch(/\{"imports":\{"three":"\.\/three\.js","https:\/\/sdk\.other\.example/);
  });

  it('keeps bytes of any encoding', () => {
    const bytes = Buffer.from('<head><title>\xe4\xff', 'latin1');
    expect(replaceForeignSdk(bytes, 'index.html', manifest, place).subarray(-9)).toEqual(bytes.subarray(-9));
  });

  it.each([
    ['https://sdk.other.example', true],
    ['wss://other.example:443', true],
    ['https://*.other.example', true],
    ['https://another.example', false],
    ['https://other.example.org', false],
  ])('knows the hosts of the vendor: %s', (origin, isVendor) =>
    expect(isVendorOrigin(origin, manifest)).toBe(isVendor),
  );
});

describe("the games' server", () => {
  const page = '<!doctype html><head><script src="https://sdk.crazygames.com/crazygames-sdk-v3.js"></script>';
  async function get(given: Partial<PublicGameConfig>, headers: Record<string, string>) {
    const folder = createTemporaryFolder();
    await mkdir(join(folder, 'miner'));
    await writeFile(join(folder, 'miner/index.html'), page);
    const config = readConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://play.example',
      GAMES_URL: 'https://{game}.games.example',
    });
    const app = await buildGamesApp({
      config,
      log: createLog({ level: 'silent' }),
      metrics: createMetrics(),
      policy: createHeaderPolicy(config),
      folders: [folder],
      readGame: async () => ({
        config: { PlayGameType: 'Iframe', StorePage: { Title: {} }, ...given } as PublicGameConfig,
      }),
    });
    return app.inject({ url: '/', headers: { host: 'miner.games.example', ...headers } });
  }

  it.each(['iframe', 'document'])('replaces the script in a page for a %s', async (dest) => {
    const { body } = await get({ ForeignSdk: 'crazygames' }, { 'sec-fetch-dest': dest });
    expect(body).toContain('src="/sdk/compat/crazygames.js?v=3&amp;for=');
    expect(body).toContain('/play/miner');
  });

  it('sends the file unchanged to a script, and to every game that uses no such SDK', async () => {
    expect((await get({ ForeignSdk: 'crazygames' }, { 'sec-fetch-dest': 'empty' })).body).toBe(page);
    for (const none of [{}, { ForeignSdk: 'none' } as const]) {
      expect((await get(none, { 'sec-fetch-dest': 'document' })).body).toBe(page);
      expect((await get(none, { 'sec-fetch-dest': 'iframe' })).body).not.toContain('compat');
    }
  });

  it("keeps the vendor's hosts out of the policy, even if they are allowed", async () => {
    const ConnectOrigins = ['https://sdk.crazygames.com', 'https://cdn.example'];
    const policyOf = async (given: Partial<PublicGameConfig>) =>
      String((await get(given, { 'sec-fetch-dest': 'iframe' })).headers['content-security-policy']);
    expect(await policyOf({ ForeignSdk: 'crazygames', ConnectOrigins })).not.toContain('sdk.crazygames.com');
    expect(await policyOf({ ForeignSdk: 'crazygames', ConnectOrigins })).toContain('https://cdn.example');
    expect(await policyOf({ ConnectOrigins })).toContain('https://sdk.crazygames.com');
  });

  it('allows our import map under the strict policy', async () => {
    const { headers, body } = await get(
      { ForeignSdk: 'crazygames', ContentPolicy: 'Strict' },
      { 'sec-fetch-dest': 'iframe' },
    );
    const { hashInlineScripts } = await import('./inline-scripts.ts');
    const hashes = hashInlineScripts(body);
    expect(hashes).toHaveLength(1);
    for (const each of hashes) expect(headers['content-security-policy']).toContain(each);
  });
});
