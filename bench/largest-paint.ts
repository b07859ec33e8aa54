// The largest contentful paint must not wait for scripts: on a phone's profile with a thousand games, it must be the
// same element with and without the portal's scripts, or the bench fails. The measured ratio of both times should be
// near one.
import { chromium, type Browser } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '#scripts/testing/programs.ts';

const rounds = 3;
// No larger paint follows after this time.
const settledMs = 1500;
// A mid-range phone on an average network, with Lighthouse's values.
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
      const [whole, bare]: [Paint[], Paint[]] = [[], []];
      for (let round = -1; round < rounds; round += 1) {
        const withoutScripts = await readPaint(browser, origin + path, false);
        const withScripts = await readPaint(browser, origin + path, true);
        if (round < 0) continue;
        bare.push(withoutScripts);
        whole.push(withScripts);
      }
      const [paint, floor] = [median(whole), median(bare)];
      const elements = new Set([...whole, ...bare].map(({ element }) => element));
      print({
        measure: 'largest-paint',
        page: path,
        paintMs: Math.round(paint),
        withoutScriptsMs: Math.round(floor),
        ratio: Math.round((paint / floor) * 100) / 100,
        element: [...elements].join(' or '),
      });
      if (elements.size === 1 && !elements.has('')) continue;
      process.exitCode = 1;
      print({ measure: 'largest-paint', page: path, fault: 'The largest paint is another one without scripts' });
    }
  } finally {
    await browser.close();
  }
}

interface Paint {
  readonly ms: number;
  readonly element: string;
}

async function readPaint(browser: Browser, address: string, hasScripts: boolean): Promise<Paint> {
  const context = await browser.newContext({ ...phone, locale: 'en-GB', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    // Serves empty scripts: if scripts failed to load, the page would reload itself.
    if (!hasScripts)
      await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(address, { waitUntil: 'load' });
    await sleep(settledMs);
    return await page.evaluate<Paint>(readLargestPaint);
  } finally {
    await context.close();
  }
}

/** Text instead of a function, because this Node file lacks the browser's types. */
const readLargestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const { startTime, element } = list.getEntries().at(-1);
    const words = element?.currentSrc || element?.textContent.trim().slice(0, 40) || '';
    resolve({ ms: startTime, element: element ? element.tagName.toLowerCase() + ' ' + words : '' });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

const median = (paints: readonly Paint[]): number =>
  paints.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(paints.length / 2)] ?? Number.NaN;
