import type { AccountOverview } from '#model/account.ts';

type Seen = Pick<AccountOverview, 'Identities'> & { readonly Account: Pick<AccountOverview['Account'], 'AccountId'> };

/** None if it is another account. */
export function findAddedIdentities(before: Seen, now: Seen | undefined): AccountOverview['Identities'] {
  if (now?.Account.AccountId !== before.Account.AccountId) return [];
  return now.Identities.filter(
    ({ Type, Id, Game }) =>
      !before.Identities.some((known) => known.Type === Type && known.Id === Id && known.Game === Game),
  );
}
