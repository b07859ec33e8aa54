// The cost of a message flood for the portal's page, as a multiple of the same messages on a bare port that ignores
// them, in the same page and run: CPU time per message, and the longest task, during which the page is blocked.
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { servePages } from '#bridge/testing/serve-pages.server.ts';
import { findChromium } from '#scripts/testing/programs.ts';

// Defined in the two pages, which a Node file cannot import.
declare const flood: (method: string, count: number) => Promise<void>;
declare const countAnswers: () => number;
declare const takeLongestTask: () => number;

const messages = 60_000;
const rounds = 3;

export async function measureFlood(print: (line: object) => void): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    print({ measure: 'bridge-flood', unmeasured: 'No Chromium: install one or name it in CHROME_PATH' });
    return;
  }
  await using pages = await servePages({
    portal: join(import.meta.dirname, 'flood-portal.browser.ts'),
    game: join(import.meta.dirname, 'flood-game.browser.ts'),
  });
  const browser = await chromium.launch({
    executablePath,
    // Separate processes, so that the game's CPU time does not count as the portal's. Chromium's sandbox does not work
    // as root; the pages are our own.
    args: ['--site-per-process', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    const address = `${pages.origin('portal')}/portal.html`;
    for (const method of ['SocialSettings', 'GetUrlHash']) {
      const figures = { ours: [] as Figures[], bare: [] as Figures[] };
      for (let round = 0; round <= rounds; round += 1) {
        const bare = await measureOnce('', page, address);
        const ours = await measureOnce(method, page, address);
        if (round === 0) continue;
        figures.bare.push(bare);
        figures.ours.push(ours);
      }
      const ratios = figures.ours.map(({ cpuMs: ms }, at) => ms / (figures.bare[at]?.cpuMs ?? Number.NaN));
      const maxTaskMs = longest(figures.ours);
      const bareLongestTaskMs = longest(figures.bare);
      print({
        measure: 'bridge-flood',
        method,
        messages,
        answers: figures.ours[0]?.answers,
        cpuMicrosecondsPerMessage: round(median(figures.ours.map(({ cpuMs: ms }) => (ms * 1000) / messages))),
        bareCpuMicrosecondsPerMessage: round(median(figures.bare.map(({ cpuMs: ms }) => (ms * 1000) / messages))),
        cpuRatio: round(median(ratios)),
        maxTaskMs,
        bareLongestTaskMs,
        maxTaskRatio: round(maxTaskMs / bareLongestTaskMs),
      });
    }
  } finally {
    await browser.close();
  }
}

interface Figures {
  readonly cpuMs: number;
  readonly maxTaskMs: number;
  readonly answers: number;
}

/** Uses a new page, so that a flood does not use up the next one's rate limits. */
async function measureOnce(method: string, page: Page, address: string): Promise<Figures> {
  await page.goto(address);
  const game = page.frame({ name: 'game' });
  if (!game) throw new Error("The portal's page of the measure has no frame");
  await game.waitForFunction(() => 'flood' in globalThis);
  const readCpuMs = await cpuReader(page);
  await page.evaluate(() => takeLongestTask());
  const before = await readCpuMs();
  await game.evaluate(([method, count]) => flood(method, count), [method, messages] as const);
  let answers = -1;
  let last = before;
  for (;;) {
    await page.waitForTimeout(700);
    const now = await readCpuMs();
    const got = await game.evaluate(() => countAnswers());
    if (got === answers && now - last < 30) break;
    [answers, last] = [got, now];
  }
  return { cpuMs: last - before, maxTaskMs: await page.evaluate(() => takeLongestTask()), answers };
}

async function cpuReader(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

const longest = (figures: readonly Figures[]): number => Math.max(50, ...figures.map(({ maxTaskMs: ms }) => ms));

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
