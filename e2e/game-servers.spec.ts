// A game with several servers: the player chooses one, and the game gets it in its URL and through the bridge.
import type { Frame, Page } from '@playwright/test';
import { expect, test } from './lab-server.ts';

declare const FxId: { init(): Promise<{ server?: { id: string; name: string; url: string } }> };

const servers = [
  { Id: 'eu', Name: { en: 'Europe' }, Url: 'wss://eu.explorer.example' },
  {
    Id: 'us',
    Name: { en: 'America' },
    Url: 'wss://us.explorer.example',
    Maintenance: { From: '2020-01-01T00:00:00Z' },
  },
  { Id: 'asia', Name: { en: 'Asia' }, Url: 'wss://asia.explorer.example' },
];

test('the player chooses a server once and can change it, and the game is notified', async ({ lab, page }) => {
  await page.route('**/api/v1/play/choose_game', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { PublicGameData: { Servers: object[] } };
    json.PublicGameData.Servers = servers;
    await route.fulfill({ response, json });
  });
  await page.goto(`${lab.url}/play/bridge-explorer?lang=en`);
  await expect(page.getByRole('heading', { name: /^Choose a server for/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'America' })).toBeDisabled();
  await expect(page.getByText('Under maintenance')).toBeVisible();
  await expect(page.locator('.player iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Europe' }).press('Enter');
  await expect(page.locator('.player iframe')).toHaveAttribute('src', /[?&]server=eu(&|$)/);
  expect(await serverOf(page)).toEqual({ id: 'eu', name: 'Europe', url: 'wss://eu.explorer.example' });

  await page.reload();
  await expect(page.locator('.player iframe')).toHaveAttribute('src', /[?&]server=eu(&|$)/);
  await page.getByRole('button', { name: 'Help' }).click();
  await page.getByRole('button', { name: /^Change server \(now: .*Europe/ }).click();
  await page.getByRole('button', { name: 'Asia' }).click();
  await expect(page.locator('.player iframe')).toHaveAttribute('src', /[?&]server=asia(&|$)/);
  expect(await serverOf(page)).toMatchObject({ id: 'asia' });
});

async function serverOf(page: Page) {
  const frame: Frame | null | undefined = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('The game has no frame.');
  await frame.waitForFunction(() => 'FxId' in globalThis);
  return frame.evaluate(async () => (await FxId.init()).server);
}
