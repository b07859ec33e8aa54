// Implements a game's calls with the capabilities of a platform. Errors of the platform become bridge errors.
import { BridgeError, buildInvalidParameterError } from '#bridge/bridge-error.ts';
import { platformSdkMethods, type PlatformSdkMethod, type ParamsOf, type ResultOf } from '#bridge/protocol.ts';
import type { CallContext, BridgeHandlers } from '#bridge/handlers.browser.ts';
import type { AdResult, AdsReason, Json } from '#bridge/shapes.ts';
import { log } from '#portal/log.ts';
import type { PurchaseOutcome } from '#portal/purchase/purchase.ts';
import {
  PlatformError,
  type PlatformConnection,
  type PortalCapabilities,
  type ShareResult,
} from '#platforms/port.browser.ts';
import { containsCredentials } from './contains-credentials.ts';
import { requireOpenableUrl } from './openable-address.ts';

export interface CapabilityHandlerDeps {
  readonly platform: PlatformConnection;
  readonly title: string;
  /** The platform forbids links to other sites. */
  readonly forbidsLinks: boolean;
  /** The portal's share dialog, for platforms without one. */
  readonly ownShare: PortalCapabilities['share'];
  readonly isRegistered: () => Promise<boolean>;
  /** Requests a new proof, after the player has signed in on the platform. */
  readonly signInAgain: () => Promise<void>;
  readonly reloadPage: () => void;
  readonly readPlayer: () => Promise<{ userId: string; guest: boolean }>;
  readonly buy: (request: ParamsOf<'BuyProduct'>) => Promise<PurchaseOutcome>;
  readonly setCovered: (isCovered: boolean) => void;
  /** @param placement the game's name of the ad placement, if given */
  readonly reportAd: (kind: AdKind, result: AdResult, placement: string | undefined) => void;
  /** Absent if the platform has no friends of its own. */
  readonly sendFriends?: ((uids: readonly string[]) => void) | undefined;
}

type AdKind = 'video' | 'interstitial';
type ShareRequest = Parameters<PortalCapabilities['share']['share']>[0];

