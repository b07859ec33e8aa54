// Tests the start command with real processes in temporary folders; small programs replace the bundler and the server.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const manifest = { name: 'trial', version: '1.0.0', type: 'module', dependencies: { vite: 'file:vite.tgz' } };

let folder: string;
/** A fully set-up folder, which tests copy. */
let ready: string;
let tarball: Buffer;
const children: ChildProcess[] = [];

// A package that replaces the bundler.
beforeAll(async () => {
  const made = mkdtempSync(join(tmpdir(), 'fxid-package-'));
  mkdirSync(join(made, 'package', 'bin'), { recursive: true });
  writeFileSync(join(made, 'package', 'package.json'), '{"name":"vite","version":"1.0.0","type":"module"}');
  writeFileSync(join(made, 'package', 'bin', 'vite.js'), BUNDLER);
  execFileSync('tar', ['-czf', 'vite.tgz', 'package'], { cwd: made });
  tarball = readFileSync(join(made, 'vite.tgz'));
  rmSync(made, { recursive: true });
  makeFolder();
  ready = folder;
  expect(await start(['--once']).ended).toMatchObject({ code: 0 });
});

afterAll(() => rmSync(ready, { recursive: true, force: true }));

beforeEach(() => makeFolder());

function makeFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'fxid-start-'));
  cpSync(import.meta.dirname, join(folder, 'scripts'), { recursive: true });
  write('package.json', JSON.stringify(manifest));
  write('vite.tgz', tarball);
  const vite = { version: '1.0.0', resolved: 'file:vite.tgz', integrity: integrityOf(tarball) };
  const packages = { '': manifest, 'node_modules/vite': vite };
  write('package-lock.json', JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages }));
  write('scripts/build-sdk.ts', SDK_BUILDER);
  write('portal/page.txt', 'first');
  write('lab/main.ts', SERVER);
}

/** Makes the folder look as if it had been set up before. */
function setUp(): void {
  cpSync(ready, folder, { recursive: true, preserveTimestamps: true });
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  it('sets everything up, passes arguments on, and repeats nothing', async () => {
    const first = await start(['--once', 'hello']).ended;
    expect(first).toMatchObject({ code: 0 });
    for (const words of ['Installing the dependencies', 'Building dist/portal', 'Building dist/sdk', '--once hello'])
      expect(first.output).toContain(words);
    expect(built()).toBe('first');
    expect((await start(['--once']).ended).output).toBe('arguments: --once\n');
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
    expect((await start(['--once']).ended).output).toContain('Building dist/sdk');
    expect(builds()).toBe(2);
  });

  it('shows the message of a failed build, and keeps the previous portal', async () => {
    setUp();
    write('portal/page.txt', 'broken');
    const { code, output } = await start(['--once']).ended;
    expect(code).toBe(1);
    expect(output).toContain('page.txt is broken');
    expect(output).not.toContain('arguments:');
    expect(built()).toBe('first');
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual([
      'console',
      'console.stamp',
      'portal',
      'portal.stamp',
      'sdk',
      'sdk.stamp',
    ]);
  });

  it('shows the message of npm when the dependencies cannot be installed', async () => {
    write('package-lock.json', '{"name":"trial","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{}}');
    const { code, output } = await start(['--once']).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm error');
    expect(output).toContain('failed: exit code');
  });

  it('neither installs nor builds in production', async () => {
    const { code, output } = await start([], { NODE_ENV: 'production' }).ended;
    expect(code).toBe(1);
    expect(output).toContain('npm run build');
    expect(readdirSync(folder)).not.toContain('node_modules');
    expect(readdirSync(folder)).not.toContain('dist');
  });

  it('starts the build in production, and reports that it is older than the sources', async () => {
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

  it('stops the server once for one Ctrl-C, although the signal arrives twice', async () => {
    setUp();
    const running = start([]);
    await running.prints('ready');
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    const { code, output } = await running.ended;
    expect(output.match(/stopping on SIGINT/g)).toHaveLength(1);
    expect(output).toContain('stopped cleanly');
    expect(code).toBe(0);
  });

  it('lets the server finish after a second signal, and kills it after the third', async () => {
    setUp();
    const running = start(['--slow']);
    await running.prints('ready');
    running.child.kill('SIGTERM');
    await running.prints('stopping on SIGTERM 1');
    // Signals within one second count as one key press.
    await running.prints('stopping on SIGTERM 2', () => running.child.kill('SIGTERM'));
    expect(running.child.exitCode).toBe(null);
    await running.prints('Asked a third time: ending it at once.', () => running.child.kill('SIGTERM'));
    expect((await running.ended).output).not.toContain('stopped cleanly');
  });

  it('leaves nothing running when only npm gets the signal', async () => {
    setUp();
    write('package.json', JSON.stringify({ ...manifest, scripts: { start: 'node scripts/start.mjs' } }));
    const running = run('npm', ['start'], { npm_config_update_notifier: 'false' });
    await running.prints('ready');
    running.child.kill('SIGTERM');
    await running.prints('stopped cleanly');
  });

  it('stops once when the whole process group gets the signal, as from service managers', async () => {
    setUp();
    write('package.json', JSON.stringify({ ...manifest, scripts: { start: 'node scripts/start.mjs' } }));
    const running = run('npm', ['start'], { npm_config_update_notifier: 'false' }, true);
    await running.prints('ready');
    process.kill(-(running.child.pid ?? 0), 'SIGTERM');
    const { output } = await running.ended;
    expect(output.match(/stopping on SIGTERM/g)).toHaveLength(1);
    expect(output).toContain('stopped cleanly');
  });

  it('stops the server cleanly when the starter itself is killed', async () => {
    setUp();
    const running = start([]);
    await running.prints('ready');
    running.child.kill('SIGKILL');
    await running.prints('stopped cleanly');
  });
});

it("an operators' command installs nothing, and reports what is missing", async () => {
  write('server/db/backup-command.ts', `console.log('backed up');`);
  const before = await run(process.execPath, ['scripts/run.mjs', 'server/db/backup-command.ts']).ended;
  expect(before.code).toBe(1);
  expect(before.output).toContain('The dependencies are not installed');
  mkdirSync(join(folder, 'node_modules'));
  const after = await run(process.execPath, ['scripts/run.mjs', 'server/db/backup-command.ts']).ended;
  expect(after).toMatchObject({ code: 0, output: 'backed up\n' });
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vite');
});

const BUNDLER = `
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
const out = process.argv.find((arg) => arg.startsWith('--outDir=')).slice(9);
if (process.argv.includes('portal')) appendFileSync('builds.log', 'build\\n');
if (readFileSync('portal/page.txt', 'utf8') === 'broken') {
  console.error('page.txt is broken');
  process.exit(1);
}
cpSync('portal', out, { recursive: true });
writeFileSync(out + '/index.html', '');
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
    prints: (words: string, beforeCheck?: () => void) => expect.poll(() => (beforeCheck?.(), output)).toContain(words),
  };
}

const integrityOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function write(path: string, text: string | Buffer): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const built = () => readFileSync(join(folder, 'dist', 'portal', 'page.txt'), 'utf8');
const builds = () =>
  existsSync(join(folder, 'builds.log'))
    ? readFileSync(join(folder, 'builds.log'), 'utf8').split('build\n').length - 1
    : 0;
