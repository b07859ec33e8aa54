// CrazyGames' SDK on ours: `window.CrazyGames`, in the version whose script the game has asked for.
import { findPageLink } from '../kit/page-link.browser.ts';
import { traceCalls } from '../kit/trace.browser.ts';
import { createCore } from './core.browser.ts';
import { createV1 } from './v1.browser.ts';
import { createV2 } from './v2.browser.ts';
import { createV3 } from './v3.browser.ts';

type Global = { CrazyGames?: Record<string, unknown> };

install();

function install(): void {
  const link = findPageLink();
  if (!link) throw new Error('The loader of the portal has to run before this script.');
  const { currentScript } = document;
  // A script that a module imports has no address here, and gets the newest version.
  const address = currentScript instanceof HTMLScriptElement ? currentScript.src : '';
  const version = /[?&]v=(\d+)/.exec(address)?.[1] ?? '3';
  const core = createCore(link);
  const trace = <T extends object>(sdk: T, name: string): T =>
    link.page.reportTo === undefined ? sdk : traceCalls(sdk, name, link.report);
  const global = ((globalThis as Global).CrazyGames ??= {});
  // If a page loads the script twice, the first one stays, because the game has its listeners there.
  if (version === '1') {
    const sdk = trace(createV1(core), 'CrazySDK');
    global['CrazySDK'] ??= { getInstance: () => sdk };
  } else if (version === '2') global['SDK'] ??= trace(createV2(core), 'CrazyGames.SDK');
  else global['SDK'] ??= trace(createV3(core), 'CrazyGames.SDK');
}
