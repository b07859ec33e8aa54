// If a platform does not respond or its script is blocked, the player sees an error with a retry button instead of an
// endless loading screen. The tests cover every simulated platform of the registry.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import {
  platformsConnectingWithoutReply,
  platformsNeedingScript,
  platformsWithBundle,
} from '#platforms/test-exceptions.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { expect, test, type LabServer } from './lab-server.ts';

const platforms: readonly [string, PlatformManifest][] = Object.entries(registry).filter(([folder]) =>
  existsSync(join(import.meta.dirname, '../platforms', folder, 'simulator.browser.ts')),
);

// One platform stands for the others, whose adapters are tested without a browser
// (platforms/every-platform.browser.test.ts). A drill tests all of them.
const [silent] =
  platforms.find(([folder]) => !(folder in platformsNeedingScript || folder in platformsConnectingWithoutReply)) ?? [];
const [blocked] = platforms.find(([folder]) => folder in platformsNeedingScript) ?? [];
const tag = (folder: string, first: string | undefined): string => (folder === first ? '' : ' @drill');

test.use({ viewport: { width: 2000, height: 1000 } });

for (const [folder, { title }] of platforms) {
  test(`${title}: a page that does not answer${tag(folder, silent)}`, async ({ page, lab }) => {
    await page.clock.install();
    const player = await openPlayer(page, lab, `${folder}/gem-miner?sdk=silent&lang=en`);
    if (folder in platformsConnectingWithoutReply) {
      await expectGame(player);
      return;
    }
    const asked = page.locator('#lines li', { has: page.locator('.kind.vendor'), hasText: 'waits' });
    await expect(asked.first()).toBeAttached();
    await page.clock.fastForward(30_000);
    await expect(player.getByRole('alert')).toContainText(`${title} isn't responding`);
    const before = await asked.count();
    await player.getByRole('button', { name: 'Try again' }).click();
    await expect(player.getByRole('alert')).toBeHidden();
    // The page of a bundle initializes the SDK once; a retry waits for the same result.
    if (!(folder in platformsWithBundle)) await expect.poll(() => asked.count()).toBeGreaterThan(before);
    await page.clock.fastForward(30_000);
    await expect(player.getByRole('alert')).toContainText(`${title} isn't responding`);
  });

  if (folder in platformsNeedingScript)
    test(`${title}: a blocked script that later loads${tag(folder, blocked)}`, async ({ page, lab }) => {
      const scripts = `**/lab/vendors/${folder}/**/*.js`;
      await page.route(scripts, (route) => route.abort('blockedbyclient'));
      const player = await openPlayer(page, lab, `${folder}/gem-miner?lang=en`);
      await expect(player.getByRole('alert')).toContainText(`${title} isn't responding`);
      await page.unroute(scripts);
      await player.getByRole('button', { name: 'Try again' }).click();
      await expectGame(player);
    });
}

async function openPlayer(page: Page, { url }: LabServer, path: string): Promise<FrameLocator> {
  await page.goto(`${url.replace('//localhost', '//lab.localhost')}/lab/${path}`);
  const frame = page.frameLocator('.screen iframe');
  return (path.split('/', 1)[0] ?? '') in platformsWithBundle ? frame.frameLocator('iframe') : frame;
}

const expectGame = (player: FrameLocator): Promise<void> =>
  expect(player.frameLocator('.player iframe').locator('#hello')).toBeVisible();
