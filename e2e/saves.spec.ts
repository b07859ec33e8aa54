// Saves follow the player: from device to device, from a platform to the portal, and through times without a network.
import type { Frame, Page } from '@playwright/test';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { acceptDocuments, createApiClient, expect, registerPlayer, test, type Player } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

declare const FxId: {
  init(): Promise<unknown>;
  readonly ui: { continueOnOtherDevice(): Promise<unknown> };
  readonly player: { signIn(): Promise<unknown> };
  readonly saves: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    setSummary(summary: string): Promise<void>;
    flush(): Promise<boolean>;
  };
};

async function findGame(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().some(isGame)).toBe(true);
  const game = page.frames().find(isGame);
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(() => FxId.init().then(() => undefined));
  return game;
}

const isGame = (frame: Frame): boolean => frame.url().includes('//gem-miner.localhost');

async function play(lab: LabServer, page: Page): Promise<Frame> {
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  return findGame(page);
}

async function registerMiner(lab: LabServer): Promise<Player> {
  const player = await registerPlayer(lab);
  await acceptDocuments(lab, player.token, 'gem-miner');
  return player;
}

/** Resolves with the result of the flush, or with the code of its error. */
const reach = (game: Frame, level: number): Promise<boolean | string> =>
  game.evaluate(async (reached) => {
    void FxId.saves.setSummary(`Level ${reached}`);
    await FxId.saves.set('level', reached);
    return FxId.saves.flush().catch(({ code }: { code: string }) => code);
  }, level);

const readLevel = (game: Frame): Promise<unknown> => game.evaluate(() => FxId.saves.get('level'));

const storedLevel = async (lab: LabServer, token: string): Promise<string | undefined> =>
  (await createApiClient(lab, token).saves.read({ Game: 'gem-miner' })).Keys?.['level'];

/** Plays without a connection for saves, and leaves the game. */
async function leaveUnsent(lab: LabServer, page: Page, level: number): Promise<void> {
  await page.goto(`${lab.url}/play/gem-miner?lang=en&lab-save=offline`);
  expect(await reach(await findGame(page), level)).toBe(false);
}

const unsentSaves = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('UnsentSaves'));

async function playInLab(lab: LabServer, page: Page, scenario: string): Promise<Frame> {
  await page.setViewportSize({ width: 2000, height: 1000 });
  await page.goto(`${lab.url.replace('//localhost', '//lab.localhost')}/lab/telegram/gem-miner?lang=en&${scenario}`);
  return findGame(page);
}

const questionInLab = (page: Page) =>
  page.frameLocator('iframe[name="player"]').getByRole('dialog', { name: 'Which save do you want to keep?' });

test('a save made offline is sent later', async ({ lab, anotherBrowser }) => {
  const { token } = await registerMiner(lab);
  const page = await anotherBrowser(token);
  const game = await play(lab, page);
  expect(await reach(game, 3)).toBe(true);
  await page.context().setOffline(true);
  expect(await reach(game, 4)).toBe(false);
  expect(await readLevel(game)).toBe(4);
  expect(await storedLevel(lab, token)).toBe('3');
  await page.context().setOffline(false);
  await expect.poll(() => storedLevel(lab, token)).toBe('4');

  // Also after a restart without a network in between: the save is kept on the device.
  await page.route('**/api/v1/saves/**', (route) => route.abort());
  expect(await reach(game, 5)).toBe(false);
  await page.unroute('**/api/v1/saves/**');
  expect(await readLevel(await play(lab, page))).toBe(5);
  await expect.poll(() => storedLevel(lab, token)).toBe('5');
});

