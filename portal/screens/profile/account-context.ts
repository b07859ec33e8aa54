import { createContext, use } from 'react';
import type { AccountOverview } from '#model/account.ts';

export interface ProfileAccount {
  readonly overview: AccountOverview;
  /**
   * Another device handed the session over. A guest account then belongs to another person, and can't be registered
   * here.
   */
  readonly isHanded: boolean;
  readonly announce: (text: string) => void;
}

export const ProfileAccountContext = createContext<ProfileAccount | undefined>(undefined);

export function useProfileAccount(): ProfileAccount {
  const account = use(ProfileAccountContext);
  if (!account) throw new Error('useAccount is used outside the profile page.');
  return account;
}
