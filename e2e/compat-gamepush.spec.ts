// Twelve small games that use GamePush's SDK as public games do, added unchanged by the command and played on the portal
// and inside other platforms.
import { manifest } from '#compat/gamepush/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'callback-in-head': { notes: ['ready en CUSTOM', 'started false'] },
    'old-file': { notes: ['called function', 'ready true'] },
    'added-script': { notes: ['player *'] },
    fullscreen: { notes: ['sound on false', 'shown false'], ads: ['sound off', 'sound on true', 'shown true'] },
    rewarded: { notes: ['close false', 'no life'], ads: ['start', 'reward', 'close true', 'extra life'] },
    'preloader-and-sticky': { notes: ['preloaded false', 'banner boolean'] },
    progress: { notes: ['level *', 'sync true'] },
    leaderboard: { notes: ['no leaderboard', 'record false'] },
    shop: { notes: ['payments false false', 'error', 'bought false'] },
    'player-and-social': { notes: ['player *', 'link #fromId=a+b&content=invite', 'from '] },
    'engine-plugin': { notes: ['no channels', 'variables 0 false', 'fetch TypeError'] },
    'framed-game': { notes: ['framed gamepush-framed-game'] },
  },
  ['rewarded'],
);

test('a player who is signed in has a name, and the fields of the last visit', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const [found] = await playForeignGame(page, `${lab.url}/play/gamepush-player-and-social?lang=en`, 3);
  expect(found).toBe('player account true true true');
  for (const level of [1, 2]) {
    const [first] = await playForeignGame(page, `${lab.url}/play/gamepush-progress?lang=en`, 2);
    expect(first).toBe(`level ${level} gold ${(level - 1) * 50}`);
  }
});

test('a link with parameters reaches the game', async ({ lab, page }) => {
  const notes = await playForeignGame(page, `${lab.url}/play/gamepush-player-and-social?lang=en#fromId=7`, 3);
  expect(notes[2]).toBe('from 7');
});

test("the lab's log shows the game's calls", async ({ lab, page }) => {
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gamepush-progress?lang=en`);
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'gp.player.add("gold", 50)' }).first()).toBeAttached();
});
