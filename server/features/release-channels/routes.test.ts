// The launcher's six calls, from the operator's command to the installer. What the caller may not access looks missing.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicGameConfig } from '#contract/config.ts';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { readBranchesArguments, runBranchesCommand } from './run-branches-command.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const Game = 'sky-courier';
const options = { Branches: ['stable', 'beta', 'alpha'], DefaultBranch: 'stable', OpenBranches: ['stable'] };
const dataDir = mkdtempSync(join(tmpdir(), 'fxid-branches-'));
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({
    env: { REQUESTS_PER_MINUTE: '9999999', DATA_DIR: dataDir },
    settings: { platforms: { fxlauncher: {} } },
  });
  await buildGames(server.database, [Game, 'gem-miner']);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const table of ['branch_keys', 'branch_builds', 'analytics_events'] as const)
    await server.database.kysely.deleteFrom(table).execute();
  await setBranches(options);
  for (const branch of ['stable', 'beta', 'alpha'])
    for (const build of [1, 2]) await run('add', Game, branch, `https://cdn.example/${branch}-${build}.exe`);
});

const setBranches = (given: PublicGameConfig['Launcher']) =>
  changeGame(server.database, Game, (config) => {
    const { Launcher: before, ...rest } = config;
    return given ? { ...config, Launcher: given } : before ? rest : config;
  });

async function run(...words: string[]): Promise<string[]> {
  const said: string[] = [];
  await runBranchesCommand(readBranchesArguments(words), {
    database: server.database,
    report: (line) => void said.push(line),
    config: { dataDir },
  });
  return said;
}
const makeKey = async (...words: string[]): Promise<string> => (await run('keys', ...words))[0] ?? '';

async function enter() {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  return { accountId, token, calls: server.client(token).launcher };
}
const anybody = () => server.client().launcher;
const notFound = { status: 404, code: 'NotFound' };

