import { describe, expect, it } from 'vitest';
import {
  createAdapterHarness,
  waitForResult,
  listCapabilitiesOf,
  waitForValue,
  type ConnectedAdapter,
} from '../kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarnessOptions } from '../simulator-harness.browser.ts';
import { adapter } from './adapter.browser.ts';
import { fxnative } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin } = createAdapterHarness('fxnative', fxnative, adapter, page);

const at = 'https://play.example/play/gem-miner/iframe/fxnative';
const order = {
  orderId: 'b7a1c0de-0000-4000-8000-000000000001',
  sku: 'gems-100',
  reply: { StoreSpecificOrderProductSku: 'com.gems' },
};
const server = { '/google-play/buy': () => ({ id: 'g1', Store: 'GooglePlay', Receipt: '{}', Signature: 's' }) };

type Connected = Awaited<ReturnType<typeof adapter.connect>>;

async function start(parts: Partial<BrowserAdapterHarnessOptions> = {}, Success = true) {
  const brought: object[] = [];
  const validatePurchase = async (purchase: object) => {
    brought.push(purchase);
    return { Success, State: Success ? 'Granted' : 'Refused' };
  };
  const host = { calls: { validatePurchase } as never, ...parts.host };
  const played: ConnectedAdapter<Connected> = await begin({ server, ...parts, host });
  return { ...played, brought };
}

const purchase = {
  Game: 'gem-miner',
  Store: 'GooglePlay',
  Sku: 'gems-100',
  Receipt: '{}',
  Signature: 's',
  PublicOrderId: order.orderId,
};

describe('an application', () => {
  it('reports its store with its country, its language and insets', async () => {
    const insets = { left: 1, right: 2, top: 47, bottom: 34 };
    const { platform } = await start({ insets, scenario: { language: 'de' } });
    expect(platform.purchases?.request?.()).toEqual({ Store: 'GooglePlay', GooglePlayCountry: 'UA' });
    expect(platform).toMatchObject({ language: 'de' });
    expect(platform.insets?.()).toEqual(insets);
    expect(listCapabilitiesOf(platform)).toContain('friends');
  });

  it('without a signed-in player has a visitor', async () => {
    expect(await (await start()).platform.login()).toBeUndefined();
  });

  it('buys in its store, and finishes purchases that the server granted', async () => {
    const { platform, harness, brought } = await start();
    const seen = await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness);
    expect([seen, brought]).toEqual([{ outcome: 'completed' }, [purchase]]);
    await platform.purchases?.restore?.();
    expect(brought).toHaveLength(1);
  });

  it('keeps a purchase that was not granted, and reports it at the next start', async () => {
    const { platform, harness, brought } = await start({}, false);
    const seen = await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness);
    expect(seen).toEqual({ outcome: 'failed', message: 'Purchase not validated' });
    await platform.purchases?.restore?.();
    expect(brought).toEqual([purchase, purchase]);
  });

  it.each([
    ['closed', ['cancelled'], { outcome: 'cancelled', message: 'The store’s dialog was closed' }],
    ['refused', ['failed'], { outcome: 'failed', message: 'The store refuses the purchase' }],
  ])('reports the result of the store’s dialog: %s', async (_, answers, seen) => {
    const { platform, harness, brought } = await start({ answers });
    expect(await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness)).toEqual(seen);
    expect(brought).toEqual([]);
  });

  it('that reports a failure for a paid purchase is asked for its purchases', async () => {
    const { platform, harness, brought } = await start({ scenario: { payment: 'paid-but-cancelled' } });
    const seen = await waitForValue(Promise.resolve(platform.purchases?.pay(order)), harness);
    expect([seen, brought]).toMatchObject([{ outcome: 'cancelled' }, [purchase]]);
  });
});

function appWith(answers: Readonly<Record<string, object>>) {
  let tell: (type: string, data: object) => void = () => undefined;
  const methods = Object.entries(answers).map(([name, data]) => [
    `FxShell${name}`,
    (json: string) => {
      const { requestId } = JSON.parse(json) as { requestId: string };
      queueMicrotask(() => tell(`${name}Result`, { ...data, requestId }));
    },
  ]);
  return {
    globals: { FxShell: Object.fromEntries(methods) as object },
    in: (window: Window) =>
      (tell = (type, data) => window.dispatchEvent(new CustomEvent('FxShellEvent', { detail: { type, data } }))),
  };
}

describe('a native app', () => {
  const play = async (answers: Readonly<Record<string, object>>, launch = at) => {
    const app = appWith({ Init: {}, ...answers });
    const replaced: string[] = [];
    const replaceLaunch = ({ href }: URL): void => void replaced.push(href);
    const parts = { framedBy: 'none', globals: app.globals, launchUrl: new URL(launch), host: { replaceLaunch } };
    const { platform, harness } = await begin(parts, ({ host }) => {
      app.in(host.window);
      return host;
    });
    return { platform, harness, replaced, tell: app.in(harness.host.window) };
  };

  it('provides a login code for every start, and reports a change of player', async () => {
    const { platform, harness, tell } = await play({ GetLoginCode: { code: 'c1' }, SignIn: {} });
    expect(await platform.login()).toEqual({ LoginCode: 'c1' });
    tell('FxShellPlayerChanged', {});
    tell('FxShellFocus', { isFocused: false });
    tell('FxShellInsets', { top: 20 });
    expect(harness.events).toEqual(['player', { isFocused: false }, 'insets']);
    expect(platform.purchases).toBeUndefined();
  });

  it('signs in on its own screen if it has one', async () => {
    const { platform, harness } = await play({
      Init: { canSignIn: true, store: 'AppStore', appStoreCountry: 'USA', country: 'us' },
      SignIn: { error: { code: 'cancelled', message: 'closed' } },
    });
    expect(await waitForResult(Promise.resolve(platform.signIn?.open()), harness)).toMatchObject({
      error: { code: 'UserCancelled' },
    });
    expect(platform.purchases?.request?.()).toEqual({ Store: 'AppStore', AppStoreCountry: 'USA' });
  });

  it('may put a code into the URL instead, which is removed and used once', async () => {
    const { platform, replaced } = await play({ GetLoginCode: {} }, `${at}#LoginCode=c2`);
    expect(replaced).toEqual([at]);
    expect(await platform.login()).toEqual({ LoginCode: 'c2' });
    expect(await platform.login()).toBeUndefined();
  });
});

it('in a normal browser it is the normal portal, and a code in the URL signs in only after a confirmation', async () => {
  const { platform } = await begin({ framedBy: 'none', launchUrl: new URL(`${at}#LoginCode=c3`) });
  expect(await platform.login()).toBeUndefined();
  expect([platform.takeLinkLogin?.(), platform.takeLinkLogin?.()]).toEqual([{ LoginCode: 'c3' }, undefined]);
  expect(platform.purchases).toBeUndefined();
  expect(listCapabilitiesOf(platform)).toEqual(listCapabilitiesOf((await begin({ framedBy: 'none' })).platform));
});
