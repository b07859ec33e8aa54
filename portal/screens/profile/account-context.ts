// What the sections of the profile page share: the account as the server gave it, and whether it may be changed here.
import { createContext, use } from 'react';
import type { AccountOverview } from '#model/account.ts';

export interface OwnAccount {
  readonly overview: AccountOverview;
  /** The session began in a game: it sees the account and does not change it. */
  readonly isReadOnly: boolean;
  /** A guest may register from whatever session it has: there is nothing yet that a game could take. */
  readonly canAddIdentity: boolean;
  /** Called when the server says so. */
  readonly becomeReadOnly: () => void;
  /** Has a screen reader say something that others see happen. */
  readonly announce: (text: string) => void;
}

export const AccountContext = createContext<OwnAccount | undefined>(undefined);

export function useAccount(): OwnAccount {
  const account = use(AccountContext);
  if (!account) throw new Error('useAccount is used outside the profile page.');
  return account;
}
