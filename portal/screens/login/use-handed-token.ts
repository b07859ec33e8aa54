import { takeHandedToken } from '#portal/sign-in/handed-token.ts';

let last: { readonly token: string; readonly path: string } | undefined;

/** The token of the page's address, the same for every rendering of the page, and of no other page. */
export function useHandedToken(): string | undefined {
  const path = window.location.pathname;
  const token = takeHandedToken();
  if (token !== undefined) last = { token, path };
  return last?.path === path ? last.token : undefined;
}
