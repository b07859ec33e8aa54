// What a platform is to the rest of the product. The manifest is data and runs anywhere; the halves that do the work stand
// beside it as `adapter.browser.ts` and `adapter.server.ts` and are loaded by the folder's name.
import type { TObject } from 'typebox';
import type { Area } from '#model/route.ts';

/** A part of a request or reply that belongs to one adapter: its name on the wire and its shape. */
export interface Block {
  readonly key: string;
  readonly block: TObject;
}

export interface PlatformManifest {
  /** The name on the wire, as in `WebPublishingPlatform`. */
  readonly id: string;
  readonly title: string;
  /** The origins of its pages that frame ours, as a content policy writes them; absent: it does not frame. */
  readonly embeddedBy?: readonly string[];
  /** The types of identity that it proves, the one of its guests included. */
  readonly identityTypes: readonly string[];
  /** Its block in the social sign-in. */
  readonly login?: Block;
  /** What an operator sets: for the whole portal, or for one game. Kept sealed; absent: there is nothing to set. */
  readonly settings?: TObject;
  /** Its block in the request that creates a payment. */
  readonly paymentRequest?: Block;
  /** Its block in the answer to that request. */
  readonly paymentReply?: Block;
  /** What of its settings is public in a game's configuration. */
  readonly publicData?: TObject;
  /** Calls that exist for this platform alone. */
  readonly routes?: Area;
}

export const platform = <const M extends PlatformManifest>(manifest: M): M => manifest;
