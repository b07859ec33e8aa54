// The game's page in the bridge benchmark.
import { connectToPort, connectToPortal, type PortalConnection } from '#bridge/game.browser.ts';
import { createMessageBudgets, defaultBridgeLimits } from '#bridge/limits.browser.ts';
import { serveGame } from '#bridge/serve-game.browser.ts';

interface RoundTrips {
  readonly ours: number[];
  readonly bare: number[];
}

const barePort = new Promise<MessagePort>((resolve) =>
  window.addEventListener('message', ({ data, ports }) => void (data === 'bare' && ports[0] && resolve(ports[0]))),
);
const portal = connectToPortal();

async function measureRoundTrips(between: 'frames' | 'one page', rounds: number, calls: number): Promise<RoundTrips> {
  const [game, bare] = between === 'frames' ? [await portal, await barePort] : withinPage();
  if (!game) throw new Error('The portal did not answer');
  const figures: RoundTrips = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await time(calls, () => game.call('GetUrlHash'));
    const theirs = await time(calls, () => ping(bare));
    if (round === 0) continue;
    figures.ours.push(ours);
    figures.bare.push(theirs);
  }
  return figures;
}

Object.assign(globalThis, { measureRoundTrips });

function withinPage(): [PortalConnection, MessagePort] {
  const bare = new MessageChannel();
  bare.port1.onmessage = ({ data }) => bare.port1.postMessage(data);
  const { port1, port2 } = new MessageChannel();
  serveGame(port1, 2, {
    handlers: { GetUrlHash: () => ({ hash: 'level=3' }) },
    capabilities: () => [],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets({ ...defaultBridgeLimits, all: { burst: Number.MAX_SAFE_INTEGER, perSecond: 2000 } }),
    log: (note, error) => reportError(new Error(note, { cause: error })),
    onClosed: () => {},
  });
  return [connectToPort(port2, location.origin), bare.port2];
}

/** The cheapest possible round trip: one number there and back. */
function ping(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.onmessage = () => resolve();
    port.postMessage(1);
  });
}

async function time(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  for (let made = 0; made < calls; made += 1) await call();
  return ((performance.now() - before) * 1000) / calls;
}
