// The manifest of a payment provider: plain data for server and browser.
import type { TObject } from 'typebox';
import type { PaymentMethod } from '#model/payment-methods.ts';
import type { RouteGroup } from '#model/route.ts';
import type { VendorStatus } from '#model/vendor-evidence.ts';

export interface ProviderManifest extends VendorStatus {
  /** The provider's name in the API. */
  readonly id: string;
  readonly title: string;
  /** The name of the flag in a game's public store settings. */
  readonly storeFlag: string;
  readonly paymentReply?: { readonly key: string; readonly block: TObject };
  /** The portal's page with the payment form, opened with the attempt's id as `PublicId`. */
  readonly formPage?: string;
  readonly identityTypes: readonly string[];
  /** Operator settings, for the portal or for one game. Stored encrypted. */
  readonly settings?: TObject;
  /** Payment methods, the most used first. `countries` (two letters) limits a method to some countries. */
  readonly paymentMethods: readonly { readonly method: PaymentMethod; readonly countries?: readonly string[] }[];
  /** Absent: all currencies are offered, although the vendor may still refuse one. */
  readonly currencies?: readonly string[];
  /** Smaller payments go to other providers. */
  readonly amounts?: Readonly<Partial<Record<string, { readonly minMinor: number }>>>;
  /** On these platforms only this provider is offered, and it is not offered elsewhere. */
  readonly platforms?: readonly string[];
  /** Content Security Policy sources for the checkout frame. */
  readonly reaches?: {
    readonly script?: readonly string[];
    readonly frame?: readonly string[];
    readonly connect?: readonly string[];
    readonly image?: readonly string[];
    readonly style?: readonly string[];
  };
  /** The setting that lists further origins of the provider that may be framed. */
  readonly originsSetting?: string;
  readonly routes?: RouteGroup;
}

export const defineProvider = <const M extends ProviderManifest>(manifest: M): M => manifest;
