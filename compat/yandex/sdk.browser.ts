// Yandex Games' SDK on ours: `window.YaGames`.
import { startProgram } from '../kit/program.browser.ts';
import { createYaGames } from './core.browser.ts';
import type { YaGames } from './vendor-types.ts';

const { link, trace } = startProgram();
// If a page loads the script twice, the first one stays.
(globalThis as { YaGames?: YaGames }).YaGames ??= createYaGames(link, (sdk) => trace(sdk, 'ysdk'));
