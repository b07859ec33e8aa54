// Poki's SDK on ours: `window.PokiSDK`.
import { startProgram } from '../kit/program.browser.ts';
import { createPoki } from './core.browser.ts';
import type { PokiSdk } from './vendor-types.ts';

const { link, trace } = startProgram();
// If a page loads the script twice, the first one stays.
(globalThis as { PokiSDK?: PokiSdk }).PokiSDK ??= trace(createPoki(link), 'PokiSDK');