test('a conflict is resolved by the player, and the other save can be restored', async ({ lab, anotherBrowser }) => {
  const { token } = await registerMiner(lab);
  const [page, other] = [await anotherBrowser(token), await anotherBrowser(token)];
  const game = await play(lab, page);
  await readLevel(game);
  // Without a network the device can't learn of the other one's save before it writes its own.
  await page.context().setOffline(true);
  expect(await reach(game, 12)).toBe(false);
  expect(await reach(await play(lab, other), 9)).toBe(true);
  await page.context().setOffline(false);

  const question = page.getByRole('dialog', { name: 'Which save do you want to keep?' });
  await expect(question.getByRole('listitem').first()).toContainText(/This device.*Level 12/);
  await expect(question.getByRole('listitem').last()).toContainText(/Your account.*Level 9/);
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  expect(await storedLevel(lab, token)).toBe('9');
  await question.getByRole('listitem').first().getByRole('button', { name: 'Keep this one' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect.poll(() => storedLevel(lab, token)).toBe('12');

  await page.goto(`${lab.url}/Profile?lang=en`);
  const saves = page.getByRole('region', { name: 'Saves' });
  await saves.getByRole('button', { name: 'Show versions: Gem Miner' }).click();
  const older = saves.locator('ol > li').filter({ hasText: 'Level 9' });
  await older.getByRole('button', { name: /^View: / }).click();
  await expect(older).toContainText('level9');
  const downloading = page.waitForEvent('download');
  await older.getByRole('button', { name: /^Download: / }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^gem-miner-save-\d+\.json$/);
  await older.getByRole('button', { name: /^Restore: / }).click();
  await expect(saves.getByRole('status')).toContainText('Version restored.');
  expect(await storedLevel(lab, token)).toBe('9');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saves.getByRole('button', { name: 'Undo' }).click();
  await expect(saves.getByRole('status')).toContainText('Undone.');
  expect(await storedLevel(lab, token)).toBe('12');
});

test('a save that its page could not send is sent by the portal, and by another game', async ({
  lab,
  anotherBrowser,
}) => {
  const { token } = await registerMiner(lab);
  await acceptDocuments(lab, token, 'paper-fleet');
  const page = await anotherBrowser(token);
  for (const [path, level] of [
    ['/', 4],
    ['/play/paper-fleet', 5],
  ] as const) {
    await leaveUnsent(lab, page, level);
    expect(await storedLevel(lab, token)).not.toBe(String(level));
    await page.goto(`${lab.url}${path}?lang=en`);
    await expect.poll(() => storedLevel(lab, token), path).toBe(String(level));
    await expect.poll(() => unsentSaves(page)).toBeNull();
  }
  // It is a state that the game knows, not one of another device.
  expect(await readLevel(await play(lab, page))).toBe(5);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an unsent save that conflicts waits until its game is opened', async ({ lab, anotherBrowser }) => {
  const { token } = await registerMiner(lab);
  const [page, other] = [await anotherBrowser(token), await anotherBrowser(token)];
  await leaveUnsent(lab, page, 12);
  expect(await reach(await play(lab, other), 9)).toBe(true);

  await page.goto(`${lab.url}/?lang=en`);
  await expect.poll(() => unsentSaves(page), 'the portal has tried').toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await storedLevel(lab, token)).toBe('9');

  const game = await play(lab, page);
  void readLevel(game).catch(() => undefined);
  const question = page.getByRole('dialog', { name: 'Which save do you want to keep?' });
  await expect(question).toContainText(/This device.*Level 12.*Your account.*Level 9/);
  await question.getByRole('listitem').first().getByRole('button', { name: 'Keep this one' }).click();
  await expect.poll(() => storedLevel(lab, token)).toBe('12');
});

test('a game that saves as fast as it can is limited, and loses nothing that was acknowledged', async ({
  lab,
  anotherBrowser,
}) => {
  const { token } = await registerMiner(lab);
  const page = await anotherBrowser(token);
  const game = await play(lab, page);
  await readLevel(game);
  let writes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/saves/write')) writes += 1;
  });
  const acknowledged = 500;
  const codes = await game.evaluate(async (last) => {
    const refused = new Set<string>();
    for (let level = 1; level <= last; level += 1) {
      await FxId.saves.set('level', level);
      void FxId.saves.flush().catch(({ code }: { code: string }) => refused.add(code));
    }
    return [...refused];
  }, acknowledged);
  expect(codes).toEqual(['TooManyRequests']);
  expect(await readLevel(game)).toBe(acknowledged);
  await expect.poll(() => storedLevel(lab, token)).toBe(String(acknowledged));
  expect(writes).toBeLessThan(acknowledged / 5);

  for (const [key, value, code] of [
    ['level', 'x'.repeat(1_100_000), 'TooLarge'],
    ['k'.repeat(129), '1', 'InvalidRequest'],
    ['__proto__', '1', 'TooLarge'],
  ] as const)
    expect(
      await game.evaluate(([name, text]) => FxId.saves.set(name, text).catch((error: { code: string }) => error.code), [
        key,
        value,
      ] as const),
      key.slice(0, 20),
    ).toBe(code);
  expect(await readLevel(await play(lab, page))).toBe(acknowledged);
});

