// Pages as engines export them with their plug-ins for other portals, added unchanged by the command.
import { join } from 'node:path';
import { addGames } from './add-games.ts';
import { playForeignGame, watchVendor } from './compat/play-foreign-game.ts';
import { expect, separateLabSettings, test } from './lab-server.ts';

test.use({ labEnv: separateLabSettings, viewport: { width: 2000, height: 1000 } });
test.describe.configure({ mode: 'serial' });

interface EngineGame {
  readonly builtFor: string;
  readonly notes: readonly string[];
  /** Where the platform shows ads. */
  readonly ads: readonly string[];
}

const withEnd = (notes: readonly string[], without: readonly string[], ads: readonly string[]) => ({
  notes: [...notes, ...without],
  ads: [...notes, ...ads],
});

const games: Readonly<Record<string, EngineGame>> = {
  'crazygames-unity': {
    builtFor: 'CrazyGames v3',
    ...withEnd(
      ['Init ', 'AdblockDetectionResult 0', 'GetUser *', 'Level 3', 'Room '],
      ['AdError unfilled'],
      ['AdStarted ', 'AdFinished '],
    ),
  },
  'crazygames-construct': {
    builtFor: 'CrazyGames v3',
    ...withEnd(
      ['too early CrazySDK is not initialized', 'initialized true false', 'room ', 'coins 5'],
      ['no reward string'],
      ['reward'],
    ),
  },
  'crazygames-construct-1': { builtFor: 'CrazyGames v1', ...withEnd(['adblock false', 'continues'], [], []) },
  'yandex-unity': {
    builtFor: 'Yandex Games v2',
    ...withEnd(
      ['SetLoadSaves *', 'SetEnvirData {"language":"en","isTV":false}', 'PaymentsEntries payments'],
      ['CloseInterAdv false'],
      ['OpenInterAdv ', 'CloseInterAdv true'],
    ),
  },
  'yandex-construct-worker': {
    builtFor: 'Yandex Games v2',
    ...withEnd(['canvas OffscreenCanvas', 'language en', 'saved {"level":2}'], ['ad error'], ['ad rewarded']),
  },
  'poki-unity': {
    builtFor: 'Poki v2',
    ...withEnd(
      ['PokiUnitySDK ready ', 'PokiUnitySDK commercialBreakCompleted '],
      ['PokiUnitySDK rewardedBreakCompleted false'],
      ['PokiUnitySDK rewardedBreakCompleted true'],
    ),
  },
};
const vendorHosts = ['crazygames.com', 'poki.com', 'yandex.net', 'yandex.ru'];

test('the command recognises each plug-in', async ({ lab }) => {
  const sources = Object.keys(games).map((game) => [game, join(import.meta.dirname, 'compat/engines', game)] as const);
  const said = await addGames(lab, sources);
  for (const [game, text] of said) expect(text, game).toContain(`Built for ${games[game]?.builtFor}`);
});

for (const [game, { notes, ads }] of Object.entries(games)) {
  test(`${game} on the portal`, async ({ lab, page }) => {
    const vendor = watchVendor(page, vendorHosts);
    expect(await playForeignGame(page, `${lab.url}/play/${game}?lang=en`, notes.length)).toEqual(match(notes));
    expect(vendor.answered).toEqual([]);
  });

  test(`${game} on vkontaktecom`, async ({ lab, page }) => {
    const address = `${lab.url.replace('//localhost', '//lab.localhost')}/lab/vkontaktecom/${game}?ad=finished&lang=en`;
    expect(await playForeignGame(page, address, ads.length)).toEqual(match(ads));
  });
}

test("an invitation reaches Unity in the address of the game's page", async ({ lab, page }) => {
  const notes = await playForeignGame(page, `${lab.url}/play/crazygames-unity?lang=en#roomId=7`, 6);
  expect(notes[4]).toBe('Room 7');
});

test('a save of Unity is there at the next visit', async ({ lab, page }) => {
  for (const saved of ['no data', '["{\\"coins\\":5}"]']) {
    const [first] = await playForeignGame(page, `${lab.url}/play/yandex-unity?lang=en`, 4);
    expect(first).toBe(`SetLoadSaves ${saved}`);
  }
});

const match = (notes: readonly string[]): unknown[] =>
  notes.map((note) => (note.endsWith('*') ? expect.stringContaining(note.slice(0, -1)) : note));
