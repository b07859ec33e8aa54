// CrazyGames' SDK on ours: `window.CrazyGames`, in the version whose script the game has asked for, and the wrappers for
// Construct 3.
import { startProgram } from '../kit/program.browser.ts';
import { createConstructV1, createConstructV3 } from './construct.browser.ts';
import { createCore } from './core.browser.ts';
import { createV1 } from './v1.browser.ts';
import { createV2 } from './v2.browser.ts';
import { createV3 } from './v3.browser.ts';

type Global = {
  CrazyGames?: { CrazySDK?: object; SDK?: object };
  ConstructCrazySDK?: object;
  crazysdk?: object;
};

install();

function install(): void {
  const { link, version, address = '', trace } = startProgram();
  const core = createCore(link);
  const page = globalThis as Global;
  const global = (page.CrazyGames ??= {});
  // If a page loads the script twice, the first one stays, because the game has its listeners there.
  if (version === '1') {
    const sdk = trace(createV1(core), 'CrazySDK');
    global.CrazySDK ??= { getInstance: () => sdk };
    if (isForConstruct(address)) page.crazysdk ??= createConstructV1(core, sdk);
  } else if (version === '2') global.SDK ??= trace(createV2(core), 'CrazyGames.SDK');
  else {
    const sdk = trace(createV3(core), 'CrazyGames.SDK');
    global.SDK ??= sdk;
    if (isForConstruct(address)) page.ConstructCrazySDK ??= createConstructV3(core, sdk);
  }
}

function isForConstruct(address: string): boolean {
  return address.includes('/Construct3');
}
