// From the groups of a platform to what a game may call. A group that the platform does not have is refused with a code; a fault
// of the platform reaches the game in the bridge's own words.
import { BridgeError } from '#bridge/bridge-error.ts';
import { nativeMethods, type NativeMethod, type ParamsOf } from '#bridge/protocol.ts';
import type { CallContext, Handlers } from '#bridge/handlers.browser.ts';
import type { AdResult, Json } from '#bridge/shapes.ts';
import { log } from '#portal/log.ts';
import type { PurchaseOutcome } from '#portal/purchase/purchase.ts';
import { PlatformError, type AdUnit, type Platform } from '#platforms/port.browser.ts';
import { holdsCredentials } from './holds-credentials.ts';
import { openableAddress } from './openable-address.ts';

export interface GroupPort {
  readonly platform: Platform;
  readonly title: string;
  readonly isRegistered: () => Promise<boolean>;
  /** Takes the platform's proof anew, after somebody has signed in there. */
  readonly signInAgain: () => Promise<void>;
  readonly readPlayer: () => Promise<{ userId: string; guest: boolean }>;
  readonly buy: (wish: ParamsOf<'BuyProduct'>) => Promise<PurchaseOutcome>;
  /** While an advertisement lies over the game. */
  readonly setCovered: (isCovered: boolean) => void;
  /** @param placement the game's own name for the place, where it gave one */
  readonly tellAd: (kind: AdKind, result: AdResult, placement: string | undefined) => void;
  /** Whom the platform names as friends, where it has friends of its own. */
  readonly tellFriends?: ((uids: readonly string[]) => void) | undefined;
}

type AdKind = 'video' | 'interstitial';

export function groupHandlers(port: GroupPort): Handlers {
  const { platform, title } = port;
  /** The group, or a refusal that names the platform. */
  const the = <G extends keyof Platform>(group: G): NonNullable<Platform[G]> => {
    const found = platform[group];
    if (found === undefined) throw new BridgeError('NotSupported', `${title} has no ${group}.`);
    return found;
  };
  const nativeHandler =
    (bridgeMethod: NativeMethod) =>
    async ({ method, params }: ParamsOf<NativeMethod>): Promise<{ data: Json }> => {
      const { native } = platform;
      if (native?.bridgeMethod !== bridgeMethod) throw new BridgeError('NotSupported', 'The game does not run there.');
      if (holdsCredentials(params))
        throw new BridgeError('InvalidRequest', 'An address in the call must hold no name and no password.');
      // What a platform's SDK answers is JSON, as it came by a message.
      return { data: ((await native.send(method, params)) ?? null) as Json };
    };
  const nativeHandlers: Handlers = Object.fromEntries(nativeMethods.map((method) => [method, nativeHandler(method)]));
  const ready = async (unit: AdUnit, placement: string | undefined): Promise<{ ready: boolean }> => ({
    ready: await unit.ready(placement),
  });
  const show = async (kind: AdKind, placement: string | undefined): Promise<AdResult> => {
    const unit = the(kind);
    port.setCovered(true);
    try {
      const result: AdResult = await unit.show(placement).catch(failedAd);
      port.tellAd(kind, result, placement);
      return result;
    } finally {
      port.setCovered(false);
    }
  };
  // Where there are other advertisements the answer says that there is none of this kind.
  const reason = 'NotImplemented' as const;
  const hasNoBanner = !platform.banner && (platform.video ?? platform.interstitial) !== undefined;
  return translated({
    AuthenticateUser: async () => {
      if (!(await port.isRegistered())) {
        await the('signIn').open();
        await port.signInAgain();
      }
      if (!(await port.isRegistered())) throw new BridgeError('UserCancelled');
      return port.readPlayer();
    },
    BuyProduct: async (wish) => {
      const end = await port.buy(wish);
      if (end.outcome === 'paid') return { transactionId: end.transactionId, stats: end.stats };
      // What nobody knows yet is not a purchase: the game's server hears of it when it is one.
      const codes = { cancelled: 'UserCancelled', failed: 'PaymentFailed', unconfirmed: 'Unknown' } as const;
      throw new BridgeError(codes[end.outcome], end.message);
    },
    ShowLinkShareModal: ({ link, title: shown = '', image }) =>
      the('share').share({ link: openableAddress(link), title: shown, image }),
    GetFriends: async () => {
      const friends = [...(await the('friends').list())];
      port.tellFriends?.(friends.map(({ uid }) => uid));
      return { friends };
    },
    InviteFriends: async ({ message = '', uids = [], image }) => {
      const invited = await the('invites').invite({ message, uids, image });
      if (invited === 0) throw new BridgeError('UserCancelled');
      return { invited };
    },
    CanReview: async () => ({ canReview: await the('reviews').canAsk() }),
    RequestReview: async () => ({ shown: await the('reviews').ask() }),
    ReviewInfo: () => the('reviews').info(),
    AddToFavorites: async () => ({ added: await the('favorites').add() }),
    JoinCommunity: async () => ({ joined: await the('community').join() }),
    AdsVideoReady: ({ placement }) => ready(the('video'), placement),
    AdsVideoShow: ({ placement }) => show('video', placement),
    AdsInterstitialReady: ({ placement }) => ready(the('interstitial'), placement),
    AdsInterstitialShow: ({ placement }) => show('interstitial', placement),
    StickyBannerShow: async () => ({ ...(hasNoBanner ? { shown: false, reason } : await the('banner').show()) }),
    StickyBannerHide: async () => ({ ...(hasNoBanner ? { hidden: false, reason } : await the('banner').hide()) }),
    ...nativeHandlers,
  });
}

/** An advertisement that could not be shown is an answer, and logged. */
function failedAd(error: unknown): AdResult {
  log.warn('An advertisement could not be shown.', error);
  return { outcome: 'failed', reason: 'Unknown' };
}

/** What a platform says went wrong, in the bridge's words. */
function translated(handlers: Handlers): Handlers {
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
  // The same names with the same parameters and results.
  return Object.fromEntries(entries) as Handlers;
}
