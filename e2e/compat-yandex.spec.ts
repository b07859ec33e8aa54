// Twelve small games that use Yandex Games' SDK as public games do, added unchanged by the command and played on the
// portal and inside other platforms.
import { manifest } from '#compat/yandex/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'relative-script': { notes: ['ready en'] },
    'inserted-script': { notes: ['inserted function'] },
    'storage-script': { notes: ['sound off'] },
    'relative-path': { notes: ['difficulty hard', 'time number'] },
    'fullscreen-adv': { notes: ['close false'], ads: ['open', 'close true'] },
    'rewarded-video': { notes: ['error Error'], ads: ['open', 'rewarded', 'close'] },
    'player-data': { notes: ['mode *', 'level *'] },
    'player-stats': { notes: ['gold 15'] },
    'missing-leaderboard': { notes: ['no leaderboard Error'] },
    'payments-off': { notes: ['no shop '] },
    'device-and-banner': { notes: ['device true desktop', 'banner false', 'shortcut false'] },
    'framed-level': { notes: ['framed framed-level'] },
  },
  ['relative-script'],
);

test('a player who is signed in has a name, and the data of the last visit', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  for (const level of [1, 2]) {
    const [mode, data] = await playForeignGame(page, `${lab.url}/play/player-data?lang=en`, 2);
    expect(mode).not.toBe('mode guest');
    expect(data).toBe(`level ${level}`);
  }
});
