import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '#contract/client.ts';
import { apiClient } from './api.ts';
import type { FirstPageApi } from '#contract/lazy-route-groups.ts';

/** The API client for queries of public pages. During server rendering it calls the server's features directly. */
export const getApiClientForQueries = (queries: QueryClient): ApiClient<FirstPageApi> =>
  given.get(queries) ?? apiClient;

export const setApiClientForQueries = (queries: QueryClient, api: ApiClient<FirstPageApi>): void =>
  void given.set(queries, api);

const given = new WeakMap<QueryClient, ApiClient<FirstPageApi>>();
