// Our own portal as one of the platforms: everything that it offers is the portal's own. What is kept with an account is there
// once somebody is signed in; the session is the portal's, so there is nothing to prove.
import { browserHalf } from '../port.browser.ts';
import type { fxid } from './platform.ts';

export const half = browserHalf<typeof fxid>({
  connect: async ({ own, ...host }) => ({
    login: async () => undefined,
    player: (account) => ({
      userId: account?.accountId ?? '',
      displayName: account?.name ?? '',
      firstName: account?.name.slice(0, longestFirstName) ?? '',
      lastName: '',
      gender: 'unspecified',
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
  }),
});

const longestFirstName = 80;
