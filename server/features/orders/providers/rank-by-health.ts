import type { Breakers } from './breakers.ts';
import type { ProviderAccount } from './provider-account.ts';

export interface RankedAccounts<Account> {
  readonly accounts: readonly Account[];
  /** Who would have been asked before the first of them, if payments were opened there. */
  readonly passedOver: readonly Account[];
}

/**
 * Who fails comes last, who began to fail first before others: where nobody is well, somebody is tried nevertheless. Who has rested is
 * tried in his own place, by this payment.
 * @param open the folders of those where the order has a payment already: nothing has to be opened there
 */
export function rankByHealth<Account extends ProviderAccount>(
  breakers: Breakers,
  accounts: readonly Account[],
  open: ReadonlySet<string> = new Set(),
): RankedAccounts<Account> {
  const isWell = ({ name, provider }: Account): boolean =>
    open.has(provider.folder) || breakers.failingSince(name) === undefined;
  const firstWell = accounts.findIndex(isWell);
  const before = firstWell < 0 ? accounts : accounts.slice(0, firstWell);
  const tried = before.find(({ name }) => breakers.takeTrial(name));
  const well = accounts.filter(isWell);
  const failing = accounts.filter((account) => account !== tried && !isWell(account));
  const sinceMs = ({ name }: Account): number => breakers.failingSince(name)?.getTime() ?? 0;
  const ranked = [...(tried ? [tried] : []), ...well, ...failing.toSorted((a, b) => sinceMs(a) - sinceMs(b))];
  const [first] = ranked;
  const isBetter = first !== undefined && (first === tried || isWell(first));
  const place = first ? accounts.indexOf(first) : 0;
  return { accounts: ranked, passedOver: isBetter ? accounts.slice(0, place) : [] };
}
