import { takeHandedToken } from '#portal/signin/handed-token.ts';

let last: string | undefined;

/** The token of the page's address, the same for every drawing of the page. */
export function useHandedToken(): string | undefined {
  last = takeHandedToken() ?? last;
  return last;
}