export function createCapabilityHandlers(port: CapabilityHandlerDeps): BridgeHandlers {
  const { platform, title } = port;
  const the = <G extends keyof PlatformConnection>(group: G): NonNullable<PlatformConnection[G]> => {
    const found = platform[group];
    if (found === undefined) throw new BridgeError('NotSupported', `${title} has no ${group}.`);
    return found;
  };
  const nativeHandler =
    (bridgeMethod: PlatformSdkMethod) =>
    async ({ method, params }: ParamsOf<PlatformSdkMethod>): Promise<{ data: Json }> => {
      const { native } = platform;
      if (native?.bridgeMethod !== bridgeMethod) throw new BridgeError('NotSupported', 'The game does not run there.');
      if (containsCredentials(params))
        throw buildInvalidParameterError('params', 'must not have an address with a name or a password.');
      // A platform's SDK responds with JSON.
      return { data: ((await native.send(method, params)) ?? null) as Json };
    };
  const nativeHandlers: BridgeHandlers = Object.fromEntries(
    platformSdkMethods.map((method) => [method, nativeHandler(method)]),
  );
  const ready = async (kind: AdKind, placement: string | undefined): Promise<{ ready: boolean }> => {
    try {
      return { ready: (await platform[kind]?.ready(placement)) ?? false };
    } catch (error) {
      log.warn(`${title} could not tell whether an ad is available.`, error);
      return { ready: false };
    }
  };
  const reasonWithout = (kind: AdKind | 'banner'): AdsReason =>
    platform.adsNotSetUp?.includes(kind) ? 'AdsNotConnected' : 'NotImplemented';
  // Games show interstitials without asking for capabilities first, so a missing ad is a result and not an error.
  const show = async (kind: AdKind, placement: string | undefined): Promise<AdResult> => {
    const unit = platform[kind];
    if (!unit) {
      const result: AdResult = { outcome: 'failed', reason: reasonWithout(kind) };
      port.reportAd(kind, result, placement);
      return result;
    }
    port.setCovered(true);
    try {
      const result: AdResult = await unit.show(placement).catch(failedAd);
      port.reportAd(kind, result, placement);
      return result;
    } finally {
      port.setCovered(false);
    }
  };
  const changeBanner = async <T extends object>(
    change: (banner: NonNullable<PlatformConnection['banner']>) => Promise<T>,
    failed: (reason: AdsReason) => T,
  ): Promise<T> => {
    if (!platform.banner) return failed(reasonWithout('banner'));
    try {
      return { ...(await change(platform.banner)) };
    } catch (error) {
      log.warn(`The banner of ${title} could not be changed.`, error);
      return failed('Unknown');
    }
  };
  // A dialog that can't be shown is a result too, as the specification says.
  const review = async <T>(
    ask: (reviews: NonNullable<PlatformConnection['reviews']>) => Promise<T>,
    without: T,
  ): Promise<T> => {
    if (!platform.reviews) return without;
    try {
      return await ask(platform.reviews);
    } catch (error) {
      if (error instanceof BridgeError) throw error;
      log.warn(`The review on ${title} failed.`, error);
      return without;
    }
  };
  const shareByOwnDialog = async (request: ShareRequest): Promise<ShareResult> => {
    // The game finds the fragment as its launch payload.
    const gameUrl = await platform.gameUrl?.(decodeFragment(request.link));
    const link = gameUrl ?? (port.forbidsLinks ? undefined : request.link);
    return link === undefined ? notAvailable : port.ownShare.share({ ...request, link });
  };
  return translated({
    AuthenticateUser: async ({ listens }) => {
      if (await port.isRegistered()) return port.readPlayer();
      await the('signIn').open();
      await port.signInAgain();
      if (!(await port.isRegistered())) throw new BridgeError('UserCancelled');
      const player = await port.readPlayer();
      // Such a game would continue with the former player. The reply is sent first.
      if (!listens) setTimeout(port.reloadPage);
      return player;
    },
    BuyProduct: async (request) => {
      const end = await port.buy(request);
      if (end.outcome === 'paid') return { transactionId: end.transactionId, stats: end.stats };
      // An unconfirmed payment is not a purchase yet: the game's server is notified once it is paid.
      const codes = { cancelled: 'UserCancelled', failed: 'PaymentFailed', unconfirmed: 'Unknown' } as const;
      throw new BridgeError(codes[end.outcome], end.message);
    },
    ShowLinkShareModal: async ({ link, title: shown = '', image }) => {
      const request = { link: requireOpenableUrl(link, 'link'), title: shown, image };
      const result = (await platform.share?.share(request)) ?? notAvailable;
      return { ...(result.outcome === 'notAvailable' ? await shareByOwnDialog(request) : result) };
    },
    GetFriends: async () => {
      const friends = [...(await the('friends').list())];
      port.sendFriends?.(friends.map(({ uid }) => uid));
      return { friends };
    },
    InviteFriends: async ({ message = '', uids = [], image }) => ({
      ...((await platform.invites?.invite({ message, uids, image })) ?? notAvailable),
    }),
    CanReview: async () => ({ canReview: await review((reviews) => reviews.canAsk(), false) }),
    RequestReview: async () => ({ shown: await review((reviews) => reviews.ask(), false) }),
    ReviewInfo: () => review<ResultOf<'ReviewInfo'>>((reviews) => reviews.info(), { available: false }),
    AddToFavorites: async () => ({ added: await the('favorites').add() }),
    JoinCommunity: async () => ({ joined: await the('community').join() }),
    AdsVideoReady: ({ placement }) => ready('video', placement),
    AdsVideoShow: ({ placement }) => show('video', placement),
    AdsInterstitialReady: ({ placement }) => ready('interstitial', placement),
    AdsInterstitialShow: ({ placement }) => show('interstitial', placement),
    StickyBannerShow: () =>
      changeBanner<ResultOf<'StickyBannerShow'>>(
        (banner) => banner.show(),
        (reason) => ({ shown: false, reason }),
      ),
    StickyBannerHide: () =>
      changeBanner<ResultOf<'StickyBannerHide'>>(
        (banner) => banner.hide(),
        (reason) => ({ hidden: false, reason }),
      ),
    ...nativeHandlers,
  });
}

const notAvailable = { outcome: 'notAvailable' } as const;

function decodeFragment(link: string): string {
  const fragment = new URL(link).hash.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function failedAd(error: unknown): AdResult {
  log.warn('An ad could not be shown.', error);
  return { outcome: 'failed', reason: 'Unknown' };
}

function translated(handlers: BridgeHandlers): BridgeHandlers {
  type Handler = (params: never, context: CallContext) => unknown;
  const translate =
    (handler: Handler): Handler =>
    async (params, context) => {
      try {
        return await handler(params, context);
      } catch (error) {
        throw error instanceof PlatformError ? new BridgeError(error.code, error.message) : error;
      }
    };
  const entries = Object.entries(handlers).map(([name, handler]) => [name, translate(handler as Handler)]);
  return Object.fromEntries(entries) as BridgeHandlers;
}
