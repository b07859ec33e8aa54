// VK Play's script, as far as we use it. Its methods return nothing; results go to callbacks by method name. Two calls
// of one method can't be told apart, so they run one after the other.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openClientChannel, type ClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { vkontakteplay } from './platform.ts';

export const platformTitle = 'VK Play';

export interface VkPlayClient extends Pick<ClientChannel, 'on' | 'post' | 'wait' | 'close'> {
  /** Calls a method and waits for its callback. Throws VK Play's error. */
  readonly ask: (method: string, ms?: number) => Promise<UntrustedFields>;
  readonly inTurn: <T>(name: string, act: () => Promise<T>) => Promise<T>;
  /** Older scripts have fewer methods. */
  readonly has: (method: string) => boolean;
}

export async function openClient(host: BrowserHost<typeof vkontakteplay>): Promise<VkPlayClient> {
  const { AppId: appid, BaseUrl: base = 'https://vkplay.ru' } = host.data ?? {};
  if (appid === undefined) throw new PlatformError('Unknown', 'No AppId for VkontaktePlay adapter');
  let receive: (callback: string, data: unknown) => void = () => undefined;
  const hear = (name: string) => [`${name}Callback`, (data: unknown) => receive(name, data)] as const;
  const api = await loadSdk<IframeApi, Api>(host, {
    title: platformTitle,
    address: `${base}/app/${appid}/static/mailru.core.js`,
    // Missing if VK Play doesn't frame the page.
    global: 'iframeApi',
    init: (iframeApi) => iframeApi({ appid, ...Object.fromEntries(callbacks.map(hear)) }),
  });
  const channel = openClientChannel(host, {
    title: platformTitle,
    open: (heard) => {
      receive = heard;
      return {
        send: (method, params) => void (Object.keys(params).length > 0 ? api[method]?.(params) : api[method]?.()),
        close: () => void (receive = () => undefined),
      };
    },
  });
  const turns = new Map<string, Promise<unknown>>();
  const client: VkPlayClient = {
    ...channel,
    has: (method) => typeof api[method] === 'function',
    inTurn(name, act) {
      const before = turns.get(name) ?? Promise.resolve();
      const mine = before.then(act);
      turns.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
    async ask(method, ms = answerMs) {
      if (!client.has(method)) throw new PlatformError('NotSupported', `This script of VK Play has no ${method}`);
      const read = { [method]: (data: UntrustedFields) => data };
      const answer = await client.inTurn(method, () =>
        channel.wait(`${platformTitle} (${method})`, ms, read, () => channel.post(method)),
      );
      const { status, errmsg, errcode } = answer;
      if (status !== 'error') return answer;
      throw new PlatformError(
        'Unknown',
        readUntrustedText(errmsg, 200) || `VK Play answered ${method} with ${String(errcode)}`,
      );
    },
  };
  return client;
}

/** VK Play's numeric id as text, as games expect it. Empty: none. */
export const readUid = ({ uid }: UntrustedFields): string =>
  typeof uid === 'number' || typeof uid === 'string' ? String(uid).slice(0, 40) : '';

type IframeApi = (callbacks: object) => Promise<Api>;
type Api = Readonly<Record<string, ((params?: object) => unknown) | undefined>>;

const callbacks = [
  'getLoginStatus',
  'registerUser',
  'getAuthToken',
  'userInfo',
  'userProfile',
  'userFriends',
  'paymentReceived',
  'paymentWindowClosed',
  'ads',
];

// Two attempts for a token end before the portal's timeout.
const answerMs = 5000;
