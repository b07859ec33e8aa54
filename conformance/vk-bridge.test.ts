// @vitest-environment jsdom
// VK's own library in a game's window of the simulated page.
import type { VKBridge } from '@vkontakte/vk-bridge';
import bridgeScript from '@vkontakte/vk-bridge/dist/browser.min.js?raw';
import { describe, expect, it } from 'vitest';
import { readUntrustedFields, type UntrustedFields } from '../platforms/kit/fields.browser.ts';
import { createAdapterHarness, waitForValue } from '../platforms/kit/testing/adapter-harness.browser.ts';
import type { BrowserAdapterHarness, BrowserAdapterHarnessOptions } from '../platforms/simulator-harness.browser.ts';
import { adapter } from '../platforms/vkontaktecom/adapter.browser.ts';
import { vkontaktecom } from '../platforms/vkontaktecom/platform.ts';
import { page } from '../platforms/vkontaktecom/simulator.browser.ts';

const { open } = createAdapterHarness('vkontaktecom', vkontaktecom, adapter, page);
const server = {
  '/profile': () => ({ id: 100_200_300, first_name: 'Ada', last_name: 'Winter', sex: 1 }),
  '/order/begin': () => ({ outcome: 'asked', order_id: 7, title: '100 gems', price: 24 }),
  '/order/pay': () => ({ outcome: 'charged' }),
};

/** As a page of theirs would load it. */
function loadBridge({ host }: BrowserAdapterHarness): VKBridge {
  const script = host.window.document.createElement('script');
  script.textContent = bridgeScript;
  host.window.document.head.append(script);
  return (host.window as Window & { vkBridge?: VKBridge }).vkBridge as VKBridge;
}

async function start(parts: Partial<BrowserAdapterHarnessOptions> = {}) {
  const harness = await open({ server, ...parts });
  const bridge = loadBridge(harness);
  /** The reply without the id of the call, or the error with which VK's library rejects. */
  const send = async (method: Parameters<VKBridge['send']>[0], params: object = {}): Promise<UntrustedFields> =>
    waitForValue(
      bridge.send(method, params as never).catch((error: unknown) => error),
      harness,
    ).then(readUntrustedFields);
  return { harness, bridge, send };
}

describe('VK’s own library', () => {
  it('gets replies to its requests', async () => {
    const { bridge, send, harness } = await start({ scenario: { payment: 'paid' } });
    expect(await send('VKWebAppInit')).toMatchObject({ result: true });
    expect(await send('VKWebAppGetUserInfo')).toMatchObject({ first_name: 'Ada' });
    expect(await send('VKWebAppShowOrderBox', { type: 'item', item: 'o' })).toMatchObject({ order_id: '7' });
    expect(await send('VKWebAppGetAuthToken', { app_id: 51_000_001, scope: '' })).toMatchObject({
      access_token: expect.any(String) as string,
    });
    expect(await waitForValue(bridge.supportsAsync('VKWebAppShowOrderBox'), harness)).toBe(true);
    expect(await waitForValue(bridge.supportsAsync('VKWebAppFlashSetLevel'), harness)).toBe(false);
  });

  it.each([
    ['cancelled', 4],
    ['failed', 13],
  ] as const)('receives the result of a payment that was %s', async (payment, error_code) => {
    const { send } = await start({ scenario: { payment } });
    await send('VKWebAppInit');
    expect(await send('VKWebAppShowOrderBox', { type: 'item', item: 'o' })).toMatchObject({
      error_type: 'client_error',
      error_data: { error_code },
    });
  });

  it('receives events that the page sends', async () => {
    const { harness, bridge } = await start();
    const heard: unknown[] = [];
    bridge.subscribe(({ detail }) => void heard.push(detail.type));
    harness.deliver({ type: 'VKWebAppViewHide', data: {} });
    await Promise.resolve();
    expect(heard).toEqual(['VKWebAppViewHide']);
  });
});

describe('the adapter gives the same results as VK’s own library', () => {
  /** The first call by either, without what is of one call or one version. */
  async function firstCalls(way: (hear: (message: unknown) => void) => Partial<BrowserAdapterHarnessOptions>) {
    const calls: unknown[] = [];
    const spoken = async (speak: (harness: BrowserAdapterHarness) => unknown) => {
      const heard: unknown[] = [];
      const harness = await open({ server, ...way((message) => void heard.push(message)) });
      speak(harness);
      const {
        params,
        webFrameId: _,
        connectVersion: __,
        ...rest
      } = readUntrustedFields([...heard, harness.posted[0]?.message][0]);
      const { request_id: ___, ...kept } = readUntrustedFields(params);
      calls.push({ ...rest, params: kept });
    };
    await spoken((harness) => void loadBridge(harness).send('VKWebAppInit'));
    await spoken((harness) => void adapter.connect(harness.host as never).catch(() => undefined));
    return calls;
  }

  it.each([
    ['to a page', () => ({})],
    [
      'to an app of React Native',
      (hear: (message: unknown) => void) => ({
        framedBy: 'none',
        globals: { ReactNativeWebView: { postMessage: (text: string) => hear(JSON.parse(text)) } },
      }),
    ],
  ])('%s', async (_, way) => {
    const [theirs, ours] = await firstCalls(way);
    expect(theirs).toMatchObject({ handler: 'VKWebAppInit' });
    expect(ours).toEqual(theirs);
  });
});
