// Calls Facebook's script through the page of the uploaded bundle, which frames ours (bundle-relay.js). Outside that
// page the script never answers.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openClientChannel, type ClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedFields, readUntrustedText } from '../kit/fields.browser.ts';
import { openPageTransport, type PageMessageFormat } from '../kit/transports.browser.ts';
import { personDecisionTimeoutMs, startPlatformClient } from '../kit/waiting.browser.ts';
import { bundleOrigins } from './origins.ts';
import type { facebookinstantgames } from './platform.ts';

export type InstantGamesHost = BrowserHost<typeof facebookinstantgames>;

export const platformTitle = 'Facebook Instant Games';

export interface InstantPurchase {
  readonly purchaseToken: string;
  readonly signedRequest: string;
  readonly isConsumed?: boolean;
  readonly paymentActionType?: string;
}

export interface InstantProduct {
  readonly productID: string;
  readonly price: string;
  readonly priceCurrencyCode: string;
  readonly priceAmount?: number | string;
}

/** The results of the calls that the bundle passes on. */
interface InstantCalls {
  setLoadingProgress: null;
  startGameAsync: null;
  'player.getSignedPlayerInfoAsync': { readonly signature: string };
  /** Null, or with a null id, for players without one. */
  'player.getSignedASIDAsync': { readonly asid: string | null; readonly signature: string } | null;
  'player.getConnectedPlayersAsync': readonly string[];
  'player.getDataAsync': unknown;
  'player.setDataAsync': null;
  'payments.getCatalogAsync': readonly InstantProduct[];
  'payments.purchaseAsync': InstantPurchase;
  'payments.getPurchasesAsync': readonly InstantPurchase[];
  'payments.consumePurchaseAsync': null;
  inviteAsync: null;
  shareAsync: null;
  canCreateShortcutAsync: boolean;
  createShortcutAsync: null;
  'community.canJoinOfficialGroupAsync': boolean;
  'community.joinOfficialGroupAsync': null;
  'community.canFollowOfficialPageAsync': boolean;
  'community.followOfficialPageAsync': null;
  openExternalLinkAsync: null;
  logEvent: null;
  loadAd: number;
  showAd: null;
}

/** What the script knows once it is initialised. */
interface InstantSession {
  readonly playerId: string | null;
  readonly locale: string | null;
  readonly platform: string | null;
  readonly contextType: string;
  readonly entryPointData: unknown;
  readonly supportedApis: readonly string[];
  readonly hasCommunity: boolean;
  readonly opensLinks: boolean;
  /** Absent in bundles that were uploaded earlier. */
  readonly hasStorage?: boolean;
}

type CallBundle = <M extends keyof InstantCalls>(method: M, ...args: readonly unknown[]) => Promise<InstantCalls[M]>;

export interface InstantClient {
  readonly session: InstantSession;
  readonly supports: (api: string) => boolean;
  readonly call: CallBundle;
  /** Waits for a person's decision. */
  readonly callDialog: CallBundle;
  /** Starts the game at Facebook, once. Purchases and ads aren't available before. */
  readonly begin: () => Promise<void>;
  readonly paymentsReady: Promise<void>;
  readonly arePaymentsReady: () => boolean;
  readonly close: () => void;
}

export async function openClient(host: InstantGamesHost): Promise<InstantClient> {
  const ready = Promise.withResolvers<void>();
  let arePaymentsReady = false;
  let session: InstantSession | undefined;
  const channel = await startPlatformClient(
    `${platformTitle} isn't responding`,
    () => openBundle(host),
    async ({ on, call }) => {
      on('paymentsReady', () => {
        arePaymentsReady = true;
        ready.resolve();
      });
      ({ result: session } = (await call('initializeAsync').catch(reportUnreachable)) as { result?: InstantSession });
    },
  );
  if (!session) throw new PlatformError('Unknown', `${platformTitle} has sent no session`);
  const { supportedApis } = session;
  const callWithin =
    (ms?: number): CallBundle =>
    async <M extends keyof InstantCalls>(method: M, ...args: readonly unknown[]) =>
      (await channel.call(method, { args }, ms))['result'] as InstantCalls[M];
  const call = callWithin();
  let beginning: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    await call('setLoadingProgress', 100);
    await call('startGameAsync');
  };
  return {
    session,
    supports: (api) => supportedApis.includes(api),
    call,
    callDialog: callWithin(personDecisionTimeoutMs),
    begin() {
      beginning ??= begin();
      beginning.catch(() => void (beginning = undefined));
      return beginning;
    },
    paymentsReady: ready.promise,
    arePaymentsReady: () => arePaymentsReady,
    close: channel.close,
  };
}

/** A blocked script is reported as a platform that does not respond. */
function reportUnreachable(cause: unknown): never {
  const isUnreachable = (cause as { code?: unknown }).code === 'NETWORK_FAILURE';
  throw isUnreachable ? new PlatformError('Timeout', 'The script could not be loaded', { cause }) : cause;
}

const openBundle = (host: InstantGamesHost): ClientChannel =>
  openClientChannel(host, {
    title: platformTitle,
    open(receive) {
      const way = openPageTransport(host.window, [...bundleOrigins, host.data?.FrameOrigin], messages, receive);
      if (!way) throw new PlatformError('Unknown', `No bundle of ${platformTitle} frames the game`);
      return way;
    },
    idField: 'id',
    readError: ({ error }) => {
      if (error === undefined) return undefined;
      const { code, message } = readUntrustedFields(error);
      return Object.assign(new Error(readUntrustedText(message, 300)), { code: readUntrustedText(code, 60) });
    },
  });

/** Also in bundle-relay.js. */
const mark = 'fxid-instant-games';

const messages: PageMessageFormat = {
  write: (method, data) => ({ mark, method, ...data }),
  read: ({ mark: found, event, ...data }) => (found === mark ? { event, data } : { event: undefined, data: {} }),
};

/** The platform's errors have a code; this one means that the player closed a dialog. */
export const isCancelled = (error: unknown): boolean => readUntrustedFields(error)['code'] === 'USER_INPUT';

export function toPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  const { code, message } = readUntrustedFields(error);
  return new PlatformError(
    isCancelled(error) ? 'UserCancelled' : 'Unknown',
    readUntrustedText(message) || readUntrustedText(code) || platformTitle,
    { cause: error },
  );
}
