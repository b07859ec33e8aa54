import { callTable } from 'virtual:call-table';
import { apiBase } from '#contract/api-base.ts';
import { createClient } from '#contract/client.ts';
import { recordFailedRequest } from './failed-requests.ts';
import type { FirstPageApi } from '#contract/lazy-route-groups.ts';
import { apiOrigin } from './runtime-config.ts';
import { endSession, sessionToken } from './session-token.ts';
import { proveAgain } from './sign-in/prove-again.ts';

const timeoutMs = 30_000;
const renewalMs = 1500;

const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });

export const sendRequest = async (url: string, init: RequestInit): Promise<Response> => {
  const token = sessionToken();
  const response = await ask(url, init);
  if (response.status >= 400) recordFailedRequest(response.headers.get('x-request-id'));
  // The session has ended, or another tab is renewing the token. A rejected sign-in has the same status, but no
  // `www-authenticate` header.
  if (response.status === 401 && token !== undefined && response.headers.has('www-authenticate'))
    setTimeout(() => endSession(token), renewalMs);
  return response;
};

const base = apiOrigin + apiBase;

export const apiClientOptions = { base, send: sendRequest, token: sessionToken };

export const apiClient = createClient<FirstPageApi>(callTable, { ...apiClientOptions, proveAgain });

/** For background calls: a call that needs a fresh proof fails instead of prompting the player. */
export const backgroundApiClient = createClient<FirstPageApi>(callTable, apiClientOptions);

/** For a session other than this page's. */
export const createSessionApiClient = (token: string | undefined, { keepalive = false, onAnswer }: Asking = {}) =>
  createClient<FirstPageApi>(callTable, {
    base,
    send: async (url, init) => {
      const response = await ask(url, { ...init, keepalive });
      onAnswer?.(response);
      return response;
    },
    token: () => token,
  });

interface Asking {
  /** The browser completes the request after the page is closed; only for small bodies. */
  readonly keepalive?: boolean;
  readonly onAnswer?: (response: Response) => void;
}

/** Opens a streaming response, such as server-sent events. The signal closes it. */
export const openStream = (path: string, signal: AbortSignal): Promise<Response> =>
  fetch(base + path, {
    headers: { authorization: `Bearer ${sessionToken()}`, accept: 'text/event-stream' },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
