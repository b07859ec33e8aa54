// Twelve small games that use VK Bridge as public games do, added unchanged by the command and played on the portal and
// inside other platforms.
import { manifest } from '#compat/vkbridge/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['started', 'colours *'] },
    'version-in-address': { notes: ['frame true false false', 'ads true'] },
    'umd-file': { notes: ['init true', 'config string'] },
    'fallback-scripts': { notes: ['loaded'] },
    interstitial: { notes: ['has false', 'error client_error 20'], ads: ['has true', 'shown true'] },
    rewarded: { notes: ['no reward No ads'], ads: ['gold 50'] },
    storage: { notes: ['level *', 'keys level'] },
    'user-and-launch': { notes: ['same true number', 'name *'] },
    // On the portal a guest is asked to sign in first.
    'order-box': { notes: ['orders'], ads: ['orders', 'no order client_error'] },
    'banner-and-board': { notes: ['banner true', 'story *'] },
    'own-library': { notes: ['init true', 'sound off', 'no address 6'] },
    'framed-game': { notes: ['framed true'] },
  },
  ['storage', 'own-library'],
);

test('a player who is signed in has a name, and the data of the last visit', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  for (const level of [1, 2])
    expect((await playForeignGame(page, `${lab.url}/play/vkbridge-storage?lang=en`, 2))[0]).toBe(`level ${level}`);
  const [same, name] = await playForeignGame(page, `${lab.url}/play/vkbridge-user-and-launch?lang=en`, 2);
  expect([same, name?.length]).toEqual(['same true number', expect.any(Number)]);
  expect(name).not.toBe('name ');
});
