import { readUrlToken } from '#portal/sign-in/url-token.ts';

let last: { readonly token: string; readonly path: string } | undefined;

/** The same for all renders of this page, and not used by any other page. */
export function useUrlToken(): string | undefined {
  const path = window.location.pathname;
  const token = readUrlToken();
  if (token !== undefined) last = { token, path };
  return last?.path === path ? last.token : undefined;
}
