// Who takes the money for what a game sells where it is played. Of most platforms the manifest says it; for some it depends on the
// moment (the country, the shell around the page, what the operator has set up): then the server is asked, with the block that the
// payment will be opened with.
import type { Client } from '#contract/client.ts';
import type { Api } from '#contract/api.ts';
import type { Platform } from '#platforms/port.browser.ts';
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';

export interface MoneyTaker {
  /** Absent: nothing is sold there now. */
  readonly taker: 'portal' | 'platform' | undefined;
  /** The block of the request, where it was needed to know. */
  readonly block?: RequestBlock | undefined;
}

type RequestBlock = Readonly<Record<string, unknown>>;

export interface AskedPlatform {
  readonly entry: PlatformEntry;
  readonly platform: Pick<Platform, 'purchases'>;
}

/** What the adapter throws about its block is the game's to hear. */
export async function resolveHandler(
  played: AskedPlatform,
  game: string,
  { storeAvailability }: Pick<Client<Api>['store'], 'storeAvailability'>,
): Promise<MoneyTaker> {
  const { purchases, id } = played.entry;
  if (purchases !== 'per-purchase') return { taker: purchases };
  const block = await requestBlock(played);
  const { Available, TakenBy } = await storeAvailability({ Game: game, WebPublishingPlatform: id, ...block });
  const taker = TakenBy && ({ Portal: 'portal', Platform: 'platform' } as const)[TakenBy];
  return { taker: Available ? taker : undefined, block };
}

/** By its name on the wire; undefined: the platform has none. */
export async function requestBlock({ entry, platform }: AskedPlatform): Promise<RequestBlock | undefined> {
  const request = await platform.purchases?.request?.();
  return entry.requestKey === undefined || request === undefined ? undefined : { [entry.requestKey]: request };
}
