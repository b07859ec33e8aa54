// What each foreign SDK's program finds when it starts.
import { findPageLink, type PageLink } from './page-link.browser.ts';
import { traceCalls } from './trace.browser.ts';

export interface Program {
  readonly link: PageLink;
  /** Of the script that the game has asked for. Undefined if a module imports it: it has no address here. */
  readonly version: string | undefined;
  /** The vendor's address of that script, such as `sdk.vendor.example/sdk-v2.js`. Undefined like `version`. */
  readonly address: string | undefined;
  /** A parameter of the script's address that the manifest names. */
  readonly parameter: (name: string) => string | undefined;
  /** In the lab, shows each call of the game in the log. */
  readonly trace: <T extends object>(sdk: T, name: string) => T;
}

export function startProgram(): Program {
  const link = findPageLink();
  if (!link) throw new Error('The loader of the portal has to run before this script.');
  const { currentScript } = document;
  const source = currentScript instanceof HTMLScriptElement ? currentScript.src : '';
  return {
    link,
    version: /[?&]v=([\d.]+)/.exec(source)?.[1],
    address: /[?&]for=([^&]+)/.exec(source)?.[1],
    parameter: (name) => new URLSearchParams(source.split('?')[1]).get(name) ?? undefined,
    trace: (sdk, name) => (link.page.reportTo === undefined ? sdk : traceCalls(sdk, name, link.report)),
  };
}
