// The start command as its user meets it: real processes in a folder of their own, with a small program in the place of
// the bundler and of the server.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

// Real processes: on a busy machine each may take many times its usual second.
vi.setConfig({ testTimeout: 60_000 });

const manifest = { name: 'trial', version: '1.0.0', type: 'module', dependencies: { vite: '^1.0.0' } };

let folder: string;
/** One in which everything was set up, for tests of what comes after that. */
let ready: string;
let registry: Server;
let tarball: Buffer;
const children: ChildProcess[] = [];

// A registry of one package, the bundler, which the lock file names by its hash.
beforeAll(async () => {
  const made = mkdtempSync(join(tmpdir(), 'fxid-package-'));
  mkdirSync(join(made, 'package', 'bin'), { recursive: true });
  writeFileSync(join(made, 'package', 'package.json'), '{"name":"vite","version":"1.0.0","type":"module"}');
  writeFileSync(join(made, 'package', 'bin', 'vite.js'), BUNDLER);
  execFileSync('tar', ['-czf', 'vite.tgz', 'package'], { cwd: made });
  tarball = readFileSync(join(made, 'vite.tgz'));
  rmSync(made, { recursive: true });
  registry = createServer(({ url }, response) =>
    url === '/vite/-/vite-1.0.0.tgz' ? response.end(tarball) : response.writeHead(404).end(),
  );
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  makeFolder();
  ready = folder;
  expect((await start(['--once']).ended).code).toBe(0);
});

afterAll(() => {
  registry.close();
  rmSync(ready, { recursive: true, force: true });
});

beforeEach(() => makeFolder());

function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'fxid-start-'));
  cpSync(import.meta.dirname, join(folder, 'scripts'), { recursive: true });
  write('package.json', JSON.stringify(manifest));
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  write('.npmrc', `registry=${address}/\n`);
  writeLock('1.0.0');
  write('scripts/build-sdk.ts', SDK_BUILDER);
  write('portal/page.txt', 'first');
  write('lab/main.ts', SERVER);
  write('server/main.ts', `console.log('production server');`);
}

