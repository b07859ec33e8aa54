// GamePush's SDK on ours: passed to the game's callback, and `window.GamePush`.
import { startProgram } from '../kit/program.browser.ts';
import { createGamePush } from './core.browser.ts';
import { runCallback } from './run-callback.browser.ts';
import type { GamePush } from './vendor-types.ts';

type Global = { GamePush?: GamePush; GameScore?: GamePush };

void install();

async function install(): Promise<void> {
  const { link, trace, parameter } = startProgram();
  const callback = parameter('callback');
  const global = globalThis as Global;
  const { gp, tellReady } = await createGamePush(link);
  // A page that loads the script twice keeps the first one, and each callback is called.
  const shared = (global.GamePush ??= trace(gp, 'gp'));
  global.GameScore ??= shared;
  runCallback(callback, shared);
  tellReady();
}
