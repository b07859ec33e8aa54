// The portal's only way to its server.
import { callTable } from 'virtual:call-table';
import type { Api } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';

const timeoutMs = 30_000;

export const client = createClient<Api>(callTable, {
  base: '/api/v1',
  send: (url, init) => fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) }),
});
