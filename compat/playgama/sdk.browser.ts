// Playgama Bridge on our SDK: `window.bridge`, and the names that it had before.
import { startProgram } from '../kit/program.browser.ts';
import { createBridge } from './core.browser.ts';
import { defineGlobal } from './define-global.browser.ts';

const { link, trace } = startProgram();
defineGlobal(['bridge', 'playgamaBridge', 'instantGamesBridge'], () => trace(createBridge(link), 'bridge'));
