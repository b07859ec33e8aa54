// Tests specific to the Instant Games script. ../every-platform.browser.test.ts tests what all adapters share. The published
// types of the script (6.3) check our declarations, except for what was added later.
/// <reference types="facebook-instant-games" />
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
import type { InstantSdk, InstantPerson } from './client.browser.ts';
import { defaultShareImage } from './default-image.ts';
import { facebookinstantgames } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('facebookinstantgames', facebookinstantgames, adapter, page);

const order = { orderId: 'order-1', sku: 'gems', reply: { StoreSpecificOrderProductSku: 'gems-100' } };
const picture = 'data:image/png;base64,iVBORw0KGgo=';

interface Choices extends Partial<BrowserAdapterHarnessOptions> {
  readonly change?: (sdk: InstantSdk) => object;
}

async function start({ change, ...parts }: Choices = {}) {
  const [steps, shelf]: [string[], Map<string, object>] = [[], new Map()];
  const server: NonNullable<BrowserAdapterHarnessOptions['server']> = {
    '/web/catalogue': () => [
      { productID: 'gems-100', title: '100 gems', price: '$4.99', priceAmount: '4.99', priceCurrencyCode: 'USD' },
      { productID: 'lamp', title: 'A lamp', price: '119 ₴', priceAmount: '119', priceCurrencyCode: 'UAH' },
    ],
    '/web/buy': ({ productID, developerPayload }) => {
      const purchaseToken = `${String(productID)}/${String(developerPayload)}`;
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
  const purchase = async ({ FbInstantPurchaseSignedData, Game }: UntrustedFields) => {
    expect(Game).toBe('gem-miner');
    steps.push(`granted ${String(FbInstantPurchaseSignedData)}`);
    return { Success: true };
  };
  const played = await begin(
    { ...parts, server, host: { calls: { purchase } as never, ...parts.host } },
    ({ host }) => ({
      ...host,
      loadScript: async (address) => {
        await host.loadScript(address);
        const window = host.window as Window & { FBInstant?: InstantSdk };
        const { FBInstant: sdk } = window;
        if (sdk && change) Object.assign(sdk, change(sdk));
      },
    }),
  );
  return { ...played, steps, shelf };
}

const sentIn = (harness: { posted: readonly { message: unknown }[] }, method: string): UntrustedFields[] =>
  harness.posted.map(({ message }) => readUntrustedFields(message)).filter((each) => each['method'] === method);

type Later = 'inviteAsync' | 'community' | 'player';

/** If this compiles, the script has these methods and response types. */
const judge = (sdk: typeof FBInstant): Omit<InstantSdk, Later> => sdk;

describe('connecting', () => {
  it('asks the script for nothing that its published types do not have', async () => {
    const { harness } = await start();
    const { FBInstant: sdk } = harness.host.window as Window & { FBInstant?: typeof FBInstant };
    if (!sdk) throw new Error('There is no script.');
    const { payments, ...rest } = judge(sdk);
    expect(Object.values({ ...payments, initializeAsync: rest.initializeAsync }).every(Boolean)).toBe(true);
    const person: InstantPerson = sdk.player;
    expect(person.getID()).toBe(`23${samplePlayer.id}`);
  });

  it("takes the vendor's script where nothing else is said", async () => {
    const loadScript = vi.fn(async () => undefined);
    const harness = await open({ data: { SdkUrl: undefined }, host: { loadScript } });
    await expect(adapter.connect(harness.host as never)).rejects.toThrow('loaded but defines nothing');
    expect(loadScript).toHaveBeenCalledWith('https://connect.facebook.net/en_US/fbinstant.8.0.js');
  });

  it('offers what the client can do, and no advertisements without a placement', async () => {
    const data = { RewardedPlacementId: undefined, InterstitialPlacementId: undefined };
    const change = () => ({ getSupportedAPIs: () => [], community: undefined });
    const { platform } = await start({ data, change });
    expect(listCapabilitiesOf(platform)).toEqual(['invites', 'share', 'stats', 'lifecycle']);
  });

  it('reports the loading progress, and makes Facebook show the game once', async () => {
    const { platform, harness } = await start();
    platform.lifecycle?.progress?.(0.456);
    platform.lifecycle?.loaded?.();
    platform.lifecycle?.started?.();
    await vi.waitFor(() => expect(sentIn(harness, 'start')).toHaveLength(1));
    expect(sentIn(harness, 'progress').map(({ params }) => readUntrustedFields(params)['percentage'])).toEqual([
      46, 100,
    ]);
  });

  it('has the platform’s language, the payload and the context', async () => {
    const change = () => ({ getEntryPointData: () => ({ level: 7 }), context: { getType: () => 'THREAD' } });
    const { platform } = await start({ scenario: { language: 'de' }, change });
    expect(platform).toMatchObject({ language: 'de_UA', payload: '{"level":7}' });
    expect(platform.player(undefined)).toMatchObject({ socialLocale: 'de_UA', socialFlavor: 'fbinstant-thread' });
  });
});

describe('the player', () => {
  it('is proved by the id that Facebook’s other apps know, with a name and a picture', async () => {
    const { platform } = await start();
    expect(await platform.login()).toEqual({
      ApplicationScopedId: samplePlayer.id,
      Signature: expect.stringContaining('.') as string,
    });
    expect(platform.player(undefined)).toMatchObject({
      userId: samplePlayer.id,
      displayName: 'Ada Koval',
      photo: { url: expect.stringContaining('/picture.svg') as string },
    });
  });

  it.each([
    ['the player has none', {}, { ...samplePlayer, isGuest: true }],
    ['the script is older', { getSignedASIDAsync: undefined }, samplePlayer],
    ['it is refused', { getSignedASIDAsync: () => Promise.reject(new Error('no')) }, samplePlayer],
    ['there is nothing', { getSignedASIDAsync: async () => null }, samplePlayer],
  ])('is proved by the id of this game where %s', async (_, more, person) => {
    const change = (sdk: InstantSdk) => ({ player: Object.assign(sdk.player, more) });
    const { platform } = await start({ player: person, change });
    const first = await platform.login();
    expect(first).toEqual({ Signature: expect.stringContaining('.') as string });
    expect(platform.player(undefined).userId).toBe(`23${samplePlayer.id}`);
    expect(await platform.login()).not.toEqual(first);
  });

  it('gets the specified error if neither id is available', async () => {
    const no = () => Promise.reject(new Error('no'));
    const change = (sdk: InstantSdk) => ({
      player: Object.assign(sdk.player, { getSignedASIDAsync: no, getSignedPlayerInfoAsync: no }),
    });
    const { platform } = await start({ change });
    await expect(platform.login()).rejects.toMatchObject({
      code: 'Unknown',
      message: 'Failed to retrieve getASIDAsync',
    });
  });

  it('has the name of our account where the platform keeps it to itself', async () => {
    const { platform, harness } = await start();
    // Like scripts since version 8.
    const { FBInstant: sdk } = harness.host.window as Window & { FBInstant?: InstantSdk };
    Object.assign(sdk?.player ?? {}, { getName: undefined, getPhoto: undefined });
    const account = { accountId: 'a', name: 'Player 7' };
    expect(platform.player(account)).toMatchObject({ displayName: 'Player 7', firstName: '' });
    expect(platform.player(account)).not.toHaveProperty('photo');
  });
});

describe('a purchase', () => {
  const token = 'gems-100/order-1';
  const finished = [`granted signed:${token}`, `consumed ${token}`];
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
    ['paid-but-cancelled', { outcome: 'cancelled', message: 'User closed the dialog.' }, finished],
  ] as const)('that ends as %s is seen so, after what was bought has been brought', async (payment, end, done) => {
    const { seen, steps } = await pay({ scenario: { payment } });
    expect(seen).toEqual(end);
    expect(steps).toEqual(done);
  });

  it('is not begun before the payments are ready', async () => {
    const change = (sdk: InstantSdk) => ({ payments: { ...sdk.payments, onReady: () => undefined } });
    const { platform } = await start({ change });
    await expect(platform.purchases?.request?.()).rejects.toMatchObject({ message: 'Payments api still not ready' });
  });

  it('that an earlier start has left is brought once the payments are ready; what went back or is consumed is not', async () => {
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
    expect(steps).toEqual(['granted signed:a', 'granted signed:d', 'consumed a', 'consumed d']);
  });

  it('has the price of the platform’s own catalogue, where it is one of ours', async () => {
    const { platform } = await start();
    expect(await platform.purchases?.catalogue?.(), 'before the game is shown').toBeUndefined();
    await platform.purchases?.request?.();
    expect(await platform.purchases?.catalogue?.()).toEqual([
      { sku: 'gems-100', price: 4.99, currency: 'USD', priceText: '$4.99' },
    ]);
  });
});

