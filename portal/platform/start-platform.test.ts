import { describe, expect, test, vi } from 'vitest';
import type { Json } from '#bridge/shapes.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import {
  PlatformError,
  type BrowserAdapter,
  type BrowserHost,
  type PlatformConnection,
} from '#platforms/port.browser.ts';
import { createCapabilityHandlers, type CapabilityHandlerDeps } from '#portal/player/capability-handlers.ts';
import { startPlatform } from './start-platform.ts';

const entry: PlatformEntry = { folder: 'made-up', id: 'Telegram', title: 'Made-up', loginKey: 'MadeUp' };

function start(connect: (host: BrowserHost) => Promise<Partial<PlatformConnection>>, agrees = false) {
  const proofs: unknown[] = [];
  const notes: string[] = [];
  const adapter = {
    connect: async (host: BrowserHost) => ({
      login: async () => undefined,
      player: () => ({ userId: '7', displayName: 'A', firstName: 'A', lastName: '', gender: 'unspecified' }),
      dispose: () => undefined,
      ...(await connect(host)),
    }),
    // An adapter without a manifest.
  } as unknown as BrowserAdapter;
  const starting = startPlatform(entry, {
    host: { log: { warn: (text: string) => void notes.push(text) } } as never,
    calls: { 'made-up': { own: async () => 'answered' } },
    authenticate: async (login) => void proofs.push(login),
    authenticateByLink: async (login) => {
      proofs.push({ asked: login });
      return agrees;
    },
    signOut: () => void proofs.push('signed out'),
    loadAdapter: async () => adapter,
  });
  return { starting, proofs, notes };
}

