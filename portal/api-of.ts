import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';
import { client } from './api.ts';

/**
 * Whom the queries of public pages ask: in a browser the portal's server, and on the server, for the page that is rendered, its own
 * slices. A query asks `apiOf(context.client)` to be good for both.
 */
export const apiOf = (queries: QueryClient): Client<Api> => given.get(queries) ?? client;

/** For a page that is rendered on the server. */
export const askWith = (queries: QueryClient, api: Client<Api>): void => void given.set(queries, api);

const given = new WeakMap<QueryClient, Client<Api>>();
