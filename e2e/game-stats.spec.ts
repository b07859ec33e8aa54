import { acceptDocuments, expect, queryLabDatabase, registerPlayer, test } from './lab-people.ts';

/** The part of the SDK that these tests use. */
declare const FxId: {
  init(): Promise<unknown>;
  call(method: string, params: object): Promise<unknown>;
  readonly capabilities: { has(capability: string): boolean };
  readonly ads: {
    rewardedReady(options: object): Promise<boolean>;
    showRewarded(options: object): Promise<{ outcome: string }>;
  };
  readonly stats: {
    initialize(options: object): Promise<unknown>;
    event(name: string, parameters?: object): Promise<unknown>;
  };
};

test(
  'events that a game records reach the server, including the last one before the page closes',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const { accountId, token } = await registerPlayer(lab);
    await acceptDocuments(lab, token, 'bridge-explorer');
    const page = await anotherBrowser(token);
    await page.goto(`${lab.url}/play/bridge-explorer?lang=en`);
    const frame = await page.locator('.player iframe').elementHandle();
    const game = await frame?.contentFrame();
    if (!game) throw new Error('The game has no frame.');
    const counted = async (): Promise<string[]> => {
      const { rows } = await queryLabDatabase<{ event: string }>(
        lab,
        `select concat_ws(' ', event_id, fields ->> 'S2', fields ->> 'S4') as event
         from analytics_events_by_day where account_id = $1 and fields ->> 'S1' = 'bridge-explorer'`,
        [accountId],
      );
      return rows.map(({ event }) => event);
    };

    await game.waitForFunction(() => 'FxId' in globalThis);
    await game.evaluate(async () => {
      await FxId.init();
      await FxId.stats.event('before', { level: 1 });
      await FxId.stats.initialize({ userId: 'explorer-1' });
      // A full batch is sent immediately.
      for (let level = 0; level < 50; level += 1) await FxId.stats.event('level', { level });
    });
    await expect.poll(counted).toEqual(expect.arrayContaining(['1801', '1802 before', '1802 level', '1803 FxId']));

    // An ad from the portal's simulated ad network, which is labelled as simulated and has its own host.
    expect(await game.evaluate(() => FxId.capabilities.has('AdsAvailable'))).toBe(true);
    expect(await game.evaluate(() => FxId.ads.rewardedReady({ placement: 'nowhere' }))).toBe(false);
    const seen = game.evaluate(() => FxId.ads.showRewarded({ placement: 'explorer' }));
    const cover = page.getByRole('dialog', { name: 'Advertisement' });
    await expect(cover.locator('iframe')).toHaveAttribute('src', `http://ads.localhost:${lab.gamesPort}/`);
    const advertisement = cover.frameLocator('iframe');
    await expect(advertisement.getByText('Simulated ad')).toBeVisible();
    await expect(advertisement.getByText('Reward earned')).toBeVisible();
    await advertisement.getByRole('button', { name: 'Close' }).click();
    expect(await seen).toEqual({ outcome: 'finished' });
    await expect(cover).toHaveCount(0);
    // The placement has a cooldown.
    expect(await game.evaluate(() => FxId.ads.rewardedReady({ placement: 'explorer' }))).toBe(false);

    await game.evaluate(() => FxId.stats.event('last'));
    await page.goto('about:blank');
    await expect.poll(counted).toEqual(expect.arrayContaining(['1802 last', '1901 FxId explorer']));
  },
);

test('an error returned to a game is counted in the metrics without a player', async ({ lab, page }) => {
  await page.goto(`${lab.url}/play/bridge-explorer?lang=en`);
  const frame = await page.locator('.player iframe').elementHandle();
  const game = await frame?.contentFrame();
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  const code = await game.evaluate(async () => {
    await FxId.init();
    return FxId.call('WordsFilter', { text: 7 }).catch((error: { code: string }) => error.code);
  });
  expect(code).toBe('InvalidRequest');
  await page.goto('about:blank');
  const counted = async (): Promise<string> => (await fetch(`${lab.url}/metrics`)).text();
  await expect
    .poll(counted)
    .toContain('fxid_bridge_errors_total{game="bridge-explorer",method="WordsFilter",code="InvalidRequest"} 1');
});
