import type { CircuitBreakers } from './circuit-breakers.ts';
import type { ProviderAccount } from './provider-account.ts';

export interface RankedAccounts<Account> {
  readonly accounts: readonly Account[];
  readonly skippedAccounts: readonly Account[];
}

/**
 * Failing accounts come last, the longest failing first: if all fail, one is tried anyway. This payment tries an
 * account whose pause is over, in its usual position.
 * @param open folders of providers where the order already has a payment, so nothing must be opened
 */
export function rankByHealth<Account extends ProviderAccount>(
  breakers: CircuitBreakers,
  accounts: readonly Account[],
  open: ReadonlySet<string> = new Set(),
): RankedAccounts<Account> {
  const isWell = ({ name, provider }: Account): boolean =>
    open.has(provider.folder) || breakers.failingSince(name) === undefined;
  const firstWell = accounts.findIndex(isWell);
  const before = firstWell < 0 ? accounts : accounts.slice(0, firstWell);
  const tried = before.find(({ name }) => breakers.claimTrial(name));
  const well = accounts.filter(isWell);
  const failing = accounts.filter((account) => account !== tried && !isWell(account));
  const sinceMs = ({ name }: Account): number => breakers.failingSince(name)?.getTime() ?? 0;
  const ranked = [...(tried ? [tried] : []), ...well, ...failing.toSorted((a, b) => sinceMs(a) - sinceMs(b))];
  const [first] = ranked;
  const isBetter = first !== undefined && (first === tried || isWell(first));
  const place = first ? accounts.indexOf(first) : 0;
  return { accounts: ranked, skippedAccounts: isBetter ? accounts.slice(0, place) : [] };
}
