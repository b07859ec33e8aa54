// A first visit: the layout does not shift, no third party is contacted, nothing delays the largest picture, and the
// page also works on a slow machine with a slow connection.
import type { Page } from '@playwright/test';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, test } from './lab-server.ts';

test.use({ serviceWorkers: 'allow' });

const apiDelayMs = 1000;

for (const width of [375, 1440].slice(0, chooseDrillSize(1, 2))) {
  test(`nothing moves while the games load, ${width} pixels wide`, async ({ lab, page }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.addInitScript(watchPaint);
    await delay(page, '**/api/v1/**', apiDelayMs);
    await page.goto(lab.url);
    await expect(page.getByRole('listitem').getByRole('heading').first()).toBeVisible();
    await untilArtIsThere(page);

    const { shifts, largestMs, scripts } = await page.evaluate(readPaint);
    expect(shifts).toEqual([]);
    expect(largestMs).toBeGreaterThan(0);
    // Only the entry script, the bundler's runtime and the hydration script may load before the first pictures.
    expect(scripts.length).toBeGreaterThan(0);
    const later = scripts.filter(
      ({ name }) => !/\/(index|rolldown-runtime|hydrate-query-cache)-[\w-]{8}\.js$/.test(name),
    );
    for (const script of later) expect(script.startMs, script.name).toBeGreaterThan(largestMs);
  });
}

test('an outdated browser gets a notice in its language, and nothing is rendered over it', async ({ lab, browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.addInitScript(() => delete (Promise as Partial<typeof Promise>).withResolvers);
  const ended = page.waitForEvent('pageerror');
  // A page without server rendering: a rendered one would be readable in the old browser.
  await page.goto(`${lab.url}/Profile`);
  expect((await ended).message).toContain('no element #portal');
  await expect(page.getByText('Dein Browser ist zu alt für diese Seite.')).toBeVisible();
  await expect(page.getByText('Safari 17.4')).toBeVisible();
  await expect(page.locator('.starting i')).toBeHidden();
  await context.close();
});

test('requests only the portal and the hosts of its games, and violates no content security policy', async ({
  lab,
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked = new Set<string>();
  context.on('request', (request) => asked.add(new URL(request.url()).host));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  await page.goto(lab.url);
  await untilArtIsThere(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  expect(asked).toContain(new URL(lab.url).host);
  const { port } = new URL(lab.url);
  const others = [...asked].filter((host) => host !== `localhost:${port}`);
  expect(others.filter((host) => !host.endsWith(`.localhost:${lab.gamesPort}`))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test(
  'shows a loading indicator on a slow machine and network, and then works',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await delay(page, '**/assets/*.js', 2000);
    // A page without server rendering: a rendered one would be visible without scripts.
    await page.goto(`${lab.url}/Support`, { waitUntil: 'commit' });
    const ring = page.locator('.starting');
    await expect(ring).toBeVisible();
    await expect(ring).toHaveAccessibleName('Loading');
    await expect(ring.getByRole('link')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
    await expect(ring).toHaveCount(0);
    await chooseLanguage(page, '日本語');
    await expect(page.getByRole('heading', { level: 1, name: 'サポート' })).toBeVisible();
  },
);

test('offers to try again when the script does not load', async ({ lab, page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => sessionStorage.setItem('loads', `${Number(sessionStorage.getItem('loads')) + 1}`));
  await page.goto(lab.url, { waitUntil: 'commit' });
  await page.waitForFunction(() => sessionStorage.getItem('loads') === '2');
  await page.waitForLoadState();
  // Skips the twelve seconds until the link appears.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSAnimation && animation.animationName === 'appear') animation.finish();
  });
  const again = page.getByRole('link', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/*.js');
  await again.click();
  await expect(again).toHaveCount(0);
});

test('a signed-in player keeps the server-rendered page and a choice made before hydration', async ({ lab, page }) => {
  const { token } = await registerPlayer(lab);
  await page.addInitScript((value) => localStorage.setItem('AuthToken', value), token);
  await delay(page, '**/assets/*.js', 500);
  await page.goto(`${lab.url}/Store/gem-miner?lang=en`, { waitUntil: 'commit' });
  const currency = page.getByLabel('Currency');
  await currency.selectOption('RUB');
  const rendered = await currency.elementHandle();
  expect(await page.evaluate(() => 'fxidHydrated' in window)).toBe(true);
  await expect(page.getByRole('button', { name: /^Buy .* for RUB/ })).not.toHaveCount(0);
  expect(await rendered?.evaluate((element) => element.isConnected)).toBe(true);
});

test('a history navigation during hydration opens its page', async ({ lab, page }) => {
  await page.addInitScript(() => {
    // The router records its first page when it is created and starts listening after hydration. This navigation
    // happens in between.
    const replace = history.replaceState.bind(history);
    history.replaceState = (...entry) => {
      replace(...entry);
      history.replaceState = replace;
      queueMicrotask(() => {
        history.pushState(null, '', '/Games');
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      });
    };
  });
  await page.goto(lab.url);
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible();
  await expect(page).toHaveURL(`${lab.url}/Games`);
});

test('loads only the texts of the language in use', async ({ lab, browser }) => {
  const languages = [
    ['ja-JP', 'ja'],
    ['en-GB', undefined],
  ] as const;
  for (const [locale, file] of languages.slice(0, chooseDrillSize(1, 2))) {
    const context = await browser.newContext({ locale, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(lab.url);
    await untilArtIsThere(page);
    const first = ['index', 'rolldown-runtime', 'hydrate-query-cache', ...(file === undefined ? [] : [file])];
    expect(await page.evaluate(listScripts)).toEqual(first.toSorted());
    // Scripts of the content below the fold, and English as the fallback for missing translations.
    const later = ['MoreShelves', 'OwnShelves', 'shared', 'en'];
    await page.locator('.news-strip').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(listScripts)).toEqual([...first, ...later].toSorted());
    await context.close();
  }
});

interface Painted {
  readonly shifts: { readonly value: number; readonly what: readonly string[] }[];
  largestMs: number;
}

/** Runs in the page before its own scripts. */
function watchPaint(): void {
  const painted: Painted = { shifts: [], largestMs: 0 };
  Object.assign(globalThis, { painted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      const what = entry.sources.map(({ node }) =>
        node instanceof Element ? `${node.tagName} ${node.className}` : 'text',
      );
      painted.shifts.push({ value: entry.value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    // The time when the picture had loaded; the frame that paints it follows.
    for (const entry of list.getEntries() as (PerformanceEntry & { loadTime: number })[])
      painted.largestMs = entry.loadTime || entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

function readPaint(): Painted & { scripts: { name: string; startMs: number }[] } {
  const { painted } = globalThis as unknown as { painted: Painted };
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ name, startTime }) => ({ name, startMs: startTime }))
    .sort((a, b) => a.startMs - b.startMs);
  return { ...painted, scripts };
}

async function untilArtIsThere(page: Page): Promise<void> {
  const art = page.locator('main img');
  await expect(art.first()).toBeVisible();
  await expect
    .poll(() =>
      art.evaluateAll((images: HTMLImageElement[]) =>
        images.filter((image) => image.loading !== 'lazy').every((image) => image.complete && image.naturalWidth > 0),
      ),
    )
    .toBe(true);
  // The browser reports a shift or a paint one frame later.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

async function delay(page: Page, addresses: string, delayMs: number): Promise<void> {
  await page.route(addresses, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

const listScripts = (): (string | undefined)[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => /\/assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .sort();
