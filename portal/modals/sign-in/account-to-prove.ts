// Whom somebody has to prove to be, and by which of his own ways he can do it here.
import type { AccountOverview } from '#model/account.ts';

export interface AccountToProve {
  readonly accountId: string;
  readonly name: string;
  /** Why the session is not enough: its proof is old, another device has handed it on, it is a game's, or it is a guest's. */
  readonly why: 'stale' | 'handed' | 'game' | 'guest';
  /** The providers to offer, with `email` among them. Undefined: all, because it cannot be known or none is there yet. */
  readonly providers: readonly string[] | undefined;
  /** Its own addresses. */
  readonly emails: readonly string[];
}

/** @param types the offered providers, e-mail among them, each with the type of identity that it proves */
export function accountToProve(
  { Account, Identities, Devices }: Pick<AccountOverview, 'Account' | 'Identities' | 'Devices'>,
  types: Readonly<Record<string, string>>,
): AccountToProve {
  const { Handed = false, Game } = Devices.find(({ Current }) => Current) ?? {};
  const own = Identities.filter((identity) => identity.Game === undefined && identity.Confirmed);
  const emails = own.flatMap(({ Type, Id }) => (Type === 'Email' ? Id : []));
  const why = Handed ? 'handed' : Account.Guest ? 'guest' : Game === undefined ? 'stale' : 'game';
  // A game's session is not told the ways, and a guest who was not handed on registers with any.
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
