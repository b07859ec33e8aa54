// CrazyGames' SDK on ours: `window.CrazyGames`, in the version whose script the game has asked for.
import { startProgram } from '../kit/program.browser.ts';
import { createCore } from './core.browser.ts';
import { createV1 } from './v1.browser.ts';
import { createV2 } from './v2.browser.ts';
import { createV3 } from './v3.browser.ts';

type Global = { CrazyGames?: Record<string, unknown> };

install();

function install(): void {
  const { link, version, trace } = startProgram();
  const core = createCore(link);
  const global = ((globalThis as Global).CrazyGames ??= {});
  // If a page loads the script twice, the first one stays, because the game has its listeners there.
  if (version === '1') {
    const sdk = trace(createV1(core), 'CrazySDK');
    global['CrazySDK'] ??= { getInstance: () => sdk };
  } else if (version === '2') global['SDK'] ??= trace(createV2(core), 'CrazyGames.SDK');
  else global['SDK'] ??= trace(createV3(core), 'CrazyGames.SDK');
}
