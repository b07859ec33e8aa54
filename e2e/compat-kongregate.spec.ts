// Twelve small games that use Kongregate's SDK as public games do, added unchanged by the command and played on the portal
// and inside other platforms.
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { manifest } from '#compat/kongregate/compat.ts';
import { findGameFrame, playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

declare const kongregateAPI: { getAPI(): { services: { getUserId(): number; getGameAuthToken(): string } } };

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

testForeignGames(
  manifest,
  {
    'tag-in-head': { notes: ['loaded true string'] },
    'added-script': { notes: ['added true'] },
    'older-address': { notes: ['early ', 'connected function'] },
    'written-tag': { notes: ['written true'] },
    score: { notes: ['submitted'] },
    'rewarded-ads': { notes: ['unavailable'], ads: ['available', 'opened', 'reward'] },
    'player-and-token': { notes: ['player *', 'id number token *'] },
    items: { notes: ['items boolean 0', 'bought false'] },
    'remote-purchase': { notes: ['success false ', 'used 7 false'] },
    'chat-and-content': { notes: ['saved false', 'fetch TypeError'] },
    'unity-page': { notes: ['KongregateAPI OnKongregateAPILoaded 3', 'stat number'] },
    'framed-game': { notes: ['framed true'] },
  },
  ['rewarded-ads'],
);

test("a player who is signed in has a number, and a token that the game's server verifies", async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const game = 'kongregate-player-and-token';
  const notes = await playForeignGame(page, `${lab.url}/play/${game}?lang=en`, 2);
  expect(notes[0]).not.toBe('player guest');
  const frame = findGameFrame(page, game);
  const token = await frame?.evaluate(() => kongregateAPI.getAPI().services.getGameAuthToken());
  expect(await frame?.evaluate(() => kongregateAPI.getAPI().services.getUserId())).toBeGreaterThan(0);
  const keys = createRemoteJWKSet(new URL(`${lab.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token ?? '', keys, { issuer: lab.url, audience: game, typ: 'game+jwt' });
  expect(payload.sub).toBe(player.accountId);
});

test("the lab's log shows the game's calls, and requests to the vendor as refused", async ({ lab, page }) => {
  await page.goto(
    `${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/kongregate-chat-and-content?lang=en`,
  );
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'kongregate.chat.displayMessage("Welcome")' }).first()).toBeAttached();
  const refused = lines.filter({ hasText: 'https://api.kongregate.com/' }).first();
  await expect(refused).toContainText("The portal itself answers this SDK's calls");
});
