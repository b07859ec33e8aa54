// What holds for the small games of each foreign SDK: the command recognises them, and they run on the portal and inside
// other platforms, with the vendor's callbacks in the vendor's order, while no request reaches the vendor.
import { join } from 'node:path';
import type { ForeignSdkManifest } from '#compat/port.ts';
import { addGames } from '../add-games.ts';
import { expect, test } from '../lab-server.ts';
import { playForeignGame, watchVendor } from './play-foreign-game.ts';

export interface ForeignGame {
  /** What it notes, in this order. An asterisk at the end stands for any text. */
  readonly notes: readonly string[];
  /** What it notes on platforms that show ads, if that is something else. */
  readonly ads?: readonly string[];
  /** Which version of the SDK it was built for. Absent: the newest. */
  readonly version?: string;
}

export function testForeignGames(
  { id, title, hosts, scripts }: ForeignSdkManifest,
  games: Readonly<Record<string, ForeignGame>>,
  /** Games that are played on all platforms in every run. */
  everywhere: readonly string[],
): void {
  // All of them are added to one lab, and games of two SDKs may have the same name.
  const nameOf = (game: string): string => `${id}-${game}`;

  test('the command says for which portal each game was built', async ({ lab }) => {
    const said = await addGames(
      lab,
      Object.keys(games).map((game) => [nameOf(game), join(import.meta.dirname, id, game)] as const),
    );
    for (const [game, { version = scripts[0]?.version }] of Object.entries(games)) {
      const text = said.get(nameOf(game));
      expect(text, game).toContain(`Built for ${title} v${version}`);
      expect(text, game).not.toMatch(/not allowed|does not have|name these as well/);
    }
  });

  for (const [game, { notes }] of Object.entries(games))
    test(`${game} on the portal`, async ({ lab, page }) => {
      const vendor = watchVendor(page, hosts);
      expect(await playForeignGame(page, `${lab.url}/play/${nameOf(game)}?lang=en`, notes.length)).toEqual(
        match(notes),
      );
      expect(vendor.answered).toEqual([]);
    });

  for (const platform of ['vkontaktecom', 'telegram', 'yandexgames'])
    for (const [game, { notes, ads = notes }] of Object.entries(games))
      test(
        `${game} on ${platform}`,
        { tag: platform === 'vkontaktecom' || everywhere.includes(game) ? [] : '@drill' },
        async ({ lab, page }) => {
          const vendor = watchVendor(page, hosts);
          const address = `${lab.url.replace('//localhost', '//lab.localhost')}/lab/${platform}/${nameOf(game)}?ad=finished&lang=en`;
          expect(await playForeignGame(page, address, ads.length)).toEqual(match(ads));
          expect(vendor.answered).toEqual([]);
        },
      );
}

const match = (notes: readonly string[]): unknown[] =>
  notes.map((note) => (note.endsWith('*') ? expect.stringContaining(note.slice(0, -1)) : note));
