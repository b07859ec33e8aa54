// The portal's only way to its server.
import { callTable } from 'virtual:call-table';
import type { Api } from '#contract/api.ts';
import { apiBase } from '#contract/api-base.ts';
import { createClient } from '#contract/client.ts';
import { apiOrigin } from './runtime-config.ts';
import { storage } from './storage.ts';

const timeoutMs = 30_000;

export const client = createClient<Api>(callTable, {
  base: apiOrigin + apiBase,
  send: (url, init) => fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) }),
  token: () => storage.get('AuthToken'),
});
