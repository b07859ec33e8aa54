// A game with its own push key on a portal with other games: the player allows it in the game, and its message is signed
// with its key and shown by its own service worker.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acceptDocuments, createApiClient, expect, queryLabDatabase, registerPlayer, test } from './lab-people.ts';
import {
  clickNotification,
  deliverPush,
  openPageForPush,
  readNotificationTitles,
  readPortalPushKey,
  readReceivedPushes,
  waitForServiceWorker,
} from './lab-push.ts';
import type { LabServer } from './lab-server.ts';
import { openFullChromium } from './open-full-chromium.ts';

test.use({ serviceWorkers: 'allow' });

/** The part of the SDK that this test uses. */
declare const FxId: { init(): Promise<unknown>; readonly push: { register(): Promise<boolean> } };

const name = 'bridge-explorer';

// Other tests share this lab.
test.afterEach(async ({ lab }) => {
  await queryLabDatabase(lab, `update games set config = config - 'WebPushPublicKey' where game = $1`, [name]);
});

test(
  'a game with its own key: its message is shown by its own service worker',
  { tag: '@drill' },
  async ({ lab, launchOptions }) => {
    const gameKey = await createGamePushKey(lab);
    const player = await registerPlayer(lab);
    await acceptDocuments(lab, player.token, name);
    await using browser = await openFullChromium(launchOptions);
    const { context, page } = await openPageForPush(lab, browser, player);
    await page.goto(`${lab.url}/play/${name}?lang=en`);
    await waitForServiceWorker(page);
    const game = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
    if (!game) throw new Error('The game has no frame.');
    await game.waitForFunction(() => 'FxId' in globalThis);
    const registered = game.evaluate(async () => {
      await FxId.init();
      return FxId.push.register();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    expect(await registered).toBe(true);

    const server = createApiClient(lab, lab.gameKeys[name]);
    await server.push.send({ Title: { en: 'Ore!' }, Body: { en: 'Your mine is full.' }, Marketing: false });
    await expect.poll(() => readReceivedPushes(lab, page, gameKey)).toHaveLength(1);
    expect(await readReceivedPushes(lab, page, await readPortalPushKey(page))).toEqual([]);

    const scope = `${lab.url}/push/${name}/`;
    const [message = ''] = await readReceivedPushes(lab, page, gameKey);
    await deliverPush(context, page, scope, message);
    await expect.poll(() => readNotificationTitles(page, scope)).toEqual(['Ore!']);
    const worker = context.serviceWorkers().find((each) => each.url() === `${lab.url}/push-worker.js`);
    expect(await worker?.evaluate(clickNotification)).toBe(`${lab.url}/play/${name}`);

    await page.goto(`${lab.url}/Profile?lang=en`);
    await page.getByRole('switch', { name: 'Bridge Explorer', exact: true }).click();
    const scopes = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((each) => each.scope));
    await expect.poll(scopes).toEqual([`${lab.url}/`]);
    await context.close();
  },
);

async function createGamePushKey(lab: LabServer): Promise<string> {
  const program = join(import.meta.dirname, '../server/features/push/push-command.ts');
  const env = { ...process.env, DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'rotate', name], { env, timeout: 120_000 });
  const publicKey = /"WebPushPublicKey": "(\S+)"/.exec(stdout)?.[1] ?? '';
  const change = `update games set config = config || jsonb_build_object('WebPushPublicKey', $2::text) where game = $1`;
  await queryLabDatabase(lab, change, [name, publicKey]);
  return publicKey;
}
