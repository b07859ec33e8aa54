import { describe, expect, it, vi } from 'vitest';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  listCapabilitiesOf,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { yandexgames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('yandexgames', yandexgames, adapter, page);

const order = { orderId: 'order-1', sku: 'gems', reply: { StoreSpecificOrderProductSku: 'gems-100' } };
const guest = { ...samplePlayer, id: '1', isGuest: true };

interface Choices extends Partial<BrowserAdapterHarnessOptions> {
  readonly change?: (sdk: Record<string, unknown>) => void;
}

interface Script {
  YaGames?: { init(options: object): Promise<Record<string, unknown>> };
}

async function start({ change, ...parts }: Choices = {}) {
  const [brought, steps, shelf]: [[string, boolean][], string[], string[]] = [[], [], []];
  const server: NonNullable<BrowserAdapterHarnessOptions['server']> = {
    '/web/player': ({ id, isExpired }) => {
      const name = id === guest.id ? '' : 'Ada Winter';
      const photo = `https://lab.example/avatar/${name === '' ? '0' : 'a1'}/islands-200`;
      return { signature: `player:${String(id)}:${String(isExpired)}`, uniqueId: `u${String(id)}=`, name, photo };
    },
    '/web/catalogue': () => [{ id: 'gems-100', title: '100 gems', description: '', priceValue: '49' }],
    '/web/buy': ({ id, developerPayload }) => {
      shelf.push(`${String(id)}/${String(developerPayload)}`);
      return { signature: `one:${shelf.at(-1)}`, data: {} };
    },
    '/web/purchases': () => ({ signature: `all:${shelf.join(',')}`, data: [] }),
    '/web/consume': ({ token }) => {
      steps.push(`consumed ${String(token)}`);
      shelf.splice(shelf.indexOf(String(token)), 1);
      return {};
    },
    ...parts.server,
  };
  const purchase = async ({ YandexSignedData, YandexGetPurchasesRequest, Game }: UntrustedFields) => {
    expect(Game).toBe('gem-miner');
    brought.push([String(YandexSignedData), YandexGetPurchasesRequest === true]);
    const tokens = String(YandexSignedData).replace(/^\w+:/, '').split(',').filter(Boolean);
    steps.push(...tokens.map((token) => `granted ${token}`));
    return { TokenSuccesses: tokens.map((PurchaseToken) => ({ PurchaseToken, Success: true })) };
  };
  const played = await begin(
    { ...parts, server, host: { calls: { purchase } as never, ...parts.host } },
    ({ host }) => ({
      ...host,
      loadScript: async (address) => {
        await host.loadScript(address);
        const window = host.window as Window & Script;
        const { YaGames: script } = window;
        if (script && change)
          window.YaGames = {
            init: async (options) => {
              const sdk = await script.init(options);
              change(sdk);
              return sdk;
            },
          };
      },
    }),
  );
  return { ...played, brought, steps, shelf };
}

describe('connecting', () => {
  it("loads the vendor's script by default, and uses one that is already loaded", async () => {
    const sdk = { environment: { i18n: { lang: 'tr' }, payload: 'level-7' }, adv: {}, auth: {} };
    const loadScript = vi.fn(async () => undefined);
    const harness = await open({ data: { SdkUrl: undefined }, host: { loadScript } });
    await expect(adapter.connect(harness.host)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith('https://sdk.games.s3.yandex.net/sdk.js');
    const init = vi.fn(async () => sdk);
    Object.assign(harness.host.window, { YaGames: { init } });
    const platform = await adapter.connect(harness.host);
    expect(init).toHaveBeenCalledWith({
      signed: true,
      screen: { orientation: { value: 'landscape', lock: true } },
    });
    expect(loadScript).toHaveBeenCalledOnce();
    expect(listCapabilitiesOf(platform)).toEqual(['signIn', 'video', 'interstitial', 'banner', 'storage', 'lifecycle']);
    expect(platform).toMatchObject({ payload: 'level-7', language: 'tr' });
    platform.lifecycle?.started?.();
    platform.dispose();
  });

  it.each([
    ['landscape', 'landscape'],
    ['portrait', 'portrait'],
    [undefined, 'portrait'],
  ] as const)('locks a game that is %s as %s', async (orientation, locked) => {
    const { harness } = await start({ host: { orientation } });
    await vi.waitFor(() => expect(harness.notifications).toEqual([`The screen is locked: ${locked}`]));
  });
});

describe('the player', () => {
  it('is proved by the signature, with a name and a picture', async () => {
    const { platform } = await start();
    expect(await platform.login()).toEqual({ GetPlayerSignature: 'player:100200300:false', EnvironmentI18nLang: 'en' });
    expect(platform.player(undefined)).toEqual({
      userId: 'u100200300=',
      displayName: 'Ada Winter',
      firstName: 'Ada Winter',
      lastName: '',
      gender: 'unspecified',
      photo: { url: 'https://lab.example/avatar/a1/islands-200', width: 200, height: 200 },
      socialLocale: 'en',
    });
  });

  it('may be a guest, who has an id and no picture, and is asked to sign in', async () => {
    const { platform } = await start({ player: guest });
    expect(await platform.login()).toMatchObject({ GetPlayerSignature: 'player:1:false' });
    const account = { accountId: 'a', name: 'Guest 7' };
    expect(platform.player(account)).toMatchObject({ userId: 'u1=', displayName: 'Guest 7', firstName: '' });
    expect(platform.player(undefined)).not.toHaveProperty('photo');
    await platform.signIn?.open();
    expect(await platform.login()).toMatchObject({ GetPlayerSignature: 'player:17:false' });
    expect(platform.player(undefined)).toMatchObject({ userId: 'u17=', displayName: 'Ada Winter' });
  });

  it('is requested within the platform’s limit', async () => {
    const asked = vi.fn(() => ({ signature: 's', uniqueId: 'u', name: '', photo: '' }));
    const { platform } = await start({ server: { '/web/player': asked } });
    for (let second = 0; second < 300; second += 1) {
      await platform.login();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(asked.mock.calls.length).toBeLessThanOrEqual(20);
    expect(asked.mock.calls.length).toBeGreaterThan(10);
  });

  it('is not signed in if the game has no key, and is not requested again', async () => {
    const getPlayer = async () => ({ getUniqueID: () => 'u', getName: () => '', getPhoto: () => '' });
    const { platform, harness } = await start({ change: (sdk) => Object.assign(sdk, { getPlayer }) });
    expect(await platform.login()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(harness.events).toEqual([]);
    expect(harness.warnings).toEqual([expect.stringContaining('to have a key')]);
  });
});

describe('a purchase', () => {
  const token = 'gems-100/order-1';
  const finished = [`granted ${token}`, `consumed ${token}`];
  async function pay(choices: Choices) {
    const played = await start(choices);
    return {
      ...played,
      seen: await waitForValue(Promise.resolve(played.platform.purchases?.pay(order)), played.harness),
    };
  }

  it.each(['paid', 'webhook-twice', 'webhook-late', 'ask'] as const)(
    'that ends as %s is granted, then consumed',
    async (payment) => {
      const { seen, brought, steps, shelf, harness } = await pay({ scenario: { payment } });
      expect(seen).toEqual({ outcome: 'completed' });
      expect(brought).toEqual([[`one:${token}`, false]]);
      expect(steps).toEqual(finished);
      expect(shelf).toEqual([]);
      expect(harness.dialogTitles).toEqual(payment === 'ask' ? ['Purchase'] : []);
    },
  );

  it.each([
    ['cancelled', { outcome: 'cancelled', message: 'The payment window was closed' }, []],
    ['failed', { outcome: 'failed', message: 'PAYMENT_FAILURE' }, []],
    ['paid-but-cancelled', { outcome: 'cancelled', message: 'The payment window was closed' }, finished],
  ] as const)('that ends as %s has that result, after pending purchases were reported', async (payment, end, done) => {
    const { seen, steps, brought } = await pay({ scenario: { payment } });
    expect(seen).toEqual(end);
    expect(brought).toEqual([[`all:${done.length > 0 ? token : ''}`, true]]);
    expect(steps).toEqual(done);
  });
});

describe('the catalogue', () => {
  const item = { sku: 'gems-100', price: 49, currency: 'YAN', priceText: '49 YAN' };

  it('is the platform’s own, with the name and the picture of its unit, and is read once', async () => {
    const currencyImage = 'https://lab.example/coin.svg';
    const read = vi.fn(() => [{ id: 'gems-100', title: '100 gems', description: '', priceValue: '49', currencyImage }]);
    const { platform } = await start({ server: { '/web/catalogue': read } });
    for (let times = 0; times < 2; times += 1)
      expect(await platform.purchases?.catalogue?.()).toEqual([{ ...item, currencyImageUrl: currencyImage }]);
    expect(read).toHaveBeenCalledOnce();
  });

  it('reports the unit in which this player pays', async () => {
    const product = { id: 'gems-100', price: '5 hops', priceValue: '5', priceCurrencyCode: 'HOP' };
    const payments = { getCatalog: async () => [product] };
    const { platform } = await start({ change: (sdk) => Object.assign(sdk, { payments }) });
    expect(await platform.purchases?.catalogue?.()).toEqual([
      { sku: 'gems-100', price: 5, currency: 'HOP', priceText: '5 hops' },
    ]);
  });
});

describe('a bonus', () => {
  it.each([
    ['summer-2026', [{ GameSystemName: 'gem-miner', YandexSecret: 'summer-2026' }]],
    [null, []],
    ['x'.repeat(201), []],
  ])('is redeemed with the launch payload: %s', async (payload, asked) => {
    const redeemed: unknown[] = [];
    const calls = {
      redeemBonus: async (wish: unknown) => (redeemed.push(wish), { Success: true }),
      purchase: async () => ({ TokenSuccesses: [] }),
    };
    const change = (sdk: Record<string, unknown>) => Object.assign(sdk['environment'] as object, { payload });
    const { platform } = await start({ change, host: { calls: calls as never } });
    await platform.purchases?.restore?.();
    expect(redeemed).toEqual(asked);
  });

  it('of the platform is consumed by its token, once the server has granted it', async () => {
    const consumed: string[] = [];
    const redeemed: unknown[] = [];
    const payments = {
      getPurchases: async () => ({ signature: 'signed-list' }),
      consumePurchase: async (token: string) => void consumed.push(token),
    };
    const calls = {
      purchase: async () => ({
        TokenSuccesses: ['paid', 'bonus', 'refused'].map((PurchaseToken) => ({
          PurchaseToken,
          Success: PurchaseToken === 'paid',
        })),
      }),
      redeemBonus: async ({ YandexSecret }: { YandexSecret: string }) => {
        redeemed.push(YandexSecret);
        return { Success: true, Data: { Records: [{ SucccessData: { ConsumeToken: 'bonus' } }, {}] } };
      },
    };
    const { platform } = await start({
      change: (sdk) => Object.assign(sdk, { payments }),
      host: { calls: calls as never },
    });
    await platform.purchases?.restore?.();
    expect(redeemed).toEqual(['signed-list']);
    expect(consumed).toEqual(['paid', 'bonus']);
  });
});

describe('an advertisement', () => {
  const failed = { outcome: 'failed', reason: 'Unknown' };

  it.each([
    ['video', 'finished'],
    ['video', 'no-fill'],
    ['interstitial', 'finished'],
    ['interstitial', 'no-fill'],
  ] as const)(
    'of the kind %s that is %s pauses the game, and reports whether another is available',
    async (kind, ad) => {
      const { platform, harness } = await start({ scenario: { ad } });
      expect(await platform[kind]?.ready()).toBe(true);
      await platform[kind]?.show();
      const pauses = ad === 'no-fill' ? [] : [{ isFocused: false }, { isFocused: true }];
      const isAvailable = ad !== 'no-fill';
      await vi.waitFor(() => {
        expect(harness.events.filter((news) => 'isFocused' in readUntrustedFields(news))).toEqual(pauses);
        expect(harness.events).toContainEqual({ kind, isAvailable });
      });
      expect(await platform[kind]?.ready()).toBe(isAvailable);
    },
  );

  it('that was requested too early is not shown', async () => {
    const adv = {
      showFullscreenAdv: ({ callbacks }: { callbacks: { onClose(wasShown: boolean): void } }) =>
        callbacks.onClose(false),
    };
    const { platform } = await start({ change: (sdk) => Object.assign(sdk, { adv }) });
    expect(await platform.interstitial?.show()).toEqual(failed);
  });

  it.each([
    [true, { outcome: 'finished' }],
    [false, failed],
  ])('that never closes is ended, and a reward that was earned counts: %s', async (isRewarded, end) => {
    const adv = {
      showRewardedVideo: ({ callbacks }: { callbacks: { onRewarded(): void } }) => isRewarded && callbacks.onRewarded(),
    };
    const { platform } = await start({ change: (sdk) => Object.assign(sdk, { adv }) });
    const shown = platform.video?.show();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await shown).toEqual(end);
  });

  it('as a banner has a reason if it is not shown', async () => {
    const { banner } = (await start({ scenario: { ad: 'no-fill' } })).platform;
    expect(await banner?.show()).toEqual({ shown: false, reason: 'AdsNotConnected' });
    expect(await banner?.hide()).toEqual({ hidden: false, reason: 'AdsNotConnected' });
  });
});

describe('other capabilities', () => {
  it('include a review, once, by a player known to the platform', async () => {
    const { platform, harness } = await start();
    for (const isFirst of [true, false]) {
      expect(await platform.reviews?.canAsk()).toBe(isFirst);
      expect(await platform.reviews?.ask()).toBe(isFirst);
    }
    expect(harness.dialogTitles).toEqual(['Rate the game']);
    expect(await platform.reviews?.info()).toEqual({ available: false });
    expect(await (await start({ player: guest })).platform.reviews?.canAsk()).toBe(false);
  });

  it('include a shortcut, unless the player declines or the platform does not respond within a second', async () => {
    for (const [answer, isAdded] of Object.entries({ yes: true, no: false }))
      expect(await (await start({ answers: [answer] })).platform.favorites?.add()).toBe(isAdded);
    const shortcut = { canShowPrompt: () => new Promise(() => undefined) };
    const { platform } = await start({ change: (sdk) => Object.assign(sdk, { shortcut }) });
    const adding = platform.favorites?.add();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await adding).toBe(false);
  });

  it('include the clipboard', async () => {
    const { platform, harness } = await start();
    expect(await platform.clipboard?.copy('a link')).toBe(true);
    expect(harness.notifications).toContain('Copied: a link');
    const clipboard = { writeText: () => Promise.reject(new Error('denied')) };
    const { platform: without } = await start({ change: (sdk) => Object.assign(sdk, { clipboard }) });
    expect(await without.clipboard?.copy('a link')).toBe(false);
  });

  it('include lifecycle events for the platform', async () => {
    const { platform, harness } = await start();
    for (const step of ['loaded', 'started', 'stopped'] as const) platform.lifecycle?.[step]?.();
    const methods = harness.posted.map(({ message }) => readUntrustedFields(message)['method']);
    expect(methods).toEqual(expect.arrayContaining(['loadingReady', 'gameplayStart', 'gameplayStop']));
    expect(harness.events).toEqual([
      { kind: 'video', isAvailable: true },
      { kind: 'interstitial', isAvailable: true },
    ]);
  });
});

describe('leaderboards', () => {
  async function startWithScores(choices: Choices = {}) {
    const { platform, harness } = await start(choices);
    const { leaderboards } = platform;
    if (!leaderboards) throw new Error('There are no leaderboards.');
    const setScores = (scores: readonly (readonly [string, number])[]) =>
      waitForValue(Promise.all(scores.map((score) => leaderboards.setScore(...score))), harness);
    const listShown = () => harness.notifications.filter((text) => text.startsWith('Leaderboard'));
    return { setScores, listShown };
  }

  it('sends a score under the platform’s name', async () => {
    const { setScores, listShown } = await startWithScores();
    await setScores([['depth', 118]]);
    expect(listShown()).toEqual(['Leaderboard deepest: 118']);
  });

  it('sends one score per second, and of several for one leaderboard only the last', async () => {
    const { setScores, listShown } = await startWithScores();
    await setScores([10, 20, 30].map((score) => ['depth', score]));
    // The simulated page rejects a second one within a second.
    await setScores([40, 41].map((score) => ['depth', score]));
    expect(listShown()).toEqual(['Leaderboard deepest: 30', 'Leaderboard deepest: 41']);
  });

  it('sends nothing for a leaderboard without a name there, a negative score, or a guest', async () => {
    const { setScores, listShown } = await startWithScores();
    await setScores([
      ['width', 118],
      ['depth', -1],
    ]);
    const ofGuest = await startWithScores({ player: guest });
    await ofGuest.setScores([['depth', 118]]);
    expect([...listShown(), ...ofGuest.listShown()]).toEqual([]);
  });

  it('reports a failure of the platform', async () => {
    const setScore = () => Promise.reject(new Error('404'));
    const { setScores } = await startWithScores({ change: (sdk) => void (sdk['leaderboards'] = { setScore }) });
    await expect(setScores([['depth', 118]])).rejects.toThrow('404');
  });
});
