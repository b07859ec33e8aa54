// GameMonetize's SDK on ours: `window.sdk`.
import { startProgram } from '../kit/program.browser.ts';
import { createGameMonetize } from './core.browser.ts';
import type { GmOptions, GmSdk } from './vendor-types.ts';

const { link, trace } = startProgram();
const globals = globalThis as { SDK_OPTIONS?: GmOptions; sdk?: Partial<GmSdk> };
// If a page loads the script twice, the first one stays. An element with the id `sdk` is a global too.
if (typeof globals.sdk?.showBanner !== 'function')
  globals.sdk = trace(createGameMonetize(link, globals.SDK_OPTIONS), 'sdk');
