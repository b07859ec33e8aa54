// The manifest of a sign-in method that is not a platform: data that runs anywhere. The adapters are next to it and are
// loaded by folder name.
import type { TObject } from 'typebox';
import type { Area } from '#model/route.ts';

export interface IdentityManifest {
  readonly id: string;
  readonly title: string;
  /** The identity types that it proves. */
  readonly identityTypes: readonly string[];
  /** The buttons in the sign-in modal that use it. */
  readonly providers: readonly string[];
  /** Its block in the calls that sign in with an external identity. */
  readonly login?: { readonly key: string; readonly block: TObject };
  /** What an operator can set, for the whole portal or for one game. Stored encrypted. Absent: no settings. */
  readonly settings?: TObject;
  /** The settings that are public in the portal's configuration, under the same names. */
  readonly publicOptions?: { readonly key: string; readonly block: TObject };
  /** What its browser adapter connects to or frames, as content security policy sources. */
  readonly reaches?: { readonly connect?: readonly string[]; readonly frame?: readonly string[] };
  /** API calls that exist only for this sign-in method. */
  readonly routes?: Area;
}

export const defineIdentity = <const M extends IdentityManifest>(manifest: M): M => manifest;
