// The platform that a game runs on, as the player screen and the bridge see it: the connected adapter, what a game may
// know of it, and the binding to the game's bridge.
import type { Handlers } from '#bridge/handlers.browser.ts';
import type { Capability, SocialInfo } from '#bridge/shapes.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import type { Account } from '#model/account.ts';
import type { LabReporter } from './lab-reporter.ts';
import type { PortalCapabilities, Platform, PlatformEvents } from '#platforms/port.browser.ts';

/**
 * A game connected through its bridge: the portal's capabilities for it, and the listeners for the platform's events.
 */
export interface GameBinding {
  readonly own: PortalCapabilities;
  readonly news: Omit<PlatformEvents, 'playerChanged'>;
}

export interface ConnectedPlatform {
  readonly entry: PlatformEntry;
  readonly platform: Platform;
  /** Requests the platform's proof and starts a session with it; does nothing without a proof. */
  readonly signIn: () => Promise<void>;
  /** Returns a function that unbinds the game. */
  readonly bind: (game: GameBinding) => () => void;
  /** The lab's log, in development only. */
  readonly lab?: LabReporter | undefined;
  /** Makes payments and ads end as chosen in the lab. Development only. */
  readonly applyScenario?: (handlers: Handlers) => Handlers;
  readonly dispose: () => void;
}

/** What the platform can do for the current player. */
export function listPlatformCapabilities({
  entry,
  platform,
}: Pick<ConnectedPlatform, 'entry' | 'platform'>): Capability[] {
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

/**
 * The player's social data on the platform; without an account, a player who is not signed in. @param sells whether the
 * game has something to sell
 */
export function buildSocialInfo(played: ConnectedPlatform, account: Account | undefined, sells: boolean): SocialInfo {
  const { entry, platform } = played;
  // For `per-purchase` the server decides as well.
  const takesMoney =
    entry.purchases === 'portal' || entry.purchases === 'per-purchase' || platform.purchases !== undefined;
  return {
    social: entry.id,
    paymentsAvailable: sells && takesMoney,
    ...platform.player(account && { accountId: account.AccountId, name: account.Name }),
    capabilities: listPlatformCapabilities(played),
  };
}
