// The portal's page of the bridge's measure: frames the game's page, serves its calls, and sends back whatever comes in on a bare
// port besides.
import { openBridge } from '#bridge/host.browser.ts';

const gameOrigin = location.origin.replace('portal.', 'game.');
const frame = document.createElement('iframe');
frame.name = 'game';
frame.src = `${gameOrigin}/game.html`;
document.body.append(frame);

openBridge({
  frame,
  gameOrigin,
  handlers: { GetUrlHash: () => ({ hash: 'level=3' }) },
  capabilities: () => [],
  // Nothing is logged unless the measure itself is wrong.
  log: (note, error) => reportError(new Error(note, { cause: error })),
  // Counting messages is part of the price; running out of them is not.
  limits: { all: { burst: Number.MAX_SAFE_INTEGER, perSecond: 2000 } },
  onConnected: () => {
    const bare = new MessageChannel();
    bare.port1.onmessage = ({ data }) => bare.port1.postMessage(data);
    frame.contentWindow?.postMessage('bare', gameOrigin, [bare.port2]);
  },
});
