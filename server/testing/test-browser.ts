// A browser that has the console's page open: it keeps the cookie, and sends it as the page would.
import type { FastifyInstance } from 'fastify';
import { api, type Api } from '#contract/api.ts';
import { createClient, type ApiClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';

export interface TestBrowser {
  readonly client: ApiClient<Api>;
  /** The cookie's value. */
  token(): string | undefined;
}

const origin = 'http://console.localhost:8080';

export function createBrowser(consoleApp: FastifyInstance, given?: string, language = 'en'): TestBrowser {
  let token = given;
  const client = createClient<Api>(buildCallTable(api), {
    base: '/api/v1',
    token: () => undefined,
    send: async (url, { method, headers, body }) => {
      const response = await consoleApp.inject({
        method: method as 'GET' | 'POST',
        url,
        headers: {
          ...headers,
          'accept-language': language,
          host: new URL(origin).host,
          'sec-fetch-site': 'same-origin',
          ...(method === 'POST' && { origin }),
          ...(token !== undefined && { cookie: `fxid-console=${token}` }),
        },
        ...(body !== undefined && { payload: body }),
      });
      const set = response.headers['set-cookie'];
      const changed = typeof set === 'string' ? /^fxid-console=([^;]*)/.exec(set)?.[1] : undefined;
      if (changed !== undefined) token = changed === '' ? undefined : changed;
      return {
        status: response.statusCode,
        headers: { get: (name: string) => (response.headers[name] as string | undefined) ?? null },
        text: async () => response.body,
      };
    },
  });
  return { client, token: () => token };
}
