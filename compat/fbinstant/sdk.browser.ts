// Facebook Instant Games' SDK on ours: `window.FBInstant`.
import { startProgram } from '../kit/program.browser.ts';
import { createInstantGames } from './core.browser.ts';
import type { InstantGames } from './vendor-types.ts';

const { link, version, trace } = startProgram();
// If a page loads the script twice, the first one stays.
(globalThis as unknown as { FBInstant?: InstantGames }).FBInstant ??= trace(
  createInstantGames(link, version),
  'FBInstant',
);
