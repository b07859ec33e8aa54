import { describe, expect, test } from 'vitest';
import type { Account } from '#model/account.ts';
import { framePermissions as everyRight } from '#model/game.ts';
import { BridgeError } from '#bridge/bridge-error.ts';
import { listPlatformCapabilities, buildSocialInfo } from '#portal/platform/connected-platform.ts';
import { beginSession, endSession, isSignedIn } from '#portal/session-token.ts';
import { startOwnPlatform } from '#portal/testing/start-own-platform.ts';
import { fitFrame } from './fit-frame.ts';
import { buildFrameRights } from './frame-rights.ts';
import { buildFrameUrl } from './build-frame-url.ts';
import { initialGameLoadingState, nextGameLoadingState, type GameLoadingEvent } from './loading-state.ts';
import { createPlayerInfoReader, type PlayerAccountInGame, type PlayerInfoDeps } from './player-info.ts';
import { pushGameDataToDataLayer } from './push-game-data-to-data-layer.ts';
import { readDevice, roundInsets } from './read-environment.ts';
import { readUnityRunnerReport } from './unity-runner-report.ts';

describe('the frame of a game', () => {
  const address = (url: string) => buildFrameUrl(url, 'de', 'https://play.example')?.href;

  test("starts in the page's language, unless its address names another", () => {
    expect(address('https://a.games.example/')).toBe('https://a.games.example/?lang=de');
    expect(address('https://a.games.example/x?lang=fr&b=1')).toBe('https://a.games.example/x?lang=fr&b=1');
  });

  test('is never on the portal’s own origin and never a script', () => {
    expect(address('https://play.example/play/game')).toBeUndefined();
    expect(address('javascript:alert(1)')).toBeUndefined();
    expect(address('data:text/html,x')).toBeUndefined();
    expect(address('nowhere')).toBeUndefined();
  });

  test("has the permissions that games need, but can't navigate the page above it", () => {
    const { sandbox, allow } = buildFrameRights({});
    expect(sandbox.split(' ').toSorted()).toEqual([
      'allow-downloads',
      'allow-forms',
      'allow-modals',
      'allow-orientation-lock',
      'allow-pointer-lock',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(allow).toBe(
      'autoplay; clipboard-write; fullscreen; gamepad; accelerometer; gyroscope; magnetometer; screen-wake-lock',
    );
    expect(buildFrameRights({ isIsolated: true }).allow).toContain('; cross-origin-isolated');
  });

  test('can have each permission removed separately', () => {
    const all = buildFrameRights({});
    const countOf = ({ sandbox, allow }: typeof all): number => `${sandbox} ${allow}`.split(' ').length;
    for (const right of everyRight)
      expect(countOf(buildFrameRights({ closed: [right] })), right).toBeLessThan(countOf(all));
    expect(buildFrameRights({ closed: everyRight })).toEqual({
      sandbox: 'allow-scripts allow-same-origin allow-forms',
      allow: '',
    });
  });

  test('fills the available space without limits', () => {
    expect(fitFrame({ width: 800, height: 600 }, {})).toEqual({ width: 800, height: 600, scale: 1 });
  });

  test('respects the maximum size and the aspect ratios', () => {
    expect(fitFrame({ width: 2000, height: 1000 }, { MaxWidth: 900, MaxHeight: 700 })).toMatchObject({
      width: 900,
      height: 700,
    });
    expect(fitFrame({ width: 400, height: 800 }, { MinRatio: 1 })).toMatchObject({ width: 400, height: 400 });
    expect(fitFrame({ width: 1600, height: 400 }, { MaxRatio: 2 })).toMatchObject({ width: 800, height: 400 });
  });

  test('keeps the required resolution and is scaled down', () => {
    expect(fitFrame({ width: 400, height: 300 }, { MinWidth: 800 })).toEqual({ width: 800, height: 600, scale: 0.5 });
  });

  test('has no size without space', () => {
    expect(fitFrame({ width: 0, height: 0 }, { MinRatio: 1, MinWidth: 10 })).toEqual({ width: 0, height: 0, scale: 1 });
  });
});

describe('loading', () => {
  const after = (...events: GameLoadingEvent[]) => events.reduce(nextGameLoadingState, initialGameLoadingState);

  test('ends shortly after the page load for a game that reports nothing', () => {
    expect(after({ type: 'settled' }).phase).toBe('ready');
  });

  test('ends when the page shows something, and never for a page that only failed', () => {
    expect(after({ type: 'shown' }).phase).toBe('ready');
    for (const fault of ['Empty', 'Threw', 'EngineError', 'NotAnswering', 'RefusesFraming'] as const) {
      const failed: GameLoadingEvent = { type: 'failed', fault, detail: 'why' };
      expect(after(failed, { type: 'settled' }, { type: 'silent' })).toMatchObject({
        phase: 'failed',
        fault,
        detail: 'why',
      });
      // The portal's conclusion may be wrong.
      expect(after(failed, { type: 'shown' })).toEqual({ phase: 'ready', reportsProgress: false });
      expect(after(failed, { type: 'ready' }).phase).toBe('ready');
      expect(after(failed, { type: 'progress', fraction: 0.2 })).toMatchObject({ phase: 'loading', fraction: 0.2 });
    }
  });

  test('that seems to have failed can be shown anyway, without counting as ready', () => {
    const threw: GameLoadingEvent = { type: 'failed', fault: 'Threw' };
    expect(after(threw, { type: 'uncover' })).toMatchObject({ phase: 'failed', isUncovered: true });
    expect(after(threw, { type: 'uncover' }, { type: 'shown' })).toEqual({ phase: 'ready', reportsProgress: false });
    expect(after({ type: 'failed', fault: 'NoWebGl' }, { type: 'uncover' }).isUncovered).toBeUndefined();
  });

  test('that has ended stays so, except after an error of the engine', () => {
    expect(after({ type: 'shown' }, { type: 'failed', fault: 'Threw' }).phase).toBe('ready');
    expect(after({ type: 'shown' }, { type: 'failed', fault: 'EngineError' }).phase).toBe('failed');
  });

  test('continues for a game that reports progress, until it reports that it is ready', () => {
    const adapter: GameLoadingEvent = { type: 'progress', fraction: 0.5, loadedBytes: 5, totalBytes: 10 };
    expect(after(adapter, { type: 'settled' })).toMatchObject({ phase: 'loading', fraction: 0.5, loadedBytes: 5 });
    expect(after(adapter, { type: 'shown' }).phase).toBe('loading');
    expect(after(adapter, { type: 'ready' }).phase).toBe('ready');
  });

  test('that is slow can still finish, and is then no longer slow', () => {
    expect(after({ type: 'silent' }).phase).toBe('slow');
    expect(after({ type: 'silent' }, { type: 'progress', fraction: 0.1 }).phase).toBe('loading');
    expect(after({ type: 'ready' }, { type: 'silent' }).phase).toBe('ready');
  });

  test('that failed stays so until the player retries', () => {
    const failed: GameLoadingEvent = { type: 'failed', fault: 'NoWebGl' };
    expect(after(failed, { type: 'settled' }, { type: 'ready' })).toMatchObject({ phase: 'failed', fault: 'NoWebGl' });
    expect(after(failed, { type: 'retry' })).toEqual(initialGameLoadingState);
  });
});

describe('a message of the page around a Unity build', () => {
  test('is parsed', () => {
    const news = { type: 'fxid-runner', state: 'loading', progress: 2, loadedBytes: 20, totalBytes: 10 };
    expect(readUnityRunnerReport(news)).toEqual({ state: 'loading', progress: 1, loadedBytes: 10, totalBytes: 10 });
    expect(readUnityRunnerReport({ type: 'fxid-runner', state: 'failed', reason: 'anything' })).toEqual({
      state: 'failed',
      reason: 'Crashed',
    });
  });

  test.each([undefined, null, 'ready', { state: 'ready' }, { type: 'fxid-runner', state: 'loading', progress: NaN }])(
    'is not %o',
    (data) => expect(readUnityRunnerReport(data)).toBeUndefined(),
  );
});

describe('the player information for a game', () => {
  const account = { AccountId: 'a1', Name: 'Ada', Guest: false, HasEmail: true, GeoCountry: 'GBR' } as Account;
  const connected: PlayerAccountInGame = {
    Account: account,
    ConnectedGame: { Game: 'miner', GameUid: 'u1', GameJwt: 'jwt' },
  };
  const own = startOwnPlatform(isSignedIn);

  async function reader(answers: PlayerAccountInGame[], changes: Partial<PlayerInfoDeps> = {}) {
    const asked: string[] = [];
    const played = await own;
    const read = createPlayerInfoReader({
      game: 'miner',
      played,
      language: () => 'de',
      environment: () => ({ os: 'Linux', isMobile: false, safeArea: { left: 0, right: 0, top: 0, bottom: 0 } }),
      session: () => 1,
      readConnection: async () => {
        asked.push('connection');
        const answer = answers.shift();
        if (!answer) throw new Error('The server is away.');
        return answer;
      },
      startPlay: async () => void asked.push('start'),
      readSelling: async () => false,
      warn: () => undefined,
      nowMs: () => 0,
      ...changes,
    });
    return { read, asked };
  }

  test("contains only this game's token", async () => {
    const { read } = await reader([connected]);
    expect(await read()).toMatchObject({
      game: 'miner',
      sdk: { version: { major: 1, minor: 5 }, build: '190' },
      fxId: { userId: 'a1', token: 'jwt', gameToken: 'jwt', gameUid: 'u1', guest: false, geoCountry: 'GBR' },
      social: { social: 'FxId', displayName: 'Ada', paymentsAvailable: false, capabilities: [] },
    });
  });

  test("contains the account's email, marketing and order flags", async () => {
    const facts = { HasEmail: true, EmailValidated: true, MarketingEnabled: true, HasCompletedOrder: true };
    const { read } = await reader([{ ...connected, Account: { ...account, ...facts } }]);
    expect((await read()).fxId).toMatchObject({
      locale: 'de',
      hasEmail: true,
      emailValidated: true,
      marketingEnabled: true,
      hasCompletedOrder: true,
    });
    const none = { HasEmail: false, EmailValidated: false, MarketingEnabled: false, HasCompletedOrder: false };
    const { read: readNone } = await reader([{ ...connected, Account: { ...account, ...none } }], {
      language: () => 'fr',
    });
    expect((await readNone()).fxId).toMatchObject({
      locale: 'fr',
      hasEmail: false,
      emailValidated: false,
      marketingEnabled: false,
      hasCompletedOrder: false,
    });
  });

  test('contains the server that the player chose', async () => {
    const server = { id: 'eu', name: 'Europe', url: 'wss://eu.miner.example' };
    const { read } = await reader([connected], { server });
    expect((await read()).server).toEqual(server);
    const { read: without } = await reader([connected]);
    expect(await without()).not.toHaveProperty('server');
  });

  test('is that of a guest without an account if the player is signed out, without a request', async () => {
    const { read, asked } = await reader([], { session: () => 0 });
    const { fxId } = await read();
    expect(fxId).toMatchObject({ userId: '', gameUid: '', guest: true });
    expect(fxId).not.toHaveProperty('token');
    expect(asked).toEqual([]);
  });

  test('reports whether anything is for sale; an unknown answer is requested again', async () => {
    const warned: string[] = [];
    const replies = [Promise.reject(new Error('away')), Promise.resolve(true)];
    let count = 0;
    const { read } = await reader([connected], {
      readSelling: () => replies[count++] ?? Promise.resolve(false),
      warn: (text) => void warned.push(text),
    });
    expect((await read()).social.paymentsAvailable).toBe(false);
    expect(warned).toHaveLength(1);
    expect((await read()).social.paymentsAvailable).toBe(true);
    expect((await read()).social.paymentsAvailable).toBe(true);
    expect(count).toBe(2);
  });

  test('connects a game that is not connected yet, or reports that it is not', async () => {
    const { read, asked } = await reader([{ Account: account }, connected]);
    expect((await read()).fxId.gameUid).toBe('u1');
    expect(asked).toEqual(['connection', 'start', 'connection']);
    const other = await reader([{ Account: account }, { Account: account }]);
    await expect(other.read()).rejects.toThrow(new BridgeError('Unknown', 'Game miner is not connected to FxId'));
  });

  test('is requested once at a time and again for another session, and a failure is not cached', async () => {
    let session = 1;
    const { read, asked } = await reader([connected, connected], { session: () => session });
    await Promise.all([read(), read(), read()]);
    expect(asked).toHaveLength(1);
    session = 2;
    await read();
    expect(asked).toHaveLength(2);
    session = 3;
    await expect(read()).rejects.toThrow('away');
    await expect(read()).rejects.toThrow('away');
    expect(asked).toHaveLength(4);
  });
});

test('our portal offers friends while a player is signed in, and reports it with the player', async () => {
  const played = await startOwnPlatform(isSignedIn);
  expect(listPlatformCapabilities(played)).not.toContain('FriendsList');
  beginSession('token');
  expect(listPlatformCapabilities(played)).toEqual(expect.arrayContaining(['FriendsList', 'FriendsInvite']));
  expect(buildSocialInfo(played, undefined, false).capabilities).toEqual(listPlatformCapabilities(played));
  endSession();
  expect(listPlatformCapabilities(played)).not.toContain('FriendsInvite');
  expect(buildSocialInfo(played, undefined, false).capabilities).not.toContain('FriendsList');
});

test('a platform without games of chance reports that as a capability', async () => {
  const played = await startOwnPlatform(isSignedIn);
  const entry = { ...played.entry, forbids: ['games-of-chance'] as const };
  expect(listPlatformCapabilities(played)).not.toContain('GamesOfChanceDisabled');
  expect(buildSocialInfo({ ...played, entry }, undefined, false).capabilities).toContain('GamesOfChanceDisabled');
});

test('a game pushes to the tag manager only with consent, and no address', () => {
  const page: { dataLayer?: unknown[] } = {};
  pushGameDataToDataLayer('miner', { event: 'x' }, page, () => 'unknown');
  expect(page.dataLayer).toBeUndefined();
  pushGameDataToDataLayer('miner', { event: 'x', mail: 'a@b.example', level: 2 }, page, () => 'granted');
  expect(page.dataLayer).toEqual([{ event: 'x', level: 2, fxid_game: 'miner' }]);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 5, 'iOS', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 5, 'iOS', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari', 0, 'macOS', false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari', 5, 'Android', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'Windows', false],
])('%s with %i fingers is %s', (userAgent, fingers, os, isMobile) => {
  expect(readDevice(userAgent, fingers)).toEqual({ os, isMobile });
});

test('edges are integers, whatever a platform reports', () => {
  expect(roundInsets({ left: 0.4, right: -2, top: 47.333, bottom: Number.NaN })).toEqual({
    left: 0,
    right: 0,
    top: 47,
    bottom: 0,
  });
});
