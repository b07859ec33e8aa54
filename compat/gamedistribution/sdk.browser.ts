// GameDistribution's SDK on ours: `window.gdsdk`, and `window.gdApi` for older games.
import { startProgram } from '../kit/program.browser.ts';
import { createGameDistribution } from './core.browser.ts';
import { readSettings } from './read-settings.browser.ts';
import type { GdGlobals } from './vendor-types.ts';

const { link, trace } = startProgram();
const globals = globalThis as GdGlobals;
// If a page loads the script twice, the first one stays.
globals.gdsdk ??= trace(createGameDistribution(link, readSettings(globals)), 'gdsdk');
globals.gdApi = globals.gdsdk;
