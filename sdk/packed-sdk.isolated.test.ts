// Tests the npm package as a game's developer uses it. Isolated, because it starts servers and bundlers.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { build, createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../server/config.ts';
import { createHeaderPolicy } from '../server/http/headers.ts';
import { mountSdkFiles } from '../server/http/sdk-files.ts';
import { packPackage } from '../scripts/release/pack-package.ts';
import { requestBuiltFolder } from '../server/testing/test-services.ts';
import { version } from './version.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'fxid-packed-'));
const sdk = join(folder, 'sdk');
let portal: FastifyInstance;
let address: string;

beforeAll(async () => {
  cpSync(await requestBuiltFolder('sdk'), sdk, { recursive: true });
  portal = fastify();
  await mountSdkFiles(portal, { folder: sdk, policy: createHeaderPolicy(readConfig({ NODE_ENV: 'test' })) });
  address = await portal.listen({ host: '127.0.0.1', port: 0 });
}, 180_000);
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the package at /sdk/fxid-sdk.tgz', () => {
  it('is packed reproducibly, byte for byte', () => {
    const copy = join(folder, 'copy');
    const names = readdirSync(join(sdk, 'npm'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    for (const { parentPath, name } of names.toReversed()) {
      const place = join(copy, parentPath.slice(join(sdk, 'npm').length), name);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, readFileSync(join(parentPath, name)), { mode: 0o600 });
    }
    expect(packPackage(copy).equals(readFileSync(join(sdk, 'fxid-sdk.tgz')))).toBe(true);
    writeFileSync(join(copy, 'index.js'), '');
    expect(packPackage(copy).equals(readFileSync(join(sdk, 'fxid-sdk.tgz')))).toBe(false);
  });

  it.each([
    ['the newest', '/sdk/fxid-sdk.tgz'],
    ['an exact version', `/sdk/v${version}/fxid-sdk.tgz`],
  ])('installs from its URL into an empty folder and type-checks: %s', async (_, path) => {
    const game = await install(path);
    const manifest = readJson(join(game, 'package.json'));
    expect(manifest['dependencies']).toEqual({ 'fxid-sdk': `${address}${path}` });
    writeFileSync(
      join(game, 'game.ts'),
      `import { FxId, type PlayerInfo } from 'fxid-sdk';
       const player: PlayerInfo = await FxId.init();
       const bought: string = (await FxId.payments.purchase('coins-100')).transactionId;
       console.log(player.social.displayName, bought);`,
    );
    const options = '--strict --noEmit --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom';
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), '--types', '', 'game.ts'];
    const check = () => run(process.execPath, tsc, game);
    expect(await check()).toEqual({ status: 0, output: '' });
    writeFileSync(join(game, 'game.ts'), `import { FxId } from 'fxid-sdk';\nawait FxId.payments.purchase(7);`);
    expect((await check()).output).toContain('game.ts(2,30)');
  });

  it('has the licence and version of sdk/package.json', async () => {
    const game = await install('/sdk/fxid-sdk.tgz');
    const { license } = readJson(join(import.meta.dirname, 'package.json'));
    expect(license).toEqual(expect.any(String));
    const installed = join(game, 'node_modules/fxid-sdk');
    expect(readJson(join(installed, 'package.json'))).toMatchObject({ name: 'fxid-sdk', version, license });
    expect(existsSync(join(installed, 'LICENSE'))).toBe(existsSync(join(import.meta.dirname, 'LICENSE')));
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).toContain('fxid-sdk');
  });

  it.each([
    ['as it is served', ['./fxid-sdk.tgz']],
    ['as a folder', ['./npm']],
  ])('can be published to a registry, %s', async (_, args) => {
    // The port is closed: the dry run needs no registry.
    const npm = ['publish', ...args, '--dry-run', '--json', '--offline', '--registry', 'http://127.0.0.1:9/'];
    const { status, output } = await run('npm', npm, sdk);
    expect({ status, output }).toMatchObject({ status: 0 });
    // npm corrects an invalid manifest and prints a warning.
    expect(output).not.toMatch(/auto-corrected|errors corrected|npm error/);
    const text = output.slice(output.indexOf('{\n'), output.lastIndexOf('\n}') + 2);
    const published = JSON.parse(text) as { name?: string; 'fxid-sdk'?: object };
    expect(published['fxid-sdk'] ?? published).toMatchObject({ id: `fxid-sdk@${version}`, name: 'fxid-sdk' });
    for (const file of [
      'index.js',
      'local-portal.js',
      'cjs/index.js',
      'types/sdk/index.d.ts',
      'README.md',
      'package.json',
    ])
      expect(text).toContain(`"path": "${file}"`);
  });
});