test('a save started on simulated Telegram continues on the portal', async ({ lab, page, anotherBrowser }) => {
  const there = await playInLab(lab, page, 'player=abroad');
  const level = Date.now() % 1_000_000;
  expect(await reach(there, level)).toBe(true);
  await page.locator('#saved').evaluate((panel: HTMLDetailsElement) => void (panel.open = true));
  await expect(page.locator('#saved')).toContainText(`level${level}`);

  // The game shows the code. The player scans it with another device, and types the number that it shows.
  const player = page.frameLocator('iframe[name="player"]');
  const begun = page.waitForResponse('**/handoffs/begin');
  const closed = there.evaluate(() => FxId.ui.continueOnOtherDevice().then(() => undefined));
  const dialog = player.getByRole('dialog', { name: 'Continue on another device' });
  await expect(dialog.getByRole('img', { name: 'QR code for your other device' })).toBeVisible();
  const { TokenLink } = (await (await begun).json()) as { TokenLink: string };
  const home = await anotherBrowser();
  await home.goto(TokenLink);
  const number = await home.locator('.number').innerText();
  await dialog.getByLabel('Number on that device').fill(number);
  await dialog.getByRole('button', { name: 'Allow' }).click();
  await expect(dialog).toContainText('Continue on your other device');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await closed;
  await home.getByRole('button', { name: /^Continue as / }).click();
  await expect(home).toHaveURL(`${lab.url}/play/gem-miner`);
  expect(await readLevel(await findGame(home))).toBe(level);
});

test('a guest’s save on simulated CrazyGames survives a cleared device', async ({ lab, anotherBrowser }) => {
  const address = `${lab.url.replace('//localhost', '//lab.localhost')}/lab/crazygames/gem-miner?player=guest&lang=en`;
  const page = await anotherBrowser();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  const level = Date.now() % 1_000_000;
  expect(await reach(await findGame(page), level)).toBe(true);
  // The account of such a guest is lost with the tab.
  expect(requests.filter((url) => url.endsWith('/saves/write'))).toEqual([]);

  // A new browser has nothing stored.
  const cleared = await anotherBrowser();
  await cleared.goto(address);
  const game = await findGame(cleared);
  expect(await readLevel(game)).toBe(level);

  // After the sign-in at CrazyGames the save is in the account.
  const writing = cleared.waitForRequest('**/api/v1/saves/write');
  const signingIn = game.evaluate(() => FxId.player.signIn().then(() => undefined));
  await cleared.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signingIn;
  const token = ((await (await writing).headerValue('authorization')) ?? '').replace('Bearer ', '');
  await expect.poll(() => storedLevel(lab, token)).toBe(String(level));
  expect(await readLevel(game)).toBe(level);
});

test('the lab lets another device write first, and shows the conflict', async ({ lab, page }) => {
  const game = await playInLab(lab, page, 'save=conflict');
  await readLevel(game);
  void reach(game, 7).catch(() => undefined);
  await expect(questionInLab(page)).toContainText('Written by the lab');
});

for (const [scenario, expected] of [
  ['offline', false],
  ['full', 'TooLarge'],
] as const)
  test(`the lab simulates save=${scenario}: the save stays on the device and is sent later`, async ({ lab, page }) => {
    // From now on the device knows the account's save, so there is no conflict.
    const first = await playInLab(lab, page, 'player=friends');
    const level = Date.now() % 1_000_000;
    const writing = page.waitForRequest('**/api/v1/saves/write');
    expect(await reach(first, level)).toBe(true);
    const token = ((await (await writing).headerValue('authorization')) ?? '').replace('Bearer ', '');

    const game = await playInLab(lab, page, `player=friends&save=${scenario}`);
    expect(await reach(game, level + 1)).toBe(expected);
    expect(await readLevel(game)).toBe(level + 1);
    expect(await storedLevel(lab, token)).toBe(String(level));

    expect(await readLevel(await playInLab(lab, page, 'player=friends'))).toBe(level + 1);
    await expect.poll(() => storedLevel(lab, token)).toBe(String(level + 1));
  });

test('the lab opens a second device of the same player in one click', async ({ lab, page }) => {
  const first = await playInLab(lab, page, 'player=friends');
  const level = Date.now() % 1_000_000;
  expect(await reach(first, level)).toBe(true);

  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open a second device' }).click();
  const other = await opening;
  const second = await findGame(other);
  expect(await readLevel(second)).toBe(level);
  expect(await reach(second, level + 1)).toBe(true);

  void reach(first, level + 2).catch(() => undefined);
  const question = questionInLab(page);
  await expect(question.getByRole('listitem').first()).toContainText(`Level ${level + 2}`);
  await expect(question.getByRole('listitem').last()).toContainText(`Level ${level + 1}`);
  await question.getByRole('listitem').last().getByRole('button', { name: 'Keep this one' }).click();
  await expect(question).toHaveCount(0);
  await expect.poll(() => readLevel(first)).toBe(level + 1);
});
