// What a payment provider is to the rest of the product. The manifest is data and runs anywhere; the halves that do the work
// stand beside it as `adapter.browser.ts` and `adapter.server.ts` and are loaded by the folder's name.
import type { TObject } from 'typebox';
import type { Area } from '#model/route.ts';

export interface ProviderManifest {
  /** The name on the wire. */
  readonly id: string;
  readonly title: string;
  /** The flag in a game's public store settings that says whether it is offered. */
  readonly storeFlag: string;
  /** Its block in the answer to a created payment. */
  readonly paymentReply?: { readonly key: string; readonly block: TObject };
  /** The types of identity that it proves, where its accounts can be connected. */
  readonly identityTypes: readonly string[];
  /** Calls that exist for this provider alone. */
  readonly routes?: Area;
}

export const provider = <const M extends ProviderManifest>(manifest: M): M => manifest;
