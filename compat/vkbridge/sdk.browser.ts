// VK Bridge on our SDK: `window.vkBridge`, and the library that is in a game's own code.
import { startProgram } from '../kit/program.browser.ts';
import { answerBundledLibrary } from './answer-bundled-library.browser.ts';
import { createVkBridge } from './core.browser.ts';
import type { VKBridge } from './vendor-types.ts';

interface VkWindow extends Window {
  /** `default` is what the vendor's UMD file has. */
  vkBridge?: VKBridge & { default: VKBridge };
  vkConnect?: VKBridge;
}

const { link, trace } = startProgram();
const frame = window as VkWindow;
// If a page loads the script twice, the first one stays.
if (!frame.vkBridge) {
  const bridge = trace(createVkBridge(link), 'vkBridge');
  frame.vkBridge = Object.assign(bridge, { default: bridge });
  frame.vkConnect = bridge;
  answerBundledLibrary(frame, bridge);
}
