import type { Caller } from '#server/http/caller.ts';

/**
 * The country whose prices a buyer gets. What a proxy in front of the server says counts: a client that names another country
 * would choose its price. Only where no proxy tells it is the client believed.
 */
export const chooseCountry = ({ country }: Pick<Caller, 'country'>, named: string | undefined): string | undefined =>
  country ?? named;