describe('the Vite guide', () => {
  const [recipe = '', portalsCopy = ''] = readFileSync(join(root, 'docs/guides/vite.md'), 'utf8').split(
    "\n## Use the portal's copy instead\n",
  );
  /** The guide's files: a line with the file name, then a code block. */
  const filesIn = (text: string) =>
    [...text.matchAll(/^`([\w./-]+)`:\n\n```\w+\n(.*?)^```/gms)].map(([, name = '', code = '']) => ({ name, code }));

  async function makeGame(...texts: readonly string[]): Promise<string> {
    const game = await install('/sdk/fxid-sdk.tgz');
    for (const { name, code } of texts.flatMap(filesIn)) {
      mkdirSync(dirname(join(game, name)), { recursive: true });
      writeFileSync(join(game, name), code.replaceAll('http://localhost:8080', address));
    }
    symlinkSync(join(root, 'node_modules/vite'), join(game, 'node_modules/vite'));
    return game;
  }
  const check = (game: string) => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], game);

  it('shows a game that compiles and bundles the SDK with relative URLs', async () => {
    const game = await makeGame(recipe);
    expect(await check(game)).toEqual({ status: 0, output: '' });
    await build({ root: game, logLevel: 'error' });
    const html = readFileSync(join(game, 'dist/index.html'), 'utf8');
    const [, script = ''] = /<script type="module"[^>]* src="\.\/(assets\/[^"]+)"/.exec(html) ?? [];
    expect(readFileSync(join(game, 'dist', script), 'utf8')).toContain('BuyProduct');
    const chunks = readdirSync(join(game, 'dist/assets'));
    expect(chunks.filter((name) => name.startsWith('local-portal')).length).toBe(1);
  });

  it("shows a game whose development server serves the SDK and the game's modules", async () => {
    const game = await makeGame(recipe);
    await using server = await serve(game);
    const script = await (await fetch(`${server.address}/src/main.ts`)).text();
    const [, dependency = ''] = /from "(\/[^"]*fxid-sdk[^"]*)"/.exec(script) ?? [];
    expect(await (await fetch(server.address + dependency)).text()).toContain('BuyProduct');
  });

  it("shows a game that loads the portal's copy in development and its host's copy in production", async () => {
    const game = await makeGame(recipe, portalsCopy);
    expect(await check(game)).toEqual({ status: 0, output: '' });
    {
      await using server = await serve(game);
      expect(await (await fetch(`${server.address}/`)).text()).toContain('src="/sdk/v1/sdk.js"');
      const answer = await fetch(`${server.address}/sdk/v1/sdk.js`);
      expect(await answer.text()).toBe(readFileSync(join(sdk, 'v1/sdk.js'), 'utf8'));
    }
    await build({ root: game, logLevel: 'error' });
    const html = readFileSync(join(game, 'dist/index.html'), 'utf8');
    expect(html).toContain('<script src="/sdk/v1/sdk.js"></script>');
    for (const name of readdirSync(join(game, 'dist/assets')))
      expect(readFileSync(join(game, 'dist/assets', name), 'utf8')).not.toContain('BuyProduct');
  });

  async function serve(game: string) {
    const server = await createServer({ root: game, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
    const listening = server.httpServer?.address() as AddressInfo | undefined;
    return { address: `http://127.0.0.1:${listening?.port}`, [Symbol.asyncDispose]: () => server.close() };
  }
});

async function install(path: string): Promise<string> {
  const game = mkdtempSync(join(folder, 'game-'));
  writeFileSync(join(game, 'package.json'), '{ "type": "module" }');
  const args = ['install', `${address}${path}`, '--ignore-scripts', '--no-audit', '--no-fund'];
  // The registry is unreachable and there is no cache, so everything has to come from the portal.
  const { status, output } = await run(
    'npm',
    [...args, '--registry', 'http://127.0.0.1:9/', '--cache', join(game, '.npm')],
    game,
  );
  expect({ status, output }).toMatchObject({ status: 0 });
  return game;
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

/** Asynchronous, because the portal runs in this process and has to reply. */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      timeout: 120_000,
      shell: program === 'npm' && process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject).once('close', (status) => resolve({ status, output }));
  });
}
