// Twelve small games that use Poki's SDK as public games do, added unchanged by the command and played on the portal and
// inside other platforms.
import { manifest } from '#compat/poki/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['ready', 'language en'] },
    'added-script': { notes: ['loaded function'] },
    'import-in-module': { notes: ['module function'] },
    'commercial-break': { notes: ['sound on'], ads: ['sound off', 'sound on'] },
    'rewarded-options': { notes: ['reward false'], ads: ['started', 'reward true'] },
    'rewarded-function': { notes: ['no life'], ads: ['paused', 'extra life'] },
    'engine-bridge': {
      notes: ['ready ', 'commercialBreakCompleted ', 'rewardedBreakCompleted false', 'shareableURLResolved #level=3'],
      ads: ['ready ', 'commercialBreakCompleted ', 'rewardedBreakCompleted true', 'shareableURLResolved #level=3'],
    },
    'share-link': { notes: ['link /play/poki-share-link#id=room+7&type=duel', 'id '] },
    'player-and-token': { notes: ['user *', 'token *'] },
    banner: { notes: ['empty boolean', 'can destroy'] },
    'framed-game': { notes: ['framed false'] },
    'old-events': { notes: ['blocked false', 'fetch TypeError'] },
  },
  ['rewarded-options'],
);

test('a link with parameters reaches the game', async ({ lab, page }) => {
  const notes = await playForeignGame(page, `${lab.url}/play/poki-share-link?lang=en#id=7&type=duel`, 2);
  expect(notes[1]).toBe('id 7');
});

test('a player who is signed in has a name and a token', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const notes = await playForeignGame(page, `${lab.url}/play/poki-player-and-token?lang=en`, 2);
  expect(notes[0]).not.toBe('user guest');
  expect(notes[1]).toBe('token 3');
});

test("the lab's log shows the game's calls, and requests to the vendor as refused", async ({ lab, page }) => {
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/poki-old-events?lang=en`);
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'PokiSDK.measure("level", "1", "complete")' }).first()).toBeAttached();
  const refused = lines.filter({ hasText: 'https://api.poki.com/events' }).first();
  await expect(refused).toContainText("The portal itself answers this SDK's calls");
  await expect(refused).not.toContainText('--allow');
});
