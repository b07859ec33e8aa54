// Kongregate's SDK on ours: `window.kongregateAPI`, and `kongregateUnitySupport` for Unity games.
import { startProgram } from '../kit/program.browser.ts';
import { createKongregate } from './core.browser.ts';
import { createUnitySupport } from './unity-support.browser.ts';
import type { KongregateApi, KongregateLoader, KongregateUnitySupport } from './vendor-types.ts';

interface Global {
  kongregateAPI?: KongregateLoader;
  kongregateUnitySupport?: KongregateUnitySupport;
  kongregate?: KongregateApi;
}

install(globalThis as Global);

function install(global: Global): void {
  const { link, trace } = startProgram();
  // If a page loads the script twice, the first one stays.
  if (global.kongregateAPI) return;
  const loader = createKongregate(link, (api) => trace(api, 'kongregate'));
  global.kongregateAPI = loader;
  global.kongregateUnitySupport = createUnitySupport(loader, globalThis, (api) => {
    global.kongregate ??= api;
  });
}
