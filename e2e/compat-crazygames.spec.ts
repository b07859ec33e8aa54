// Twelve small games that use CrazyGames' SDK as public games do, added unchanged by the command and played on the
// portal and inside other platforms.
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { manifest } from '#compat/crazygames/compat.ts';
import { findGameFrame, playForeignGame } from './compat/play-foreign-game.ts';
import { testForeignGames, type ForeignGame } from './compat/test-foreign-games.ts';
import { registerPlayer } from './lab-people.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

declare const CrazyGames: {
  readonly SDK: {
    readonly user: {
      getUser(): Promise<{ username: string; profilePictureUrl: string } | null>;
      getUserToken(): Promise<string>;
    };
  };
};

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

const games: Readonly<Record<string, ForeignGame>> = {
  'tag-in-head': { notes: ['before uninitialized', 'after crazygames', 'played'] },
  'added-with-source': { notes: ['loaded true', 'user *'] },
  'source-set-later': { notes: ['link /play/crazygames-source-set-later#roomId=12&mode=duel', 'param '] },
  'module-import': { notes: ['own module crazygames'] },
  'import-call': { notes: ['ready function'] },
  'written-tag': { notes: ['ready crazygames-written-tag'] },
  'own-frame': { notes: ['framed crazygames'] },
  'callbacks-v2': {
    version: '2',
    notes: ['init crazygames-callbacks-v2', 'user  *', 'adError string unfilled'],
    ads: ['init crazygames-callbacks-v2', 'user  *', 'adStarted', 'adFinished'],
  },
  'promises-v2': {
    version: '2',
    notes: ['environment crazygames', 'account true', 'adblock false', 'no reward unfilled', 'xsolla *'],
    ads: [
      'environment crazygames',
      'account true',
      'adblock false',
      'adStarted',
      'reward',
      'xsolla missingXsollaConfig',
    ],
  },
  'events-v1': {
    version: '1',
    notes: ['initialized desktop', 'adblock false false', 'adError No ad available'],
    ads: ['initialized desktop', 'adblock false false', 'adStarted', 'adFinished'],
  },
  saves: { notes: ['too early sdkNotInitialized', 'gold ', 'now 100 '] },
  'ads-and-requests': {
    notes: ['fetch TypeError', 'banner notCreated', 'second other', 'adError unfilled'],
    ads: ['fetch TypeError', 'banner notCreated', 'second other', 'adStarted true', 'adFinished false'],
  },
};

testForeignGames(manifest, games, ['saves']);

test("the save is there after a reload, and the lab's log shows the game's own calls", async ({ lab, page }) => {
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/crazygames-saves?lang=en`);
  const log = page.frameLocator('.screen iframe').frameLocator('.player iframe').locator('#log');
  await expect(log).toContainText('now 200');
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'CrazyGames.SDK.data.setItem("gold", 200)' }).first()).toBeAttached();
});

test("a player who is signed in has a name, and a token that the game's server verifies", async ({ lab, page }) => {
  const player = await registerPlayer(lab);
  await page.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('AuthToken', token);
  }, player.token);
  const game = 'crazygames-added-with-source';
  await playForeignGame(page, `${lab.url}/play/${game}?lang=en`, 2);
  const frame = findGameFrame(page, game);
  const [user, token] = (await frame?.evaluate(() =>
    Promise.all([CrazyGames.SDK.user.getUser(), CrazyGames.SDK.user.getUserToken()]),
  )) ?? [null, ''];
  expect(user).toMatchObject({
    username: expect.any(String),
    profilePictureUrl: expect.stringMatching(/^(https?|data):/),
  });
  const keys = createRemoteJWKSet(new URL(`${lab.url}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, { issuer: lab.url, audience: game, typ: 'game+jwt' });
  expect(payload.sub).toBe(player.accountId);
});

test('a link with parameters reaches the game', async ({ lab, page }) => {
  const notes = await playForeignGame(
    page,
    `${lab.url}/play/crazygames-source-set-later?lang=en#roomId=7&mode=duel`,
    2,
  );
  expect(notes[1]).toBe('param 7');
});
