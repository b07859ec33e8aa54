// Twelve small games that use Yandex Games' SDK as public games do, added unchanged by the command and played on the
// portal and inside other platforms.
import { manifest } from '#compat/yandex/compat.ts';
import { playForeignGame } from './compat/play-foreign-game.ts';
import { sellProducts } from './compat/sell-products.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { acceptDocuments, registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';
import { payByCardInTab } from './pay-by-card.ts';

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
    shop: { notes: ['catalog ', 'waiting 0'] },
    'device-and-banner': { notes: ['device true desktop', 'banner false', 'shortcut false'] },
    'framed-level': { notes: ['framed yandex-framed-level'] },
  },
  ['relative-script'],
);

test('a player who is signed in has a name, and the data of the last visit', async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  for (const level of [1, 2]) {
    const [mode, data] = await playForeignGame(page, `${lab.url}/play/yandex-player-data?lang=en`, 2);
    expect(mode).not.toBe('mode guest');
    expect(data).toBe(`level ${level}`);
  }
});

test('a game without a server sells in its page: what is bought is granted once, after a crash too', async ({
  lab,
  page,
}) => {
  await sellProducts(lab, 'yandex-shop', [
    { Sku: 'gold500', Names: { en: 'Gold' }, ProductType: 'Consumable', Prices: { USD: 4.99 } },
    { Sku: 'disable_ads', Names: { en: 'No ads' }, ProductType: 'Durable', Prices: { USD: 0.99 } },
  ]);
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'yandex-shop');
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const address = `${lab.url}/play/yandex-shop?lang=en`;
  const game = page.frameLocator('.player iframe');
  const notes = game.locator('#log li');
  const open = () => page.goto(address);
  await open();
  await expect(notes).toHaveText(['catalog gold500 $4.99, disable_ads $0.99', 'waiting 0']);
  await game.locator('#buy').click();
  await payByCardInTab(page);
  await expect(notes.last()).toHaveText('granted gold500');
  await game.locator('#crash').click();
  await payByCardInTab(page);
  await expect(notes.filter({ hasText: 'waiting 1' })).toBeVisible();
  await expect(notes.last()).toHaveText('granted gold500');
  await game.locator('#no-ads').click();
  await payByCardInTab(page);
  await expect(notes.last()).toHaveText('no ads menu');
  await open();
  await expect(notes).toHaveText([/^catalog/, 'waiting 1', 'no ads menu']);
});
