// The manifest of a payment provider: plain data for server and browser. The adapters are `adapter.browser.ts` and
// `adapter.server.ts` in the same folder, loaded by the folder's name.
import type { TObject } from 'typebox';
import type { PaymentMeans } from '#model/payment-means.ts';
import type { Area } from '#model/route.ts';

export interface ProviderManifest {
  /** The provider's name in the API. */
  readonly id: string;
  readonly title: string;
  /** The flag in a game's public store settings that enables the provider. */
  readonly storeFlag: string;
  /** The provider's block in the reply to `create_payment`. */
  readonly paymentReply?: { readonly key: string; readonly block: TObject };
  /** The portal's page with the payment form, if there is one. It is opened with `PublicId`, the attempt's id. */
  readonly formPage?: string;
  /** Identity types that the provider can prove. */
  readonly identityTypes: readonly string[];
  /** The operator's settings, for the portal or for one game. Stored encrypted. */
  readonly settings?: TObject;
  /**
   * The payment methods that players choose from, the most used first. `countries` (two letters) limits a method to
   * some countries.
   */
  readonly means: readonly { readonly means: PaymentMeans; readonly countries?: readonly string[] }[];
  /** Supported currencies. Absent: all are offered, although the vendor may still refuse one. */
  readonly currencies?: readonly string[];
  /** The provider's minimum amount by currency. Smaller payments go to other providers. */
  readonly amounts?: Readonly<Partial<Record<string, { readonly minMinor: number }>>>;
  /**
   * Platforms on which this is the only provider offered; it is not offered elsewhere. Absent: offered wherever the
   * portal takes the money and no provider names the platform.
   */
  readonly platforms?: readonly string[];
  /**
   * Content Security Policy sources for the checkout frame. An adapter that pays in a platform's page uses the policy
   * of the platform's manifest.
   */
  readonly reaches?: {
    readonly script?: readonly string[];
    readonly frame?: readonly string[];
    readonly connect?: readonly string[];
    readonly image?: readonly string[];
    readonly style?: readonly string[];
  };
  /** The name of the setting that lists further provider origins that may be framed. */
  readonly originsSetting?: string;
  /** API calls that only this provider has. */
  readonly routes?: Area;
}

export const defineProvider = <const M extends ProviderManifest>(manifest: M): M => manifest;
