// Builds whose files the portal serves itself: who gets them, in parts, and what is counted.
import { hash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { checkDesktopBuilds } from '#server/checking/check-desktop-builds.ts';
import { createDownloads } from './downloads.ts';
import { createReleaseChannels } from './release-channels.ts';
import { readBranchesArguments, runBranchesCommand } from './run-branches-command.ts';

const Game = 'sky-courier';
const root = mkdtempSync(join(tmpdir(), 'fxid-installable-'));
const dataDir = join(root, 'data');
let server: TestApp;
let folders = 0;

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '9999999', DATA_DIR: dataDir } });
  await buildGames(server.database, [Game, 'gem-miner']);
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
});

function folder(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const place = join(root, `build-${folders}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

async function run(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  await runBranchesCommand(readBranchesArguments(words), {
    database: server.database,
    report: (line) => void said.push(line),
    config: { dataDir },
  });
  return said;
}

async function enter() {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  return { accountId, token, calls: server.client(token).launcher };
}
const anybody = () => server.client().launcher;
const get = (address: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(address);
  return server.app.inject({ url: pathname + search, headers });
};
const sha256 = (text: string): string => hash('sha256', text);
const events = () =>
  server.database.kysely
    .selectFrom('analytics_events')
    .select(['event_id', 'account_id', 'fields'])
    .orderBy('row_id')
    .execute();
const storedFiles = (): string[] =>
  readdirSync(join(dataDir, 'games', Game, '.installable'), { recursive: true })
    .map(String)
    .filter((name) => /[0-9a-f]{64}$/.test(name));

async function addInstaller(text: string, ...words: string[]): Promise<void> {
  const file = join(folder({ 'Sky Courier ü.exe': text }), 'Sky Courier ü.exe');
  await run('add', Game, ...(words.length === 0 ? ['stable'] : words), file);
}

describe('a build', () => {
  it('for each operating system is offered, and the newest of each counts', async () => {
    await run('add', Game, 'stable', 'https://cdn.example/1.exe', '--os', 'windows');
    await run('add', Game, 'stable', 'https://cdn.example/2.dmg', '--os', 'macos');
    await run('add', Game, 'stable', 'https://cdn.example/3.exe', '--os', 'Windows', '--description', '1.2');
    await addInstaller('anywhere');
    const { Builds } = await anybody().availableBranches({ Game });
    expect(Builds.map(({ Os, BuildNumber }) => [Os, BuildNumber])).toEqual([
      ['Windows', 3],
      ['macOS', 2],
      [undefined, 4],
    ]);
    expect(Builds[0]).toMatchObject({ Branch: 'stable', Description: '1.2', IsInstaller: true });
    expect(Builds[2]).toMatchObject({ Bytes: 8 });
    expect(await anybody().manifest({ Game, Branch: 'stable', Os: 'macOS' })).toMatchObject({ BuildNumber: 4 });
    await run('remove', Game, 'stable', '4');
    expect(await anybody().manifest({ Game, Branch: 'stable', Os: 'macOS' })).toMatchObject({
      BuildNumber: 2,
      Os: 'macOS',
    });
    expect(await anybody().downloadDirect({ Game, Os: 'Windows' })).toEqual({ Url: 'https://cdn.example/3.exe' });
    await expect(anybody().manifest({ Game, Branch: 'stable', Os: 'Linux' })).rejects.toMatchObject({ status: 404 });
    expect(await run('list', Game)).toContain(
      'stable (default)  everybody’s  builds: 3 Windows, 2 macOS, 1 Windows  keys: 0, 0 used',
    );
  });

  it('that is a folder lists its files with their hashes, and stores equal contents once', async () => {
    const place = folder({ 'bin/game': 'run', 'data/a.pak': 'same', 'data/b.pak': 'same', '.git/config': 'secret' });
    chmodSync(join(place, 'data/a.pak'), 0o644);
    const said = await run(
      'add',
      Game,
      'stable',
      place,
      '--os',
      'linux',
      '--start',
      'bin/game',
      '--keep',
      'saves,data/b.pak',
      '--arguments=--full  --quiet',
    );
    expect(said).toEqual([
      `Build 1 of ${Game}, branch stable, is available for Linux.`,
      '3 files, 11 bytes.',
      '1 hidden files and folders were left out.',
    ]);
    const manifest = await anybody().manifest({ Game, Branch: 'stable', Os: 'Linux' });
    expect(manifest).toMatchObject({
      BuildType: 'Files',
      Bytes: 11,
      Start: 'bin/game',
      StartArguments: ['--full', '--quiet'],
      Keep: ['saves', 'data/b.pak'],
      Files: [
        { Path: 'bin/game', Bytes: 3, Sha256: sha256('run'), Executable: true },
        { Path: 'data/a.pak', Bytes: 4, Sha256: sha256('same'), Executable: false },
        { Path: 'data/b.pak', Bytes: 4, Sha256: sha256('same'), Executable: false },
      ],
    });
    expect(manifest).not.toHaveProperty('InstallUrl');
    expect(storedFiles()).toHaveLength(2);
    // A browser can't download a folder.
    await expect(anybody().requestDownload({ Game, Installer: true })).rejects.toMatchObject({ status: 404 });
    await expect(anybody().downloadDirect({ Game })).rejects.toMatchObject({ status: 404 });
    await run('add', Game, 'stable', folder({ 'bin/game': 'run', 'new.pak': 'new' }), '--os', 'linux');
    await run('remove', Game, 'stable', '1');
    expect(
      storedFiles()
        .map((name) => name.slice(-64))
        .toSorted(),
    ).toEqual([sha256('run'), sha256('new')].toSorted());
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['a device name', { 'aux.txt': '' }, [], 'reserves for devices'],
    ['names that differ in case', { 'A/x': '', 'a/x': '' }, [], 'the same on some systems'],
    ['a missing program', { game: '' }, ['--start', 'bin/game'], 'There is no bin/game'],
    ['kept paths outside', { game: '' }, ['--keep', '../..'], 'must be relative'],
    ['a kept program', { 'bin/game': '' }, ['--start', 'bin/game', '--keep', 'bin'], 'would never be updated'],
    ['a checksum of its own', { game: '' }, ['--sha', 'abc'], '--sha is for an address'],
    ['nothing', {}, [], 'not a file, a folder'],
  ])('with %s is rejected, and leaves nothing behind', async (_, files, options, message) => {
    const before = await server.database.kysely.selectFrom('branch_builds').select('build_id').execute();
    await expect(run('add', Game, 'stable', folder(files), ...options)).rejects.toThrow(message);
    expect(await server.database.kysely.selectFrom('branch_builds').select('build_id').execute()).toEqual(before);
  });

  it('with a link out of its folder is rejected', async () => {
    const place = folder({ game: '' });
    symlinkSync('/etc/hostname', join(place, 'link'));
    await expect(run('add', Game, 'stable', place)).rejects.toThrow('a link out of the folder');
  });
});

describe('a file', () => {
  const text = '0123456789'.repeat(1000);
  const etag = `"${sha256(text)}"`;

  async function openInstaller() {
    await addInstaller(text);
    const { SessionId } = await anybody().requestDownload({ Game, Installer: true });
    const { Url } = await anybody().download({ Game, SessionId });
    return { SessionId, Url };
  }

  it('is sent as an attachment that no page can open, in full or in parts', async () => {
    const { Url } = await openInstaller();
    const whole = await get(Url);
    expect([whole.statusCode, whole.body]).toEqual([200, text]);
    expect(whole.headers).toMatchObject({
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
      'content-length': '10000',
      'content-disposition': `attachment; filename="Sky_Courier__.exe"; filename*=UTF-8''Sky%20Courier%20%C3%BC.exe`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const rest = await get(Url, { range: 'bytes=9990-', 'if-range': etag });
    expect([rest.statusCode, rest.body, rest.headers['content-range']]).toEqual([
      206,
      '0123456789',
      'bytes 9990-9999/10000',
    ]);
    expect((await get(Url, { range: 'bytes=9990-', 'if-range': '"other"' })).statusCode).toBe(200);
    const beyond = await get(Url, { range: 'bytes=10000-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10000']);
    expect((await get(Url, { 'if-none-match': etag })).statusCode).toBe(304);
    const { pathname, search } = new URL(Url);
    const head = await server.app.inject({ method: 'HEAD', url: pathname + search });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10000', '']);
  });

  it('of a download that was requested signed in needs the address or the session of that account', async () => {
    const [owner, other] = [await enter(), await enter()];
    await addInstaller(text, 'beta');
    const [Key] = await run('keys', Game, 'beta');
    await owner.calls.activateKey({ Game, Key: Key ?? '' });
    const { SessionId } = await owner.calls.requestDownload({ Game, Branch: 'beta' });
    const { Url } = await owner.calls.download({ Game, SessionId });
    expect((await get(Url)).statusCode).toBe(200);
    const bare = Url.replace(/\?.*$/, '');
    expect(bare).not.toBe(Url);
    expect((await get(bare, { authorization: `Bearer ${owner.token}` })).statusCode).toBe(200);
    for (const [address, token] of [
      [bare, undefined],
      [bare, other.token],
      [`${bare}?Token=`, owner.token],
      [`${bare}?Token=${'A'.repeat(43)}`, owner.token],
      [Url.replace(SessionId, randomUUID()), owner.token],
    ] as const)
      expect(
        (await get(address, token === undefined ? {} : { authorization: `Bearer ${token}` })).statusCode,
        address,
      ).toBe(404);
  });

  it('is not found by another path, and not after the download or its build has ended', async () => {
    const { Url, SessionId } = await openInstaller();
    const base = Url.slice(0, Url.lastIndexOf('/') + 1);
    for (const path of ['', 'other', 'a%00b', '..%2f..%2fdemo-players.json', `%2e%2e/${sha256(text)}`, sha256(text)])
      expect((await get(base + path)).statusCode, path).toBe(404);
    await ageRows(server.database, 'downloads', 2 * 86_400);
    expect((await get(Url)).statusCode).toBe(404);
    await expect(anybody().download({ Game, SessionId })).rejects.toMatchObject({ status: 404 });
    const again = await anybody().download({ Game, SessionId: (await anybody().requestDownload({ Game })).SessionId });
    await run('remove', Game, 'stable', '1');
    expect((await get(again.Url)).statusCode).toBe(404);
  });
});

describe('the portal counts', () => {
  const text = 'x'.repeat(5000);
  const fields = { S1: Game, S2: 'stable', I1: 1 };

  it('an installer as completed once all of it was sent, and reports its progress', async () => {
    const { calls, accountId } = await enter();
    await addInstaller(text);
    const { SessionId } = await calls.requestDownload({ Game, Installer: true });
    const { Url } = await calls.download({ Game, SessionId });
    const state = () => calls.download({ Game, SessionId });
    expect(await state()).toMatchObject({ State: 'Started', Bytes: 5000, SentBytes: 0 });
    await get(Url, { range: 'bytes=0-1999' });
    await eventually(async () => (await state()).SentBytes === 2000);
    expect(await state()).toMatchObject({ State: 'Started' });
    await get(Url, { range: 'bytes=2000-' });
    await eventually(async () => (await state()).State === 'Completed');
    expect(await state()).toMatchObject({ SentBytes: 5000 });
    await get(Url);
    await calls.finishDownload({ Game, SessionId, Outcome: 'Failed' });
    const common = { account_id: accountId, fields };
    expect(await events()).toEqual([
      { ...common, event_id: analyticsEventIds.DownloadRequested },
      { ...common, event_id: analyticsEventIds.DownloadStarted },
      { ...common, event_id: analyticsEventIds.DownloadCompleted },
    ]);
  });

  it.each(['Completed', 'Failed'] as const)(
    'a download that a launcher reports as %s once, for its account',
    async (Outcome) => {
      const [owner, other] = [await enter(), await enter()];
      await run('add', Game, 'stable', folder({ a: 'a' }), '--os', 'linux');
      const { SessionId } = await owner.calls.requestDownload({ Game, Os: 'Linux' });
      await owner.calls.download({ Game, SessionId });
      const report = { Game, SessionId, Outcome, Reason: 'Network' };
      await expect(other.calls.finishDownload(report)).rejects.toMatchObject({ status: 404 });
      await Promise.all([owner.calls.finishDownload(report), owner.calls.finishDownload(report)]);
      expect(await owner.calls.download({ Game, SessionId })).toMatchObject({ State: Outcome });
      const last = (await events()).slice(2);
      const event_id = analyticsEventIds[`Download${Outcome}`];
      const os = { ...fields, S3: 'Linux' };
      expect(last).toEqual([
        { event_id, account_id: owner.accountId, fields: Outcome === 'Failed' ? { ...os, S4: 'Network' } : os },
      ]);
    },
  );

  it('a download that started and expired as failed, but none from an address that it can’t see', async () => {
    await addInstaller(text);
    const { SessionId } = await anybody().requestDownload({ Game });
    await anybody().download({ Game, SessionId });
    await anybody().requestDownload({ Game });
    await run('add', Game, 'stable', 'https://cdn.example/2.exe');
    const elsewhere = await anybody().requestDownload({ Game });
    await anybody().download({ Game, SessionId: elsewhere.SessionId });
    await ageRows(server.database, 'downloads', 2 * 3600);
    const before = (await events()).length;
    const { database, sealer } = server;
    const channels = createReleaseChannels(database);
    const publicUrl = new URL('https://play.example');
    const { failAbandoned } = createDownloads({ database, sealer, channels, publicUrl, now: () => new Date() });
    const { signal } = new AbortController();
    expect([await failAbandoned(signal), await failAbandoned(signal)]).toEqual([1, 0]);
    expect((await events()).slice(before)).toEqual([
      { event_id: analyticsEventIds.DownloadFailed, account_id: null, fields: { ...fields, S4: 'Abandoned' } },
    ]);
  });
});

it('npm run check names a default branch without a build, and a build without its files', async () => {
  const { database } = server;
  expect(await checkDesktopBuilds(database, { dataDir })).toMatchObject([
    { verdict: 'warning', text: expect.stringContaining('its default branch stable has no build') },
  ]);
  await run('add', Game, 'stable', folder({ a: 'a', b: 'b' }), '--os', 'linux');
  expect(await checkDesktopBuilds(database, { dataDir })).toMatchObject([{ verdict: 'ok' }]);
  rmSync(join(dataDir, 'games', Game, '.installable', sha256('b').slice(0, 2), sha256('b')));
  expect(await checkDesktopBuilds(database, { dataDir })).toMatchObject([
    { verdict: 'problem', text: `build 1 of ${Game}, branch stable, lacks files` },
  ]);
});

describe('a key without a game', () => {
  it('is activated once, and listed with what it unlocks', async () => {
    const [ada, bert] = [await enter(), await enter()];
    const [Key = ''] = await run('keys', Game, 'beta');
    const [whole = ''] = await run('keys', 'gem-miner');
    expect(await ada.calls.keys({})).toEqual({ Unlocked: [], IsOffered: true });
    expect(await ada.calls.redeemKey({ Key })).toEqual({
      Unlocked: { Game, Branch: 'beta', ActivatedAt: expect.any(String) },
    });
    expect(await ada.calls.redeemKey({ Key: whole })).toMatchObject({ Unlocked: { Game: 'gem-miner' } });
    expect(await bert.calls.redeemKey({ Key })).toEqual({});
    expect(await bert.calls.redeemKey({ Key: 'nonsense' })).toEqual({});
    const { Unlocked } = await ada.calls.keys({});
    expect(Unlocked.map((each) => [each.Game, each.Branch])).toEqual([
      ['gem-miner', undefined],
      [Game, 'beta'],
    ]);
    expect(await bert.calls.keys({})).toMatchObject({ Unlocked: [] });
    await expect(anybody().redeemKey({ Key })).rejects.toMatchObject({ code: 'Unauthenticated' });
  });
});
