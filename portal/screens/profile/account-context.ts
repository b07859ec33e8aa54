// What the sections of the profile page share: the account as the server gave it.
import { createContext, use } from 'react';
import type { AccountOverview } from '#model/account.ts';

export interface OwnAccount {
  readonly overview: AccountOverview;
  /** Another device has handed the session on. A guest who is here by that is somebody else's, and nobody registers it here. */
  readonly isHanded: boolean;
  /** Has a screen reader say something that others see happen. */
  readonly announce: (text: string) => void;
}

export const AccountContext = createContext<OwnAccount | undefined>(undefined);

export function useAccount(): OwnAccount {
  const account = use(AccountContext);
  if (!account) throw new Error('useAccount is used outside the profile page.');
  return account;
}
