// Calls as the plug-ins of engines make them, with the values that reach the engine.
import { beforeEach, expect, it, vi } from 'vitest';
import { createTestLink } from '../testing/create-test-link.ts';
import { createPoki } from './core.browser.ts';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('confirm', () => true);
});

const open = (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  return { ...testing, poki: createPoki(testing.link) };
};

it("Unity's bridge sends the result of each call to an object of the game", async () => {
  const { poki } = open();
  const messages: unknown[][] = [];
  const send = (method: string, value?: string): void => void messages.push([method, value]);
  await poki.init().then(
    () => send('ready'),
    () => send('adblock'),
  );
  await poki.commercialBreak().then(() => send('commercialBreakCompleted'));
  await poki.rewardedBreak().then((isWatched) => send('rewardedBreakCompleted', String(isWatched)));
  await poki.shareableURL(JSON.parse('{"id":"7"}') as object as { id: string }).then(
    (url) => send('shareableURLResolved', url),
    () => send('shareableURLRejected'),
  );
  await poki.getUser().then((user) => send('getUserResolved', JSON.stringify(user ?? {})));
  expect(messages).toEqual([
    ['ready', undefined],
    ['commercialBreakCompleted', undefined],
    ['rewardedBreakCompleted', 'true'],
    ['shareableURLResolved', 'https://play.example/play/miner#id=7'],
    ['getUserResolved', '{}'],
  ]);
});

it('Godot adds a function of its own to the SDK', async () => {
  const { poki } = open();
  const extended = Object.assign(poki, {
    godot_sharable_url: (params: string) => poki.shareableURL(JSON.parse(params) as { id: string }),
  });
  const callback = vi.fn();
  await extended.godot_sharable_url('{"id":"7"}').then(callback);
  expect(callback).toHaveBeenCalledWith('https://play.example/play/miner#id=7');
});

it('Defold gives a number to the game, and GDevelop a flag', async () => {
  const { poki } = open({ ads: 'skipped' });
  poki.setDebug(true);
  await poki.init();
  expect((await poki.rewardedBreak()) ? 1 : 0).toBe(0);
  expect(await poki.rewardedBreak()).toBe(false);
});

it('Construct, PlayCanvas and Phaser call everything before anything is loaded', async () => {
  const { poki, calls } = open();
  poki.gameLoadingStart();
  poki.gameLoadingProgress({ percentageDone: 100 });
  poki.gameLoadingFinished();
  poki.customEvent('game', 'segment', { segment: 'menu' });
  const paused = vi.fn();
  await poki.commercialBreak(paused).then(() => poki.gameplayStart());
  expect(paused).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(calls).toContain('GameStarted'));
});
