// Finds out who takes the money for a game's products: the platform or the portal. For most platforms the manifest
// defines it. For some it depends on country, app shell or the operator's settings: then the server decides, given the
// same block that the payment will use.
import type { Client } from '#contract/client.ts';
import type { Api } from '#contract/api.ts';
import type { Platform } from '#platforms/port.browser.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';

export interface PurchaseHandler {
  /** Absent: nothing is sold there now. */
  readonly handler: 'portal' | 'platform' | undefined;
  /** The block of the payment request, if it was needed to decide. */
  readonly block?: RequestBlock | undefined;
}

type RequestBlock = Readonly<Record<string, unknown>>;

export interface PurchasePlatform {
  readonly entry: PlatformEntry;
  readonly platform: Pick<Platform, 'purchases'>;
}

/** Errors that the adapter throws while building its block are passed to the game. */
export async function resolvePurchaseHandler(
  played: PurchasePlatform,
  game: string,
  { storeAvailability }: Pick<Client<Api>['store'], 'storeAvailability'>,
): Promise<PurchaseHandler> {
  const { purchases, id } = played.entry;
  if (purchases !== 'per-purchase') return { handler: purchases };
  const block = await buildPlatformBlock(played);
  const { Available, TakenBy } = await storeAvailability({ Game: game, WebPublishingPlatform: id, ...block });
  const handler = TakenBy && ({ Portal: 'portal', Platform: 'platform' } as const)[TakenBy];
  return { handler: Available ? handler : undefined, block };
}

/** The platform's block by its wire name; undefined if it has none. */
export async function buildPlatformBlock({ entry, platform }: PurchasePlatform): Promise<RequestBlock | undefined> {
  const request = await platform.purchases?.request?.();
  return entry.requestKey === undefined || request === undefined ? undefined : { [entry.requestKey]: request };
}