test("a platform that doesn't respond causes an error with a code", async () => {
  vi.useFakeTimers();
  try {
    const { starting } = start(() => new Promise(() => undefined));
    const ended = expect(starting).rejects.toMatchObject({
      code: 'Timeout',
      message: 'Made-up has not answered within 30 s.',
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await ended;
  } finally {
    vi.useRealTimers();
  }
});

test('the proof is exchanged, and earlier purchases are finished after it; their failure is only logged', async () => {
  const order: string[] = [];
  const { starting, proofs, notes } = start(async () => ({
    login: async () => ({ Proof: 1 }),
    purchases: {
      pay: async () => ({ outcome: 'completed' }),
      restore: async () => {
        order.push(`restored after ${proofs.length} proof`);
        throw new Error('away');
      },
    },
  }));
  const played = await starting;
  await played.signIn();
  expect(proofs).toEqual([{ Proof: 1 }]);
  expect(order).toEqual(['restored after 1 proof']);
  await vi.waitFor(() => expect(notes).toHaveLength(1));
});

test.each([
  ['agrees: the session is the one of the platform', true, ['signed out']],
  ['declines: the session stays as it was', false, []],
])('a proof from a link is exchanged only after a confirmation; the player %s', async (_, agrees, afterwards) => {
  const links = [{ Code: 1 }];
  let host: BrowserHost | undefined;
  const { starting, proofs } = start(async (given) => {
    host = given;
    return { takeLinkLogin: () => links.pop() };
  }, agrees);
  const played = await starting;
  await played.signIn();
  expect(proofs).toEqual([{ asked: { Code: 1 } }]);
  // The link works once: it does not sign in a later player.
  await played.signIn();
  host?.events.playerChanged();
  await vi.waitFor(() => expect(proofs).toEqual([{ asked: { Code: 1 } }, ...afterwards]));
});

test("a player who signs out at the platform, or changes to an unproved account, can't continue to play", async () => {
  let login: () => Promise<object | undefined> = async () => undefined;
  let host: BrowserHost | undefined;
  const { starting, proofs } = start(async (given) => {
    host = given;
    return { login: () => login() };
  });
  const played = await starting;
  await played.signIn();
  expect(proofs, 'a session that the platform has not begun stays').toEqual([]);
  login = async () => ({ Proof: 1 });
  host?.events.playerChanged();
  await vi.waitFor(() => expect(proofs).toEqual([{ Proof: 1 }]));
  login = async () => undefined;
  host?.events.playerChanged();
  await vi.waitFor(() => expect(proofs).toEqual([{ Proof: 1 }, 'signed out']));
  login = async () => ({ Proof: 2 });
  await played.signIn();
  login = async () => {
    throw new Error('silent');
  };
  host?.events.playerChanged();
  await vi.waitFor(() => expect(proofs).toEqual([{ Proof: 1 }, 'signed out', { Proof: 2 }, 'signed out']));
});

test("an adapter can make its own calls, and use the portal's capabilities once a game is bound", async () => {
  let host: BrowserHost | undefined;
  const { starting } = start(async (given) => {
    host = given;
    return { favorites: given.portal.favorites };
  });
  const played = await starting;
  const calls = host?.calls as unknown as { own: () => Promise<string> };
  expect(await calls.own()).toBe('answered');
  await expect(played.platform.favorites?.add()).rejects.toMatchObject({
    code: 'NotSupported',
    message: 'Not initialized',
  });
  const letGo = played.bind({ own: { favorites: { add: async () => true } } as never, news: {} as never });
  expect(await played.platform.favorites?.add()).toBe(true);
  expect(() => played.bind({ own: {} as never, news: {} as never })).toThrow('Already initialized');
  letGo();
  await expect(played.platform.favorites?.add()).rejects.toMatchObject({ message: 'Not initialized' });
});

test('what the platform reports about ads before the game connects is kept for the game', async () => {
  const { starting } = start(async ({ events }) => {
    events.adAvailable('video', false);
    events.adAvailable('video', true);
    events.adAvailable('interstitial', false);
    return {};
  });
  expect([...(await starting).adsAvailable]).toEqual([
    ['video', true],
    ['interstitial', false],
  ]);
});

test('an adapter stops waiting when the platform is disposed', async () => {
  let host: BrowserHost | undefined;
  const { starting } = start(async (given) => {
    host = given;
    return {};
  });
  const played = await starting;
  const waiting = expect(
    host?.withPlatformTimeout('A person', new Promise(() => undefined), 900_000),
  ).rejects.toMatchObject({
    message: 'The game was left.',
  });
  played.dispose();
  await waiting;
});

function handlersOf(platform: Partial<PlatformConnection>, changes: Partial<CapabilityHandlerDeps> = {}) {
  const happened: unknown[] = [];
  const handlers = createCapabilityHandlers({
    platform: platform as PlatformConnection,
    title: 'Made-up',
    forbidsLinks: false,
    ownShare: { share: async ({ link }) => (happened.push(link), { outcome: 'shared' }) },
    isRegistered: async () => false,
    signInAgain: async () => undefined,
    reloadPage: () => undefined,
    readPlayer: async () => ({ userId: 'a1', guest: false }),
    buy: async () => ({ outcome: 'cancelled', message: '' }),
    setCovered: (isCovered) => void happened.push(isCovered ? 'covered' : 'free'),
    reportAd: (...told) => void happened.push(told),
    ...changes,
  });
  return { handlers, happened, context: { signal: new AbortController().signal } };
}

test('an ad covers the game while it is shown, and its end is reported', async () => {
  const { handlers, happened, context } = handlersOf({
    video: {
      ready: async (placement) => placement === 'second life',
      show: async (placement) => ({ outcome: placement === 'second life' ? 'finished' : 'skipped' }),
    },
    interstitial: { ready: async () => false, show: () => Promise.reject(new Error('no fill')) },
  });
  expect(await handlers.AdsVideoReady?.({ placement: 'second life' }, context)).toEqual({ ready: true });
  expect(await handlers.AdsVideoReady?.({}, context)).toEqual({ ready: false });
  expect(await handlers.AdsVideoShow?.({ placement: 'second life' }, context)).toEqual({ outcome: 'finished' });
  const failed = { outcome: 'failed', reason: 'Unknown' };
  expect(await handlers.AdsInterstitialShow?.({}, context)).toEqual(failed);
  expect(happened).toEqual([
    'covered',
    ['video', { outcome: 'finished' }, 'second life'],
    'free',
    'covered',
    ['interstitial', failed, undefined],
    'free',
  ]);
});

test('a platform with ads but without banners reports that in its answer', async () => {
  const video = { ready: async () => true, show: async () => ({ outcome: 'finished' }) as const };
  const { handlers, context } = handlersOf({ video });
  expect(await handlers.StickyBannerShow?.({}, context)).toEqual({ shown: false, reason: 'NotImplemented' });
  expect(await handlers.StickyBannerHide?.({}, context)).toEqual({ hidden: false, reason: 'NotImplemented' });
});

test('without ads set up by the operator, every answer is "not connected"', async () => {
  const { handlers, context } = handlersOf({ adsNotSetUp: ['video', 'banner'] });
  expect(await handlers.AdsVideoShow?.({}, context)).toEqual({ outcome: 'failed', reason: 'AdsNotConnected' });
  expect(await handlers.AdsInterstitialShow?.({}, context)).toEqual({ outcome: 'failed', reason: 'NotImplemented' });
  expect(await handlers.StickyBannerShow?.({}, context)).toEqual({ shown: false, reason: 'AdsNotConnected' });
});

test("a review that the platform doesn't support, or that fails, is not shown and not available", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const broken = () => Promise.reject(new Error('broken'));
  for (const reviews of [undefined, { canAsk: broken, ask: broken, info: broken }]) {
    const { handlers, context } = handlersOf({ reviews });
    expect(await handlers.CanReview?.({}, context)).toEqual({ canReview: false });
    expect(await handlers.RequestReview?.({}, context)).toEqual({ shown: false });
    expect(await handlers.ReviewInfo?.({}, context)).toEqual({ available: false });
  }
  vi.restoreAllMocks();
});

describe('sharing on a platform without a dialog', () => {
  const link = 'https://play.example/g#room%3D7';
  const share = async (platform: Partial<PlatformConnection>, forbidsLinks = false) => {
    const { handlers, happened, context } = handlersOf(platform, { forbidsLinks });
    return [await handlers.ShowLinkShareModal?.({ link }, context), ...happened];
  };

  test('shows our dialog, with the address that opens the game on the platform', async () => {
    const gameUrl = async (payload: string) => `https://vendor.example/game?start=${payload}`;
    expect(await share({ gameUrl }, true)).toEqual([{ outcome: 'shared' }, 'https://vendor.example/game?start=room=7']);
    const notAvailable = { share: async () => ({ outcome: 'notAvailable' }) as const };
    expect(await share({ gameUrl, share: notAvailable }, true)).toHaveLength(2);
  });

  test('shows the game’s link if the address is unknown, unless the platform forbids links', async () => {
    expect(await share({ gameUrl: () => undefined })).toEqual([{ outcome: 'shared' }, link]);
    expect(await share({}, true)).toEqual([{ outcome: 'notAvailable' }]);
  });
});

test("invitations and posts contain the game's picture", async () => {
  const image = 'data:image/png;base64,iVBORw0KGgo=';
  const requests: object[] = [];
  const { handlers, context } = handlersOf({
    invites: { invite: async (request) => (requests.push(request), { outcome: 'invited', invited: 2 }) },
    share: { share: async (request) => (requests.push(request), { outcome: 'shared' }) },
  });
  expect(await handlers.InviteFriends?.({ message: 'Come!', image }, context)).toEqual({
    outcome: 'invited',
    invited: 2,
  });
  const link = 'https://play.example/g';
  expect(await handlers.ShowLinkShareModal?.({ link, image }, context)).toEqual({ outcome: 'shared' });
  expect(requests).toMatchObject([
    { message: 'Come!', image },
    { link, image },
  ]);
});

test('an unsupported call is rejected by name, and platform errors become bridge errors', async () => {
  const { handlers, context } = handlersOf({
    favorites: { add: () => Promise.reject(new PlatformError('UserCancelled', 'closed')) },
    native: { bridgeMethod: 'SendVkBridge', send: async (method) => ({ method }) },
  });
  await expect(handlers.GetFriends?.({}, context)).rejects.toMatchObject({
    code: 'NotSupported',
    message: 'Made-up has no friends.',
  });
  await expect(handlers.AddToFavorites?.({}, context)).rejects.toMatchObject({
    code: 'UserCancelled',
    message: 'closed',
  });
  expect(await handlers.SendVkBridge?.({ method: 'VKWebAppX' }, context)).toEqual({ data: { method: 'VKWebAppX' } });
  await expect(handlers.SendCrazyGamesSdk?.({ method: 'x' }, context)).rejects.toMatchObject({ code: 'NotSupported' });
});

test('an address with a user name or a password is not passed to the platform', async () => {
  const sent: unknown[] = [];
  const { handlers, context } = handlersOf({
    native: { bridgeMethod: 'SendVkBridge', send: async (_, params) => void sent.push(params) },
  });
  const send = async (params: Json) => handlers.SendVkBridge?.({ method: 'VKWebAppShare', params }, context);
  const bad = [
    { link: 'https://vk.com@evil.example/' },
    { deep: [{ url: 'HTTPS:\\\\user:pw@host.example' }] },
    { attachments: 'photo1_2,ht\ntp://a:b@host.example' },
    { link: 'https:user@host.example' },
  ];
  for (const params of bad) await expect(send(params)).rejects.toMatchObject({ code: 'InvalidRequest' });
  const good = [{ link: 'https://vk.com/@miner' }, { message: 'write to a@b.example, see https://x.example/' }, {}];
  for (const params of good) await send(params);
  expect(sent).toEqual(good);
});

test('a player who signs in at the platform is proved again', async () => {
  const steps: string[] = [];
  const { handlers, context } = handlersOf(
    { signIn: { open: async () => void steps.push('open') } },
    { isRegistered: async () => steps.includes('proof'), signInAgain: async () => void steps.push('proof') },
  );
  expect(await handlers.AuthenticateUser?.({}, context)).toEqual({ userId: 'a1', guest: false });
  expect(steps).toEqual(['open', 'proof']);
});

describe('after a sign-in that the game asked for', () => {
  const signIn = async (params: { listens?: boolean }, wasRegistered = false) => {
    const steps: string[] = [];
    const { handlers, context } = handlersOf(
      { signIn: { open: async () => void steps.push('open') } },
      {
        isRegistered: async () => wasRegistered || steps.includes('open'),
        reloadPage: () => void steps.push('reload'),
      },
    );
    expect(await handlers.AuthenticateUser?.(params, context)).toEqual({ userId: 'a1', guest: false });
    steps.push('answer');
    await new Promise((resolve) => setTimeout(resolve));
    return steps;
  };

  test('the page reloads after the game got its answer', async () => {
    expect(await signIn({})).toEqual(['open', 'answer', 'reload']);
    expect(await signIn({ listens: false })).toEqual(['open', 'answer', 'reload']);
  });

  test('the page stays for a game that listens to changes of the player, and if nothing changed', async () => {
    expect(await signIn({ listens: true })).toEqual(['open', 'answer']);
    expect(await signIn({}, true)).toEqual(['answer']);
  });
});
