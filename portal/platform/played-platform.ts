// The platform that a game is played on, as the player screen and the bridge see it: the connected adapter, what of it a game may
// know, and where the game's bridge is bound to it while the game is there.
import type { Handlers } from '#bridge/handlers.browser.ts';
import type { Capability, SocialInfo } from '#bridge/shapes.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import type { Account } from '#model/account.ts';
import type { LabWatch } from './tell-lab.ts';
import type { PortalCapabilities, Platform, PlatformEvents } from '#platforms/port.browser.ts';

/** A game that is connected by its bridge: what the portal does for it, and who hears what the platform tells. */
export interface BoundGame {
  readonly own: PortalCapabilities;
  readonly news: Omit<PlatformEvents, 'playerChanged'>;
}

export interface PlayedPlatform {
  readonly entry: PlatformEntry;
  readonly platform: Platform;
  /** Takes the platform's proof of who plays, and begins a session with it; without a proof nothing happens. */
  readonly signIn: () => Promise<void>;
  /** The function that comes back lets go of the game. */
  readonly bind: (game: BoundGame) => () => void;
  /** Who watches, on a developer's laptop. */
  readonly lab?: LabWatch | undefined;
  /** Makes payments and ads end as chosen in the lab. Only set on a developer's laptop. */
  readonly applyScenario?: (handlers: Handlers) => Handlers;
  readonly dispose: () => void;
}

/** What the platform can do for the player who is there now. */
export function capabilitiesOf({ entry, platform }: Pick<PlayedPlatform, 'entry' | 'platform'>): Capability[] {
  const { friends, invites, reviews, video, interstitial, banner } = platform;
  const all: readonly (readonly [Capability, unknown])[] = [
    ['FriendsList', friends],
    ['FriendsInvite', invites],
    ['RateApplication', reviews],
    ['AdsAvailable', video ?? interstitial ?? banner],
    ['RewardedAds', video],
    ['InterstitialAds', interstitial],
    ['BannerAds', banner],
    ['OutgoingLinksForbidden', entry.forbids?.includes('links')],
    ['GamesOfChanceDisabled', entry.forbids?.includes('games-of-chance')],
  ];
  return all.flatMap(([capability, isThere]) => (isThere ? [capability] : []));
}

/** Who the player is there; without an account somebody who has not signed in. @param sells the game has something to sell */
export function describePlayer(played: PlayedPlatform, account: Account | undefined, sells: boolean): SocialInfo {
  const { entry, platform } = played;
  // Where it is asked, whether something is sold says the server as well.
  const takesMoney =
    entry.purchases === 'portal' || entry.purchases === 'per-purchase' || platform.purchases !== undefined;
  return {
    social: entry.id,
    paymentsAvailable: sells && takesMoney,
    ...platform.player(account && { accountId: account.AccountId, name: account.Name }),
    capabilities: capabilitiesOf(played),
  };
}
