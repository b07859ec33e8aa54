import { expect, test } from './lab-server.ts';

test.use({ labEnv: { GAME: 'gem-miner', ADAPTER: 'fxid' } });

test('a single-game site is the player, and has no profile and no error page', async ({ lab, page }) => {
  for (const path of ['/', '/Play']) {
    await page.goto(lab.url + path);
    await expect(page.locator('[data-screen="player"]'), path).toBeVisible();
  }
  for (const path of ['/Profile', '/Error', '/Games', '/anything']) {
    await page.goto(lab.url + path);
    await expect(page, path).toHaveURL(`${lab.url}/`);
  }
  for (const path of ['/Docs/tos', '/LoginFromGame/gem-miner/x', '/Store/gem-miner']) {
    await page.goto(lab.url + path);
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first(), path).toBeVisible();
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) expect(link, path).not.toMatch(/^\/(Games|Profile|Error)/);
  }
  await expect(page.locator('[data-screen="store"]')).toBeVisible();
});

test('shows nothing if the game has no QR code for Discord', async ({ lab, page }) => {
  await page.goto(`${lab.url}/discord-qr`);
  await expect(page.locator('#content')).toBeEmpty();
  await page.route('**/api/v1/public_game_config/gem-miner', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), Links: { DiscordQrUrl: '/assets/code.svg' } } });
  });
  await page.reload();
  await expect(page.getByAltText('QR code for Discord')).toHaveAttribute('src', '/assets/code.svg');
});
