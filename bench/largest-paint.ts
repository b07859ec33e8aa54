// Whether the largest paint waits for a script: on a phone's profile, with a thousand games, the time until the largest paint as it is
// and with no script coming at all. A ratio near one: it waits for none.
import { chromium, type Browser } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './find-chromium.ts';

const rounds = 5;
// Nothing larger is painted after this.
const settledMs = 1500;
// A phone of the middle, on a network of the middle, as Lighthouse takes them.
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const slowerProcessor = 4;

export async function measureLargestPaint(origin: string, print: (line: object) => void): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    print({ measure: 'largest-paint', unmeasured: 'No Chromium: install one or name it in CHROME_PATH' });
    return;
  }
  const browser = await chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
  try {
    for (const path of ['/', '/Games/gem-miner']) {
      const [whole, bare]: [number[], number[]] = [[], []];
      for (let round = -1; round < rounds; round += 1) {
        const withoutScripts = await paintMs(browser, origin + path, false);
        const withScripts = await paintMs(browser, origin + path, true);
        // The first round warms up.
        if (round < 0) continue;
        bare.push(withoutScripts);
        whole.push(withScripts);
      }
      const [paint, floor] = [median(whole), median(bare)];
      print({
        measure: 'largest-paint',
        page: path,
        paintMs: Math.round(paint),
        withoutScriptsMs: Math.round(floor),
        ratio: Math.round((paint / floor) * 100) / 100,
      });
    }
  } finally {
    await browser.close();
  }
}

async function paintMs(browser: Browser, address: string, hasScripts: boolean): Promise<number> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    if (!hasScripts) await page.route('**/*.js', (route) => route.abort());
    await page.goto(address, { waitUntil: 'load' });
    await sleep(settledMs);
    return await page.evaluate<number>(readLargestPaint);
  } finally {
    await context.close();
  }
}

/** In the page, whose types this file, being Node's, does not have. */
const readLargestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
})`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
