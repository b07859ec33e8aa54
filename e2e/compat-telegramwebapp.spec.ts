// Twelve small games that use Telegram's scripts as public games do, added unchanged by the command and played on the
// portal and inside other platforms.
import { manifest } from '#compat/telegramwebapp/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['expanded true weba', 'colours true'] },
    'query-in-address': { notes: ['set true false'] },
    'user-at-once': { notes: ['player number *', 'data false'] },
    'cloud-storage': { notes: ['level *', 'keys level'] },
    'main-button': { notes: ['shown true', 'clicked false'] },
    dialogs: { notes: ['confirmed true', 'chose buy'] },
    invoice: { notes: ['no sword failed', 'closed failed'] },
    'added-script': { notes: ['loaded function'] },
    'game-proxy': { notes: ['proxy function {}'] },
    'own-copy': { notes: ['still object true'] },
    device: { notes: ['accelerometer false', 'location false', 'home screen unsupported'] },
    'framed-game': { notes: ['framed yes'] },
  },
  ['user-at-once', 'cloud-storage'],
);

test('a player who is signed in is the same at each visit, and has the data of the last one', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  for (const level of [1, 2])
    expect((await playForeignGame(page, `${lab.url}/play/telegramwebapp-cloud-storage?lang=en`, 2))[0]).toBe(
      `level ${level} true`,
    );
  const notes = await playForeignGame(page, `${lab.url}/play/telegramwebapp-user-at-once?lang=en`, 2);
  expect(await playForeignGame(page, `${lab.url}/play/telegramwebapp-user-at-once?lang=en`, 2)).toEqual(notes);
});
