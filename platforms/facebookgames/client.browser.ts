// What we use of Facebook's script on its canvas, with timeouts, and what the canvas posted at the start.
import {
  buildFacebookScriptUrl,
  facebookGlobalName,
  initFacebookSdk,
  type FacebookSdk,
} from '#kit/facebook-sdk.browser.ts';
import { toLocale } from '#model/locale.ts';
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs, waitForFirstResult } from '../kit/waiting.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { loadSdk } from '../kit/load-sdk.browser.ts';
import type { facebookgames } from './platform.ts';

export type FacebookGamesHost = BrowserHost<typeof facebookgames>;

export interface FacebookLoginResponse {
  readonly status?: string;
  readonly authResponse?: { readonly userID?: string; readonly signedRequest?: string | undefined } | null;
}

export interface CanvasSdk extends FacebookSdk {
  getLoginStatus(answered: (answer: FacebookLoginResponse) => void, roundtrip: boolean): void;
  login(answered: (answer: FacebookLoginResponse) => void, options: { readonly scope: string }): void;
  api(path: string, params: UntrustedFields, answered: (answer: unknown) => void): void;
  readonly Event: Record<
    'subscribe' | 'unsubscribe',
    (event: 'auth.authResponseChange', heard: (answer: FacebookLoginResponse) => void) => void
  >;
  /** No longer maintained by Facebook; may disappear. */
  readonly AppEvents?: {
    logEvent(name: string, value: number | null, params: Readonly<Record<string, string | number>>): void;
  };
}

export const platformTitle = 'Facebook Games';

export interface CanvasLaunch {
  readonly signedRequest: string;
  /** Undefined: the player hasn't authorised the app. */
  readonly userId: string | undefined;
  readonly accessToken: string | undefined;
  /** Such as `en_US`. */
  readonly locale: string;
}

export function readLaunch({ hash }: URL): CanvasLaunch {
  const posted = new URLSearchParams(hash.slice(1));
  const signedRequest = posted.get('signed_request') ?? '';
  const { user_id, oauth_token } = readPayload(signedRequest);
  return {
    signedRequest,
    userId: readUntrustedText(user_id) || undefined,
    accessToken: readUntrustedText(oauth_token) || undefined,
    locale: posted.get('fb_locale') ?? '',
  };
}

/** Not verified here; the server does that. */
function readPayload(signedRequest: string): UntrustedFields {
  const [, text = ''] = signedRequest.split('.', 2);
  // Non-ASCII letters are escaped in it.
  return /^[\w-]+$/.test(text) ? readUntrustedFields(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) : {};
}

export interface CanvasClient {
  readonly sdk: CanvasSdk;
  /** Asks Facebook instead of the script's cache. */
  readonly readStatus: () => Promise<FacebookLoginResponse>;
  readonly askLogin: (scope: string) => Promise<FacebookLoginResponse>;
  /** Calls the Graph API as the player, with the canvas's token, or with the script's own after `forgetToken`. */
  readonly api: (path: string, params?: UntrustedFields) => Promise<UntrustedFields>;
  readonly forgetToken: () => void;
  readonly tryApi: CanvasClient['api'];
  /** Shows one of Facebook's dialogs and returns its response. Throws UserCancelled if the player closes it. */
  readonly show: (dialog: UntrustedFields) => Promise<UntrustedFields>;
}

export async function openCanvasClient(
  host: FacebookGamesHost,
  { accessToken, locale }: CanvasLaunch,
): Promise<CanvasClient> {
  const { AppId: appId, Version: version = 'v3.0', SdkUrl } = host.data ?? {};
  if (appId === undefined) throw new PlatformError('Unknown', 'No AppId');
  const sdk = await loadSdk<CanvasSdk, CanvasSdk>(host, {
    title: platformTitle,
    address: SdkUrl ?? buildFacebookScriptUrl(toLocale(locale)),
    global: facebookGlobalName,
    init(found) {
      initFacebookSdk(found, { appId, version });
      return found;
    },
  });
  const ask = <T>(what: string, ms: number, begin: (end: (answer: T) => void) => void): Promise<T> =>
    waitForFirstResult(host, `${platformTitle} (${what})`, ms, begin);
  let token = accessToken;
  const canvas: CanvasClient = {
    sdk,
    forgetToken: () => void (token = undefined),
    readStatus: () => ask('who plays', answerMs, (end) => sdk.getLoginStatus(end, true)),
    askLogin: (scope) => ask('the sign-in', personDecisionTimeoutMs, (end) => sdk.login(end, { scope })),
    async api(path, params = {}) {
      const all = { ...params, ...(token !== undefined && { access_token: token }) };
      const answer = readUntrustedFields(await ask<unknown>(path, answerMs, (end) => sdk.api(path, all, end)));
      if ('error' in answer)
        throw new PlatformError(
          'Unknown',
          readUntrustedText(readUntrustedFields(answer['error'])['message']) || `No ${path}`,
        );
      return answer;
    },
    tryApi: (path, params) =>
      tryOrFallback<UntrustedFields>(host.log, `${path} of ${platformTitle}`, {}, () => canvas.api(path, params)),
    async show(dialog) {
      const answer = await ask<unknown>(readUntrustedText(dialog['method']), personDecisionTimeoutMs, (end) =>
        sdk.ui(dialog, end),
      );
      const { error_code: code, error_message: message } = readUntrustedFields(answer);
      if (!answer || Number(code) === userCancelled) throw new PlatformError('UserCancelled', 'The dialog was closed');
      if (code !== undefined || message !== undefined)
        throw new PlatformError('Unknown', readUntrustedText(message) || 'Unknown error');
      return readUntrustedFields(answer);
    },
  };
  return canvas;
}

const answerMs = 6000;
const userCancelled = 4201;
