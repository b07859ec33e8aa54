import { expect, test } from 'vitest';
import type { CatalogueGame } from '#server/features/games/read-catalogue-games.ts';
import { listRelatedGames } from './list-related-games.ts';

const build = (game: string, genre: string, tags: readonly string[], published = true) =>
  ({ game, genre, tags, published }) as CatalogueGame;

test('the most similar games are first, then the most played ones; hidden games and the game itself are left out', () => {
  const own = build('own', 'Puzzle', ['calm', 'short']);
  const popular = [
    build('loud', 'Action', []),
    own,
    build('calm', 'Action', ['calm']),
    build('secret', 'Puzzle', ['calm', 'short'], false),
    build('puzzle', 'Puzzle', []),
    build('twin', 'Puzzle', ['short', 'calm']),
    build('short', 'Sports', ['short']),
    ...Array.from({ length: 10 }, (_, at) => build(`other-${at}`, '', [])),
    build('late', 'Puzzle', ['calm']),
  ];
  const names = listRelatedGames(popular, own).map(({ game }) => game);
  expect(names).toEqual(['twin', 'late', 'puzzle', 'calm', 'short', 'loud', 'other-0', 'other-1']);
});
