import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { textDirectionOf, locales } from '#model/locale.ts';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { renderOutagePage } from './outage-page.ts';
import { outageTexts } from './outage-texts.ts';
import { Problem, type ProblemCode } from '#model/problem.ts';

test("the proxies' page equals the server's", async () => {
  await expect(renderOutagePage().html).toMatchFileSnapshot('../../ops/outage.html');
});

test('it loads nothing and fits into a buffer of haproxy', () => {
  const { html, policy } = renderOutagePage();
  expect(html).toContain(`content="${policy}"`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/\b(?:src|href)="(?!data:,")|https?:|url\(/);
  // 16 kB, of which a kilobyte is reserved for headers.
  expect(Buffer.byteLength(html)).toBeLessThan(14_000);
});

test.each(locales)('it has all texts in %s', (locale) => {
  const { html } = renderOutagePage({ locale });
  expect(html).toContain(`<html lang="${locale}" dir="${textDirectionOf(locale)}">`);
  const text = outageTexts[locale];
  expect(text.wait).toContain('{n}');
  for (const [key, words] of Object.entries(text)) {
    expect(words).not.toBe('');
    if (locale !== 'en') expect(words).not.toBe(outageTexts.en[key as keyof typeof text]);
  }
});

/** Runs the page's script with its own page, tab storage and clock. */
function open(storage: Map<string, string>, { languages = ['en'], cookie = '', nowMs = 1_000_000 } = {}) {
  const { html } = renderOutagePage();
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const elements = new Map<string, { textContent: string; hidden?: boolean; onclick?: () => void }>();
  const find = (name: string) => {
    const element = elements.get(name) ?? { textContent: '' };
    elements.set(name, element);
    return element;
  };
  const root = { lang: 'en', dir: 'ltr' };
  let tick = (): void => undefined;
  let reloads = 0;
  const chance = Object.create(Math) as Math;
  chance.random = () => 0.5;
  runInNewContext(script, {
    document: { documentElement: root, cookie, title: '', getElementById: find, querySelector: find },
    navigator: { languages },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
    location: { reload: () => (reloads += 1) },
    setInterval: (run: () => void) => {
      tick = run;
      return 1;
    },
    clearInterval: () => (tick = () => undefined),
    Date: { now: () => nowMs },
    Math: chance,
  });
  return {
    root,
    find,
    pass: (seconds: number) => Array.from({ length: seconds }, () => tick()),
    reloads: () => reloads,
  };
}

test('it reloads after a pause that grows up to a minute, and shows how long it waits', () => {
  const storage = new Map<string, string>();
  const pauses = [5, 10, 20, 40, 60, 60];
  for (const pause of pauses) {
    const page = open(storage);
    expect(page.find('wait').textContent).toBe(`Trying again in ${pause} s`);
    page.pass(pause - 1);
    expect([page.reloads(), page.find('wait').textContent]).toEqual([0, 'Trying again in 1 s']);
    page.pass(1);
    expect([page.reloads(), page.find('wait').textContent]).toEqual([1, 'Trying again…']);
    page.pass(5);
    expect(page.reloads()).toBe(1);
  }
  // The next outage starts with the shortest pause.
  expect(open(storage, { nowMs: 1_000_000 + 300_000 }).find('wait').textContent).toBe('Trying again in 5 s');
});

test('it retries at once on request', () => {
  const page = open(new Map());
  expect(page.find('retry').hidden).toBe(false);
  page.find('retry').onclick?.();
  expect(page.reloads()).toBe(1);
});

test("it uses the language chosen in the portal, else the browser's first supported one", () => {
  const titleOf = (options: { languages?: string[]; cookie?: string }) => {
    const { root, find } = open(new Map(), options);
    return [root.lang, root.dir, find('h1').textContent];
  };
  expect(titleOf({ languages: ['xx', 'fa-IR', 'en'] })).toEqual(['fa', 'rtl', outageTexts.fa.title]);
  expect(titleOf({ languages: ['pt-PT'] })).toEqual(['pt-br', 'ltr', outageTexts['pt-br'].title]);
  expect(titleOf({ cookie: 'a=b; i18next=ja', languages: ['de'] })).toEqual(['ja', 'ltr', outageTexts.ja.title]);
  expect(titleOf({ languages: ['xx'] })).toEqual(['en', 'ltr', outageTexts.en.title]);
});

function answering(code: ProblemCode) {
  const app = createHttpApp({
    config: readConfig({}),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
  });
  app.get('/x', () => Promise.reject(new Problem(code)));
  return async (headers: Record<string, string>) => {
    const { statusCode, headers: got } = await app.inject({ url: '/x', headers });
    return [statusCode, String(got['content-type']).split(';')[0], got['retry-after'], got['content-security-policy']];
  };
}

test('the server sends it only to navigating browsers', async () => {
  const ask = answering('DatabaseUnavailable');
  const page = [503, 'text/html', '1', renderOutagePage().policy];
  const problem = [503, 'application/problem+json', '1', "default-src 'none'; sandbox"];
  expect(await ask({ 'sec-fetch-mode': 'navigate', accept: 'text/html' })).toEqual(page);
  // Browsers before 2023 don't announce navigations.
  expect(await ask({ accept: 'text/html,*/*;q=0.8' })).toEqual(page);
  expect(await ask({ 'sec-fetch-mode': 'cors', accept: 'text/html' })).toEqual(problem);
  expect(await ask({ accept: '*/*' })).toEqual(problem);
  expect(await ask({})).toEqual(problem);
});

test.each(['Overloaded', 'Stopping', 'NodeLeaving'] as const)('%s is an outage, too', async (code) => {
  const [, type, retryAfter] = await answering(code)({ 'sec-fetch-mode': 'navigate' });
  expect([type, retryAfter]).toEqual(['text/html', '1']);
});

test.each(['NotFound', 'Unexpected', 'ProviderUnavailable'] as const)('%s is none', async (code) => {
  const [, type] = await answering(code)({ 'sec-fetch-mode': 'navigate' });
  expect(type).toBe('application/problem+json');
});
