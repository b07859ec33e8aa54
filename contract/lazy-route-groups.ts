import type { Api } from './api.ts';

/**
 * Route groups that the portal's first page doesn't call. Their call table is loaded on demand with
 * `portal/lazy-api.ts`, and `apiClient` doesn't have them.
 */
export const lazyRouteGroups = [
  'achievements',
  'launcher',
  'pagePurchases',
  'playerReports',
  'saves',
] as const satisfies readonly (keyof Api)[];

export type LazyApi = Pick<Api, (typeof lazyRouteGroups)[number]>;
export type FirstPageApi = Omit<Api, keyof LazyApi>;
