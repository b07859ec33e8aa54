// Serves hostile files on a demo game's host, with the headers that the server sends for that game.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { ForeignSdkManifest } from '#compat/port.ts';
import { replaceForeignSdk } from '#server/games/foreign-sdk-page.ts';
import { expect, type LabServer } from './lab-server.ts';

export const hostileGame = 'gem-miner';

interface HostileFiles {
  /** The file of `fixtures/hostile` that is the game's page. */
  readonly page: string;
  /** Absent: a game for our own SDK. */
  readonly foreignSdk?: ForeignSdkManifest | undefined;
  /** More files, by their path. */
  readonly scripts?: Readonly<Record<string, string>>;
  readonly replace?: (text: string) => string;
}

export async function serveHostileGame(
  lab: LabServer,
  page: Page,
  context: BrowserContext,
  { page: start, foreignSdk, scripts = {}, replace = (text) => text }: HostileFiles,
): Promise<void> {
  const host = `${hostileGame}.localhost:${lab.gamesPort}`;
  const real = await page.request.get(`http://127.0.0.1:${lab.gamesPort}/`, { headers: { host } });
  expect(real.status()).toBe(200);
  const kept = ['content-security-policy', 'permissions-policy', 'origin-agent-cluster', 'referrer-policy'];
  const headers = Object.fromEntries(Object.entries(real.headers()).filter(([name]) => kept.includes(name)));
  expect(Object.keys(headers).sort()).toEqual(kept.toSorted());
  await context.route(`http://${host}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = join(import.meta.dirname, 'fixtures/hostile', path === '/' ? start : path.slice(1));
    const script = scripts[path];
    // Pictures and our own scripts come from the games' server.
    if (script === undefined && !existsSync(file)) return route.continue();
    const text = script ?? replace(readFileSync(file, 'utf8'));
    const isPage = script === undefined && file.endsWith('.html');
    return route.fulfill({
      headers: { ...headers, 'content-type': isPage ? 'text/html' : 'text/javascript' },
      body: foreignSdk && isPage ? buildFor(foreignSdk, text, lab) : text,
    });
  });
}

/** The page as the games' server sends it, with the vendor's script in it. */
function buildFor(manifest: ForeignSdkManifest, html: string, lab: LabServer): Buffer {
  const path = manifest.scripts[0]?.address.replace('*', '1.0') ?? '';
  const address = path.startsWith('/') ? path : `https://${path}`;
  const page = html.replace('</head>', `<script src="${address}"></script></head>`);
  const place = { game: hostileGame, playUrl: `${lab.url}/play/${hostileGame}`, root: '/' };
  return replaceForeignSdk(Buffer.from(page), 'index.html', manifest, place);
}
