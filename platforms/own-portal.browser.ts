// Connects our own portal when no other page frames it. Capabilities that need an account appear after sign-in.
import type { BrowserHost, PortalAccount } from './port.browser.ts';

/**
 * @param login returns a proof if a surrounding program can provide one; by default the portal's own session is used
 */
export const connectOwnPortal = async <Login = undefined>(
  { portal, ...host }: Pick<BrowserHost, 'portal' | 'isSignedIn'>,
  login: () => Promise<Login | undefined> = async () => undefined,
) => ({
  login,
  player: (account: PortalAccount | undefined) => ({
    userId: account?.accountId ?? '',
    displayName: account?.name ?? '',
    firstName: account?.name.slice(0, maxFirstName) ?? '',
    lastName: '',
    gender: 'unspecified' as const,
  }),
  signIn: portal.signIn,
  share: portal.share,
  favorites: portal.favorites,
  community: portal.community,
  get friends() {
    return host.isSignedIn() ? portal.friends : undefined;
  },
  get invites() {
    return host.isSignedIn() ? portal.invites : undefined;
  },
  get reviews() {
    return host.isSignedIn() ? portal.reviews : undefined;
  },
  get video() {
    return portal.video;
  },
  adsNotSetUp: ['video'] as const,
  dispose: () => undefined,
});

const maxFirstName = 80;
