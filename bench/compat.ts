// A call through each foreign SDK as a multiple of the call of ours that it makes, over one connection in one page.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { servePages } from '#bridge/testing/serve-pages.server.ts';
import { findChromium } from '#scripts/testing/programs.ts';

// Defined in compat-game.browser.ts, which a Node file cannot import.
declare const measureForeignCalls: (
  rounds: number,
  calls: number,
) => Promise<Readonly<Record<string, { readonly theirs: number[]; readonly ours: number[] }>>>;

const rounds = 61;
const calls = 200;
const bound = 1.2;

export async function measureForeignSdks(print: (line: object) => void): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    print({ measure: 'foreign-sdk-call', unmeasured: 'No Chromium: install one or name it in CHROME_PATH' });
    return;
  }
  await using pages = await servePages({ game: join(import.meta.dirname, 'compat-game.browser.ts') });
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox does not work as root; the pages are our own.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.origin('game')}/game.html`);
    await page.waitForFunction(() => 'measureForeignCalls' in globalThis);
    const figures = await page.evaluate(([rounds, calls]) => measureForeignCalls(rounds, calls), [
      rounds,
      calls,
    ] as const);
    for (const [sdk, { theirs, ours }] of Object.entries(figures))
      print({
        measure: 'foreign-sdk-call',
        sdk,
        microseconds: round(median(theirs)),
        ownMicroseconds: round(median(ours)),
        ratio: round(median(theirs.map((each, at) => each / (ours[at] ?? Number.NaN)))),
        bound,
      });
  } finally {
    await browser.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
