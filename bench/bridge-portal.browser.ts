// The portal's page in the bridge benchmark: frames the game's page, serves its calls, and echoes messages on a bare
// port.
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
  // A log line means that the benchmark itself is broken.
  log: (note, error) => reportError(new Error(note, { cause: error })),
  // The cost of counting messages is measured; the limit itself is out of reach.
  limits: { all: { burst: Number.MAX_SAFE_INTEGER, perSecond: 2000 } },
  onConnected: () => {
    const bare = new MessageChannel();
    bare.port1.onmessage = ({ data }) => bare.port1.postMessage(data);
    frame.contentWindow?.postMessage('bare', gameOrigin, [bare.port2]);
  },
});
