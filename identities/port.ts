// The manifest of a sign-in method that is not a platform: plain data for server and browser.
import type { TObject } from 'typebox';
import type { RouteGroup } from '#model/route.ts';

export interface IdentityManifest {
  readonly id: string;
  readonly title: string;
  readonly identityTypes: readonly string[];
  readonly providers: readonly string[];
  readonly login?: { readonly key: string; readonly block: TObject };
  /** Operator settings, for the portal or for one game. Stored encrypted. */
  readonly settings?: TObject;
  /** Settings that the portal's public configuration contains, under the same names. */
  readonly publicOptions?: { readonly key: string; readonly block: TObject };
  /** Content Security Policy sources of the browser adapter. */
  readonly reaches?: { readonly connect?: readonly string[]; readonly frame?: readonly string[] };
  /**
   * Players connect their account at this service to a game. `options` are settings that the browser adapter needs,
   * under the same names. The connection's own calls are in `routes`.
   */
  readonly connection?: { readonly options: TObject };
  readonly routes?: RouteGroup;
}

export const defineIdentity = <const M extends IdentityManifest>(manifest: M): M => manifest;
