// The script's address names a function of the game that gets the SDK. Games define it before or after the script.
import { callGame } from '../kit/settle.browser.ts';
import type { GamePush } from './vendor-types.ts';

const usualNames = ['onGPInit', 'onGSInit'];

export function runCallback(name: string | undefined, gp: GamePush): void {
  for (const each of name === undefined ? usualNames : [name]) {
    const callback: unknown = Object.getOwnPropertyDescriptor(globalThis, each)?.value;
    if (typeof callback === 'function') callGame(callback as (gp: GamePush) => unknown, gp);
  }
}
