// The portal's only way to its server.
import { callTable } from 'virtual:call-table';
import type { Api } from '#contract/api.ts';
import { apiBase } from '#contract/api-base.ts';
import { createClient, type Send } from '#contract/client.ts';
import { noteFailedRequest } from './failed-requests.ts';
import { apiOrigin } from './runtime-config.ts';
import { endSession, sessionToken } from './session-token.ts';
import { proveAgain } from './sign-in/prove-again.ts';

const timeoutMs = 30_000;
const renewalMs = 1500;

const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });

const send: Send = async (url, init) => {
  const token = sessionToken();
  const response = await ask(url, init);
  if (response.status >= 400) noteFailedRequest(response.headers.get('x-request-id'));
  // The session has ended elsewhere, or another tab is getting a new token for it at this moment: that is there shortly. A
  // refused sign-in has the same status, but asks for no other token.
  if (response.status === 401 && token !== undefined && response.headers.has('www-authenticate'))
    setTimeout(() => endSession(token), renewalMs);
  return response;
};

const base = apiOrigin + apiBase;

export const client = createClient<Api>(callTable, { base, send, token: sessionToken, proveAgain });

/** For what nobody has pressed a button for: where it takes a new proof of who one is, it fails. */
export const quietClient = createClient<Api>(callTable, { base, send, token: sessionToken });

/** For a session that is not this page's, or not yet. */
export const clientOfSession = (token: string | undefined, { keepalive = false, onAnswer }: Asking = {}) =>
  createClient<Api>(callTable, {
    base,
    send: async (url, init) => {
      const response = await ask(url, { ...init, keepalive });
      onAnswer?.(response);
      return response;
    },
    token: () => token,
  });

interface Asking {
  /** The browser goes on with it when the page is gone; it does so only for small bodies. */
  readonly keepalive?: boolean;
  /** For what only the headers say. */
  readonly onAnswer?: (response: Response) => void;
}

/** What stays open, such as server-sent events: it is read by whoever asked, and ended by the signal alone. */
export const openStream = (path: string, signal: AbortSignal): Promise<Response> =>
  fetch(base + path, {
    headers: { authorization: `Bearer ${sessionToken()}`, accept: 'text/event-stream' },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
