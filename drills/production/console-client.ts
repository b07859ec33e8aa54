// An operator's browser with the console open: it sends requests from the operator's network and keeps the session's
// cookie.
import { api, type Api } from '#contract/api.ts';
import { apiBase } from '#contract/api-base.ts';
import { createClient, type ApiClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import { addresses, consoleUrl } from './internet.ts';
import { sendRequest, type DrillResponse, type ProxyName, type RequestOptions } from './send-request.ts';

export const operatorEmails: Readonly<Record<ProxyName, string>> = {
  nginx: 'olivia@staff.example',
  haproxy: 'oscar@staff.example',
};

/** Browsers bind a cookie with this prefix to the host, and accept it only over TLS. */
const cookieName = '__Host-fxid-console';

export interface ConsoleClient {
  readonly client: ApiClient<Api>;
  /** What the page sends with a call besides its body. Without `token`: the cookie of the session. */
  readonly headers: (token?: string) => Record<string, string>;
  /** Requests a path of the console with the session's cookie. */
  readonly ask: (path: string, options?: RequestOptions) => Promise<DrillResponse>;
  readonly token: () => string;
  /** The header that set the cookie last. */
  readonly setCookie: () => string;
}

export function openConsole(through: ProxyName): ConsoleClient {
  let setCookie = '';
  const token = (): string => new RegExp(`^${cookieName}=([^;]*)`).exec(setCookie)?.[1] ?? '';
  const headers = (given = token()): Record<string, string> => ({
    origin: consoleUrl,
    'sec-fetch-site': 'same-origin',
    ...(given !== '' && { cookie: `${cookieName}=${given}` }),
  });
  const ask = async (path: string, options: RequestOptions = {}): Promise<DrillResponse> => {
    const request = { from: addresses.operator, ...options, through, headers: { ...headers(), ...options.headers } };
    const response = await sendRequest(consoleUrl + path, request);
    const [set] = response.headers['set-cookie'] ?? [];
    if (set !== undefined) setCookie = set;
    return response;
  };
  const client = createClient<Api>(calls, {
    base: apiBase,
    send: async (path, init) => {
      const response = await ask(path, init);
      return {
        status: response.status,
        headers: { get: (name) => (response.headers[name] === undefined ? null : String(response.headers[name])) },
        text: async () => response.body.toString(),
      };
    },
  });
  return { client, headers, ask, token, setCookie: () => setCookie };
}

const calls = buildCallTable(api);
