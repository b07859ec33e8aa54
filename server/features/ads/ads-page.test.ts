import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { checkGameName } from '#server/features/publishing/check-game-name.ts';
import { buildGamesApp, type GamesAppDeps } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { buildAdsAddress } from './ads-address.ts';
import { adsFrameScript, adNetworkScriptUrl } from './ads-page.ts';

const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://play.example/path',
  GAMES_URL: 'https://{game}.games.example',
});

async function gamesApp(changes: Partial<GamesAppDeps> = {}) {
  const folder = createTemporaryFolder();
  await mkdir(join(folder, 'ads'));
  await writeFile(join(folder, 'ads', 'index.html'), 'a game');
  const app = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [folder],
    ...changes,
  });
  return (path: string) => app.inject({ url: path, headers: { host: 'ads.games.example' } });
}

test("the frame has its own origin among the games' origins, and no game can have its name", () => {
  expect(buildAdsAddress('http://{game}.localhost:8081').href).toBe('http://ads.localhost:8081/');
  expect(() => checkGameName('ads', config)).toThrow('taken by the portal');
});

test('only the portal may frame the page, which loads the network’s script and has no personal data', async () => {
  const get = await gamesApp({ ads: { scriptUrl: adNetworkScriptUrl } });
  const { statusCode, headers, body } = await get('/');
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain('frame-ancestors https://play.example');
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+' 'strict-dynamic'/);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toContain('"scriptUrl":"https://yandex.ru/ads/system/context.js"');
  for (const path of ['/index.html', '/x', '//']) expect((await get(path)).statusCode, path).toBe(404);
});

test('without an ad network its host serves nothing, not even a game of that name', async () => {
  const get = await gamesApp();
  for (const path of ['/', '/index.html']) expect((await get(path)).statusCode, path).toBe(404);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Callbacks {
  readonly blockId: string;
  readonly platform: string;
  readonly type: string;
  onRender(): void;
  onRewarded(isEarned: boolean): void;
  onClose(): void;
  onError(error: unknown): void;
}

/** Runs the frame's script with a fake ad network. */
function runFrame() {
  const portalOrigin = 'https://play.example';
  const said: { say: string; outcome?: string }[] = [];
  const parent = {
    postMessage: (message: { say: string }, origin: string) => origin === portalOrigin && said.push(message),
  };
  const scripts: { src: string; onerror?: () => void }[] = [];
  const rendered: Callbacks[] = [];
  let hear: (event: object) => void = () => undefined;
  const page: Record<string, unknown> = {
    parent,
    setTimeout,
    addEventListener: (_: string, listener: typeof hear) => void (hear = listener),
    document: { createElement: () => ({}), head: { append: (script: never) => void scripts.push(script) } },
    Ya: { Context: { AdvManager: { render: (callbacks: Callbacks) => void rendered.push(callbacks) } } },
  };
  page['window'] = page;
  const settings = { portalOrigin, scriptUrl: 'https://network.example/context.js' };
  runInNewContext(`(${adsFrameScript})(settings)`, { ...page, settings });
  const start = { type: 'fxid-ads', say: 'start', blockId: 'R-A-1-1', platform: 'touch' };
  return {
    said,
    scripts,
    rendered,
    tell: (data: object = start, from: object = { source: parent, origin: portalOrigin }) => hear({ data, ...from }),
    load: () => (page['yaContextCb'] as (() => void)[])[0]?.(),
    outcomes: () => said.flatMap(({ outcome }) => outcome ?? []),
  };
}

test('the page requests one ad of the block that the portal names, once', () => {
  const frame = runFrame();
  expect(frame.said).toMatchObject([{ say: 'ready' }]);
  frame.tell(undefined, { source: {}, origin: 'https://play.example' });
  frame.tell(undefined, { source: {}, origin: 'https://evil.example' });
  frame.tell({ type: 'other', say: 'start' });
  expect(frame.scripts).toEqual([]);
  frame.tell();
  frame.tell();
  expect(frame.scripts.map(({ src }) => src)).toEqual(['https://network.example/context.js']);
  frame.load();
  expect(frame.rendered).toMatchObject([{ blockId: 'R-A-1-1', platform: 'touch', type: 'rewarded' }]);
  frame.rendered[0]?.onRender();
  expect(frame.said.at(-1)).toMatchObject({ say: 'shown' });
});

test.each<[string, string[], (network: Callbacks) => void]>([
  ['a reward, then a close', ['finished'], (network) => (network.onRewarded(true), network.onClose())],
  ['a close, then a reward', ['finished'], (network) => (network.onClose(), network.onRewarded(true))],
  ['a reward and no close', ['finished'], (network) => network.onRewarded(true)],
  ['no reward', ['skipped'], (network) => network.onRewarded(false)],
  ['a close alone', ['skipped'], (network) => network.onClose()],
  ['a fault, and a close after it', ['failed'], (network) => (network.onError({}), network.onClose())],
])('%s ends it as %j', async (_, outcomes, act) => {
  const frame = runFrame();
  frame.tell();
  frame.load();
  const [network] = frame.rendered;
  if (network) act(network);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(frame.outcomes()).toEqual(outcomes);
});

test('a blocked or empty script ends it', () => {
  const blocked = runFrame();
  blocked.tell();
  blocked.scripts[0]?.onerror?.();
  expect(blocked.outcomes()).toEqual(['failed']);
});
