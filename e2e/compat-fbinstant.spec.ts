// Twelve small games that use the SDK of Facebook Instant Games as public games do, added unchanged by the command and
// played on the portal and inside other platforms.
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { manifest } from '#compat/fbinstant/compat.ts';
import { findGameFrame, playForeignGame } from './compat/play-foreign-game.ts';
import { sellProducts } from './compat/sell-products.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { acceptDocuments, registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';
import { payByCardInTab } from './pay-by-card.ts';

declare const FBInstant: {
  readonly player: {
    getID(): string;
    getSignedPlayerInfoAsync(payload: string): Promise<{ getPlayerID(): string; getSignature(): string }>;
  };
};

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['started SOLO ', 'language en_US WEB'] },
    'added-script': { version: '6.3', notes: ['loaded 6.3 string'] },
    'inserted-script': { version: '6.2', notes: ['name string string'] },
    'other-language': { version: '7.1', notes: ['supported true false', 'tournaments 0', 'asid '] },
    'written-tag': { notes: ['event  INVALID_PARAM', 'shortcut false'] },
    'rewarded-video': {
      version: '7.0',
      notes: ['no reward ADS_NO_FILL string'],
      ads: ['loaded 1234567890_987654321', 'reward'],
    },
    interstitial: {
      version: '6.3',
      notes: ['preload ADS_NO_FILL', 'none', 'banner ADS_NO_FILL'],
      ads: ['shown', 'again ADS_NOT_LOADED', 'banner *'],
    },
    'player-data': { version: '6.2', notes: ['gold 15', 'items 1 level *'] },
    leaderboard: { version: '6.3', notes: ['no leaderboard LEADERBOARD_NOT_FOUND'] },
    'share-link': {
      version: '7.1',
      notes: ['room none', 'choose CLIENT_UNSUPPORTED_OPERATION', 'update INVALID_OPERATION'],
    },
    // It has no products yet, so payments never become ready.
    shop: { version: '7.1', notes: ['early PAYMENTS_NOT_INITIALIZED'] },
    'framed-game': { version: '6.3', notes: ['framed SOLO'] },
  },
  ['rewarded-video'],
);

test('a link with data reaches the game', async ({ lab, page }) => {
  const data = Buffer.from(JSON.stringify({ room: 'blue & red' })).toString('base64url');
  const notes = await playForeignGame(page, `${lab.url}/play/fbinstant-share-link?lang=en#data=${data}`, 3);
  expect(notes[0]).toBe('room blue & red');
});

test("a player who is signed in has a token that the game's server verifies", async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const game = 'fbinstant-tag-in-head';
  await playForeignGame(page, `${lab.url}/play/${game}?lang=en`, 2);
  const frame = findGameFrame(page, game);
  const [id, signedId, signature] = (await frame?.evaluate(async () => {
    const signed = await FBInstant.player.getSignedPlayerInfoAsync('nonce');
    return [FBInstant.player.getID(), signed.getPlayerID(), signed.getSignature()];
  })) ?? ['', '', ''];
  const keys = createRemoteJWKSet(new URL(`${lab.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(signature ?? '', keys, { issuer: lab.url, audience: game, typ: 'game+jwt' });
  expect([payload.sub, payload['game_uid'], signedId]).toEqual([player.accountId, id, id]);
});

test('inside Facebook the game has our SDK, and its calls reach the script of the bundle', async ({ lab, page }) => {
  const address = `${lab.url.replace('//localhost', '//lab.localhost')}/lab/facebookinstantgames/fbinstant-rewarded-video?lang=en`;
  await page.goto(`${address}&ad=finished`);
  await expect.poll(() => findGameFrame(page, 'fbinstant-rewarded-video') !== undefined).toBe(true);
  const game = findGameFrame(page, 'fbinstant-rewarded-video');
  await expect(game?.locator('#log') ?? page.locator('none')).toContainText('reward');
  expect(await game?.locator('script[src*="/sdk/compat/fbinstant.js"]').count()).toBe(1);
});

test('a game without a server sells in its page: what is bought is granted once, after a crash too', async ({
  lab,
  page,
}) => {
  await sellProducts(lab, 'fbinstant-shop', [
    { Sku: 'gold500', Names: { en: 'Gold' }, ProductType: 'Consumable', Prices: { USD: 4.99 } },
  ]);
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'fbinstant-shop');
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const game = page.frameLocator('.player iframe');
  const notes = game.locator('#log li');
  await page.goto(`${lab.url}/play/fbinstant-shop?lang=en`);
  await expect(notes).toHaveText(['early PAYMENTS_NOT_INITIALIZED', 'catalog gold500 $4.99', 'waiting 0']);
  await game.locator('#buy').click();
  await payByCardInTab(page);
  await expect(notes.last()).toHaveText('granted gold500 menu');
  await game.locator('#crash').click();
  await payByCardInTab(page);
  await expect(notes.filter({ hasText: 'waiting 1' })).toBeVisible();
  await expect(notes.last()).toHaveText('granted gold500 menu');
});
