// The cost of a bridge call as a multiple of a bare MessageChannel ping between the same two sides in the same run:
// between the portal and a cross-origin frame, and within one page, where the ping is cheapest.
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { servePages } from '#bridge/testing/serve-pages.server.ts';
import { findChromium } from '#scripts/testing/programs.ts';

// Defined in bridge-game.browser.ts, which a Node file cannot import.
declare const measureRoundTrips: (
  between: 'frames' | 'one page',
  rounds: number,
  calls: number,
) => Promise<{ readonly ours: number[]; readonly bare: number[] }>;

// Many short, alternating rounds, because the machine's load changes every second.
const rounds = 61;
const calls = 300;
const bound = 1.5;

export async function measureBridge(print: (line: object) => void): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    print({ measure: 'bridge-round-trip', unmeasured: 'No Chromium: install one or name it in CHROME_PATH' });
    return;
  }
  await using pages = await servePages({
    portal: join(import.meta.dirname, 'bridge-portal.browser.ts'),
    game: join(import.meta.dirname, 'bridge-game.browser.ts'),
  });
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox does not work as root; the pages are our own.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.origin('portal')}/portal.html`);
    const game = page.frame({ name: 'game' });
    if (!game) throw new Error("The portal's page of the measure has no frame");
    await game.waitForFunction(() => 'measureRoundTrips' in globalThis);
    for (const between of ['frames', 'one page'] as const) {
      const { ours, bare } = await game.evaluate(
        ([between, rounds, calls]) => measureRoundTrips(between, rounds, calls),
        [between, rounds, calls] as const,
      );
      const [a, b] = [median(ours), median(bare)];
      print({
        measure: 'bridge-round-trip',
        between,
        microseconds: round(a),
        bareMicroseconds: round(b),
        ratio: round(median(ours.map((each, at) => each / (bare[at] ?? Number.NaN)))),
        bound,
      });
    }
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
