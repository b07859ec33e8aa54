// The launcher against a real server: install, incremental update, resume, repair, and start.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import type { BranchBuild } from '#model/installable-build.ts';
import { readBranchesArguments, runBranchesCommand } from '#server/features/release-channels/run-branches-command.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { checkManifest } from './check-manifest.ts';
import { installGame, type InstallDeps, type InstallProgress } from './install-game.ts';
import { openInstallation, type Installation } from './installation.ts';
import { createLauncherPortal } from './launcher-portal.ts';
import { startGame } from './start-game.ts';

const Game = 'sky-courier';
const request = { game: Game, branch: 'stable', os: 'Linux' } as const;
const root = mkdtempSync(join(tmpdir(), 'fxid-launcher-'));
const dataDir = join(root, 'data');
const origin = 'http://play.localhost';
let server: TestApp;
/** Where the server listens. */
let listening: string;
let folders = 0;
let installation: Installation;

beforeAll(async () => {
  const env = { REQUESTS_PER_MINUTE: '9999999', DATA_DIR: dataDir, PUBLIC_URL: origin };
  server = await createTestApp({ env });
  listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await buildGames(server.database, [Game]);
  const Launcher = { Branches: ['stable', 'beta'], DefaultBranch: 'stable', OpenBranches: ['stable'] };
  await changeGame(server.database, Game, (config) => ({ ...config, Launcher }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['branch_keys', 'branch_builds', 'analytics_events'] as const)
    await server.database.kysely.deleteFrom(table).execute();
  installation = await openInstallation(join(root, `game-${(folders += 1)}`));
});
afterEach(() => installation.close());

async function publish(files: Readonly<Record<string, string | Buffer>>, ...options: string[]): Promise<void> {
  const place = join(root, `build-${(folders += 1)}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), content);
  }
  await runCommand('add', Game, 'stable', place, '--os', 'linux', ...options);
}

async function runCommand(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  await runBranchesCommand(readBranchesArguments(words), {
    database: server.database,
    report: (line) => void said.push(line),
    config: { dataDir },
  });
  return said;
}

interface Watched {
  readonly requests: { readonly path: string; readonly range: string | null; readonly authorization: string | null }[];
  readonly progress: InstallProgress[];
}

/** @param change replaces a response, as a broken network or server would */
function prepare(change: (response: Response, path: string) => Response = (response) => response, token?: string) {
  const watched: Watched = { requests: [], progress: [] };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url } = new Request(input);
    const response = await globalThis.fetch(url.replace(origin, listening), init);
    if (!url.includes('/launcher/files/')) return response;
    const headers = new Headers(init?.headers);
    const path = decodeURIComponent(url.replace(/^.*\/files\/[^/]+\/|\?.*$/g, ''));
    watched.requests.push({ path, range: headers.get('range'), authorization: headers.get('authorization') });
    return change(response, path);
  };
  const stop = new AbortController();
  const deps: InstallDeps = {
    portal: createLauncherPortal({ origin, token, fetch }),
    fetch,
    signal: stop.signal,
    onProgress: (progress) => void watched.progress.push(progress),
    retryMs: 1,
  };
  return { deps, watched, stop };
}

const read = (path: string): string => readFileSync(join(installation.root, path), 'utf8');
const has = (path: string): boolean => existsSync(join(installation.root, path));
const paths = ({ requests }: Watched): string[] => requests.map(({ path }) => path).toSorted();
const events = async () => {
  const rows = await server.database.kysely
    .selectFrom('analytics_events')
    .select(['event_id', 'fields'])
    .orderBy('row_id')
    .execute();
  return rows.map(({ event_id }) => event_id);
};

describe('the launcher', () => {
  it('installs a build, reports progress, and does nothing while the build is current', async () => {
    await publish({ 'bin/game': 'run', 'data/räume/1 & 2.pak': 'level', empty: '' }, '--start', 'bin/game');
    const { deps, watched } = prepare();
    expect(await installGame(installation, request, deps)).toMatchObject({ outcome: 'installed', downloadedFiles: 3 });
    expect([read('bin/game'), read('data/räume/1 & 2.pak'), read('empty')]).toEqual(['run', 'level', '']);
    expect(statSync(join(installation.root, 'bin/game')).mode & 0o111).not.toBe(0);
    expect(statSync(join(installation.root, 'data/räume/1 & 2.pak')).mode & 0o111).toBe(0);
    expect(watched.progress.at(-1)).toEqual({ doneBytes: 8, totalBytes: 8 });
    const { DownloadRequested, DownloadStarted, DownloadCompleted } = analyticsEventIds;
    expect(await events()).toEqual([DownloadRequested, DownloadStarted, DownloadCompleted]);
    const again = prepare();
    expect(await installGame(installation, request, again.deps)).toMatchObject({ outcome: 'up-to-date' });
    expect(again.watched.requests).toEqual([]);
    expect(await events()).toHaveLength(3);
  });

  it('updates incrementally: changed files are downloaded, moved ones copied, removed ones deleted, saves kept', async () => {
    await publish(
      { game: 'v1', same: 'same', 'old/moved': 'moved', 'gone/deep/file': 'x', 'config.ini': 'default' },
      '--keep',
      'config.ini,saves',
    );
    await installGame(installation, request, prepare().deps);
    mkdirSync(join(installation.root, 'saves'));
    mkdirSync(join(installation.root, 'gone/mods'));
    for (const path of ['saves/slot1', 'screenshot.png', 'gone/mods/own'])
      writeFileSync(join(installation.root, path), 'mine');
    writeFileSync(join(installation.root, 'config.ini'), 'volume=3');
    await publish(
      { game: 'v2', same: 'same', 'new/moved': 'moved', 'config.ini': 'new default', 'saves/slot0': 'tutorial' },
      '--keep',
      'config.ini,saves',
    );
    const { deps, watched } = prepare();
    expect(await installGame(installation, request, deps)).toMatchObject({
      outcome: 'updated',
      downloadedFiles: 2,
      removedFiles: 2,
    });
    expect(paths(watched)).toEqual(['game', 'saves/slot0']);
    expect([read('game'), read('same'), read('new/moved'), read('config.ini'), read('saves/slot0')]).toEqual([
      'v2',
      'same',
      'moved',
      'volume=3',
      'tutorial',
    ]);
    expect(['old', 'gone/deep'].filter(has)).toEqual([]);
    expect(['saves/slot1', 'screenshot.png', 'gone/mods/own'].map(read)).toEqual(['mine', 'mine', 'mine']);
  });

  it('replaces a folder by a file and a file by a folder', async () => {
    await publish({ 'lib/core': 'folder', data: 'file' });
    await installGame(installation, request, prepare().deps);
    await publish({ lib: 'file', 'data/core': 'folder' });
    await installGame(installation, request, prepare().deps);
    expect([read('lib'), read('data/core')]).toEqual(['file', 'folder']);
  });

  it('downloads a damaged file again; verifying finds one with the same size and time', async () => {
    await publish({ a: 'aaaa', b: 'bbbb', c: 'cccc' });
    await installGame(installation, request, prepare().deps);
    const b = join(installation.root, 'b');
    utimesSync(b, 1000, 1000);
    expect(await installGame(installation, request, prepare().deps)).toMatchObject({ outcome: 'up-to-date' });
    writeFileSync(join(installation.root, 'a'), 'axaa');
    rmSync(join(installation.root, 'c'));
    writeFileSync(b, 'bxbb');
    utimesSync(b, 1000, 1000);
    const repair = prepare();
    expect(await installGame(installation, request, repair.deps)).toMatchObject({ downloadedFiles: 2 });
    expect(paths(repair.watched)).toEqual(['a', 'c']);
    const verify = prepare();
    await installGame(installation, { ...request, isFullCheck: true }, verify.deps);
    expect(paths(verify.watched)).toEqual(['b']);
    expect(['a', 'b', 'c'].map(read)).toEqual(['aaaa', 'bbbb', 'cccc']);
  });

  it("installs a branch that needs a key only with the account's session, which it sends only to the portal", async () => {
    await publish({ game: 'x' });
    const place = join(root, `build-${folders}`);
    await runCommand('add', Game, 'beta', place, '--os', 'linux');
    const accountId = await buildAccount(server.database);
    const { token } = await server.sessions.begin(accountId);
    const beta = { ...request, branch: 'beta' };
    await expect(installGame(installation, beta, prepare().deps)).rejects.toMatchObject({ status: 404 });
    await expect(installGame(installation, beta, prepare(undefined, token).deps)).rejects.toMatchObject({
      status: 404,
    });
    const [Key = ''] = await runCommand('keys', Game, 'beta');
    await server.client(token).launcher.activateKey({ Game, Key });
    const { deps, watched } = prepare(undefined, token);
    await installGame(installation, beta, deps);
    expect(watched.requests).toMatchObject([{ path: 'game', authorization: `Bearer ${token}` }]);
    expect(deps.portal.headersFor('https://cdn.example/x')).toEqual({});
    expect(deps.portal.headersFor(`${origin}/x`)).toEqual({ authorization: `Bearer ${token}` });
  });
});

describe('a download', () => {
  const large = Buffer.alloc(300_000, 'abcdefghij');

  /** Ends the response after some bytes. */
  const cutAfter = (bytes: number, response: Response, then: () => void = () => undefined): Response => {
    let sent = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        const rest = chunk.subarray(0, bytes - sent);
        sent += rest.length;
        controller.enqueue(rest);
        if (sent < bytes) return;
        then();
        controller.error(new TypeError('terminated'));
      },
    });
    return new Response(response.body?.pipeThrough(cut) ?? null, response);
  };

  it('that is interrupted resumes where it stopped', async () => {
    await publish({ large });
    let broken = 0;
    const { deps, watched } = prepare((response) => ((broken += 1) <= 2 ? cutAfter(100_000, response) : response));
    await installGame(installation, request, deps);
    expect(watched.requests.map(({ range }) => range)).toEqual([null, 'bytes=100000-', 'bytes=200000-']);
    expect(hash('sha256', readFileSync(join(installation.root, 'large')))).toBe(hash('sha256', large));
    expect(watched.progress.at(-1)).toEqual({ doneBytes: 300_000, totalBytes: 300_000 });
  });

  it('that is cancelled continues in the next run, as the same download', async () => {
    await publish({ large, small: 'small' });
    const first = prepare((response, path) =>
      path === 'large' ? cutAfter(120_000, response, () => first.stop.abort()) : response,
    );
    await expect(installGame(installation, request, first.deps)).rejects.toThrow();
    expect(has('large')).toBe(false);
    await installation.close();
    installation = await openInstallation(installation.root);
    const second = prepare();
    expect(await installGame(installation, request, second.deps)).toMatchObject({ outcome: 'installed' });
    expect(second.watched.requests.find(({ path }) => path === 'large')?.range).toBe('bytes=120000-');
    const { DownloadRequested, DownloadStarted, DownloadCompleted } = analyticsEventIds;
    expect(await events()).toEqual([DownloadRequested, DownloadStarted, DownloadCompleted]);
  });

  it('with wrong content is repeated, then abandoned, and nothing is installed', async () => {
    await publish({ game: 'right', other: 'other' });
    let times = 0;
    const once = prepare((response, path) =>
      path === 'game' && (times += 1) === 1 ? new Response('wrong', response) : response,
    );
    await installGame(installation, request, once.deps);
    expect(read('game')).toBe('right');
    await publish({ game: 'newer', other: 'other' });
    const always = prepare((response, path) => (path === 'game' ? new Response('wrong', response) : response));
    await expect(installGame(installation, request, always.deps)).rejects.toThrow('wrong content');
    expect([read('game'), await installation.readPending()]).toEqual(['right', undefined]);
    expect((await events()).at(-1)).toBe(analyticsEventIds.DownloadFailed);
  });

  it('that is longer than its manifest declares stops', async () => {
    await publish({ game: 'x' });
    const { deps } = prepare((response) => new Response(Buffer.alloc(50_000), response));
    await expect(installGame(installation, request, deps)).rejects.toThrow('longer than its manifest says');
  });

  it('that the portal no longer has is requested again', async () => {
    await publish({ game: 'x' });
    let isForgotten = false;
    const { deps } = prepare((response) => {
      const first = !isForgotten;
      isForgotten = true;
      return first ? new Response('', { status: 404 }) : response;
    });
    expect(await installGame(installation, request, deps)).toMatchObject({ outcome: 'installed' });
  });
});

describe('an update that is killed while files are replaced', () => {
  it('is completed by the next run, even to a newer build, and the game does not start in between', async () => {
    const shell = '#!/bin/sh\nexit 0\n';
    await publish({ game: shell, a: '1', b: '1' }, '--start', 'game');
    await installGame(installation, request, prepare().deps);
    await publish({ game: shell, a: '2', b: '2', only2: 'x' }, '--start', 'game');
    // A folder in the place of a file stops the update half way, like a kill.
    rmSync(join(installation.root, 'b'));
    mkdirSync(join(installation.root, 'b'));
    await publish({ game: shell, a: '3', only3: 'y', b: '3' }, '--start', 'game');
    await expect(installGame(installation, request, prepare().deps)).rejects.toThrow('is a folder');
    expect(read('a')).toBe('3');
    await expect(startGame(installation)).rejects.toThrow('An update was interrupted');
    rmSync(join(installation.root, 'b'), { recursive: true });
    await publish({ game: shell, a: '4', b: '4' }, '--start', 'game');
    await installGame(installation, request, prepare().deps);
    expect([read('a'), read('b'), has('only3'), await installation.readPending()]).toEqual([
      '4',
      '4',
      false,
      undefined,
    ]);
    const started = await startGame(installation);
    expect((await once(started, 'exit'))[0]).toBe(0);
  });
});

describe('an installation', () => {
  it('never writes through a link', async () => {
    const outside = join(root, `outside-${(folders += 1)}`);
    mkdirSync(outside);
    writeFileSync(join(outside, 'file'), 'theirs');
    symlinkSync(outside, join(installation.root, 'data'));
    symlinkSync(join(outside, 'file'), join(installation.root, 'game'));
    await publish({ 'data/file': 'ours', game: 'ours' });
    await expect(installGame(installation, request, prepare().deps)).rejects.toThrow('is a link');
    rmSync(join(installation.root, 'data'));
    await installGame(installation, request, prepare().deps);
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('theirs');
    expect(lstatSync(join(installation.root, 'game')).isSymbolicLink()).toBe(false);
  });

  it('allows one launcher at a time, and ignores the lock of a dead one', async () => {
    await expect(openInstallation(installation.root)).rejects.toThrow('Another launcher');
    await installation.close();
    const dead = spawn('true');
    await once(dead, 'exit');
    writeFileSync(join(installation.root, '.fxid/lock'), String(dead.pid));
    installation = await openInstallation(installation.root);
  });

  const build: BranchBuild = {
    Id: '1',
    GameId: Game,
    BuildType: 'Files',
    Sha: '',
    Description: '',
    ChangeSet: '',
    CreatedAt: '2026-01-01T00:00:00Z',
    BuildNumber: 1,
    Metadata: {},
    StartArguments: [],
    Keep: [],
    Files: [{ Path: 'a', Bytes: 1, Sha256: 'a'.repeat(64), Executable: false }],
  };
  const file = (Path: string) => ({ Path, Bytes: 1, Sha256: 'a'.repeat(64), Executable: false });

  it.each<[string, object]>([
    ['a path outside the folder', { Files: [file('../x')] }],
    ['an absolute path', { Files: [file('/x')] }],
    ['a Windows path', { Files: [file('C:\\x')] }],
    ['the launcher’s own files', { Files: [file('.fxid/installed.json')] }],
    ['the same file twice', { Files: [file('a'), file('A')] }],
    ['a kept path outside the folder', { Keep: ['..'] }],
    ['a program that is not in it', { Start: 'b' }],
    ['an invalid hash', { Files: [{ ...file('a'), Sha256: 'x' }] }],
    ['no files', { Files: undefined, InstallUrl: 'https://cdn.example/a.exe' }],
  ])('refuses a manifest with %s', (_, change) => {
    expect(checkManifest(build)).toMatchObject({ Id: '1' });
    expect(() => checkManifest({ ...build, ...change })).toThrow(/manifest|unsafe|twice|program|installer/);
  });
});

it('a start is recorded', async () => {
  await prepare().deps.portal.recordStart(Game, new Date());
  const rows = await server.database.kysely
    .selectFrom('analytics_events_by_day')
    .select(['event_id', 'fields'])
    .execute();
  expect(rows).toContainEqual({ event_id: analyticsEventIds.LauncherStarted, fields: { S1: Game } });
});
