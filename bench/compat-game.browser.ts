// The page of the benchmark of foreign SDKs: ours serves the game's calls over a port in the same page.
import { connectToPort } from '#bridge/game.browser.ts';
import { createMessageBudgets, defaultBridgeLimits } from '#bridge/limits.browser.ts';
import { serveGame } from '#bridge/serve-game.browser.ts';
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { PageLink } from '#compat/kit/page-link.browser.ts';
import { createLocalPortal } from '#sdk/local-portal.ts';
import { createSaves } from '#sdk/saves.ts';
import { createSdk } from '#sdk/create-sdk.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { asPortal } from '#sdk/page.ts';

interface MeasuredSdk {
  readonly prepareMeasuredCall: (link: PageLink) => Promise<() => Promise<unknown>>;
  /** What it makes of ours, if that isn't one call for the player's token. */
  readonly callOwn?: (sdk: Sdk) => Promise<unknown>;
}

// Vite replaces this call by the modules.
declare global {
  interface ImportMeta {
    glob(pattern: string, options: { eager: true }): Record<string, MeasuredSdk>;
  }
}

const sdks = import.meta.glob('../compat/*/measured-call.browser.ts', { eager: true });

async function measureForeignCalls(rounds: number, calls: number) {
  const own = await connectOwnSdk();
  const link: PageLink = {
    page: { sdk: 'bench', file: '', scripts: [], game: 'miner', root: '/', playUrl: `${location.origin}/play/miner` },
    openSdk: async () => own,
    report: () => undefined,
  };
  const figures: Record<string, { theirs: number[]; ours: number[] }> = {};
  for (const [path, { prepareMeasuredCall, callOwn = refreshPlayer }] of Object.entries(sdks)) {
    const call = await prepareMeasuredCall(link);
    const { theirs, ours } = (figures[path.split('/')[2] ?? path] = { theirs: [] as number[], ours: [] as number[] });
    for (let round = 0; round <= rounds; round += 1) {
      const [foreign, direct] = [await time(calls, call), await time(calls, () => callOwn(own))];
      if (round === 0) continue;
      theirs.push(foreign);
      ours.push(direct);
    }
  }
  return figures;
}

Object.assign(globalThis, { measureForeignCalls });

const refreshPlayer = (sdk: Sdk): Promise<unknown> => sdk.player.refresh();

async function connectOwnSdk() {
  const local = createLocalPortal();
  const info = (await local.call('GetInfo', {})) as PlayerInfo;
  // Tokens exist only for players who are signed in.
  const player = { ...info, fxId: { ...info.fxId, guest: false, gameToken: 'token' } };
  const { port1, port2 } = new MessageChannel();
  serveGame(port1, 2, {
    handlers: {
      GetInfo: () => player,
      GetUrlHash: () => ({ hash: '' }),
      AdsVideoReady: () => ({ ready: true }),
      AdsInterstitialReady: () => ({ ready: false }),
      ReadSave: () => ({ revision: 0, entries: [], maxBytes: 1000 }),
    },
    capabilities: () => [],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets({ ...defaultBridgeLimits, all: { burst: Number.MAX_SAFE_INTEGER, perSecond: 2000 } }),
    log: (note, error) => reportError(new Error(note, { cause: error })),
    onClosed: () => {},
  });
  const sdk = createSdk({
    isFramed: true,
    isDevelopment: false,
    connect: async () => asPortal(connectToPort(port2, location.origin)),
    loadLocalPortal: async () => createLocalPortal,
    loadSaves: async () => createSaves,
  });
  await sdk.init();
  return sdk;
}

async function time(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  for (let made = 0; made < calls; made += 1) await call();
  return ((performance.now() - before) * 1000) / calls;
}
