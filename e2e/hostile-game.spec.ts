// A malicious game in the real player, with a signed-in player. The game attacks (e2e/fixtures/hostile/hostile.js) and
// reports each result. This file holds the expected results, and checks from outside what a game cannot see: the page's
// address, opened windows, loaded files and sent requests.
import type { BrowserContext, Page } from '@playwright/test';
import type { ForeignSdkManifest } from '#compat/port.ts';
import * as foreignSdks from '#compat/registry.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { createApiClient, expect, registerPlayer, test } from './lab-people.ts';
import { hostileGame as game, serveHostileGame } from './serve-hostile-game.ts';

const atStart: Readonly<Record<string, string>> = {
  'storage of the portal': 'refused: SecurityError',
  'page of the portal': 'refused: SecurityError',
  'page of the portal, by a common domain': 'refused: SecurityError',
  cookies: '',
  'cookie for the portal': '',
  'name of the window': '',
  // No path: it may contain private data of the portal.
  referrer: 'the portal/',
  opener: 'null',
  'what else was loaded': '0',
  'call of the API': 'refused: TypeError',
  'picture of the API': 'refused',
  'beacon to the API': 'refused by connect-src',
  'the portal in a frame': 'refused by frame-src',
  'another game in a frame': 'refused by frame-src',

  'navigation of the top': 'refused: SecurityError',
  'replacing the top': 'refused: SecurityError',
  'opening in the top': 'null',
  'link to the top': 'undefined',
  'form to the top': 'undefined',
  'script for the top': 'null',
  'closing the top': 'undefined',
  'steps back': 'undefined',
  'navigation of the top by a pop-up': 'refused: SecurityError',
  'full screen without a click': 'refused: TypeError',
  'pointer lock without a click': 'refused',
  'question of the browser': 'false',

  // A game may frame its own pages; they get no port.
  'frame of its own origin': 'Nested',
  'port for a frame of its own origin': '0',
  'port for a frame of a text': '0',
  'port for a frame of a blob': '0',
  'port for a frame of no origin': '0',

  'handshake in another name': game,
  'event of another game': 'true',
  'status in another game': 'refused: InvalidRequest',
  'what it has no capability for': 'NotSupported',
  'methods of every object': 'UnknownMethod',
  'a prototype in the parameters': 'refused: TooLarge',
  'a prototype deeper down': 'refused: TooLarge',
  'a constructor in the parameters': 'refused: TooLarge',
  'a prototype around the call': 'string',
  'a script as a page': 'refused: InvalidRequest',
  'a script as a link': 'refused: InvalidRequest',
  'a page that looks like another': 'refused: InvalidRequest',
  'a link that looks like another': 'refused: InvalidRequest',
  'an event of the tag manager': 'refused: InvalidRequest',

  'an expression without end': 'false',
  'an expression without end, and a long text': 'refused: InvalidRequest',
  'fifty megabytes': 'refused: TooLarge',
  'fifty megabytes of text': 'refused: TooLarge',
  'two thousand levels': 'refused: TooLarge',
  'fifty megabytes beside the port': 'undefined',

  // The browser itself would allow all of them.
  'rights that the portal leaves': '',
  'picture of the screen': 'refused: NotAllowedError',
  place: 'refused: 1',
  'reading the clipboard': 'refused: NotAllowedError',
  'storage of a third party': 'refused: NotAllowedError',
  'messages overheard': '0',
};

const atClick: Readonly<Record<string, string>> = {
  'navigation of the top, with a click': 'refused: SecurityError',
  'link to the top, with a click': 'undefined',
  'download, with a click': 'undefined',
  'reading the clipboard, with a click': 'refused: NotAllowedError',
  'the portal in a pop-up': 'refused',
};

