// The API client for the groups in `contract/lazy-route-groups.ts`. Import it only from code that is loaded on demand.
import { lazyCallTable } from 'virtual:lazy-call-table';
import { createClient } from '#contract/client.ts';
import { apiClientOptions, sendRequest } from './api.ts';
import type { LazyApi } from '#contract/lazy-route-groups.ts';
import { proveAgain } from './sign-in/prove-again.ts';

export const lazyApiClient = createClient<LazyApi>(lazyCallTable, { ...apiClientOptions, proveAgain });

/** For background calls: a call that needs a fresh proof fails instead of prompting the player. */
export const lazyBackgroundApiClient = createClient<LazyApi>(lazyCallTable, apiClientOptions);

/** The browser completes the requests after the page is closed. Only for bodies of at most 64 KiB. */
export const lazyKeepaliveApiClient = createClient<LazyApi>(lazyCallTable, {
  ...apiClientOptions,
  send: (url, init) => sendRequest(url, { ...init, keepalive: true }),
});