/** As if everything had been set up here before. */
function setUp(): void {
  cpSync(ready, folder, { recursive: true, preserveTimestamps: true });
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('sets everything up, passes arguments on, and does nothing twice', async () => {
    const first = await start(['--once', 'hello']).ended;
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toContain('[1/5] Dependencies … 1 packages');
    expect(first.output).toContain('[3/5] Portal … built');
    expect(first.output).toContain('[4/5] SDK … built');
    expect(first.output).toContain('arguments: --once hello');
    expect(built()).toBe('first');

    const second = await start(['--once']).ended;
    expect(second.output).toContain('[1/5] Dependencies … up to date');
    expect(second.output).toContain('[3/5] Portal … up to date');
    expect(second.output).toContain('[4/5] SDK … up to date');
    expect(builds()).toBe(1);
  });

  it('builds again when an input has changed, and not for a test', async () => {
    setUp();
    write('portal/page.test.ts', 'a test');
    await start(['--once']).ended;
    expect(builds()).toBe(1);
    write('portal/page.txt', 'second');
    await start(['--once']).ended;
    expect(builds()).toBe(2);
    expect(built()).toBe('second');
    write('sdk/local.ts', 'new');
    expect((await start(['--once']).ended).output).toContain('SDK … built');
    expect(builds()).toBe(2);
  });

  it('shows what the tool said when the build fails, and keeps the portal that was there', async () => {
    setUp();
    write('portal/page.txt', 'broken');
    const { code, output } = await start(['--once']).ended;
    expect(code).toBe(1);
    expect(output).toContain('page.txt is broken');
    expect(output).toContain('npm test -- --only types,lint');
    expect(output).not.toContain('arguments:');
    expect(built()).toBe('first');
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(['portal', 'portal.stamp', 'sdk', 'sdk.stamp', 'setup']);
  });

  it('keeps the packages that are there when the registry cannot be reached', async () => {
    setUp();
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    write('.npmrc', `registry=http://127.0.0.1:${port}/\nfetch-retries=0\ncache=${join(folder, 'empty-cache')}\n`);
    writeLock('1.0.1');
    const { code, output } = await start(['--once']).ended;
    expect(code).toBe(1);
    expect(output).toContain('ECONNREFUSED');
    expect(output).toContain('Check the connection to the package registry');
    expect(readFileSync(join(folder, 'node_modules/vite/bin/vite.js'), 'utf8')).toBe(BUNDLER);
    expect(readdirSync(join(folder, 'dist/setup'))).toEqual([expect.stringMatching(/^lock\.\d+$/)]);
  });

  it('asks a registry that has its archives at places of its own where they are', async () => {
    const asked: string[] = [];
    const other = createServer(({ url = '', headers }, response) => {
      asked.push(url);
      const dist = { tarball: `http://${headers.host}/archives/7`, integrity: integrityOf(tarball) };
      const versions = { '1.0.0': { name: 'vite', version: '1.0.0', dist } };
      if (url === '/vite') response.end(JSON.stringify({ name: 'vite', 'dist-tags': { latest: '1.0.0' }, versions }));
      else if (url === '/archives/7') response.end(tarball);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    write('.npmrc', `registry=http://127.0.0.1:${port}/\n`);
    const { code, output } = await start(['--once'], { npm_config_cache: join(folder, 'empty-cache') }).ended;
    other.close();
    expect(output).toContain('[1/5] Dependencies … 1 packages');
    expect(code).toBe(0);
    expect(asked).toEqual(['/vite/-/vite-1.0.0.tgz', '/vite', '/archives/7']);
  });

  it('brings back the packages that a killed set-up had moved aside', async () => {
    setUp();
    renameSync(join(folder, 'node_modules'), join(folder, 'dist/setup/packages.previous'));
    write('package-lock.json', '{"name":"trial","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{}}');
    expect((await start(['--once']).ended).code).toBe(1);
    expect(existsSync(join(folder, 'node_modules/vite/bin/vite.js'))).toBe(true);
  });

  it('shows what npm said when the dependencies cannot be installed', async () => {
    write('package-lock.json', '{"name":"trial","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{}}');
    const { code, output } = await start(['--once']).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm error code E404');
    expect(output).toContain('then start again');
  });

  it('lets only one of several work when they start at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => start(['--once']).ended));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(builds()).toBe(1);
    expect(all.filter(({ output }) => output.includes('Portal … built'))).toHaveLength(1);
  });

  it('is not held up by the lock of a process that was killed', async () => {
    const ended = spawn(process.execPath, ['--eval', '']);
    await new Promise((resolve) => ended.once('exit', resolve));
    write('dist/setup/lock.7', JSON.stringify({ pid: ended.pid, started: '1', host: hostname() }));
    expect(await start(['--once']).ended).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'dist', 'setup'))).toEqual(['lock.10']);
  });

  it('waits for the tool that a killed starter has left running', async () => {
    write('portal/page.txt', 'slow');
    const killed = start(['--once']);
    await expect.poll(builds).toBe(1);
    killed.child.kill('SIGKILL');
    const next = await start(['--once']).ended;
    expect(next.output).toContain('waiting for another set-up');
    expect(next).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'builds.log'), 'utf8')).toBe('build\nend\nbuild\nend\n');
  });

  it('is not held up by a living process that has got the number of a killed one', async () => {
    write('dist/setup/lock.1', JSON.stringify({ pid: process.pid, started: '1', host: hostname() }));
    expect(await start(['--once']).ended).toMatchObject({ code: 0 });
  });

  it('neither installs nor builds in production, and says what to do', async () => {
    const { code, output } = await start([], { NODE_ENV: 'production' }).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm run build');
    expect(readdirSync(folder)).not.toContain('node_modules');
    expect(readdirSync(folder)).not.toContain('dist');
  });

  it('starts what was built in production, and says when it is older than the sources', async () => {
    write('dist/release/VERSION', '1.0.0');
    write('dist/release/server/main.ts', `console.log('production server', process.argv.slice(2).join());`);
    mkdirSync(join(folder, 'dist/release/bin'));
    symlinkSync(process.execPath, join(folder, 'dist/release/bin/node'));
    const { code, output } = await start(['--once'], { NODE_ENV: 'production' }).ended;
    expect(output).toContain('production server --once');
    expect(output).toContain('older than the sources');
    expect(code).toBe(0);
    expect(readdirSync(folder)).not.toContain('node_modules');
  });

  it('passes the exit code on', async () => {
    setUp();
    expect(await start(['--fail']).ended).toMatchObject({ code: 7 });
  });

  it('stops the server once for one Ctrl-C, though the signal comes twice', async () => {
    setUp();
    const running = start([]);
    await running.says('ready');
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    const { code, output } = await running.ended;
    expect(output.match(/stopping on SIGINT/g)).toHaveLength(1);
    expect(output).toContain('stopped cleanly');
    expect(code).toBe(0);
  });

  it('lets the server finish when it is asked once more, and ends it the third time', async () => {
    setUp();
    const running = start(['--slow']);
    await running.says('ready');
    running.child.kill('SIGTERM');
    await running.says('stopping on SIGTERM 1');
    // Somebody presses on and on; what comes within a second is one press.
    await running.says('stopping on SIGTERM 2', () => running.child.kill('SIGTERM'));
    expect(running.child.exitCode).toBe(null);
    await running.says('Asked a third time: ending it at once.', () => running.child.kill('SIGTERM'));
    expect((await running.ended).output).not.toContain('stopped cleanly');
  });

  it('leaves nothing running when npm alone is told to end', async () => {
    setUp();
    write('package.json', JSON.stringify({ ...manifest, scripts: { start: 'node scripts/start.mjs' } }));
    const running = run('npm', ['start'], { npm_config_update_notifier: 'false' });
    await running.says('ready');
    running.child.kill('SIGTERM');
    await running.says('stopped cleanly');
  });

  it('stops once when the whole group is told to end, as service managers do', async () => {
    setUp();
    write('package.json', JSON.stringify({ ...manifest, scripts: { start: 'node scripts/start.mjs' } }));
    const running = run('npm', ['start'], { npm_config_update_notifier: 'false' }, true);
    await running.says('ready');
    process.kill(-(running.child.pid ?? 0), 'SIGTERM');
    const { output } = await running.ended;
    expect(output.match(/stopping on SIGTERM/g)).toHaveLength(1);
    expect(output).toContain('stopped cleanly');
  });

  it('stops the server cleanly when the starter itself is killed', async () => {
    setUp();
    const running = start([]);
    await running.says('ready');
    running.child.kill('SIGKILL');
    await running.says('stopped cleanly');
  });
});

