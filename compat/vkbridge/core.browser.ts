// `vkBridge`: each call connects if the game hasn't. On VK itself, methods go on to VK through the portal.
import type { Json } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import { createForeignListeners } from '../kit/settle.browser.ts';
import { createMethods, isAlwaysOurs } from './methods.browser.ts';
import { describeConfig, isOnVk } from './player.browser.ts';
import type { VKBridge, VkMethod, VkMethods } from './vendor-types.ts';
import { rejectWith, toVkError } from './vk-error.browser.ts';

interface Connection {
  readonly sdk: Sdk;
  readonly methods: ReadonlyMap<string, Answer>;
}

type Answer = (params: object) => Promise<unknown>;

export function createVkBridge({ page, openSdk }: Pick<PageLink, 'page' | 'openSdk'>): VKBridge {
  const listeners = createForeignListeners<[{ detail: { type: string; data: unknown } }]>();
  const emit = (type: string, data: unknown): void => listeners.emit({ detail: { type, data } });
  let connected: Connection | undefined;
  let starting: Promise<Connection> | undefined;
  let sent = 0;

  const start = async (): Promise<Connection> => {
    const sdk = await openSdk();
    if (sdk.environment !== 'disabled') {
      sdk.on('pause', () => emit('VKWebAppViewHide', {}));
      sdk.on('resume', () => emit('VKWebAppViewRestore', {}));
      // Ours reports these two on every platform.
      sdk.on('platformSdkEvent', ({ type, data }) => {
        if (!/^VKWebAppView(Hide|Restore)$/.test(type)) emit(type, data);
      });
    }
    return (connected = { sdk, methods: toMap(createMethods(sdk, page)) });
  };
  const open = (): Promise<Connection> =>
    (starting ??= start().catch((error: unknown) => {
      // The next call tries again.
      starting = undefined;
      throw error;
    }));

  const supports = (method: unknown): boolean => {
    if (typeof method !== 'string') return false;
    const own = connected?.methods ?? toMap(createMethods({} as Sdk, page));
    return own.has(method) || (connected !== undefined && isOnVk(connected.sdk) && method.startsWith('VKWebApp'));
  };
  const answer = async (method: string, params: object): Promise<unknown> => {
    const { sdk, methods } = await open();
    if (method === 'SetSupportedHandlers') return { supportedHandlers: [...methods.keys()] };
    const own = methods.get(method);
    if (isOnVk(sdk) && !isAlwaysOurs(method))
      return (await sdk.call('SendVkBridge', { method, params: params as Json })).data;
    return own ? own(params) : rejectWith(6);
  };
  const send = async (method: unknown, props?: object): Promise<unknown> => {
    const name = typeof method === 'string' ? method : '';
    const { request_id = `${(sent += 1)}_fxid`, ...params } = readOptions<{ request_id?: unknown }>(props);
    try {
      const data = await answer(name, params);
      emit(nameEvent(name, 'Result'), Array.isArray(data) ? data : { ...(data as object), request_id });
      // As VK does once the app is shown.
      if (name === 'VKWebAppInit') emit('VKWebAppUpdateConfig', describeConfig(connected?.sdk.player.info));
      return data;
    } catch (error) {
      const failure = toVkError(error);
      emit(nameEvent(name, 'Failed'), { ...failure, request_id });
      return Promise.reject(failure);
    }
  };

  return {
    send: send as VKBridge['send'],
    sendPromise: send as VKBridge['send'],
    subscribe: (listener) => listeners.add(listener as never),
    unsubscribe: (listener) => listeners.remove(listener as never),
    supports,
    supportsAsync: async (method) => {
      await open().catch(() => undefined);
      return supports(method);
    },
    isWebView: () => false,
    isIframe: () => window.parent !== window,
    isEmbedded: () => window.parent !== window,
    isStandalone: () => window.parent === window,
  };
}

/** A map, because a game may ask for the name of any property of an object. */
const toMap = (methods: VkMethods): ReadonlyMap<string, Answer> =>
  new Map(Object.entries(methods as Record<string, Answer>));

/** Two of the names differ from the method's. */
function nameEvent(method: string, end: 'Result' | 'Failed'): string {
  if (method === ('VKWebAppGetAuthToken' satisfies VkMethod))
    return `VKWebAppAccessToken${end === 'Result' ? 'Received' : end}`;
  return method === 'SetSupportedHandlers' && end === 'Result' ? method : method + end;
}
