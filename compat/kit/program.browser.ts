// What each foreign SDK's program finds when it starts.
import { findPageLink, type PageLink } from './page-link.browser.ts';
import { traceCalls } from './trace.browser.ts';

export interface Program {
  readonly link: PageLink;
  /** Of the script that the game has asked for. Undefined if a module imports it: it has no address here. */
  readonly version: string | undefined;
  /** In the lab, shows each call of the game in the log. */
  readonly trace: <T extends object>(sdk: T, name: string) => T;
}

export function startProgram(): Program {
  const link = findPageLink();
  if (!link) throw new Error('The loader of the portal has to run before this script.');
  const { currentScript } = document;
  const address = currentScript instanceof HTMLScriptElement ? currentScript.src : '';
  return {
    link,
    version: /[?&]v=(\d+)/.exec(address)?.[1],
    trace: (sdk, name) => (link.page.reportTo === undefined ? sdk : traceCalls(sdk, name, link.report)),
  };
}
