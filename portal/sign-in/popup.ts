// What the portal gives a sign-in adapter: a popup window for the vendor, and a `fetch` for its API. The popup opens
// with a page of our own, because WebKit cuts `window.opener` of `about:blank`. Messages are collected from the start.
// If a vendor's page has cut the opener, our final page sends them through a broadcast channel. A popup whose opener
// was cut reports `closed` although it is open, so it counts as closed only when the player is back on this page and
// two checks in a row find it closed.
import type { IdentityBrowserHost, SignInPopup } from '#identities/port.browser.ts';
import { openOwnWindow, navigateWindow } from '#portal/go-to.ts';

export interface OpenerWindow {
  open(address: string, target: string, features: string): PopupWindow | null;
  addEventListener(type: 'message', listener: (event: WindowMessage) => void): void;
  removeEventListener(type: 'message', listener: (event: WindowMessage) => void): void;
  readonly document: { hasFocus(): boolean };
  readonly location: { readonly origin: string };
  readonly screenX: number;
  readonly screenY: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
}

export interface PopupWindow {
  readonly closed: boolean;
  readonly location: { href: string };
  close(): void;
}

export interface WindowMessage {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

export interface IdentityBrowserHostDeps {
  readonly window: OpenerWindow;
  readonly channel: (name: string) => Pick<BroadcastChannel, 'close' | 'onmessage'>;
  readonly fetch: (address: string, init: RequestInit) => Promise<{ readonly status: number; text(): Promise<string> }>;
  readonly basePath: string;
  readonly locale: string;
  readonly log: IdentityBrowserHost['log'];
}

export function createIdentityBrowserHost(deps: IdentityBrowserHostDeps): IdentityBrowserHost {
  const { locale, log } = deps;
  return {
    openPopup: () => openPopup(deps),
    post: (address, body) => post(deps, address, body),
    returnUrl: `${ownPages(deps)}SignInReturn`,
    apiReturnUrl: `${ownPages(deps)}api/v1/auth/authenticate_to_fxid`,
    locale,
    log,
  };
}

const channelName = 'fxid-sign-in';
const width = 500;
const height = 680;
const lookEveryMs = 500;
/** Ten seconds. */
const looksAfterCut = 20;
const maxMs = 600_000;
const postTimeoutMs = 10_000;
const maxMessages = 100;

const ownPages = ({ window, basePath }: IdentityBrowserHostDeps): string =>
  `${window.location.origin}${basePath.replace(/\/?$/, '/')}`;

function openPopup(deps: IdentityBrowserHostDeps): SignInPopup | undefined {
  const { window, channel: openChannel } = deps;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
  const popup = openOwnWindow(`${ownPages(deps)}SignInStart`, features, window);
  if (!popup) return undefined;

  const received: { data: unknown; origin: string }[] = [];
  let tell: (() => void) | undefined;
  const receive = (data: unknown, origin: string): void => {
    if (received.length < maxMessages) received.push({ data, origin });
    tell?.();
  };
  const onWindowMessage = (event: WindowMessage): void => {
    if (event.source === popup) receive(event.data, event.origin);
  };
  window.addEventListener('message', onWindowMessage);
  const channel = openChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => receive(data, window.location.origin);

  let isOver = false;
  let wasCutOff = false;
  let timesFoundClosed = 0;
  const polling = setInterval(() => {
    if (!popup.closed) return;
    const isBack = window.document.hasFocus();
    timesFoundClosed = isBack ? timesFoundClosed + 1 : 0;
    wasCutOff ||= !isBack;
    if (timesFoundClosed >= (wasCutOff ? looksAfterCut : 2)) end();
  }, lookEveryMs);
  const last = setTimeout(() => close(), maxMs);
  const end = (): void => {
    isOver = true;
    clearInterval(polling);
    clearTimeout(last);
    window.removeEventListener('message', onWindowMessage);
    channel.close();
    tell?.();
  };
  const close = (): void => {
    if (!popup.closed) popup.close();
    end();
  };

  return {
    go: (address) => {
      if (!navigateWindow(popup, address))
        throw new TypeError(`A window to sign in goes to pages of the network only, not to ${address.slice(0, 100)}`);
    },
    message: (pick) =>
      new Promise((resolve) => {
        const settle = (): void => {
          for (const { data, origin } of received.splice(0)) {
            const picked = pick(data, origin);
            if (picked === undefined) continue;
            tell = undefined;
            return resolve(picked);
          }
          if (isOver) resolve('closed');
        };
        tell = settle;
        settle();
      }),
    close,
  };
}

async function post({ fetch }: IdentityBrowserHostDeps, address: string, body: object) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(address, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    credentials: 'omit',
    referrerPolicy: 'strict-origin',
    signal: AbortSignal.timeout(postTimeoutMs),
  });
  return { status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
