// Twelve small games that use Playgama Bridge as public games do, added unchanged by the command and played on the
// portal and inside other platforms.
import { manifest } from '#compat/playgama/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['initialized playgama en', 'ready true'] },
    'added-script': { notes: ['loaded function'] },
    interstitial: { version: '1', notes: ['loading', 'failed'], ads: ['loading', 'opened', 'closed'] },
    rewarded: {
      notes: ['loading', 'failed'],
      ads: ['loading', 'opened', 'sound false', 'rewarded', 'closed', 'sound true'],
    },
    storage: { notes: ['level *', 'saved *'] },
    'storage-types': { version: '1', notes: ['type true', 'coins 7'] },
    'bundled-copy': { notes: ['copy loaded true', 'platform playgama 45'] },
    'older-names': { version: '1', notes: ['player *', 'no score true'] },
    'exact-version': { version: '1', notes: ['device desktop landscape', 'shop closed', 'no purchase'] },
    'player-and-boards': { notes: ['player *', 'boards in_game', 'no entries'] },
    levels: { notes: ['game_ready', 'level_started', 'level_completed', 'twice', 'fetch TypeError'] },
    'framed-game': { version: '1', notes: ['framed playgama'] },
  },
  ['rewarded', 'bundled-copy'],
);

test('a player who is signed in has a name, and the save of the last visit', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const [found] = await playForeignGame(page, `${lab.url}/play/playgama-player-and-boards?lang=en`, 3);
  expect(found).toBe('player account string false 1');
  for (const level of [1, 2]) {
    const [first, saved] = await playForeignGame(page, `${lab.url}/play/playgama-storage?lang=en`, 2);
    expect(first).toContain(`level ${level}`);
    expect(saved).toBe(`saved ${level + 1} 2`);
  }
});

test("the lab's log shows the game's calls, and requests to the vendor as refused", async ({ lab, page }) => {
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/playgama-levels?lang=en`);
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'bridge.platform.sendMessage("level_started"' }).first()).toBeAttached();
});
