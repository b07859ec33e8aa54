// Our own portal where nobody else's page is around the game: everything that it offers is its own. What is kept with an account is there
// once somebody is signed in.
import type { BrowserHost, OwnAccount } from './port.browser.ts';

/** @param login where whoever holds the page can say who plays; else the session is the portal's, and there is nothing to prove */
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
