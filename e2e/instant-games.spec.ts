// Facebook Instant Games: the platform opens the bundle that `games bundle` makes, under the hosts that the command
// names. The vendor's script runs there and nowhere else, and the bundle's page passes the player's calls on.
import { expect, test, type LabServer } from './lab-server.ts';

test.use({ viewport: { width: 2000, height: 1000 } });

const openInLab = (lab: LabServer, query: string): string =>
  `${lab.url.replace('//localhost', '//lab.localhost')}/lab/facebookinstantgames/gem-miner?${query}`;

test('a game in the bundle signs in, sells and gets a refund; the portal’s page has no Facebook script', async ({
  page,
  lab,
}) => {
  await page.goto(openInLab(lab, 'payment=paid&lang=en'));
  const bundle = page.frameLocator('.screen iframe');
  const player = bundle.frameLocator('iframe');
  const game = player.frameLocator('.player iframe');
  await expect(game.locator('#buy')).toContainText('·');

  const frames = page.frames();
  const portal = frames.find((frame) => frame.url().includes('/iframe/facebookinstantgames'));
  if (!portal) throw new Error('The portal has no frame.');
  expect(await portal.evaluate(() => 'FBInstant' in window)).toBe(false);
  await game.locator('#buy').click();
  await expect(game.locator('#buy')).toBeHidden();
  await expect(page.locator('#lines li', { hasText: 'BuyProduct' }).first()).toBeAttached();

  await page.goto(`${lab.url}/lab/vendors/facebookinstantgames/`);
  await page.getByRole('button', { name: 'Refund' }).first().click();
  await expect(page.getByRole('heading', { name: 'Purchases in Facebook Instant Games' })).toBeVisible();
});
