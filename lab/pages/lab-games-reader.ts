import type { LabAddresses } from '#lab/lab-addresses.ts';
import { chooseLocalizedText } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { LabGame } from './start-page.ts';

export function createLabGamesReader(
  database: Database,
  place: LabAddresses,
  own: readonly string[],
): () => Promise<LabGame[]> {
  const { readGames } = createGamesReader(database);
  return async () => {
    const games = (await readGames()).map(({ game, config: { StorePage } }) => ({
      game,
      title: chooseLocalizedText(StorePage.Title, 'en'),
      art: place.artUrl(game, StorePage.SquareArt),
      isOwn: own.includes(game),
    }));
    return games.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
  };
}
