// Twelve small games that use GameDistribution's SDK as public games and plug-ins for engines do, added unchanged by the
// command and played on the portal and inside other platforms.
import { manifest } from '#compat/gamedistribution/compat.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'official-snippet': { notes: ['tracking true', 'ready true', 'host true'] },
    'tag-in-head': { notes: ['sound on', 'next level, no ad string'], ads: ['sound off', 'sound on', 'next level'] },
    'rewarded-preload': {
      notes: ['no button There is no ad.'],
      ads: ['button', 'paused', 'goes on true', 'extra life'],
    },
    'unity-plugin': {
      notes: ['GameDistribution ResumeGameCallback ', 'GameDistribution RewardedVideoFailureCallback '],
      ads: [
        'GameDistribution PauseGameCallback ',
        'GameDistribution RewardedCompleteCallback ',
        'GameDistribution ResumeGameCallback ',
        'GameDistribution RewardedVideoSuccessCallback ',
      ],
    },
    'construct-plugin': { notes: ['playing false viewed false'], ads: ['playing true', 'playing false viewed true'] },
    'legacy-api': { notes: ['init', 'resume', 'resume'], ads: ['init', 'resume', 'pause', 'resume'] },
    'import-call': { notes: ['imported function'] },
    'display-ad': { notes: ['No container is found with this id - other', 'display ad over'] },
    'game-events': { notes: ['sent', 'The store is not available.', 'fetch TypeError'] },
    'start-screen': { notes: ['game starts'] },
    'framed-game': { notes: ['framed ready'] },
    'godot-shell': {
      notes: ['error 1009', 'SDK_GAME_START', 'not shown'],
      ads: ['SDK_GAME_PAUSE', 'SDK_GAME_START', 'shown'],
    },
  },
  ['rewarded-preload'],
);

test("the lab's log shows the game's calls, and requests to the vendor as refused", async ({ lab, page }) => {
  await page.goto(
    `${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gamedistribution-game-events?lang=en`,
  );
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'gdsdk.sendEvent({"eventName":"game_event"' }).first()).toBeAttached();
  await expect(lines.filter({ hasText: 'https://game.api.gamedistribution.com' }).first()).toContainText(
    "The portal itself answers this SDK's calls",
  );
});