describe('a command of operators', () => {
  it('installs nothing, and says what is missing', async () => {
    write('server/db/backup-command.ts', `console.log('backed up');`);
    const before = await run(process.execPath, ['scripts/run.mjs', 'server/db/backup-command.ts']).ended;
    expect(before.code).toBe(1);
    expect(before.output).toContain('installs nothing');
    mkdirSync(join(folder, 'node_modules'));
    const after = await run(process.execPath, ['scripts/run.mjs', 'server/db/backup-command.ts']).ended;
    expect(after).toMatchObject({ code: 0, output: 'backed up\n' });
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vite');
  });
});

const BUNDLER = `
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('builds.log', 'build\\n');
const out = process.argv[process.argv.indexOf('--outDir') + 1];
await new Promise((resolve) => setTimeout(resolve, readFileSync('portal/page.txt', 'utf8') === 'slow' ? 1500 : 300));
if (readFileSync('portal/page.txt', 'utf8') === 'broken') {
  console.error('page.txt is broken');
  process.exit(1);
}
cpSync('portal', out, { recursive: true });
writeFileSync(out + '/index.html', '');
appendFileSync('builds.log', 'end\\n');
`;

const SDK_BUILDER = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync(process.argv[2] + '/v1', { recursive: true });
writeFileSync(process.argv[2] + '/v1/sdk.js', '');
writeFileSync(process.argv[2] + '/fxid-sdk.tgz', '');
`;

const SERVER = `
const args: string[] = process.argv.slice(2);
console.log('arguments: ' + args.join(' '));
if (args.includes('--fail')) process.exit(7);
if (!args.includes('--once')) {
  const end = setTimeout(() => process.exit(9), 45_000);
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      signals += 1;
      console.log('stopping on ' + signal + ' ' + signals);
      if (args.includes('--slow')) return;
      setTimeout(() => {
        console.log('stopped cleanly');
        clearTimeout(end);
        process.exit(0);
      }, 300);
    });
  }
  console.log('ready');
}
`;

const start = (args: readonly string[], env?: Record<string, string>) =>
  run(process.execPath, ['scripts/start.mjs', ...args], env);

function run(command: string, args: readonly string[], env: Record<string, string> = {}, detached = false) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  children.push(child);
  let output = '';
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return {
    child,
    ended: closed.then(() => ({ code: child.exitCode, output })),
    /** @param meanwhile is done before each look */
    says: (words: string, meanwhile?: () => void) => expect.poll(() => (meanwhile?.(), output)).toContain(words),
  };
}

function writeLock(version: string): void {
  const integrity = integrityOf(tarball, version.replace('1.0.0', ''));
  const packages = { '': manifest, 'node_modules/vite': { version, integrity } };
  write('package-lock.json', JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }));
}

const integrityOf = (bytes: Buffer, more = ''): string =>
  `sha512-${createHash('sha512').update(bytes).update(more).digest('base64')}`;

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const built = () => readFileSync(join(folder, 'dist', 'portal', 'page.txt'), 'utf8');
const builds = () =>
  existsSync(join(folder, 'builds.log'))
    ? readFileSync(join(folder, 'builds.log'), 'utf8').split('build\n').length - 1
    : 0;
