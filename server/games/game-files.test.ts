import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PublicGameConfig } from '#contract/config.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import { readConfig } from '#server/config.ts';
import { buildGamesApp } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createGameServingSettingsReader } from './game-serving-settings.ts';

const settings = {
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://play.example',
  GAMES_URL: 'https://{game}.games.example',
  // These are files compressed by Unity; our own compression is tested elsewhere.
  COMPRESS: 'off',
};

async function gamesApp(
  files: Readonly<Record<string, string | Buffer>>,
  given: Partial<PublicGameConfig> | Error = {},
  env: Readonly<Record<string, string>> = {},
) {
  const config = readConfig({ ...settings, ...env });
  const folder = createTemporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, 'miner', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const app = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [createTemporaryFolder(), folder],
    readGame: async () => {
      if (given instanceof Error) throw given;
      return { config: configOf(given) };
    },
  });
  return (path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br, zstd' }) =>
    app.inject({ url: path, headers: { host: 'miner.games.example', ...headers } });
}

/** The part of a configuration that the games' server reads. */
const configOf = (given: Partial<PublicGameConfig>): PublicGameConfig =>
  ({ PlayGameType: 'Unity', StorePage: { Title: { en: 'Miner' } }, ...given }) as PublicGameConfig;

const code = 'a piece of code '.repeat(50);