describe('a branch', () => {
  it('is open to all if the game opens it, and closed otherwise', async () => {
    const { calls } = await enter();
    for (const asking of [anybody(), calls]) {
      expect(await asking.availableBranches({ Game })).toMatchObject({
        Branches: ['stable'],
        Builds: [{ Branch: 'stable', BuildNumber: 2, IsInstaller: true }],
      });
      expect(await asking.manifest({ Game, Branch: 'stable' })).toMatchObject({
        BuildNumber: 2,
        InstallUrl: 'https://cdn.example/stable-2.exe',
      });
      for (const Branch of ['beta', 'no-such-branch'])
        await expect(asking.manifest({ Game, Branch })).rejects.toMatchObject(notFound);
    }
  });

  it.each([
    ['that says nothing about them', undefined],
    ['that opens none', { Branches: ['stable'], DefaultBranch: 'stable' }],
  ])('of a game %s is closed', async (_, Launcher) => {
    await setBranches(Launcher);
    expect(await anybody().availableBranches({ Game })).toEqual({ Branches: [], Builds: [] });
    await expect(anybody().downloadDirect({ Game })).rejects.toMatchObject(notFound);
    await expect(anybody().requestDownload({ Game })).rejects.toMatchObject(notFound);
  });

  it('of a hidden or missing game is closed', async () => {
    const { kysely } = server.database;
    const publish = (published: boolean) =>
      kysely.updateTable('games').set({ published }).where('game', '=', Game).execute();
    await publish(false);
    expect(await anybody().availableBranches({ Game })).toEqual({ Branches: [], Builds: [] });
    await publish(true);
    await expect(anybody().availableBranches({ Game: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  });

  it('is not listed among the builds that are played in pages', async () => {
    const { Builds } = await server.client().play.builds({ Game, OtaVersion: '1.0' });
    expect(JSON.stringify(Builds)).not.toContain('cdn.example');
  });
});

describe('a key', () => {
  it('unlocks its branch only for the account that activates it', async () => {
    const [ada, bert] = [await enter(), await enter()];
    const Key = await makeKey(Game, 'beta');
    expect(await ada.calls.activateKey({ Game, Key })).toEqual({ Success: true, Branch: 'beta' });
    expect(await ada.calls.availableBranches({ Game })).toMatchObject({ Branches: ['stable', 'beta'] });
    expect(await ada.calls.manifest({ Game, Branch: 'beta' })).toMatchObject({ BuildNumber: 2 });
    await expect(ada.calls.manifest({ Game, Branch: 'alpha' })).rejects.toMatchObject(notFound);
    expect(await ada.calls.activateKey({ Game, Key })).toEqual({ Success: true, Branch: 'beta' });
    expect(await bert.calls.activateKey({ Game, Key })).toEqual({ Success: false });
    expect(await bert.calls.availableBranches({ Game })).toMatchObject({ Branches: ['stable'] });
  });

  it('without a branch unlocks the whole game, including later branches', async () => {
    const { calls } = await enter();
    expect(await calls.activateKey({ Game, Key: await makeKey(Game) })).toEqual({ Success: true });
    expect(await calls.availableBranches({ Game })).toMatchObject({ Branches: options.Branches });
  });

  it('belongs to one account, even with concurrent activations', async () => {
    const Key = await makeKey(Game, 'beta');
    const people = await Promise.all(Array.from({ length: 8 }, enter));
    const ends = await Promise.all(people.map(({ calls }) => calls.activateKey({ Game, Key })));
    expect(ends.filter(({ Success }) => Success)).toHaveLength(1);
  });

  it('is read in any usual spelling', async () => {
    const Key = (await makeKey(Game, 'beta')).toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    expect(await (await enter()).calls.activateKey({ Game, Key })).toMatchObject({ Success: true });
  });

  it('of another game, an invented one, a revoked one and an expired one unlock nothing', async () => {
    const { calls } = await enter();
    const [other, revoked] = [await makeKey('gem-miner'), await makeKey(Game)];
    const old = await makeKey(Game, 'beta', '--days', '2');
    await run('revoke', revoked);
    await ageRows(server.database, 'branch_keys', 3 * 86_400);
    for (const Key of [other, revoked, old, 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA', 'x', ''])
      expect(await calls.activateKey({ Game, Key }), Key).toEqual({ Success: false });
    expect(await calls.availableBranches({ Game })).toMatchObject({ Branches: ['stable'] });
  });

  it('that was revoked no longer unlocks anything for its user', async () => {
    const { calls } = await enter();
    const Key = await makeKey(Game, 'beta');
    await calls.activateKey({ Game, Key });
    await run('revoke', Key);
    expect(await calls.availableBranches({ Game })).toMatchObject({ Branches: ['stable'] });
  });

  it('needs a portal session: a handed-over one plays and reads, and changes nothing', async () => {
    const { calls, token, accountId } = await enter();
    const [Key, other] = [await makeKey(Game, 'beta'), await makeKey(Game, 'alpha')];
    await calls.activateKey({ Game, Key });
    const { TempToken } = await server.client(token).auth.createTempToken({});
    const login = { Social: 'FxLauncher', Game, FxLauncher: { LoginCode: TempToken } } as const;
    const handed = await server.client().auth.authenticateFromSocial(login);
    expect(handed.AccountId).toBe(accountId);
    const launcher = server.client(handed.Token).launcher;
    expect(await launcher.availableBranches({ Game })).toMatchObject({ Branches: ['stable', 'beta'] });
    await expect(launcher.activateKey({ Game, Key: other })).rejects.toMatchObject({ code: 'SignInAgain' });
    await expect(anybody().activateKey({ Game, Key: other })).rejects.toMatchObject({ code: 'Unauthenticated' });
    // The code works once.
    await expect(server.client().auth.authenticateFromSocial(login)).rejects.toMatchObject({
      code: 'TokenExpiredOrUsed',
    });
  });
});

describe('a download', () => {
  const events = async () =>
    server.database.kysely
      .selectFrom('analytics_events')
      .select(['account_id', 'event_id', 'fields'])
      .orderBy('event_id')
      .execute();

  it('is requested, fetched any number of times, and counted once', async () => {
    const { calls, accountId } = await enter();
    await calls.activateKey({ Game, Key: await makeKey(Game, 'beta') });
    const { SessionId } = await calls.requestDownload({ Game, Branch: 'beta' });
    for (const asking of [calls, calls, calls])
      expect(await asking.download({ Game, SessionId })).toMatchObject({
        Url: 'https://cdn.example/beta-2.exe',
        State: 'Started',
      });
    const fields = { S1: Game, S2: 'beta', I1: 2 };
    expect(await events()).toEqual([
      { account_id: accountId, event_id: analyticsEventIds.DownloadRequested, fields },
      { account_id: accountId, event_id: analyticsEventIds.DownloadStarted, fields },
    ]);
  });

  it('belongs to the account that requested it: other accounts and visitors get NotFound, and it is not counted', async () => {
    const [owner, other] = [await enter(), await enter()];
    const { SessionId } = await owner.calls.requestDownload({ Game });
    for (const asking of [other.calls, anybody()])
      await expect(asking.download({ Game, SessionId })).rejects.toMatchObject(notFound);
    expect(await events()).toHaveLength(1);
    expect(await owner.calls.download({ Game, SessionId })).toMatchObject({ Url: 'https://cdn.example/stable-2.exe' });
  });

  it('that a visitor requested can be fetched after signing in', async () => {
    const { SessionId } = await anybody().requestDownload({ Game });
    const { calls } = await enter();
    expect(await calls.download({ Game, SessionId })).toMatchObject({ Url: 'https://cdn.example/stable-2.exe' });
  });

  it('of an open branch is open to anyone; without a name it is the default branch', async () => {
    expect(await anybody().downloadDirect({ Game })).toEqual({ Url: 'https://cdn.example/stable-2.exe' });
    const { SessionId } = await anybody().requestDownload({ Game });
    expect(await anybody().download({ Game, SessionId })).toMatchObject({ Url: 'https://cdn.example/stable-2.exe' });
    expect(await events()).toMatchObject([{ account_id: null }, { account_id: null }]);
  });

  it('belongs to the requested build, and is removed with it', async () => {
    const { SessionId } = await anybody().requestDownload({ Game });
    await run('add', Game, 'stable', 'https://cdn.example/stable-3.exe');
    expect(await anybody().download({ Game, SessionId })).toMatchObject({ Url: 'https://cdn.example/stable-2.exe' });
    await run('remove', Game, 'stable', '2');
    await expect(anybody().download({ Game, SessionId })).rejects.toMatchObject(notFound);
  });

  it('expires after an hour, and is not found for another game or without a request', async () => {
    const { SessionId } = await anybody().requestDownload({ Game });
    await expect(anybody().download({ Game: 'gem-miner', SessionId })).rejects.toMatchObject(notFound);
    await expect(anybody().download({ Game, SessionId: randomUUID() })).rejects.toMatchObject(notFound);
    await ageRows(server.database, 'downloads', 3601);
    await expect(anybody().download({ Game, SessionId })).rejects.toMatchObject(notFound);
  });

  it('of a closed branch is rejected', async () => {
    for (const Branch of ['beta', 'no-such-branch'])
      await expect(anybody().requestDownload({ Game, Branch })).rejects.toMatchObject(notFound);
    expect(await events()).toEqual([]);
  });
});

describe('npm run branches', () => {
  it('lists who may use a branch, its builds and its keys', async () => {
    const [Key] = [await makeKey(Game, 'beta'), await run('keys', Game, '--count', '3')];
    await (await enter()).calls.activateKey({ Game, Key });
    await run('add', Game, 'nightly', 'https://cdn.example/nightly.exe');
    expect(await run('list', Game)).toEqual([
      'stable (default)  everybody’s  builds: 2, 1  keys: 0, 0 used',
      'beta  by key  builds: 2, 1  keys: 1, 1 used',
      'alpha  by key  builds: 2, 1  keys: 0, 0 used',
      'nightly  not in the configuration  builds: 1  keys: 0, 0 used',
      'the whole game  keys: 3, 0 used',
    ]);
    expect(await run('list', 'gem-miner')).toEqual([expect.stringContaining('has no branches')]);
  });

  it('shows a key once, stores only its hash, and reports missing arguments', async () => {
    const said = await run('keys', Game, 'nightly', '--count', '2');
    expect(said.slice(0, 2)).toEqual(
      [0, 1].map(() => expect.stringMatching(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)),
    );
    expect(said.at(-1)).toContain("doesn't list nightly");
    const rows = await server.database.kysely.selectFrom('branch_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(said[0]);
  });

  it.each([
    [['add', 'no-such-game', 'stable', 'https://cdn.example/a'], 'No game is named'],
    [['add', Game, 'a b', 'https://cdn.example/a'], "isn't a valid branch name"],
    [['add', Game, 'stable', 'javascript:alert(1)'], 'is not a file, a folder or an https:// address'],
    [['add', Game, 'stable', 'https://cdn.example/a b'], "isn't a valid installer address"],
    [['add', Game, 'stable', 'https://cdn.example/a', '--os', 'BeOS'], '--os is one of Windows, macOS, Linux'],
    [['add', Game, 'stable', 'https://cdn.example/a', '--start', 'a'], '--start is for a folder or file'],
    [['add', Game, 'stable', 'https://cdn.example/a', '--sha', 'a'.repeat(65)], '--sha is too long'],
    [['remove', Game, 'stable', '7'], 'There is no build 7'],
    [['remove', Game, 'stable', 'x'], 'whole number'],
    [['keys', Game, '--count', '1001'], 'from 1 to 1000'],
    [['revoke', 'x'], "That isn't a key"],
    [['revoke', 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA'], 'no such key'],
  ])('refuses %j', async (words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });
});

it("the operator's command sets a build's change set", async () => {
  await run('add', Game, 'stable', 'https://cdn.example/stable-3.exe', '--change-set', 'r1042');
  expect(await anybody().manifest({ Game, Branch: 'stable' })).toMatchObject({ BuildNumber: 3, ChangeSet: 'r1042' });
});
