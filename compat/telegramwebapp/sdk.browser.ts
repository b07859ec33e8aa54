// Telegram's scripts on our SDK: `window.Telegram.WebApp` and `window.TelegramGameProxy`.
import { startProgram } from '../kit/program.browser.ts';
import { createWebApp } from './core.browser.ts';
import { createGameProxy } from './game-proxy.browser.ts';
import type { PageMemory } from './launch.browser.ts';
import type { TelegramGameProxy, WebApp } from './vendor-types.ts';

interface TelegramWindow {
  Telegram?: { WebApp?: WebApp };
  TelegramGameProxy?: TelegramGameProxy;
}

const { link, trace } = startProgram();
const frame = globalThis as TelegramWindow;
const telegram = (frame.Telegram ??= {});
// If a page loads the script twice, the first one stays.
if (!telegram.WebApp) {
  const app = trace(createWebApp(link, findMemory()), 'Telegram.WebApp');
  // A copy of the vendor's script in the game's own code must not replace ours, nor fail in trying.
  Object.defineProperty(telegram, 'WebApp', { enumerable: true, get: () => app, set: ignoreCopy });
  frame.TelegramGameProxy = trace(createGameProxy(link), 'TelegramGameProxy');
}

function ignoreCopy(): void {}

function findMemory(): PageMemory | undefined {
  try {
    return { store: sessionStorage, reload: () => location.reload() };
  } catch {
    // The browser blocks it.
    return undefined;
  }
}
