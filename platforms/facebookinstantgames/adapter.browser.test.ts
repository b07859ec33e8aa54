// Tests specific to Instant Games, through the bundle's page and the simulated script. ../every-platform.browser.test.ts
// tests what all adapters share.
import { describe, expect, it, vi } from 'vitest';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  listCapabilitiesOf,
  samplePlayer,
  waitForResult,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { defaultShareImage } from './default-image.ts';
import { facebookinstantgames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('facebookinstantgames', facebookinstantgames, adapter, page);

const order = { orderId: 'order-1', sku: 'gems', reply: { StoreSpecificOrderProductSku: 'gems-100' } };
const scriptUrl = 'http://127.0.0.1:9/lab/vendors/facebookinstantgames/fbinstant.js';
const picture = 'data:image/png;base64,iVBORw0KGgo=';

interface Choices extends Partial<BrowserAdapterHarnessOptions> {
  /** What differs in the script, in the bundle's page. */
  readonly change?: (sdk: SimulatedSdk) => object;
}

interface SimulatedSdk {
  readonly player: object;
  readonly payments: object;
  initializeAsync(): Promise<void>;
}

async function start({ change, ...parts }: Choices = {}) {
  const [steps, shelf]: [string[], Map<string, object>] = [[], new Map()];
  const server: NonNullable<BrowserAdapterHarnessOptions['server']> = {
    '/web/catalogue': () => [
      { productID: 'gems-100', title: '100 gems', price: '$4.99', priceAmount: '4.99', priceCurrencyCode: 'USD' },
      { productID: 'lamp', title: 'A lamp', price: '119 ₴', priceAmount: '119', priceCurrencyCode: 'UAH' },
    ],
    '/web/notify': () => ({}),
    '/web/buy': ({ productID }) => {
      const purchaseToken = `token of ${String(productID)}`;
      const purchase = { purchaseToken, signedRequest: `signed:${purchaseToken}`, isConsumed: false };
      shelf.set(purchaseToken, purchase);
      return purchase;
    },
    '/web/purchases': () => [...shelf.values()],
    '/web/consume': ({ token }) => {
      steps.push(`consumed ${String(token)}`);
      shelf.delete(String(token));
      return {};
    },
    ...parts.server,
  };
  const purchase = async ({ FbInstantPurchaseSignedData, Game, PublicOrderId: order }: UntrustedFields) => {
    expect(Game).toBe('gem-miner');
    steps.push(
      `granted ${String(FbInstantPurchaseSignedData)} for ${typeof order === 'string' ? order : 'a new order'}`,
    );
    return { Success: true };
  };
  const played = await begin({
    ...parts,
    server,
    host: { calls: { purchase } as never, ...parts.host },
    alterBundle: (window) => {
      const { FBInstant: sdk } = window as Window & { FBInstant?: SimulatedSdk };
      if (sdk && change) Object.assign(sdk, change(sdk));
    },
  });
  return { ...played, steps, shelf };
}

/** The arguments of the calls that the player sent to the bundle. */
const sentIn = (harness: { posted: readonly { message: unknown }[] }, method: string): unknown[][] =>
  harness.posted
    .map(({ message }) => readUntrustedFields(message))
    .filter((each) => each['method'] === method)
    .map(({ args }) => args as unknown[]);

describe('connecting', () => {
  it('works through the bundle, because the script does not respond in any other page', async () => {
    const { harness } = await start();
    await harness.host.loadScript(scriptUrl);
    const { FBInstant: sdk } = harness.host.window as Window & { FBInstant?: SimulatedSdk };
    if (!sdk) throw new Error('There is no script.');
    await expect(waitForResult(sdk.initializeAsync(), harness)).rejects.toThrow('The promise hangs');
  });

  it('loads no script in the portal’s own page', async () => {
    const loadScript = vi.fn();
    await start({ host: { loadScript } });
    expect(loadScript).not.toHaveBeenCalled();
    expect(facebookinstantgames).not.toHaveProperty('reaches');
  });

  it('ends without a bundle around the page, and sends no message', async () => {
    for (const framedBy of ['none', 'https://www.facebook.com', 'https://evil.example']) {
      const harness = await open({ framedBy });
      await expect(adapter.connect(harness.host as never)).rejects.toMatchObject({
        message: "Facebook Instant Games isn't responding",
      });
      expect(harness.posted).toEqual([]);
    }
  });

  it('reports a blocked script like a platform that does not respond', async () => {
    const change = () => ({
      initializeAsync: () => Promise.reject(Object.assign(new Error('Blocked'), { code: 'NETWORK_FAILURE' })),
    });
    await expect(start({ change })).rejects.toMatchObject({
      code: 'Timeout',
      message: "Facebook Instant Games isn't responding",
    });
  });

  it("offers the client's capabilities, and no ads without a placement", async () => {
    const data = { RewardedPlacementId: undefined, InterstitialPlacementId: undefined };
    const change = () => ({ getSupportedAPIs: () => [], community: undefined, openExternalLinkAsync: undefined });
    const { platform } = await start({ data, change });
    expect(listCapabilitiesOf(platform)).toEqual(['invites', 'share', 'storage', 'stats', 'lifecycle']);
  });

  it('has no storage in a bundle whose script has none', async () => {
    const change = (sdk: SimulatedSdk) => ({ player: Object.assign(sdk.player, { setDataAsync: undefined }) });
    expect((await start({ change })).platform.storage).toBeUndefined();
  });

  it('reports the loading progress, and makes Facebook show the game once', async () => {
    const { platform, harness } = await start();
    platform.lifecycle?.progress?.(0.456);
    platform.lifecycle?.loaded?.();
    platform.lifecycle?.started?.();
    await vi.waitFor(() => expect(sentIn(harness, 'startGameAsync')).toHaveLength(1));
    expect(sentIn(harness, 'setLoadingProgress')).toEqual([[46], [100]]);
  });

  it('has the platform’s language, the payload and the context', async () => {
    const change = () => ({ getEntryPointData: () => ({ level: 7 }), context: { getType: () => 'THREAD' } });
    const { platform } = await start({ scenario: { language: 'de' }, change });
    expect(platform).toMatchObject({ language: 'de_UA', payload: '{"level":7}' });
    expect(platform.player(undefined)).toMatchObject({ socialLocale: 'de_UA', socialFlavor: 'fbinstant-thread' });
  });
});

describe('the player', () => {
  it('is proved by the id in this game; an app-scoped id of an older account is proved with it', async () => {
    const { platform } = await start();
    const signature = expect.stringContaining('.') as string;
    expect(await platform.login()).toEqual({
      ApplicationScopedId: samplePlayer.id,
      Signature: signature,
      PlayerSignature: signature,
    });
  });

  it.each([
    ['the player has none', {}, { ...samplePlayer, isGuest: true }],
    ['the script has no such call', { getSignedASIDAsync: undefined }, samplePlayer],
    ['the call is refused', { getSignedASIDAsync: () => Promise.reject(new Error('no')) }, samplePlayer],
    ['the call returns nothing', { getSignedASIDAsync: async () => null }, samplePlayer],
  ])("is proved by this game's id alone if %s", async (_, more, person) => {
    const change = (sdk: SimulatedSdk) => ({ player: Object.assign(sdk.player, more) });
    const { platform } = await start({ player: person, change });
    const first = await platform.login();
    expect(first).toEqual({ Signature: expect.stringContaining('.') as string });
    expect(await platform.login()).not.toEqual(first);
  });

  const no = () => Promise.reject(new Error('no'));

  it('is proved by the app-scoped id if the other signature is not available', async () => {
    const change = (sdk: SimulatedSdk) => ({ player: Object.assign(sdk.player, { getSignedPlayerInfoAsync: no }) });
    const { platform } = await start({ change });
    expect(await platform.login()).toMatchObject({ ApplicationScopedId: samplePlayer.id });
  });

  it('gets the specified error if neither id is available', async () => {
    const change = (sdk: SimulatedSdk) => ({
      player: Object.assign(sdk.player, { getSignedASIDAsync: no, getSignedPlayerInfoAsync: no }),
    });
    const { platform } = await start({ change });
    await expect(platform.login()).rejects.toMatchObject({
      code: 'Unknown',
      message: 'Failed to retrieve getASIDAsync',
    });
  });

  it('has the name of our account, because the platform provides no names or pictures', async () => {
    const { platform } = await start();
    const account = { accountId: 'a', name: 'Player 7' };
    expect(platform.player(account)).toMatchObject({
      userId: `23${samplePlayer.id}`,
      displayName: 'Player 7',
      firstName: '',
    });
    expect(platform.player(account)).not.toHaveProperty('photo');
  });
});

describe('a purchase', () => {
  const token = 'token of gems-100';
  const consumed = `consumed ${token}`;
  const finished = [`granted signed:${token} for order-1`, consumed];
  async function pay(choices: Choices) {
    const played = await start(choices);
    const { purchases } = played.platform;
    await waitForValue(Promise.resolve(purchases?.request?.()), played.harness);
    return { ...played, seen: await waitForValue(Promise.resolve(purchases?.pay(order)), played.harness) };
  }

  it.each(['paid', 'webhook-twice', 'webhook-late', 'ask'] as const)(
    'that ends as %s is granted, then consumed',
    async (payment) => {
      const { seen, steps, shelf } = await pay({ scenario: { payment } });
      expect(seen).toEqual({ outcome: 'completed' });
      expect(steps).toEqual(finished);
      expect(shelf.size).toBe(0);
    },
  );

  it.each([
    ['cancelled', { outcome: 'cancelled', message: 'User closed the dialog.' }, []],
    ['failed', { outcome: 'failed', message: 'The payment has failed.' }, []],
    [
      'paid-but-cancelled',
      { outcome: 'cancelled', message: 'User closed the dialog.' },
      [`granted signed:${token} for a new order`, consumed],
    ],
  ] as const)('that ends as %s has that result, after pending purchases were reported', async (payment, end, done) => {
    const { seen, steps } = await pay({ scenario: { payment } });
    expect(seen).toEqual(end);
    expect(steps).toEqual(done);
  });

  it('does not start before payments are ready', async () => {
    const change = (sdk: SimulatedSdk) => ({ payments: { ...sdk.payments, onReady: () => undefined } });
    const { platform } = await start({ change });
    await expect(platform.purchases?.request?.()).rejects.toMatchObject({ message: 'Payments api still not ready' });
  });

  it('of an earlier start is reported once payments are ready; refunded and consumed ones are not', async () => {
    const left = (purchaseToken: string, more: object = {}) => ({
      purchaseToken,
      signedRequest: `signed:${purchaseToken}`,
      ...more,
    });
    const purchases = [
      left('a'),
      left('b', { isConsumed: true }),
      left('c', { paymentActionType: 'refund' }),
      left('d'),
    ];
    const { platform, steps, harness } = await start({ server: { '/web/purchases': () => purchases } });
    const restored = platform.purchases?.restore?.();
    expect(steps).toEqual([]);
    platform.lifecycle?.loaded?.();
    await waitForValue(Promise.resolve(restored), harness);
    expect(steps).toEqual([
      'granted signed:a for a new order',
      'granted signed:d for a new order',
      'consumed a',
      'consumed d',
    ]);
  });

  it('contains no text of ours, because Facebook no longer returns it', async () => {
    const { harness } = await pay({ scenario: { payment: 'paid' } });
    expect(sentIn(harness, 'payments.purchaseAsync')).toEqual([[{ productID: 'gems-100' }]]);
  });

  it.each([
    ['on the web, except for converted ones, which are only shown', 'desktop', ['$4.99', false], ['119 ₴', true]],
    ['in the iOS app, where Apple’s are only shown', 'phone', ['$5.99', true], ['$142.80', true]],
  ] as const)('has the prices of the platform’s own catalogue %s', async (_, device, ...expected) => {
    const { platform } = await start({ scenario: { device } });
    expect(await platform.purchases?.catalogue?.(), 'before the game is shown').toBeUndefined();
    await platform.purchases?.request?.();
    const items = await platform.purchases?.catalogue?.();
    expect(items?.map(({ priceText, isForDisplay = false }) => [priceText, isForDisplay])).toEqual(expected);
  });
});

describe('an advertisement', () => {
  it('is loaded when it is requested, reported, and shown once', async () => {
    const { platform, harness } = await start({ scenario: { ad: 'finished' } });
    expect(await platform.video?.ready()).toBe(true);
    expect(await platform.video?.show()).toEqual({ outcome: 'finished' });
    expect(await platform.video?.show()).toEqual({ outcome: 'finished' });
    // The next one is loaded after each.
    await vi.waitFor(() => expect(sentIn(harness, 'loadAd')).toHaveLength(3));
    const told = [true, false].map((isAvailable) => ({ kind: 'video', isAvailable }));
    expect(harness.events.slice(0, 4)).toEqual([...told, ...told]);
  });

  it('that is not available is loaded again the next time', async () => {
    const { platform, harness } = await start({ scenario: { ad: 'no-fill' } });
    expect(await platform.interstitial?.ready()).toBe(false);
    expect(await platform.interstitial?.ready()).toBe(false);
    expect(sentIn(harness, 'loadAd')).toHaveLength(2);
  });
});

describe('social calls', () => {
  it('list the friends who play, without names', async () => {
    const { platform } = await start();
    const friends = await platform.friends?.list();
    expect(friends?.map(({ uid, displayName }) => [uid, displayName])).toEqual([
      ['23100200301', ''],
      ['23100200302', ''],
    ]);
  });

  it.each([
    [picture, picture],
    [undefined, defaultShareImage],
  ])("invite with the game's picture, or with ours: %s", async (image, sent) => {
    const { platform, harness } = await start();
    expect(await platform.invites?.invite({ message: 'Dig with me!', uids: [], image })).toEqual({
      outcome: 'invited',
    });
    expect(sentIn(harness, 'inviteAsync')).toMatchObject([[{ image: sent, text: 'Dig with me!' }]]);
    await platform.share?.share({ link: 'https://play.example/g', title: '', image });
    expect(sentIn(harness, 'shareAsync')).toMatchObject([
      [{ image: sent, text: 'Gem Miner', data: { link: 'https://play.example/g' } }],
    ]);
  });

  it('invite by a post if the client has no invitations, and not if it is closed', async () => {
    const change = () => ({ getSupportedAPIs: () => ['shareAsync'] });
    const { platform, harness } = await start({ change, answers: ['no'] });
    const invited = platform.invites?.invite({ message: 'Come!', uids: [] });
    expect(await invited).toEqual({ outcome: 'cancelled' });
    expect(sentIn(harness, 'shareAsync')).toMatchObject([[{ intent: 'INVITE' }]]);
  });

  it("join the game's group, or follow its page", async () => {
    expect(await (await start()).platform.community?.join()).toBe(true);
    const { platform, harness } = await start({ answers: ['no', 'yes'] });
    expect(await platform.community?.join()).toBe(true);
    expect(harness.dialogTitles).toEqual(['Join the group?', 'Follow the page?']);
    expect(await (await start({ answers: ['no', 'no'] })).platform.community?.join()).toBe(false);
  });
});

it('a link opens after Facebook has asked the player', async () => {
  const { platform, harness } = await start({ answers: ['yes', 'no', 'failed'] });
  const open = () => platform.links?.open('https://rules.example/');
  expect(await open()).toBe(true);
  expect(await open()).toBe(false);
  await expect(open()).rejects.toMatchObject({ code: 'Unknown' });
  expect(sentIn(harness, 'openExternalLinkAsync')[0]).toEqual(['https://rules.example/']);
});

it('events of the game are logged with text parameters only', async () => {
  const logEvent = vi.fn();
  const { platform, harness } = await start({ change: () => ({ logEvent }) });
  platform.stats?.['facebook']?.('level_up'.repeat(9), { level: 7, isPaid: true, nothing: null });
  const name = 'level_up'.repeat(5);
  await vi.waitFor(() => expect(sentIn(harness, 'logEvent')).toHaveLength(1));
  await vi.waitFor(() => expect(logEvent).toHaveBeenCalled());
  expect(logEvent).toHaveBeenCalledWith(name, undefined, { level: '7', isPaid: 'true' });
});