describe('files of a Unity build', () => {
  test.each([
    ['m.data', 'application/octet-stream', undefined],
    ['m.data.gz', 'application/octet-stream', 'gzip'],
    ['m.data.br', 'application/octet-stream', 'br'],
    ['m.data.unityweb', 'application/octet-stream', undefined],
    ['m.wasm', 'application/wasm', undefined],
    ['m.wasm.gz', 'application/wasm', 'gzip'],
    ['m.wasm.br', 'application/wasm', 'br'],
    ['m.wasm.unityweb', 'application/octet-stream', undefined],
    ['m.framework.js', 'text/javascript; charset=utf-8', undefined],
    ['m.framework.js.gz', 'text/javascript; charset=utf-8', 'gzip'],
    ['m.framework.js.br', 'text/javascript; charset=utf-8', 'br'],
    ['m.framework.js.unityweb', 'application/octet-stream', undefined],
    ['m.symbols.json', 'application/json; charset=utf-8', undefined],
    ['m.symbols.json.gz', 'application/json; charset=utf-8', 'gzip'],
    ['m.symbols.json.br', 'application/json; charset=utf-8', 'br'],
    ['m.symbols.json.unityweb', 'application/octet-stream', undefined],
    ['m.loader.js', 'text/javascript; charset=utf-8', undefined],
    ['level.tar.gz', 'application/gzip', undefined],
  ])('%s is %s, encoding %s, and its bytes are those on disk', async (name, type, encoding) => {
    const bytes = Buffer.from(code);
    const get = await gamesApp({ [`Build/${name}`]: bytes });
    const { statusCode, headers, rawPayload } = await get(`/Build/${name}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-encoding']).toBe(encoding);
    expect(rawPayload.equals(bytes)).toBe(true);
  });

  test('are sent in parts on request', async () => {
    const get = await gamesApp({ 'Build/m.data': '0123456789' });
    const { statusCode, headers, body } = await get('/Build/m.data', { range: 'bytes=2-4' });
    expect([statusCode, body, headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  });

  test("are sent fully decompressed to a client that doesn't support the compression", async () => {
    const get = await gamesApp({ 'Build/m.wasm.br': brotliCompressSync(code), 'Build/m.data.gz': gzipSync(code) });
    for (const path of ['/Build/m.wasm.br', '/Build/m.data.gz']) {
      const { statusCode, headers, body } = await get(path, { 'accept-encoding': 'br;q=0', range: 'bytes=0-3' });
      expect(statusCode).toBe(200);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('accept-encoding');
      expect(body).toBe(code);
    }
  });

  test('are cached forever if their name is a hash, else revalidated', async () => {
    const hashed = `Build/${'0123456789abcdef'.repeat(2)}.data.br`;
    const get = await gamesApp({ [hashed]: code, 'Build/m.data': code });
    expect((await get(`/${hashed}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { headers } = await get('/Build/m.data');
    expect(headers['cache-control']).toBe('no-cache');
    expect((await get('/Build/m.data', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });
});

describe('the page of a game', () => {
  const build = {
    'Build/m.loader.js': '',
    'Build/m.data.br': '123',
    'Build/m.framework.js.br': '12',
    'Build/m.wasm.br': '1234',
  };

  test('is generated for a Unity build without one', async () => {
    const get = await gamesApp(build, { StorePage: { Title: { en: 'Miner </script>' } } as never });
    const { statusCode, headers, body } = await get('/');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const told: unknown = JSON.parse(/type="application\/json">(.*)<\/script>/.exec(body)?.[1] ?? 'null');
    expect(told).toEqual({
      build: {
        loader: 'Build/m.loader.js',
        data: 'Build/m.data.br',
        framework: 'Build/m.framework.js.br',
        code: 'Build/m.wasm.br',
        bytes: 9,
        productName: 'Miner </script>',
      },
      portalOrigin: 'https://play.example',
    });
    const script = /<script src="([^"]+)"/.exec(body)?.[1] ?? '';
    expect((await get(script)).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test("replaces Unity's default page and keeps its names", async () => {
    const stock = `<link rel="stylesheet" href="TemplateData/style.css"><script>
      var config = { dataUrl: "x", companyName: "Deep Co", productName: 'Mine "1"', productVersion: "2.1" };
      createUnityInstance(canvas, config);</script>`;
    const get = await gamesApp({ ...build, 'index.html': stock });
    const { body } = await get('/');
    expect(body).toContain('"companyName":"Deep Co"');
    expect(body).toContain('"productName":"Mine \\"1\\""');
    expect(body).toContain('"productVersion":"2.1"');
  });

  test("is the game's own if it has one, and its scripts may run under a strict policy too", async () => {
    const get = await gamesApp(
      { ...build, 'index.html': '<script>alert(1)</script><script src="a.js"></script>' },
      { ContentPolicy: 'Strict' },
    );
    const { body, headers } = await get('/');
    expect(body).toContain('alert(1)');
    // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
    expect(headers['content-security-policy']).toContain("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
    expect(String(headers['content-security-policy']).match(/sha256/g)).toHaveLength(1);
  });

  test('is not generated if a part of the build is missing', async () => {
    const get = await gamesApp({ 'Build/m.loader.js': '', 'Build/m.data': '' });
    expect((await get('/')).statusCode).toBe(404);
  });
});

describe('a page that is loaded into a frame', () => {
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const tag = '<script src="/.fxid/watch.js" data-portal="https://play.example"></script>';

  test.each([
    ['<!doctype html><html lang="ru"><head><title>x</title>', '<head>'],
    ['<!-- made by hand -->\n<!DOCTYPE html>\n<p>no head', '<!DOCTYPE html>'],
    ['<p>nothing at all', ''],
    ['<html><body><header>not a head</header>', '<html>'],
  ])('has our script before all of its own: %s', async (html, before) => {
    const get = await gamesApp({ 'index.html': html });
    const at = html.indexOf(before) + before.length;
    expect((await get('/', framed)).body).toBe(html.slice(0, at) + tag + html.slice(at));
    const { headers, body } = await get('/');
    expect([headers.vary, body]).toEqual([undefined, html]);
    expect((await get('/.fxid/watch.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('keeps its text in any encoding', async () => {
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const page = Buffer.concat([Buffer.from('<!doctype html><head><meta charset="windows-1251"></head>'), cyrillic]);
    const get = await gamesApp({ 'index.html': page, 'wide.html': Buffer.from('\ufeff<p>', 'utf16le') });
    const { rawPayload, headers } = await get('/', framed);
    expect(rawPayload.includes(cyrillic)).toBe(true);
    expect(headers['content-type']).toBe('text/html');
    expect((await get('/wide.html', framed)).rawPayload).toEqual(Buffer.from('\ufeff<p>', 'utf16le'));
  });

  test('is a short text if missing, and a problem reply for programs', async () => {
    const get = await gamesApp({ 'a.js': 'code' });
    for (const path of ['/', '/levels/<b>.html']) {
      const { statusCode, headers, body } = await get(path, framed);
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('There is no such page in this game');
      expect(body).toContain('data-missing="/');
      expect(body).not.toMatch(/<b>|RequestId/);
    }
    expect((await get('/b.js')).headers['content-type']).toContain('application/problem+json');
  });
});

describe('the headers of a game', () => {
  // The page that frames the portal is an ancestor of the game too.
  const embedders = new Set(Object.values<PlatformManifest>(platforms).flatMap(({ embeddedBy }) => embeddedBy ?? []));
  const files = { 'index.html': 'page', 'a.js': 'code' };

  test('let it connect to its own host and to the configured origins', async () => {
    const get = await gamesApp(files, {
      ConnectOrigins: ['https://api.example', "https://x; script-src 'unsafe-inline'"],
    });
    const policy = String((await get('/')).headers['content-security-policy']).split('; ');
    for (const name of ['default-src', 'script-src', 'style-src'])
      expect(policy.find((each) => each.startsWith(`${name} `))).toMatch(/ https:\/\/api\.example$/);
    expect(policy).toContain(`frame-ancestors 'self' https://play.example ${[...embedders].join(' ')}`);
    expect(policy.filter((each) => each.startsWith('script-src'))).toHaveLength(1);
  });

  const scriptsOf = async (given: Partial<PublicGameConfig> | Error, env: Record<string, string> = {}) => {
    const get = await gamesApp({ 'index.html': '<script>go()</script>' }, given, env);
    const policy = String((await get('/')).headers['content-security-policy']);
    return policy.split('; ').find((each) => each.startsWith('script-src '));
  };

  test('allow any script style, and no hash revokes that', async () => {
    const scripts = await scriptsOf({ PlayGameType: 'Iframe' });
    expect(scripts).toContain("'unsafe-inline' 'unsafe-eval'");
    expect(scripts).not.toContain('sha256');
  });

  test('are strict if an operator configured it, for all games or for one', async () => {
    const strict = { GAME_POLICY: 'strict' };
    for (const scripts of [
      await scriptsOf({ PlayGameType: 'Iframe', ContentPolicy: 'Strict' }),
      await scriptsOf({ PlayGameType: 'Iframe' }, strict),
    ]) {
      expect(scripts).not.toMatch(/'unsafe-(eval|inline)'/);
      expect(scripts).toContain("'sha256-");
    }
    expect(await scriptsOf({ ContentPolicy: 'Open' }, strict)).toContain("'unsafe-inline'");
  });

  test('isolate it from other pages only if it needs threads', async () => {
    const names = ['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'document-isolation-policy'];
    const headersOf = async (isolated: boolean) => {
      const get = await gamesApp(files, { Isolated: isolated });
      const answers = [(await get('/')).headers, (await get('/a.js')).headers];
      return answers.flatMap((headers) => names.map((name) => headers[name]));
    };
    const isolated = ['same-origin', 'credentialless', 'isolate-and-credentialless'];
    expect(await headersOf(true)).toEqual([...isolated, ...isolated]);
    expect(await headersOf(false)).toEqual(Array.from({ length: 6 }));
    const get = await gamesApp(files);
    expect((await get('/a.js')).headers['cross-origin-resource-policy']).toBe('cross-origin');
  });
});

describe('while the database is unreachable', () => {
  const files = { 'index.html': '<!doctype html><p>Miner', 'a.js': 'go()' };
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const framed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'accept-language': 'fr' };

  test('a game that was not served before is unavailable, whether it exists or not', async () => {
    const get = await gamesApp(files, away);
    for (const path of ['/', '/a.js', '/no-such-file.js']) {
      const { statusCode, headers, body } = await get(path);
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
      expect(JSON.parse(body)).toMatchObject({ Code: 'DatabaseUnavailable' });
    }
  });

  test('a frame shows a page that retries, and notifies the portal around it', async () => {
    const get = await gamesApp(files, away);
    const { statusCode, headers, body } = await get('/', framed);
    expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
      503,
      '1',
      'text/html; charset=utf-8',
    ]);
    expect(body).toContain('<h1>Nous revenons tout de suite</h1>');
    expect(body).toMatch(
      /<script src="\/\.fxid\/watch\.js" data-portal="https:\/\/[^"]+"[^>]* data-missing="\/"><\/script>/,
    );
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
    expect((await get('/.fxid/watch.js')).statusCode).toBe(200);
  });

  test('a game that was served before is still served with its cached settings', async () => {
    let isAway = false;
    const read = createGameServingSettingsReader(
      {
        readGame: async () => {
          if (isAway) throw away;
          return { config: configOf({}) };
        },
      },
      { log: createLog({ level: 'silent' }), nowMs: () => (isAway ? 10_000 : 0), gamePolicy: 'open' },
    );
    expect(await read('miner')).toMatchObject({ isUnity: true });
    isAway = true;
    expect(await read('miner')).toMatchObject({ isUnity: true });
    await expect(read('other')).rejects.toBe(away);
    isAway = false;
    expect(await read('other')).toMatchObject({ isUnity: true });
  });
});

test.each(['/..%2fother%2findex.html', '/x/..%2f..%2fother%2findex.html', '/..%5cother%5cindex.html'])(
  '%s does not run the page of another game on this host',
  async (path) => {
    const get = await gamesApp({ 'index.html': 'page', '../other/index.html': 'another game' });
    expect((await get('/')).body).toBe('page');
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('another game');
  },
);

test.each([`/${'n'.repeat(300)}.html`, `/${'n'.repeat(300)}.js`, '/%00.html', '/a.js/b.html'])(
  '%s is not a file name',
  async (path) => {
    const get = await gamesApp({ 'index.html': 'page', 'a.js': 'code' });
    const { statusCode } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  },
);

test.each(['/../other/a', '/%2e%2e/other/a', '/..%2fother%2fa.html', '/.env', '/.fxid/other.js'])(
  '%s is not part of a game',
  async (path) => {
    const get = await gamesApp({ 'index.html': 'page', '.env': 'secret' });
    const { statusCode } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  },
);
