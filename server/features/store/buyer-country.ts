import type { Caller } from '#server/http/caller.ts';

/**
 * The country whose prices a buyer gets. The proxy's country header counts first, because a client could otherwise
 * choose its price; the client's value counts only without such a proxy.
 */
export const chooseBuyerCountry = (
  { country }: Pick<Caller, 'country'>,
  named: string | undefined,
): string | undefined => country ?? named;
