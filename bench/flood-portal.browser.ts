// The portal's page of the flood's measure: serves a framed game as the portal does, and takes what comes in on a bare port besides.
import { openBridge } from '#bridge/host.browser.ts';

const gameOrigin = location.origin.replace('portal.', 'game.');
const frame = document.createElement('iframe');
frame.name = 'game';
frame.src = `${gameOrigin}/game.html`;
document.body.append(frame);

let maxTaskMs = 0;
let countedFrom = 0;
new PerformanceObserver((list) => {
  // They are told of later: what has begun before belongs to the loading of the page.
  for (const { startTime, duration } of list.getEntries())
    if (startTime >= countedFrom) maxTaskMs = Math.max(maxTaskMs, duration);
}).observe({ type: 'longtask' });

Object.assign(globalThis, {
  /** The longest task since it was last asked, if any took more than the fifty milliseconds that browsers tell of. */
  takeLongestTask: (): number => {
    const taken = maxTaskMs;
    maxTaskMs = 0;
    countedFrom = performance.now();
    return Math.round(taken);
  },
});

// Many calls wait for one answer of the server, as they do in the portal.
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
