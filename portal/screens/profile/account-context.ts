// The account data that the sections of the profile page share.
import { createContext, use } from 'react';
import type { AccountOverview } from '#model/account.ts';

export interface ProfileAccount {
  readonly overview: AccountOverview;
  /**
   * The session was handed over by another device. A guest account used that way belongs to another person, and can't
   * be registered here.
   */
  readonly isHanded: boolean;
  /** Announces a visible change to screen readers. */
  readonly announce: (text: string) => void;
}

export const ProfileAccountContext = createContext<ProfileAccount | undefined>(undefined);

export function useProfileAccount(): ProfileAccount {
  const account = use(ProfileAccountContext);
  if (!account) throw new Error('useAccount is used outside the profile page.');
  return account;
}
