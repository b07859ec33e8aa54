// What the player screen has to know of the platform that a game is played on. Everything that differs between platforms is
// here; the portal's own is the first of them.
import type { Handlers } from '#bridge/serve-port.browser.ts';
import type { Capability, SocialInfo } from '#bridge/shapes.ts';
import type { Account } from '#model/account.ts';
import type { LogEvent } from '#portal/analytics/game-stats.ts';
import { isSignedIn } from '#portal/session-token.ts';
import type { WebPublishingPlatform } from './platform-name.ts';

export interface PlayerAdapter {
  /** The platform's name on the wire. */
  readonly platform: WebPublishingPlatform;
  /** Whether the portal shows its own bar around the game there, unless its configuration says no. */
  readonly hasHeaderUi: boolean;
  /** What the platform can do for the player who is there now. */
  readonly capabilities: () => readonly Capability[];
  /** Who the player is there; without an account somebody who has not signed in. `sells`: the game has something to sell. */
  readonly describePlayer: (account: Account | undefined, sells: boolean) => SocialInfo;
  /** What the platform answers itself; where it has no answer, the portal's own counts. */
  readonly handlers?: Handlers;
  /** The platform's own loggers of statistics, by the names that the analytics sections of games give them. */
  readonly logEvent?: Readonly<Record<string, LogEvent>>;
}

export type FoundAdapter = { outcome: 'found'; adapter: PlayerAdapter } | { outcome: 'unsupported'; message: string };

/** By its name in an address. */
export function findAdapter(name: string): FoundAdapter {
  return name === 'fxid'
    ? { outcome: 'found', adapter: ownPortal }
    : { outcome: 'unsupported', message: `Unsupported adapter for ${name}` };
}

const ownPortal: PlayerAdapter = {
  platform: 'FxId',
  hasHeaderUi: true,
  // Ads are not there yet: a capability that is named has to work. Friends and reviews are those of an account.
  capabilities: () => (isSignedIn() ? ['FriendsList', 'FriendsInvite', 'RateApplication'] : []),
  describePlayer: (account, sells) => ({
    social: 'FxId',
    paymentsAvailable: sells,
    userId: account?.AccountId ?? '',
    displayName: account?.Name ?? '',
    firstName: account?.Name.slice(0, longestFirstName) ?? '',
    lastName: '',
    gender: 'unspecified',
    capabilities: [...ownPortal.capabilities()],
  }),
};

const longestFirstName = 80;
