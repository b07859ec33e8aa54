// The platform that a game runs on: the connected adapter, its capabilities, and the binding to the game's bridge.
import type { BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { Capability, SocialInfo } from '#bridge/shapes.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import type { Account } from '#model/account.ts';
import type { LabReporter } from './lab-reporter.ts';
import type { PortalCapabilities, PlatformConnection, PlatformEvents } from '#platforms/port.browser.ts';

/** A connected game: the portal's capabilities for it, and its listeners for the platform's events. */
export interface GameBinding {
  readonly own: PortalCapabilities;
  readonly news: Omit<PlatformEvents, 'playerChanged'>;
}

export type AdKind = Parameters<PlatformEvents['adAvailable']>[0];

export interface ConnectedPlatform {
  readonly entry: PlatformEntry;
  readonly platform: PlatformConnection;
  /** What the platform last reported, often before the game was connected. */
  readonly adsAvailable: ReadonlyMap<AdKind, boolean>;
  /** Starts a session with the platform's proof; does nothing without one. */
  readonly signIn: () => Promise<void>;
  readonly bind: (game: GameBinding) => () => void;
  readonly lab?: LabReporter | undefined;
  readonly applyScenario?: (handlers: BridgeHandlers) => BridgeHandlers;
  readonly dispose: () => void;
}

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

/** @param sells whether the game has something to sell */
export function buildSocialInfo(played: ConnectedPlatform, account: Account | undefined, sells: boolean): SocialInfo {
  const { entry, platform } = played;
  // For `per-purchase` the server decides too.
  const takesMoney =
    entry.purchases === 'portal' || entry.purchases === 'per-purchase' || platform.purchases !== undefined;
  return {
    social: entry.id,
    paymentsAvailable: sells && takesMoney,
    ...platform.player(account && { accountId: account.AccountId, name: account.Name }),
    capabilities: listPlatformCapabilities(played),
  };
}
