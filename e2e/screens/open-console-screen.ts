// Opens the console's pages in a browser of a demo owner, in a lab where drafts and approvals wait.
import type { Browser, Page } from '@playwright/test';
import english from '#console/i18n/en.json' with { type: 'json' };
import russian from '#console/i18n/ru.json' with { type: 'json' };
import { apiBase } from '#contract/api-base.ts';
import { demoAccountId } from '#lab/demo/insert-demo-content.ts';
import { signInDemoOperator } from '../console-people.ts';
import { expect } from '../lab-server.ts';
import type { ConsoleScreen, ConsoleTexts } from './list-console-screens.ts';

export const consoleLanguages: Readonly<Record<'en' | 'ru', ConsoleTexts>> = { en: english, ru: russian };

interface ConsoleTab {
  readonly language: 'en' | 'ru';
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

export async function openConsoleTab(browser: Browser, { language, width, colorScheme }: ConsoleTab): Promise<Page> {
  const viewport = { width, height: width < 500 ? 812 : 900 };
  const context = await browser.newContext({ locale: language, colorScheme, viewport, reducedMotion: 'reduce' });
  return context.newPage();
}

/** Signs the demo owner in. The first call of a lab also makes another operator leave a draft and a request, and rename a player. */
export async function enterConsole(page: Page, consoleUrl: string): Promise<void> {
  await signInDemoOperator(page, consoleUrl, 'admin');
  const { Drafts } = await callConsole<{ readonly Drafts: readonly unknown[] }>(page, 'GET', '/operator/drafts');
  if (Drafts.length === 0) await leaveWork(page);
  await page.context().clearCookies();
  await signInDemoOperator(page, consoleUrl, 'owner');
}

export async function openConsoleScreen(
  page: Page,
  consoleUrl: string,
  { path, act }: ConsoleScreen,
  language: 'en' | 'ru',
): Promise<void> {
  await page.goto(consoleUrl + path);
  await untilLoaded(page);
  if (!act) return;
  await act(page, consoleLanguages[language]);
  await untilLoaded(page);
}

async function untilLoaded(page: Page): Promise<void> {
  await expect(page.locator('.page-header h1')).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

interface DemoGame {
  readonly Config: { readonly StorePage: { readonly Tagline: Readonly<Record<string, string>> } };
}

async function leaveWork(page: Page): Promise<void> {
  const file = 'games/gem-miner/game.json';
  const { Version, Value } = await callConsole<{ readonly Version: string; readonly Value: DemoGame }>(
    page,
    'GET',
    `/operator/drafts/object?Object=${encodeURIComponent(file)}`,
  );
  const { StorePage } = Value.Config;
  const Tagline = { ...StorePage.Tagline, en: 'Dig deeper, and mind your lamp.' };
  const Json = JSON.stringify({ ...Value, Config: { ...Value.Config, StorePage: { ...StorePage, Tagline } } });
  await callConsole(page, 'POST', '/operator/drafts/save', { Object: file, Version, Json, Note: 'A clearer tagline' });
  const account = demoAccountId('Borys');
  const Reason = 'The player asked for it by mail.';
  await callConsole(page, 'POST', `/operator/players/${account}/erase`, { Reason }, 403);
  // Names are not unique: a search for this one finds two players.
  const guest = demoAccountId('Guest 17');
  await callConsole(page, 'POST', `/operator/players/${guest}/rename`, { Name: 'Chiyo', Reason });
}

async function callConsole<Reply>(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  expected = 200,
): Promise<Reply> {
  const answer = await page.evaluate(
    async ([url, init]) => {
      const response = await fetch(url, init);
      return { status: response.status, text: await response.text() };
    },
    [
      apiBase + path,
      {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      },
    ] as const,
  );
  if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Reply;
}
