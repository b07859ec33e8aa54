// Connects our own portal when no other page frames it: the portal itself offers all groups. Groups that need an
// account appear after sign-in.
import type { BrowserHost, OwnAccount } from './port.browser.ts';

/**
 * @param login returns a proof if a surrounding program can provide one; by default the portal's own session is used
 */
export const connectOwnPortal = async <Login = undefined>(
  { own, ...host }: Pick<BrowserHost, 'own' | 'isSignedIn'>,
  login: () => Promise<Login | undefined> = async () => undefined,
) => ({
  login,
  player: (account: OwnAccount | undefined) => ({
    userId: account?.accountId ?? '',
    displayName: account?.name ?? '',
    firstName: account?.name.slice(0, maxFirstName) ?? '',
    lastName: '',
    gender: 'unspecified' as const,
  }),
  signIn: own.signIn,
  share: own.share,
  favorites: own.favorites,
  community: own.community,
  get friends() {
    return host.isSignedIn() ? own.friends : undefined;
  },
  get invites() {
    return host.isSignedIn() ? own.invites : undefined;
  },
  get reviews() {
    return host.isSignedIn() ? own.reviews : undefined;
  },
  get video() {
    return own.video;
  },
  dispose: () => undefined,
});

const maxFirstName = 80;
