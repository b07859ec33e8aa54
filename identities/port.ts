// What a way to sign in that is no platform is to the rest of the product. The manifest is data and runs anywhere; the
// adapters that do the work stand beside it and are loaded by the folder's name.
import type { TObject } from 'typebox';
import type { Area } from '#model/route.ts';

export interface IdentityManifest {
  readonly id: string;
  readonly title: string;
  /** The types of identity that it proves. */
  readonly identityTypes: readonly string[];
  /** The buttons of the sign-in modal that it stands behind. */
  readonly providers: readonly string[];
  /** Its block in the calls that sign in by an identity from outside. */
  readonly login?: { readonly key: string; readonly block: TObject };
  /** What an operator sets: for the whole portal, or for one game. Kept sealed; absent: there is nothing to set. */
  readonly settings?: TObject;
  /** What of its settings is public in the portal's configuration: settings of the same names. */
  readonly publicOptions?: { readonly key: string; readonly block: TObject };
  /** What its browser adapter has to reach, as a content policy writes it. */
  readonly reaches?: { readonly connect?: readonly string[]; readonly frame?: readonly string[] };
  /** Calls that exist for this way of signing in alone. */
  readonly routes?: Area;
}

export const identity = <const M extends IdentityManifest>(manifest: M): M => manifest;
