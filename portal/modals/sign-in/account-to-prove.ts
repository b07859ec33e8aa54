// The account that has to be proved, and the sign-in methods for that.
import type { AccountOverview } from '#model/account.ts';

export interface AccountToProve {
  readonly accountId: string;
  readonly name: string;
  /**
   * Why the session is not enough: its proof is too old, another device handed it over, or it is a game's or a guest's.
   */
  readonly why: 'stale' | 'handed' | 'game' | 'guest';
  /** The providers to offer, including `email`. Undefined means all. */
  readonly providers: readonly string[] | undefined;
  readonly emails: readonly string[];
}

/** @param types the offered providers, each with the identity type that it proves */
export function accountToProve(
  { Account, Identities, Devices }: Pick<AccountOverview, 'Account' | 'Identities' | 'Devices'>,
  types: Readonly<Record<string, string>>,
): AccountToProve {
  const { Handed = false, Game } = Devices.find(({ Current }) => Current) ?? {};
  const own = Identities.filter((identity) => identity.Game === undefined && identity.Confirmed);
  const emails = own.flatMap(({ Type, Id }) => (Type === 'Email' ? Id : []));
  const why = Handed ? 'handed' : Account.Guest ? 'guest' : Game === undefined ? 'stale' : 'game';
  // A game's session can't read the sign-in methods, and a guest can register with any.
  const isOpen = why === 'guest' || Game !== undefined;
  const providers = Object.keys(types).filter((provider) => own.some(({ Type }) => Type === types[provider]));
  return {
    accountId: Account.AccountId,
    name: Account.Name,
    why,
    providers: isOpen && !(Handed && Account.Guest) ? undefined : providers,
    emails,
  };
}