describe('an advertisement', () => {
  it('is loaded when it is requested, reported, and shown once', async () => {
    const { platform, harness } = await start({ scenario: { ad: 'finished' } });
    expect(await platform.video?.ready()).toBe(true);
    expect(await platform.video?.show()).toEqual({ outcome: 'finished' });
    expect(await platform.video?.show()).toEqual({ outcome: 'finished' });
    expect(sentIn(harness, 'loadAd')).toHaveLength(2);
    const told = [true, false].map((isAvailable) => ({ kind: 'video', isAvailable }));
    expect(harness.events).toEqual([...told, ...told]);
  });

  it('that is not available is loaded again the next time', async () => {
    const { platform, harness } = await start({ scenario: { ad: 'no-fill' } });
    expect(await platform.interstitial?.ready()).toBe(false);
    expect(await platform.interstitial?.ready()).toBe(false);
    expect(sentIn(harness, 'loadAd')).toHaveLength(2);
  });
});

describe('people', () => {
  it('are the friends who play', async () => {
    const { platform } = await start();
    const friends = await platform.friends?.list();
    expect(friends?.map(({ uid, displayName }) => [uid, displayName])).toEqual([
      ['23100200301', 'Borys Koval'],
      ['23100200302', 'Chiyo Koval'],
    ]);
  });

  it.each([
    [picture, picture],
    [undefined, defaultShareImage],
  ])('are invited with the picture of the game, else with one of ours: %s', async (image, sent) => {
    const { platform, harness } = await start();
    expect(await platform.invites?.invite({ message: 'Dig with me!', uids: [], image })).toEqual({
      outcome: 'invited',
    });
    expect(readUntrustedFields(sentIn(harness, 'invite')[0]?.['params'])).toMatchObject({
      image: sent,
      text: 'Dig with me!',
    });
    await platform.share?.share({ link: 'https://play.example/g', title: '', image });
    expect(readUntrustedFields(sentIn(harness, 'share')[0]?.['params'])).toMatchObject({
      image: sent,
      text: 'Gem Miner',
      data: { link: 'https://play.example/g' },
    });
  });

  it('are invited by a post where the client has no invitations, and by nothing that was closed', async () => {
    const { platform, harness } = await start({ change: () => ({ inviteAsync: undefined }), answers: ['no'] });
    const invited = platform.invites?.invite({ message: 'Come!', uids: [] });
    expect(await invited).toEqual({ outcome: 'cancelled' });
    expect(readUntrustedFields(sentIn(harness, 'share')[0]?.['params'])).toMatchObject({ intent: 'INVITE' });
  });

  it('join the group of the game, else follow its page', async () => {
    expect(await (await start()).platform.community?.join()).toBe(true);
    const { platform, harness } = await start({ answers: ['no', 'yes'] });
    expect(await platform.community?.join()).toBe(true);
    expect(harness.dialogTitles).toEqual(['Join the group?', 'Follow the page?']);
    expect(await (await start({ answers: ['no', 'no'] })).platform.community?.join()).toBe(false);
  });
});

it('events of the game are logged with texts alone', async () => {
  const logEvent = vi.fn();
  const { platform } = await start({ change: () => ({ logEvent }) });
  platform.stats?.['facebook']?.('level_up'.repeat(9), { level: 7, isPaid: true, nothing: null });
  const name = 'level_up'.repeat(5);
  expect(logEvent).toHaveBeenCalledWith(name, undefined, { level: '7', isPaid: 'true' });
});
