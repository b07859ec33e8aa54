// What a payment provider is to the rest of the product. The manifest is data and runs anywhere; the adapters that do the work
// stand beside it as `adapter.browser.ts` and `adapter.server.ts` and are loaded by the folder's name.
import type { TObject } from 'typebox';
import type { PaymentMeans } from '#model/payment-means.ts';
import type { Area } from '#model/route.ts';

export interface ProviderManifest {
  /** The name on the wire. */
  readonly id: string;
  readonly title: string;
  /** The flag in a game's public store settings that says whether it is offered. */
  readonly storeFlag: string;
  /** Its block in the answer to a created payment. */
  readonly paymentReply?: { readonly key: string; readonly block: TObject };
  /** The page of the portal on which it is paid, if it is one of ours: opened with `PublicId`, the id of the attempt. */
  readonly formPage?: string;
  /** The types of identity that it proves, where its accounts can be connected. */
  readonly identityTypes: readonly string[];
  /** What an operator sets: for the whole portal, or for one game. Kept sealed. */
  readonly settings?: TObject;
  /**
   * With what one pays there, the most used first: players choose by it. What only some countries have names them by two letters.
   */
  readonly means: readonly { readonly means: PaymentMeans; readonly countries?: readonly string[] }[];
  /** The currencies that it takes; absent: any. */
  readonly currencies?: readonly string[];
  /** What it takes at least of a currency, in minor units, where the vendor says so: less goes to others. */
  readonly amounts?: Readonly<Partial<Record<string, { readonly minMinor: number }>>>;
  /**
   * The platforms whose own way to pay it is, by their names on the wire: it is offered there alone, and nobody else is. Absent:
   * wherever the portal takes the money and no provider has named the platform.
   */
  readonly platforms?: readonly string[];
  /**
   * What its browser adapter reaches from the checkout frame, as a content policy writes it. That frame is of an origin of its own, and has
   * nothing else in it. An adapter that pays in the page of a platform reaches what the platform's manifest says.
   */
  readonly reaches?: {
    readonly script?: readonly string[];
    readonly frame?: readonly string[];
    readonly connect?: readonly string[];
    readonly image?: readonly string[];
    readonly style?: readonly string[];
  };
  /** The setting in which an operator names other origins of its pages: they may be framed as well. */
  readonly originsSetting?: string;
  /** Calls that exist for this provider alone. */
  readonly routes?: Area;
}

export const provider = <const M extends ProviderManifest>(manifest: M): M => manifest;
