// Twelve small games that use GameMonetize's SDK as public games and plug-ins for engines do, added unchanged by the
// command and played on the portal and inside other platforms.
import { manifest } from '#compat/gamemonetize/compat.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'official-snippet': { notes: ['ready true', 'resume'], ads: ['ready true', 'pause', 'resume'] },
    'tag-in-head': { notes: ['ready function'] },
    'unity-plugin': {
      notes: ['GameMonetize ResumeGame'],
      ads: ['GameMonetize PauseGame', 'GameMonetize ResumeGame'],
    },
    'construct-plugin': { notes: ['OnReady false', 'OnResumeGame false'] },
    'gdevelop-code': { notes: ['volume was 100'], ads: ['volume was 0'] },
    'phaser-scene': { notes: ['running true'], ads: ['running false', 'running true'] },
    'awaited-break': { notes: ['shown false', 'again boolean'], ads: ['shown true', 'again boolean'] },
    'first-address': { notes: ['ready'] },
    'import-in-module': { notes: ['module function'] },
    'framed-game': { notes: ['framed ready'] },
    'cocos-loader': { notes: ['cc.game.resume', 'fetch TypeError'] },
    'reward-by-event': { notes: ['preload undefined', 'reward false'] },
  },
  ['official-snippet'],
);

test("the lab's log shows the game's calls, and requests to the vendor as refused", async ({ lab, page }) => {
  await page.goto(
    `${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gamemonetize-cocos-loader?ad=finished&lang=en`,
  );
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'sdk.showBanner()' }).first()).toBeAttached();
  await expect(lines.filter({ hasText: 'https://api.gamemonetize.com/cms.json' }).first()).toContainText(
    "The portal itself answers this SDK's calls",
  );
});
