// The account whose owner has to prove their identity, and the sign-in methods available for that.
import type { AccountOverview } from '#model/account.ts';

export interface AccountToProve {
  readonly accountId: string;
  readonly name: string;
  /**
   * Why the session is not enough: its proof is too old, it was handed over by another device, it is a game's session,
   * or a guest's.
   */
  readonly why: 'stale' | 'handed' | 'game' | 'guest';
  /**
   * The providers to offer, including `email`. Undefined: all, because the account's methods are unknown or there are
   * none yet.
   */
  readonly providers: readonly string[] | undefined;
  /** The account's email addresses. */
  readonly emails: readonly string[];
}

/** @param types the offered providers, including email, each with the identity type that it proves */
export function accountToProve(
  { Account, Identities, Devices }: Pick<AccountOverview, 'Account' | 'Identities' | 'Devices'>,
  types: Readonly<Record<string, string>>,
): AccountToProve {
  const { Handed = false, Game } = Devices.find(({ Current }) => Current) ?? {};
  const own = Identities.filter((identity) => identity.Game === undefined && identity.Confirmed);
  const emails = own.flatMap(({ Type, Id }) => (Type === 'Email' ? Id : []));
  const why = Handed ? 'handed' : Account.Guest ? 'guest' : Game === undefined ? 'stale' : 'game';
  // A game's session can't read the sign-in methods, and a guest whose session was not handed over can register with
  // any.
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
