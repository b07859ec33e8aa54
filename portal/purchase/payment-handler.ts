// Finds out who takes the money for a game's products: the platform or the portal. For some platforms it depends on
// country, app shell or settings: then the server decides.
import type { ApiClient } from '#contract/client.ts';
import type { Api } from '#contract/api.ts';
import type { PlatformConnection } from '#platforms/port.browser.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';

interface PurchaseHandler {
  /** Undefined if nothing is sold there now. */
  readonly handler: 'portal' | 'platform' | undefined;
  readonly block?: RequestBlock | undefined;
}

type RequestBlock = Readonly<Record<string, unknown>>;

interface PurchasePlatform {
  readonly entry: PlatformEntry;
  readonly platform: Pick<PlatformConnection, 'purchases'>;
}

type StoreCalls = Pick<ApiClient<Api>['store'], 'storeAvailability'>;

/** Passes the adapter's errors on to the game. */
export async function resolvePurchaseHandler(
  played: PurchasePlatform,
  game: string,
  calls: StoreCalls,
): Promise<PurchaseHandler> {
  const { purchases } = played.entry;
  if (purchases !== 'per-purchase') return { handler: purchases };
  const { Available, TakenBy, block } = await fetchAvailability(played, game, calls);
  const handler = TakenBy && ({ Portal: 'portal', Platform: 'platform' } as const)[TakenBy];
  return { handler: Available ? handler : undefined, block };
}

/** Whether this player can buy anything in the game on this platform. */
export async function canBuyHere(played: PurchasePlatform, game: string, calls: StoreCalls): Promise<boolean> {
  const { Available, TakenBy } = await fetchAvailability(played, game, calls);
  return Available && (TakenBy !== 'Platform' || played.platform.purchases !== undefined);
}

async function fetchAvailability(played: PurchasePlatform, game: string, { storeAvailability }: StoreCalls) {
  const { purchases, id } = played.entry;
  // Elsewhere the block does not change the answer, and some adapters throw for guests.
  const block = purchases === 'per-purchase' ? await buildPlatformPaymentBlock(played) : undefined;
  return { ...(await storeAvailability({ Game: game, WebPublishingPlatform: id, ...block })), block };
}

/** The platform's part of the payment request, under its name in the API; undefined if it has none. */
export async function buildPlatformPaymentBlock({
  entry,
  platform,
}: PurchasePlatform): Promise<RequestBlock | undefined> {
  const request = await platform.purchases?.request?.();
  return entry.requestKey === undefined || request === undefined ? undefined : { [entry.requestKey]: request };
}
