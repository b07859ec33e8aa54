// The portal's page in the flood benchmark: serves a framed game as the portal does, and receives messages on a bare
// port.
import { openBridge } from '#bridge/host.browser.ts';

const gameOrigin = location.origin.replace('portal.', 'game.');
const frame = document.createElement('iframe');
frame.name = 'game';
frame.src = `${gameOrigin}/game.html`;
document.body.append(frame);

let maxTaskMs = 0;
let countedFrom = 0;
new PerformanceObserver((list) => {
  // Browsers report long tasks late; tasks that started earlier belong to the page load.
  for (const { startTime, duration } of list.getEntries())
    if (startTime >= countedFrom) maxTaskMs = Math.max(maxTaskMs, duration);
}).observe({ type: 'longtask' });

Object.assign(globalThis, {
  /** The longest task since the last call. Browsers report only tasks above fifty milliseconds. */
  takeLongestTask: (): number => {
    const taken = maxTaskMs;
    maxTaskMs = 0;
    countedFrom = performance.now();
    return Math.round(taken);
  },
});

// Many calls share one response of the server, as in the portal.
let answer: Promise<{ ui: { disabled: boolean } }> | undefined;
const askOnce = (): Promise<{ ui: { disabled: boolean } }> =>
  (answer ??= new Promise((resolve) =>
    setTimeout(() => {
      answer = undefined;
      resolve({ ui: { disabled: false } });
    }, 500),
  ));

openBridge({
  frame,
  gameOrigin,
  handlers: { SocialSettings: askOnce, GetUrlHash: () => ({ hash: 'level=3' }) },
  capabilities: () => [],
  log: () => {},
  onConnected: () => {
    const bare = new MessageChannel();
    bare.port1.onmessage = () => {};
    frame.contentWindow?.postMessage('bare', gameOrigin, [bare.port2]);
  },
});