// As a game of our own, and built for each other portal. One of those stands for the others; a drill tests all.
const builtFor: readonly (ForeignSdkManifest | undefined)[] = [undefined, ...Object.values(foreignSdks)];
for (const [at, foreignSdk] of builtFor.entries())
  test(
    `a hostile game${foreignSdk ? ` built for ${foreignSdk.title}` : ''} gets no data and no navigation, and the player can leave it`,
    { tag: at > 1 ? '@drill' : [] },
    async ({ lab, page, context }) => {
      const player = await registerPlayer(lab);
      await context.grantPermissions(['camera', 'microphone', 'geolocation', 'clipboard-read']);
      await context.addCookies([{ name: 'secret', value: '1', url: lab.url }]);
      await page.addInitScript((token) => {
        if (window.top === window) localStorage.setItem('AuthToken', token);
      }, player.token);
      await serveHostileGame(lab, page, context, {
        page: 'index.html',
        foreignSdk,
        replace: (text) => text.replace('FLOOD', String(chooseDrillSize(20_000, 1_000_000))),
      });
      await serveSlowRules(page);
      const seen = watch(page, context);
      const address = `${lab.url}/play/${game}?lang=en#level`;
      // A history entry to go back to.
      await page.goto(`${lab.url}/Games/${game}?lang=en`);
      await page.goto(address);

      await test.step('without a click', async () => {
        await expect.poll(() => seen.results.has('ready'), { timeout: 90_000 }).toBe(true);
        const token = seen.results.get('token of the player') ?? '';
        for (const name of ['ready', 'token of the player']) seen.results.delete(name);
        expect(Object.fromEntries(seen.results)).toEqual(atStart);
        expect(page.url()).toBe(address);
        expect(seen.events).toEqual([expect.objectContaining({ GameSystemName: game, EventCode: 'plain' })]);
        // The game's token is for its own server: it is not a session and not valid for another game.
        expect(token.split('.')).toHaveLength(3);
        expect(token).not.toBe(player.token);
        const asGame = createApiClient(lab, token);
        await expect(asGame.profile.overview({})).rejects.toMatchObject({ status: 401 });
        await expect(asGame.friends.status({ Game: game })).rejects.toMatchObject({ status: 401 });
        const impersonation = asGame.auth.authenticateFromGame({ Game: 'sky-courier', Token: token });
        await expect(impersonation).rejects.toMatchObject({ status: 401 });
        expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
        expect((await context.cookies(lab.url)).map(({ name }) => name)).toEqual(['secret']);
      });

      await test.step('with a click', async () => {
        seen.results.clear();
        await page.locator('.player iframe').click({ position: { x: 300, y: 200 } });
        await expect.poll(() => seen.results.has('the portal in a pop-up')).toBe(true);
        seen.results.delete('pointer lock');
        expect(Object.fromEntries(seen.results)).toEqual(atClick);
        const popups = context.pages().filter((each) => each !== page);
        expect(popups).toHaveLength(1);
        for (const popup of popups) {
          expect(await popup.evaluate(() => window.opener as unknown)).toBeNull();
          await popup.close();
        }
        expect(page.url()).toBe(address);
      });

      await test.step('with dialogs', async () => {
        // The portal's rate limit uses this clock. While the clock stands still, a sixth dialog is never allowed, even on a
        // slow machine.
        await page.evaluate(() => {
          const now = performance.now();
          performance.now = () => now;
        });
        await page.locator('.player iframe').focus();
        await page.keyboard.press('d');
        seen.results.clear();
        const dialogs = page.locator('dialog');
        for (let times = 1; times <= 5; times += 1) {
          await expect.poll(() => seen.dialogs()).toBe(times);
          await expect(dialogs).toHaveCount(1);
          // The dialog reacts to keys only once it has the focus.
          await expect(dialogs.getByRole('button', { name: 'Close' })).toBeFocused();
          await page.keyboard.press('Escape');
        }
        await expect.poll(() => seen.results.get('one dialog after the other')).toBe('5 and TooManyRequests');
        expect(seen.results.get('while a dialog is open')).toBe('Busy');
        await expect(dialogs).toHaveCount(0);
        await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
      });

      await test.step('with a message flood, during which the portal still responds', async () => {
        await page.locator('.player iframe').focus();
        await page.keyboard.press('f');
        await page.getByRole('button', { name: 'Full screen' }).click();
        // The portal stops a game that sends too many messages.
        await expect.poll(() => seen.results.has('more messages than anybody reads')).toBe(true);
        await expect(page.getByText("The game couldn't start")).toBeVisible();
        await page.getByRole('button', { name: 'Exit full screen' }).click();
        await page.locator('.player-bar a').first().click();
        await expect(page.locator('.game-page')).toBeVisible();
        await expect(page.locator('iframe')).toHaveCount(0);
        expect(await page.evaluate(() => document.pointerLockElement)).toBeNull();
      });

      await test.step('with the keys of a dialog', async () => {
        seen.results.clear();
        await page.goto(address);
        await expect.poll(() => seen.results.has('ready')).toBe(true);
        await page.locator('.player iframe').focus();
        await page.keyboard.press('k');
        const message = page.getByRole('dialog').getByLabel('What happened?');
        await expect(message).toBeVisible();
        // The portal stops the game, so the game cannot read what the player types.
        await expect(page.getByText("The game couldn't start")).toBeAttached();
        seen.results.clear();
        await message.click();
        await page.keyboard.type('my secret');
        await expect(message).toHaveValue('my secret');
        expect([...seen.results.keys()]).toEqual([]);
        await page.keyboard.press('Escape');
        await page.locator('.player-bar a').first().click();
        await expect(page.locator('.game-page')).toBeVisible();
      });

      // A game may show a browser dialog at each load, which names the game's host, and may download a file after a click.
      // Nothing else happened.
      expect(seen.asked).toEqual(['Is this the portal?', 'harmless.exe', 'Is this the portal?']);
    },
  );

/** Event rules with slow regular expressions, written by mistake or in bad faith. */
async function serveSlowRules(page: Page): Promise<void> {
  const rules = ['/^(a+)+$/', '/^(a|aa)+$/', '/(.*a){25}$/'].map((Filter1) => ({ Code: 'slow', Filter1 }));
  await page.route('**/api/v1/cross-play/events/rules*', (route) =>
    route.fulfill({ json: { Rules: [...rules, { Code: 'plain' }] } }),
  );
}

function watch(page: Page, context: BrowserContext) {
  const results = new Map<string, string>();
  const events: unknown[] = [];
  const asked: string[] = [];
  let dialogs = 0;
  page.on('console', (message) => {
    if (!message.text().startsWith('["')) return;
    const [name, result] = JSON.parse(message.text()) as [string, string];
    results.set(name, result);
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/cross-play/events/send')) events.push(request.postDataJSON());
    if (request.isNavigationRequest() && request.url().endsWith('?dialog')) dialogs += 1;
  });
  page.on('dialog', (dialog) => {
    // A game may ask the player to confirm leaving; the player confirms.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  context.on('page', (other) => other.on('download', (download) => void asked.push(download.suggestedFilename())));
  page.on('download', (download) => void asked.push(download.suggestedFilename()));
  return { results, events, asked, dialogs: () => dialogs };
}
